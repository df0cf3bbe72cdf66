"""Which aircraft may raid a complex, and which may go along (BG-7.14, 8.2, 8.3)."""

__all__ = ["check_raids", "fighters", "raiders", "targets"]

from collections.abc import Mapping

from engine.board import Power, SpaceId
from engine.errors import Illegal
from engine.game import Game
from engine.movement.riders import brought
from engine.options import INTERCEPTORS
from engine.pieces import PieceId
from engine.units import Domain, Trait


def raiders(game: Game, territory: SpaceId) -> tuple[PieceId, ...]:
    """The active power's bombers in a hostile territory whose complex they may raid.

    They raid or fight, not both; one that drops infantry may not raid (BG-4.2).
    """
    if not game.rules.hostile(game, game.active, territory):
        return ()
    here = game.pieces.at(territory)
    if not any(game.rules.counts_as(game, piece, Trait.COMPLEX) for piece in here):
        return ()
    return tuple(
        piece.id
        for piece in here
        if piece.owner == game.active
        and game.rules.counts_as(game, piece, Trait.RAIDS)
        and not brought(game, (piece.id,))
    )


def targets(game: Game) -> dict[SpaceId, tuple[PieceId, ...]]:
    """Territories that the active power may raid, with all its aircraft there that may go along."""
    found: dict[SpaceId, tuple[PieceId, ...]] = {}
    for territory in sorted({piece.at for piece in game.owned(game.active)}):
        if territory not in game.board.spaces or game.board.is_sea(territory):
            continue
        bombers = game.rules.raiders(game, territory)
        if bombers:
            found[territory] = (*bombers, *_escorts(game, territory))
    return found


def check_raids(game: Game, raids: Mapping[SpaceId, frozenset[PieceId]]) -> None:
    """Judge which raids are declared.

    Raises:
        Illegal: a piece can neither raid nor escort there, or escorts without a raider (BG-8.3).
    """
    possible = targets(game)
    for territory, pieces in sorted(raids.items()):
        unable = sorted(pieces.difference(possible.get(territory, ())))
        if unable:
            raise Illegal("BG-8.2", f"piece {unable[0]} cannot raid in {territory}")
        if territory not in possible or pieces.isdisjoint(game.rules.raiders(game, territory)):
            raise Illegal("BG-8.2", f"nothing bombs {territory}; leave the raid out")


def fighters(game: Game, power: Power, territory: SpaceId) -> tuple[PieceId, ...]:
    """A power's aircraft in a territory that are no raiders."""
    return tuple(
        piece.id
        for piece in game.pieces.at(territory)
        if piece.owner == power
        and game.rules.domain(game, piece) is Domain.AIR
        and not game.rules.counts_as(game, piece, Trait.RAIDS)
    )


def _escorts(game: Game, territory: SpaceId) -> tuple[PieceId, ...]:
    escorting = game.rules.option(INTERCEPTORS)
    return fighters(game, game.active, territory) if escorting else ()
