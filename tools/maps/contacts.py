"""What touches what on a drawing, compared with what touches by the scenario."""

__all__ = ["Contacts", "Mismatch", "Pair", "pair"]

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import shapely

from tools.maps.plane import Frame

Pair = tuple[str, str]
"""Two names, ascending."""

_TOUCH = 0.6
_STRIP = 1.8
"""Map units by which a strip over a border reaches into either space."""

_LEAST = 3.0
"""Map units of border within `_TOUCH` of each other from which two spaces are seen to touch."""


def pair(a: str, b: str) -> Pair:
    """Two names in the order in which pairs are written."""
    return (a, b) if a < b else (b, a)


@dataclass(frozen=True, slots=True)
class Mismatch:
    """How a drawing differs from the scenario."""

    missing: tuple[Pair, ...]
    added: tuple[Pair, ...]

    def __len__(self) -> int:
        return len(self.missing) + len(self.added)


class Contacts:
    """The spaces of a drawing, and how much border any two of them share.

    The drawing changes by `redraw`; what changed alone is measured again.
    """

    def __init__(self, shapes: Mapping[str, Any], frame: Frame) -> None:
        self.shapes = dict(shapes)
        self.frame = frame
        self._shared: dict[Pair, float] = {}
        self._measure(self.shapes)

    def touching(self) -> frozenset[Pair]:
        """The pairs that are seen to touch."""
        return frozenset(both for both, length in self._shared.items() if length >= _LEAST)

    def mismatch(self, connections: Iterable[Pair]) -> Mismatch:
        """How the drawing differs from these connections."""
        wanted, seen = frozenset(connections), self.touching()
        return Mismatch(tuple(sorted(wanted - seen)), tuple(sorted(seen - wanted)))

    def shared(self, a: str, b: str) -> float:
        """Map units of border that two spaces share."""
        return self._shared.get(pair(a, b), 0.0)

    def border(self, a: str, b: str) -> Any:
        """A strip over the border that two spaces share, wherever it is on the sheet."""
        strip = self.shapes[b].buffer(_STRIP, quad_segs=1)
        turned = [s.buffer(_STRIP, quad_segs=1) for s in self.frame.turns(self.shapes[a])]
        both = shapely.union_all([shape.intersection(strip) for shape in turned])
        return shapely.simplify(both, _STRIP / 4)

    def redraw(self, shapes: Mapping[str, Any]) -> None:
        """Draw some spaces anew."""
        self.shapes.update(shapes)
        self._shared = {
            (a, b): n for (a, b), n in self._shared.items() if a not in shapes and b not in shapes
        }
        self._measure(shapes)

    def _measure(self, some: Iterable[str]) -> None:
        names = list(self.shapes)
        bounds = shapely.STRtree([shapely.box(*self.shapes[name].bounds) for name in names])
        for name in some:
            for shape in self.frame.turns(self.shapes[name]):
                near = shape.buffer(_TOUCH, quad_segs=2)
                shapely.prepare(near)
                for i in bounds.query(near):
                    other = names[int(i)]
                    if other == name or not near.intersects(self.shapes[other]):
                        continue
                    length = float(self.shapes[other].boundary.intersection(near).length)
                    both = pair(name, other)
                    self._shared[both] = max(self._shared.get(both, 0.0), length)
