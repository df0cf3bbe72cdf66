"""Reading Natural Earth: countries from a topology, lines from a shapefile."""

__all__ = ["Country", "polygons_of", "read_countries", "read_lines"]

import json
import struct
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from typing import Any

import shapely
from shapely import LineString, Polygon
from shapely.affinity import translate

from tools.maps.errors import CannotDraw

_Position = tuple[float, float]

_MAGIC = 9994
_HEADER = 100
_POLYLINE = 3
_RING = 4
"""The fewest positions of a ring, whose last is its first."""


@dataclass(frozen=True, slots=True)
class Country:
    """A country of today by its name, and its parts: polygons of degrees east and north."""

    name: str
    parts: tuple[Polygon, ...]


def read_countries(path: Path) -> tuple[Country, ...]:
    """Read the countries of a topology (TopoJSON with an object `countries`).

    Raises:
        CannotDraw: it is no such file.
    """
    try:
        topology = json.loads(path.read_bytes())
        arcs = [_arc(arc, topology["transform"]) for arc in topology["arcs"]]
        return tuple(
            _country(geometry, arcs)
            for geometry in topology["objects"]["countries"]["geometries"]
            if geometry["type"]
        )
    except (OSError, ValueError, LookupError, TypeError) as error:
        raise CannotDraw(f"{path}: not a topology of countries: {error!r}") from error


def _arc(
    steps: Iterable[tuple[int, int]], transform: Mapping[str, tuple[float, float]]
) -> list[_Position]:
    (across, up), (east, north) = transform["scale"], transform["translate"]
    whole = accumulate(steps, lambda a, b: (a[0] + b[0], a[1] + b[1]))
    return [(x * across + east, y * up + north) for x, y in whole]


def _country(geometry: Mapping[str, Any], arcs: Sequence[Sequence[_Position]]) -> Country:
    several = geometry["type"] == "MultiPolygon"
    polygons = geometry["arcs"] if several else [geometry["arcs"]]
    parts: list[Polygon] = []
    for polygon in polygons:
        outline, *holes = (_ring(ring, arcs) for ring in polygon)
        if len(outline) >= _RING:
            sound = shapely.make_valid(Polygon(outline, [h for h in holes if len(h) >= _RING]))
            parts += map(_at_home, polygons_of(sound))
    return Country(geometry["properties"]["name"], tuple(parts))


def _at_home(part: Polygon) -> Polygon:
    """A part with its middle within half the globe of Greenwich; it may reach beyond."""
    return translate(part, xoff=-360 * round(part.representative_point().x / 360))


def _ring(numbers: Iterable[int], arcs: Sequence[Sequence[_Position]]) -> list[_Position]:
    """Join arcs (`~n` is arc n backwards) and let no step be longer than half the globe."""
    ring: list[_Position] = []
    for number in numbers:
        arc = arcs[number] if number >= 0 else arcs[~number][::-1]
        for east, north in arc[1:] if ring else arc:
            around = round((ring[-1][0] - east) / 360) * 360 if ring else 0
            ring.append((east + around, north))
    return ring


def polygons_of(geometry: object) -> list[Polygon]:
    """The polygons of a geometry that have an area, however it collects them."""
    parts: list[Polygon] = []
    for part in shapely.get_parts(geometry):
        if part.geom_type == "Polygon" and not part.is_empty:
            parts.append(part)
        elif part.geom_type in ("MultiPolygon", "GeometryCollection"):
            parts += polygons_of(part)
    return parts


def read_lines(path: Path) -> tuple[LineString, ...]:
    """Read the lines of a shapefile of polylines, in degrees east and north.

    Raises:
        CannotDraw: it is no such file.
    """
    try:
        return tuple(LineString(line) for line in _polylines(path.read_bytes()))
    except (OSError, ValueError, struct.error) as error:
        raise CannotDraw(f"{path}: not a shapefile of polylines: {error}") from error


def _polylines(data: bytes) -> Iterator[list[_Position]]:
    if struct.unpack_from(">i", data) != (_MAGIC,):
        raise ValueError("does not begin as a shapefile does")
    at = _HEADER
    while at < len(data):
        _, words = struct.unpack_from(">2i", data, at)
        kind, *_, parts, points = struct.unpack_from("<i4d2i", data, at + 8)
        if kind == _POLYLINE:
            starts = struct.unpack_from(f"<{parts}i", data, at + 52)
            first = at + 52 + 4 * parts
            along = list(struct.iter_unpack("<2d", data[first : first + 16 * points]))
            for start, end in zip(starts, (*starts[1:], points), strict=True):
                yield along[start:end]
        at += 8 + 2 * words
