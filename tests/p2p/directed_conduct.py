"""What an honest seat does not take, sign or keep to itself, though all of it is valid."""

from contextlib import suppress

from p2p.proposed import Reply
from protocol.agreements import ProposalSignature
from protocol.answers import RejoinAnswer
from protocol.charter import DiceSetting
from protocol.consent import OpenProposal
from protocol.entry import Decide
from protocol.errors import LocalError
from protocol.proposals import AfterFault, End, Proposal, ProposalRefusal, Replace, Result, TakeBack
from protocol.questions import RejoinQuestion
from protocol.settlements import Settlement
from protocol.statement import Signed
from tests.p2p.simulated_players import propose_against
from tests.p2p.stage import ANN, BOB, CID, DOT, NEWCOMER, Stage
from tests.protocol import toy
from tests.protocol.sample import MINUTE

__all__ = [
    "a_crossed_settlement_is_carried",
    "a_crossed_settlement_is_heard",
    "a_half_is_asked",
    "a_refusal_frees_who_has_signed",
    "a_signature_that_was_given_up",
    "a_signature_that_was_perhaps_forgotten",
    "an_answer_from_before_its_seat_asked",
    "an_entry_of_ones_own_that_one_has_not_signed",
    "an_entry_of_the_other_side_of_a_fork",
    "another_is_signed",
    "answers_tell_of_questions",
    "answers_tell_of_refusals",
    "one_comes_back_after_what_it_has_signed",
    "one_is_replaced_at_its_own_place",
    "one_takes_nothing_of_whom_it_has_signed_against",
    "what_all_have_added_is_shown",
    "what_one_has_added_is_shown_where_the_others_can_agree",
    "what_one_has_added_keeps_another_out",
    "what_one_takes_no_more_is_proposed_to_be_kept",
    "who_has_asked_since",
    "who_has_refused",
    "who_has_settled_by_an_older_answer",
    "who_has_shown_what_one_takes_no_more_owes_it_no_more",
    "who_has_signed_does_not_refuse",
    "who_is_named_says_that_it_is_there",
    "who_settles_keeps_nothing_that_was_given_up",
    "who_settles_keeps_the_entry_by_which_an_answer_is_not_needed",
    "who_settles_keeps_the_entry_by_which_another_plays",
    "who_shows_what_nobody_has_signed_owes_it_still",
    "who_was_caught_owes_a_later_share",
]

_DRAW = End(Result.DRAW)
_OTHERS = (BOB, CID, DOT)
_AND_A_KEEPER = ((toy.USA,), (toy.JAPAN,), (toy.UK,), (toy.GERMANY,), ())


def _signs(stage: Stage, proposal: Signed[Proposal]) -> None:
    """Bob's player signs, if the program lets it."""
    with suppress(LocalError):
        stage.node.up.consent(proposal.statement.hash, stage.world.entropy(), stage.world.minute)


def _open(stage: Stage) -> tuple[OpenProposal, ...]:
    return stage.node.up.proposed.open


def _agrees(stage: Stage, proposal: Signed[Proposal]) -> Signed[ProposalSignature]:
    """Bob has signed a proposal."""
    stage.says(proposal)
    _signs(stage, proposal)
    given = stage.node.up.table.log.heard.consents(proposal.statement)
    return given[BOB]


# What is taken


def a_signature_that_was_perhaps_forgotten(seed: int) -> None:
    """All have signed a draw, and then Dot asks: Bob, who has answered, does not take it."""
    stage = Stage(seed, BOB)
    proposal = stage.proposal(CID, _DRAW)
    agreement = stage.agreed(proposal, ANN, _agrees(stage, proposal), CID, DOT)
    stage.says(stage.question(DOT))
    assert not stage.takes(stage.entry(ANN, stage.item(agreement)))


def a_signature_that_was_given_up(seed: int) -> None:
    """As before, and Dot has settled: no answer told her that she had signed."""
    stage = Stage(seed, BOB)
    proposal = stage.proposal(CID, _DRAW)
    agreement = stage.agreed(proposal, ANN, _agrees(stage, proposal), CID, DOT)
    question = stage.question(DOT)
    stage.says(question)
    stage.says(stage.settlement(question, *stage.answers(question)))
    assert not stage.takes(stage.entry(ANN, stage.item(agreement)))


