"""The largest circle that fits into a polygon: where its name and its units go."""

__all__ = ["depth", "largest_circle"]

import heapq
from collections.abc import Sequence
from itertools import pairwise
from math import inf, sqrt

from client.maps.form import Anchor
from client.maps.paths import Point, Ring

_Segment = tuple[float, float, float, float, float]
"""Where it starts, how far it goes right and down, and the square of its length."""


def largest_circle(rings: Sequence[Ring], precision: float = 0.5) -> Anchor:
    """The largest circle inside a polygon of several rings (even-odd rule).

    Squares that cover the polygon are searched, those that may hold the best centre first, and
    quartered until none can be better by more than the precision.

    Args:
        rings: outlines and holes; at least one, with an area.
        precision: how much larger the largest circle may be, in the units of the points.
    """
    segments = _segments(rings)
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


def depth(point: Point, rings: Sequence[Ring]) -> float:
    """How far a point lies within a polygon of several rings; negative outside (even-odd rule)."""
    return _depth(point, _segments(rings))


def _segments(rings: Sequence[Ring]) -> list[_Segment]:
    return [
        (ax, ay, bx - ax, by - ay, (bx - ax) ** 2 + (by - ay) ** 2)
        for ring in rings
        for (ax, ay), (bx, by) in pairwise((*ring, ring[0]))
        if (ax, ay) != (bx, by)
    ]


def _depth(point: Point, segments: Sequence[_Segment]) -> float:
    x, y = point
    inside, away = False, []
    for ax, ay, dx, dy, squared in segments:
        right, down = x - ax, y - ay
        if (down < 0) != (down < dy) and right * dy * dy < dx * down * dy:
            inside = not inside
        along = (right * dx + down * dy) / squared
        if along >= 1:
            right, down = right - dx, down - dy
        elif along > 0:
            right, down = right - along * dx, down - along * dy
        away.append(right * right + down * down)
    nearest = sqrt(min(away))
    return nearest if inside else -nearest
