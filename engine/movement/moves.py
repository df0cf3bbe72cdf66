"""One order: judged, then carried out; and the order to move, step by step (BG-7.2 to 7.8, 9.1).

Every order passes `check_order` before it changes anything, then `execute`. Loading and unloading
are in `cargo`, taking back in `takeback`, what a single step may do in `steps`.
"""

__all__ = [
    "carry_out_move",
    "check_move",
    "check_order",
    "execute",
    "move_claims",
    "move_one_step",
    "moving_pieces",
    "position_after",
    "route_cost",
]

import types
from collections.abc import Iterable, Mapping

from engine.board import SpaceId
from engine.capture import capture
from engine.claims import Claim
from engine.errors import Illegal
from engine.game import Game
from engine.movement.cargo import cargo_of, check_load, check_unload, load, unload
from engine.movement.landing import check_landing, land_in_reach
from engine.movement.orders import Load, Move, Moved, TakeBack, Unload
from engine.movement.steps import carried_along, check_price, stepped
from engine.movement.takeback import check_take_back, take_back, without_take_back
from engine.phases import Phase
from engine.pieces import Figure, Piece, PieceId
from engine.requests import Step, show
from engine.units import Domain, Kind, Trait


def check_order(game: Game, order: Move | Load | Unload | TakeBack) -> None:
    """Judge an order by itself; what must hold when the phase ends is judged then.

    Raises:
        Illegal: the rules refuse it.
    """
    match order:
        case Move():
            check_move(game, order)
            if _bears_on_landing(game, order):
                combat = game.current_phase is Phase.COMBAT_MOVE
                check_landing(game, position_after(game, order), "BG-7.6" if combat else "BG-9.3")
        case Load():
            check_load(game, order)
        case Unload():
            check_unload(game, order)
        case TakeBack():
            check_take_back(game, order)


def execute(game: Game, order: Move | Load | Unload | TakeBack) -> Step:
    """Carry out a legal order."""
    game = game.update_turn_record(orders=game.record.orders + 1)
    match order:
        case Move():
            return (yield from carry_out_move(game, order))
        case Load():
            return load(game, order)
        case Unload():
            return unload(game, order)
        case TakeBack():
            return take_back(game, order)


def _bears_on_landing(game: Game, order: Move) -> bool:
    """Whether a move could leave an aircraft without a landing.

    A carrier's could, an aircraft's that takes it out of reach of land, and one out of a hostile
    zone that a carrier was to pass after the battle there.
    """
    pieces = [game.pieces[piece] for piece in sorted(order.pieces)]
    if game.rules.hostile(game, game.active, pieces[0].at):
        return True
    for piece in pieces:
        if game.rules.counts_as(game, piece, Trait.CARRIER):
            return True
        left = piece.left - route_cost(game, piece, order.route)
        if game.rules.domain(game, piece) is Domain.AIR and not (
            land_in_reach(game, order.route[-1], left)
        ):
            return True
    return False


def check_move(game: Game, order: Move) -> None:
    """Judge an order to move, except for what it does to aircraft that must land.

    Raises:
        Illegal: a piece is not the active power's to move, the route is broken or leads where a
            piece may not go or beyond where it must stop, a piece lacks movement, or the power the
            money for neutral territory on the way (BG-7.13).
    """
    pieces = moving_pieces(game, order.pieces)
    if not order.route:
        raise Illegal("BG-7", "the route is empty")
    for space in order.route:
        if space not in game.board.spaces:
            raise Illegal("BG-7", "there is no space called {space}", space=space)
    move_claims(game, order)
    passengers = _passengers(game, order)
    pieces = tuple(piece for piece in pieces if piece.id not in passengers)
    here = pieces[0].at
    for leg, there in enumerate(order.route, start=1):
        _check_step(game, pieces, here, there, last=leg == len(order.route))
        here = there
    check_price(game, game.active, order.route)
    game.rules.may_stack(game, _kinds(game, order.pieces), here)


def move_claims(game: Game, order: Move) -> tuple[Claim, ...]:
    """What must be shown for an order, in the order of the pieces' ids (SS-4.3b).

    Raises:
        Illegal: a piece lacks movement, or may not move in this phase.
    """
    needed: list[Claim] = []
    passengers = _passengers(game, order)
    for piece in sorted(order.pieces):
        moving = game.pieces[piece]
        steps = 1 if piece in passengers else route_cost(game, moving, order.route)
        claim = game.rules.movement_claim(game, moving, steps)
        if claim is not None:
            needed.append(claim)
            game = game.rules.claim_shown(game, claim)
    return tuple(needed)


def moving_pieces(game: Game, ids: Iterable[PieceId]) -> tuple[Piece, ...]:
    """The pieces of an order, ascending: the active power's, in one space, none of them cargo.

    Raises:
        Illegal: one of these does not hold.
    """
    pieces = tuple([_mover(game, piece) for piece in sorted(ids)])
    if not pieces:
        raise Illegal("BG-7", "the order names no piece to move")
    if len({piece.at for piece in pieces}) > 1:
        raise Illegal("BG-7", "the pieces of one order must start in the same space")
    return pieces


