"""Agreements that are not valid, each for one reason of SPEC-18.3: nobody takes the entry."""

from dataclasses import replace
from typing import Any

from protocol.agreements import Agreement, ProposalSignature
from protocol.charter import DiceSetting
from protocol.entry import Resign
from protocol.head import Head
from protocol.proposals import (
    AfterFault,
    ChangeKeepers,
    End,
    Ended,
    Proposal,
    Replace,
    Result,
    TakeBack,
)
from protocol.questions import RejoinQuestion
from protocol.receipts import Receipt
from protocol.settlements import Settlement
from protocol.statement import Signed, sign_statement
from tests.p2p.line_checks import check_line
from tests.p2p.stage import ANN, BOB, CID, DOT, NEWCOMER, Stage
from tests.protocol import toy
from tests.protocol.sample import identity

__all__ = [
    "a_number_is_left_out",
    "a_pending_signer_with_an_answer_that_rests_on_nothing",
    "a_pending_signer_with_an_answer_to_another_question",
    "a_pending_signer_with_an_answer_too_many",
    "a_pending_signer_without_an_answer",
    "a_player_is_changed_as_if_it_kept",
    "a_question_is_added_where_nobody_was_at_fault",
    "a_receipt_where_nothing_passes",
    "a_seat_that_does_not_exist",
    "a_seat_that_was_known_to_have_asked_is_named_in_an_older_name",
    "a_settlement_that_is_missing",
    "a_settlement_that_is_not_valid",
    "a_signature_of_who_was_replaced",
    "a_signature_that_another_has_made",
    "a_signer_that_an_answer_knows_to_have_asked",
    "a_signer_that_another_knows_to_have_asked",
    "a_signer_that_was_known_to_have_asked_when_another_settled",
    "after_a_fault_a_question_above_one_that_is_known_counts",
    "after_a_fault_a_question_is_added_below_one_that_is_known",
    "after_a_fault_a_signer_leaves_entries_of_the_line_that_is_kept",
    "after_a_fault_one_adds_no_question",
    "after_a_fault_one_adds_the_question_in_which_it_signs",
    "after_a_fault_two_add_the_same_dice",
    "after_a_fault_what_a_signer_leaves_does_not_count",
    "back_to_an_entry_that_is_not_there",
    "back_to_before_a_seat_resigned",
    "back_to_before_another_came",
    "entries_that_a_signer_has_given_up",
    "half_agree",
    "half_remember",
    "settlements_of_two_signers_are_crossed",
    "signatures_under_another_proposal",
    "some_have_not_signed",
    "the_old_key_plays_on",
    "the_same_dice_come_again",
    "the_same_key_comes_again",
    "the_second_player_is_named_before_she_is_there",
    "the_settlement_of_another_question",
    "two_sign_twice",
    "what_was_agreed_on_for_another_line",
    "what_was_agreed_on_for_another_place",
    "who_is_back_is_named_in_an_older_name",
    "who_is_named_signs",
    "who_was_replaced_is_named_again",
]

_DRAW = End(Result.DRAW)
_OTHERS = (BOB, CID, DOT)
_ALL = (ANN, *_OTHERS)


def _refuses(stage: Stage, carrier: int, agreement: Agreement, *shown: Signed[Settlement]) -> None:
    """Nobody takes it; whoever does holds a line that is not sound by its own words."""
    entry = stage.entry(carrier, stage.item(agreement, *shown))
    assert not stage.takes(entry), "an agreement that is not valid is on the line"
    check_line(stage.world.founding, (one.raw for one in stage.line))


def _takes(stage: Stage, carrier: int, agreement: Agreement, *shown: Signed[Settlement]) -> None:
    entry = stage.entry(carrier, stage.item(agreement, *shown))
    assert stage.takes(entry), "a valid agreement is refused"


def half_agree(seed: int) -> None:
    """Two of four end the game without the others."""
    stage = Stage(seed)
    _refuses(stage, CID, stage.agreed(stage.proposal(CID, _DRAW, ANN, BOB), CID, DOT))


def half_remember(seed: int) -> None:
    """Three of four end the game without Ann, but Bob has lost what he had signed."""
    stage = Stage(seed)
    proposal, begun = stage.proposal(CID, _DRAW, ANN), stage.question(BOB)
    answers = tuple(stage.answer(seat, begun) for seat in (CID, DOT))
    pending = stage.signature(proposal, BOB, begun=begun, answers=answers)
    _refuses(stage, BOB, stage.agreed(proposal, pending, CID, DOT))


