"""Ships and submarines under way (BG-2.4, 2.5, 7.3, 7.4, 9.1)."""

__all__ = ["enter", "stops"]

from engine.board import SpaceId
from engine.errors import Illegal
from engine.game import Game, Phase
from engine.pieces import Figure, Piece
from engine.terms import friendly_since_start
from engine.units import SUBMARINE, Kind, Trait


def enter(game: Game, piece: Piece, here: SpaceId, there: SpaceId) -> None:
    """Judge a step from one sea zone to the next.

    Raises:
        Illegal: onto land, through a canal that is shut (BG-2.5), or into a hostile sea zone in
            Noncombat move, submarines excepted (BG-9.1, R21).
    """
    if not game.is_sea(there):
        raise Illegal("BG-1.1", f"{there} is land; piece {piece.id} stays at sea")
    for canal in game.board.canals_between(here, there):
        shut = [t for t in canal.territories if not friendly_since_start(game, piece.owner, t)]
        if shut and _kind(game, piece) not in canal.exempt:
            raise Illegal(
                "BG-2.5",
                f"{canal.name} needs {', '.join(shut)} friendly since the turn began",
            )
    if (
        game.current_phase is Phase.NONCOMBAT_MOVE
        and not game.rules.counts_as(game, piece, Trait.SUBMARINE)
        and game.rules.hostile(game, piece.owner, there)
    ):
        raise Illegal("BG-9.1", f"{there} is hostile; only submarines enter it in Noncombat move")


def stops(game: Game, piece: Piece, there: SpaceId) -> bool:
    """Whether entering a sea zone ends a ship's movement.

    A submarine stops where there is an enemy destroyer (BG-7.4), any other ship in a hostile zone
    (BG-7.3).
    """
    if game.rules.counts_as(game, piece, Trait.SUBMARINE):
        return any(
            game.rules.counts_as(game, other, Trait.DESTROYER)
            for other in game.enemies_at(piece.owner, there)
        )
    return game.rules.hostile(game, piece.owner, there)


def _kind(game: Game, piece: Piece) -> Kind | None:
    """What a canal's exemption knows a piece as; a face-down piece is what it counts as."""
    if isinstance(piece, Figure):
        return piece.kind
    return SUBMARINE if game.rules.counts_as(game, piece, Trait.SUBMARINE) else None
