"""Moving on the table: where pieces could go, who could come to a space, and what a drag means."""

__all__ = ["Lit", "gathered", "judged", "landings", "lit", "moved", "reaching", "there"]

import functools
from collections import deque
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from client.errors import InvalidMessage
from client.seat.shuffled import in_truth
from client.seat.view import PlayerView
from engine.battle.opening_fire import anti_air_guns
from engine.board import SpaceId
from engine.errors import Illegal
from engine.game import Game
from engine.movement.cargo import load, unload
from engine.movement.landing import check_landing
from engine.movement.moves import moving_pieces, position_after
from engine.movement.orders import Done, Load, Move, Order, TakeBack, Unload
from engine.movement.proposals import Route, destinations, order_home, routes
from engine.movement.steps import can_move
from engine.movement.takeback import pieces_without_purpose
from engine.pause import Action
from engine.phases import Phase
from engine.pieces import Figure, Piece, PieceId
from engine.units import Domain, Trait


@dataclass(frozen=True, slots=True)
class Lit:
    """A space to which pieces could go now.

    Attributes:
        orders: what brings them there, one after another; several where cargo boards several ships
            or pieces come from several spaces.
        ways: the way from each space that they stand in, both ends included.
    """

    orders: tuple[Order, ...]
    ways: tuple[Route, ...]


def lit(view: PlayerView, pieces: Iterable[int]) -> Mapping[SpaceId, Lit]:
    """Where these pieces could go together now: by moving, boarding or landing.

    Pieces of several spaces are judged space by space: whether there is room for all where they
    meet is for their orders to be judged by, one after another.

    Raises:
        Illegal: they cannot be ordered together at all, and why.
        InvalidMessage: one of them is not there.
    """
    parties = [_lit(view, party) for party in _parties(view.game, pieces)]
    first, *others = parties
    return {
        to: Lit(
            tuple(order for party in parties for order in party[to].orders),
            tuple(way for party in parties for way in party[to].ways),
        )
        for to in first
        if all(to in other for other in others)
    }


def reaching(view: PlayerView, to: SpaceId) -> tuple[PieceId, ...]:
    """Pieces of the active power that could each go to a space now and stay there, ascending."""
    game = in_truth(view.game, view.decision.power, view.groups)
    alike: dict[tuple[object, ...], list[PieceId]] = {}
    for piece in game.owned(view.decision.power):
        aboard = piece.aboard if isinstance(piece, Figure) else None
        if piece.at != to and (aboard is not None or can_move(game, piece)):
            kind = piece.kind if isinstance(piece, Figure) else piece.id
            alike.setdefault((piece.at, kind, piece.left, aboard), []).append(piece.id)
    return tuple(
        sorted(i for ids in alike.values() if _reaches(view, game, ids[0], to) for i in ids)
    )


def _reaches(view: PlayerView, game: Game, piece: PieceId, to: SpaceId) -> bool:
    """Whether `_lit` has a space where one piece could stay; asks for nothing but that space."""
    ids = frozenset((piece,))
    if _is_cargo(game, ids):
        return judged(view, Unload(ids, to)) is None
    start = game.pieces[piece].at
    shore = () if game.board.is_sea(start) else game.board.adjacent_zones(start)
    if to in shore and _aboard(view, to, ids):
        return True
    try:
        ways = [way for way in routes(game, moving_pieces(game, ids)) if way[-1] == to]
    except Illegal:
        return False
    orders = (Move(ids, way) for way in ways)
    return any(judged(view, order) is None and _may_stay(game, order) for order in orders)


def _may_stay(game: Game, order: Move) -> bool:
    """Whether a phase could end with all that a legal order moves where it takes them.

    In Combat move what neither attacks nor sails has no business there (R6); afterwards an aircraft
    may pass over what is no place to land (BG-9.3). Ships may yet load, be loaded or be joined.
    """
    after = _arrived(game, order)
    there = after.pieces.named(order.pieces)
    if game.current_phase is Phase.COMBAT_MOVE:
        idle = pieces_without_purpose(after)
        return not any(
            piece in idle for piece in there if game.rules.domain(game, piece) is not Domain.SEA
        )
    if not any(game.rules.domain(game, piece) is Domain.AIR for piece in there):
        return True
    try:
        check_landing(game, after, "BG-9.3")
    except Illegal:
        return False
    return True