def two_sign_twice(seed: int) -> None:
    """As if they were four."""
    stage = Stage(seed)
    _refuses(stage, CID, stage.agreed(stage.proposal(CID, _DRAW, ANN, BOB), CID, CID, DOT, DOT))


def some_have_not_signed(seed: int) -> None:
    """Three of four end the game, and do not say that they do it without the fourth."""
    stage = Stage(seed)
    _refuses(stage, ANN, stage.agreed(stage.proposal(CID, _DRAW), ANN, BOB, CID))


def who_is_named_signs(seed: int) -> None:
    """Ann is said to be gone, and signs that herself: she is one of three who agree."""
    stage = Stage(seed)
    _refuses(stage, BOB, stage.agreed(stage.proposal(CID, _DRAW, ANN), ANN, BOB, CID, DOT))


def signatures_under_another_proposal(seed: int) -> None:
    """Dot has signed a draw after Ann's turn, not before it."""
    stage = Stage(seed)
    proposal, other = stage.proposal(CID, _DRAW), stage.proposal(CID, End(Result.ADJOURNED))
    dots = stage.signature(other, DOT)
    _refuses(stage, ANN, stage.agreed(proposal, ANN, BOB, CID, dots))


def what_was_agreed_on_for_another_place(seed: int) -> None:
    """All agreed on a draw before Ann ended her turn; Bob carries that now."""
    stage = Stage(seed)
    agreement = stage.agreed(stage.proposal(CID, _DRAW), *_ALL)
    assert stage.takes(stage.entry(ANN))
    _refuses(stage, BOB, agreement)


def what_was_agreed_on_for_another_line(seed: int) -> None:
    """All agreed on a draw after another turn of Ann's than the one that is held."""
    stage = Stage(seed)
    assert stage.takes(stage.entry(ANN))
    elsewhere = Head(1, stage.world.entropy())
    _refuses(stage, BOB, stage.agreed(stage.proposal(CID, _DRAW, after=elsewhere), *_ALL))


def a_seat_that_does_not_exist(seed: int) -> None:
    """All agree to end the game without a fifth seat of four."""
    stage = Stage(seed)
    _refuses(stage, ANN, stage.agreed(stage.proposal(CID, _DRAW, 4), *_ALL))


def back_to_before_a_seat_resigned(seed: int) -> None:
    """Ann has resigned, and her powers have passed on; the others go back to before that."""
    stage = Stage(seed)
    for seat in _ALL:
        assert stage.takes(stage.entry(seat))
    assert stage.takes(stage.entry(ANN, Resign()))
    proposal = stage.proposal(CID, TakeBack(stage.line[0].head))
    due = stage.node.up.table.due
    assert due is not None
    _refuses(stage, due.seat, stage.agreed(proposal, *_OTHERS))


def back_to_an_entry_that_is_not_there(seed: int) -> None:
    """All go back to an entry of another line."""
    stage = Stage(seed)
    for seat in (ANN, BOB):
        assert stage.takes(stage.entry(seat))
    terms = TakeBack(_nowhere(stage))
    _refuses(stage, CID, stage.agreed(stage.proposal(CID, terms), *_ALL))


def back_to_before_another_came(seed: int) -> None:
    """Ann is replaced; then all, the newcomer too, take back what was before that."""
    stage = Stage(seed)
    begun, settled = _ann_is_replaced(stage)
    terms = TakeBack(stage.line[0].head)
    proposal = stage.proposal(CID, terms)
    back = stage.signature(
        proposal, ANN, begun=begun, settlement=settled.statement.hash, who=NEWCOMER
    )
    _refuses(stage, CID, stage.agreed(proposal, back, *_OTHERS))


def _ann_is_replaced(
    stage: Stage,
) -> tuple[Signed[RejoinQuestion], Signed[Settlement]]:
    """After a round, somebody comes to play for Ann, and plays; then Bob ends his turn."""
    for seat in _ALL:
        assert stage.takes(stage.entry(seat))
    proposal = stage.proposal(CID, Replace((stage.successor(ANN, NEWCOMER),)), ANN)
    _takes(stage, BOB, stage.agreed(proposal, *_OTHERS))
    begun = stage.question(ANN, key=1, who=NEWCOMER)
    settled = stage.settlement(begun, who=NEWCOMER)
    assert stage.takes(stage.rejoin(settled, who=NEWCOMER))
    assert stage.takes(stage.entry(BOB))
    return begun, settled


