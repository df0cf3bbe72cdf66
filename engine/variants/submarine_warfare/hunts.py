"""What submarine warfare must remember, and who hunts whom (SW-1, SW-3)."""

__all__ = [
    "MODULE",
    "Hunts",
    "hunted",
    "hunted_submarines",
    "hunts",
    "ready_hunters",
    "update_hunts",
]

import dataclasses
from dataclasses import dataclass
from typing import Any, ClassVar, cast

from engine.battle.sides import current, is_aircraft
from engine.board import SpaceId
from engine.game import Game
from engine.pieces import Piece, PieceId
from engine.units import Trait
from engine.variants.submarine_warfare.settings import SEARCH_COST

MODULE = "SW"


@dataclass(frozen=True, slots=True, kw_only=True)
class Hunts:
    """The state of the module.

    Attributes:
        rolled: destroyers that have rolled at a submarine leaving their zone in this turn (SW-2).
        attacked: hunters that have made their attack in the hunt under way.
        dueled: of those, the destroyers that have fought.
        shown: pieces that the hunt has turned up.
    """

    tag: ClassVar[str] = "hunts"

    rolled: frozenset[PieceId] = frozenset()
    attacked: frozenset[PieceId] = frozenset()
    dueled: frozenset[PieceId] = frozenset()
    shown: frozenset[PieceId] = frozenset()


_NONE = Hunts()


def hunts(game: Game) -> Hunts:
    """The state of the module."""
    return cast("Hunts", game.modules.get(MODULE, _NONE))


def update_hunts(game: Game, **changes: Any) -> Game:
    """The game with some fields of the module's state replaced."""
    after = dataclasses.replace(hunts(game), **changes)
    return game.replace(modules={**game.modules, MODULE: after})


def hunted(game: Game, space: SpaceId) -> bool:
    """Whether the active power's enemies in a space are submarines and nothing else.

    Implements: SW-1
    """
    enemies = game.enemies_at(game.active, space)
    return bool(enemies) and all(
        game.rules.counts_as(game, piece, Trait.SUBMARINE) for piece in enemies
    )


def hunted_submarines(game: Game) -> tuple[Piece, ...]:
    """Submarines, or what may be submarines, that are still hunted; ascending."""
    return tuple(game.pieces[piece] for piece in current(game).defenders)


def ready_hunters(game: Game) -> tuple[Piece, ...]:
    """Hunters that have not attacked; aircraft that were here already pay for the search now."""
    cost, attacked = game.rules.option(SEARCH_COST), hunts(game).attacked
    return tuple(
        piece
        for piece in (game.pieces[i] for i in current(game).attackers if i not in attacked)
        if piece.moved or not is_aircraft(game, piece) or piece.left >= cost
    )