def _arrived(game: Game, order: Move) -> Game:
    """The game after a legal order, if the aircraft that it moves go no further in this phase."""
    after = position_after(game, order)
    if game.current_phase is Phase.COMBAT_MOVE:
        return after
    there = after.pieces.named(order.pieces)
    flying = (piece for piece in there if game.rules.domain(game, piece) is Domain.AIR)
    return after.with_pieces(*(piece.replace(left=0) for piece in flying))


def moved(view: PlayerView, pieces: Iterable[int], to: SpaceId) -> tuple[Order, ...]:
    """The orders that a drag of pieces to a space means; if it may not be, one that tells why.

    Raises:
        Illegal: the pieces cannot be ordered together at all, or never enter such a space, and why.
        InvalidMessage: there is no such piece or space.
    """
    if to not in view.game.board.spaces:
        raise InvalidMessage(f"there is no space {to}", "reload the page")
    found = lit(view, pieces).get(to)
    if found is not None:
        return found.orders
    orders = [_direct(view, party, to) for party in _parties(view.game, pieces)]
    refused = [order for order in orders if judged(view, order) is not None]
    return tuple(refused or orders)[:1]


def gathered(view: PlayerView, pieces: Iterable[int], to: SpaceId) -> tuple[Order, ...]:
    """The orders by which as many of these pieces as can go to a space, one after another.

    Those of one space go together where all of them can; else as many as can, what is dear first.
    If nobody can, one that tells why.

    Raises:
        Illegal, InvalidMessage: as `moved`.
    """
    pieces = tuple(pieces)
    waiting = sorted(there(view.game, pieces), key=lambda one: (-_cost(view.game, one), one))
    orders: list[Order] = []
    now = view
    while waiting:  # again, for ships that have come have room for others
        before = waiting
        for party in _parties(now.game, waiting):
            found = _most(now, [piece for piece in waiting if piece in party], to)
            if found is not None:
                going, ways = found
                orders += ways
                now = replace(now, game=functools.reduce(_after, ways, now.game))
                waiting = [piece for piece in waiting if piece not in going]
        if waiting == before:
            break
    return tuple(orders) or moved(view, pieces, to)


def _most(
    view: PlayerView, pieces: Sequence[PieceId], to: SpaceId
) -> tuple[frozenset[PieceId], tuple[Order, ...]] | None:
    """As many pieces of one space as can go to another together, and how; None if none can."""
    if orders := _way_of(view, frozenset(pieces), to):
        return frozenset(pieces), orders
    going: frozenset[PieceId] = frozenset()
    for piece in pieces:
        if more := _way_of(view, going | {piece}, to):
            going, orders = going | {piece}, more
    return (going, orders) if going else None


def _way_of(view: PlayerView, ids: frozenset[PieceId], to: SpaceId) -> tuple[Order, ...]:
    """The orders that bring pieces of one space to another together; none if they cannot go."""
    if not ids:
        return ()
    try:
        found = _lit(view, ids).get(to)
    except Illegal:
        return ()
    if found is None:
        return ()
    stay = all(_may_stay(view.game, order) for order in found.orders if isinstance(order, Move))
    return found.orders if stay else ()


def _after(game: Game, order: Order) -> Game:
    """The game after a legal order, as far as can be foreseen, with who has come staying there."""
    match order:
        case Move():
            return _arrived(game, order)
        case Load():
            return load(game, order)
        case Unload():
            return unload(game, order)
        case TakeBack() | Done():
            return game


