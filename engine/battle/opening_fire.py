"""Fire before the first round: anti-aircraft fire and bombardment (BG-8.4, 8.5).

Units that land from the sea go ashore here too (BG-7.10, 8.5).
"""

__all__ = [
    "Proportion",
    "anti_air",
    "anti_air_guns",
    "bombard",
    "go_ashore",
    "in_proportion",
    "seaborne",
]

from collections.abc import Generator, Hashable, Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import chain
from typing import Generic, TypeVar

from engine.battle.casualties import assign_hits, mark_hits, remove_casualties
from engine.battle.events import Landed
from engine.battle.fire import fire, shots
from engine.battle.sides import current_battle, engaged, is_aircraft
from engine.battles import Role, Shots
from engine.board import Power, SpaceId
from engine.game import Game
from engine.movement.steps import passengers_of
from engine.options import LOW_LUCK
from engine.pieces import Figure, Piece, PieceId
from engine.requests import Pause, Resume, Step
from engine.units import Kind, Trait

T = TypeVar("T", bound=Hashable)


def anti_air_guns(game: Game, attacker: Power, territory: SpaceId) -> tuple[Piece, ...]:
    """Enemy pieces in a territory that fire at aircraft; however many, one fires (BG-6.2)."""
    return tuple(
        piece
        for piece in game.enemies_at(attacker, territory)
        if game.rules.counts_as(game, piece, Trait.ANTI_AIR)
    )


def anti_air(game: Game) -> Step:
    """One die for each attacking aircraft; the owner picks casualties within the type hit.

    The dice fall by type, in the order of the types' names; in low luck all are reckoned together
    (R28). Casualties do not fire; ⚖ infantry that a lost bomber was to drop is lost with it
    (BG-4.2, as 8.16).

    Implements: BG-7.7, BG-8.4
    """
    battle = current_battle(game)
    firing = anti_air_guns(game, battle.attacker, battle.space)
    by_type: dict[Kind, list[Piece]] = {}
    for piece in engaged(game, Role.ATTACKER):
        if is_aircraft(game, piece):
            for kind in game.rules.units_of(game, piece):
                by_type.setdefault(kind, []).append(piece)
    if not firing or not by_type:
        return game
    gunner, hits_on = _best_gun(game, firing)
    kind = game.rules.units_of(game, gunner)[0]
    types = {
        aircraft: tuple(piece.id for piece in pieces)
        for aircraft, pieces in sorted(by_type.items())
    }
    low_luck = game.rules.option(LOW_LUCK)
    aims = (tuple(sorted(chain(*types.values()))),) if low_luck else tuple(types.values())
    volley = tuple(
        Shots(role=Role.DEFENDER, kind=kind, strength=hits_on, count=len(targets), targets=targets)
        for targets in aims
    )
    game = yield from fire(game, volley, "anti-aircraft fire", gunner.owner)
    if low_luck:
        game, losses = yield from _assign_in_proportion(game, types)
    else:
        game, losses = yield from assign_hits(game, Role.ATTACKER)
    passengers = (piece.id for piece in passengers_of(game, losses) if piece.id not in losses)
    return remove_casualties(game, {**losses, **dict.fromkeys(passengers, 1)})


@dataclass(frozen=True, slots=True)
class Proportion(Generic[T]):
    """How hits are spread over types of targets in proportion to their numbers (R28).

    Attributes:
        sure: hits on each type.
        tied: types with an equal claim to the hits that are left, one each at most.
        left: how many hits are left to them: fewer than there are types.
    """

    sure: Mapping[T, int]
    tied: tuple[T, ...]
    left: int


