"""A map as text: boxes with lines in them, roughly where the scenario says that they lie.

Only for the eye: no rule reads where a space lies, and `look` names what touches what.
"""

__all__ = ["Box", "chart"]

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass

_ACROSS = 5  # boxes in a band of the map, about
_NARROWEST = 14  # columns that a box needs for names and units to be read
_GAP = 1  # columns between two boxes


@dataclass(frozen=True, slots=True)
class Box:
    """One place on the map: its lines, the first its title, and where it lies.

    `place` is (degrees east, degrees north).
    """

    lines: tuple[str, ...]
    place: tuple[int, int]


def chart(boxes: Sequence[Box], width: int) -> str:
    """Draw boxes, north at the top, within `width` columns."""
    if not boxes:
        return ""
    across = max(1, min(_ACROSS, (width + _GAP) // (_NARROWEST + _GAP)))
    count = -(-len(boxes) // across)
    by_north = sorted(boxes, key=lambda box: (-box.place[1], box.place[0]))
    size = -(-len(boxes) // count)
    bands = [by_north[i : i + size] for i in range(0, len(by_north), size)]
    west = min(box.place[0] for box in boxes)
    east = max(box.place[0] for box in boxes)
    wide = (width - _GAP * (size - 1)) // size
    drawn = [
        _band(sorted(band, key=lambda box: box.place), wide, width, west, max(1, east - west))
        for band in bands
    ]
    return "\n".join(drawn)


def _band(boxes: Sequence[Box], wide: int, width: int, west: int, span: int) -> str:
    """One band: each box as near to its longitude as its neighbours leave room for."""
    starts: list[int] = []
    for i, box in enumerate(boxes):
        wanted = (box.place[0] - west) * (width - wide) // span
        room_after = (len(boxes) - i) * (wide + _GAP) - _GAP
        earliest = starts[-1] + wide + _GAP if starts else 0
        starts.append(max(earliest, min(wanted, width - room_after)))
    insides = [_wrapped(box.lines[1:], wide - 2) for box in boxes]
    height = max(map(len, insides))
    frames = [
        _frame(box.lines[0], inside, height, wide)
        for box, inside in zip(boxes, insides, strict=True)
    ]
    rows = (_row(cells, starts) for cells in zip(*frames, strict=True))
    return "\n".join(row.rstrip() for row in rows)


def _row(cells: Sequence[str], starts: Sequence[int]) -> str:
    row = ""
    for cell, start in zip(cells, starts, strict=True):
        row = row.ljust(start) + cell
    return row


def _frame(title: str, lines: Sequence[str], height: int, wide: int) -> list[str]:
    """A frame around `height` lines, its upper edge holding the title."""
    inner = wide - 2
    filled = [*lines, *[""] * (height - len(lines))]
    return [
        "┌" + _shortened(f" {title} ", inner).ljust(inner, "─") + "┐",
        *("│" + line.ljust(inner) + "│" for line in filled),
        "└" + "─" * inner + "┘",
    ]


def _shortened(title: str, most: int) -> str:
    return title if len(title) <= most else f"{title[: most - 1]}…"


def _wrapped(lines: Sequence[str], wide: int) -> list[str]:
    return [part for line in lines for part in textwrap.wrap(line, wide, subsequent_indent="  ")]