def landings(game: Game) -> tuple[Move, ...]:
    """Orders that bring as many aircraft home as can be, one after another (BG-9.3).

    Raises:
        InvalidMessage: nothing more can be done for any.
    """
    orders: list[Move] = []
    while (order := order_home(game)) is not None:
        orders.append(order)
        game = position_after(game, order)
    if not orders:
        raise InvalidMessage(
            "no aircraft can be brought to a place to land", "all that can, have landed"
        )
    return tuple(orders)


def judged(view: PlayerView, answer: object) -> Illegal | None:
    """Why the rules refuse an answer; None if they do not."""
    try:
        if isinstance(answer, Action):
            view.game.rules.check_action(view.game, view.decision, answer)
        else:
            view.decision.check(view.game, answer)
    except Illegal as error:
        return error
    return None


def there(game: Game, pieces: Iterable[int]) -> frozenset[PieceId]:
    """Pieces by their numbers.

    Raises:
        InvalidMessage: one of them is not there, or none is named.
    """
    ids = frozenset(map(PieceId, pieces))
    gone = sorted(piece for piece in ids if piece not in game.pieces)
    if gone or not ids:
        raise InvalidMessage(f"piece {gone[0] if gone else '?'} is not there", "select it again")
    return ids


def _parties(game: Game, pieces: Iterable[int]) -> list[frozenset[PieceId]]:
    """Pieces by the space that they stand in, in the order of the spaces' names."""
    found: dict[SpaceId, set[PieceId]] = {}
    for piece in sorted(there(game, pieces)):
        found.setdefault(game.pieces[piece].at, set()).add(piece)
    return [frozenset(found[space]) for space in sorted(found)]


def _lit(view: PlayerView, ids: frozenset[PieceId]) -> dict[SpaceId, Lit]:
    """Where pieces of one space could go together now."""
    start = view.game.pieces[min(ids)].at
    if _is_cargo(view.game, ids):
        return dict(_landings(view, ids, start))
    found = dict(_boardings(view, ids, start))
    try:
        ways = destinations(in_truth(view.game, view.decision.power, view.groups), ids)
    except Illegal:
        if found:
            return found
        raise
    ways = _around_guns(view, ids, ways)
    moves = {
        to: Lit((Move(ids, way),), ((start, *way),))
        for to, way in ways.items()
        if _has_purpose(view.game, Move(ids, way))
    }
    return {**found, **moves}


def _has_purpose(game: Game, order: Move) -> bool:
    """Whether some of what an order moves may end the phase there, or go on (R6)."""
    to = order.route[-1]
    if game.current_phase is not Phase.COMBAT_MOVE or game.board.is_sea(to):
        return True
    if game.rules.hostile(game, game.active, to):
        return True
    after = position_after(game, order)
    idle = {piece.id for piece in pieces_without_purpose(after)}
    return any(after.pieces[piece].left or piece not in idle for piece in order.pieces)


def _around_guns(
    view: PlayerView, ids: frozenset[PieceId], ways: Mapping[SpaceId, Route]
) -> Mapping[SpaceId, Route]:
    """Ways of aircraft that lead over no guns where others of their length do not ([CL] BG-7.7).

    What must be paid for is not flown over instead (BG-7.13).
    """
    game = view.game
    flying = [game.pieces[piece] for piece in sorted(ids)]
    if any(game.rules.domain(game, piece) is not Domain.AIR for piece in flying):
        return ways
    fired = {land for land in game.board.territories if anti_air_guns(game, game.active, land)}
    shut = fired | {land for land in game.board.territories if game.board[land].neutral}
    found: dict[SpaceId, Route] = {}
    for to, way in ways.items():
        around = _shortest(game, flying, to, shut) if fired.intersection(way[:-1]) else ()
        good = len(around) == len(way) and judged(view, Move(ids, around)) is None
        found[to] = around if good else way
    return found


def _is_cargo(game: Game, ids: frozenset[PieceId]) -> bool:
    figures = [game.pieces[piece] for piece in ids]
    return all(isinstance(f, Figure) and f.aboard is not None for f in figures)


