"""Mechanized infantry (BG-4.2)."""

__all__ = ["MechanizedInfantry"]

from collections.abc import Mapping

from engine.board import SpaceId
from engine.breakthroughs.owned import has
from engine.charts import Breakthrough
from engine.game import Game
from engine.pieces import Piece, PieceId
from engine.rules import Rules
from engine.units import Trait


class MechanizedInfantry(Rules):
    """One infantry paired with each tank moves two spaces with it, and may blitz with it.

    ⚖ The pair goes both steps in one order.
    """

    def riders(
        self, game: Game, pieces: tuple[Piece, ...], route: tuple[SpaceId, ...]
    ) -> Mapping[PieceId, PieceId]:
        """Infantry on tanks, where the way is too far for it alone."""
        riders = super().riders(game, pieces, route)
        if (
            len(route) == 1
            or not has(game, game.active, Breakthrough.MECHANIZED_INFANTRY)
            or any(game.board.is_sea(space) for space in route)
        ):
            return riders
        tanks = [p.id for p in pieces if game.rules.counts_as(game, p, Trait.BLITZES)]
        infantry = [
            p.id
            for p in pieces
            if game.rules.counts_as(game, p, Trait.LIGHT) and p.id not in riders
        ]
        return {**riders, **dict(zip(infantry, tanks, strict=False))}
