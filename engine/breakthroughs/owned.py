"""Who owns which breakthrough."""

__all__ = ["has"]

from engine.board import Power
from engine.charts import Breakthrough
from engine.game import Game


def has(game: Game, power: Power | None, breakthrough: Breakthrough) -> bool:
    """Whether a power owns a breakthrough; nobody (None) owns none."""
    return power is not None and breakthrough in game.breakthroughs.get(power, ())
