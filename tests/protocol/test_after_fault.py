"""SPEC-18: all others agree after a fault which line is kept, and go on in new incarnations."""

from dataclasses import replace

import pytest

from protocol.agreements import Agreement
from protocol.audit import audit
from protocol.consent import agree_of
from protocol.errors import Code, Refused
from protocol.faults import Said, convictions
from protocol.logfile import write_log
from protocol.own_settlement import rejoin_of
from protocol.proposals import End, Result
from protocol.questions import FIRST
from protocol.report import Level
from tests.protocol import toy
from tests.protocol.agreeing import agreement_of, consent_of, consenting, refusing
from tests.protocol.keeping import ANN, BOB, CID, agreed, keep, keeping, kept, replacing_bob
from tests.protocol.rejoining import asking
from tests.protocol.succession import begin, open_match, replacing
from tests.protocol.toy_match import ToyMatch, open_table

DRAW = End(Result.DRAW)


@pytest.fixture
def made() -> ToyMatch:
    """USA, of Ann, has thrown dice; then it is Japan's turn, of Bob, whom the others replace."""
    made = open_match()
    made.act(ANN, toy.Throw(2))
    made.act(ANN, toy.End())
    return made


def refusal(made: ToyMatch, agreement: Agreement, **fields: bytes) -> Refused:
    with pytest.raises(Refused) as refused:
        made.send(kept(made, agreement, CID, **fields))
    return refused.value


def verified(made: ToyMatch) -> None:
    for level in Level:
        report = audit(write_log(made.spectator.log), level=level, open_table=open_table)
        assert report.verified, report.fault


def test_spec_18_4_all_that_have_signed_go_on_in_the_names_that_they_have_added(
    made: ToyMatch,
) -> None:
    agreement = keep(made, replacing_bob(made))
    ann, cid = (one.statement.hash for one in agreement.added)
    names = made.spectator.ledger.incarnations
    assert (names[ANN], names[CID]) == (ann, cid)
    begin(made, BOB)
    made.act(BOB, toy.Throw(2))
    made.act(BOB, toy.End())
    made.act(ANN, toy.Win())
    made.say(*(author.close() for author in made.authors))
    assert made.spectator.closings() == (ANN, BOB, CID)
    verified(made)


def test_spec_18_4_shares_are_of_new_chains_though_a_roll_waits(made: ToyMatch) -> None:
    """Ann may have given her next share on another line: nobody knows the one she gives here."""
    made.send(made.prepare(BOB, toy.Throw(2)).entry)
    before = made.spectator.ledger
    agreement = keep(made, replacing_bob(made), ANN)
    assert before.roll.chains == ((BOB, FIRST), (ANN, FIRST))
    asked = made.spectator.ledger.roll
    assert asked.number == before.roll.number + 1
    ann, _ = (one.statement.hash for one in agreement.added)
    assert asked.chains[1] == (ANN, ann)
    begin(made, BOB)
    made.settle()
    verified(made)


def test_spec_12_5_it_settles_the_questions_that_it_adds(made: ToyMatch) -> None:
    """So who has signed it can answer in its new name, and come back once more."""
    keep(made, replacing_bob(made))
    own = made.conducts[ANN].own
    assert own is not None
    assert own.statement.answers == ()
    begin(made, BOB)
    made.restore(CID)
    made.rejoin(CID)
    settled = made.conducts[CID].own
    assert settled is not None
    answer = settled.statement.answers[0].statement
    assert (answer.seat, answer.settlement) == (ANN, own.statement.hash)
    made.act(BOB, toy.End())
    made.act(ANN, toy.End())
    made.act(CID, toy.Win())
    verified(made)


def test_spec_10_4_nothing_follows_it_in_an_older_name(made: ToyMatch) -> None:
    made.act(BOB, toy.End())
    keep(made, replacing_bob(made), ANN)
    with pytest.raises(Refused) as refused:
        made.send(made.forged(ANN, toy.End(), incarnation=FIRST))
    assert (refused.value.code, refused.value.culprit) == (Code.WRONG_INCARNATION, ANN)


def test_spec_18_3_each_signature_adds_a_question(made: ToyMatch) -> None:
    agreement = agreement_of(keeping(made, DRAW), ANN, CID)
    assert refusal(made, agreement, incarnation=FIRST).code is Code.BAD_AGREEMENT


def test_spec_18_3_a_replacement_by_itself_adds_none(made: ToyMatch) -> None:
    agreement = agreed(made, replacing(made, CID, BOB))
    assert refusal(made, agreement, incarnation=FIRST).code is Code.BAD_AGREEMENT


