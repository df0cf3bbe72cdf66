"""Aircraft that have lost the place where they stood land before they move again.

Those are defending fighters without a carrier. ⚖ Where land passes to an enemy without a battle
(CD-5) they are all aircraft that stand in it.

Implements: BG-9.4
"""

__all__ = ["LandHomeless", "LandedHomeless", "Landings", "land_homeless"]

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar

from engine.board import Power, SpaceId
from engine.errors import Illegal
from engine.game import Event, Game
from engine.instructions import Instruction, Landing
from engine.movement.cargo import carrier_borne
from engine.movement.decks import deck_plan
from engine.movement.orders import LostInFlight
from engine.movement.steps import flight_distances
from engine.pieces import Figure, PieceId
from engine.requests import Decision, Step, ask
from engine.terms import deck_slots
from engine.units import Domain, Trait

Places = tuple[tuple[PieceId, SpaceId], ...]


@dataclass(frozen=True, slots=True)
class Landings:
    """Where fighters land; those left out are lost."""

    places: Mapping[PieceId, SpaceId] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class LandedHomeless(Event):
    """A power's fighters without a carrier have landed."""

    tag: ClassVar[str] = "landed_homeless"

    power: Power
    places: Mapping[PieceId, SpaceId]


@dataclass(frozen=True, slots=True)
class _Homeless:
    """Homeless fighters, ascending; where each may land; how many may land in each space."""

    fighters: tuple[Figure, ...]
    reach: tuple[tuple[SpaceId, ...], ...]
    room: Mapping[SpaceId, int]

    def most(self, start: int = 0, room: Mapping[SpaceId, int] | None = None) -> int:
        """How many of the fighters from `start` on can land at once."""
        reach = [frozenset(spaces) for spaces in self.reach[start:]]
        return deck_plan(reach, self.room if room is None else room, (), {}).landed


@dataclass(frozen=True, slots=True)
class LandHomeless(Decision[Landings]):
    """Land aircraft that have lost their place: on a deck in their zone, or within one space.

    ⚖ As many as possible must land; their owner chooses which, and where.
    """

    answers: ClassVar[type[Landings]] = Landings
    instruction: ClassVar[Instruction] = Instruction.LANDING

    def instructed(self, game: Game) -> Landings | None:
        """See `Decision.instructed`; of several decks or territories the first in their order."""
        first = game.instructions_of(self.power).landing
        if first is Landing.ASK:
            return None
        homeless, on_deck = _homeless(game, self.power), first is Landing.CARRIERS
        reach = tuple(
            tuple(sorted(spaces, key=lambda space: game.board.is_sea(space) is not on_deck))
            for spaces in homeless.reach
        )
        return Landings(dict(next(_landings(replace(homeless, reach=reach), homeless.room, ()))))

    def check(self, game: Game, answer: Landings) -> None:
        """See `Decision.check`."""
        homeless = _homeless(game, self.power)
        reach = dict(zip((f.id for f in homeless.fighters), homeless.reach, strict=True))
        room = dict(homeless.room)
        for fighter, space in sorted(answer.places.items()):
            if space not in reach.get(fighter, ()):
                raise Illegal(
                    "BG-9.4", "{piece} cannot land in {space}", piece=fighter, space=space
                )
            room[space] -= 1
            if room[space] < 0:
                raise Illegal("BG-9.4", "{space} has no room for so many", space=space)
        if len(answer.places) < homeless.most():
            raise Illegal("BG-9.4", "more fighters can land")

    def reach(self, game: Game) -> Mapping[PieceId, tuple[SpaceId, ...]]:
        """Where each fighter without a carrier could land if it were the only one."""
        homeless = _homeless(game, self.power)
        return {f.id: r for f, r in zip(homeless.fighters, homeless.reach, strict=True) if r}

    def candidates(self, game: Game) -> Iterator[Landings]:
        """All landings of as many fighters as possible."""
        homeless = _homeless(game, self.power)
        return (Landings(dict(places)) for places in _landings(homeless, homeless.room, ()))

    def sample(self, game: Game, draw: random.Random) -> Landings:
        """See `Decision.sample`."""
        homeless = _homeless(game, self.power)
        mixed = tuple(tuple(draw.sample(spaces, len(spaces))) for spaces in homeless.reach)
        places = next(_landings(replace(homeless, reach=mixed), homeless.room, ()))
        return Landings(dict(places))


