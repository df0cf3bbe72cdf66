"""Where the captain's pieces can go now."""

__all__ = ["Route", "reach", "together"]

from collections.abc import Iterable

from client.bots.captain.situation import Situation
from engine.board import SpaceId
from engine.errors import Illegal
from engine.movement.proposals import destinations
from engine.pieces import Figure, Piece

Route = tuple[SpaceId, ...]


def reach(situation: Situation, piece: Piece) -> dict[SpaceId, Route]:
    """Where a piece can go by itself; nowhere if it may not move."""
    if piece.left <= 0 or (isinstance(piece, Figure) and piece.aboard is not None):
        return {}
    return together(situation, [piece])


def together(situation: Situation, pieces: Iterable[Piece]) -> dict[SpaceId, Route]:
    """Where pieces can go in one order; nowhere if they cannot be ordered together."""
    try:
        return dict(destinations(situation.game, [piece.id for piece in pieces]))
    except Illegal:
        return {}
