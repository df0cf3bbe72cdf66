"""SPEC-12: coming back with nothing but the phrase."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from protocol.due import Duty
from protocol.entry import Decide, DiceShare, Entry, Rejoin
from protocol.errors import Code, Refused
from protocol.proposals import End, Result
from protocol.questions import FIRST
from tests.protocol import toy
from tests.protocol.agreeing import proposing
from tests.protocol.rejoining import (
    PLAY_ON,
    all_answers,
    answering,
    asking,
    carried,
    come_back,
    last_of,
    rejoining,
    settling,
)
from tests.protocol.sample import MINUTE, identity, some_hash
from tests.protocol.toy_match import ToyMatch, toy_match


@pytest.fixture
def made() -> ToyMatch:
    """USA has thrown dice; seat 0 gives the next order."""
    made = toy_match()
    made.act(0, toy.Throw(1))
    return made


def test_spec_12_1_a_seat_comes_back_with_phrase_and_log_and_plays_on(made: ToyMatch) -> None:
    name = come_back(made).statement.asked.hash
    appended = made.send(made.prepare(0, toy.Shuffle()).entry)
    assert [type(item) for item in appended.entry.items][:2] == [Rejoin, Decide]
    assert appended.entry.incarnation == name
    assert made.spectator.ledger.incarnations == (name, FIRST, FIRST)
    assert made.spectator.rejoining == {}
    made.act(0, toy.Throw(2))
    assert made.spectator.ledger.chains[0, name].number == 1, "new dice come from the new chain"
    made.act(0, toy.End())
    made.act(1, toy.Throw(1))


def test_spec_12_1_two_histories_of_a_seat_share_no_secret(made: ToyMatch) -> None:
    """Who loses the machine twice asks twice, and nobody can foresee what the second one rolls."""
    one, other = asking(made), asking(made, nonce=b"r" * 32)
    assert one.statement.hash != other.statement.hash
    assert one.statement.origin != other.statement.origin
    chains = [made.authors[0].keys.chain(q.statement.origin) for q in (one, other)]
    assert chains[0].share(1) != chains[1].share(1)


def test_spec_12_2_a_later_question_is_of_a_greater_round(made: ToyMatch) -> None:
    made.restore(0)
    first = made.ask(0).statement
    made.restore(0)
    second = made.ask(0, b"r" * 32).statement
    assert (first.round, second.round) == (MINUTE, MINUTE + 1)
    assert first.rank < second.rank


def test_spec_12_9_while_the_question_stands_the_log_names_who_owes_an_answer(
    made: ToyMatch,
) -> None:
    made.restore(0)
    made.ask(0)
    assert list(made.spectator.waiting_for) == [
        "seat 1 (Bob): answer to the rejoin question of seat 0 (Ann)",
        "seat 2 (Cid): answer to the rejoin question of seat 0 (Ann)",
    ]
    made.answer(2)
    assert made.settle_question(0) is None, "seat 1 has not answered"
    made.answer(1)
    (waiting,) = made.spectator.waiting_for
    assert waiting == "seat 0 (Ann): settlement of its rejoin question"
    assert made.settle_question(0) is not None
    assert list(made.spectator.waiting_for) == ["seat 0 (Ann): decision for USA"]
    assert made.authors[0].owes is Duty.DECISION


def test_spec_12_9_who_names_an_entry_owes_it(made: ToyMatch) -> None:
    """Seat 1 hides the last entry of seat 0; seat 2 names it, and seat 0 cannot pass over it."""
    short = len(made.spectator.log)
    made.act(0, toy.Shuffle())
    made.restore(0, upto=short)
    question = made.ask(0)
    made.say(answering(made, 1, question, last=last_of(made, 0, short)))
    made.answer(2)
    assert made.authors[0].table.waiting_for == (
        "seat 2 (Cid): the entries that its answer to seat 0 (Ann) names",
    )
    assert made.settle_question(0) is None
    made.catch_up(0)
    assert made.settle_question(0) is not None
    made.act(0, toy.Throw(1))


def test_spec_12_9_who_is_frozen_by_an_answer_owes_nothing(made: ToyMatch) -> None:
    """Seat 1 answers before it hears seat 0's last entry, which it cannot take; then it is due."""
    short = len(made.spectator.log)
    made.act(0, toy.End())
    assert made.spectator.due is not None
    assert made.spectator.due.seat == 1
    question = asking(made)
    made.say(question, answering(made, 1, question, last=last_of(made, 0, short)))
    assert list(made.spectator.waiting_for) == [
        "seat 2 (Cid): answer to the rejoin question of seat 0 (Ann)"
    ]
    made.say(answering(made, 2, question))
    (waiting,) = made.spectator.waiting_for
    assert waiting == "seat 0 (Ann): settlement of its rejoin question"
    made.say(settling(made, question, all_answers(made, question)))
    assert list(made.spectator.waiting_for) == ["seat 1 (Bob): decision for Japan"]