def a_player_is_changed_as_if_it_kept(seed: int) -> None:
    """All others, a keeper too, change Ann as one changes a keeper, who need not be gone."""
    powers = ((*_FIRST,), (*_SECOND,), ())
    stage = Stage(seed, powers=powers, dice=DiceSetting.KEEPERS)
    terms = ChangeKeepers((stage.successor(ANN, NEWCOMER),))
    _refuses(stage, BOB, stage.agreed(stage.proposal(CID, terms, ANN), BOB, CID))


_FIRST, _SECOND = ("USA", "UK"), ("Japan", "Germany")


def who_is_back_is_named_in_an_older_name(seed: int) -> None:
    """Ann has come back on the line, and what is agreed on ends her first name alone."""
    stage = Stage(seed)
    settled = stage.settlement(stage.question(ANN))
    assert stage.takes(stage.rejoin(settled))
    _refuses(stage, BOB, stage.agreed(stage.proposal(CID, _DRAW, ANN), *_OTHERS))


def who_was_replaced_is_named_again(seed: int) -> None:
    """The second player of Ann's seat is replaced by what names the first."""
    stage = Stage(seed)
    _ann_is_replaced(stage)
    terms = Replace((stage.successor(ANN, NEWCOMER + 1, number=2),))
    first = Ended(ANN, 0, stage.question(ANN, late=9))
    _refuses(stage, CID, stage.agreed(stage.proposal(CID, terms, first), *_OTHERS))


def the_second_player_is_named_before_she_is_there(seed: int) -> None:
    """What is agreed on names the second player of Ann's seat while the first still plays."""
    stage = Stage(seed)
    second = Ended(ANN, 1, None)
    _refuses(stage, BOB, stage.agreed(stage.proposal(CID, _DRAW, second), *_OTHERS))


def the_same_key_comes_again(seed: int) -> None:
    """Bob comes to play Ann's seat, too, with another salt and other dice."""
    _comes(Stage(seed), BOB)


def the_same_dice_come_again(seed: int) -> None:
    """Who comes to play Ann's seat brings Bob's dice chain."""
    stage = Stage(seed)
    _comes(stage, NEWCOMER, dice_head=stage.world.founding.charter.seats[BOB].dice_head)


def a_number_is_left_out(seed: int) -> None:
    """Who comes after Ann is said to be the third player of her seat."""
    _comes(Stage(seed), NEWCOMER, number=2)


def _comes(stage: Stage, who: int, **brought: Any) -> None:
    terms = Replace((stage.successor(ANN, who, **brought),))
    _refuses(stage, BOB, stage.agreed(stage.proposal(CID, terms, ANN), *_OTHERS))


def the_old_key_plays_on(seed: int) -> None:
    """Ann has been replaced, and gives an order all the same."""
    stage = Stage(seed)
    terms = Replace((stage.successor(ANN, NEWCOMER),))
    _takes(stage, BOB, stage.agreed(stage.proposal(CID, terms, ANN), *_OTHERS))
    assert not stage.takes(stage.entry(ANN)), "who was replaced is obeyed"


# Signatures


def _back(
    stage: Stage, seat: int, proposal: Signed[Proposal], settled: Signed[Settlement], **said: Any
) -> Signed[ProposalSignature]:
    """The signature of a seat that has settled."""
    made = settled.statement
    return stage.signature(proposal, seat, begun=made.question, settlement=made.hash, **said)


def a_signature_that_another_has_made(seed: int) -> None:
    """Dot has not signed; somebody else has, in her name."""
    stage = Stage(seed)
    proposal = stage.proposal(CID, _DRAW)
    dots = stage.signature(proposal, DOT, who=NEWCOMER)
    _refuses(stage, ANN, stage.agreed(proposal, ANN, BOB, CID, dots))


def a_signature_of_who_was_replaced(seed: int) -> None:
    """Ann's first player, who was replaced, agrees to a draw with the others."""
    stage = Stage(seed)
    _ann_is_replaced(stage)
    _refuses(stage, CID, stage.agreed(stage.proposal(CID, _DRAW), *_ALL))


