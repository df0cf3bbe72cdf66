"""SPEC-18.6: who has signed against a seat is bound by it, and never for ever."""

from dataclasses import replace

import pytest

from p2p.consents import Added, due_consent, due_refusal
from p2p.entrusting import Entrusting
from p2p.own_seat import OwnSeat
from p2p.signing import Vouch
from p2p.store import StoreContents
from protocol.agreements import ProposalSignature
from protocol.audit import audit
from protocol.charter import DiceSetting
from protocol.errors import Code, LocalError, Refused
from protocol.head import Head
from protocol.logfile import write_log
from protocol.proposals import End, Ended, Proposal, Replace, Result
from protocol.report import Level
from protocol.statement import Signed, sign_statement
from protocol.statements import GameStatement
from tests.p2p.scene import ANN, BOB, CID, Scene
from tests.protocol import toy
from tests.protocol.agreeing import (
    agreement_of,
    carrying,
    consent_of,
    consenting,
    proposing,
    refusing,
)
from tests.protocol.sample import MINUTE, identity, phrase
from tests.protocol.succession import coming, open_match
from tests.protocol.toy_match import ToyMatch, toy_founding, toy_match, toy_table

DAN, FAY = 3, 4
WHOLE = Vouch.WHOLE
NOBODY: frozenset[int] = frozenset()


@pytest.fixture
def match() -> ToyMatch:
    """USA, of Ann, gives the first order."""
    return toy_match()


def against(match: ToyMatch, by: int, *named: int) -> Signed[Proposal]:
    """A seat proposes to end the game without others."""
    proposal = proposing(match, by, End(Result.DRAW), *named)
    match.say(proposal)
    return proposal


def refuses(match: ToyMatch, seat: int, gone: frozenset[int] = NOBODY) -> bool:
    """Whether the node of a seat refuses something by itself."""
    said = due_refusal(match.authors[seat], match.conducts[seat], gone)
    if said is not None:
        match.say(said)
    return said is not None


def signs(match: ToyMatch, seat: int) -> Signed[GameStatement] | None:
    """What the node of a seat signs by itself."""
    author = match.authors[seat]
    return due_consent(
        author,
        match.conducts[seat],
        NOBODY,
        (author.table,),
        added=Added(bytes(32), MINUTE),
        entrusting=Entrusting(),
    )


def is_dead(match: ToyMatch, seat: int, proposal: Signed[Proposal]) -> bool:
    conduct, heard = match.conducts[seat], match.authors[seat].table.log.heard
    return conduct.is_dead(proposal.statement.listed, heard, conduct.held)


def test_what_can_never_have_a_majority_is_not_proposed() -> None:
    """Ann alone is no more than half of three; she would be bound by it for ever."""
    scene = Scene(ANN)
    with pytest.raises(LocalError, match="more than half of all seats"):
        scene.ann.propose(End(Result.DRAW), (Ended(BOB, 0, None), Ended(CID, 0, None)), MINUTE)


def test_the_same_is_not_proposed_twice() -> None:
    scene = Scene(ANN)
    scene.ann.propose(End(Result.DRAW), (), MINUTE)
    with pytest.raises(LocalError, match="proposed this already"):
        scene.ann.propose(End(Result.DRAW), (), MINUTE)


def test_what_the_line_has_passed_is_refused_by_who_has_not_signed_it(match: ToyMatch) -> None:
    """Ann has signed against Cid, and takes nothing of him; Bob has let the place pass."""
    proposal = against(match, BOB, CID)
    assert not refuses(match, BOB), "nobody is bound"
    match.say(consenting(proposal, ANN))
    assert not refuses(match, BOB), "its player may sign it yet"
    match.act(ANN, toy.Throw(2))
    assert not is_dead(match, ANN, proposal)
    assert refuses(match, BOB)
    assert is_dead(match, ANN, proposal)


def test_a_keeper_refuses_what_names_a_seat_that_lets_nobody_wait() -> None:
    """The game waits for Ann. She and Bob have signed against Cid, who is not absent."""
    powers = ((toy.USA,), (toy.UK,), (toy.JAPAN, toy.GERMANY), ())
    match = toy_match(toy_founding(dice=DiceSetting.KEEPERS, powers=powers))
    proposal = against(match, BOB, CID)
    match.say(consenting(proposal, ANN))
    assert not refuses(match, DAN), "Bob has not signed: he may withdraw it"
    match.say(consenting(proposal, BOB))
    assert not refuses(match, DAN, gone=frozenset({CID})), "he was caught: it signs"
    assert refuses(match, DAN)
    assert is_dead(match, ANN, proposal)


