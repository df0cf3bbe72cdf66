"""SS-5: a bot weighs an enemy's token by what all public facts let it hold."""

import dataclasses

import pytest

from client.bots.arena import Referee
from client.bots.captain.situation import Situation
from client.bots.fuzz import Fuzz
from client.seat.knowledge import Knowledge
from client.seat.view import PlayerView
from engine.board import Power
from engine.economy.purchase import PurchaseUnits
from engine.loading import builtin
from engine.run import Run
from engine.setup import new_game
from engine.variants.secret_subs.state import tracker
from engine.variants.secret_subs.tokens import tokens_of

JAPAN, USA = Power("Japan"), Power("USA")


def opened(seed: int) -> Referee:
    scenario = builtin("wake-island")
    return Referee(new_game(scenario, ("SS",), {}, scenario.seatings[2]), seed)


def first_purchase() -> PlayerView:
    """What the United States see when the game has been set up."""
    referee, bot = opened(3), Fuzz(3)
    while (view := referee.advance()) is not None:
        if isinstance(view.decision, PurchaseUnits):
            return view
        referee.decide(view, bot)
    pytest.fail("nobody was asked to buy")


@pytest.mark.parametrize("expected", [0.0, 1.0, 3.0])
def test_a_token_is_worth_what_it_is_expected_to_hold(expected: float) -> None:
    view = first_purchase()
    token = tokens_of(view.game, JAPAN)[0]
    told = dataclasses.replace(view, expected={token.id: expected})
    assert len(Situation(told.game, USA, told).units([token])) == round(expected)


def test_what_is_expected_of_all_tokens_is_all_submarines() -> None:
    """However little is known of each, the sum over a power's tokens is what its tracker shows."""
    referee, bot = opened(5), Fuzz(5)
    for _ in range(60):
        if (view := referee.advance()) is not None:
            referee.decide(view, bot)
    scenario = builtin("wake-island")
    run = Run(new_game(scenario, ("SS",), {}, scenario.seatings[2]))
    knowledge = Knowledge(run.game)
    for answer in referee.tape:
        knowledge.learn(run.answer(answer), run.game)
        tokens = [t for power in (JAPAN, USA) for t in tokens_of(run.game, power)]
        if not tokens or any(token.face_up for token in tokens):
            continue
        expected = knowledge.expected(run.game)
        for power in (JAPAN, USA):
            own = sum(expected[token.id] for token in tokens_of(run.game, power))
            assert own == pytest.approx(sum(tracker(run.game, power).sizes))
