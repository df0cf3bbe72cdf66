"""Units that others bring along in one order of movement (BG-4.2: mechanized infantry, paratroops).

Which units can bring which is asked of the rules (`riders`). A rider goes wherever its mount goes,
in one order, at the end of which its movement is over.
"""

__all__ = ["brought", "rides"]

from collections.abc import Iterable

from engine.board import SpaceId
from engine.errors import Illegal
from engine.game import Game, Phase
from engine.pieces import Figure, Piece, PieceId
from engine.units import Domain


def brought(game: Game, mounts: Iterable[PieceId]) -> tuple[Figure, ...]:
    """What these pieces have brought along this turn, and stands with them, ascending."""
    by = frozenset(mounts)
    spaces = sorted({game.pieces[mount].at for mount in by})
    return tuple(
        piece
        for space in spaces
        for piece in game.pieces.at(space)
        if isinstance(piece, Figure) and piece.brought_by in by
    )


def rides(game: Game, rider: Piece, mount: Piece, there: SpaceId) -> Piece:
    """A rider after a step of its mount; what came by air opens no way to retreat (BG-8.19).

    Raises:
        Illegal: it is no figure.
    """
    if not isinstance(rider, Figure):
        raise Illegal("BG-4.2", f"piece {rider.id} rides on nothing")
    by_air = game.rules.domain(game, mount) is Domain.AIR
    rider = rider.replace(at=there, left=0, brought_by=mount.id)
    if game.current_phase is Phase.NONCOMBAT_MOVE:
        return rider
    return rider.replace(moved=True, came_from=None if by_air else mount.at)
