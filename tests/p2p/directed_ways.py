"""How a table goes on without those who keep it from that, and whom it waits for until then."""

from contextlib import suppress

from p2p.lines import consent_of
from protocol.absence import MINUTES_PER_DAY
from protocol.agreements import ProposalSignature
from protocol.charter import DiceSetting
from protocol.consent import OpenProposal
from protocol.entry import Decide
from protocol.errors import LocalError
from protocol.proposals import (
    AfterFault,
    ChangeKeepers,
    End,
    Ended,
    ProposalRefusal,
    Replace,
    Result,
)
from protocol.settlements import Settlement
from tests.p2p.simulated_players import propose_against
from tests.p2p.stage import ANN, BOB, CID, DOT, NEWCOMER, Stage
from tests.protocol import toy
from tests.protocol.sample import MINUTE

__all__ = [
    "a_keeper_that_was_caught_owes_a_later_share",
    "an_answer_outlives_the_player_who_gave_it",
    "an_entry_of_the_other_side_is_owed_by_nobody",
    "who_has_gone_back_takes_its_own_entry_no_more",
    "who_is_absent_owes_a_later_share",
    "who_is_pending_goes_back_to_where_all_others_are",
    "who_is_pending_signs_for_no_place_before_its_own_entry",
    "who_signs_and_cannot_go_back_has_yet_to_sign",
    "who_was_replaced_hears_what_comes_of_its_signature",
]

_KEEPER = 4
_AND_A_KEEPER = ((toy.USA,), (toy.JAPAN,), (toy.UK,), (toy.GERMANY,), ())
_DRAW = End(Result.DRAW)
_FOR_LONG = 15 * MINUTES_PER_DAY


def _own(stage: Stage) -> OpenProposal:
    (one,) = stage.node.up.proposed.open
    return one


def an_answer_outlives_the_player_who_gave_it(seed: int) -> None:
    """Ann answers Bob, asks, and is replaced; Bob, who waited for her, has no use for that answer.

    He has answered her question as one that waits for her (SPEC-12.5). Used, the older answer would
    convict him (SPEC-12.8), whoever plays her seat by then.
    """
    stage = Stage(seed, BOB, _AND_A_KEEPER, DiceSetting.KEEPERS)
    assert stage.takes(stage.entry(ANN))
    stage.plays()
    held = stage.line
    stage.loses()
    assert stage.takes(*held, by=CID)
    begun = stage.node.up.table.log.heard.greatest[BOB]
    anns = stage.question(ANN)
    stage.says(stage.answer(ANN, begun), anns)
    stage.says(*(stage.answer(seat, begun, last=held[-1].head) for seat in (CID, DOT, _KEEPER)))
    assert not stage.said(Settlement), "an answer is used that Ann gave before she asked"
    comes = Replace((stage.successor(ANN, NEWCOMER),))
    proposal = stage.proposal(CID, comes, Ended(ANN, 0, anns))
    stage.says(proposal)
    stage.node.up.consent(proposal.statement.hash, stage.world.entropy(), stage.world.minute)
    heard = stage.node.up.table.log.heard
    agreement = stage.agreed(proposal, heard.consents(proposal.statement)[BOB], CID, DOT, _KEEPER)
    stage.says(*agreement.signatures)
    assert stage.takes(stage.entry(CID, stage.item(agreement)))
    (settlement,) = stage.said(Settlement)
    assert [one.statement.seat for one in settlement.answers] == [CID, DOT, _KEEPER]


def an_entry_of_the_other_side_is_owed_by_nobody(seed: int) -> None:
    """Ann has forked and asks; Cid answers with an entry of the other side, and has left that.

    Dot, whose turn it is, has answered with no entry at all, and waits until Ann has settled.
    """
    stage = Stage(seed, BOB)
    other = stage.entry(ANN, minute=MINUTE + 1)
    further = stage.entry(ANN, head=other.head)
    assert stage.takes(stage.entry(ANN))
    stage.plays()
    assert stage.takes(stage.entry(CID))
    question = stage.question(ANN)
    dots = stage.answer(DOT, question)
    stage.says(question, stage.answer(CID, question, last=further.head), dots)
    assert [one.seat for one in stage.node.up.table.waits] == [CID]
    assert not stage.takes(other)
    assert [one.seat for one in stage.node.up.table.waits] == [ANN]


