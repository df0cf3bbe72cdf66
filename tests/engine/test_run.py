"""`Run`: answers, all or nothing; forks, rewinds, waivers, hands."""

import pytest

from engine.board import Power
from engine.economy.purchase import Bought, PurchaseUnits
from engine.errors import Illegal, Malformed
from engine.game import Game
from engine.phases import Phase, Stage
from engine.records import encode
from engine.requests import Step
from engine.rules import Rules
from engine.run import Run
from engine.turn import PhaseBegan
from engine.units import TANK as TANK_KIND
from tests.engine.position import position

USA = Power("USA")
NOTHING = ["purchase", [], []]
TANK = ["purchase", [["tank", 1]], []]
DONE = ["done"]


def state(run: Run) -> object:
    return encode(run.game), run.request


@pytest.fixture
def run() -> Run:
    return Run(position("West: USA infantry, complex\nEast: Japan infantry"))


def test_a_run_pauses_where_something_is_asked(run: Run) -> None:
    assert run.request == PurchaseUnits(USA)
    assert run.game.stage is Stage.PURCHASE


def test_an_answer_returns_what_happened_up_to_the_next_pause(run: Run) -> None:
    events = run.answer(TANK)
    assert any(isinstance(event, Bought) for event in events)
    assert PhaseBegan(USA, Phase.COMBAT_MOVE) in events
    assert run.game.events == ()


@pytest.mark.parametrize(
    ("data", "refusal"),
    [
        (None, Malformed),
        (["purchase"], Malformed),
        (["purchase", [["tank", 99]], []], Illegal),
    ],
)
def test_a_refused_answer_changes_nothing(run: Run, data: object, refusal: type) -> None:
    before = state(run)
    with pytest.raises(refusal):
        run.answer(data)
    assert state(run) == before
    run.answer(TANK)


class Strict(Rules):
    """A house rule that finds fault only after the answer has been taken."""

    module = "STRICT"

    def after_purchase(self, game: Game) -> Step:
        """Refuse all tanks."""
        if TANK_KIND in game.record.bought:
            raise Illegal("STRICT", "no tanks here")
        return (yield from super().after_purchase(game))


def test_what_a_later_step_refuses_changes_nothing_either(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.setup.MODULES", (Strict,))
    run = Run(position(modules=("STRICT",)))
    run.waive(1, waived=True)
    before = state(run)
    with pytest.raises(Illegal, match="no tanks here"):
        run.answer(TANK)
    assert state(run) == before
    run.answer(NOTHING)


def test_a_fork_is_independent(run: Run) -> None:
    run.answer(TANK)
    other = run.fork()
    assert state(other) == state(run)
    here = state(run)
    other.answer(DONE)
    assert state(run) == here
    run.answer(DONE)
    assert state(run) == state(other)


def test_who_has_given_its_step_to_a_fork_plays_on_all_the_same(run: Run) -> None:
    """With what was answered and noted in the step so far."""
    run.answer(TANK)
    run.waive(1, waived=True)
    forks = [run.fork(), run.fork()]
    happened = [one.answer(DONE) for one in (run, *forks)]
    assert happened[0] == happened[1] == happened[2]
    assert state(run) == state(forks[0]) == state(forks[1])
    assert run.game.waived == {1}


def test_rewinding_goes_back_to_a_bookmark(run: Run) -> None:
    start, before = run.bookmark(), state(run)
    run.answer(TANK)
    run.answer(DONE)
    run.rewind(start)
    assert state(run) == before
    run.answer(NOTHING)
    assert run.game.waiting[USA] == {}


def test_every_moment_is_played_again_from_its_origin(run: Run) -> None:
    """Answers, notes, a way back: all that a run is given at its pauses, over some turns."""
    moments = [(run.origin, state(run))]
    for number in range(60):
        match number:
            case 5:
                run.waive(1, waived=True)
            case 20:
                run.grant(0)
            case 35:
                run.take_back(run.played_again(moments[30][0]))
            case _:
                run.answer(NOTHING if isinstance(run.request, PurchaseUnits) else DONE)
        moments.append((run.origin, state(run)))
    for origin, then in moments:
        again = run.played_again(origin)
        assert (encode(again.game), again.request) == then


def test_origins_of_many_moments_share_a_few_games(run: Run) -> None:
    origins = []
    for _ in range(60):
        run.answer(NOTHING if isinstance(run.request, PurchaseUnits) else DONE)
        origins.append(run.origin)
    assert len({id(origin.base) for origin in origins}) <= 5
    assert max(len(origin.inputs) for origin in origins) < 20


def test_waivers_and_granted_hands_are_part_of_the_game(run: Run) -> None:
    run.waive(1, waived=True)
    run.grant(0)
    run.grant(0)
    assert run.game.waived == {1}
    assert run.game.hands == {0: 2}
    run.answer(TANK)
    assert run.game.waived == {1}
    run.waive(1, waived=False)
    assert run.game.waived == frozenset()
    assert run.game.hands == {0: 2}


def test_a_fork_remembers_waivers_made_since_its_step_began(run: Run) -> None:
    run.waive(1, waived=True)
    assert run.fork().game.waived == {1}


def test_a_refused_answer_keeps_waivers(run: Run) -> None:
    run.waive(1, waived=True)
    with pytest.raises(Illegal):
        run.answer(["purchase", [["tank", 99]], []])
    assert run.game.waived == {1}


def test_a_resignation_can_be_taken_back_by_a_rewind(run: Run) -> None:
    """As a replica does whose entry is refused for another reason."""
    here, before = run.bookmark(), state(run)
    run.resign(0)
    assert run.request is None
    run.rewind(here)
    assert state(run) == before


def test_nothing_can_be_answered_when_the_game_is_over(run: Run) -> None:
    run.resign(0)
    with pytest.raises(Illegal, match="the game is over"):
        run.answer(NOTHING)
    with pytest.raises(Illegal):
        run.resign(1)
