"""The boards that are drawn, and what is decided by eye for each."""

__all__ = ["BOARDS", "Board", "Disc", "Strait", "Theatre"]

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from math import inf

from tools.maps.projection import Bump, Projection, Ramp, Scale


@dataclass(frozen=True, slots=True)
class Disc:
    """A territory too small to be drawn true: an islet about each of its points.

    `radii` in map units, the last for all further points; `right` and `down` shift them all.
    """

    radii: tuple[float, ...]
    right: float = 0.0
    down: float = 0.0


@dataclass(frozen=True, slots=True)
class Strait:
    """Water that the simplified coast would close: a line of (east, north), `width` map units."""

    course: tuple[tuple[float, float], ...]
    width: float


@dataclass(frozen=True, slots=True)
class Theatre:
    """A part of the map worth a button."""

    west: float
    east: float
    south: float
    north: float


@dataclass(frozen=True, slots=True)
class Board:
    """How a board is drawn.

    Attributes:
        name: of the map and of its file of points.
        scenario: a scenario played on it; its connections are the map's.
        projection: from the globe to the plane.
        detail: map units by which the simplified coast may be wrong.
        smallest: map units squared below which an island is left out, its main land apart.
        sparse: territories of many islands, where those below 40 are left out.
        merged: territories with straits of this many map units filled, so that their parts touch.
        room: the name of a sea zone goes to its main place where a circle of this radius, in map
            units, fits there; else where the largest fits.
        discs: territories drawn as islets.
        straits: kept open.
        theatres: by what to call them.
    """

    name: str
    scenario: str
    projection: Projection
    detail: float
    smallest: float = 14.0
    sparse: frozenset[str] = frozenset()
    merged: Mapping[str, float] = field(default_factory=dict)
    room: float = inf
    discs: Mapping[str, Disc] = field(default_factory=dict)
    straits: tuple[Strait, ...] = ()
    theatres: Mapping[str, Theatre] = field(default_factory=dict)


_ANNIVERSARY = Board(
    name="anniversary",
    scenario="anniversary-1941",
    projection=Projection(
        west=-95.0,
        east=265.0,
        south=-57.5,
        north=75.5,
        width=4000.0,
        longitudes=Scale(
            bumps=(
                Bump(at=17, width=25, height=0.95),  # Europe
                Bump(at=113, width=20, height=0.28),  # China
                Bump(at=152, width=30, height=0.10),  # the western Pacific
                Bump(at=-122, width=30, height=-0.25),  # the eastern Pacific
                Bump(at=-38, width=18, height=-0.12),  # the middle of the Atlantic
            )
        ),
        latitudes=Scale(
            bumps=(Bump(at=47, width=13, height=0.55), Bump(at=24, width=12, height=0.15)),
            ramps=(Ramp(start=62, end=72, factor=0.45), Ramp(start=-5, end=-30, factor=0.58)),
        ),
        upright=1.27,
    ),
    detail=1.7,
    sparse=frozenset(
        ("Alaska", "Balkans", "Borneo", "East Indies", "New Guinea", "Soviet Far East")
    ),
    discs={
        "Caroline Islands": Disc((15,)),
        "Gibraltar": Disc((9,), down=-6),
        "Hawaiian Islands": Disc((12, 9, 9, 7)),
        "Iwo Jima": Disc((12,)),
        "Midway": Disc((12,)),
        "Okinawa": Disc((13,)),
        "Wake Island": Disc((12,)),
    },
    straits=(
        Strait(((-7.2, 35.93), (-5.9, 35.95), (-5.3, 36.0), (-4.2, 36.05)), 8.4),  # Gibraltar
        Strait(((32.32, 31.6), (32.32, 30.6), (32.55, 29.9), (32.6, 29.3)), 3.0),  # Suez
        Strait(((-79.95, 9.8), (-79.9, 9.2), (-79.5, 8.85), (-79.4, 8.4)), 3.2),  # Panama
        Strait(((28.9, 40.8), (29.0, 41.05), (29.15, 41.4)), 3.0),  # the Bosphorus
        Strait(((25.9, 40.0), (26.4, 40.15), (26.7, 40.42), (27.4, 40.6)), 3.0),  # the Dardanelles
    ),
    theatres={
        "Europe": Theatre(-12, 48, 30, 68),
        "Atlantic": Theatre(-90, 12, -5, 66),
        "Africa": Theatre(-20, 60, -38, 40),
        "China": Theatre(72, 132, 5, 54),
        "Pacific": Theatre(108, 252, -22, 56),
    },
)

_CLASSIC = replace(
    _ANNIVERSARY,
    name="classic",
    scenario="classic",
    sparse=frozenset(("Alaska", "Borneo-Celebes", "East Indies", "New Guinea", "Southern Europe")),
    discs={name: disc for name, disc in _ANNIVERSARY.discs.items() if name != "Iwo Jima"},
)

_WAKE_ISLAND = Board(
    name="wake-island",
    scenario="wake-island",
    projection=Projection(
        west=122.0,
        east=246.0,
        south=-1.0,
        north=47.0,
        width=2400.0,
        longitudes=Scale(bumps=(Bump(at=222, width=16, height=-0.35),)),
        latitudes=Scale(ramps=(Ramp(start=34, end=44, factor=0.7),)),
    ),
    detail=1.2,
    room=46.0,
    merged={"Honshu": 8.0, "Kyushu": 8.0},
    discs={
        "Caroline Islands": Disc((26, 15, 15, 12)),
        "Hawaii": Disc((26, 17, 15, 13)),
        "Iwo Jima": Disc((24,)),
        "Marshall Islands": Disc((24, 14, 14, 12)),
        "Midway": Disc((24, 11)),
        "Wake Island": Disc((24, 11)),
    },
    theatres={
        "Japan": Theatre(122, 158, 14, 46),
        "Central Pacific": Theatre(145, 192, 2, 36),
        "Hawaii": Theatre(176, 246, 8, 46),
    },
)

BOARDS = (_ANNIVERSARY, _CLASSIC, _WAKE_ISLAND)
"""All of them."""