def test_spec_12_3_others_play_on_until_the_asker_is_due(made: ToyMatch) -> None:
    made.act(0, toy.End())
    come_back(made)
    made.act(1, toy.Shuffle())
    made.act(1, toy.End())
    made.act(0, toy.Throw(1))
    assert made.spectator.ledger.incarnations[0] != FIRST


def test_spec_12_3_a_seat_answers_a_question_once_in_an_incarnation(made: ToyMatch) -> None:
    made.restore(0)
    made.ask(0)
    made.answer(1)
    assert list(made.conducts[1].due_answers(made.authors[1].table.log)) == []
    made.restore(1)
    made.ask(1, b"r" * 32)
    made.answer(0)
    made.answer(2)
    made.settle_question(1)
    made.catch_up(1)
    again = list(made.conducts[1].due_answers(made.authors[1].table.log))
    assert [answer.asked.seat for answer in again] == [0], "in its new one it answers again"


def test_spec_12_10_a_pending_roll_gets_the_share_of_the_chain_that_it_was_asked_of(
    made: ToyMatch,
) -> None:
    made.send(made.prepare(0, toy.Throw(3)).entry)
    head = made.spectator.head
    expected = made.prepare(1).entry
    name = come_back(made, 1).statement.asked.hash
    prepared = made.prepare(1)
    assert [type(item) for item in prepared.entry.items] == [Rejoin, DiceShare]
    assert prepared.entry.items[1] == expected.items[0], "losing the machine changes no dice"
    assert [(share.incarnation, share.request) for share in prepared.shares] == [(FIRST, head.hash)]
    made.send(prepared.entry)
    assert set(made.spectator.ledger.chains) == {(0, FIRST), (1, name), (2, FIRST)}


def test_spec_12_10_the_new_chain_serves_what_is_asked_from_the_rejoin_on(made: ToyMatch) -> None:
    name = come_back(made).statement.asked.hash
    prepared = made.prepare(0, toy.Throw(1))
    assert [type(item) for item in prepared.entry.items] == [Rejoin, Decide, DiceShare]
    assert [(share.incarnation, share.number) for share in prepared.shares] == [(name, 1)]
    made.send(prepared.entry)
    made.settle()


def test_spec_12_5_of_two_pending_seats_the_lower_settles_first(made: ToyMatch) -> None:
    made.restore(0)
    made.restore(1)
    for seat in (0, 1):
        made.ask(seat, bytes([seat]) * 32)
    made.answer(0)
    made.answer(1)
    made.answer(2)
    heard = made.spectator.log.heard
    answers = {
        asker: {a.statement.seat: a.statement.pending for a in heard.answers(question.statement)}
        for asker, question in heard.greatest.items()
    }
    assert answers == {0: {1: True, 2: False}, 1: {2: False}}, "0 owes 1 a real answer"
    assert made.settle_question(1) is None
    assert made.settle_question(0) is not None
    made.answer(0)
    assert made.settle_question(1) is not None
    made.catch_up(0)
    made.catch_up(1)
    made.act(0, toy.Throw(2))
    made.act(0, toy.End())
    made.act(1, toy.Throw(1))
    assert made.spectator.rejoining == {}


def test_spec_12_6_the_entry_shows_what_its_settlement_rests_on(made: ToyMatch) -> None:
    """Seat 1 answers in an incarnation of which the line has no entry yet."""
    other = come_back(made, 1)
    come_back(made, 0)
    entry = made.prepare(0, PLAY_ON).entry
    assert [one.statement.hash for one in carried(entry).shown] == [other.statement.hash]
    made.send(entry)
    made.settle()
    (share,) = [e for e in made.spectator.log if e.seat == 1 and e.incarnation != FIRST]
    assert carried(share).shown == (), "the line carries it by now"


def test_any_number_of_losses(made: ToyMatch) -> None:
    names = {FIRST}
    for number in range(10):
        made.restore(0)
        made.ask(0, bytes([number]) * 32)
        for seat in (1, 2):
            made.answer(seat)
        made.settle_question(0)
        made.catch_up(0)
        if number % 3 == 0:
            made.act(0, toy.Throw(1))
            names.add(made.spectator.ledger.incarnations[0])
    assert len(names) == 5


# What is no valid rejoin


