"""Which land belongs to which territory."""

__all__ = ["Land", "divide"]

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import cos, hypot, radians
from typing import Any

import shapely
from shapely import LineString, Point, Polygon

from tools.maps.naturalearth import Country, polygons_of
from tools.maps.partition import lengthened, roughened, shared_out
from tools.maps.points import Place, Points

_LOOSE_END = 0.2
"""Degrees by which province lines are continued, so that they meet the coast."""

_ISLAND = 60.0
"""Square degrees below which land may be an island far from its country."""

_FAR = 45.0
"""Degrees beyond which land belongs to no territory."""

_SCENERY = 6.0
"""Degrees within which an island belongs to a place of scenery."""

_ISLET = 3.0
"""Degrees within which an island is drawn by the islets of a territory that are there."""

_NEAR = 25.0
"""Degrees within which points count when a piece of land is divided by points alone."""


@dataclass(frozen=True, slots=True)
class Land:
    """The pieces of land of each territory and of none, in degrees."""

    territories: Mapping[str, tuple[Polygon, ...]]
    scenery: tuple[Polygon, ...]


def divide(
    countries: Sequence[Country],
    lines: Sequence[LineString],
    points: Points,
    drawn_apart: frozenset[str],
    antarctic: float,
) -> Land:
    """Give all land to territories, or to the scenery.

    Args:
        countries: of today.
        lines: between their provinces.
        points: of the board.
        drawn_apart: territories that get no land.
        antarctic: degrees north; land whose middle is south of it is left out.
    """
    places = {name: found for name, found in points.territories.items() if name not in drawn_apart}
    tree = shapely.STRtree(lines)
    found: dict[str, list[Polygon]] = {name: [] for name in places}
    scenery: list[Polygon] = []
    islets = [place for name in sorted(drawn_apart) for place in points.territories[name]]
    for country in countries:
        candidates = _candidates(country, places)
        for part in country.parts:
            middle = part.representative_point()
            if middle.y < antarctic:
                continue
            if _is_island_of(part, candidates, islets, _ISLET):
                continue
            if not candidates or _is_scenery(part, candidates, points.scenery):
                scenery.append(part)
                continue
            for piece in _cut(part, lines, tree) if len(candidates) > 1 else (part,):
                for name, land in _given(piece, candidates, points.divide):
                    found[name].append(land)
    return Land({name: tuple(pieces) for name, pieces in found.items()}, tuple(scenery))


def _candidates(
    country: Country, places: Mapping[str, Sequence[Place]]
) -> Mapping[str, Sequence[Place]]:
    """The territories to which land of this country may belong: they have a point in it."""
    whole = shapely.union_all(country.parts)
    shapely.prepare(whole)
    return {
        name: found
        for name, found in places.items()
        if any(
            whole.contains(Point(place.east + around, place.north))
            for place in found
            for around in (0, 360, -360)
        )
    }


def _distance(point: Any, place: Place) -> float:
    """Roughly, in degrees."""
    across = abs((point.x - place.east + 180) % 360 - 180)
    return hypot(across * cos(radians((point.y + place.north) / 2)), point.y - place.north)


def _nearest(middle: Any, candidates: Mapping[str, Sequence[Place]]) -> tuple[float, str]:
    return min(
        (_distance(middle, place), name) for name, found in candidates.items() for place in found
    )


def _is_scenery(
    part: Polygon, candidates: Mapping[str, Sequence[Place]], scenery: Sequence[Place]
) -> bool:
    distance, _ = _nearest(part.representative_point(), candidates)
    return distance > _FAR or _is_island_of(part, candidates, scenery, _SCENERY)


def _is_island_of(
    part: Polygon,
    candidates: Mapping[str, Sequence[Place]],
    places: Sequence[Place],
    within: float,
) -> bool:
    """Whether land is an island nearer to these places than to those of its country."""
    middle = part.representative_point()
    away = min((_distance(middle, place) for place in places), default=within)
    if part.area >= _ISLAND or away >= within:
        return False
    return not candidates or away < _nearest(middle, candidates)[0]


def _cut(part: Polygon, lines: Sequence[LineString], tree: Any) -> list[Polygon]:
    """A part of a country cut along the lines within it."""
    across = [
        lengthened(lines[int(i)], _LOOSE_END) for i in tree.query(part, predicate="intersects")
    ]
    if not across:
        return [part]
    network = shapely.union_all([part.boundary, *across])
    shapely.prepare(part)
    return [
        piece
        for piece in polygons_of(shapely.polygonize(list(shapely.get_parts(network))))
        if part.contains(piece.representative_point())
    ]


def _given(
    piece: Polygon, candidates: Mapping[str, Sequence[Place]], divided: Sequence[Place]
) -> list[tuple[str, Polygon]]:
    """Give a piece to the territory with the nearest point, or share it out."""
    middle = piece.representative_point()
    if len(candidates) > 1 and any(
        piece.contains(Point(place.east, place.north)) for place in divided
    ):
        near = [
            (place.east, place.north, name)
            for name, found in candidates.items()
            for place in found
            if _distance(middle, place) < _NEAR
        ]
        return [
            (name, polygon)
            for name, share in shared_out(near, piece, roughened).items()
            for polygon in polygons_of(share)
        ]
    return [(_nearest(middle, candidates)[1], piece)]
