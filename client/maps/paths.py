"""Rings of points as SVG paths: one decimal, relative, no character more than needed."""

__all__ = ["Point", "Ring", "path"]

from collections.abc import Iterable, Sequence
from itertools import pairwise

Point = tuple[float, float]
Ring = Sequence[Point]
"""The corners of a polygon in order. The last is joined to the first; it may repeat it."""

_CORNERS = 3


def path(rings: Iterable[Ring]) -> str:
    """The `d` of a path with these rings, outlines and holes alike (even-odd rule).

    Corners that fall together at one decimal are one; a ring of fewer than three is left out.
    """
    return "".join(_subpath(_tenths(ring)) for ring in rings)


def _tenths(ring: Ring) -> list[tuple[int, int]]:
    """The corners in whole tenths, so that no rounding adds up along the ring."""
    corners: list[tuple[int, int]] = []
    for x, y in ring:
        corner = (round(x * 10), round(y * 10))
        if not corners or corner != corners[-1]:
            corners.append(corner)
    while len(corners) > 1 and corners[0] == corners[-1]:
        corners.pop()
    return corners


def _subpath(corners: Sequence[tuple[int, int]]) -> str:
    if len(corners) < _CORNERS:
        return ""
    steps = [(x - u, y - v) for (u, v), (x, y) in pairwise(corners)]
    return f"M{_joined([corners[0]])}l{_joined(steps)}z"


def _joined(points: Iterable[tuple[int, int]]) -> str:
    """Numbers with a space between them where no minus separates them anyway."""
    written = ""
    for tenths in (n for point in points for n in point):
        number = _decimal(tenths)
        written += number if not written or number.startswith("-") else f" {number}"
    return written


def _decimal(tenths: int) -> str:
    whole, tenth = divmod(abs(tenths), 10)
    sign = "-" if tenths < 0 else ""
    if not tenth:
        return f"{sign}{whole}"
    return f"{sign}{whole or ''}.{tenth}"