def test_who_has_refused_and_forgotten_refuses_again(match: ToyMatch) -> None:
    """Bob has refused what Ann has signed; his refusal counts no more once he has asked."""
    proposal = against(match, ANN, CID)
    match.say(consenting(proposal, ANN), refusing(proposal, BOB))
    assert is_dead(match, ANN, proposal)
    match.rejoin(BOB)
    assert not is_dead(match, ANN, proposal)
    assert proposal.statement.hash not in match.conducts[BOB].counted(
        match.authors[BOB].table.log.heard
    )
    assert refuses(match, BOB)
    assert is_dead(match, ANN, proposal)


def test_who_has_signed_and_rejoins_signs_again(match: ToyMatch) -> None:
    """Pending with the answers, and once more when it has settled: only that makes a majority."""
    proposal = against(match, ANN, CID)
    match.say(consenting(proposal, ANN), consenting(proposal, BOB))
    match.ask(BOB)
    assert signs(match, BOB) is None, "Ann has not answered"
    match.answer(ANN)
    again = signs(match, BOB)
    assert again is not None
    assert isinstance(again.statement, ProposalSignature)
    assert again.statement.pending
    match.say(again)
    assert consent_of(match, ANN).complete(proposal) is None
    match.answer(CID)
    match.settle_question(BOB)
    match.catch_up(BOB)
    last = signs(match, BOB)
    assert last is not None
    match.say(last)
    assert signs(match, BOB) is None
    assert consent_of(match, ANN).complete(proposal) is not None


def test_an_answer_is_not_used_before_what_it_lists_is_here(match: ToyMatch) -> None:
    """Otherwise its author could invent what the asker is bound by, and never signed."""
    invented = proposing(match, ANN, End(Result.DRAW), CID)
    question = match.ask(BOB)
    table, heard = match.authors[BOB].table, match.authors[BOB].table.log.heard
    (answer,) = match.conducts[ANN].due_answers(match.authors[ANN].table.log)
    lie = replace(answer, signed=(invented.statement.listed,))
    table.add_statement(match.authors[ANN].sign(lie))

    def usable() -> bool:
        return any(one.statement.seat == ANN for one in heard.usable(question.statement))

    assert not usable()
    table.add_statement(invented)
    assert not usable(), "Bob has not signed it"
    table.add_statement(consenting(invented, BOB))
    assert usable()


def test_who_has_signed_pending_against_a_seat_is_bound_by_nothing_that_this_seat_has_signed(
    match: ToyMatch,
) -> None:
    """Bob has lost his machine and signs with Ann against Cid, who has signed against Ann."""
    theirs = against(match, BOB, ANN)
    match.say(consenting(theirs, CID))
    match.ask(BOB)
    match.answer(ANN)
    ours = against(match, ANN, CID)
    signature = consent_of(match, BOB).signature(ours.statement)
    assert signature is not None
    assert signature.pending
    match.say(match.authors[BOB].sign(signature), consenting(ours, ANN))
    match.answer(CID)
    match.settle_question(BOB)
    match.catch_up(BOB)
    again = signs(match, BOB)
    assert again is not None
    match.say(again)
    assert refuses(match, BOB)
    assert is_dead(match, CID, theirs)
    assert consent_of(match, ANN).complete(ours) is not None


def test_a_proposal_for_a_place_beyond_the_line_is_in_no_file(match: ToyMatch) -> None:
    """It is kept when the line is cut, for its signers are bound; a reader could not judge it."""
    against(match, ANN, CID)
    table = match.authors[BOB].table
    table.cut(len(table.log) - 1)
    assert any(isinstance(one.statement, Proposal) for one in table.log.statements)
    report = audit(write_log(table.log), Level.RULES, open_table=toy_table)
    assert report.fault is None


def test_a_proposal_of_a_key_that_plays_on_another_line_is_passed_over() -> None:
    """SPEC-6.1: nobody honest is refused for it, and nobody else's words are taken for it."""
    match = open_match()
    proposal = proposing(match, ANN, End(Result.DRAW), after=match.spectator.head)
    match.act(ANN, toy.Throw(2))
    elsewhere = replace(proposal.statement, after=Head(1, b"x" * 32))
    forged = sign_statement(identity(BOB), elsewhere)
    with pytest.raises(Refused) as refused:
        match.spectator.add_statement(forged)
    assert refused.value.code is Code.STALE_HEAD


def test_who_has_been_replaced_and_plays_again_asks_first() -> None:
    """The entry by which another played is void; what was signed before it may be, too."""
    match = open_match()
    proposal = proposing(match, ANN, Replace((coming(match, BOB),)), BOB)
    table = match.authors[BOB].table
    seat = OwnSeat(match.authors[BOB], phrase(BOB), StoreContents(), from_start=True, vouch=WHOLE)
    conduct = match.conducts[BOB]
    seat.resume(conduct, table.log)
    before = len(table.log)
    match.send(carrying(match, ANN, agreement_of(proposal, ANN, CID)))
    seat.follow(table, conduct)
    assert not conduct.bound
    table.cut(before)
    seat.follow(table, conduct)
    assert (conduct.seat, seat.must_ask(table, conduct)) == (BOB, True)