def a_keeper_that_was_caught_owes_a_later_share(seed: int) -> None:
    """Ann's roll waits for a keeper, and another one, which owes a later share, was caught.

    Keepers that are there are changed as the players wish, but not while a roll waits for another.
    """
    stage = Stage(seed, BOB, (*_AND_A_KEEPER, ()), DiceSetting.KEEPERS)
    earlier, last = stage.proposal(DOT, _DRAW), _KEEPER + 1
    stage.says(earlier, stage.signature(earlier, last), stage.refusal(earlier, last))
    assert stage.takes(stage.entry(ANN, Decide(toy.data(toy.Throw(2)))))
    propose_against(stage.node, ChangeKeepers((stage.successor(last, NEWCOMER),)), [last])
    terms = _own(stage).proposal.statement.terms
    assert isinstance(terms, AfterFault)
    assert isinstance(terms.remedy, Replace)


def who_is_absent_owes_a_later_share(seed: int) -> None:
    """Ann's roll waits for her, she for Cid's answer, and Cid, absent, owes a later share.

    Ann is there, and keeps her seat: Bob proposes that all go on in new names without Cid.
    """
    stage = Stage(seed, BOB)
    assert stage.takes(stage.entry(ANN, Decide(toy.data(toy.Throw(2)))))
    stage.says(stage.question(ANN))
    for minute in (stage.world.minute, stage.world.minute + _FOR_LONG):
        stage.node.up.watch(minute)
    stage.world.now += _FOR_LONG * 60
    propose_against(stage.node, _DRAW, [CID])
    assert isinstance(_own(stage).proposal.statement.terms, AfterFault)
    assert _own(stage).missing == (ANN, BOB, DOT)


def who_is_pending_goes_back_to_where_all_others_are(seed: int) -> None:
    """Bob, who is rejoining, has been shown Ann's last entry, and all others have answered without.

    She is gone, and they agree to end the game at the place before. It is for Bob to carry that.
    """
    stage = Stage(seed, BOB, _AND_A_KEEPER, DiceSetting.KEEPERS)
    start, asked = stage.node.up.table.head, stage.question(ANN)
    stage.loses()
    assert stage.takes(stage.entry(ANN), by=CID)
    begun = stage.node.up.table.log.heard.greatest[BOB]
    others = (CID, DOT, _KEEPER)
    stage.says(
        asked, *(stage.answer(seat, question) for question in (asked, begun) for seat in others)
    )
    proposal = stage.proposal(CID, _DRAW, Ended(ANN, 0, asked), after=start)
    stage.says(proposal)
    stage.node.up.consent(proposal.statement.hash, stage.world.entropy(), stage.world.minute)
    stage.node.settle()
    assert stage.node.up.table.head == start, "it keeps what nobody else takes"
    stage.says(*(stage.signature(proposal, seat, known=(asked,)) for seat in others))
    assert stage.node.up.table.outcome is not None


def who_is_pending_signs_for_no_place_before_its_own_entry(seed: int) -> None:
    """Cid agrees to end the game without Dot after Ann's entry; Bob plays on, and loses all.

    He can settle only with his entry, which all others hold, so what is agreed on for its place
    never comes. So he does not sign that, though he is asked for nothing else, and refuses it once
    he has settled.
    """
    stage = Stage(seed, BOB)
    assert stage.takes(stage.entry(ANN))
    after = stage.node.up.table.head
    stage.plays()
    held = stage.line
    stage.loses()
    assert stage.takes(*held, by=CID)
    begun = stage.node.up.table.log.heard.greatest[BOB]
    proposal = stage.proposal(ANN, _DRAW, DOT, after=after)
    stage.says(proposal, stage.signature(proposal, CID))
    stage.says(*(stage.answer(seat, begun, last=held[-1].head) for seat in (ANN, CID)))
    with suppress(LocalError):
        stage.node.up.consent(proposal.statement.hash, stage.world.entropy(), stage.world.minute)
    assert BOB not in [one.seat for one in stage.said(ProposalSignature)]
    stage.says(stage.answer(DOT, begun, last=held[-1].head))
    assert stage.said(Settlement)
    assert stage.node.up.table.head == held[-1].head
    (refusal,) = stage.said(ProposalRefusal)
    assert (refusal.seat, refusal.proposal) == (BOB, proposal.statement.hash)


