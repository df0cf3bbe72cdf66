"""SPEC-12: coming back with nothing but the phrase."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from protocol.due import Duty
from protocol.encoding import encode
from protocol.entry import Decide, DiceShare, Head, Rejoin
from protocol.errors import Code, LocalError, Refused
from protocol.log import Log
from protocol.rejoin import open_questions
from protocol.statements import RejoinAnswer, RejoinQuestion, Signed, sign_statement
from tests.protocol import toy
from tests.protocol.sample import identity, some_hash
from tests.protocol.toy_match import ToyMatch, toy_match


@pytest.fixture
def made() -> ToyMatch:
    """USA has thrown dice; seat 0 gives the next order."""
    made = toy_match()
    made.act(0, toy.Throw(1))
    return made


def test_spec_12_1_a_seat_comes_back_with_phrase_and_log_and_plays_on(made: ToyMatch) -> None:
    made.restore(0)
    made.rejoin(0)
    appended = made.send(made.prepare(0, toy.Shuffle()).entry)
    assert [type(item) for item in appended.entry.items][:2] == [Rejoin, Decide]
    assert appended.entry.incarnation == 1
    assert made.spectator.ledger.incarnations == (1, 0, 0)
    assert made.spectator.rejoining == {}
    made.act(0, toy.Throw(2))
    assert made.spectator.ledger.chains[0, 1].number == 1, "new dice come from the new chain"
    made.act(0, toy.End())
    made.act(1, toy.Throw(1))


def test_spec_12_1_while_the_question_stands_the_log_names_who_owes_an_answer(
    made: ToyMatch,
) -> None:
    made.restore(0)
    question = made.ask(0)
    assert made.spectator.waiting_for == (
        "seat 1 (Bob): answer to the rejoin question of seat 0 (Ann)",
        "seat 2 (Cid): answer to the rejoin question of seat 0 (Ann)",
    )
    assert made.authors[0].owes is None
    made.say(made.authors[2].answer(question))
    with pytest.raises(LocalError, match=r"rejoining; waiting for seat 1 \(Bob\)"):
        made.prepare(0, toy.End())
    made.say(made.authors[1].answer(question))
    assert made.authors[0].owes is Duty.DECISION


def test_spec_12_1_others_play_on_until_the_asker_is_due(made: ToyMatch) -> None:
    made.act(0, toy.End())
    made.restore(0)
    made.rejoin(0)
    made.act(1, toy.Shuffle())
    made.act(1, toy.End())
    made.act(0, toy.Throw(1))
    assert made.spectator.ledger.incarnations == (1, 0, 0)


def test_spec_12_2_a_seat_answers_a_question_once(made: ToyMatch) -> None:
    made.restore(0)
    question = made.ask(0)
    first = made.authors[1].answer(question)
    made.say(first)
    assert made.authors[1].answer(question) == first
    other = sign_statement(identity(0), replace(question.statement, nonce=b"r" * 32))
    made.say(other)
    with pytest.raises(LocalError, match="later than any"):
        made.authors[1].answer(other)


def test_spec_12_2_who_lost_the_machine_twice_asks_for_a_later_incarnation(made: ToyMatch) -> None:
    made.restore(0)
    first = made.ask(0)
    made.restore(0)
    made.authors[0].table.add_statement(first)
    second = made.ask(0, b"r" * 32)
    assert second.statement.incarnation == 2
    made.say(*(made.authors[seat].answer(second) for seat in (1, 2)))
    made.act(0, toy.Throw(1))
    assert made.spectator.ledger.incarnations == (2, 0, 0)


def test_spec_12_4_a_pending_roll_gets_the_share_of_the_chain_that_it_was_asked_of(
    made: ToyMatch,
) -> None:
    made.send(made.prepare(0, toy.Throw(3)).entry)
    head = made.spectator.head
    expected = made.prepare(1).entry
    made.restore(1)
    made.rejoin(1)
    prepared = made.prepare(1)
    assert [type(item) for item in prepared.entry.items] == [Rejoin, DiceShare]
    assert prepared.entry.items[1] == expected.items[0], "losing the machine changes no dice"
    assert [(share.incarnation, share.request) for share in prepared.shares] == [(0, head.hash)]
    made.send(prepared.entry)
    assert sorted(made.spectator.ledger.chains) == [(0, 0), (1, 1), (2, 0)]


def test_spec_12_4_the_new_chain_serves_what_is_asked_from_the_rejoin_on(made: ToyMatch) -> None:
    made.restore(0)
    made.rejoin(0)
    prepared = made.prepare(0, toy.Throw(1))
    assert [type(item) for item in prepared.entry.items] == [Rejoin, Decide, DiceShare]
    assert [(share.incarnation, share.number) for share in prepared.shares] == [(1, 1)]
    made.send(prepared.entry)
    made.settle()


def test_spec_12_2_two_seats_that_lost_their_machines_answer_each_other(made: ToyMatch) -> None:
    made.restore(0)
    made.restore(1)
    asked = [made.ask(seat, bytes([seat]) * 32) for seat in (0, 1)]
    for question in asked:
        asker = question.statement.seat
        answers = [a.answer(question) for a in made.authors if a.seat != asker]
        assert [a.statement.rejoining for a in answers] == [True, False]
        made.say(*answers)
    made.act(0, toy.Throw(2))
    assert made.spectator.ledger.incarnations == (1, 1, 0)
    assert made.spectator.rejoining == {}
    made.act(0, toy.End())
    made.act(1, toy.Throw(1))


# What is no valid rejoin


def changed(made: ToyMatch, **fields: object) -> Rejoin:
    """The rejoin that seat 0 would make, with fields replaced."""
    rejoin = made.prepare(0, toy.End()).entry.items[0]
    assert isinstance(rejoin, Rejoin)
    return replace(rejoin, **fields)  # type: ignore[arg-type]  # fields of Rejoin, by name


def an_answer(made: ToyMatch, seat: int, **fields: object) -> bytes:
    """The answer of a seat, with fields replaced, properly signed."""
    given = made.authors[0].table.rejoining[0].answers[seat].statement
    return sign_statement(identity(seat), replace(given, **fields)).raw  # type: ignore[arg-type]  # fields of RejoinAnswer, by name


def answers(made: ToyMatch) -> tuple[bytes, ...]:
    given = made.authors[0].table.rejoining[0].answers
    return tuple(given[seat].raw for seat in sorted(given))


def question_of(made: ToyMatch, seat: int, **fields: object) -> bytes:
    asked = made.authors[0].table.rejoining[0].question.statement
    return sign_statement(identity(seat), replace(asked, seat=seat, **fields)).raw  # type: ignore[arg-type]  # fields of RejoinQuestion, by name


INVALID: list[tuple[str, Callable[[ToyMatch], Rejoin]]] = [
    ("a question that is none", lambda m: changed(m, question=b"?")),
    ("a question of another seat", lambda m: changed(m, question=question_of(m, 1))),
    (
        "a question for another incarnation",
        lambda m: changed(m, question=question_of(m, 0, incarnation=2)),
    ),
    (
        "a question of another game",
        lambda m: changed(m, question=question_of(m, 0, game=some_hash("game"))),
    ),
    ("an answer too few", lambda m: changed(m, answers=answers(m)[:1])),
    ("an answer too many", lambda m: changed(m, answers=(*answers(m), answers(m)[0]))),
    ("answers out of order", lambda m: changed(m, answers=answers(m)[::-1])),
    ("an answer twice", lambda m: changed(m, answers=(answers(m)[0],) * 2)),
    (
        "an answer to another question",
        lambda m: changed(
            m, answers=(an_answer(m, 1, question=some_hash("question")), answers(m)[1])
        ),
    ),
    (
        "an answer with another line",
        lambda m: changed(
            m,
            answers=(
                an_answer(m, 1, head=replace(m.spectator.head, hash=some_hash("line"))),
                answers(m)[1],
            ),
        ),
    ),
    (
        "an answer that names another last place",
        lambda m: changed(m, answers=(an_answer(m, 1, place=1), answers(m)[1])),
    ),
    (
        "an answer as another incarnation",
        lambda m: changed(m, answers=(an_answer(m, 1, incarnation=1), answers(m)[1])),
    ),
    (
        "a forged answer",
        lambda m: changed(
            m,
            answers=(
                encode((m.authors[0].table.rejoining[0].answers[1].statement.body, bytes(64))),
                answers(m)[1],
            ),
        ),
    ),
    (
        "the dice head of its first chain",
        lambda m: changed(m, dice_head=m.spectator.charter.seats[0].dice_head),
    ),
    (
        "the dice head of another seat",
        lambda m: changed(m, dice_head=m.spectator.charter.seats[1].dice_head),
    ),
]


@pytest.mark.parametrize(
    "corrupt", [corrupt for _, corrupt in INVALID], ids=[name for name, _ in INVALID]
)
def test_spec_12_3_an_invalid_rejoin_is_its_authors_fault(
    made: ToyMatch, corrupt: Callable[[ToyMatch], Rejoin]
) -> None:
    made.restore(0)
    made.rejoin(0)
    item = corrupt(made)
    with pytest.raises(Refused) as refused:
        made.spectator.append(made.forged(0, item, toy.End(), incarnation=1).raw)
    assert (refused.value.code, refused.value.culprit) == (Code.BAD_REJOIN, 0)
    made.act(0, toy.Throw(1))


def test_spec_12_3_an_incarnation_begins_once(made: ToyMatch) -> None:
    made.restore(0)
    made.rejoin(0)
    item = changed(made)
    made.act(0, toy.Throw(1))
    with pytest.raises(Refused) as refused:
        made.spectator.append(made.forged(0, item, toy.End(), incarnation=1).raw)
    assert (refused.value.code, refused.value.culprit) == (Code.BAD_REJOIN, 0)


def test_spec_12_3_an_incarnation_begins_once_whoever_answers_again(made: ToyMatch) -> None:
    """Its own dice shares would have two chains; so others may not help it either."""
    made.restore(0)
    made.rejoin(0)
    asked = made.authors[0].table.rejoining[0].question.statement
    made.act(0, toy.Throw(1))
    line = made.spectator.log
    place = max(entry.sequence for entry in line if entry.seat == 0)
    again = sign_statement(identity(0), replace(asked, nonce=some_hash("again")))
    given = [
        RejoinAnswer(
            game=asked.game,
            seat=seat,
            question=again.statement.hash,
            incarnation=0,
            head=line.head,
            place=place,
            rejoining=False,
        )
        for seat in (1, 2)
    ]
    signed = tuple(sign_statement(identity(each.seat), each).raw for each in given)
    item = Rejoin(again.raw, signed, some_hash("head"))
    with pytest.raises(Refused, match="incarnation 1 has begun already") as refused:
        made.spectator.append(made.forged(0, item, toy.End(), incarnation=1).raw)
    assert (refused.value.code, refused.value.culprit) == (Code.BAD_REJOIN, 0)


def test_spec_12_3_the_older_incarnation_ends_with_the_longest_head_that_is_named(
    made: ToyMatch,
) -> None:
    """What the asker signed beyond it nobody has named, so the rejoin would keep it up."""
    made.restore(0)
    made.rejoin(0)
    line = made.spectator.log
    last = max(entry.sequence for entry in line if entry.seat == 0)
    before = line.at(last - 1).head
    earlier = max((e.sequence for e in line if e.seat == 0 and e.sequence < last), default=0)
    short = tuple(an_answer(made, seat, head=before, place=earlier) for seat in (1, 2))
    item = changed(made, answers=short)
    with pytest.raises(Refused, match="the longest head in the answers") as refused:
        made.spectator.append(made.forged(0, item, toy.End(), incarnation=1).raw)
    assert (refused.value.code, refused.value.culprit) == (Code.BAD_REJOIN, 0)


def test_spec_12_3_a_new_incarnation_needs_a_rejoin_and_ends_the_older(made: ToyMatch) -> None:
    with pytest.raises(Refused) as refused:
        made.spectator.append(made.forged(0, toy.End(), incarnation=1).raw)
    assert (refused.value.code, refused.value.culprit) == (Code.WRONG_INCARNATION, 0)
    made.restore(0)
    made.rejoin(0)
    made.act(0, toy.Throw(1))
    with pytest.raises(Refused) as refused:
        made.spectator.append(made.forged(0, toy.End(), incarnation=0).raw)
    assert (refused.value.code, refused.value.culprit) == (Code.WRONG_INCARNATION, 0)


def test_spec_12_2_an_answer_by_the_asker_itself_is_none(made: ToyMatch) -> None:
    """It would let seat 0 go on in its older incarnation, and take back what it then did."""
    made.restore(0)
    made.rejoin(0)
    given = made.authors[0].table.rejoining[0].answers[1].statement
    far = Head(given.head.sequence + 1000, some_hash("far"))
    made.say(sign_statement(identity(0), replace(given, seat=0, head=far)))
    with pytest.raises(Refused) as refused:
        made.spectator.append(made.forged(0, toy.End(), incarnation=0).raw)
    assert (refused.value.code, refused.value.culprit) == (Code.WRONG_INCARNATION, None)
    assert made.authors[0].owes is Duty.DECISION, "and nobody waits for what it names"
    made.act(0, toy.Throw(1))


def test_spec_12_2_of_several_questions_the_latest_incarnation_stands(made: ToyMatch) -> None:
    game = made.spectator.charter.game_id

    def asked(incarnation: int, nonce: bytes) -> Signed[RejoinQuestion]:
        question = RejoinQuestion(game=game, seat=0, incarnation=incarnation, nonce=nonce)
        return sign_statement(identity(0), question)

    def answered(question: Signed[RejoinQuestion], place: int) -> Signed[RejoinAnswer]:
        return sign_statement(
            identity(1),
            RejoinAnswer(
                game=game,
                seat=1,
                question=question.statement.hash,
                incarnation=0,
                head=made.spectator.log.at(place).head,
                place=1,
                rejoining=False,
            ),
        )

    first, same, later = asked(1, b"a" * 32), asked(1, b"b" * 32), asked(2, b"c" * 32)

    def standing(*statements: Signed[RejoinQuestion] | Signed[RejoinAnswer], begun: int = 0) -> Any:
        log = Log(made.spectator.log.founding)
        for entry in made.spectator.log:
            log.append(entry)
        for signed in statements:
            log.add_statement(signed)
        ledger = replace(made.spectator.ledger, incarnations=(begun, 0, 0))
        return open_questions(log, ledger)

    heard = standing(first, same, answered(first, 2), answered(first, 1))
    assert heard[0].question == first
    assert heard[0].longest == 2, "the first answer of a seat counts"
    contradicting = answered(first, 3)
    heard = standing(first, contradicting, answered(first, 2))
    assert heard[0].longest == 2, "up to entry 3 the asker's last place is not 1"
    assert standing(first, later, same)[0].question == later
    assert standing(first, later, same, begun=2) == {}
