"""Sea battles in SZ 2 in which submarines have depths; the United States attack."""

__all__ = ["asks", "at_depth", "battle", "dice", "sub"]

import dataclasses
from collections.abc import Mapping
from typing import Any

from engine.board import SpaceId
from engine.game import Game
from engine.phases import Phase
from engine.pieces import Figure, PieceId
from engine.requests import Roll
from engine.run import Run
from engine.variants.depth.state import MODULE, Depth, Depths
from tests.engine.battle.field import Combat
from tests.engine.position import position

SZ_2 = SpaceId("SZ 2")


def at_depth(game: Game, found: Mapping[PieceId, str]) -> Game:
    """The game with submarines at these depths."""
    at = {piece: Depth(depth) for piece, depth in sorted(found.items())}
    return game.replace(modules={**game.modules, MODULE: Depths(at=at)})


def battle(units: str, depth: str | Mapping[str, str] = "", **place: Any) -> Combat:
    """Conduct combat with SZ 2 attacked; units as in ``USA cruiser / Japan submarine``.

    `depth`: of all submarines of Japan, or by power.
    """
    modules = place.pop("modules", (MODULE,))
    came_from = place.pop("came_from", None)
    game = position(f"SZ 2: {units}", phase=Phase.CONDUCT_COMBAT, modules=modules, **place)
    depths = {"Japan": depth} if isinstance(depth, str) else depth
    subs = {
        piece.id: depths[piece.owner]
        for piece in game.pieces.values()
        if isinstance(piece, Figure)
        and piece.kind == "submarine"
        and depths.get(piece.owner)
        and depths[piece.owner] != "surfaced"
    }
    game = at_depth(game, subs).update_turn_record(attacked=frozenset({SZ_2}))
    if came_from is not None:
        own = game.owned(game.active)
        game = game.with_pieces(
            *(dataclasses.replace(p, came_from=SpaceId(came_from), moved=True) for p in own)
        )
    return Combat(game)


def sub(game: Game, owner: str = "Japan") -> PieceId:
    """The only submarine of a power."""
    (piece,) = (
        piece.id
        for piece in game.pieces.values()
        if isinstance(piece, Figure) and piece.kind == "submarine" and piece.owner == owner
    )
    return piece


def asks(playing: Run | Combat, kind: type[Any]) -> bool:
    """Whether a request of this kind is asked now."""
    return isinstance(playing.request, kind)


def dice(playing: Run | Combat) -> Roll:
    """The dice that are asked for now."""
    assert isinstance(playing.request, Roll), playing.request
    return playing.request
