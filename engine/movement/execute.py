"""One order of movement: judged, then carried out."""

__all__ = ["check_order", "execute"]

from engine.game import Game, Phase
from engine.movement.landing import check_landing, land_in_reach
from engine.movement.moves import check_move, cost, landed, march
from engine.movement.orders import Load, Move, TakeBack, Unload
from engine.movement.takeback import check_take_back, take_back
from engine.movement.transports import check_load, check_unload, load, unload
from engine.requests import Step
from engine.units import Domain, Trait


def check_order(game: Game, order: Move | Load | Unload | TakeBack) -> None:
    """Judge an order by itself; the end of the phase is judged by the phase.

    Raises:
        Illegal: the rules refuse it.
    """
    match order:
        case Move():
            check_move(game, order)
            if _bears_on_landing(game, order):
                combat = game.current_phase is Phase.COMBAT_MOVE
                check_landing(game, landed(game, order), "BG-7.6" if combat else "BG-9.3")
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
            return (yield from march(game, order))
        case Load():
            return load(game, order)
        case Unload():
            return unload(game, order)
        case TakeBack():
            return take_back(game, order)


def _bears_on_landing(game: Game, order: Move) -> bool:
    """Whether a move could cost an aircraft its landing.

    A carrier's could, an aircraft's that takes it out of reach of land, and leaving a hostile zone
    that a carrier was to pass after the battle.
    """
    pieces = [game.pieces[piece] for piece in sorted(order.pieces)]
    if game.rules.hostile(game, game.active, pieces[0].at):
        return True
    for piece in pieces:
        if game.rules.counts_as(game, piece, Trait.CARRIER):
            return True
        left = piece.left - cost(game, piece, order.route)
        if game.rules.domain(game, piece) is Domain.AIR and not (
            land_in_reach(game, order.route[-1], left)
        ):
            return True
    return False