def one_comes_back_after_what_it_has_signed(seed: int) -> None:
    """Bob's last entry carries what all have signed; he comes back by it, and nothing is lost."""
    stage = Stage(seed)
    for seat in (ANN, BOB, CID, DOT, ANN):
        assert stage.takes(stage.entry(seat))
    proposal = stage.proposal(CID, TakeBack(stage.line[3].head))
    agreement = stage.agreed(proposal, ANN, *_OTHERS)
    assert stage.takes(stage.entry(BOB, stage.item(agreement)))
    last = stage.line[-1].head
    assert stage.takes(stage.entry(ANN))
    settlement = stage.settlement(stage.question(BOB), last=last)
    assert stage.takes(stage.rejoin(settlement)), "what it stands by holds what it has signed"


def a_crossed_settlement_is_carried(seed: int) -> None:
    """Ann has come back by an older answer of Cid's; then Cid does by an older one of hers."""
    stage = Stage(seed)
    anns, cids = (stage.settlement(stage.question(seat)) for seat in (ANN, CID))
    assert stage.takes(stage.rejoin(anns))
    assert stage.takes(stage.entry(BOB))
    assert not stage.takes(stage.rejoin(cids)), "each makes void what the other rests on"


def a_crossed_settlement_is_heard(seed: int) -> None:
    """Both are said beside the line: who holds the first goes by that, whatever comes then."""
    stage = Stage(seed)
    anns, cids = (stage.settlement(stage.question(seat)) for seat in (ANN, CID))
    stage.says(anns, cids)
    assert stage.takes(stage.rejoin(anns)), "the settlement that was held first is given up"


def who_has_settled_by_an_older_answer(seed: int) -> None:
    """Bob has answered Cid, forgotten it, and come back by what Cid said before he asked.

    So what Bob rests on is void once Cid settles with that answer, and Bob asks anew.
    """
    stage = Stage(seed, BOB)
    cids = stage.question(CID)
    stage.says(cids)
    forgotten = stage.answers(cids)
    stage.loses()
    stage.says(stage.proposal(DOT, _DRAW))
    begun = stage.node.up.table.log.heard.greatest[BOB]
    stage.says(*(stage.answer(seat, begun) for seat in (ANN, CID, DOT)))
    assert stage.node.up.standing.complete
    stage.says(stage.settlement(cids, *forgotten))
    assert stage.node.up.table.log.heard.greatest[BOB] != begun


def an_entry_of_ones_own_that_one_has_not_signed(seed: int) -> None:
    """Somebody shows Bob an order in Bob's name, which this machine knows nothing of: it asks."""
    stage = Stage(seed, BOB)
    assert stage.takes(stage.entry(ANN))
    stage.takes(stage.entry(BOB), by=CID)
    assert BOB in stage.node.up.table.log.heard.greatest


def one_is_replaced_at_its_own_place(seed: int) -> None:
    """Bob ends his turn, and only then hears that all others have replaced him there."""
    stage = Stage(seed, BOB)
    assert stage.takes(stage.entry(ANN))
    proposal = stage.proposal(CID, Replace((stage.successor(BOB, NEWCOMER),)), BOB)
    entry = stage.entry(CID, stage.item(stage.agreed(proposal, ANN, CID, DOT)))
    stage.plays()
    assert stage.held == len((ANN, BOB))
    assert stage.takes(entry), "who plays no more keeps to a line of its own"


def one_takes_nothing_of_whom_it_has_signed_against(seed: int) -> None:
    """Bob has signed a draw without Ann; then she shows her turn."""
    stage = Stage(seed, BOB)
    _agrees(stage, stage.proposal(CID, _DRAW, ANN))
    assert not stage.takes(stage.entry(ANN))


def a_refusal_frees_who_has_signed(seed: int) -> None:
    """Bob has signed a draw without Ann, and Cid, who is asked, refuses it: she plays on."""
    stage = Stage(seed, BOB)
    proposal = stage.proposal(DOT, _DRAW, ANN)
    _agrees(stage, proposal)
    stage.says(stage.refusal(proposal, CID))
    assert stage.takes(stage.entry(ANN)), "a proposal that is dead binds"