def test_spec_18_3_the_question_begins_a_later_incarnation(made: ToyMatch) -> None:
    """Ann has asked a greater one, of which Cid tells."""
    proposal = keeping(made, DRAW)
    greater = asking(made, ANN, round_=2**40)
    signatures = (
        consenting(proposal, ANN, question=asking(made, ANN)),
        consenting(proposal, CID, question=asking(made, CID), known=(greater,)),
    )
    told = refusal(made, Agreement(proposal, signatures))
    assert (told.code, told.culprit) == (Code.BAD_AGREEMENT, CID)


def test_spec_18_3_a_dice_head_is_no_copy(made: ToyMatch) -> None:
    proposal = keeping(made, DRAW)
    asked = asking(made, ANN)
    copy = replace(asked.statement, dice_head=made.spectator.charter.seats[BOB].dice_head)
    signatures = (
        consenting(proposal, ANN, question=made.authors[ANN].sign(copy)),
        consenting(proposal, CID, question=asking(made, CID)),
    )
    assert refusal(made, Agreement(proposal, signatures)).code is Code.BAD_AGREEMENT


def test_spec_18_2_it_is_carried_in_the_name_that_it_begins(made: ToyMatch) -> None:
    """In its older one its seat may have signed this place on another line."""
    agreement = agreed(made, keeping(made, DRAW))
    assert refusal(made, agreement, incarnation=FIRST).code is Code.WRONG_INCARNATION


def test_spec_18_6_a_question_that_is_added_is_not_asked(made: ToyMatch) -> None:
    """Nobody answers it before the agreement is carried, and nobody is kept from anything."""
    proposal = keeping(made, DRAW)
    made.say(proposal, *agreed(made, proposal, (ANN,)).signatures)
    assert ANN not in made.spectator.log.heard.greatest
    assert not list(made.conducts[CID].due_answers(made.authors[CID].table.log))


def test_spec_18_6_who_has_signed_signs_no_second_one_for_whatever_place(made: ToyMatch) -> None:
    first = keeping(made, DRAW)
    made.say(first)
    signature = consent_of(made, ANN).signature(first.statement, asking(made, ANN))
    assert signature is not None
    made.say(made.authors[ANN].sign(signature))
    made.act(BOB, toy.Throw(2))
    second = keeping(made, End(Result.ADJOURNED))
    made.say(second)
    assert consent_of(made, ANN).obstacle(second.statement) is not None
    third = keeping(made, End(Result.ADJOURNED), refused=(refusing(first, CID),))
    made.say(refusing(first, CID), third)
    assert consent_of(made, ANN).obstacle(third.statement) is None


def test_spec_18_7_who_agrees_to_keep_two_lines_is_convicted(made: ToyMatch) -> None:
    first = keeping(made, DRAW)
    signed = agreed(made, first, (ANN,)).signatures
    made.act(BOB, toy.Throw(2))
    second = keeping(made, DRAW)
    said = Said()
    for one in (first, second, *signed, *agreed(made, second, (ANN,)).signatures):
        said.add(one)
    (found,) = convictions(said)
    assert (found.refusal.code, found.refusal.culprit) == (Code.TWO_PROPOSALS, ANN)


def test_spec_6_1_a_proposal_may_keep_a_line_that_goes_on_beyond_ours(made: ToyMatch) -> None:
    upto = len(made.spectator.log) - 1
    made.restore(ANN, upto)
    made.authors[ANN].table.add_statement(keeping(made, DRAW))


def test_spec_12_8_a_forged_agreement_costs_no_replay(
    made: ToyMatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bob rejoins where he has gone on already, with an agreement that nobody has signed."""
    question = made.ask(BOB)
    for seat in (ANN, CID):
        made.answer(seat)
    log = made.authors[BOB].table.log
    told = made.conducts[BOB].settlement(log, made.spectator.needed)
    assert told is not None
    settlement = made.authors[BOB].sign(told)
    proposal = replacing(made, BOB, CID)
    signed = agreement_of(proposal, ANN, BOB).signatures
    forged = Agreement(proposal, tuple(replace(one, signature=bytes(64)) for one in signed))
    entry = made.forged(
        BOB,
        rejoin_of(settlement, log),
        agree_of(forged, log),
        incarnation=question.statement.hash,
    )
    made.act(BOB, toy.Throw(2))
    monkeypatch.setattr(type(made.spectator), "replayed_to", None)
    with pytest.raises(Refused) as refused:
        made.spectator.append(entry.raw)
    assert (refused.value.code, refused.value.culprit) == (Code.BAD_AGREEMENT, BOB)
