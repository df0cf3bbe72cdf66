"""SPEC-18.4: another key plays a seat from some place on, and what remains of the one before."""

from dataclasses import replace
from typing import Any

import pytest

from protocol.audit import audit
from protocol.charter import DiceSetting
from protocol.entry import Agree, DiceShare, Rejoin, Resign
from protocol.errors import Code, Refused
from protocol.evidence import best_evidence, judge_evidence, portable_evidence
from protocol.logfile import Record, RecordKind, write_log, write_record
from protocol.proposals import End, HandOver, Result, TakeBack
from protocol.questions import FIRST, first_name
from protocol.report import Level
from protocol.statement import sign_statement
from tests.protocol import toy
from tests.protocol.agreeing import agree, agreement_of, carrying, proposing
from tests.protocol.sample import identity
from tests.protocol.succession import (
    DORA,
    EVE,
    begin,
    coming,
    handed_over,
    open_match,
    replaced,
    replacing,
    sit_down,
)
from tests.protocol.toy_match import (
    ToyMatch,
    open_table,
    shares,
    toy_founding,
    toy_match,
    toy_table,
)

ANN, BOB, CID = 0, 1, 2
LEVELS = tuple(Level)


@pytest.fixture
def made() -> ToyMatch:
    """USA, of Ann, has thrown dice; then it is Japan's turn, of Bob."""
    made = open_match()
    made.act(ANN, toy.Throw(2))
    made.act(ANN, toy.End())
    return made


def verified(made: ToyMatch) -> None:
    """The log is verified at each level."""
    log = write_log(made.spectator.log)
    for level in LEVELS:
        report = audit(log, level=level, open_table=open_table)
        assert report.verified, report.fault


def test_spec_18_4_a_replaced_seat_plays_on_under_its_new_key(made: ToyMatch) -> None:
    replaced(made, CID, BOB)
    assert made.spectator.due is not None
    assert made.spectator.due.seat == BOB, "the decision is asked of the seat again"
    begin(made, BOB)
    made.act(BOB, toy.Throw(2))
    made.act(BOB, toy.End())
    made.act(ANN, toy.Win())
    made.close()
    assert made.spectator.closings() == (ANN, BOB, CID)
    verified(made)
    report = audit(write_log(made.spectator.log), open_table=open_table)
    assert report.seats == ("Ann", "Dora", "Cid")


def test_an_audit_names_who_it_was_that_was_replaced(made: ToyMatch) -> None:
    made.spectator.add_statement(made.authors[ANN].claim_silence(BOB))
    place = len(made.spectator.log)
    replaced(made, CID, BOB)
    for level in LEVELS:
        report = audit(write_log(made.spectator.log), level=level, open_table=open_table)
        text = report.to_text()
        assert f"seats: 0 Ann, 1 Dora (Bob up to entry {place}), 2 Cid\n" in text
        assert "against seat 1 (Bob)" in text
        assert "seat 0 (Ann) waits for seat 1 (Bob)" in text


def test_spec_18_4_a_seat_that_hands_over_signs_and_carries_it_itself(made: ToyMatch) -> None:
    handed_over(made, BOB)
    begin(made, BOB)
    made.act(BOB, toy.Throw(2))
    verified(made)


def test_spec_18_4_a_seat_can_be_replaced_twice(made: ToyMatch) -> None:
    replaced(made, CID, BOB)
    begin(made, BOB)
    made.act(BOB, toy.Throw(2))
    replaced_again = replacing(made, CID, BOB, EVE)
    assert replaced_again.statement.named[0].rank.key == 1
    made.send(carrying(made, CID, agreement_of(replaced_again, ANN, CID)))
    begin(made, BOB, EVE)
    made.act(BOB, toy.Throw(3))
    assert [player.name for player in made.spectator.log.players.seats[BOB]] == [
        "Bob",
        "Dora",
        "Eve",
    ]
    verified(made)


def test_spec_18_3_who_plays_a_seat_by_now_signs_agreements_like_everybody(
    made: ToyMatch,
) -> None:
    """What the old key has signed on the line does not speak against the new one."""
    made.act(BOB, toy.Throw(1))
    replaced(made, CID, BOB)
    begin(made, BOB)
    made.act(BOB, toy.Throw(2))
    before = made.spectator.head
    made.act(BOB, toy.Throw(3))
    agree(made, ANN, TakeBack(before))
    made.act(BOB, toy.Throw(4))
    verified(made)


def test_spec_18_3_the_first_entry_of_a_new_key_can_carry_an_agreement(made: ToyMatch) -> None:
    replaced(made, CID, BOB)
    begin(made, BOB)
    entry = agree(made, ANN, End(Result.DRAW))
    assert [type(item) for item in entry.items] == [Rejoin, Agree]
    verified(made)