def who_settles_keeps_nothing_that_was_given_up(seed: int) -> None:
    """Bob has lost his machine, and takes any line; then he holds that Ann has settled without it.

    He goes on without her entry, too.
    """
    stage = Stage(seed, BOB)
    stage.loses()
    assert stage.takes(stage.entry(ANN))
    begun = stage.node.up.table.log.heard.greatest[BOB]
    question = stage.question(ANN)
    stage.says(question)
    settled = stage.settlement(question, *stage.answers(question))
    stage.says(settled)
    name = settled.statement.hash
    stage.says(
        stage.answer(ANN, begun, begun=question, settlement=name),
        *(stage.answer(seat, begun) for seat in (CID, DOT)),
    )
    assert stage.node.up.standing.complete
    assert not stage.held


def who_settles_keeps_the_entry_by_which_another_plays(seed: int) -> None:
    """Bob comes back by the answer of who has replaced Dot; Cid, who was due before, is pending.

    Bob takes no entry of hers yet, but on no other line is that answer one of the game.
    """
    stage, begun, proposal = _replaced_while_one_comes_back(seed)
    dots = stage.question(DOT, key=1, who=NEWCOMER)
    stage.says(stage.answer(DOT, begun, begun=dots, who=NEWCOMER))
    _answer_who_comes_back(stage, begun, proposal)


def who_settles_keeps_the_entry_by_which_an_answer_is_not_needed(seed: int) -> None:
    """As before, but nobody answers in Dot's place: the agreement stands for that."""
    _answer_who_comes_back(*_replaced_while_one_comes_back(seed))


def _replaced_while_one_comes_back(
    seed: int,
) -> tuple[Stage, Signed[RejoinQuestion], Signed[Proposal]]:
    """Bob has lost his machine; all had agreed to replace Dot. Gives his question, and that."""
    stage = Stage(seed, BOB)
    stage.loses()
    for seat in (ANN, BOB, CID):
        assert stage.takes(stage.entry(seat), by=CID)
    proposal = stage.proposal(ANN, Replace((stage.successor(DOT, NEWCOMER),)), DOT)
    assert stage.takes(stage.entry(ANN, stage.item(stage.agreed(proposal, ANN, BOB, CID))))
    return stage, stage.node.up.table.log.heard.greatest[BOB], proposal


def _answer_who_comes_back(
    stage: Stage, begun: Signed[RejoinQuestion], proposal: Signed[Proposal]
) -> None:
    """Ann and Cid, who is pending, answer Bob: he goes on, and keeps the line."""
    cids = stage.question(CID)
    stage.says(
        stage.answer(ANN, begun, last=stage.line[1].head, signed=(proposal.statement.listed,)),
        stage.answer(CID, begun, begun=cids),
    )
    assert stage.node.up.standing.complete
    assert stage.held == 4


# What is said


def answers_tell_of_questions(seed: int) -> None:
    """Bob has heard that Ann asks, and tells Dot, who asks, too."""
    stage = Stage(seed, BOB)
    anns, dots = stage.question(ANN), stage.question(DOT)
    stage.says(anns, dots)
    assert [one.statement.known for one in stage.answers(dots)] == [(anns,)]


def answers_tell_of_refusals(seed: int) -> None:
    """Dot has refused what Cid proposes, and forgets it: Bob tells her."""
    stage = Stage(seed, BOB)
    proposal = stage.proposal(CID, _DRAW)
    refusal = stage.refusal(proposal, DOT)
    dots = stage.question(DOT)
    stage.says(proposal, refusal, dots)
    assert [one.statement.refused for one in stage.answers(dots)] == [(refusal,)]
    assert stage.said(RejoinAnswer)


def who_has_refused(seed: int) -> None:
    """Bob has refused a draw: he signs it no more, for that would convict him."""
    stage = Stage(seed, BOB)
    proposal = stage.proposal(CID, _DRAW)
    stage.says(proposal)
    stage.node.up.refuse(proposal.statement.hash)
    _signs(stage, proposal)
    assert not stage.said(ProposalSignature)


