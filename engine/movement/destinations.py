"""Where pieces could go: for people who want legal destinations lit, and for bots."""

__all__ = ["destinations", "homeward", "opens", "rides", "routes"]

import itertools
from collections import deque
from collections.abc import Iterable, Iterator, Mapping

from engine.board import SpaceId
from engine.errors import Illegal
from engine.game import Game
from engine.movement.execute import check_order
from engine.movement.landing import STILL, outlook, prospect
from engine.movement.moves import movers
from engine.movement.orders import Move
from engine.pieces import Piece, PieceId
from engine.terms import friendly_since_start
from engine.units import Domain, Trait

Route = tuple[SpaceId, ...]


def destinations(
    game: Game, ids: Iterable[PieceId], *, paying: bool = True
) -> Mapping[SpaceId, Route]:
    """Where some pieces could go together now in one order, with a shortest legal route to each.

    A route leads through neutral territory that must be paid for only where there is no other, and
    only with `paying` (BG-7.13).

    Raises:
        Illegal: they cannot be ordered to move together at all.
    """
    pieces = frozenset(ids)
    going = movers(game, pieces)
    found: dict[SpaceId, Route] = {}
    ways = itertools.chain(
        routes(game, going, paying=paying), rides(game, going), rides(game, going, laden=False)
    )
    for route in ways:
        if route[-1] in found:
            continue
        try:
            check_order(game, Move(pieces, route))
        except Illegal:
            continue
        found[route[-1]] = route
    return found


def rides(game: Game, pieces: tuple[Piece, ...], *, laden: bool = True) -> Iterator[Route]:
    """Routes on which infantry among these pieces might ride with the others (BG-4.2).

    Whether it may is for the order to be judged by. `laden` as in `routes`; a house rule may let
    mounts go further with it than that (WP-1).
    """
    mounts = tuple(p for p in pieces if not game.rules.counts_as(game, p, Trait.LIGHT))
    if 0 < len(mounts) < len(pieces):
        yield from routes(game, mounts, laden=laden)


def routes(
    game: Game, pieces: tuple[Piece, ...], *, laden: bool = False, paying: bool = True
) -> Iterator[Route]:
    """A shortest route to every space that pieces in one space can reach together.

    Aircraft are not asked whether they can still land; `laden` with infantry, they go no further
    than into the first hostile territory. `paying` as in `destinations`.
    """
    reached = {pieces[0].at}
    for route in _spreading(game, pieces, laden=laden, paying=False):
        reached.add(route[-1])
        yield route
    if paying and any(_for_sale(game, t) for here in reached for t in game.board.neighbours[here]):
        for route in _spreading(game, pieces, laden=laden, paying=True):
            if route[-1] not in reached:
                yield route


def _spreading(
    game: Game, pieces: tuple[Piece, ...], *, laden: bool, paying: bool
) -> Iterator[Route]:
    """Shortest routes, step by step; over territory that must be paid for only if `paying`."""
    start = pieces[0].at
    reached = {start}
    queue: deque[Route] = deque([()])
    steps = 0
    while queue:
        route = queue.popleft()
        if len(route) == steps:
            steps += 1
            if not _may_go(game, pieces, steps):
                return
        here = route[-1] if route else start
        if route and any(_halts(game, piece, here, laden=laden) for piece in pieces):
            continue
        for there in game.board.neighbours[here]:
            if (
                there not in reached
                and (paying or not game.board[there].neutral)
                and opens(game, pieces, here, there)
            ):
                reached.add(there)
                queue.append((*route, there))
                yield (*route, there)


def _for_sale(game: Game, space: SpaceId) -> bool:
    return game.board[space].neutral and game.rules.entry_price(game, space) is not None


def _halts(game: Game, piece: Piece, here: SpaceId, *, laden: bool) -> bool:
    if laden and game.rules.domain(game, piece) is Domain.AIR and not game.board.is_sea(here):
        return game.rules.hostile(game, game.active, here)
    return game.rules.stops(game, piece, here)


def homeward(game: Game) -> Move | None:
    """An order of Noncombat move that helps to bring as many aircraft home as can be (BG-9.3).

    None where nothing more can be done for them. Carriers go first.
    """
    best = prospect(game, outlook(game))
    if prospect(game, STILL).adrift == best.adrift:
        return None
    places = dict(zip((piece.id for piece in best.flying), best.plan.zones, strict=True))
    for ship, mooring in zip(best.ships, best.plan.moorings, strict=False):
        if mooring is not None and mooring.zone != ship.at and mooring.zone in places.values():
            return _towards(game, ship, (mooring.zone,))
    for piece in game.owned(game.active):
        if game.rules.domain(game, piece) is not Domain.AIR or piece.left == 0:
            continue
        goal = places.get(piece.id)
        if goal is not None and goal != piece.at:
            return _towards(game, piece, (goal,))
        if piece.id not in places and not friendly_since_start(game, game.active, piece.at):
            return _towards(game, piece, _safe_land(game))
    return None


def _towards(game: Game, piece: Piece, goals: tuple[SpaceId, ...]) -> Move | None:
    """A shortest way of one piece to the nearest of some spaces, for which nothing is paid."""
    ways = (route for route in routes(game, (piece,), paying=False) if route[-1] in goals)
    return next((Move(frozenset((piece.id,)), route) for route in ways), None)


def _safe_land(game: Game) -> tuple[SpaceId, ...]:
    return tuple(t for t in game.board.territories if friendly_since_start(game, game.active, t))


def _may_go(game: Game, pieces: tuple[Piece, ...], steps: int) -> bool:
    """Whether all of the pieces may make so many steps, each by itself."""
    try:
        for piece in pieces:
            game.rules.may_act(game, piece, steps)
    except Illegal:
        return False
    return True


def opens(game: Game, pieces: tuple[Piece, ...], here: SpaceId, there: SpaceId) -> bool:
    """Whether all of the pieces may enter one of two spaces that touch from the other."""
    try:
        for piece in pieces:
            game.rules.may_enter(game, piece, here, there)
    except Illegal:
        return False
    return True