def test_spec_12_1_a_new_key_begins_with_a_question(made: ToyMatch) -> None:
    replaced(made, CID, BOB)
    sit_down(made, BOB)
    bold = made.forged(BOB, toy.End(), identity=identity(DORA))
    assert bold.incarnation == first_name(1)
    with pytest.raises(Refused) as error:
        made.spectator.append(bold.raw)
    assert (error.value.code, error.value.culprit) == (Code.WRONG_INCARNATION, BOB)
    assert made.conducts[BOB].pending, "an honest node knows that it must ask"


def test_spec_4_8_what_the_old_key_signs_after_it_convicts_the_old_key_alone(
    made: ToyMatch,
) -> None:
    replaced(made, CID, BOB)
    late = made.forged(BOB, toy.End(), incarnation=FIRST)
    with pytest.raises(Refused) as error:
        made.spectator.append(late.raw)
    assert (error.value.code, error.value.culprit) == (Code.WRONG_INCARNATION, BOB)
    evidence = best_evidence(made.spectator.log, error.value, late)
    assert evidence is not None
    report = judge_evidence(evidence, open_table)
    assert report.fault is not None
    assert (report.fault.culprit, report.fault.key) == (BOB, identity(BOB).public)
    log = write_log(made.spectator.log) + write_record(Record(RecordKind.ENTRY, late.raw))
    told = audit(log, open_table=open_table).to_text()
    assert "culprit: seat 1 (Bob), key" in told, "and not Dora, who plays now"
    begin(made, BOB)
    made.act(BOB, toy.Throw(2))
    verified(made)


def test_spec_14_5_a_fork_by_the_old_key_convicts_the_old_key_alone(made: ToyMatch) -> None:
    made.act(BOB, toy.Throw(1))
    place = next(e for e in reversed(list(made.spectator.log)) if e.seat == BOB)
    replaced(made, CID, BOB)
    begin(made, BOB)
    made.act(BOB, toy.Throw(2))
    head = made.spectator.log.at(place.sequence - 1).head
    other = made.forged(BOB, Resign(), head=head, incarnation=FIRST, state=None)
    with pytest.raises(Refused) as error:
        made.spectator.append(other.raw)
    assert error.value.code is Code.FORK
    evidence = best_evidence(made.spectator.log, error.value, other)
    assert evidence is not None
    fault = judge_evidence(evidence, open_table).fault
    assert fault is not None
    assert (fault.culprit, fault.key) == (BOB, identity(BOB).public)


def test_spec_14_5_a_fork_by_the_new_key_is_shown_with_the_entry_that_made_it_play(
    made: ToyMatch,
) -> None:
    replaced(made, CID, BOB)
    begin(made, BOB)
    made.act(BOB, toy.Throw(2))
    made.act(BOB, toy.Throw(2))
    log = made.spectator.log
    mine = [e for e in log if e.seat == BOB and log.author(e).number == 1]
    other = made.forged(
        BOB, Resign(), identity=identity(DORA), head=log.at(mine[-1].sequence - 1).head, state=None
    )
    with pytest.raises(Refused) as error:
        made.spectator.append(other.raw)
    assert error.value.code is Code.FORK
    evidence = best_evidence(log, error.value, other)
    assert evidence is not None
    fault = judge_evidence(evidence, open_table).fault
    assert fault is not None
    assert (fault.code, fault.key) == (Code.FORK, identity(DORA).public)
    alone = portable_evidence(log.charter, (mine[-1], other))
    assert not judge_evidence(alone, open_table).verified, "nobody tells whose key it is"


def test_spec_18_4_a_roll_that_waits_for_the_seat_is_asked_anew(made: ToyMatch) -> None:
    made.send(made.prepare(BOB, toy.Throw(2)).entry)
    pending = made.spectator.ledger.roll
    assert [seat for seat, _ in pending.owing] == [ANN]
    proposal = replacing(made, CID, ANN)
    made.send(carrying(made, BOB, agreement_of(proposal, BOB, CID)))
    anew = made.spectator.ledger.roll
    assert anew.number == pending.number + 1
    assert anew.request == made.spectator.head.hash
    assert anew.chains == ((BOB, FIRST), (ANN, first_name(1)))
    made.send(made.prepare(BOB).entry)
    begin(made, ANN)
    first = made.prepare(ANN).entry
    made.send(first)
    assert [type(item) for item in first.items[:2]] == [Rejoin, DiceShare]
    assert len(shares(first)) == 1
    assert toy.toy(made.spectator.game).dice != ()
    verified(made)


