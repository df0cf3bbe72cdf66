"""Dividing a plane among names by their points, with borders that look drawn and not computed."""

__all__ = ["roughened", "rounded", "shared_out"]

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from math import cos, hypot
from typing import Any

import shapely
from shapely import LineString, MultiPoint

from tools.maps.naturalearth import polygons_of

_Position = tuple[float, float]

_CUTS = 3
_HALVINGS = 5
_WANDER = 0.11


def shared_out(
    points: Sequence[tuple[float, float, str]],
    region: Any,
    bent: Callable[[LineString], LineString],
) -> Mapping[str, Any]:
    """Share a region out among names: each gets what is nearest to its points, roughly.

    Args:
        points: (x, y, name), no two in one place.
        region: a geometry; nothing outside it is given to anyone.
        bent: how to redraw a border between two junctions; it must keep the ends.
    """
    cells = shapely.voronoi_polygons(
        MultiPoint([(x, y) for x, y, _ in points]), extend_to=region, ordered=True
    )
    by_name: dict[str, list[Any]] = {}
    for (_, _, name), cell in zip(points, cells.geoms, strict=True):
        by_name.setdefault(name, []).append(cell)
    owners = {name: shapely.union_all(parts) for name, parts in by_name.items()}
    hull = shapely.union_all(list(owners.values())).boundary
    network = shapely.union_all([owner.boundary for owner in owners.values()])
    borders = shapely.line_merge(shapely.difference(network, hull.buffer(1e-6)))
    lines = shapely.union_all(
        [hull.buffer(1e-5).boundary, *map(_ends_out, map(bent, _lines(borders)))]
    )
    names, tree = list(owners), shapely.STRtree(list(owners.values()))
    found: dict[str, list[Any]] = {}
    for face in polygons_of(shapely.polygonize(_lines(lines))):
        near = tree.query(face, predicate="intersects")
        if len(near):
            most = max(near, key=lambda i: float(face.intersection(tree.geometries[i]).area))
            found.setdefault(names[int(most)], []).append(face)
    return {
        name: shapely.intersection(shapely.union_all(faces), region)
        for name, faces in found.items()
    }


def _lines(geometry: Any) -> list[LineString]:
    return [part for part in shapely.get_parts(geometry) if part.geom_type == "LineString"]


def _ends_out(line: LineString) -> LineString:
    """A line made a little longer at both ends, so that it surely meets what it ended at."""
    return lengthened(line, 1e-4)


def lengthened(line: LineString, by: float) -> LineString:
    """A line continued straight on at both ends."""
    corners = list(line.coords)
    if line.is_closed:
        return line
    return LineString(
        [_beyond(corners[1], corners[0], by), *corners, _beyond(corners[-2], corners[-1], by)]
    )


def _beyond(before: _Position, end: _Position, by: float) -> _Position:
    (ax, ay), (bx, by_) = before, end
    length = hypot(bx - ax, by_ - ay) or 1.0
    return bx + (bx - ax) / length * by, by_ + (by_ - ay) / length * by


def rounded(line: LineString) -> LineString:
    """A border at sea: its corners cut off, and the new corners again."""
    corners: list[_Position] = list(line.coords)
    for _ in range(_CUTS):
        cut: list[_Position] = [corners[0]]
        for (ax, ay), (bx, by) in pairwise(corners):
            cut.append((ax * 0.75 + bx * 0.25, ay * 0.75 + by * 0.25))
            cut.append((ax * 0.25 + bx * 0.75, ay * 0.25 + by * 0.75))
        corners = [*cut, corners[-1]]
    return LineString(corners)


def roughened(line: LineString) -> LineString:
    """A border on land: halved again and again, each time the middle wanders off a little.

    How far depends on where it is alone, so the same border always wanders alike.
    """
    corners: list[_Position] = list(line.coords)
    for _ in range(_HALVINGS):
        finer: list[_Position] = [corners[0]]
        for (ax, ay), (bx, by) in pairwise(corners):
            off = _WANDER * cos(37.0 * (ax + bx) + 91.0 * (ay + by))
            finer.append(((ax + bx) / 2 - off * (by - ay), (ay + by) / 2 + off * (bx - ax)))
            finer.append((bx, by))
        corners = finer
    return LineString(corners)
