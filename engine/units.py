"""Kinds of unit and what the unit table says of each (BG-6).

The numbers are data of an edition (`engine/editions/*.toml`) or of a scenario that brings its own;
the rules ask for traits, never for names, so that each of them, or a house rule, can add kinds.
"""

__all__ = [
    "AA_GUN",
    "ARTILLERY",
    "BATTLESHIP",
    "BOMBER",
    "CARRIER",
    "COMPLEX",
    "CRUISER",
    "DESTROYER",
    "FIGHTER",
    "HIGHEST",
    "INFANTRY",
    "SUBMARINE",
    "TANK",
    "TRANSPORT",
    "Domain",
    "Kind",
    "Trait",
    "UnitType",
]

from dataclasses import dataclass
from enum import StrEnum
from typing import NewType

from engine.board import Power

Kind = NewType("Kind", str)

HIGHEST = 6
"""The highest number of a die, and so of attack and defence (BG-1.6)."""

INFANTRY = Kind("infantry")
ARTILLERY = Kind("artillery")
TANK = Kind("tank")
AA_GUN = Kind("aa_gun")
COMPLEX = Kind("complex")
FIGHTER = Kind("fighter")
BOMBER = Kind("bomber")
SUBMARINE = Kind("submarine")
TRANSPORT = Kind("transport")
DESTROYER = Kind("destroyer")
CRUISER = Kind("cruiser")
CARRIER = Kind("carrier")
BATTLESHIP = Kind("battleship")


class Domain(StrEnum):
    """Where a unit lives."""

    LAND = "land"
    SEA = "sea"
    AIR = "air"
    FACILITY = "facility"


class Trait(StrEnum):
    """What the rules need to know about a kind of unit."""

    SURFACE_WARSHIP = "surface_warship"  # BG-1.2; makes a sea zone hostile (BG-1.3)
    SUBMARINE = "submarine"  # BG-8F
    DESTROYER = "destroyer"  # BG-7.4, 8.9, 8.10
    TRANSPORT = "transport"  # BG-7.9; defenceless: BG-8.15, 8.17
    CARRIER = "carrier"  # BG-7.8
    CARRIER_BORNE = "carrier_borne"  # may land on a carrier
    BOMBARDS = "bombards"  # BG-8.5b
    RAIDS = "raids"  # BG-8.2
    BLITZES = "blitzes"  # BG-7.2
    SUPPORTS = "supports"  # BG-8.18: lends +1 to one supported unit
    SUPPORTED = "supported"
    ANTI_AIR = "anti_air"  # BG-8.4
    LIGHT = "light"  # infantry: rides with others (BG-4.2)
    COMPLEX = "complex"  # BG-10
    STAYS_IN_COMBAT_MOVE = "stays_in_combat_move"  # AA guns: BG-7.1


@dataclass(frozen=True, slots=True)
class UnitType:
    """One row of a unit table.

    `cost` in IPC; `attack` and `defence` are the highest d6 result that hits (BG-1.6); `move` in
    spaces; `hits` is how many it takes to remove the unit (BG-8.15).

    Attributes:
        capacity: aircraft on a carrier's deck (BG-7.8), or bulk that a transport holds (BG-7.9).
        bulk: what a land unit takes of a transport's capacity; 0: it is not carried.
        buyers: the powers that can buy it; None: every power.
    """

    kind: Kind
    domain: Domain
    cost: int
    attack: int
    defence: int
    move: int
    hits: int
    traits: frozenset[Trait]
    capacity: int = 0
    bulk: int = 0
    buyers: frozenset[Power] | None = None

    @property
    def is_combat_unit(self) -> bool:
        """Whether it fights at all (BG-1.2)."""
        return self.attack > 0 or self.defence > 0
