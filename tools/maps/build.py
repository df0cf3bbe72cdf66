"""One map, from the first step to the last."""

__all__ = ["Built", "build"]

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import shapely
from shapely import LineString, Point

from client.maps.circle import largest_circle
from client.maps.form import Anchor, Drawn, Map, SpaceKind, View, connections
from client.maps.paths import Ring, path
from engine.board import Board as PlayedBoard
from tools.maps.boards import Board, Theatre
from tools.maps.coasts import hand_over
from tools.maps.contacts import Contacts, Mismatch
from tools.maps.errors import CannotDraw
from tools.maps.naturalearth import Country, polygons_of
from tools.maps.plane import Frame, PlaneLand, draw_land
from tools.maps.points import Place, Points
from tools.maps.sea import draw_zones
from tools.maps.territories import divide

_ANTARCTIC = -58.0
_GLOW = (14.0, 6.0)
"""Map units by which the shore reaches into the sea, the widest first."""

_RIM = 2.0
"""Map units by which it reaches under the land in any case."""

_CRACK = 0.1
"""Map units of sea within land that are but rounding between one sheet and the next."""

_SEAM = 400.0
"""Map units from the edge within which land of the next sheet may be."""


@dataclass(frozen=True, slots=True)
class Built:
    """A map, and how its drawing differs from the scenario."""

    map: Map
    mismatch: Mismatch


def build(
    board: Board,
    played: PlayedBoard,
    points: Points,
    countries: Sequence[Country],
    lines: Sequence[LineString],
) -> Built:
    """Draw a board.

    Raises:
        CannotDraw: the points are not those of the scenario, or leave a space without a shape.
    """
    _check(board, played, points)
    frame = Frame(board.projection.width, board.projection.height, board.projection.wraps)
    land = divide(countries, lines, points, frozenset(board.discs), _ANTARCTIC)
    drawn = draw_land(land, points, board, frame)
    zones = draw_zones(points, drawn, board, frame)
    contacts = Contacts({**drawn.territories, **zones}, frame)
    pairs = connections(played)
    hand_over(contacts, frozenset(zones), frozenset(pairs))
    mismatch = contacts.mismatch(pairs)
    return Built(
        Map(
            name=board.name,
            width=frame.width,
            height=frame.height,
            wraps=frame.wraps,
            spaces={
                **{
                    name: Drawn(
                        SpaceKind.TERRITORY, path(_rings(shape)), largest_circle(_rings(shape))
                    )
                    for name, shape in drawn.territories.items()
                },
                **{
                    name: Drawn(
                        SpaceKind.ZONE,
                        path(_rings(contacts.shapes[name])),
                        _anchor(contacts.shapes[name], places[0], board),
                    )
                    for name, places in points.zones.items()
                },
            },
            connections=pairs,
            scenery=path(_rings(drawn.scenery)),
            shore=tuple(path(_rings(glow)) for glow in _shore(drawn, frame)),
            views=_views(board),
            barriers="".join(path(_rings(contacts.border(a, b))) for a, b in mismatch.added),
        ),
        mismatch,
    )


def _check(board: Board, played: PlayedBoard, points: Points) -> None:
    for kind, named, known in (
        ("territory", points.territories, played.territories),
        ("zone", points.zones, played.zones),
    ):
        for name in sorted(set(named) ^ set(known)):
            where = "the points" if name in named else "the scenario"
            raise CannotDraw(f"{board.name}: {kind} {name} is only in {where}")


def _anchor(zone: Any, place: Place, board: Board) -> Anchor:
    """Where the name of a sea zone goes: to its main place if there is room, else elsewhere."""
    middle = Point(board.projection.point(place))
    room = float(middle.distance(zone.boundary))
    if zone.contains(middle) and room >= board.room:
        return Anchor(middle.x, middle.y, room)
    return largest_circle(_rings(zone))


def _rings(shape: Any) -> list[Ring]:
    return [
        list(ring.coords)[:-1]
        for polygon in polygons_of(shape)
        for ring in (polygon.exterior, *polygon.interiors)
    ]


def _shore(land: PlaneLand, frame: Frame) -> Iterable[Any]:
    """All land, swollen: roughly is good enough under a glow.

    Near the edge of a sheet that wraps land itself is left out: the glow of one sheet would lie
    over land that reaches in from the next.
    """
    everything = shapely.union_all([*land.territories.values(), land.scenery])
    whole = shapely.union_all(frame.turns(everything)).buffer(_CRACK, quad_segs=2)
    inner = shapely.box(_SEAM, 0, frame.width - _SEAM, frame.height)
    seam = frame.sheet().difference(inner if frame.wraps else frame.sheet())
    bare = shapely.simplify(whole.buffer(-_RIM, quad_segs=2), _RIM).intersection(seam)
    for reach in _GLOW:
        swollen = shapely.simplify(whole.buffer(reach, quad_segs=3), 1.5)
        glow = swollen.intersection(frame.sheet()).difference(bare)
        yield shapely.set_precision(glow, 1.0)


def _views(board: Board) -> Mapping[str, View]:
    return {name: _view(theatre, board) for name, theatre in board.theatres.items()}


def _view(theatre: Theatre, board: Board) -> View:
    left, top = board.projection.point(Place(theatre.west, theatre.north))
    right, bottom = board.projection.point(Place(theatre.east, theatre.south))
    around = board.projection.width if right < left else 0.0
    return View(left, top, right + around - left, bottom - top)
