"""How one side of a battle can stand: a row of hit points, and a number for each row.

A row has one entry for each troop in the battle, then one for each that has submerged, one for each
that has withdrawn, and one for each that is still searched for. Standings are numbered, so that
what follows from one is worked out once.
"""

__all__ = ["CombatState", "Standing", "Standings", "Units"]

from collections.abc import Sequence
from typing import NamedTuple, NewType

from engine.battles import Role
from engine.odds.survey import Survey

Standing = NewType("Standing", int)
"""The number of one way in which a side can stand."""


class CombatState(NamedTuple):
    """How both sides stand."""

    attackers: Standing
    defenders: Standing


Units = tuple[int, ...]
"""How many units, or hit points, of each troop; empty if there are none."""

_SUBMERGED, _WITHDRAWN, _HIDDEN, _PARTS = 1, 2, 3, 4
"""The parts of a row after the first, and how many there are."""


class Standings:
    """The ways in which one side can stand.

    Attributes:
        start: how it stands in full, before the battle.
        points: a number that falls with each hit, each reroll and each find, by standing.
        present: the troops in the battle, a bit for each, by standing.
        hiding: the troops that are still searched for, a bit for each, by standing.
        rows: the rows of hit points, by standing.
        counts: how many units each troop has at most.
        spent: the troop that a unit joins once it has used its reroll (WE-1), by its troop.
        told_troops: the troops without those that stand for units which have used a reroll.
        told_units: their rows of the unit table.
        told_costs: IPC that the side keeps with a unit of each.
    """

    def __init__(self, survey: Survey, role: Role) -> None:
        self.troops = survey.troops[role]
        self.units = survey.units[role]
        self.counts = tuple(troop.count for troop in self.troops)
        self.points: list[int] = []
        self.present: list[int] = []
        self.hiding: list[int] = []
        self.rows: list[tuple[int, ...]] = []
        self._numbers: dict[tuple[int, ...], Standing] = {}
        self.spent = survey.spent[role]
        told = survey.told[role]
        self.told_troops = self.troops[:told]
        self.told_units = self.units[:told]
        self.told_costs = tuple(survey.cost(role, index) for index in range(told))
        self.start = self.mustered([*self.counts[:told], *(0 for _ in self.spent)])

    def mustered(self, counts: Sequence[int]) -> Standing:
        """How the side stands before the battle, with so many units of each troop."""
        full = (
            unit.hits * number - min(troop.damaged, number)
            for troop, unit, number in zip(self.troops, self.units, counts, strict=True)
        )
        return self.numbered((*full, *([0] * (_PARTS - 1) * len(self.troops))))

    def numbered(self, row: tuple[int, ...]) -> Standing:
        """The standing with this row."""
        number = self._numbers.get(row)
        if number is None:
            number = self._numbers[row] = Standing(len(self.rows))
            size = len(self.troops)
            here, hidden = row[:size], row[_HIDDEN * size :]
            self.rows.append(row)
            unspent = sum(1 for i in self.spent if here[i])
            rerolls = len(self.spent)
            self.points.append(sum(here) * (1 + rerolls) + unspent + sum(hidden) * (3 + rerolls))
            self.present.append(sum(1 << i for i, points in enumerate(here) if points))
            self.hiding.append(sum(1 << i for i, points in enumerate(hidden) if points))
        return number

    def count(self, standing: Standing, troops: int = -1) -> int:
        """How many units are in the battle, of these troops or of all."""
        return sum(n for i, n in enumerate(self.alive(standing)) if troops >> i & 1)

    def hit_points(self, standing: Standing) -> Units:
        """Hit points of each troop in the battle."""
        return self.rows[standing][: len(self.troops)]

    def alive(self, standing: Standing) -> Units:
        """How many units of each troop are in the battle."""
        return self._alive(standing, 0)

    def left(self, standing: Standing) -> tuple[int, ...]:
        """How many units of each troop are alive, in the battle or out of it.

        Those that have used a reroll are counted with their troop.
        """
        parts = (self._alive(standing, part) for part in range(_PARTS))
        alive = list(map(sum, zip(*parts, strict=True)))
        for troop, then in self.spent.items():
            alive[troop] += alive[then]
        return tuple(alive[: len(self.told_troops)])

    def worth(self, standing: Standing) -> int:
        """IPC that a side keeps with all units that are alive, in the battle or out of it."""
        return sum(map(int.__mul__, self.left(standing), self.told_costs))

    def withdrawn(self, standing: Standing) -> bool:
        """Whether any unit has withdrawn."""
        return any(self._alive(standing, _WITHDRAWN))

    def _alive(self, standing: Standing, part: int) -> tuple[int, ...]:
        size = len(self.troops)
        row = self.rows[standing][part * size : (part + 1) * size]
        return tuple(map(min, self.counts, row))

    def without(self, standing: Standing, troops: int) -> Standing:
        """The side after these troops (a bit for each) are lost."""
        row = self.rows[standing]
        return self.numbered(
            tuple(0 if troops >> i & 1 else points for i, points in enumerate(row))
        )

    def less(self, standing: Standing, points: Units) -> Standing:
        """The side after each troop in the battle has lost so many hit points; none if empty."""
        row = self.rows[standing]
        lost = (*points, *([0] * (len(row) - len(points))))
        return self.numbered(tuple(map(int.__sub__, row, lost)))

    def submerged(self, standing: Standing, troops: int) -> Standing:
        """The side after these troops have left the battle under water (BG-8.11)."""
        return self._aside(standing, troops, _SUBMERGED)

    def retreated(self, standing: Standing, troops: int) -> Standing:
        """The side after these troops have withdrawn (BG-8.19)."""
        return self._aside(standing, troops, _WITHDRAWN)

    def hidden(self, standing: Standing, troops: int) -> Standing:
        """The side while these troops have still to be found (DS-11)."""
        return self._aside(standing, troops, _HIDDEN)

    def found(self, standing: Standing, troops: int) -> Standing:
        """The side after these troops have been found."""
        row, size = list(self.rows[standing]), len(self.troops)
        for i in range(size):
            if troops >> i & 1:
                row[i] += row[_HIDDEN * size + i]
                row[_HIDDEN * size + i] = 0
        return self.numbered(tuple(row))

    def _aside(self, standing: Standing, troops: int, part: int) -> Standing:
        row, size = list(self.rows[standing]), len(self.troops)
        for i in range(size):
            if troops >> i & 1:
                row[part * size + i] += row[i]
                row[i] = 0
        return self.numbered(tuple(row))

    def moved(self, standing: Standing, troop: int, to: int) -> Standing:
        """The side after all of a troop have joined another."""
        row = list(self.rows[standing])
        row[to] += row[troop]
        row[troop] = 0
        return self.numbered(tuple(row))

    def lost(self, before: Standing, after: Standing) -> list[int]:
        """The troops that have taken hits in between, a mention for each hit."""
        rows = zip(self.rows[before], self.rows[after], strict=True)
        return [i for i, (had, has) in enumerate(rows) for _ in range(had - has)]