def the_settlement_of_another_question(seed: int) -> None:
    """Ann signs in the name of one question, and shows the settlement of another."""
    stage = Stage(seed)
    settled, other = stage.settlement(stage.question(ANN)), stage.question(ANN, late=1)
    proposal = stage.proposal(CID, _DRAW)
    anns = stage.signature(proposal, ANN, begun=other, settlement=settled.statement.hash)
    _refuses(stage, ANN, stage.agreed(proposal, anns, *_OTHERS), settled)


def a_settlement_that_is_missing(seed: int) -> None:
    """Ann signs in the name of a settlement that nobody shows."""
    stage = Stage(seed)
    proposal = stage.proposal(CID, _DRAW)
    anns = _back(stage, ANN, proposal, stage.settlement(stage.question(ANN)))
    _refuses(stage, ANN, stage.agreed(proposal, anns, *_OTHERS))


def a_settlement_that_is_not_valid(seed: int) -> None:
    """Ann has settled without asking Dot."""
    stage = Stage(seed)
    settled = stage.settlement(stage.question(ANN), without=(DOT,))
    proposal = stage.proposal(CID, _DRAW)
    anns = _back(stage, ANN, proposal, settled)
    _refuses(stage, ANN, stage.agreed(proposal, anns, *_OTHERS), settled)


def entries_that_a_signer_has_given_up(seed: int) -> None:
    """Ann has settled as if she had signed nothing; the line has her entry."""
    stage = Stage(seed)
    assert stage.takes(stage.entry(ANN))
    settled = stage.settlement(stage.question(ANN))
    proposal = stage.proposal(CID, _DRAW)
    anns = _back(stage, ANN, proposal, settled)
    _refuses(stage, BOB, stage.agreed(proposal, anns, *_OTHERS), settled)


def _pending(stage: Stage, proposal: Signed[Proposal], *answers: int) -> Signed[ProposalSignature]:
    """Dot signs, pending, with the answers of some."""
    begun = stage.question(DOT)
    given = tuple(stage.answer(seat, begun) for seat in answers)
    return stage.signature(proposal, DOT, begun=begun, answers=given)


def a_pending_signer_without_an_answer(seed: int) -> None:
    """Dot does not know what Cid holds of her."""
    stage = Stage(seed)
    proposal = stage.proposal(CID, _DRAW)
    _refuses(stage, ANN, stage.agreed(proposal, ANN, BOB, CID, _pending(stage, proposal, ANN, BOB)))


def a_pending_signer_with_an_answer_too_many(seed: int) -> None:
    """Dot shows the answer of Ann, too, who is named; five play, so that they are enough."""
    powers = (("USA",), ("Japan",), ("UK",), ("Germany",), ())
    stage = Stage(seed, powers=powers, dice=DiceSetting.KEEPERS)
    proposal = stage.proposal(CID, _DRAW, ANN)
    pending = _pending(stage, proposal, ANN, BOB, CID, 4)
    _refuses(stage, BOB, stage.agreed(proposal, BOB, CID, pending, 4))


def a_pending_signer_with_an_answer_to_another_question(seed: int) -> None:
    """What Cid has answered Dot was asked before."""
    stage = Stage(seed)
    proposal = stage.proposal(CID, _DRAW)
    before, begun = stage.question(DOT), stage.question(DOT, late=1)
    given = (*(stage.answer(seat, begun) for seat in (ANN, BOB)), stage.answer(CID, before))
    pending = stage.signature(proposal, DOT, begun=begun, answers=given)
    _refuses(stage, ANN, stage.agreed(proposal, ANN, BOB, CID, pending))


def a_pending_signer_with_an_answer_that_rests_on_nothing(seed: int) -> None:
    """Cid has answered Dot as one who has settled, and the settlement is nowhere."""
    stage = Stage(seed)
    proposal = stage.proposal(CID, _DRAW)
    begun, cid = stage.question(DOT), stage.question(CID)
    settled = stage.settlement(cid)
    cids = stage.answer(
        CID, begun, begun=cid, settlement=stage.settlement(cid, last=_nowhere(stage)).statement.hash
    )
    given = (*(stage.answer(seat, begun) for seat in (ANN, BOB)), cids)
    pending = stage.signature(proposal, DOT, begun=begun, answers=given)
    back = _back(stage, CID, proposal, settled)
    _refuses(stage, ANN, stage.agreed(proposal, ANN, BOB, back, pending), settled)


