"""Collect income (BG-11)."""

__all__ = ["Collected", "collect_income", "income_terms"]

from dataclasses import dataclass
from typing import ClassVar

from engine.board import Power
from engine.game import Event, Game
from engine.options import OBJECTIVES
from engine.phases import Stage
from engine.questions.economy import Term
from engine.requests import Step
from engine.victory import capital_is_free, condition_holds


@dataclass(frozen=True, slots=True)
class Collected(Event):
    """A power has collected `total` IPC, the sum of the terms or 0 (BG-11.1)."""

    tag: ClassVar[str] = "collected"

    power: Power
    terms: tuple[Term, ...]
    total: int


def income_terms(game: Game, power: Power) -> tuple[Term, ...]:
    """Territories controlled, then each national objective that holds (BG-11.1, 11.3).

    Implements: BG-11.3
    """
    board = game.board
    land = sum(board[space].value for space, who in game.control.items() if who == power)
    objectives = [
        Term(objective.name, objective.worth)
        for objective in game.rules.scenario.objectives
        if game.rules.option(OBJECTIVES)
        and objective.power == power
        and all(condition_holds(game, power, condition) for condition in objective.conditions)
    ]
    return (Term("territories", land), *objectives)


def collect_income(game: Game) -> Step:
    """Collect income, for which a power needs its capital.

    Implements: BG-11.1
    """
    power = game.active
    if capital_is_free(game, power):
        game = yield from game.rules.income_opens(game)
        game = yield from game.rules.raid_convoys(game)
        terms = game.rules.income_terms(game, power)
        total = max(0, sum(term.amount for term in terms))
        treasury = {**game.treasury, power: game.treasury[power] + total}
        game = game.replace(treasury=treasury).with_events(Collected(power, terms, total))
    game = yield from game.rules.income_closes(game)
    return game.replace(stage=Stage.PHASE_CLOSES)
