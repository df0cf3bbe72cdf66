"""Breakthroughs that only change the unit table: super submarines, jets, shipyards, range (BG-4.3).

Which numbers they change is data of the edition.
"""

__all__ = ["ImprovedUnits"]

from engine.board import Power
from engine.game import Game
from engine.rules import Rules
from engine.units import Kind, UnitType


class ImprovedUnits(Rules):
    """A power's units as its breakthroughs have made them."""

    def unit_type(self, game: Game, owner: Power, kind: Kind) -> UnitType:
        """The row as improved."""
        owned = game.breakthroughs.get(owner)
        charts = self.scenario.charts
        if not owned or charts is None:
            return super().unit_type(game, owner, kind)
        return charts.rows(self.scenario.units, owned)[kind]
