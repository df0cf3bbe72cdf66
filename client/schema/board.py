"""What never changes in a game: its spaces, powers and units, and the map that is drawn of them."""

__all__ = [
    "Board",
    "BoardPower",
    "BoardSpace",
    "Canal",
    "DrawnMap",
    "DrawnSpace",
    "UnitFacts",
]

from collections.abc import Mapping
from typing import Literal

from client.schema.model import Model


class BoardPower(Model):
    """A power.

    Attributes:
        letter: that stands for it on the map, the same on all boards.
        colour: that it is drawn in, as ``#rrggbb``.
        side: its side.
        capital: its capital, if it has one.
        seat: that plays it.
    """

    letter: str
    colour: str
    side: str
    capital: str | None
    seat: int


class UnitFacts(Model):
    """A line of the unit table (BG-6).

    Attributes:
        several: the plural of its name.
        symbol: the kind of the rulebook that it is most like; its silhouette is drawn, if the kind
            has none of its own.
    """

    name: str
    several: str
    cost: int
    attack: int
    defence: int
    move: int
    hits: int
    domain: str
    symbol: str


class BoardSpace(Model):
    """A space.

    Attributes:
        sea: whether it is a sea zone.
        value: IPC of a territory.
        original: the power whose emblem it has.
        city: whether it has a victory city.
        neutral: whether it is neutral.
        price: IPC to enter it while it is neutral.
        neighbours: spaces that it touches.
        convoy: IPC of convoys that it can lose in a phase; None if it has none.
    """

    sea: bool
    value: int
    original: str | None
    city: bool
    neutral: bool
    price: int | None
    neighbours: tuple[str, ...]
    convoy: int | None


class Canal(Model):
    """A canal between two sea zones, and the territories whose holder opens it (BG-2.4)."""

    name: str
    zones: tuple[str, str]
    lands: tuple[str, ...]


class DrawnSpace(Model):
    """How a space is drawn: an SVG path, and a circle for its units (x, y, radius)."""

    kind: Literal["zone", "territory"]
    path: str
    anchor: tuple[float, float, float]


class DrawnMap(Model):
    """A drawn map, as `client/maps/README.md` describes its file.

    Attributes:
        wraps: whether its right edge goes on at its left one.
        views: boxes (x, y, width, height) by what to call them.
    """

    format: int
    name: str
    width: float
    height: float
    wraps: bool
    views: Mapping[str, tuple[float, float, float, float]]
    connections: tuple[tuple[str, str], ...]
    scenery: str
    shore: tuple[str, ...]
    spaces: Mapping[str, DrawnSpace]
    barriers: str = ""


class Board(Model):
    """The board of a game.

    Attributes:
        scenario: its name.
        title: of the scenario.
        phases: of every turn, in order.
        hidden: whether there are hidden submarines.
        rules: the house rules in force, by their ids.
        interceptors: whether fighters may intercept raids (BG-8.3).
    """

    scenario: str
    title: str
    powers: Mapping[str, BoardPower]
    units: Mapping[str, UnitFacts]
    spaces: Mapping[str, BoardSpace]
    canals: tuple[Canal, ...]
    phases: tuple[str, ...]
    hidden: bool
    rules: tuple[str, ...]
    interceptors: bool
    map: DrawnMap
