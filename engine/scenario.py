"""`Scenario`: what a game is played on: map, powers, opening position, units, what wins (BG-2).

All of it is data, read from a file by `engine.loading`; nothing here changes during a game.
"""

__all__ = [
    "Capitals",
    "Cities",
    "Condition",
    "Convoys",
    "Held",
    "Homeland",
    "Income",
    "LastRound",
    "NoAlliedUnits",
    "NoEnemyWarships",
    "Objective",
    "PhaseOf",
    "Recruits",
    "Scenario",
    "Seating",
    "Stack",
    "Turn",
    "Victory",
]

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from engine.board import Board, Power, Side, SpaceId
from engine.charts import Charts
from engine.phases import Phase
from engine.records import Plain, encode
from engine.units import Kind, UnitType


@dataclass(frozen=True, slots=True)
class PhaseOf:
    """One phase of a turn, and the power that plays it."""

    phase: Phase
    power: Power


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn: its phases in order; two powers may share one (BG-3.3)."""

    phases: tuple[PhaseOf, ...]

    @property
    def powers(self) -> tuple[Power, ...]:
        """The powers that play a phase of it, each once, in the order of their first."""
        return tuple(dict.fromkeys(part.power for part in self.phases))

    def without(self, phase: Phase) -> "Turn":
        """The turn without a phase."""
        return Turn(tuple(part for part in self.phases if part.phase is not phase))

    def order(self, *, exchanged: bool) -> tuple[int, ...]:
        """Indices of the phases as they are played.

        Where two powers move to combat and fight one after the other, `exchanged` has the second
        do so first (BG-3.3).
        """
        order = tuple(range(len(self.phases)))
        starts = [i for i in order if self.phases[i].phase is Phase.COMBAT_MOVE]
        match starts:
            case [first, second] if exchanged and second == first + 2:
                return (*order[:first], second, second + 1, first, first + 1, *order[second + 2 :])
            case _:
                return order


@dataclass(frozen=True, slots=True)
class Stack:
    """Units of one kind and owner that stand in one space when the game opens."""

    at: SpaceId
    owner: Power
    kind: Kind
    count: int


@dataclass(frozen=True, slots=True)
class Recruits:
    """The infantry that a power without IPC gets each turn (BG-10.5).

    Attributes:
        per: one for so many of its own territories that it controls, rounded down.
        crowded: none is placed where so many of its units stand already.
    """

    per: int
    crowded: int


@dataclass(frozen=True, slots=True)
class Homeland:
    """The only territories in which a power's units may ever be (BG-7.12)."""

    spaces: tuple[SpaceId, ...]
    recruits: Recruits | None = None


@dataclass(frozen=True, slots=True)
class Held:
    """At least `at_least` of these territories are controlled by a side, or by one power of it.

    With `alone` the power itself must hold them; otherwise any friendly power may (BG-11.3).
    """

    tag: ClassVar[str] = "held"

    spaces: tuple[SpaceId, ...]
    at_least: int
    alone: bool = False


@dataclass(frozen=True, slots=True)
class NoEnemyWarships:
    """No enemy surface warship is in any of these sea zones (BG-11.3, R18).

    Implements: R18
    """

    tag: ClassVar[str] = "no_enemy_warships"

    zones: tuple[SpaceId, ...]


@dataclass(frozen=True, slots=True)
class NoAlliedUnits:
    """No ally's unit stands in any territory that the power controls (BG-11.3)."""

    tag: ClassVar[str] = "no_allied_units"


Condition = Held | NoEnemyWarships | NoAlliedUnits


@dataclass(frozen=True, slots=True)
class Objective:
    """A national objective: `worth` IPC in every income phase in which all conditions hold."""

    power: Power
    name: str
    worth: int
    conditions: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Cities:
    """A side wins that holds at least so many victory cities (BG-12.1).

    Attributes:
        at_least: in the ordinary game.
        short: in a short game, if the scenario knows one.
        total: for total victory, if the scenario knows it.
    """

    tag: ClassVar[str] = "cities"

    at_least: int
    short: int | None = None
    total: int | None = None


@dataclass(frozen=True, slots=True)
class Capitals:
    """A side wins that holds at least so many enemy capitals, and all its own (BG-12.2)."""

    tag: ClassVar[str] = "capitals"

    side: Side
    at_least: int