def _nowhere(stage: Stage) -> Head:
    return Head(1, stage.world.entropy())


# What signatures tell


def a_signer_that_another_knows_to_have_asked(seed: int) -> None:
    """Bob signs, though he knows that Ann has asked since she signed; she may have forgotten it."""
    stage = Stage(seed)
    proposal = stage.proposal(CID, _DRAW)
    bobs = stage.signature(proposal, BOB, known=(stage.question(ANN),))
    _refuses(stage, ANN, stage.agreed(proposal, ANN, bobs, CID, DOT))


def a_signer_that_was_known_to_have_asked_when_another_settled(seed: int) -> None:
    """Bob has settled with an answer of Cid's that tells of Ann's question; she signs as before."""
    stage = Stage(seed)
    begun = stage.question(BOB)
    asked = stage.question(ANN)
    settled = stage.settlement(
        begun,
        stage.answer(CID, begun, known=(asked,)),
        stage.answer(ANN, begun, begun=asked),
    )
    proposal = stage.proposal(CID, _DRAW)
    bobs = _back(stage, BOB, proposal, settled)
    _refuses(stage, ANN, stage.agreed(proposal, ANN, bobs, CID, DOT), settled)


def a_signer_that_an_answer_knows_to_have_asked(seed: int) -> None:
    """Cid has told Dot, who signs pending with that, that Ann has asked; she signs as before."""
    stage = Stage(seed)
    proposal, begun = stage.proposal(CID, _DRAW), stage.question(DOT)
    cids = stage.answer(CID, begun, known=(stage.question(ANN),))
    given = (*(stage.answer(seat, begun) for seat in (ANN, BOB)), cids)
    pending = stage.signature(proposal, DOT, begun=begun, answers=given)
    _refuses(stage, ANN, stage.agreed(proposal, ANN, BOB, CID, pending))


def a_seat_that_was_known_to_have_asked_is_named_in_an_older_name(seed: int) -> None:
    """Bob signs against Ann up to her first name, and knows that she has asked."""
    stage = Stage(seed)
    proposal = stage.proposal(CID, _DRAW, ANN)
    bobs = stage.signature(proposal, BOB, known=(stage.question(ANN),))
    _refuses(stage, BOB, stage.agreed(proposal, bobs, CID, DOT))


def a_receipt_where_nothing_passes(seed: int) -> None:
    """Dot shows, under a draw, the receipt of somebody for her keys."""
    stage = Stage(seed)
    proposal = stage.proposal(CID, _DRAW)
    receipt = Receipt(
        game=stage.game,
        seat=DOT,
        giver=DOT,
        key=identity(NEWCOMER).public,
        head=proposal.statement.after,
        powers=(toy.GERMANY,),
        kept=bytes(40),
    )
    dots = stage.signature(proposal, DOT, receipt=sign_statement(identity(NEWCOMER), receipt))
    _refuses(stage, ANN, stage.agreed(proposal, ANN, BOB, CID, dots))


def settlements_of_two_signers_are_crossed(seed: int) -> None:
    """Ann and Bob have settled, each with what the other said before it asked."""
    stage = Stage(seed)
    ann, bob = stage.settlement(stage.question(ANN)), stage.settlement(stage.question(BOB))
    proposal = stage.proposal(CID, _DRAW)
    signed = (_back(stage, ANN, proposal, ann), _back(stage, BOB, proposal, bob))
    _refuses(stage, ANN, stage.agreed(proposal, *signed, CID, DOT), ann, bob)


# After a fault


def _after_fault(stage: Stage, by: int = CID) -> Signed[Proposal]:
    """Ann is said to be at fault, and all others go on without her."""
    terms = AfterFault(Replace((stage.successor(ANN, NEWCOMER),)))
    return stage.proposal(by, terms, ANN)


def _goes_on(stage: Stage, agreement: Agreement, *shown: Signed[Settlement]) -> bool:
    """Bob carries it in the name that he has added; whether that is taken."""
    (bobs,) = (one.statement for one in agreement.signatures if one.statement.seat == BOB)
    assert bobs.question is not None
    name = bobs.question.statement.hash
    return stage.takes(stage.entry(BOB, stage.item(agreement, *shown), incarnation=name))


