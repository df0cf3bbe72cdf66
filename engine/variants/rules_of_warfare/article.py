"""What the items share: where each keeps its state."""

__all__ = ["ITEMS", "Item", "item_state", "update_item_state"]

from collections.abc import Mapping
from typing import TypeVar, cast

from engine.board import Power
from engine.game import Game
from engine.pieces import PieceId
from engine.records import Json
from engine.rules import Rules
from engine.view import fields

T = TypeVar("T")

ITEMS = ("WA", "WD", "WR", "WM", "WB", "WE", "WK", "WL", "WI", "WP", "WW")
"""Their ids, in the order in which they are composed."""


def item_state(game: Game, module: str, blank: T) -> T:
    """The state of an item; `blank` as long as nothing has happened to it."""
    return cast("T", game.modules.get(module, blank))


def update_item_state(game: Game, module: str, state: object) -> Game:
    """The game with the state of an item replaced."""
    return game.replace(modules={**game.modules, module: state})


class Item(Rules):
    """An item of the article: all that it remembers lies open."""

    def modules_view(
        self, game: Game, powers: frozenset[Power], secrets: Mapping[PieceId, int]
    ) -> dict[str, Json]:
        """The state of every item."""
        seen = super().modules_view(game, powers, secrets)
        return {**seen, **{id_: fields(game.modules[id_]) for id_ in ITEMS if id_ in game.modules}}
