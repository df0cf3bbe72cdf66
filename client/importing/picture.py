"""A map's own polygons as a drawn map of ours (client/maps/README.md)."""

__all__ = ["picture"]

from collections.abc import Iterator, Sequence
from math import dist

from client.importing.drawing import Drawing, Pixel
from client.importing.naming import NameTable
from client.maps.circle import depth, largest_circle
from client.maps.form import Drawn, Map, SpaceKind, connections
from client.maps.paths import Ring, path
from engine.scenario import Scenario

_Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""

_DETAIL = 0.8
"""Pixels by which a simplified outline may be wrong: its corners are steps of whole pixels."""

_PRECISION = 5.0
"""Pixels by which the largest circle may be larger than the one that is found."""

_CORNERS = 3


def picture(scenario: Scenario, drawing: Drawing, names: NameTable) -> Map | None:
    """The drawn map of an imported scenario, or None where a space has no polygon.

    Islands are cut out of the sea zones that they lie in, which run on under them in the original.

    Args:
        scenario: as imported.
        drawing: of the map that it was imported from.
        names: what its spaces are called with us.
    """
    board = scenario.board
    outlines = {
        names.space(space): [ring for polygon in polygons if (ring := _simplified(polygon))]
        for space, polygons in drawing.outlines.items()
    }
    if not all(outlines.get(space) for space in board.spaces):
        return None
    lands = [(_box(ring), ring) for space in board.territories for ring in outlines[space]]
    spaces: dict[str, Drawn] = {}
    for space in board.spaces:
        rings = outlines[space]
        if board.is_sea(space):
            rings = [*rings, *_islands(rings, lands)]
        kind = SpaceKind.ZONE if board.is_sea(space) else SpaceKind.TERRITORY
        spaces[space] = Drawn(kind, path(rings), largest_circle(rings, precision=_PRECISION))
    width, height = drawing.size
    return Map(scenario.name, width, height, drawing.wraps, spaces, connections(board))


def _islands(sea: Sequence[Ring], lands: Sequence[tuple[_Box, Ring]]) -> Iterator[Ring]:
    """The land that lies within a sea zone whole."""
    boxes = [_box(ring) for ring in sea]
    for (left, top, right, bottom), land in lands:
        if (
            any(
                box[0] < left and box[1] < top and right < box[2] and bottom < box[3]
                for box in boxes
            )
            and depth(land[0], sea) > 0
        ):
            yield land


def _box(ring: Ring) -> _Box:
    across, down = [x for x, _ in ring], [y for _, y in ring]
    return min(across), min(down), max(across), max(down)


def _simplified(polygon: Sequence[Pixel]) -> Ring:
    """A polygon with no more corners than its shape needs; empty if it has no area.

    Between two corners that stay, the corner farthest from the line between them stays too if it is
    farther than `_DETAIL`. The two to begin with are the first and the one farthest from it.
    """
    first = polygon[0]
    far = max(range(len(polygon)), key=lambda i: dist(first, polygon[i]))
    closed = (*polygon, first)
    kept = {0, far}
    todo = [(0, far), (far, len(polygon))]
    while todo:
        start, end = todo.pop()
        farthest, corner = max(
            ((_off(closed[i], closed[start], closed[end]), i) for i in range(start + 1, end)),
            default=(0.0, start),
        )
        if farthest > _DETAIL:
            kept.add(corner)
            todo += [(start, corner), (corner, end)]
    return [polygon[i] for i in sorted(kept)] if len(kept) >= _CORNERS else []


def _off(point: Pixel, start: Pixel, end: Pixel) -> float:
    """How far a point is from the line between two others."""
    (x, y), (ax, ay), (bx, by) = point, start, end
    length = dist(start, end)
    if not length:
        return dist(point, start)
    return abs((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / length
