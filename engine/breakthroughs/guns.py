"""Advanced artillery, rockets (BG-4.2) and radar (BG-4.3)."""

__all__ = ["AdvancedArtillery", "Radar", "Rockets"]

from engine.board import Power
from engine.breakthroughs.owned import has
from engine.charts import Breakthrough
from engine.game import Game
from engine.pieces import Piece
from engine.rules import Rules

_LENT = 2
_RANGE = 3
_RADAR = 2


class AdvancedArtillery(Rules):
    """Each artillery supports two infantry."""

    def lends(self, game: Game, piece: Piece) -> int:
        """Two, where it lends at all."""
        lent = super().lends(game, piece)
        return _LENT * lent if has(game, piece.owner, Breakthrough.ADVANCED_ARTILLERY) else lent


class Rockets(Rules):
    """AA guns hit complexes within three spaces."""

    def rocket_range(self, game: Game, power: Power) -> int:
        """Three spaces."""
        if has(game, power, Breakthrough.ROCKETS):
            return _RANGE
        return super().rocket_range(game, power)


class Radar(Rules):
    """Anti-aircraft fire hits on 1 and 2."""

    def anti_air_strength(self, game: Game, power: Power) -> int:
        """On 2 or less."""
        if has(game, power, Breakthrough.RADAR):
            return _RADAR
        return super().anti_air_strength(game, power)
