"""What the rules of all breakthroughs have in common: somebody owns them or does not."""

__all__ = ["BreakthroughRules"]

from typing import ClassVar

from engine.board import Power
from engine.charts import Breakthrough
from engine.game import Game
from engine.rules import Rules


class BreakthroughRules(Rules):
    """The answers of one breakthrough."""

    breakthrough: ClassVar[Breakthrough]

    def has(self, game: Game, power: Power | None, breakthrough: Breakthrough) -> bool:
        """Whether a power owns a breakthrough."""
        return power is not None and breakthrough in game.breakthroughs.get(power, ())
