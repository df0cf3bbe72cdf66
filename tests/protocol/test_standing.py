"""Agreements that stand for the answers of the seats that they name (SPEC-12.5).

At a table of five, seat 0 owes the next decision and has lost its machine, and seat 1 has vanished.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from protocol.agreements import Agreement
from protocol.answers import RejoinAnswer
from protocol.entry import Entry, Rejoin
from protocol.errors import Code, Refused
from protocol.outline import Outline
from protocol.proposals import End, Proposal, Result
from protocol.questions import RejoinQuestion
from protocol.settlements import Settlement
from protocol.statement import Signed
from tests.protocol import toy
from tests.protocol.agreeing import agreement_of, carrying, consenting, item_of, proposing
from tests.protocol.rejoining import PLAY_ON, answering, asking, settling
from tests.protocol.sample import some_hash
from tests.protocol.succession import replacing
from tests.protocol.toy_match import ToyMatch, toy_founding, toy_match

GONE, THERE = 1, (2, 3, 4)
DRAW = End(Result.DRAW)


def five_seats() -> ToyMatch:
    """Three players and two keepers; USA, of seat 0, has thrown dice and gives the next order."""
    made = toy_match(toy_founding(powers=(*toy.SEATS, (), ())))
    made.act(0, toy.Throw(1))
    return made


def answers_of_others(
    made: ToyMatch, question: Signed[RejoinQuestion], **fields: Any
) -> tuple[Signed[RejoinAnswer], ...]:
    """Those of all but seat 1."""
    return tuple(answering(made, seat, question, **fields) for seat in THERE)


def against_who_is_gone(made: ToyMatch, question: Signed[RejoinQuestion]) -> Agreement:
    """All others end the game; seat 0 shows their answers, as it is pending."""
    proposal = proposing(made, 2, DRAW, GONE)
    pending = consenting(proposal, 0, begun=question, answers=answers_of_others(made, question))
    return Agreement(proposal, (pending, *(consenting(proposal, seat) for seat in THERE)))


def standing(
    made: ToyMatch,
    *,
    carried: Agreement | None = None,
    stands: bytes | None = None,
    **fields: Any,
) -> Entry:
    """Seat 0 settles with three answers and the agreement, and carries both.

    Args:
        made: the match.
        carried: another agreement that it carries.
        stands: the hash of another agreement that stands for the answer.
        fields: of the answers.
    """
    question = asking(made)
    agreement = against_who_is_gone(made, question)
    settlement = settling(
        made,
        question,
        answers_of_others(made, question, **fields),
        agreements=(agreement.hash if stands is None else stands,),
    )
    return first_entry(made, settlement, agreement if carried is None else carried)


def first_entry(made: ToyMatch, settlement: Signed[Settlement], agreement: Agreement) -> Entry:
    return made.forged(
        0,
        Rejoin(settlement.raw, ()),
        item_of(agreement),
        incarnation=settlement.statement.asked.hash,
    )


def not_carried(made: ToyMatch) -> Entry:
    question = asking(made)
    settlement = settling(
        made,
        question,
        answers_of_others(made, question),
        agreements=(against_who_is_gone(made, question).hash,),
    )
    return made.forged(
        0, Rejoin(settlement.raw, ()), PLAY_ON, incarnation=settlement.statement.asked.hash
    )


def of_nobody(made: ToyMatch) -> Entry:
    """The agreement names nobody, so that it stands for no answer."""
    question = asking(made)
    proposal: Signed[Proposal] = proposing(made, 2, DRAW)
    agreement = agreement_of(proposal, 1, *THERE)
    settlement = settling(
        made, question, answers_of_others(made, question), agreements=(agreement.hash,)
    )
    return first_entry(made, settlement, agreement)


def stands_for_nothing(made: ToyMatch) -> Entry:
    """It carries the agreement, and has not settled by it."""
    question = asking(made)
    settlement = settling(made, question, answers_of_others(made, question))
    return first_entry(made, settlement, against_who_is_gone(made, question))


def later_question_told(made: ToyMatch) -> Entry:
    """Seat 1 has asked to rejoin since, and an answer tells of it."""
    return standing(made, known=(asking(made, seat=GONE),))


STANDS: dict[str, Callable[[ToyMatch], Entry]] = {"an agreement for an answer": standing}

DOES_NOT_STAND: dict[str, Callable[[ToyMatch], Entry]] = {
    "an agreement for an answer that no entry carries": not_carried,
    "another agreement for an answer than the entry carries": lambda made: standing(
        made, stands=some_hash("agreement")
    ),
    "an agreement for an answer that does not name the seat": of_nobody,
    "an agreement carried that it does not name, and an answer too few": stands_for_nothing,
    "an agreement for an answer of a seat that has asked since": later_question_told,
}


@pytest.fixture
def made() -> ToyMatch:
    return five_seats()


def test_spec_12_5_an_agreement_stands_for_the_answer_of_the_seat_that_it_names(
    made: ToyMatch,
) -> None:
    entry = standing(made)
    outline = Outline(made.spectator.log.founding, secrets=True)
    for before in made.spectator.log:
        outline.append(before.raw)
    made.send(entry)
    outline.append(entry.raw)
    assert made.spectator.outcome is not None
    assert made.spectator.ledger.incarnations[0] == entry.incarnation


@pytest.mark.parametrize("corrupt", DOES_NOT_STAND.values(), ids=DOES_NOT_STAND)
def test_spec_12_5_no_other_agreement_does(
    made: ToyMatch, corrupt: Callable[[ToyMatch], Entry]
) -> None:
    with pytest.raises(Refused) as refused:
        made.spectator.append(corrupt(made).raw)
    assert (refused.value.code, refused.value.culprit) == (Code.BAD_REJOIN, 0)


def test_spec_18_3_what_stands_for_an_answer_must_be_a_valid_agreement(made: ToyMatch) -> None:
    """Too few have signed it: whoever carries it is at fault."""
    question = asking(made)
    whole = against_who_is_gone(made, question)
    few = replace(whole, signatures=whole.signatures[:-1])
    entry = standing(made, carried=few, stands=few.hash)
    with pytest.raises(Refused) as refused:
        made.spectator.append(entry.raw)
    assert (refused.value.code, refused.value.culprit) == (Code.BAD_AGREEMENT, 0)


def test_spec_12_5_the_answer_of_a_keeper_is_needed_too(made: ToyMatch) -> None:
    question = asking(made)
    answers = tuple(answering(made, seat, question) for seat in (1, 2, 3))
    settlement = settling(made, question, answers)
    entry = made.forged(0, Rejoin(settlement.raw, ()), PLAY_ON, incarnation=question.statement.hash)
    with pytest.raises(Refused, match=r"no answer of the seats \[4\]") as refused:
        made.spectator.append(entry.raw)
    assert (refused.value.code, refused.value.culprit) == (Code.BAD_REJOIN, 0)


def test_spec_12_5_an_honest_seat_settles_by_what_it_carries_next(made: ToyMatch) -> None:
    """And by no agreement against a seat of which it has heard a later question."""
    made.restore(0)
    question = made.ask(0)
    made.say(*answers_of_others(made, question))
    agreement = against_who_is_gone(made, question)
    conduct, table = made.conducts[0], made.authors[0].table
    assert conduct.settlement(table.log, table.needed) is None
    settlement = conduct.settlement(table.log, table.needed, agreement)
    assert settlement is not None
    assert settlement.agreements == (agreement.hash,)
    made.say(asking(made, seat=GONE))
    assert conduct.settlement(table.log, table.needed, agreement) is None


def replaced(made: ToyMatch, carrier: int) -> Agreement:
    """Somebody else plays seat 1 from here on."""
    agreement = agreement_of(replacing(made, carrier, GONE), 0, *THERE)
    made.send(carrying(made, carrier, agreement))
    return agreement


def open_five() -> ToyMatch:
    """The same without tokens."""
    made = toy_match(toy_founding(powers=(*toy.SEATS, (), ())), toy.OPEN_STEPS)
    made.act(0, toy.Throw(1))
    return made


def test_spec_12_5_an_agreement_stands_that_another_seat_has_carried() -> None:
    """Seat 1 was due, and seat 2, the next, has carried it: seat 0 waits for no new key."""
    made = open_five()
    made.act(0, toy.End())
    agreement = replaced(made, 2)
    made.restore(0)
    made.say(*answers_of_others(made, made.ask(0)))
    assert made.spectator.rejoining[0].unanswered == (), "who plays seat 1 now owes none"
    settlement = made.settle_question(0)
    assert settlement is not None
    assert settlement.statement.agreements == (agreement.hash,)
    (rejoining,) = made.spectator.rejoining.values()
    assert rejoining.settled


def test_spec_12_5_an_agreement_does_not_stand_that_its_last_entry_carries() -> None:
    """Seat 0 has carried it itself: whoever plays seat 1 since may have gone on after that."""
    made = open_five()
    agreement = replaced(made, 0)
    question = asking(made)
    settlement = settling(
        made, question, answers_of_others(made, question), agreements=(agreement.hash,)
    )
    entry = made.forged(0, Rejoin(settlement.raw, ()), PLAY_ON, incarnation=question.statement.hash)
    with pytest.raises(Refused, match="is not beyond entry") as refused:
        made.spectator.append(entry.raw)
    assert (refused.value.code, refused.value.culprit) == (Code.BAD_REJOIN, 0)
