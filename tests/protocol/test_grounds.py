"""SPEC-12.5: settlements rest on each other, back to the first; a line judges each of them once."""

import pytest

from protocol.branch import Branch
from protocol.errors import Code, Refused
from protocol.log import Log
from protocol.questions import RejoinQuestion
from protocol.settlements import Settlement
from protocol.settling import check_settlement
from protocol.statement import Signed
from tests.protocol import toy
from tests.protocol.rejoining import all_answers, answering, asking, come_back, rejoining, settling
from tests.protocol.sample import MINUTE
from tests.protocol.toy_match import ToyMatch, toy_match

ALL = frozenset(range(3))


@pytest.fixture
def made() -> ToyMatch:
    """Seat 0 gives the next order."""
    made = toy_match()
    made.act(0, toy.Throw(1))
    return made


def answered_by(
    made: ToyMatch, settled: Signed[Settlement], question: Signed[RejoinQuestion]
) -> Signed[Settlement]:
    """The settlement of a question that a seat answers in the name which it has settled."""
    own = settled.statement
    answer = answering(made, own.seat, question, begun=own.question, settlement=own.hash)
    return settling(made, question, (answer,))


def test_spec_12_5_a_settlement_may_rest_on_a_thousand(made: ToyMatch) -> None:
    """Two seats lose their machines in turn, and neither begins its incarnation on the line."""
    last = settling(made, asking(made, 0))
    held = {last.statement.hash: last.statement}
    for number in range(1, 1_001):
        question = asking(made, number % 2, MINUTE + number)
        last = answered_by(made, last, question)
        held[last.statement.hash] = last.statement
    check_settlement(last.statement, made.spectator.log, held, frozenset({0, 1}))


def test_spec_12_5_what_the_line_carries_is_not_judged_again(made: ToyMatch) -> None:
    first = come_back(made, 0)
    made.act(0, toy.End())
    second = come_back(made, 1).statement
    made.act(1, toy.Throw(1))
    third = come_back(made, 0).statement
    log = made.spectator.log
    began = next(entry.sequence for entry in log if entry.incarnation == second.asked.hash)
    at_hand = {second.hash: second}
    check_settlement(third, log, at_hand, ALL)
    grounds = log.grounds(second.hash)
    assert grounds is not None
    assert (grounds.place, grounds.answered) == (began, ALL)
    assert grounds.told == {0: first.statement.asked}
    assert Branch(log, began).grounds(second.hash) == grounds
    assert Branch(log, began - 1).grounds(second.hash) is None, "it stands on another line"


def test_spec_12_5_an_answer_that_is_needed_again_is_missing(made: ToyMatch) -> None:
    """Play is taken back to where seat 2 had a power still (SPEC-18.4)."""
    log = Log(made.spectator.log.founding)
    for entry in made.spectator.log:
        log.append(entry)
    question = asking(made, 0)
    without = settling(made, question, (answering(made, 1, question),))
    log.append(rejoining(made, without))
    asked = asking(made, 1)
    answers = all_answers(made, asked)
    own = without.statement
    named = answering(made, 0, asked, begun=own.question, settlement=own.hash)
    resting = settling(made, asked, (named, *answers[1:])).statement
    check_settlement(resting, log, log.carried, ALL - {2})
    with pytest.raises(Refused, match=r"it has no answer of the seats \[2\]") as caught:
        check_settlement(resting, log, log.carried, ALL)
    assert caught.value.code is Code.GAP