def _adding(
    stage: Stage, proposal: Signed[Proposal], seat: int, **said: Any
) -> Signed[ProposalSignature]:
    """A seat signs, and adds a question."""
    return stage.signature(proposal, seat, **{"question": stage.question(seat), **said})


def after_a_fault_one_adds_no_question(seed: int) -> None:
    """Dot would go on in the name in which she may have signed on another line."""
    stage = Stage(seed)
    proposal = _after_fault(stage)
    added = [_adding(stage, proposal, seat) for seat in (BOB, CID)]
    assert not _goes_on(stage, stage.agreed(proposal, *added, DOT))


def a_question_is_added_where_nobody_was_at_fault(seed: int) -> None:
    """Dot adds a question to a draw."""
    stage = Stage(seed)
    proposal = stage.proposal(CID, _DRAW, ANN)
    _refuses(stage, BOB, stage.agreed(proposal, BOB, CID, _adding(stage, proposal, DOT)))


def after_a_fault_one_adds_the_question_in_which_it_signs(seed: int) -> None:
    """Dot has come back, and would go on in the name that she has left."""
    stage = Stage(seed)
    proposal = _after_fault(stage)
    settled = stage.settlement(stage.question(DOT))
    added = [_adding(stage, proposal, seat) for seat in (BOB, CID)]
    again = _back(stage, DOT, proposal, settled, question=settled.statement.question)
    assert not _goes_on(stage, stage.agreed(proposal, *added, again), settled)


def after_a_fault_a_question_is_added_below_one_that_is_known(seed: int) -> None:
    """Bob knows of a greater question of Dot's than the one that she adds."""
    stage = Stage(seed)
    proposal = _after_fault(stage)
    bobs = _adding(stage, proposal, BOB, known=(stage.question(DOT, late=9),))
    added = [_adding(stage, proposal, seat) for seat in (CID, DOT)]
    assert not _goes_on(stage, stage.agreed(proposal, bobs, *added))


def after_a_fault_a_question_above_one_that_is_known_counts(seed: int) -> None:
    """Bob knows that Dot has asked; she signs as before, and adds a question that is greater."""
    stage = Stage(seed)
    proposal = _after_fault(stage)
    bobs = _adding(stage, proposal, BOB, known=(stage.question(DOT),))
    cids = _adding(stage, proposal, CID)
    dots = _adding(stage, proposal, DOT, question=stage.question(DOT, late=1))
    assert _goes_on(stage, stage.agreed(proposal, bobs, cids, dots)), "it is valid"


def after_a_fault_two_add_the_same_dice(seed: int) -> None:
    """Dot adds a question with the dice head of Cid's: who knows one chain knows both."""
    stage = Stage(seed)
    proposal = _after_fault(stage)
    bobs, cids = (_adding(stage, proposal, seat) for seat in (BOB, CID))
    asked = cids.statement.question
    assert asked is not None
    copied = replace(stage.question(DOT).statement, dice_head=asked.statement.dice_head)
    dots = _adding(stage, proposal, DOT, question=sign_statement(identity(DOT), copied))
    assert not _goes_on(stage, stage.agreed(proposal, bobs, cids, dots))


def after_a_fault_what_a_signer_leaves_does_not_count(seed: int) -> None:
    """Dot has settled on another line, by entries that are not on the one that is kept."""
    stage = Stage(seed)
    proposal = _after_fault(stage)
    settled = stage.settlement(stage.question(DOT), last=_nowhere(stage))
    added = [_adding(stage, proposal, seat) for seat in (BOB, CID)]
    dots = _back(stage, DOT, proposal, settled, question=stage.question(DOT, late=1))
    assert _goes_on(stage, stage.agreed(proposal, *added, dots), settled), "it is valid"


def after_a_fault_a_signer_leaves_entries_of_the_line_that_is_kept(seed: int) -> None:
    """Dot has settled without her entry on the line that is kept, which others have taken."""
    stage = Stage(seed)
    for seat in _ALL:
        assert stage.takes(stage.entry(seat))
    proposal = _after_fault(stage)
    settled = stage.settlement(stage.question(DOT))
    added = [_adding(stage, proposal, seat) for seat in (BOB, CID)]
    dots = _back(stage, DOT, proposal, settled, question=stage.question(DOT, late=1))
    assert _goes_on(stage, stage.agreed(proposal, *added, dots), settled), "it is valid"
