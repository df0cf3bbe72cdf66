"""One step of one piece: what it may enter, where it stops, what it costs (BG-7, 9.1).

The base game's answers to the questions of movement, for pieces of every domain.
"""

__all__ = ["check_markers", "check_price", "may_enter", "mobile", "stepped", "stops"]

from collections.abc import Iterable

from engine.board import Power, SpaceId
from engine.errors import Illegal
from engine.game import Game, Phase
from engine.movement import land, sea
from engine.movement.homeland import check_home
from engine.pieces import Figure, Piece
from engine.units import Domain, Trait


def check_markers(game: Game, piece: Piece, steps: int) -> None:
    """Judge by its markers alone whether a piece may use `steps` movement points in this phase.

    Raises:
        Illegal: it has fewer left (BG-7), stays in Combat move (BG-7.1), or has moved or fought
            before Noncombat move and is no aircraft (BG-9.1).
    """
    if game.current_phase is Phase.NONCOMBAT_MOVE:
        if (piece.moved or piece.fought) and game.rules.domain(game, piece) is not Domain.AIR:
            done = "fought" if piece.fought else "moved in Combat move"
            raise Illegal("BG-9.1", f"piece {piece.id} has {done}", "NO_MOVEMENT")
    elif game.rules.counts_as(game, piece, Trait.STAYS_IN_COMBAT_MOVE):
        raise Illegal("BG-7.1", f"piece {piece.id} moves in Noncombat move only", "NO_MOVEMENT")
    if steps > piece.left:
        raise Illegal(
            "BG-7", f"piece {piece.id} has {piece.left} left to move, not {steps}", "NO_MOVEMENT"
        )


def mobile(game: Game, piece: Piece) -> bool:
    """Whether the markers of a piece let it move at all now; nothing is said of where."""
    if piece.left == 0 or (isinstance(piece, Figure) and piece.aboard is not None):
        return False
    try:
        game.rules.may_act(game, piece, 1)
    except Illegal:
        return False
    return True


def may_enter(game: Game, piece: Piece, here: SpaceId, there: SpaceId) -> None:
    """Judge one step; that the spaces touch is known.

    Raises:
        Illegal: the piece may not enter there: neutral (BG-7.13), away from its homeland (BG-7.12),
            or by the rules of its domain.
    """
    if game.board[there].neutral:
        check_price(game, piece.owner, (there,))
    check_home(game, piece.owner, there)
    match game.rules.domain(game, piece):
        case Domain.LAND:
            land.enter(game, piece, there)
        case Domain.SEA:
            sea.enter(game, piece, here, there)
        case Domain.AIR:
            pass  # flies over anything else (BG-7.6)
        case Domain.FACILITY:
            raise Illegal("BG-6", f"piece {piece.id} never moves")


def check_price(game: Game, power: Power, way: Iterable[SpaceId]) -> None:
    """Judge whether a power may enter the neutral territories on a way, and can pay for all.

    Raises:
        Illegal: one is closed, or they cost more than the power has (BG-7.13).
    """
    price = 0
    for space in dict.fromkeys(way):
        if game.board[space].neutral:
            each = game.rules.entry_price(game, space)
            if each is None:
                raise Illegal("BG-7.13", f"{space} is neutral and closed to every unit")
            price += each
    purse = game.treasury[power]
    if price > purse:
        raise Illegal("BG-7.13", f"neutral territory costs {price} IPC here, {power} has {purse}")


def stops(game: Game, piece: Piece, there: SpaceId) -> bool:
    """Whether entering a space ends the movement of a piece (BG-7.2 to 7.4)."""
    match game.rules.domain(game, piece):
        case Domain.LAND:
            return land.stops(game, piece, there)
        case Domain.SEA:
            return sea.stops(game, piece, there)
        case Domain.AIR | Domain.FACILITY:
            return False


def stepped(game: Game, piece: Piece, there: SpaceId, cost: int) -> Piece:
    """The piece after a step into `there` that costs so many movement points.

    Where it must stop nothing is left. Where it came from (BG-8.19) and that it has moved (BG-9.1)
    matter from Combat move on.
    """
    left = piece.left - cost
    if left and game.rules.stops(game, piece, there):
        left = 0
    if game.current_phase is Phase.NONCOMBAT_MOVE:
        return piece.replace(at=there, left=left)
    return piece.replace(at=there, left=left, moved=True, came_from=piece.at)
