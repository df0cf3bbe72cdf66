"""The text files of a TripleA map: where its picture shows each space.

`place` of our format is made of them, and a drawn map (`picture`); what touches what is in the
game's file.
"""

__all__ = ["Drawing", "Pixel", "read_drawing"]

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from client.importing.errors import CannotImport

Pixel = tuple[int, int]
"""Right and down from the picture's upper left corner."""

_MARKS = "<(|"
"""What ends the name of a space and begins its points."""
_POINT = re.compile(r"\(\s*(-?\d{1,7})\s*,\s*(-?\d{1,7})\s*\)")
_FLAT = re.compile(r"^map\.scrollWrapX\s*=\s*false\s*$", re.MULTILINE)
_SIZE = re.compile(r"^map\.(width|height)\s*=\s*(\d{1,7})\s*$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Drawing:
    """What the text files say.

    Attributes:
        size: width and height of the picture.
        points: a point of each space.
        named: the spaces that each file names, by the file's name.
        outlines: the polygons of each space.
        wraps: whether the picture's right edge goes on at the left.
    """

    size: Pixel
    points: Mapping[str, Pixel]
    named: Mapping[str, frozenset[str]]
    outlines: Mapping[str, tuple[tuple[Pixel, ...], ...]] = field(default_factory=dict)
    wraps: bool = True

    def place(self, space: str) -> tuple[int, int] | None:
        """A point of a space as (degrees east, degrees north), the picture being the whole globe.

        No picture quite is, so this is roughly right at best.
        """
        if space not in self.points:
            return None
        (right, down), (width, height) = self.points[space], self.size
        east, north = right * 360 // width - 180, 90 - down * 180 // height
        return min(180, max(-180, east)), min(90, max(-90, north))


def read_drawing(texts: Mapping[str, bytes], source: str) -> Drawing:
    """Read those of a map's text files that there are.

    A space's point is its centre; failing that the middle of its largest polygon; failing that the
    first place for units.

    Args:
        texts: by name: ``centers.txt``, ``polygons.txt``, ``place.txt``, ``map.properties``.
        source: what to call the map in messages.

    Raises:
        CannotImport: one of them is not written as such files are.
    """
    rows = {
        name: _rows(_text(data, name, source), name, source)
        for name, data in texts.items()
        if name != "map.properties"
    }
    points: dict[str, Pixel] = {}
    for name, point in (("place.txt", _first), ("polygons.txt", _middle), ("centers.txt", _first)):
        for space, rest in rows.get(name, {}).items():
            found = point(rest)
            if found is not None:
                points[space] = found
    properties = _text(texts.get("map.properties", b""), "map.properties", source)
    stated = {match[1]: int(match[2]) for match in _SIZE.finditer(properties)}
    size = (
        max(stated.get("width", 0), *(x + 1 for x, _ in points.values()), 1),
        max(stated.get("height", 0), *(y + 1 for _, y in points.values()), 1),
    )
    return Drawing(
        size,
        points,
        {name: frozenset(spaces) for name, spaces in rows.items()},
        {space: _polygons(rest) for space, rest in rows.get("polygons.txt", {}).items()},
        _FLAT.search(properties) is None,
    )


def _text(data: bytes, name: str, source: str) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise CannotImport(f"{source}, {name}: is not UTF-8: {error}") from error


def _rows(text: str, name: str, source: str) -> dict[str, str]:
    """The lines of a file: a space, and what follows the first bracket."""
    rows: dict[str, str] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        ends = [at for mark in _MARKS if (at := line.find(mark)) >= 0]
        space = " ".join(line[: min(ends, default=0)].split())
        if not space:
            raise CannotImport(f"{source}, {name}, line {number}: no space and points")
        rows[space] = line[min(ends) :]
    return rows


def _points(text: str) -> list[Pixel]:
    return [(int(x), int(y)) for x, y in _POINT.findall(text)]


def _polygons(text: str) -> tuple[tuple[Pixel, ...], ...]:
    """Several polygons, each in angle brackets."""
    return tuple(tuple(points) for part in text.split(">") if (points := _points(part)))


def _first(text: str) -> Pixel | None:
    return next(iter(_points(text)), None)


def _middle(text: str) -> Pixel | None:
    """The middle of the largest polygon."""
    polygons = _polygons(text)
    if not polygons:
        return None
    largest = max(polygons, key=_area)
    return (
        sum(x for x, _ in largest) // len(largest),
        sum(y for _, y in largest) // len(largest),
    )


def _area(points: Sequence[Pixel]) -> int:
    """Twice the area of a polygon."""
    return abs(
        sum(x * v - u * y for (x, y), (u, v) in zip(points, (*points[1:], points[0]), strict=True))
    )
