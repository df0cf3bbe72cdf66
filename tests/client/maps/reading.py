"""A reader of the paths of maps, from client/maps/README.md alone."""

import re
from collections.abc import Sequence
from itertools import pairwise

Point = tuple[float, float]

_NUMBER = r"-?(?:\d+(?:\.\d)?|\.\d)"
_SUBPATH = re.compile(rf"M({_NUMBER}) ?({_NUMBER})l({_NUMBER}(?: ?{_NUMBER})*)z")


def rings(path: str) -> list[list[Point]]:
    """The rings of a path; ValueError where it is not written as the format says."""
    found: list[list[Point]] = []
    end = 0
    for match in _SUBPATH.finditer(path):
        if match.start() != end:
            break
        end = match.end()
        x, y = _tenths(match[1]), _tenths(match[2])
        steps = [_tenths(number) for number in re.findall(_NUMBER, match[3])]
        ring = [(x / 10, y / 10)]
        for dx, dy in zip(steps[::2], steps[1::2], strict=True):
            x, y = x + dx, y + dy
            ring.append((x / 10, y / 10))
        found.append(ring)
    if end != len(path):
        raise ValueError(f"no subpath at {end}: {path[end : end + 20]!r}")
    return found


def inside(point: Point, shape: Sequence[Sequence[Point]]) -> bool:
    """Whether a point is in a shape by the even-odd rule."""
    x, y = point
    within = False
    for ring in shape:
        for (ax, ay), (bx, by) in pairwise((*ring, ring[0])):
            if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
                within = not within
    return within


def area(ring: Sequence[Point]) -> float:
    """The area of a ring, whichever way round it is written."""
    twice = sum(x * v - u * y for (x, y), (u, v) in pairwise((*ring, ring[0])))
    return abs(twice) / 2


def _tenths(number: str) -> int:
    return round(float(number) * 10)
