"""What the items of the article share: all that they remember is public."""

__all__ = ["ITEMS", "RulesOfWarfare"]

from collections.abc import Mapping

from engine.board import Power
from engine.game import Game
from engine.pieces import PieceId
from engine.records import Json
from engine.rules import Rules
from engine.view import record_as_json

ITEMS = ("WA", "WD", "WR", "WM", "WB", "WE", "WK", "WL", "WI", "WP", "WW")
"""Their ids, in the order in which they are composed."""


class RulesOfWarfare(Rules):
    """An item of the article: all that it remembers lies open."""

    def modules_view(
        self, game: Game, powers: frozenset[Power], secrets: Mapping[PieceId, int]
    ) -> dict[str, Json]:
        """The state of every item."""
        seen = super().modules_view(game, powers, secrets)
        return {
            **seen,
            **{id_: record_as_json(game.modules[id_]) for id_ in ITEMS if id_ in game.modules},
        }
