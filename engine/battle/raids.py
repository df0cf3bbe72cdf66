"""Strategic bombing raids and rockets: damage to industrial complexes (BG-8.2, 8.3; BG-4.2).

A raid: interception, anti-aircraft fire, bombs. Rockets are launched before the first raid.
"""

__all__ = [
    "Intercept",
    "Interceptors",
    "Launch",
    "LaunchRockets",
    "assemble_raid",
    "complex_bombed",
    "raid",
    "raids_due",
    "rocket_sites",
    "rockets",
]

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from engine.battle.casualties import assign_hits, remove_casualties
from engine.battle.events import BattleOpened, Bombed, ComplexDamaged, RocketsLaunched
from engine.battle.fire import fire, roller, shots
from engine.battle.opening_fire import anti_air
from engine.battle.sides import current_battle, engaged
from engine.battles import Battle, BattleKind, Role
from engine.board import SpaceId
from engine.errors import Illegal
from engine.game import Game
from engine.instructions import Instruction
from engine.movement.declarations import escorting_fighters
from engine.options import INTERCEPTORS
from engine.phases import Stage
from engine.pieces import PieceId
from engine.requests import Decision, Roll, Step, ask
from engine.units import Trait

_SIDES = 6
_MOST_DAMAGE = 2  # markers for each IPC of the territory's value


@dataclass(frozen=True, slots=True)
class Interceptors:
    """Fighters that intercept a raid."""

    pieces: frozenset[PieceId]


@dataclass(frozen=True, slots=True)
class Intercept(Decision[Interceptors]):
    """Which of a power's fighters in the territory intercept the raid (BG-8.3).

    ⚖ They defend in a battle there later in the phase as if they had not.
    """

    answers: ClassVar[type[Interceptors]] = Interceptors
    instruction: ClassVar[Instruction] = Instruction.INTERCEPT

    def instructed(self, game: Game) -> Interceptors | None:
        """See `Decision.instructed`: all of them intercept, or none."""
        ready = escorting_fighters(game, self.power, current_battle(game).space)
        sent = game.instructions_of(self.power).intercept.among(ready)
        return None if sent is None else Interceptors(sent)

    def check(self, game: Game, answer: Interceptors) -> None:
        """See `Decision.check`."""
        strangers = answer.pieces.difference(
            escorting_fighters(game, self.power, current_battle(game).space)
        )
        if strangers:
            raise Illegal(
                "BG-8.3", "{piece} is not one of your fighters here", piece=min(strangers)
            )

    def candidates(self, game: Game) -> Iterator[Interceptors]:
        """Legal answers; for each number of interceptors, the one with the lowest ids."""
        ready = escorting_fighters(game, self.power, current_battle(game).space)
        return (Interceptors(frozenset(ready[:count])) for count in range(len(ready) + 1))

    def sample(self, game: Game, draw: random.Random) -> Interceptors:
        """See `Decision.sample`."""
        ready = escorting_fighters(game, self.power, current_battle(game).space)
        return Interceptors(frozenset(draw.sample(ready, draw.randint(0, len(ready)))))


def raids_due(game: Game) -> tuple[SpaceId, ...]:
    """Territories whose raid is still to come."""
    return tuple(sorted(game.record.raiding.keys() - game.record.raided))


def assemble_raid(game: Game, territory: SpaceId) -> Game:
    """Assemble a raid; what takes part in it fights nowhere else."""
    raiding = tuple(game.pieces[piece] for piece in game.record.raiding[territory])
    game = game.with_pieces(*(piece.replace(fought=True) for piece in raiding))
    game = game.update_turn_record(raided=game.record.raided | {territory})
    pieces = tuple(piece.id for piece in raiding)
    battle = Battle(space=territory, kind=BattleKind.RAID, attacker=game.active, attackers=pieces)
    return game.replace(battle=battle).with_events(BattleOpened(territory, battle.kind, pieces, ()))


def raid(game: Game) -> Step:
    """One raid: interception, anti-aircraft fire at the bombers, bombs.

    Implements: BG-8.2
    """
    game = yield from _intercept(game)
    game = yield from anti_air(game)
    game = yield from _bombs_fall(game)
    return game.replace(battle=None, stage=Stage.CONDUCT_COMBAT)


def _intercept(game: Game) -> Step:
    """One round in which every fighter hits on 1; then interceptors and escorts leave.

    Implements: BG-8.3
    """
    if game.rules.option(INTERCEPTORS):
        battle = current_battle(game)
        met: list[PieceId] = []
        for power in game.enemies(battle.attacker):
            if escorting_fighters(game, power, battle.space):
                game, answer = yield from ask(game, Intercept(power))
                met.extend(answer.pieces)
        game = game.update_battle(defenders=tuple(sorted(met)))
        game = yield from _dogfight(game)
    bombing = tuple(
        piece.id
        for piece in engaged(game, Role.ATTACKER)
        if game.rules.counts_as(game, piece, Trait.RAIDS)
    )
    return game.update_battle(attackers=bombing, defenders=())


def _dogfight(game: Game) -> Step:
    volley = tuple(shot for role in Role for shot in shots(game, role, engaged(game, role)))
    if not volley:
        return game
    game = yield from fire(game, volley, "interception", roller(game, volley))
    for role in (Role.DEFENDER, Role.ATTACKER):
        game, losses = yield from assign_hits(game, role)
        game = remove_casualties(game, losses)
    return game


