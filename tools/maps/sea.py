"""Which water belongs to which sea zone."""

__all__ = ["draw_zones"]

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import shapely
from shapely import Point, Polygon

from tools.maps.boards import Board
from tools.maps.errors import CannotDraw
from tools.maps.naturalearth import polygons_of
from tools.maps.partition import rounded, shared_out
from tools.maps.plane import Frame, PlaneLand, cleaned
from tools.maps.points import Points

_SPECK = 0.5
_POND = 25.0
_LAKE = 10.0
_TOUCH = 0.3
_BORDER = 0.8
"""Map units of shared border by which a piece of sea belongs to its neighbour."""

_ROUNDS = 6


@dataclass(frozen=True, slots=True)
class _Owner:
    """A zone on one of the sheets; `name` is empty for the open sea."""

    name: str
    turn: int


@dataclass(slots=True)
class _Piece:
    owner: _Owner
    shape: Polygon
    settled: bool


def draw_zones(points: Points, land: PlaneLand, board: Board, frame: Frame) -> Mapping[str, Any]:
    """Share the ocean out among the sea zones, each whole.

    A piece of sea that land cuts off from its zone's points goes to the neighbour with which it
    shares most border.

    Raises:
        CannotDraw: nothing is left for a zone.
    """
    everything = shapely.union_all([*land.territories.values(), land.scenery])
    ocean = frame.sheet(frame.width).difference(shapely.union_all(frame.turns(everything)))
    wanted = [(name, place) for name, found in points.zones.items() for place in found]
    wanted += [("", place) for place in points.open_sea]
    seeds: dict[_Owner, list[Point]] = {}
    owners: dict[str, _Owner] = {}
    named: list[tuple[float, float, str]] = []
    for name, place in wanted:
        for turn, seed in enumerate(frame.turns(Point(board.projection.point(place)))):
            owner = _Owner(name, turn)
            label = f"{turn} {name}"
            owners[label] = owner
            seeds.setdefault(owner, []).append(seed)
            named.append((seed.x, seed.y, label))
    sheet = frame.sheet(frame.width)
    pieces = [
        _Piece(owners[label], shape, _has_any(shape, seeds[owners[label]]))
        for label, share in shared_out(named, sheet, rounded).items()
        for shape in polygons_of(share.intersection(ocean))
        if shape.area > _SPECK
    ]
    _settle(pieces)
    zones = {
        name: cleaned(
            shapely.union_all(
                [p.shape for p in pieces if p.settled and p.owner == _Owner(name, 0)]
            ),
            _POND,
            _LAKE,
        )
        for name in points.zones
    }
    missing = sorted(name for name, zone in zones.items() if zone.is_empty)
    if missing:
        raise CannotDraw(f"{board.name}: no sea for {', '.join(missing)}: are its points on land?")
    return zones


def _has_any(shape: Polygon, seeds: list[Point]) -> bool:
    wide = shape.buffer(1)
    return any(wide.contains(seed) for seed in seeds)


def _settle(pieces: list[_Piece]) -> None:
    """Give pieces without a point to settled neighbours, until none can be given any more."""
    tree = shapely.STRtree([piece.shape for piece in pieces])
    for _ in range(_ROUNDS):
        given = False
        for piece in pieces:
            if piece.settled:
                continue
            shared: dict[_Owner, float] = {}
            for i in tree.query(piece.shape.buffer(1)):
                other = pieces[int(i)]
                if other.settled:
                    along = piece.shape.boundary.intersection(other.shape.buffer(_TOUCH)).length
                    shared[other.owner] = shared.get(other.owner, 0.0) + along
            longest = max(shared, key=lambda owner: shared[owner], default=None)
            if longest is not None and shared[longest] > _BORDER:
                piece.owner, piece.settled, given = longest, True, True
        if not given:
            return
