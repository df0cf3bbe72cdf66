"""Noncombat move (BG-9): one order after the other; what cannot land at its end is lost."""

__all__ = ["NoncombatMove", "noncombat_move"]

from dataclasses import dataclass

from engine.errors import Illegal
from engine.game import Game, Stage
from engine.movement.destinations import homeward
from engine.movement.execute import execute
from engine.movement.landing import STILL, outlook, prospect
from engine.movement.ordering import Ordering
from engine.movement.orders import Done, LostInFlight, Order
from engine.requests import Step, decide


@dataclass(frozen=True, slots=True)
class NoncombatMove(Ordering):
    """The next order of Noncombat move."""

    def check_done(self, game: Game) -> None:
        """See `Ordering.check_done`: no aircraft that could land is left in the air (R19)."""
        waiting = prospect(game, STILL).adrift
        if waiting and waiting > prospect(game, outlook(game)).adrift:
            raise Illegal("BG-9.3", "an aircraft can still be brought to a place to land")

    def remedy(self, game: Game) -> Order:
        """See `Ordering.remedy`: bring aircraft home."""
        return homeward(game) or Done()

    def helps(self, game: Game, order: Order) -> bool:
        """See `Ordering.helps`."""
        return order == homeward(game)


def noncombat_move(game: Game) -> Step:
    """One order of Noncombat move, or its end."""
    game, order = yield from decide(game, NoncombatMove(game.active))
    if not isinstance(order, Done):
        return (yield from execute(game, order))
    return _grounded(game).replace(stage=Stage.PHASE_CLOSES)


def _grounded(game: Game) -> Game:
    """The game without aircraft that have no place to land (BG-9.3).

    ⚖ In a zone with too few decks those built last are lost; aircraft of a kind are alike.
    """
    final = prospect(game, STILL)
    places = zip(final.flying, final.plan.zones, strict=True)
    lost = [piece for piece, zone in places if zone is None]
    for space in sorted({piece.at for piece in lost}):
        gone = tuple(piece.id for piece in lost if piece.at == space)
        game = game.without(gone).with_events(LostInFlight(game.active, gone, space))
    return game