def without_one(made: ToyMatch) -> Entry:
    question = asking(made)
    return rejoining(made, settling(made, question, all_answers(made, question)[:1]))


def out_of_order(made: ToyMatch) -> Entry:
    question = asking(made)
    return rejoining(made, settling(made, question, all_answers(made, question)[::-1]))


def one_twice(made: ToyMatch) -> Entry:
    question = asking(made)
    return rejoining(made, settling(made, question, all_answers(made, question)[:1] * 2))


def to_another_question(made: ToyMatch) -> Entry:
    other = all_answers(made, asking(made, nonce=b"o" * 32))
    return rejoining(made, settling(made, asking(made), other))


def of_another_seat(made: ToyMatch) -> Entry:
    settlement = settling(made, asking(made, 1))
    name = settlement.statement.asked.hash
    return made.forged(0, Rejoin(settlement.raw, ()), PLAY_ON, incarnation=name)


def in_another_name(made: ToyMatch) -> Entry:
    return rejoining(made, settling(made, asking(made)), incarnation=some_hash("another"))


def of_another_game(made: ToyMatch) -> Entry:
    return rejoining(made, settling(made, asking(made), game=some_hash("game")))


def a_forged_answer(made: ToyMatch) -> Entry:
    question = asking(made)
    first, second = all_answers(made, question)
    return rejoining(made, settling(made, question, (replace(first, signature=bytes(64)), second)))


def a_forged_question(made: ToyMatch) -> Entry:
    question = replace(asking(made), signature=bytes(64))
    return rejoining(made, settling(made, question))


def below_an_answer(made: ToyMatch) -> Entry:
    """It stands by an older entry than an answer names."""
    question = asking(made)
    return rejoining(made, settling(made, question, last=last_of(made, 0, 3)))


def by_another_line(made: ToyMatch) -> Entry:
    head = last_of(made, 0)
    assert head is not None
    question = asking(made)
    other = replace(head, hash=some_hash("line"))
    answers = (answering(made, 1, question, last=other), answering(made, 2, question))
    return rejoining(made, settling(made, question, answers))


def not_its_last(made: ToyMatch) -> Entry:
    """Answers and settlement agree on an older entry, and the line has a later one."""
    question = asking(made)
    older = last_of(made, 0, 3)
    answers = all_answers(made, question, last=older)
    return rejoining(made, settling(made, question, answers, last=older))


def by_an_entry_of_another(made: ToyMatch) -> Entry:
    return rejoining(made, settling(made, asking(made), last=last_of(made, 1)))


def below_what_is_listed(made: ToyMatch) -> Entry:
    """Seat 2 has heard a question of seat 1, whose answer is in an older name."""
    question, heard = asking(made), asking(made, 1)
    answers = (answering(made, 1, question), answering(made, 2, question, known=(heard,)))
    return rejoining(made, settling(made, question, answers))


def nothing_shown(made: ToyMatch) -> Entry:
    """An answer is given in the name of a settlement that is not there."""
    question, own = asking(made), asking(made, 1)
    hidden = answering(made, 1, question, begun=own, settlement=some_hash("settlement"))
    return rejoining(made, settling(made, question, (hidden, answering(made, 2, question))))


def shown_is_invalid(made: ToyMatch) -> Entry:
    """The settlement in whose name seat 1 answers stands by less than seat 2 names in it."""
    question, own = asking(made), asking(made, 1)
    bad = settling(made, own, last=None)
    name = bad.statement.hash
    answers = (
        answering(made, 1, question, begun=own, settlement=name),
        answering(made, 2, question),
    )
    return rejoining(made, settling(made, question, answers), shown=(bad,))


def crossed(made: ToyMatch) -> Entry:
    """Seat 0 uses an older answer of seat 1, whose settlement seat 2 answers with shows it so."""
    question, theirs = asking(made), asking(made, 1)
    other = asking(made, 2)
    one = settling(made, theirs, (answering(made, 0, theirs), answering(made, 2, theirs)))
    mine = settling(
        made,
        other,
        (
            answering(made, 0, other),
            answering(made, 1, other, begun=theirs, settlement=one.statement.hash),
        ),
    )
    answers = (
        answering(made, 1, question),
        answering(made, 2, question, begun=other, settlement=mine.statement.hash),
    )
    return rejoining(made, settling(made, question, answers), shown=(one, mine))


def agreed_on(made: ToyMatch) -> Entry:
    """Both others have signed that seat 0 be passed over."""
    question, proposal = asking(made), proposing(made, 1, End(Result.DRAW), 0)
    answers = all_answers(made, question, signed=(proposal.statement.listed,))
    return rejoining(made, settling(made, question, answers))


