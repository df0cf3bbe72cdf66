"""The board: spaces, their connections, canals. Geometry never decides a rule; this data does."""

__all__ = ["Board", "Canal", "Power", "Side", "Space", "SpaceId"]

import functools
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import NewType

Power = NewType("Power", str)
Side = NewType("Side", str)
SpaceId = NewType("SpaceId", str)


@dataclass(frozen=True, slots=True)
class Space:
    """A territory or a sea zone.

    `value` in IPC. `original` is the power whose emblem is printed there (BG-1.5, R17), None for
    sea zones and neutrals; a `victory_city` counts for who holds it (BG-2.2). `place` is where a
    drawn map may show it, degrees east and degrees north: no rule reads it, and it is no part of
    the scenario's plain form.

    Implements: BG-1.1, BG-1.5, R17
    """

    id: SpaceId
    sea: bool
    value: int = 0
    original: Power | None = None
    victory_city: bool = False
    neutral: bool = False
    place: tuple[int, int] | None = field(default=None, metadata={"transient": True})


@dataclass(frozen=True, slots=True)
class Canal:
    """A passage between two sea zones that needs territories.

    Attributes:
        exempt: kinds of ship that pass without them.
        option: the setting that must be on for the canal to be one at all; empty for none.

    Implements: BG-2.4
    """

    name: str
    zones: tuple[SpaceId, SpaceId]
    territories: tuple[SpaceId, ...]
    exempt: frozenset[str] = frozenset()
    option: str = ""


@dataclass(frozen=True, eq=False)
class Board:
    """All spaces and which of them touch."""

    spaces: Mapping[SpaceId, Space]
    neighbours: Mapping[SpaceId, tuple[SpaceId, ...]]
    canals: tuple[Canal, ...] = ()
    _distances: dict[
        tuple[SpaceId, bool | None, tuple[SpaceId, ...] | None], Mapping[SpaceId, int]
    ] = field(default_factory=dict, repr=False)

    def __getitem__(self, space: SpaceId) -> Space:
        return self.spaces[space]

    def is_sea(self, space: SpaceId) -> bool:
        """Whether the space is a sea zone."""
        return self.spaces[space].sea

    def adjacent(self, a: SpaceId, b: SpaceId) -> bool:
        """Whether two spaces touch."""
        return b in self.neighbours[a]

    def adjacent_zones(self, space: SpaceId) -> tuple[SpaceId, ...]:
        """Sea zones next to a space."""
        return tuple(n for n in self.neighbours[space] if self.spaces[n].sea)

    def adjacent_land(self, space: SpaceId) -> tuple[SpaceId, ...]:
        """Territories next to a space."""
        return tuple(n for n in self.neighbours[space] if not self.spaces[n].sea)

    @functools.cached_property
    def territories(self) -> tuple[SpaceId, ...]:
        """All territories, in the order of the data."""
        return tuple(s for s, space in self.spaces.items() if not space.sea)

    @functools.cached_property
    def zones(self) -> tuple[SpaceId, ...]:
        """All sea zones, in the order of the data."""
        return tuple(s for s, space in self.spaces.items() if space.sea)

    def canals_between(self, a: SpaceId, b: SpaceId) -> Iterable[Canal]:
        """Canals that a ship uses when it sails between two zones."""
        return (c for c in self.canals if c.zones in ((a, b), (b, a)))

    def reach(
        self, start: SpaceId, limit: int, enter: Callable[[SpaceId, SpaceId], bool]
    ) -> dict[SpaceId, int]:
        """Spaces within `limit` steps and their distance; `enter(from, to)` says what is open."""
        found = {start: 0}
        queue = deque([start])
        while queue:
            here = queue.popleft()
            if found[here] == limit:
                continue
            for there in self.neighbours[here]:
                if there not in found and enter(here, there):
                    found[there] = found[here] + 1
                    queue.append(there)
        return found

    def distances(
        self,
        start: SpaceId,
        *,
        sea: bool | None = None,
        within: tuple[SpaceId, ...] | None = None,
    ) -> Mapping[SpaceId, int]:
        """Steps from `start` to every space; by sea, by land, or (None) as the crow flies.

        `within` keeps the way to some spaces. Neutral territories are closed (BG-7.13). A pure
        function of the board, kept once computed.
        """
        key = (start, sea, within)
        if key not in self._distances:
            self._distances[key] = self.reach(
                start,
                len(self.spaces),
                lambda _, to: (
                    not self.spaces[to].neutral
                    and (sea is None or self.spaces[to].sea == sea)
                    and (within is None or to in within)
                ),
            )
        return self._distances[key]