def who_has_signed_does_not_refuse(seed: int) -> None:
    """Bob has signed a draw: he refuses it no more, for that would convict him."""
    stage = Stage(seed, BOB)
    proposal = stage.proposal(CID, _DRAW)
    _agrees(stage, proposal)
    with suppress(LocalError):
        stage.node.up.refuse(proposal.statement.hash)
    assert not stage.said(ProposalRefusal)


def another_is_signed(seed: int) -> None:
    """Bob has signed a draw: nothing else for the same place, for that would convict him."""
    stage = Stage(seed, BOB)
    _agrees(stage, stage.proposal(CID, _DRAW))
    other = stage.proposal(DOT, End(Result.ADJOURNED))
    stage.says(other)
    _signs(stage, other)
    assert len(stage.said(ProposalSignature)) == 1


def an_answer_from_before_its_seat_asked(seed: int) -> None:
    """Cid answers Bob as before he lost his machine: Bob, who knows, waits for another answer."""
    stage = Stage(seed, BOB)
    stage.says(stage.question(CID))
    stage.loses()
    stage.says(stage.question(CID, late=1))
    begun = _greatest(stage)
    stage.says(*(stage.answer(seat, begun) for seat in (ANN, CID, DOT)))
    assert not stage.said(Settlement)


def who_has_asked_since(seed: int) -> None:
    """Ann is named in her first name, and has asked since: Bob does not sign against her."""
    stage = Stage(seed, BOB)
    proposal = stage.proposal(CID, _DRAW, ANN)
    stage.says(proposal, stage.question(ANN))
    _signs(stage, proposal)
    assert not stage.said(ProposalSignature)


def a_half_is_asked(seed: int) -> None:
    """Bob and Cid alone would be asked: they can never be enough, so Bob is not bound by it."""
    stage = Stage(seed, BOB)
    proposal = stage.proposal(CID, _DRAW, ANN, DOT)
    stage.says(proposal)
    _signs(stage, proposal)
    assert not stage.said(ProposalSignature)


def who_is_named_says_that_it_is_there(seed: int) -> None:
    """Bob is named, and plays on: who has signed passes that on to no keeper, so he says so.

    As long as no keeper is asked, those who play know that he is there.
    """
    stage = Stage(seed, BOB, _AND_A_KEEPER, DiceSetting.KEEPERS)
    assert stage.takes(stage.entry(ANN))
    proposal = stage.proposal(CID, _DRAW, BOB)
    stage.says(proposal, *(stage.signature(proposal, seat) for seat in (ANN, CID, DOT)))
    assert not stage.said(ProposalRefusal), "a machine runs on when its player has left"
    stage.plays()
    (refusal,) = stage.said(ProposalRefusal)
    assert (refusal.seat, refusal.proposal) == (BOB, proposal.statement.hash)


def _shown(stage: Stage, *named: int) -> Signed[RejoinQuestion]:
    """Bob has signed to keep his line, and somebody shows the question that he has added."""
    _agrees(stage, stage.proposal(CID, AfterFault(_DRAW), *named))
    (signature,) = stage.said(ProposalSignature)
    question: Signed[RejoinQuestion] = signature.question
    stage.says(question, by=DOT)
    return question


def _greatest(stage: Stage) -> Signed[RejoinQuestion]:
    return stage.node.up.table.log.heard.greatest[BOB]


def what_one_has_added_keeps_another_out(seed: int) -> None:
    """Two of four are left to agree: so nothing can be before Cid has settled.

    She goes by the question that Bob has added, and can use no answer of his: he asks.
    """
    stage = Stage(seed, BOB)
    added = _shown(stage, ANN)
    assert _greatest(stage) == added, "as long as all have their memory he waits"
    stage.says(stage.question(CID))
    assert _greatest(stage) != added


def what_one_has_added_is_shown_where_the_others_can_agree(seed: int) -> None:
    """Three of five can agree without Ann, though Cid is pending: his signature stays good."""
    stage = Stage(seed, BOB, _AND_A_KEEPER, DiceSetting.KEEPERS)
    added = _shown(stage, ANN)
    stage.says(stage.question(CID))
    assert _greatest(stage) == added


