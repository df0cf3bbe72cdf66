"""A drawn map: the path, kind and anchor of every space, and what stands around them."""

__all__ = [
    "LIMIT",
    "MAP_SUFFIX",
    "Anchor",
    "Drawn",
    "Map",
    "SpaceKind",
    "View",
    "connections",
    "drawn_for",
    "text",
]

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

from engine.board import Board

FORMAT = 1

MAP_SUFFIX = ".map.json"
"""How the file of a map ends that lies beside its scenario's."""

LIMIT = 8 << 20
"""Bytes beyond which a file is no map."""


class SpaceKind(StrEnum):
    """What a space is."""

    TERRITORY = "territory"
    ZONE = "zone"


@dataclass(frozen=True, slots=True)
class Anchor:
    """Where the name and the units of a space go: a circle within it, as a rule the largest.

    Map units, right and down from the map's upper left corner.
    """

    x: float
    y: float
    radius: float


@dataclass(frozen=True, slots=True)
class Drawn:
    """A space as drawn; `path` is the `d` of an SVG path, to be filled by the even-odd rule."""

    kind: SpaceKind
    path: str
    anchor: Anchor


@dataclass(frozen=True, slots=True)
class View:
    """A part of the map worth a button of its own, in map units."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Map:
    """A board as drawn.

    Attributes:
        name: of the map, not of the scenario: several may be played on it.
        width: in map units.
        height: in map units.
        wraps: whether the right edge goes on at the left. Then a space that crosses the edge is
            drawn once, whole, with coordinates beyond it.
        spaces: by name.
        connections: pairs of spaces that touch, as the scenario says, each pair once.
        scenery: path of land outside the game.
        shore: paths around all land, the widest first, to be filled under the land.
        views: by what to call them.
        barriers: path of strips over borders that are drawn, but that nothing crosses.
    """

    name: str
    width: float
    height: float
    wraps: bool
    spaces: Mapping[str, Drawn]
    connections: tuple[tuple[str, str], ...]
    scenery: str = ""
    shore: tuple[str, ...] = ()
    views: Mapping[str, View] = field(default_factory=dict)
    barriers: str = ""


def connections(board: Board) -> tuple[tuple[str, str], ...]:
    """Every connection of a board once, ascending."""
    return tuple(
        sorted(
            (name, other)
            for name in board.spaces
            for other in board.neighbours[name]
            if name < other
        )
    )


def text(drawn: Map) -> str:
    """The file of a map, a space or a member on each line."""
    spaces = {
        name: {
            "kind": space.kind,
            "anchor": [_number(n) for n in (space.anchor.x, space.anchor.y, space.anchor.radius)],
            "path": space.path,
        }
        for name, space in sorted(drawn.spaces.items())
    }
    members: dict[str, object] = {
        "format": FORMAT,
        "name": drawn.name,
        "width": _number(drawn.width),
        "height": _number(drawn.height),
        "wraps": drawn.wraps,
        "views": {
            name: [_number(n) for n in (view.x, view.y, view.width, view.height)]
            for name, view in drawn.views.items()
        },
        "connections": drawn.connections,
        "scenery": drawn.scenery,
        "shore": drawn.shore,
    }
    if drawn.barriers:
        members["barriers"] = drawn.barriers
    lines = [f"{_compact(name)}:{_compact(value)}" for name, value in members.items()]
    rows = ",\n".join(f"{_compact(name)}:{_compact(space)}" for name, space in spaces.items())
    return "{\n" + ",\n".join(lines) + f',\n"spaces":{{\n{rows}\n}}}}\n'


def drawn_for(spaces: Collection[str], beside: Collection[Path] = ()) -> bytes | None:
    """The file of a map that shows just these spaces, if there is one.

    Args:
        spaces: of a scenario.
        beside: files to try before the maps that come with the program, as an imported board is to
            keep its own shapes; what is no map is skipped.
    """
    wanted = set(spaces)
    folder = resources.files("client").joinpath("maps")
    own = [file for file in folder.iterdir() if file.name.endswith(".json")]
    for file in (*beside, *sorted(own, key=lambda file: file.name)):
        data = _read(file)
        if data is not None and _spaces(data) == wanted:
            return data
    return None


def _read(file: Traversable) -> bytes | None:
    try:
        with file.open("rb") as opened:
            data = opened.read(LIMIT + 1)
    except OSError:
        return None
    return data if len(data) <= LIMIT else None


def _spaces(data: bytes) -> set[str]:
    """The names of the spaces of a map, none if it is no map."""
    try:
        file: object = json.loads(data)
    except (ValueError, RecursionError):
        return set()
    match file:
        case {"format": 1, "spaces": dict() as spaces}:
            return set(spaces)
        case _:
            return set()


def _compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _number(value: float) -> float:
    """With one decimal, or none where it says nothing."""
    tenths = round(value * 10)
    return tenths // 10 if tenths % 10 == 0 else tenths / 10
