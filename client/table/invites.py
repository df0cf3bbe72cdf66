"""Invites as a host hands them out: whose each is, its link, and the link as a QR code."""

__all__ = ["invites"]

import functools
import re
from collections.abc import Iterable

import segno

from client.table.picture import Section
from p2p.invite import SCHEME

_LINE = re.compile(rf"\s*(?P<who>.+?): (?P<link>{SCHEME}\S+)")


def invites(lines: Iterable[str]) -> list[Section]:
    """The invites among some lines that a host is shown.

    `qr` is the `d` of an SVG path of modules one unit wide; `size` is how many there are in a row,
    with the quiet zone of four around them.
    """
    return [
        {"who": found["who"], "link": found["link"], **_code(found["link"])}
        for line in lines
        if (found := _LINE.fullmatch(line)) is not None
    ]


@functools.lru_cache(maxsize=64)
def _code(link: str) -> Section:
    made = segno.make(link, error="l", micro=False)
    rows = [list(row) for row in made.matrix_iter(border=4)]
    path = "".join(
        f"M{x} {y}h1v1h-1z" for y, row in enumerate(rows) for x, dark in enumerate(row) if dark
    )
    return {"qr": path, "size": len(rows)}
