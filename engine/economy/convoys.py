"""Raids on convoys: dice, and who rolls them (BG-11.2).

What a board's convoys can lose is data. What becomes of the loss is the edition's or a house rule's
matter: by [G40] it is as much as can be, by CD the raiders divide it.
"""

__all__ = [
    "DIE_SIDES",
    "ConvoysLost",
    "ConvoysRaided",
    "ShowRaiders",
    "ShownRaiders",
    "coasts",
    "convoy_dice",
    "convoy_limits",
    "exposed",
    "ipc_lost",
    "printed_dice",
    "raid_zone",
]

import random
from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, combinations
from typing import ClassVar

from engine.board import Power, SpaceId
from engine.errors import Illegal
from engine.game import Event, Game
from engine.instructions import Instruction
from engine.pieces import Piece, PieceId
from engine.requests import Decision, Pause, Resume, Roll, ask
from engine.scenario import Convoys
from engine.units import Domain, Trait, UnitType

DIE_SIDES = 6
"""Convoy dice are six-sided whatever dice combat uses."""

_HEAVY = 3
"""The highest result that counts."""


@dataclass(frozen=True, slots=True)
class ConvoysRaided(Event):
    """A power has rolled these dice against a victim's convoys in a sea zone (BG-11.2)."""

    tag: ClassVar[str] = "convoys_raided"

    zone: SpaceId
    power: Power
    victim: Power
    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ConvoysLost(Event):
    """IPC are lost in a sea zone, up to its limit: the die put on the map (CD-3a)."""

    tag: ClassVar[str] = "convoys_lost"

    zone: SpaceId
    victim: Power
    ipc: int


@dataclass(frozen=True, slots=True)
class ShownRaiders:
    """The face-down pieces that raid, and so are turned up; the others roll nothing (SS-A23)."""

    pieces: frozenset[PieceId] = frozenset()


@dataclass(frozen=True, slots=True)
class ShowRaiders(Decision[ShownRaiders]):
    """Which of a power's face-down pieces in a sea zone raid its convoys."""

    zone: SpaceId

    answers: ClassVar[type] = ShownRaiders
    instruction: ClassVar[Instruction] = Instruction.SUBMERGE

    def instructed(self, game: Game) -> ShownRaiders | None:
        """See `Decision.instructed`: all raid that stay and fight, none that keep out of it."""
        wanted = game.instructions_of(self.power).submerging(self.zone).other
        raiding = wanted.among(_hidden(game, self.power, self.zone))
        return None if raiding is None else ShownRaiders(raiding)

    def check(self, game: Game, answer: ShownRaiders) -> None:
        """See `Decision.check`."""
        strangers = answer.pieces.difference(_hidden(game, self.power, self.zone))
        if strangers:
            raise Illegal(
                "SS-A23",
                "{piece} is not one of your face-down tokens in {space}",
                piece=min(strangers),
                space=self.zone,
            )

    def candidates(self, game: Game) -> Iterator[ShownRaiders]:
        """See `Decision.candidates`; all legal answers."""
        hidden = _hidden(game, self.power, self.zone)
        sizes = range(len(hidden) + 1)
        sets = chain.from_iterable(combinations(hidden, n) for n in sizes)
        return (ShownRaiders(frozenset(pieces)) for pieces in sets)

    def sample(self, game: Game, draw: random.Random) -> ShownRaiders:
        """See `Decision.sample`."""
        hidden = _hidden(game, self.power, self.zone)
        return ShownRaiders(frozenset(draw.sample(hidden, draw.randint(0, len(hidden)))))


def _hidden(game: Game, power: Power, zone: SpaceId) -> tuple[PieceId, ...]:
    """A power's face-down pieces in a zone that may prove to be submarines, ascending."""
    return tuple(
        piece.id
        for piece in game.pieces.at(zone)
        if piece.owner == power
        and game.rules.counts_as(game, piece, Trait.SUBMARINE)
        and game.rules.may_raid_convoys(game, piece)
        and not game.rules.units_of(game, piece)
    )


def convoy_dice(game: Game, piece: Piece) -> int:
    """How many dice a piece rolls in its sea zone; none while it lies face down."""
    units = game.rules.units_of(game, piece)
    return sum(printed_dice(game.rules.unit_type(game, piece.owner, kind)) for kind in units)


def printed_dice(unit: UnitType) -> int:
    """How many dice a unit rolls.

    A submarine two, and so an aircraft, which is there on a carrier; a battleship, cruiser or
    destroyer one; a carrier and a transport none.
    """
    if unit.domain is Domain.AIR or Trait.SUBMARINE in unit.traits:
        return 2
    return int(Trait.SURFACE_WARSHIP in unit.traits and Trait.CARRIER not in unit.traits)


def ipc_lost(die: int) -> int:
    """How many IPC a die costs the victim: its face from 1 to 3, nothing from 4 to 6."""
    return die if die <= _HEAVY else 0


def convoy_limits(game: Game) -> Convoys:
    """What the board's convoys can lose, where they are raided at all.

    Raises:
        RuntimeError: nobody raids them in this game (our own mistake).
    """
    convoys = game.rules.convoys(game)
    if convoys is None:
        raise RuntimeError("no convoys are raided in this game")
    return convoys


def coasts(game: Game, victim: Power, zone: SpaceId) -> Mapping[SpaceId, int]:
    """What each of the victim's territories next to a zone can lose in an income phase, in IPC."""
    most = convoy_limits(game).territories
    return {
        territory: most[territory]
        for territory in sorted(game.board.adjacent_land(zone))
        if game.control.get(territory) == victim and most.get(territory)
    }


def exposed(game: Game, victim: Power) -> tuple[SpaceId, ...]:
    """Zones in which a victim can lose convoys at all; no die is rolled in any other."""
    return tuple(
        zone
        for zone in game.board.zones
        if convoy_limits(game).zones.get(zone) and coasts(game, victim, zone)
    )


def raid_zone(
    game: Game, victim: Power, zone: SpaceId
) -> Generator[Pause, Resume, tuple[Game, int, Mapping[Power, int]]]:
    """Every enemy of the victim rolls in a zone, in turn order.

    Returns:
        The game; the IPC lost, at most the zone's limit; the number of dice of each power that
        rolled.
    """
    shown: list[PieceId] = []
    for power in game.enemies(victim):
        if _hidden(game, power, zone):
            game, answer = yield from ask(game, ShowRaiders(power, zone))
            shown.extend(answer.pieces)
    raiding = tuple(sorted(shown))
    game = yield from game.rules.turn_face_up(game, raiding)
    rolled: dict[Power, int] = {}
    ipc = 0
    for power in game.enemies(victim):
        own = (piece for piece in game.pieces.at(zone) if piece.owner == power)
        count = sum(
            convoy_dice(game, piece) for piece in own if game.rules.may_raid_convoys(game, piece)
        )
        if count:
            roll = Roll(power, count, DIE_SIDES, f"convoys in {zone}", (victim,))
            game, results = yield from ask(game, roll)
            game = game.with_events(ConvoysRaided(zone, power, victim, results))
            ipc += sum(map(ipc_lost, results))
            rolled[power] = count
    game = yield from game.rules.turn_face_down(game, raiding)
    ipc = min(ipc, convoy_limits(game).zones[zone])
    if ipc:
        game = game.with_events(ConvoysLost(zone, victim, ipc))
    return game, ipc, rolled
