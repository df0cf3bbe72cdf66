"""What Combat move is for (BG-7.1, R6): a unit that moves in it must have a reason to."""

__all__ = ["aimless", "check_purposes"]

from engine.board import SpaceId
from engine.errors import Illegal
from engine.game import Game
from engine.movement.declarations import assaults, could_attack
from engine.movement.takeback import can_go_back
from engine.pieces import Figure, Piece
from engine.terms import friendly_since_start, is_warship
from engine.units import Domain, Trait


def check_purposes(game: Game) -> None:
    """Judge whether everything that moved in Combat move had a reason to.

    Raises:
        Illegal: a unit has moved and takes part in no attack, assault, blitz, landing plan or
            escape (R6), or was loaded and lands nowhere (BG-7.9).
    """
    for piece in aimless(game):
        if isinstance(piece, Figure) and piece.aboard is not None:
            raise Illegal(
                "BG-7.9",
                f"{piece.kind} {piece.id} was loaded and lands nowhere; land it or take it back",
            )
        raise Illegal("R6", f"piece {piece.id} moved without a combat purpose; take it back")


def aimless(game: Game) -> tuple[Piece, ...]:
    """Own pieces whose Combat move has no purpose, ascending.

    Only pieces that can still take their move back are tested: what has blitzed has its purpose,
    and a token is not asked while a shuffle leaves open which piece it is (R6).
    """
    coasts = {unit.at for units in assaults(game).values() for unit in units}
    return tuple(
        piece
        for piece in game.owned(game.active)
        if piece.moved
        and can_go_back(game, piece)
        and not game.rules.uncertain(game, piece)
        and not _has_purpose(game, piece, coasts)
    )


def _has_purpose(game: Game, piece: Piece, coasts: set[SpaceId]) -> bool:
    """Whether a moved piece has one of the reasons of BG-7.1; `coasts`: zones landed from."""
    if isinstance(piece, Figure) and piece.aboard is not None:
        return piece.ashore is not None
    domain = game.rules.domain(game, piece)
    if domain is Domain.LAND:
        return not friendly_since_start(game, game.active, piece.at)
    if _has_escaped(game, piece) or _attacks(game, piece) or _has_brought(game, piece):
        return True
    if domain is Domain.SEA and piece.at in coasts:
        return is_warship(game, piece) or _lands_cargo(game, piece)
    return game.rules.counts_as(game, piece, Trait.CARRIER) and _is_awaited(game, piece)


def _has_brought(game: Game, mount: Piece) -> bool:
    """It has brought another unit along this turn, wherever it has gone since (BG-4.2; WP-1)."""
    return any(
        isinstance(piece, Figure) and piece.brought_by == mount.id
        for piece in game.owned(mount.owner)
    )


def _has_escaped(game: Game, piece: Piece) -> bool:
    """It has left a zone shared with enemy surface warships (BG-7.5)."""
    start = game.record.phase_began[piece.id].at
    return start != piece.at and game.rules.hostile(game, game.active, start)


def _attacks(game: Game, piece: Piece) -> bool:
    """It is in hostile territory, or at sea where an attack may be declared (BG-8.23)."""
    if not game.board.is_sea(piece.at):
        return game.rules.hostile(game, game.active, piece.at)
    return bool(game.enemies_at(game.active, piece.at)) and could_attack(game, piece.at)


def _lands_cargo(game: Game, ship: Piece) -> bool:
    return any(
        isinstance(unit, Figure) and unit.aboard == ship.id and unit.ashore is not None
        for unit in game.pieces.at(ship.at)
    )


def _is_awaited(game: Game, carrier: Piece) -> bool:
    """An own aircraft that attacks can reach the carrier where it has gone (BG-7.1)."""
    return any(
        isinstance(piece, Figure)
        and game.rules.counts_as(game, piece, Trait.CARRIER_BORNE)
        and _attacks(game, piece)
        and game.board.distances(piece.at).get(carrier.at, piece.left + 1) <= piece.left
        for piece in game.owned(game.active)
    )