def land_homeless(game: Game, powers: tuple[Power, ...]) -> Step:
    """Land the aircraft of some powers that have lost their place, power by power."""
    for power in powers:
        homeless = _homeless(game, power)
        if not homeless.fighters:
            continue
        game, answer = yield from ask(game, LandHomeless(power))
        places = dict(sorted(answer.places.items()))
        lost = [fighter for fighter in homeless.fighters if fighter.id not in places]
        game = game.with_pieces(
            *(f.replace(at=places[f.id]) for f in homeless.fighters if f.id in places)
        ).with_events(LandedHomeless(power, places))
        for space in sorted({fighter.at for fighter in lost}):
            gone = tuple(fighter.id for fighter in lost if fighter.at == space)
            game = game.without_pieces(gone).with_events(LostInFlight(power, gone, space))
    return game


def _landings(
    homeless: _Homeless, room: Mapping[SpaceId, int], places: Places, at: int = 0
) -> Iterator[Places]:
    """Ways to land as many as possible, fighter by fighter."""
    if at == len(homeless.fighters):
        yield places
        return
    most = homeless.most(at, room)
    for space in homeless.reach[at]:
        if room[space]:
            left = {**room, space: room[space] - 1}
            if homeless.most(at + 1, left) + 1 == most:
                landed = (*places, (homeless.fighters[at].id, space))
                yield from _landings(homeless, left, landed, at + 1)
    if homeless.most(at + 1, room) == most:
        yield from _landings(homeless, room, places, at + 1)


def _homeless(game: Game, power: Power) -> _Homeless:
    """A power's aircraft over too few decks or in enemy land, and where they may land."""
    pool: list[tuple[Figure, tuple[SpaceId, ...]]] = []
    for zone in game.board.zones:
        here = carrier_borne(game, power, zone)
        if here and len(here) > _decks(game, power, zone):
            land = (t for t in game.board.adjacent_land(zone) if _is_friendly(game, power, t))
            near = (zone, *game.board.adjacent_zones(zone), *land)
            pool.extend((fighter, near) for fighter in here)
    for territory in game.board.territories:
        if game.rules.hostile(game, power, territory):
            pool.extend(_aircraft_in_enemy_land(game, power, territory))
    pool.sort(key=lambda entry: entry[0].id)
    spaces = dict.fromkeys(space for _, near in pool for space in near)
    room = {space: _room(game, power, space, len(pool)) for space in spaces}
    return _Homeless(
        tuple(fighter for fighter, _ in pool),
        tuple(tuple(space for space in near if room[space]) for _, near in pool),
        room,
    )


def _aircraft_in_enemy_land(
    game: Game, power: Power, territory: SpaceId
) -> Iterator[tuple[Figure, tuple[SpaceId, ...]]]:
    """A power's aircraft in enemy land, and where each may land: at sea only what decks bear."""
    near = flight_distances(game, power, territory)
    land = tuple(t for t in game.board.adjacent_land(territory) if _is_friendly(game, power, t))
    for piece in game.pieces.at(territory):
        if (
            isinstance(piece, Figure)
            and piece.owner == power
            and game.rules.domain(game, piece) is Domain.AIR
        ):
            borne = game.rules.counts_as(game, piece, Trait.CARRIER_BORNE)
            zones = game.board.adjacent_zones(territory) if borne else ()
            yield piece, tuple(space for space in (*zones, *land) if space in near)


def _room(game: Game, power: Power, space: SpaceId, everyone: int) -> int:
    """How many homeless fighters have room in a space: all of them on land."""
    if not game.board.is_sea(space):
        return everyone
    decks, standing = _decks(game, power, space), len(carrier_borne(game, power, space))
    return decks if standing > decks else decks - standing


def _decks(game: Game, power: Power, zone: SpaceId) -> int:
    """Slots in a zone for a power's aircraft.

    ⚖ Powers land in turn order: earlier ones have taken their slots, later ones keep their own.
    """
    friends = (ally for ally in game.after(game.active) if game.friendly(ally, power))
    slots = dict.fromkeys(friends, 0)
    taken = Counter[Power]()
    for piece in game.friends_at(power, zone):
        slots[piece.owner] += deck_slots(game, piece)
        taken[piece.owner] += game.rules.counts_as(game, piece, Trait.CARRIER_BORNE)
    order = list(slots)
    earlier, later = order[: order.index(power)], order[order.index(power) + 1 :]
    gone = sum(taken[ally] for ally in earlier)
    kept = sum(min(taken[ally], slots[ally]) for ally in later)
    return max(0, sum(slots.values()) - gone - kept)


def _is_friendly(game: Game, power: Power, territory: SpaceId) -> bool:
    controller = game.control.get(territory)
    return controller is not None and game.friendly(power, controller)