def carry_out_move(game: Game, order: Move) -> Step:
    """Carry out a legal order to move.

    After each step house rules may act; a piece that they have removed, stopped or left behind
    goes no further.
    """
    for claim in move_claims(game, order):
        game = yield from show(game, game.active, claim)
    here = game.pieces[min(order.pieces)].at
    passengers = _passengers(game, order)
    for leg, there in enumerate(order.route, start=1):
        going = _going(game, order.pieces, here, passengers)
        if leg > 1 and going:
            game, before = (yield from game.rules.between_legs(game, going, here)), game
            going = going if game is before else _going(game, order.pieces, here, passengers)
        if going:
            game, before = (yield from game.rules.leaving(game, going, here, there)), game
            going = going if game is before else _going(game, order.pieces, here, passengers)
        if not going:
            return game
        game = move_one_step(
            game, going, here, there, last=leg == len(order.route), passengers=passengers
        )
        game = yield from game.rules.entered(game, going, there)
        here = there
    return (yield from game.rules.arrived(game, tuple(sorted(order.pieces)), here))


def position_after(game: Game, order: Move) -> Game:
    """The game after a legal order, as far as can be foreseen: house rules may act on the way."""
    here = game.pieces[min(order.pieces)].at
    going = tuple(sorted(order.pieces))
    passengers = _passengers(game, order)
    for leg, there in enumerate(order.route, start=1):
        game = move_one_step(
            game, going, here, there, last=leg == len(order.route), passengers=passengers
        )
        here = there
    return game


def move_one_step(
    game: Game,
    pieces: tuple[PieceId, ...],
    here: SpaceId,
    there: SpaceId,
    *,
    last: bool,
    passengers: Mapping[PieceId, PieceId] = types.MappingProxyType({}),
) -> Game:
    """Move pieces and what is aboard them by one space; `passengers` with their vehicles.

    Land units that leave a hostile territory have blitzed through it: it is captured at once
    (BG-7.2), and they can no longer take back their move. Passengers capture nothing.
    """
    moving = [game.pieces[piece] for piece in pieces]
    if not game.is_sea(here) and game.rules.hostile(game, game.active, here):
        blitzing = [
            piece.id
            for piece in moving
            if game.rules.domain(game, piece) is Domain.LAND and piece.id not in passengers
        ]
        if blitzing:
            game = without_take_back(capture(game, here, game.active), blitzing)
    game = game.with_pieces(
        *(
            carried_along(game, piece, game.pieces[passengers[piece.id]], there)
            if piece.id in passengers
            else stepped(game, piece, there, _leg_cost(game, piece, there, last=last))
            for piece in moving
        ),
        *(cargo.replace(at=there) for cargo in cargo_of(game, pieces)),
    )
    return game.rules.after_entering(game.with_events(Moved(pieces, here, there)), pieces, there)


def _kinds(game: Game, ids: Iterable[PieceId]) -> tuple[Kind, ...]:
    return tuple(kind for i in sorted(ids) for kind in game.rules.units_of(game, game.pieces[i]))


def _mover(game: Game, piece: PieceId) -> Piece:
    found = game.pieces.get(piece)
    if found is None or found.at not in game.board.spaces:
        raise Illegal("BG-7", "{piece} is not on the board", piece=piece)
    if found.owner != game.active:
        raise Illegal("BG-7", "{piece} does not belong to {power}", piece=piece, power=game.active)
    if isinstance(found, Figure) and found.aboard is not None:
        raise Illegal("BG-7.9", "{piece} is aboard and moves with its ship", piece=piece)
    return found


def _check_step(
    game: Game, pieces: tuple[Piece, ...], here: SpaceId, there: SpaceId, *, last: bool
) -> None:
    if not game.board.adjacent(here, there):
        raise Illegal("BG-7", "{space} does not touch {there}", space=here, there=there)
    for piece in pieces:
        game.rules.may_enter(game, piece, here, there)
        if not last and game.rules.stops(game, piece, there):
            raise Illegal(
                _stop_rule(game, piece), "{piece} must stop in {space}", piece=piece.id, space=there
            )


def _stop_rule(game: Game, piece: Piece) -> str:
    if game.rules.domain(game, piece) is Domain.LAND:
        return "BG-7.2"
    return "BG-7.4" if game.rules.counts_as(game, piece, Trait.SUBMARINE) else "BG-7.3"


def route_cost(game: Game, piece: Piece, route: tuple[SpaceId, ...]) -> int:
    """Movement points that a whole route costs a piece: 1 per space entered (BG-7.6)."""
    return len(route) - 1 + _leg_cost(game, piece, route[-1], last=True)


def _leg_cost(game: Game, piece: Piece, there: SpaceId, *, last: bool) -> int:
    if last and game.rules.domain(game, piece) is Domain.AIR:
        return 1 + game.rules.air_cost(game, piece, there)
    return 1


def _passengers(game: Game, order: Move) -> Mapping[PieceId, PieceId]:
    if len(order.pieces) == 1:
        return {}
    pieces = tuple(game.pieces[piece] for piece in sorted(order.pieces))
    return game.rules.passengers(game, pieces, order.route)


def _going(
    game: Game, ids: frozenset[PieceId], here: SpaceId, passengers: Mapping[PieceId, PieceId]
) -> tuple[PieceId, ...]:
    """Which pieces of an order are still here and go on; passengers go if their vehicle does."""
    return tuple(
        piece
        for piece in sorted(ids)
        if piece in game.pieces
        and game.pieces[piece].at == here
        and (vehicle := game.pieces.get(passengers.get(piece, piece))) is not None
        and vehicle.left > 0
    )
