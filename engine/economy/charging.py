"""To which complexes new units are charged that several could place (BG-10.1)."""

__all__ = ["charged"]

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from engine.board import Power, SpaceId
from engine.economy.mobilize import Slot, capacity_left
from engine.game import Game
from engine.units import Kind


@dataclass(frozen=True, slots=True)
class _Unit:
    """A unit that waits, where it is to stand if that is chosen, and who could place it there."""

    kind: Kind
    at: SpaceId | None
    complexes: tuple[SpaceId, ...]
    use: int


def charged(
    game: Game, power: Power, wanted: Iterable[tuple[Kind, SpaceId | None, SpaceId]]
) -> Mapping[Slot, int] | None:
    """Charge units to complexes so that as many others as possible can still be placed.

    Units and complexes form a bipartite graph. A greatest matching that serves the units wanted
    first is found by augmenting paths.

    Args:
        game: in the power's Mobilize phase.
        power: whose units wait.
        wanted: of each unit its kind, the complex that is to place it if that is chosen, and the
            space where it is to stand.

    Returns:
        How many of which kind each complex places where; None if the units wanted find no room.
    """
    chosen = [_unit(game, power, kind, by, at) for kind, by, at in wanted]
    waiting = Counter(game.waiting.get(power, {})) - Counter(unit.kind for unit in chosen)
    rest = [_unit(game, power, kind, None, None) for kind in sorted(waiting.elements())]
    matching = _Matching(game, [*chosen, *rest])
    if not all(matching.place(i) for i in range(len(chosen))):
        return None
    for i in range(len(chosen), len(matching.units)):
        matching.place(i)
    return Counter(matching.slots())


def _unit(game: Game, power: Power, kind: Kind, by: SpaceId | None, at: SpaceId | None) -> _Unit:
    where = game.rules.placements(game, power, kind).items()
    able = sorted(
        complex_
        for complex_, spaces in where
        if by in (None, complex_) and (spaces if at is None else at in spaces)
    )
    return _Unit(kind, at, tuple(able), game.rules.capacity_use(game, power, kind))


class _Matching:
    """Which complex places which unit, as far as they have been placed."""

    def __init__(self, game: Game, units: list[_Unit]) -> None:
        self.units = units
        complexes = {complex_ for unit in units for complex_ in unit.complexes}
        self._room = {complex_: capacity_left(game, complex_) for complex_ in complexes}
        self._placed: dict[int, SpaceId] = {}

    def place(self, unit: int) -> bool:
        """Place one unit more; others may be charged to other complexes for it."""
        return self._place(unit, set())

    def slots(self) -> Iterator[Slot]:
        """Where each unit stands that is to stand somewhere, and who places it."""
        for i, complex_ in sorted(self._placed.items()):
            unit = self.units[i]
            if unit.at is not None:
                yield unit.kind, complex_, unit.at

    def _place(self, unit: int, tried: set[SpaceId]) -> bool:
        for complex_ in self.units[unit].complexes:
            if complex_ in tried:
                continue
            if self.units[unit].use:
                tried.add(complex_)
                if not self._has_room(complex_, unit) and not self._makes_room(complex_, tried):
                    continue
            self._placed[unit] = complex_
            return True
        return False

    def _has_room(self, complex_: SpaceId, unit: int) -> bool:
        room = self._room[complex_]
        used = sum(self.units[i].use for i, by in self._placed.items() if by == complex_)
        return room is None or used + self.units[unit].use <= room

    def _makes_room(self, complex_: SpaceId, tried: set[SpaceId]) -> bool:
        holders = [i for i, by in self._placed.items() if by == complex_ and self.units[i].use]
        return any(self._place(i, tried) for i in holders)
