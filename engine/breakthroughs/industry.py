"""Increased production and war bonds (BG-4.2)."""

__all__ = ["IncreasedProduction", "WarBonds"]

from engine.board import Power, SpaceId
from engine.breakthroughs.owned import has
from engine.charts import Breakthrough
from engine.economy.income import Term
from engine.game import Game
from engine.requests import Roll, Step, ask
from engine.rules import Rules

_WORTH = 3
_MORE = 2
_REPAIRED = 2
_SIDES = 6


class IncreasedProduction(Rules):
    """Complexes where the territory is worth 3 or more place two more units; repairs cost half."""

    def capacity(self, game: Game, territory: SpaceId) -> int | None:
        """Two more; damage counts against them too (⚖)."""
        most = super().capacity(game, territory)
        value = game.board[territory].value
        if (
            most is None
            or value < _WORTH
            or not has(game, game.control.get(territory), Breakthrough.INCREASED_PRODUCTION)
        ):
            return most
        return max(0, value + _MORE - game.damage.get(territory, 0))

    def repair_price(self, game: Game, power: Power, markers: int) -> int:
        """One IPC for up to two markers of a complex."""
        price = super().repair_price(game, power, markers)
        return (
            -(-price // _REPAIRED) if has(game, power, Breakthrough.INCREASED_PRODUCTION) else price
        )


class WarBonds(Rules):
    """d6 IPC more at income."""

    def income_opens(self, game: Game) -> Step:
        """Roll for the bonds."""
        game = yield from super().income_opens(game)
        if has(game, game.active, Breakthrough.WAR_BONDS):
            game, (die,) = yield from ask(game, Roll(game.active, 1, _SIDES, "war bonds"))
            game = game.update_turn_record(bonds=die)
        return game

    def income_terms(self, game: Game, power: Power) -> tuple[Term, ...]:
        """What they have brought."""
        terms = super().income_terms(game, power)
        if has(game, power, Breakthrough.WAR_BONDS):
            return (*terms, Term("war bonds", game.record.bonds))
        return terms
