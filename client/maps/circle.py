"""The largest circle that fits into a polygon: where its name and its units go."""

__all__ = ["largest_circle"]

import heapq
from collections.abc import Sequence
from itertools import pairwise
from math import hypot, inf, sqrt

from client.maps.form import Anchor
from client.maps.paths import Point, Ring

_Segment = tuple[float, float, float, float]


def largest_circle(rings: Sequence[Ring], precision: float = 0.5) -> Anchor:
    """The largest circle inside a polygon of several rings (even-odd rule).

    Squares that cover the polygon are searched, those that may hold the best centre first, and
    quartered until none can be better by more than the precision.

    Args:
        rings: outlines and holes; at least one, with an area.
        precision: how much larger the largest circle may be, in the units of the points.
    """
    segments = [
        (*start, *end)
        for ring in rings
        for start, end in pairwise((*ring, ring[0]))
        if start != end
    ]
    left, right = min(s[0] for s in segments), max(s[0] for s in segments)
    top, bottom = min(s[1] for s in segments), max(s[1] for s in segments)
    half = max(min(right - left, bottom - top) / 2, precision)
    best = Anchor(left, top, -inf)
    squares: list[tuple[float, float, float, float]] = []
    todo = [
        (left + half * (2 * i + 1), top + half * (2 * j + 1))
        for i in range(int((right - left) / (2 * half)) + 1)
        for j in range(int((bottom - top) / (2 * half)) + 1)
    ]
    while True:
        for x, y in todo:
            radius = _depth((x, y), segments)
            if radius > best.radius:
                best = Anchor(x, y, radius)
            heapq.heappush(squares, (-(radius + half * sqrt(2)), x, y, half))
        bound, x, y, half = heapq.heappop(squares)
        if -bound - best.radius <= precision:
            return best
        half /= 2
        todo = [(x + i * half, y + j * half) for i in (-1, 1) for j in (-1, 1)]


def _depth(point: Point, segments: Sequence[_Segment]) -> float:
    """The distance from a point to the nearest border, negative outside."""
    x, y = point
    inside, nearest = False, inf
    for ax, ay, bx, by in segments:
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            inside = not inside
        dx, dy = bx - ax, by - ay
        along = max(0.0, min(1.0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)))
        nearest = min(nearest, hypot(x - ax - along * dx, y - ay - along * dy))
    return nearest if inside else -nearest
