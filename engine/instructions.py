"""Instructions: public orders that a power leaves for decisions of its own (BG-3.4).

Everybody reads them, attackers too. What they cover is not asked: the rules answer it themselves,
on every replica alike.
"""

__all__ = [
    "NO_INSTRUCTIONS",
    "GroupLosses",
    "Instruction",
    "Instructions",
    "InstructionsFields",
    "Landing",
    "Standing",
    "TwoHitShips",
    "WaivedWindows",
]

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum, unique
from typing import Self, TypedDict, Unpack

from engine.board import SpaceId
from engine.frozen import Frozen
from engine.pieces import PieceId
from engine.units import Kind


@unique
class Instruction(StrEnum):
    """What an instruction is about."""

    LOSSES = "losses"
    SUBMERGE = "submerge"
    INTERCEPT = "intercept"
    PATROL = "patrol"
    SPOTTED = "spotted"
    LANDING = "landing"
    CONVOYS = "convoys"


@unique
class Standing(StrEnum):
    """What a power does with all its units that may do something; or it is asked."""

    ASK = "ask"
    ALWAYS = "always"
    NEVER = "never"

    def among(self, able: Iterable[PieceId]) -> frozenset[PieceId] | None:
        """Which of the pieces that may do it do so: all or none; None if the power is asked."""
        match self:
            case Standing.ALWAYS:
                return frozenset(able)
            case Standing.NEVER:
                return frozenset()
            case Standing.ASK:
                return None

    @property
    def other(self) -> "Standing":
        """What does not do it who always does it, and the reverse."""
        match self:
            case Standing.ALWAYS:
                return Standing.NEVER
            case Standing.NEVER:
                return Standing.ALWAYS
            case Standing.ASK:
                return Standing.ASK


@unique
class TwoHitShips(StrEnum):
    """When ships that stand two hits take them."""

    FIRST = "first"  # the first hit of each before all other losses
    LAST = "last"  # both of them after all other losses


@unique
class GroupLosses(StrEnum):
    """Which of several pieces that stand for more than one unit loses units first."""

    SMALLEST = "smallest"
    LARGEST = "largest"


@unique
class Landing(StrEnum):
    """Where fighters land first that have lost their carrier; or their power is asked."""

    ASK = "ask"
    CARRIERS = "carriers"
    LAND = "land"


@unique
class WaivedWindows(StrEnum):
    """Which windows in the others' turns a power waives (SS-4.0)."""

    NONE = "none"
    PHASES = "phases"  # at the ends of phases, but not where a turn ends
    TURNS = "turns"
    ALL = "all"  # also where its tokens were shown (SS-3.7, A23)

    def covers(self, *, turn: bool) -> bool:
        """Whether the power is not asked where a turn ends, or a phase that ends none."""
        return self is WaivedWindows.ALL or self is (
            WaivedWindows.TURNS if turn else WaivedWindows.PHASES
        )


class InstructionsFields(TypedDict, total=False):
    """The fields of `Instructions`: the keywords of `Instructions.replace`."""

    losses: tuple[Kind, ...]
    keep_land_unit: bool
    two_hit_ships: TwoHitShips
    groups: GroupLosses
    submerge: Standing
    zones: Mapping[SpaceId, Standing]
    intercept: Standing
    patrol: Standing
    landing: Landing
    divide_evenly: bool
    windows: WaivedWindows


@dataclass(frozen=True, kw_only=True)
class Instructions(Frozen):
    """The instructions of one power.

    Attributes:
        losses: kinds of units in the order in which they take hits, and in which submarines are
            named that were spotted; other kinds follow, the cheaper first. Empty to be asked,
            whatever the next three say.
        keep_land_unit: whether an attacker's last land unit outlasts its aircraft.
        two_hit_ships: when ships that stand two hits take them.
        groups: which of several pieces that stand for more than one unit loses units first.
        submerge: in the others' turns, whether submarines keep out of the fight: submerge, dive
            away, withdraw, escape, do not fire unfound, and raid no convoys from hiding.
        zones: the same in these sea zones, instead of `submerge`.
        intercept: whether fighters intercept raids.
        patrol: whether destroyers that may roll at submarines on their way do so.
        landing: where fighters land first that have lost their carrier.
        divide_evenly: whether convoy losses that it inflicts fall evenly on the territories.
        windows: which of its windows are waived, but for those that a raised hand has asked for.
    """

    losses: tuple[Kind, ...] = ()
    keep_land_unit: bool = False
    two_hit_ships: TwoHitShips = TwoHitShips.FIRST
    groups: GroupLosses = GroupLosses.SMALLEST
    submerge: Standing = Standing.ASK
    zones: Mapping[SpaceId, Standing] = field(default_factory=dict)
    intercept: Standing = Standing.ASK
    patrol: Standing = Standing.ASK
    landing: Landing = Landing.ASK
    divide_evenly: bool = False
    windows: WaivedWindows = WaivedWindows.NONE

    def replace(self, **changes: Unpack[InstructionsFields]) -> Self:
        """The instructions with some fields replaced."""
        return self._replaced(changes)

    def submerging(self, zone: SpaceId) -> Standing:
        """Whether submarines submerge in a sea zone."""
        return self.zones.get(zone, self.submerge)


NO_INSTRUCTIONS = Instructions()
"""Those of a power that is asked everything."""
