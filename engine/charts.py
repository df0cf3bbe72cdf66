"""Breakthroughs, the charts on which they are rolled, and what they do to units (BG-4.2, 4.3).

Charts and better units are data of an edition (`engine/editions/*.toml`); what a breakthrough does
beyond the unit table is in `engine.breakthroughs`.
"""

__all__ = ["Breakthrough", "Charts", "Improvement"]

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypedDict

from engine.units import Kind, UnitType

Units = Mapping[Kind, UnitType]


class Improvement(TypedDict, total=False):
    """The numbers of a row of the unit table that a breakthrough changes."""

    cost: int
    attack: int
    defence: int
    move: int


class Breakthrough(StrEnum):
    """What research can bring (BG-4.2 to 4.4)."""

    ADVANCED_ARTILLERY = "advanced_artillery"
    ROCKETS = "rockets"
    PARATROOPERS = "paratroopers"
    INCREASED_PRODUCTION = "increased_production"
    WAR_BONDS = "war_bonds"
    MECHANIZED_INFANTRY = "mechanized_infantry"
    SUPER_SUBMARINES = "super_submarines"
    JET_FIGHTERS = "jet_fighters"
    IMPROVED_SHIPYARDS = "improved_shipyards"
    INDUSTRIAL_TECHNOLOGY = "industrial_technology"
    RADAR = "radar"
    LONG_RANGE_AIRCRAFT = "long_range_aircraft"
    HEAVY_BOMBERS = "heavy_bombers"


@dataclass(frozen=True, eq=False)
class Charts:
    """An edition's charts.

    Attributes:
        charts: each a list of breakthroughs, one for each side of the die that is rolled on it.
        improved: what a breakthrough changes in the unit table, by kind.
    """

    charts: tuple[tuple[Breakthrough, ...], ...]
    improved: Mapping[Breakthrough, Mapping[Kind, Improvement]]
    _rows: dict[frozenset[Breakthrough], Units] = field(default_factory=dict, repr=False)

    def rows(self, units: Units, owned: frozenset[Breakthrough]) -> Units:
        """The unit table of a power that has these breakthroughs, kept once made.

        `units` is the table without any, always the same for one edition's charts.
        """
        if owned not in self._rows:
            table = dict(units)
            for breakthrough in sorted(owned):
                for kind, changes in self.improved.get(breakthrough, {}).items():
                    table[kind] = dataclasses.replace(table[kind], **changes)
            self._rows[owned] = table
        return self._rows[owned]