def _bombs_fall(game: Game) -> Step:
    """Each surviving bomber rolls; the complex takes the sum as damage."""
    battle = current_battle(game)
    throws = [game.rules.raid_dice(game, piece) for piece in engaged(game, Role.ATTACKER)]
    if not throws:
        return game
    roll = Roll(
        roller=battle.attacker,
        count=sum(throw.dice for throw in throws),
        sides=_SIDES,
        why="bombs",
        versus=(game.control[battle.space],),
    )
    game, dice = yield from ask(game, roll)
    game = game.with_events(Bombed(battle.space, battle.attacker, dice))
    game = yield from game.rules.raid_rolled(game, battle.space, dice)
    total, left = 0, list(dice)
    for throw in throws:
        thrown, left = left[: throw.dice], left[throw.dice :]
        total += max(thrown) if throw.best else sum(thrown)
    return game.rules.complex_bombed(game, battle.space, total)


def complex_bombed(game: Game, territory: SpaceId, total: int) -> Game:
    """Damage markers, capped at twice the territory's value in all (BG-8.2)."""
    before = game.damage.get(territory, 0)
    after = min(before + total, _MOST_DAMAGE * game.board[territory].value)
    if after <= before:
        return game
    markers = {**game.damage, territory: after}
    return game.replace(damage=markers).with_events(ComplexDamaged(territory, after - before))


Sites = Mapping[SpaceId, tuple[SpaceId, ...]]
"""Complexes within range, by the territory of the gun."""


@dataclass(frozen=True, slots=True)
class Launch:
    """The complex that each gun hits, by the territory of the gun; guns left out stay silent."""

    targets: Mapping[SpaceId, SpaceId] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class LaunchRockets(Decision[Launch]):
    """One rocket for each territory with a gun, and at most one for each complex.

    ⚖ All are launched together, before the first raid.
    """

    answers: ClassVar[type[Launch]] = Launch

    def check(self, game: Game, answer: Launch) -> None:
        """See `Decision.check`."""
        within = rocket_sites(game)
        for gun, target in sorted(answer.targets.items()):
            if target not in within.get(gun, ()):
                raise Illegal(
                    "BG-4.2",
                    "no gun in {space} can hit a complex in {there}",
                    space=gun,
                    there=target,
                )
        if len(set(answer.targets.values())) < len(answer.targets):
            raise Illegal("BG-4.2", "only one rocket may hit each complex in a turn")

    def candidates(self, game: Game) -> Iterator[Launch]:
        """See `Decision.candidates`; all legal answers, from none on."""
        return (
            Launch(dict(pairs)) for pairs in _ways(list(rocket_sites(game).items()), frozenset())
        )

    def sample(self, game: Game, draw: random.Random) -> Launch:
        """Most guns fire, each at anything."""
        targets: dict[SpaceId, SpaceId] = {}
        for gun, reached in rocket_sites(game).items():
            left = [space for space in reached if space not in targets.values()]
            if left and draw.randrange(4):
                targets[gun] = draw.choice(left)
        return Launch(targets)


def rockets(game: Game) -> Step:
    """Launch rockets: d6 damage each, under the cap of BG-8.2."""
    power = game.active
    if rocket_sites(game):
        game, answer = yield from ask(game, LaunchRockets(power))
        if answer.targets:
            victims = {game.control[target] for target in answer.targets.values()}
            roll = Roll(
                roller=power,
                count=len(answer.targets),
                sides=_SIDES,
                why="rockets",
                versus=tuple(enemy for enemy in game.enemies(power) if enemy in victims),
            )
            game, rolled = yield from ask(game, roll)
            dice = dict(zip(sorted(answer.targets), rolled, strict=True))
            game = game.with_events(RocketsLaunched(power, answer.targets, dice))
            for gun, die in dice.items():
                game = game.rules.complex_bombed(game, answer.targets[gun], die)
    return game.replace(stage=Stage.CONDUCT_COMBAT)


def rocket_sites(game: Game) -> Sites:
    """Territories with a gun of the active power, and the enemy complexes within its range.

    As the crow flies, but not across neutrals. A gun captured this turn cannot fire yet (BG-8.26).
    """
    reach = game.rules.rocket_range(game, game.active)
    if not reach:
        return {}
    complexes = [
        piece.at
        for piece in game.pieces.values()
        if game.rules.counts_as(game, piece, Trait.COMPLEX)
        and not game.friendly(piece.owner, game.active)
    ]
    guns = {
        piece.at
        for piece in game.owned(game.active)
        if game.rules.counts_as(game, piece, Trait.ANTI_AIR)
        and not game.board.is_sea(piece.at)
        and piece.at not in game.record.captured
    }
    sites: dict[SpaceId, tuple[SpaceId, ...]] = {}
    for gun in sorted(guns):
        distances = game.board.distances(gun)
        near = tuple(sorted(t for t in complexes if distances.get(t, reach + 1) <= reach))
        if near:
            sites[gun] = near
    return sites


def _ways(
    sites: list[tuple[SpaceId, tuple[SpaceId, ...]]], taken: frozenset[SpaceId]
) -> Iterator[tuple[tuple[SpaceId, SpaceId], ...]]:
    if not sites:
        yield ()
        return
    (gun, reached), rest = sites[0], sites[1:]
    yield from _ways(rest, taken)
    for target in reached:
        if target not in taken:
            for others in _ways(rest, taken | {target}):
                yield ((gun, target), *others)
