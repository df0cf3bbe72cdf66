"""What the items share: where each keeps its state, and how units join the unit table."""

__all__ = ["ITEMS", "Item", "keeping", "kept", "with_units"]

import dataclasses
from collections.abc import Mapping
from typing import TypeVar, cast

from engine.board import Power
from engine.charts import Charts
from engine.game import Game
from engine.pieces import PieceId
from engine.rules import Rules
from engine.scenario import Scenario
from engine.units import UnitType
from engine.view import Json, fields

T = TypeVar("T")

ITEMS = ("WA", "WD", "WR", "WM", "WB", "WE", "WK", "WL", "WI", "WP", "WW")
"""Their ids, in the order in which they are composed."""


def kept(game: Game, module: str, blank: T) -> T:
    """The state of an item; `blank` as long as nothing has happened to it."""
    return cast("T", game.modules.get(module, blank))


def keeping(game: Game, module: str, state: object) -> Game:
    """The game with the state of an item replaced."""
    return game.but(modules={**game.modules, module: state})


def with_units(scenario: Scenario, *units: UnitType) -> Scenario:
    """The scenario with rows added to its unit table, or put in place of those of their kind.

    Its charts are made anew, since they keep what they make of one unit table.
    """
    table = {**scenario.units, **{unit.kind: unit for unit in units}}
    charts = scenario.charts
    if charts is not None:
        charts = Charts(charts.charts, charts.improved)
    return dataclasses.replace(scenario, units=table, charts=charts)


class Item(Rules):
    """An item of the article: all that it remembers lies open."""

    def modules_seen(
        self, game: Game, powers: frozenset[Power], secrets: Mapping[PieceId, int]
    ) -> dict[str, Json]:
        """The state of every item."""
        seen = super().modules_seen(game, powers, secrets)
        return {**seen, **{id_: fields(game.modules[id_]) for id_ in ITEMS if id_ in game.modules}}
