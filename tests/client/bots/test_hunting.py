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
from engine.variants.secret_subs.state import Tracker, tracker, with_tracker
from engine.variants.secret_subs.support import Support
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


@pytest.mark.parametrize("known", [False, True])
def test_a_token_is_worth_what_it_is_expected_to_hold(*, known: bool) -> None:
    """Japan's decoy and group of three are alike to who knows nothing, and not to who watched."""
    view = first_purchase()
    game, (one, other, *_) = view.game, tokens_of(view.game, JAPAN)
    support = Support.of(10).placed((one.id, other.id), (1,)).present((1,), (other.id,))
    seen = Knowledge({JAPAN: support} if known else {})
    track = Tracker(sizes=(3, *[0] * 9))
    game = with_tracker(
        game.replace(
            pieces=game.pieces.replaced(
                (one, other), [piece.id for piece in tokens_of(game, JAPAN)]
            )
        ),
        JAPAN,
        track,
    )
    told = Situation(game, USA, dataclasses.replace(view, game=game, knowledge=seen))
    assert [len(told.units([token])) for token in (one, other)] == ([0, 3] if known else [2, 2])


def test_what_is_expected_of_all_tokens_is_all_submarines() -> None:
    """However little is known of each, the sum over a power's tokens is what its tracker shows."""
    referee, bot = opened(5), Fuzz(5)
    for _ in range(60):
        if (view := referee.advance()) is not None:
            referee.decide(view, bot)
    scenario = builtin("wake-island")
    run = Run(new_game(scenario, ("SS",), {}, scenario.seatings[2]))
    knowledge = Knowledge.of(run.game)
    for answer in referee.tape:
        knowledge = knowledge.learning(run.answer(answer), run.game)
        tokens = [t for power in (JAPAN, USA) for t in tokens_of(run.game, power)]
        if not tokens or any(token.face_up for token in tokens):
            continue
        for power in (JAPAN, USA):
            held = (knowledge.submarines(run.game, token) for token in tokens_of(run.game, power))
            assert sum(held) == sum(tracker(run.game, power).sizes)