@dataclass(frozen=True, slots=True)
class Income:
    """A side wins whose territories are worth at least so many IPC together (BG-12.2)."""

    tag: ClassVar[str] = "income"

    side: Side
    at_least: int


@dataclass(frozen=True, slots=True)
class LastRound:
    """The game ends with this round; the side whose territories are worth more points wins.

    Attributes:
        round: the last round.
        points: what holding each territory is worth.
        tie: the side that wins when no side has more points than all others.
    """

    tag: ClassVar[str] = "last_round"

    round: int
    points: Mapping[SpaceId, int]
    tie: Side


@dataclass(frozen=True, slots=True)
class Convoys:
    """What raiders can sink of a board's shipping (BG-11.2, CD-2); what is not listed has 0.

    Attributes:
        zones: the most IPC that can be lost in each sea zone in an income phase.
        territories: the most IPC that each territory can lose in an income phase.
        collapse: powers that are out of the game once this territory loses its limit (CD-5).
    """

    zones: Mapping[SpaceId, int]
    territories: Mapping[SpaceId, int]
    collapse: Mapping[Power, SpaceId]


Victory = Cities | Capitals | Income | LastRound

Seating = tuple[tuple[Power, ...], ...]
"""The powers of each seat."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Scenario:
    """A scenario that has passed all checks of `engine.loading`.

    Attributes:
        name: short id, as in ``wake-island``.
        title: for people.
        edition: which unit table is in force.
        board: the map.
        units: the unit table (BG-6).
        own_units: whether it is the scenario's own, not that of its edition.
        charts: the charts of breakthroughs, if the edition has any (BG-4).
        powers: in turn order.
        sides: the side of each power.
        capitals: the capital of each power that has one.
        homelands: of the powers that are bound to one.
        control: who controls each territory when the game opens; neutrals are absent.
        treasury: IPC of each power when the game opens (BG-2.1).
        turns: one round, turn by turn (BG-2.1, 2.3).
        opening: the units on the board when the game opens.
        objectives: national objectives (BG-11.3).
        victory: tried in order at the end of every round (BG-3.2); the first that holds decides.
        convoys: limits of convoy losses, if the board has any.
        seatings: how the powers are shared out, by the number of seats: a proposal, no rule.

    Implements: BG-2.1, BG-2.2, BG-2.3
    """

    name: str
    title: str
    edition: str
    board: Board
    units: Mapping[Kind, UnitType]
    charts: Charts | None
    powers: tuple[Power, ...]
    sides: Mapping[Power, Side]
    capitals: Mapping[Power, SpaceId]
    homelands: Mapping[Power, Homeland]
    control: Mapping[SpaceId, Power]
    treasury: Mapping[Power, int]
    turns: tuple[Turn, ...]
    opening: tuple[Stack, ...]
    objectives: tuple[Objective, ...]
    victory: tuple[Victory, ...]
    convoys: Convoys | None = None
    own_units: bool = False
    seatings: Mapping[int, Seating]

    def side(self, power: Power) -> Side:
        """The side a power fights on."""
        return self.sides[power]

    def with_units(self, *units: UnitType) -> "Scenario":
        """The scenario with rows added to its unit table, or put in place of those of their kind.

        Its charts are made anew, since they keep what they make of one unit table.
        """
        if not units:
            return self
        table = {**self.units, **{unit.kind: unit for unit in units}}
        charts = self.charts
        if charts is not None:
            charts = Charts(charts.charts, charts.improved)
        return dataclasses.replace(self, units=table, charts=charts)

    def plain(self) -> Plain:
        """All that the rules read, as nested arrays: what a digest of the scenario covers.

        It depends on what the file says, never on how it is laid out.
        """
        return [
            self.name,
            self.title,
            self.edition,
            encode(tuple(self.board.spaces.values())),
            encode(tuple(self.board.neighbours[space] for space in self.board.spaces)),
            encode(self.board.canals),
            encode(self.units),
            None if self.charts is None else encode((self.charts.charts, self.charts.improved)),
            encode(self.powers),
            encode(self.sides),
            encode(self.capitals),
            encode(self.homelands),
            encode(self.control),
            encode(self.treasury),
            encode(self.turns),
            encode(self.opening),
            encode(self.objectives),
            encode(self.victory),
            encode(self.convoys),
        ]