def what_all_have_added_is_shown(seed: int) -> None:
    """Ann, at fault, shows what each signature adds: nobody has lost its memory."""
    stage = Stage(seed, BOB)
    proposal = stage.proposal(CID, AfterFault(_DRAW), ANN)
    _agrees(stage, proposal)
    (signature,) = stage.said(ProposalSignature)
    cids = stage.question(CID, late=1)
    stage.says(stage.signature(proposal, CID, question=cids))
    stage.says(cids, signature.question, by=ANN)
    assert _greatest(stage) == signature.question


# What is proposed


def an_entry_of_the_other_side_of_a_fork(seed: int) -> None:
    """Ann has forked and asks; Cid, on the other side, answers with the entry there.

    Bob takes no more of his line, either. But Cid holds nothing that goes on from that, so Bob
    proposes to keep it without Ann.
    """
    stage = Stage(seed, BOB)
    other = stage.entry(ANN, minute=MINUTE + 1)
    assert stage.takes(stage.entry(ANN))
    assert not stage.takes(other)
    question = stage.question(ANN)
    stage.says(question, stage.answer(CID, question, last=other.head))
    propose_against(stage.node, _DRAW, [ANN])
    (one,) = _open(stage)
    assert isinstance(one.proposal.statement.terms, AfterFault)


def what_one_takes_no_more_is_proposed_to_be_kept(seed: int) -> None:
    """Bob has answered Ann without her last entry, which Cid holds and shows him."""
    stage = Stage(seed, BOB)
    entry, question = stage.entry(ANN), stage.question(ANN)
    stage.says(question, stage.answer(CID, question, last=entry.head))
    assert not stage.takes(entry, by=CID)
    propose_against(stage.node, _DRAW, [ANN])
    (one,) = _open(stage)
    assert one.proposal.statement.after == entry.head
    assert isinstance(one.proposal.statement.terms, AfterFault)
    assert one.missing == _OTHERS


def who_has_shown_what_one_takes_no_more_owes_it_no_more(seed: int) -> None:
    """Bob has answered Ann without her last entry; it is for her to settle, once Cid shows it."""
    stage = Stage(seed, BOB)
    entry, question = stage.entry(ANN), stage.question(ANN)
    dots = stage.answer(DOT, question)
    stage.says(question, stage.answer(CID, question, last=entry.head), dots)
    assert [one.seat for one in stage.node.up.table.waits] == [CID]
    assert not stage.takes(entry, by=CID)
    assert [one.seat for one in stage.node.up.table.waits] == [ANN]


def who_shows_what_nobody_has_signed_owes_it_still(seed: int) -> None:
    """As before, but what Cid shows is an entry after that, which Ann has not signed."""
    stage = Stage(seed, BOB)
    entry, question = stage.entry(ANN), stage.question(ANN)
    forged = stage.entry(ANN, head=entry.head, who=CID)
    dots = stage.answer(DOT, question)
    stage.says(question, stage.answer(CID, question, last=forged.head), dots)
    assert not stage.takes(entry, forged, by=CID)
    assert [one.seat for one in stage.node.up.table.waits] == [CID]


def who_was_caught_owes_a_later_share(seed: int) -> None:
    """Ann's roll waits for her, and Cid, who owes a later share, was caught (SPEC-18.4).

    Cid cannot be named alone: so Bob proposes that all go on in new names.
    """
    stage = Stage(seed, BOB)
    earlier = stage.proposal(DOT, _DRAW)
    stage.says(earlier, stage.signature(earlier, CID), stage.refusal(earlier, CID))
    assert stage.takes(stage.entry(ANN, Decide(toy.data(toy.Throw(2)))))
    propose_against(stage.node, _DRAW, [CID])
    (own,) = _open(stage)
    assert isinstance(own.proposal.statement.terms, AfterFault)
    assert own.missing == (ANN, BOB, DOT)
    dots = stage.proposal(DOT, own.proposal.statement.terms, CID)
    stage.says(dots)
    offered = {one.proposal: stage.node.up.proposed.replies(one) for one in _open(stage)}
    assert offered == {own.proposal: (Reply.WITHDRAW,), dots: (Reply.ACCEPT, Reply.REFUSE)}