def in_proportion(hits: int, numbers: Mapping[T, int]) -> Proportion[T]:
    """Spread hits over types of which there are so many targets, no more in all than those.

    Each type takes the whole part of its share; who has the largest fractions takes the rest.

    Implements: R28
    """
    whole = sum(numbers.values())
    sure = {one: hits * number // whole for one, number in numbers.items()}
    left = hits - sum(sure.values())
    fractions = {one: hits * number % whole for one, number in numbers.items()}
    for fraction in sorted(set(fractions.values()), reverse=True):
        equal = tuple(one for one in numbers if fractions[one] == fraction)
        if len(equal) > left:
            return Proportion(sure, equal if left else (), left)
        sure |= {one: sure[one] + 1 for one in equal}
        left -= len(equal)
    return Proportion(sure, (), 0)


def _assign_in_proportion(
    game: Game, types: Mapping[Kind, tuple[PieceId, ...]]
) -> Generator[Pause, Resume, tuple[Game, Mapping[PieceId, int]]]:
    """Spread the hits of anti-aircraft fire over all types; the owner picks between equal claims.

    ⚖ Hits that several types have an equal claim to are assigned one by one, all but the last
    before the others.
    """
    (shots,) = current_battle(game).volley
    spread = in_proportion(shots.hits, {kind: len(targets) for kind, targets in types.items()})
    tied, losses = list(spread.tied), dict[PieceId, int]()

    def hit(number: int, targets: Iterable[PieceId]) -> Shots:
        aims = tuple(sorted(piece for piece in targets if piece not in losses))
        return replace(shots, sure=number, strength=0, count=0, dice=(), targets=aims)

    for _ in range(spread.left - 1):
        equal = hit(1, chain(*(types[kind] for kind in tied)))
        game, lost = yield from assign_hits(game.update_battle(volley=(equal,)), Role.ATTACKER)
        losses |= lost
        tied = [kind for kind in tied if lost.keys().isdisjoint(types[kind])]
    volley = [hit(number, types[kind]) for kind, number in spread.sure.items() if number]
    if spread.left:
        volley.append(hit(1, chain(*(types[kind] for kind in tied))))
    game, lost = yield from assign_hits(game.update_battle(volley=tuple(volley)), Role.ATTACKER)
    return game, dict(sorted({**losses, **lost}.items()))


def _best_gun(game: Game, firing: tuple[Piece, ...]) -> tuple[Piece, int]:
    """The gun that fires, of guns of several powers the one that hits best, and on what it hits."""
    aims = {gun: game.rules.anti_air_strength(game, gun.owner) for gun in firing}
    gunner = max(firing, key=lambda gun: aims[gun])
    return gunner, aims[gunner]


def seaborne(game: Game, power: Power, territory: SpaceId) -> tuple[Figure, ...]:
    """Units of a power aboard transports that are to land in a territory this turn."""
    return tuple(
        piece
        for piece in game.owned(power)
        if isinstance(piece, Figure) and piece.ashore == territory
    )


def go_ashore(game: Game, power: Power, territory: SpaceId) -> Game:
    """The game with the units bound for a territory landed in it."""
    landing = seaborne(game, power, territory)
    if not landing:
        return game
    ashore = [p.replace(at=territory, aboard=None, ashore=None) for p in landing]
    game = game.with_pieces(*ashore)
    return game.with_events(Landed(territory, tuple(piece.id for piece in landing)))


def bombard(game: Game) -> Step:
    """Ships fire once at the territory; what they hit still fires back in round 1 (BG-8.5b).

    A sea battle in their zone this turn silences them, won or lost, with dice or without (R7). At
    most one fires for each unit landed; if fewer have landed than were meant to, ⚖ the strongest
    ships fire. Any defender may be taken as a casualty (⚖), as in the battle that follows.

    Implements: BG-8.5, R7
    """
    battle = current_battle(game)
    named = (game.pieces.get(ship) for ship in game.record.bombarding.get(battle.space, ()))
    ready = [s for s in named if s is not None and s.at not in game.record.sea_battles]
    ready.sort(key=lambda ship: (-_strength(game, ship), ship.id))
    ships = ready[: game.rules.bombardment_limit(game, len(battle.landed))]
    volley = shots(game, Role.ATTACKER, ships)
    if not volley:
        return game
    game = game.with_pieces(*(ship.replace(fought=True) for ship in ships))
    game = yield from fire(game, volley, "bombardment", battle.attacker)
    game, losses = yield from assign_hits(game, Role.DEFENDER)
    return mark_hits(game, losses)


def _strength(game: Game, ship: Piece) -> int:
    kinds = game.rules.units_of(game, ship)
    return max(game.rules.strength(game, ship, kind, Role.ATTACKER) for kind in kinds)
