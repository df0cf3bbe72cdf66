"""One order of movement: judged, then carried out."""

__all__ = ["check_order", "execute"]

from engine.game import Game, Phase
from engine.movement.landing import check_landing
from engine.movement.moves import check_move, landed, march
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

    Moves of aircraft and carriers could, and leaving a hostile zone that a carrier was to pass
    after the battle.
    """
    pieces = [game.pieces[piece] for piece in order.pieces]
    return game.rules.hostile(game, game.active, pieces[0].at) or any(
        game.rules.domain(game, piece) is Domain.AIR
        or game.rules.counts_as(game, piece, Trait.CARRIER)
        for piece in pieces
    )