def perhaps_agreed_on(made: ToyMatch, *, heard: bool = False) -> Entry:
    """Seat 1 has signed that, and seat 2 may have forgotten it; perhaps seat 1 has heard so."""
    question, proposal = asking(made), proposing(made, 1, End(Result.DRAW), 0)
    own = asking(made, 2)
    listed, known = (proposal.statement.listed,), (own,) if heard else ()
    answers = (
        answering(made, 1, question, signed=listed, known=known),
        answering(made, 2, question, begun=own, last=None),
    )
    return rejoining(made, settling(made, question, answers))


def a_copied_head(made: ToyMatch) -> Entry:
    question = asking(made).statement
    copied = replace(question, dice_head=made.spectator.charter.seats[1].dice_head)
    return rejoining(made, settling(made, made.authors[0].sign(copied)))


def unreadable(made: ToyMatch) -> Entry:
    return made.forged(0, Rejoin(b"?", ()), PLAY_ON, incarnation=some_hash("name"))


def shown_twice(made: ToyMatch) -> Entry:
    own = settling(made, asking(made, 1))
    return rejoining(made, settling(made, asking(made)), shown=(own, own))


INVALID: dict[str, Callable[[ToyMatch], Entry]] = {
    "a settlement that is none": unreadable,
    "a settlement of another seat": of_another_seat,
    "a settlement of another name": in_another_name,
    "a settlement of another game": of_another_game,
    "a question that its seat did not sign": a_forged_question,
    "an answer that its seat did not sign": a_forged_answer,
    "an answer too few": without_one,
    "answers out of order": out_of_order,
    "an answer twice": one_twice,
    "an answer to another question": to_another_question,
    "an entry below one that an answer names": below_an_answer,
    "an answer that names an entry of another line": by_another_line,
    "another last entry than the line has": not_its_last,
    "the last entry of another seat": by_an_entry_of_another,
    "a name below a question that another answer lists": below_what_is_listed,
    "an answer whose settlement is not shown": nothing_shown,
    "an answer whose settlement is invalid": shown_is_invalid,
    "a name below one inside a settlement that it rests on": crossed,
    "answers that all list a proposal against its seat": agreed_on,
    "a proposal against its seat that a pending seat may have signed": perhaps_agreed_on,
    "the dice head of another seat": a_copied_head,
    "a settlement shown twice": shown_twice,
}


def test_spec_12_5_who_has_heard_that_another_asks_does_not_go_by_what_it_signed_before(
    made: ToyMatch,
) -> None:
    made.send(perhaps_agreed_on(made, heard=True))


@pytest.mark.parametrize("corrupt", INVALID.values(), ids=INVALID)
def test_spec_12_6_an_invalid_rejoin_is_its_authors_fault(
    made: ToyMatch, corrupt: Callable[[ToyMatch], Entry]
) -> None:
    with pytest.raises(Refused) as refused:
        made.spectator.append(corrupt(made).raw)
    assert (refused.value.code, refused.value.culprit) == (Code.BAD_REJOIN, 0)
    made.act(0, toy.Throw(1))


def test_spec_12_6_an_incarnation_begins_once_and_none_below_it_after_it(made: ToyMatch) -> None:
    lower, begun = asking(made, round_=1), asking(made)
    made.send(rejoining(made, settling(made, begun)))
    made.settle()
    for question in (begun, lower):
        with pytest.raises(Refused, match="as great has begun already") as refused:
            made.spectator.append(rejoining(made, settling(made, question)).raw)
        assert (refused.value.code, refused.value.culprit) == (Code.BAD_REJOIN, 0)


def test_spec_10_4_a_new_incarnation_needs_a_rejoin_and_ends_the_older(made: ToyMatch) -> None:
    with pytest.raises(Refused) as refused:
        made.spectator.append(made.forged(0, toy.End(), incarnation=some_hash("name")).raw)
    assert (refused.value.code, refused.value.culprit) == (Code.WRONG_INCARNATION, 0)
    come_back(made)
    made.act(0, toy.Throw(1))
    with pytest.raises(Refused) as refused:
        made.spectator.append(made.forged(0, toy.End(), incarnation=FIRST).raw)
    assert (refused.value.code, refused.value.culprit) == (Code.WRONG_INCARNATION, 0)


def test_spec_6_1_a_statement_with_two_signatures_is_one(made: ToyMatch) -> None:
    question = asking(made)
    made.spectator.add_statement(question)
    with pytest.raises(Refused) as refused:
        made.spectator.add_statement(
            replace(
                question,
                signature=identity(0).sign(question.statement.tag, question.statement.body),
            )
        )
    assert refused.value.code is Code.KNOWN
