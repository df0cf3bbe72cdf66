"""Combat move (BG-7): one order after the other, until the power is done."""

__all__ = ["CombatMove", "combat_move"]

from dataclasses import dataclass

from engine.errors import Illegal
from engine.game import Game, Stage
from engine.movement.declarations import check_landings, choice
from engine.movement.execute import execute
from engine.movement.landing import Outlook, prospect
from engine.movement.ordering import Ordering
from engine.movement.orders import Done, Order, TakeBack
from engine.movement.purpose import aimless, check_purposes
from engine.movement.takeback import can_go_back
from engine.requests import Step, decide
from engine.units import Domain


@dataclass(frozen=True, slots=True)
class CombatMove(Ordering):
    """The next order of Combat move."""

    def check_done(self, game: Game) -> None:
        """See `Ordering.check_done`: purposes (R6), landings (BG-7.11), aircraft (BG-7.6)."""
        check_purposes(game)
        check_landings(game)
        lost = _adrift(game)
        if lost:
            began = (game.record.phase_began.get(piece.id, piece) for piece in game.pieces.values())
            if lost > _adrift(game.with_pieces(*began)):
                raise Illegal("BG-7.6", "an aircraft can land only if a carrier sails now")

    def remedy(self, game: Game) -> Order:
        """See `Ordering.remedy`: take back what keeps the phase open."""
        if self.legal(game, Done()):
            return Done()
        astray = {piece.id for piece in aimless(game)}
        back = [piece for piece in game.owned(game.active) if can_go_back(game, piece)]
        back.sort(
            key=lambda piece: (
                piece.id not in astray,
                game.rules.domain(game, piece) is not Domain.AIR,
            )
        )
        orders = (TakeBack(frozenset((piece.id,))) for piece in back)
        return next((order for order in orders if self.legal(game, order)), Done())

    def helps(self, game: Game, order: Order) -> bool:  # noqa: ARG002 (wherever they stand)
        """See `Ordering.helps`: taking back, where nothing can sail any more."""
        return isinstance(order, TakeBack)


def combat_move(game: Game) -> Step:
    """One order of Combat move, or its end."""
    game, order = yield from decide(game, CombatMove(game.active))
    if isinstance(order, Done):
        return game.replace(stage=Stage.DECLARE)
    return (yield from execute(game, order))


def _adrift(game: Game) -> int:
    """Aircraft without a landing if no more orders come and what helps them most is declared."""
    zones = choice(game)
    cleared = (zone for zone in zones.may if game.rules.hostile(game, game.active, zone))
    return prospect(game, Outlook(battles=zones.must.union(cleared))).adrift