def who_has_gone_back_takes_its_own_entry_no_more(seed: int) -> None:
    """Bob has lost his machine, and Dot alone brings the entry that he had written; then she goes.

    All others have answered without it, and agree with him to end the game without her before it.
    It is brought once more before that is carried.
    """
    stage = Stage(seed, BOB, _AND_A_KEEPER, DiceSetting.KEEPERS)
    others = (ANN, CID, _KEEPER)
    assert stage.takes(stage.entry(ANN))
    start = stage.node.up.table.head
    stage.plays()
    held = stage.line
    stage.loses()
    assert stage.takes(*held, by=DOT)
    begun = stage.node.up.table.log.heard.greatest[BOB]
    proposal = stage.proposal(CID, _DRAW, DOT, after=start)
    stage.says(proposal, *(stage.answer(seat, begun) for seat in others))
    stage.node.up.consent(proposal.statement.hash, stage.world.entropy(), stage.world.minute)
    stage.takes(held[-1], by=DOT)
    assert stage.node.up.table.head == start, "it takes what it has given up"
    stage.says(*(stage.signature(proposal, seat, known=(begun,)) for seat in others))
    assert stage.node.up.table.outcome is not None


def who_signs_and_cannot_go_back_has_yet_to_sign(seed: int) -> None:
    """Cid signs, pending, for a place before his own entry, and shows that Bob holds that entry.

    It is no signature that anything can come of, so he owes one, or a refusal.
    """
    stage = Stage(seed, BOB)
    assert stage.takes(stage.entry(ANN))
    stage.plays()
    proposal = stage.proposal(ANN, _DRAW, DOT)
    stage.says(proposal)
    stage.node.up.consent(proposal.statement.hash, stage.world.entropy(), stage.world.minute)
    cids = stage.entry(CID)
    assert stage.takes(cids)
    asked = stage.question(CID)
    stage.says(asked)
    (bobs,) = stage.answers(asked)
    assert bobs.statement.last == cids.head
    shown = (stage.answer(ANN, asked, last=cids.head), bobs)
    stage.says(stage.signature(proposal, CID, begun=asked, answers=shown))
    table = stage.node.up.table
    one = consent_of(table, stage.node.up.conduct).state(proposal)
    assert (one.signed, one.missing) == ((BOB,), (ANN, CID))


def who_was_replaced_hears_what_comes_of_its_signature(seed: int) -> None:
    """Cid signs against Dot, and then it is he whom all others have replaced.

    He goes by his signature until somebody refuses what he has signed, and sees nothing before.
    """
    stage = Stage(seed, BOB)
    against = stage.proposal(ANN, _DRAW, DOT)
    stage.says(against)
    comes = stage.proposal(DOT, Replace((stage.successor(CID, NEWCOMER),)), CID)
    stage.says(comes)
    stage.node.up.consent(comes.statement.hash, stage.world.entropy(), stage.world.minute)
    heard = stage.node.up.table.log.heard
    agreement = stage.agreed(comes, ANN, heard.consents(comes.statement)[BOB], DOT)
    stage.says(*agreement.signatures)
    assert stage.takes(stage.entry(ANN, stage.item(agreement)))
    stage.says(stage.question(CID, key=1, who=NEWCOMER))
    stage.says(stage.signature(against, CID))
    assert (BOB, against.statement.hash) in [
        (one.seat, one.proposal) for one in stage.said(ProposalRefusal)
    ]
