"""A bot that chooses in another worker answers as one that sits at its node."""

import pickle

import pytest

from client.bots.apart import ChoosingBot, answer_of, bot_to_make, view_to_judge
from client.bots.arena import Referee
from client.bots.kinds import bot_named
from client.scenarios import find
from client.seat.view import PlayerView
from engine.game import Game
from engine.questions import Questions
from engine.records import Plain
from engine.setup import new_game

_ASKED = 20


class _Both:
    """One bot here and one there, of the same seed."""

    def __init__(self, rules: Questions[Game]) -> None:
        self._here = bot_named("captain", 7)
        self._there = ChoosingBot(bot_to_make("captain", 7, rules))

    def choose(self, view: PlayerView) -> Plain:
        answer = answer_of(self._there.choose(view_to_judge(view)))
        assert answer == self._here.choose(view)
        return answer


def _referee(name: str, *modules: str) -> Referee:
    scenario = find(name).scenario
    seats = tuple((power,) for power in scenario.powers)
    return Referee(new_game(scenario, modules, {}, seats), seed=1)


@pytest.mark.parametrize(
    "game", [("wake-island", "SS"), ("anniversary-1941", "SS", "SW", "WM", "WW")]
)
def test_it_answers_what_it_would_answer_here(game: tuple[str, ...]) -> None:
    referee = _referee(*game)
    bots = {
        power: _Both(referee.run.game.rules) for power in referee.run.game.rules.scenario.powers
    }
    for _ in range(_ASKED):
        view = referee.advance()
        assert view is not None
        referee.decide(view, bots[view.decision.power])


def test_what_is_asked_does_not_bring_the_rules_each_time() -> None:
    """They are the larger half, and never change."""
    view = _referee("anniversary-1941", "SS").advance()
    assert view is not None
    assert len(view_to_judge(view)) < len(pickle.dumps(view)) / 2
