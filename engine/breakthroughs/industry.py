"""Increased production and war bonds (BG-4.2)."""

__all__ = ["IncreasedProduction", "WarBonds"]

from engine.board import Power, SpaceId
from engine.breakthroughs.owned import BreakthroughRules
from engine.charts import Breakthrough
from engine.economy.income import Term
from engine.game import Game
from engine.requests import Roll, Step, ask

_WORTH = 3
_MORE = 2
_REPAIRED = 2
_SIDES = 6


class IncreasedProduction(BreakthroughRules):
    """Complexes where the territory is worth 3 or more place two more units; repairs cost half."""

    breakthrough = Breakthrough.INCREASED_PRODUCTION

    def capacity(self, game: Game, territory: SpaceId) -> int | None:
        """Two more; damage counts against them too (⚖)."""
        most = super().capacity(game, territory)
        value = game.board[territory].value
        if (
            most is None
            or value < _WORTH
            or not self.has(game, game.control.get(territory), self.breakthrough)
        ):
            return most
        return max(0, value + _MORE - game.damage.get(territory, 0))

    def repair_price(self, game: Game, power: Power, markers: int) -> int:
        """One IPC for up to two markers of a complex."""
        price = super().repair_price(game, power, markers)
        return -(-price // _REPAIRED) if self.has(game, power, self.breakthrough) else price


class WarBonds(BreakthroughRules):
    """d6 IPC more at income."""

    breakthrough = Breakthrough.WAR_BONDS

    def income_opens(self, game: Game) -> Step:
        """Roll for the bonds."""
        game = yield from super().income_opens(game)
        if self.has(game, game.active, self.breakthrough):
            game, (die,) = yield from ask(game, Roll(game.active, 1, _SIDES, "war bonds"))
            game = game.noting(bonds=die)
        return game

    def income_terms(self, game: Game, power: Power) -> tuple[Term, ...]:
        """What they have brought."""
        terms = super().income_terms(game, power)
        if self.has(game, power, self.breakthrough):
            return (*terms, Term("war bonds", game.record.bonds))
        return terms