def _landings(
    view: PlayerView, ids: frozenset[PieceId], zone: SpaceId
) -> Iterator[tuple[SpaceId, Lit]]:
    for land in view.game.board.adjacent_land(zone):
        order = Unload(ids, land)
        if judged(view, order) is None:
            yield land, Lit((order,), ((zone, land),))


def _boardings(
    view: PlayerView, ids: frozenset[PieceId], start: SpaceId
) -> Iterator[tuple[SpaceId, Lit]]:
    game = view.game
    if game.board.is_sea(start):
        return
    for zone in game.board.adjacent_zones(start):
        if orders := _aboard(view, zone, ids):
            yield zone, Lit(orders, ((start, zone),))


def _aboard(view: PlayerView, zone: SpaceId, ids: frozenset[PieceId]) -> tuple[Load, ...]:
    """Orders by which all of these board ships in a zone, one if one will do; none if they cannot.

    What is dear goes first: beside it there is room for infantry, but not beside infantry for two
    of it (BG-7.9).
    """
    ships = _transports(view.game, zone)
    for ship in ships:
        if judged(view, Load(ship, ids)) is None:
            return (Load(ship, ids),)
    ashore = sorted(ids, key=lambda piece: (-_cost(view.game, piece), piece))
    orders: list[Load] = []
    for ship in ships:
        aboard: frozenset[PieceId] = frozenset()
        for piece in ashore:
            if judged(view, Load(ship, aboard | {piece})) is None:
                aboard |= {piece}
        if aboard:
            orders.append(Load(ship, aboard))
            ashore = [piece for piece in ashore if piece not in aboard]
    return () if ashore else tuple(orders)


def _cost(game: Game, piece: PieceId) -> int:
    figure = game.pieces[piece]
    if not isinstance(figure, Figure):
        return 0
    return game.rules.unit_type(game, figure.owner, figure.kind).cost


def _transports(game: Game, zone: SpaceId) -> list[PieceId]:
    """Ships of the active side in a zone that carry land units, in ascending id."""
    return [
        ship.id
        for ship in game.pieces.at(zone)
        if game.rules.counts_as(game, ship, Trait.TRANSPORT)
        and game.friendly(game.active, ship.owner)
    ]


def _direct(view: PlayerView, ids: frozenset[PieceId], to: SpaceId) -> Order:
    """The order that pieces of one space would need, whatever the rules say to it.

    Raises:
        Illegal: one of them never goes there, ships on land, which is told before how far it is.
    """
    game = view.game
    if _is_cargo(game, ids):
        return Unload(ids, to)
    figures = [game.pieces[piece] for piece in sorted(ids)]
    ships = _transports(game, to)
    if ships and all(game.rules.domain(game, figure) is Domain.LAND for figure in figures):
        return Load(ships[0], ids)
    way = _shortest(game, figures, to) or (to,)
    here = way[-2] if len(way) > 1 else figures[0].at
    ground = Domain.SEA if game.board.is_sea(to) else Domain.LAND
    for piece in figures:
        if game.rules.domain(game, piece) not in (ground, Domain.AIR):
            game.rules.may_enter(game, piece, here, to)
    return Move(ids, way)


def _shortest(
    game: Game, pieces: Iterable[Piece], to: SpaceId, shut: Collection[SpaceId] = ()
) -> Route:
    """A shortest way over land, sea or both, as the pieces travel, whoever is there; () if none.

    Nothing but its end is in spaces that are `shut`. Whether the rules allow it is not asked: by
    what they say to one that they refuse, a player learns why.
    """
    domains = {game.rules.domain(game, piece) for piece in pieces}
    start = next(iter(pieces)).at
    reached = {start}
    queue: deque[Route] = deque([()])
    while queue:
        route = queue.popleft()
        for space in game.board.neighbours[route[-1] if route else start]:
            if space == to:
                return (*route, to)
            fits = all(
                domain is Domain.AIR or game.board.is_sea(space) == (domain is Domain.SEA)
                for domain in domains
            )
            if fits and space not in reached and space not in shut:
                reached.add(space)
                queue.append((*route, space))
    return ()
