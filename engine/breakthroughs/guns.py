"""Advanced artillery, rockets (BG-4.2) and radar (BG-4.3)."""

__all__ = ["AdvancedArtillery", "Radar", "Rockets"]

from engine.board import Power
from engine.breakthroughs.owned import BreakthroughRules
from engine.charts import Breakthrough
from engine.game import Game
from engine.pieces import Piece

_LENT = 2
_RANGE = 3
_RADAR = 2


class AdvancedArtillery(BreakthroughRules):
    """Each artillery supports two infantry."""

    breakthrough = Breakthrough.ADVANCED_ARTILLERY

    def lends(self, game: Game, piece: Piece) -> int:
        """Two, where it lends at all."""
        lent = super().lends(game, piece)
        return _LENT * lent if self.has(game, piece.owner, self.breakthrough) else lent


class Rockets(BreakthroughRules):
    """AA guns hit complexes within three spaces."""

    breakthrough = Breakthrough.ROCKETS

    def rocket_range(self, game: Game, power: Power) -> int:
        """Three spaces."""
        if self.has(game, power, self.breakthrough):
            return _RANGE
        return super().rocket_range(game, power)


class Radar(BreakthroughRules):
    """Anti-aircraft fire hits on 1 and 2."""

    breakthrough = Breakthrough.RADAR

    def anti_air_strength(self, game: Game, power: Power) -> int:
        """On 2 or less."""
        if self.has(game, power, self.breakthrough):
            return _RADAR
        return super().anti_air_strength(game, power)