def test_spec_18_4_who_owes_a_later_share_of_a_pending_roll_is_not_replaced() -> None:
    """Only an agreement that names who owes the next share, too, can name who owes a later one."""
    made = toy_match(toy_founding(dice=DiceSetting.ALL), steps=toy.OPEN_STEPS)
    made.send(made.prepare(ANN, toy.Throw(2)).entry)
    (first, _), *_, (last, _) = made.spectator.ledger.owing
    proposal = replacing(made, first, last)
    signers = {ANN, BOB, CID} - {last}
    with pytest.raises(Refused) as error:
        made.send(carrying(made, first, agreement_of(proposal, *sorted(signers))))
    assert error.value.code is Code.BAD_AGREEMENT


def test_spec_12_2_a_question_of_the_old_key_is_answered_by_nobody(made: ToyMatch) -> None:
    made.restore(BOB)
    asked = made.ask(BOB).statement
    replaced(made, CID, BOB)
    made.answer(ANN)
    assert made.spectator.log.heard.answers(asked) == ()
    assert made.spectator.rejoining == {}


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"name": "Cid"}, "looks like"),
        ({"name": "\u0421id"}, "looks like"),
        ({"number": 2}, "number 2"),
        ({"key": identity(ANN).public}, "plays in this game"),
        ({"salt": bytes([0x50]) * 32}, "copy"),
    ],
)
def test_spec_18_3_a_successor_brings_nothing_that_another_has(
    made: ToyMatch, fields: dict[str, Any], reason: str
) -> None:
    signer = ANN if "key" in fields else DORA
    brought = replace(coming(made, BOB).statement, **fields)
    proposal = proposing(made, BOB, HandOver(sign_statement(identity(signer), brought)))
    with pytest.raises(Refused, match=reason) as error:
        made.send(carrying(made, BOB, agreement_of(proposal, ANN, BOB, CID)))
    assert error.value.code is Code.BAD_AGREEMENT


def test_spec_18_3_who_comes_back_with_another_key_may_keep_the_name(made: ToyMatch) -> None:
    proposal = proposing(made, BOB, HandOver(coming(made, BOB, name="Bob")))
    made.send(carrying(made, BOB, agreement_of(proposal, ANN, BOB, CID)))
    assert made.spectator.ledger.players[BOB].name == "Bob"


def test_spec_18_4_tokens_of_a_seat_that_is_replaced_are_dealt_to_the_new_key() -> None:
    made = toy_match()
    made.act(ANN, toy.Throw(2))
    made.act(ANN, toy.End())
    replaced(made, CID, BOB)
    assert [seat for seat, _ in made.spectator.ledger.owing] == [ANN, CID, BOB]
    for seat in (ANN, CID):
        made.send(made.prepare(seat).entry)
    begin(made, BOB)
    made.settle()
    assert made.spectator.ledger.deal is None
    groups = made.authors[BOB].secrets
    mine = [groups[token] for token in toy.toy(made.spectator.game).tokens[toy.JAPAN]]
    assert sorted(mine) == [1, 2, 3, 4]
    made.act(BOB, toy.Show((toy.JAPAN,), 2))
    made.act(BOB, toy.Shuffle())
    made.act(BOB, toy.End())
    log = write_log(made.spectator.log)
    for level in LEVELS:
        report = audit(log, level=level, open_table=toy_table)
        assert report.verified, report.fault


def test_spec_12_5_a_seat_rejoins_by_an_answer_of_a_new_key_on_the_line_of_the_old(
    made: ToyMatch,
) -> None:
    """What the old key signed lies beyond nothing that the new one has settled."""
    made.act(BOB, toy.Throw(1))
    replaced(made, CID, BOB)
    begin(made, BOB)
    made.act(BOB, toy.Throw(2))
    made.act(BOB, toy.End())
    made.restore(ANN)
    made.rejoin(ANN)
    made.act(ANN, toy.Throw(2))
    verified(made)


def test_spec_18_2_an_agreement_takes_the_place_of_what_a_seat_it_names_signed_there(
    made: ToyMatch,
) -> None:
    """Bob comes back while the others agree; a spectator has heard him first."""
    proposal = replacing(made, CID, BOB)
    agreed = carrying(made, CID, agreement_of(proposal, ANN, CID))
    late = made.prepare(BOB, toy.Throw(1)).entry
    made.spectator.append(late.raw)
    assert made.conducts[BOB].takes(made.authors[BOB].table.log, 0, (agreed,), frozenset()) == 1
    appended = made.spectator.append(agreed.raw)
    assert appended.voided == (late,)
    assert made.spectator.ledger.players[BOB].name == "Dora"


def test_spec_18_2_nothing_gives_way_to_an_agreement_that_not_all_have_signed(
    made: ToyMatch,
) -> None:
    agreed = carrying(made, CID, agreement_of(replacing(made, CID, BOB), CID))
    made.spectator.append(made.prepare(BOB, toy.Throw(1)).entry.raw)
    head = made.spectator.head
    with pytest.raises(Refused) as error:
        made.spectator.append(agreed.raw)
    assert error.value.code is Code.STALE_HEAD
    assert made.spectator.head == head
