"""Land units on the march (BG-7.2, 9.1)."""

__all__ = ["enter", "stops"]

from engine.board import SpaceId
from engine.errors import Illegal
from engine.game import Game, Phase
from engine.pieces import Piece
from engine.units import Trait


def enter(game: Game, piece: Piece, there: SpaceId) -> None:
    """Judge a land unit's step.

    Raises:
        Illegal: into the sea (BG-7.9), or into hostile land in Noncombat move (BG-9.1).
    """
    if game.board.is_sea(there):
        raise Illegal("BG-7.9", f"piece {piece.id} goes to sea only aboard a transport")
    if game.current_phase is Phase.NONCOMBAT_MOVE and (
        game.rules.hostile(game, piece.owner, there)
    ):
        raise Illegal("BG-9.1", f"{there} is hostile; land units enter it in Combat move only")


def stops(game: Game, piece: Piece, there: SpaceId) -> bool:
    """Whether entering a territory ends a land unit's movement (BG-7.2)."""
    return game.rules.hostile(game, piece.owner, there) and not _blitzes_through(game, piece, there)


def _blitzes_through(game: Game, piece: Piece, there: SpaceId) -> bool:
    """Whether a unit may pass through a hostile territory: a tank, and no enemy unit at all there.

    Own units do not stand in the way (BG-8.1b).
    """
    return game.rules.counts_as(game, piece, Trait.BLITZES) and not any(
        game.rules.stops_blitz(game, enemy) for enemy in game.enemies_at(piece.owner, there)
    )
