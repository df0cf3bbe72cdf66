"""Land on the plane: projected, straits open, islets drawn, simplified with shared borders."""

__all__ = ["Frame", "PlaneLand", "cleaned", "draw_land"]

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import cos, pi, sin
from typing import Any

import shapely
from shapely import LineString, Polygon
from shapely.affinity import translate

from tools.maps.boards import Board, Disc
from tools.maps.errors import CannotDraw
from tools.maps.naturalearth import polygons_of
from tools.maps.points import Points
from tools.maps.projection import Projection
from tools.maps.territories import Land

_LAKE = 60.0
"""Map units squared below which a lake is filled."""

_SPARSE = 40.0
_SCENERY = 14.0
_SNAP = 0.02
_CORNERS = 28
_SEAM = 200.0
"""Map units beyond the edge within which land meets land of the other edge."""


@dataclass(frozen=True, slots=True)
class Frame:
    """The sheet, which may be the outside of a cylinder."""

    width: float
    height: float
    wraps: bool

    def turns(self, shape: Any) -> list[Any]:
        """A shape as often as it is seen on a sheet with another at its left and right."""
        if not self.wraps:
            return [shape]
        return [translate(shape, xoff=k * self.width) for k in (0, -1, 1)]

    def sheet(self, beyond: float = 0.0) -> Polygon:
        """The sheet itself, with so much more to the left and right if it wraps."""
        more = beyond if self.wraps else 0.0
        return shapely.box(-more, 0, self.width + more, self.height)


@dataclass(frozen=True, slots=True)
class PlaneLand:
    """The land of each territory and of none, in map units."""

    territories: Mapping[str, Any]
    scenery: Any


def draw_land(land: Land, points: Points, board: Board, frame: Frame) -> PlaneLand:
    """Draw all land.

    Raises:
        CannotDraw: a territory has no land.
    """
    straits = shapely.union_all([_strait(s.course, s.width, board) for s in board.straits])
    sheet = frame.sheet(frame.width)
    shapes: dict[str, Any] = {}
    for name, places in points.territories.items():
        if name in board.discs:
            shape = _islets(board.discs[name], [board.projection.point(p) for p in places])
        else:
            east = (places[0].east - board.projection.west) % 360 + board.projection.west
            shape = _whole(land.territories[name], east, board.projection)
            closed = board.merged.get(name, 0.0)
            shape = shape.buffer(closed).buffer(-closed) if closed else shape
        shape = shape.difference(straits).intersection(sheet)
        smallest = _SPARSE if name in board.sparse else board.smallest
        shapes[name] = cleaned(shape, 0.0 if name in board.discs else smallest, _LAKE)
    middle = board.projection.west + 180
    scenery = shapely.union_all([_whole([part], middle, board.projection) for part in land.scenery])
    missing = sorted(name for name, shape in shapes.items() if shape.is_empty)
    if missing:
        raise CannotDraw(f"{board.name}: no land for {', '.join(missing)}: check its points")
    islets = shapely.union_all([shapes[name] for name in board.discs])
    shapes = {
        name: shape if name in board.discs else shape.difference(islets)
        for name, shape in shapes.items()
    }
    scenery = cleaned(scenery.intersection(sheet), _SCENERY, _LAKE, keep_largest=False)
    return _simplified(shapes, scenery, board, frame)


def cleaned(shape: Any, smallest: float, lake: float, *, keep_largest: bool = True) -> Any:
    """A shape without parts and holes below a size; its largest part stays, unless told."""
    parts = sorted(polygons_of(shape), key=lambda part: -float(part.area))
    return shapely.union_all(
        [
            Polygon(part.exterior, [hole for hole in part.interiors if Polygon(hole).area > lake])
            for i, part in enumerate(parts)
            if (keep_largest and i == 0) or part.area > smallest
        ]
    )


def _whole(parts: Iterable[Polygon], east: float, projection: Projection) -> Any:
    """All parts brought to where the first point is drawn, joined and projected."""
    beside = [
        translate(part, xoff=360 * round((east - part.representative_point().x) / 360))
        for part in parts
    ]
    return projection.shape(shapely.union_all(beside)).buffer(0)


def _strait(course: Sequence[tuple[float, float]], width: float, board: Board) -> Polygon:
    west = board.projection.west
    line = LineString([((east - west) % 360 + west, north) for east, north in course])
    return board.projection.shape(line).buffer(width / 2)


def _islets(disc: Disc, middles: Sequence[tuple[float, float]]) -> Any:
    """An islet about each point, no two alike."""
    last = len(disc.radii) - 1
    return shapely.union_all(
        [
            Polygon(
                [
                    _shore(x + disc.right, y + disc.down, disc.radii[min(i, last)], x + i, turn)
                    for turn in range(_CORNERS)
                ]
            )
            for i, (x, y) in enumerate(middles)
        ]
    )


def _shore(x: float, y: float, radius: float, phase: float, turn: int) -> tuple[float, float]:
    angle = 2 * pi * turn / _CORNERS
    swell = (
        0.10 * sin(2 * angle + phase)
        + 0.07 * sin(3 * angle + 2 * phase)
        + 0.04 * sin(5 * angle + 3 * phase)
    )
    return x + radius * (1 + swell) * cos(angle), y + radius * 0.88 * (1 + swell) * sin(angle)


def _simplified(shapes: Mapping[str, Any], scenery: Any, board: Board, frame: Frame) -> PlaneLand:
    """Simplify all land at once: a border is simplified once for both its sides.

    Land near the edge of a sheet that wraps is simplified with its neighbours of the other edge.
    """
    names = list(shapes)
    sheets = [*shapes.values(), scenery]
    inner = shapely.box(_SEAM, 0, frame.width - _SEAM, frame.height)
    copies = [
        copy
        for shape in sheets
        if not inner.covers(shape)
        for copy in frame.turns(shape)[1:]
        if copy.intersects(frame.sheet(_SEAM))
    ]
    clean = shapely.coverage_clean([*sheets, *copies], snapping_distance=_SNAP)
    simple = list(shapely.coverage_simplify(clean, board.detail))[: len(sheets)]
    *drawn, rest = (
        cleaned(shape, board.smallest, _LAKE, keep_largest=shape is not simple[-1])
        for shape in simple
    )
    return PlaneLand(dict(zip(names, drawn, strict=True)), rest)
