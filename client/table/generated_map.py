"""A map for a board that nobody has drawn: sea zones as cells, territories as discs.

The format is that of `client/maps/README.md`. Only for the eye: no rule reads it.
"""

__all__ = ["generate_map"]

import itertools
import math
from collections.abc import Iterable, Iterator, Mapping

from client.schema.board import DrawnMap, DrawnSpace
from engine.board import Board, SpaceId

Point = tuple[float, float]

_WIDTH = 2000.0
_MARGIN = 0.12  # of the width, kept free around the outermost places
_CORNERS = 28  # of a disc
_LARGEST = 90.0  # radius of a disc


def generate_map(name: str, board: Board) -> DrawnMap:
    """Draw a board from the places that its scenario gives; where it gives none, around a ring."""
    places, height = _fitted(_places(board))
    cells = {zone: _cell(zone, places, board.zones, height) for zone in board.zones}
    discs = {land: _disc(places[land], _radius(land, places)) for land in board.territories}
    return DrawnMap(
        format=1,
        name=name,
        width=_WIDTH,
        height=height,
        wraps=False,
        views={},
        connections=tuple(
            (a, b) for a in sorted(board.spaces) for b in sorted(board.neighbours[a]) if a < b
        ),
        scenery="",
        shore=tuple(
            "".join(map(_path, _discs(places, board.territories, extra))) for extra in (14.0, 7.0)
        ),
        spaces={
            space: DrawnSpace(
                kind="zone" if board.is_sea(space) else "territory",
                path=_path(cells[space] if board.is_sea(space) else discs[space]),
                anchor=(*_anchor(space, places, board), round(_radius(space, places), 1)),
            )
            for space in sorted(board.spaces)
        },
    )


def _places(board: Board) -> dict[SpaceId, Point]:
    """Where each space lies, right and down; what has no place stands on a ring."""
    found: dict[SpaceId, Point] = {}
    for i, (name, space) in enumerate(board.spaces.items()):
        turn = math.tau * i / len(board.spaces)
        ring = (60 * math.cos(turn), 40 * math.sin(turn))
        east, north = space.place or ring
        found[name] = (float(east), -float(north))
    return found


def _fitted(places: Mapping[SpaceId, Point]) -> tuple[dict[SpaceId, Point], float]:
    """The places scaled to the map, and its height."""
    xs, ys = [x for x, _ in places.values()], [y for _, y in places.values()]
    span = max(max(xs) - min(xs), max(ys) - min(ys), 1.0)
    scale = _WIDTH * (1 - 2 * _MARGIN) / span
    edge = _WIDTH * _MARGIN
    offset = (_WIDTH - (max(xs) - min(xs)) * scale) / 2
    height = round((max(ys) - min(ys)) * scale + 2 * edge, 1)
    return {
        space: ((x - min(xs)) * scale + offset, (y - min(ys)) * scale + edge)
        for space, (x, y) in places.items()
    }, height


def _cell(
    zone: SpaceId, places: Mapping[SpaceId, Point], zones: Iterable[SpaceId], height: float
) -> list[Point]:
    """The part of the map that is nearer to this zone's place than to any other zone's."""
    cell: list[Point] = [(0, 0), (_WIDTH, 0), (_WIDTH, height), (0, height)]
    ax, ay = places[zone]
    for other in zones:
        bx, by = places[other]
        if (bx, by) != (ax, ay):
            cell = list(_nearer(cell, (ax, ay), (bx, by)))
    return cell


def _nearer(cell: list[Point], a: Point, b: Point) -> Iterator[Point]:
    """The part of a convex cell that is nearer to `a` than to `b`."""
    normal = (b[0] - a[0], b[1] - a[1])
    middle = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)

    def beyond(p: Point) -> float:
        return (p[0] - middle[0]) * normal[0] + (p[1] - middle[1]) * normal[1]

    for p, q in zip(cell, [*cell[1:], *cell[:1]], strict=True):
        at, then = beyond(p), beyond(q)
        if at <= 0:
            yield p
        if at * then < 0:
            share = at / (at - then)
            yield (p[0] + (q[0] - p[0]) * share, p[1] + (q[1] - p[1]) * share)


def _radius(space: SpaceId, places: Mapping[SpaceId, Point]) -> float:
    """A radius that keeps clear of every other place."""
    nearest = min((math.dist(places[space], p) for s, p in places.items() if s != space), default=1)
    return min(_LARGEST, max(nearest * 0.36, 12.0))


def _disc(centre: Point, radius: float) -> list[Point]:
    """A round outline, a little uneven, so that it looks like a coast."""
    x, y = centre
    turns = [math.tau * i / _CORNERS for i in range(_CORNERS)]
    uneven = [radius * (1 + 0.07 * math.sin(3 * t + x) + 0.05 * math.sin(7 * t + y)) for t in turns]
    return [(x + r * math.cos(t), y + r * math.sin(t)) for r, t in zip(uneven, turns, strict=True)]


def _discs(
    places: Mapping[SpaceId, Point], lands: Iterable[SpaceId], extra: float
) -> Iterator[list[Point]]:
    for land in lands:
        yield _disc(places[land], _radius(land, places) + extra)


def _anchor(space: SpaceId, places: Mapping[SpaceId, Point], board: Board) -> tuple[float, float]:
    """Where the units of a space stand: below its place if a territory lies over it."""
    x, y = places[space]
    if board.is_sea(space):
        over = [land for land in board.territories if math.dist(places[land], (x, y)) < _LARGEST]
        y += 30 if over else 0
    return round(x, 1), round(y, 1)


def _path(corners: list[Point]) -> str:
    """An SVG path in steps from corner to corner."""
    if not corners:
        return ""
    points = [(round(x, 1), round(y, 1)) for x, y in corners]
    steps = "".join(
        f"{round(x - px, 1)} {round(y - py, 1)} " for (px, py), (x, y) in itertools.pairwise(points)
    )
    return f"M{points[0][0]} {points[0][1]}l{steps.strip()}z"
