"""Settlements that are not valid, each for one reason of SPEC-12.5, on the line and beside it.

Whoever took one would hold entries that others have given up, or give up some that they hold.
"""

from protocol.charter import DiceSetting
from protocol.proposals import End, Ended, ListedProposal, Replace, Result
from protocol.questions import RejoinQuestion
from protocol.settlements import Settlement
from protocol.statement import Signed
from tests.p2p.stage import ANN, BOB, CID, DOT, NEWCOMER, Stage

__all__ = [
    "a_settled_seat_answers_without_its_settlement",
    "a_settlement_without_a_seat",
    "an_agreement_stands_for_an_answer",
    "an_answer_beyond_the_last_entry",
    "an_answer_from_before_what_its_seat_has_signed",
    "an_answer_in_a_name_below_a_question_that_another_lists",
    "an_answer_in_a_name_below_one_inside_what_is_shown",
    "an_answer_in_a_name_that_another_settlement_began",
    "an_answer_to_another_question",
    "an_asker_that_has_asked_again",
    "entries_beyond_what_is_shown",
    "forgotten_by_who_is_pending",
    "one_waits_for_the_other",
    "replaced_by_all_that_answer",
    "replaced_up_to_the_question_itself",
    "stands_by_an_entry_of_another",
    "stands_by_an_entry_of_the_old_key",
    "two_answers_of_one_seat",
    "two_crossed_settlements_are_shown",
    "what_is_shown_is_not_valid",
    "what_stands_for_an_answer_ends_less_than_was_asked",
    "what_stands_for_an_answer_is_no_later_than_the_last_entry",
    "what_the_old_key_has_signed_is_not_the_new_ones",
    "who_is_pending_may_have_forgotten_nothing",
]


def _refuses(stage: Stage, settlement: Signed[Settlement], *shown: Signed[Settlement]) -> None:
    entry = stage.rejoin(settlement, shown=shown)
    assert not stage.takes(entry), "it rejoins with a settlement that is not valid"


def _rounds(stage: Stage, turns: int = 4) -> None:
    """Each seat ends its turn."""
    for seat in range(turns):
        assert stage.takes(stage.entry(seat))


def two_answers_of_one_seat(seed: int) -> None:
    """Bob says that he holds nothing, and that he has asked himself: Ann shows both."""
    stage = Stage(seed)
    question = stage.question(ANN)
    pending = stage.answer(BOB, question, begun=stage.question(BOB))
    _refuses(stage, stage.settlement(question, stage.answer(BOB, question), pending))


def a_settlement_without_a_seat(seed: int) -> None:
    """Dot holds what Ann has forgotten, perhaps, and is not asked."""
    stage = Stage(seed)
    _refuses(stage, stage.settlement(stage.question(ANN), without=(DOT,)))


def an_answer_to_another_question(seed: int) -> None:
    """Bob's answer is to what Ann had asked before."""
    stage = Stage(seed)
    before, question = stage.question(ANN), stage.question(ANN, late=1)
    _refuses(stage, stage.settlement(question, stage.answer(BOB, before)))


def stands_by_an_entry_of_another(seed: int) -> None:
    """Ann names Bob's entry as her own last one; Cid hears of it beside the line.

    Whoever held that settlement would hold another one of her question no more.
    """
    stage = Stage(seed, CID)
    _rounds(stage, 2)
    ann, bob = (entry.head for entry in stage.line)
    question = stage.question(ANN)
    stage.says(question)
    (own,) = stage.answers(question)
    stage.says(stage.settlement(question, own, last=bob), by=DOT)
    _takes_the_good_one(stage, stage.settlement(question, own, last=ann))


def an_answer_beyond_the_last_entry(seed: int) -> None:
    """Bob has named Ann's entry, and she settles as if there were none; Cid holds it, too."""
    stage = Stage(seed, CID)
    _rounds(stage, 2)
    ann = stage.line[0].head
    question = stage.question(ANN)
    stage.says(question)
    (own,) = stage.answers(question)
    assert own.statement.last == ann
    bobs = stage.answer(BOB, question, last=ann)
    stage.says(stage.settlement(question, own, bobs), by=DOT)
    _takes_the_good_one(stage, stage.settlement(question, own, bobs, last=ann))


def _takes_the_good_one(stage: Stage, settlement: Signed[Settlement]) -> None:
    """Cid has not held what was said before, and plays on with who comes back."""
    stage.plays()
    assert stage.takes(stage.entry(DOT))
    assert stage.takes(stage.rejoin(settlement), by=DOT), "the settlement that is valid is not held"


def a_settled_seat_answers_without_its_settlement(seed: int) -> None:
    """Bob answers as one who has settled, and the settlement is nowhere."""
    stage = Stage(seed)
    question, begun = stage.question(ANN), stage.question(BOB)
    settled = stage.settlement(begun).statement.hash
    _refuses(
        stage,
        stage.settlement(question, stage.answer(BOB, question, begun=begun, settlement=settled)),
    )


def an_answer_in_a_name_that_another_settlement_began(seed: int) -> None:
    """Bob answers in the name of a later question, and shows the settlement of an earlier one."""
    stage = Stage(seed)
    question, begun = stage.question(ANN), stage.question(BOB)
    settled = stage.settlement(begun)
    later = stage.question(BOB, late=1)
    answer = stage.answer(BOB, question, begun=later, settlement=settled.statement.hash)
    _refuses(stage, stage.settlement(question, answer), settled)


def what_is_shown_is_not_valid(seed: int) -> None:
    """Bob has settled with what Dot said to another question, and answers Ann in that name."""
    stage = Stage(seed)
    question, begun = stage.question(ANN), stage.question(BOB)
    settled = stage.settlement(begun, stage.answer(DOT, stage.question(BOB, late=1)))
    answer = stage.answer(BOB, question, begun=begun, settlement=settled.statement.hash)
    _refuses(stage, stage.settlement(question, answer), settled)


def entries_beyond_what_is_shown(seed: int) -> None:
    """Bob has settled as if he had signed nothing, and Ann's last entry lies after one of his."""
    stage = Stage(seed)
    _rounds(stage)
    assert stage.takes(stage.entry(ANN))
    for seat in (BOB, CID, DOT):
        assert stage.takes(stage.entry(seat))
    last = stage.line[4].head
    question, begun = stage.question(ANN), stage.question(BOB)
    settled = stage.settlement(begun)
    answer = stage.answer(BOB, question, begun=begun, settlement=settled.statement.hash, last=last)
    _refuses(stage, stage.settlement(question, answer, last=last), settled)


def an_asker_that_has_asked_again(seed: int) -> None:
    """Ann has asked again, and Bob has settled with what she said then; she settles the first."""
    stage = Stage(seed)
    question, begun = stage.question(ANN), stage.question(BOB)
    again = stage.question(ANN, late=1)
    settled = stage.settlement(begun, stage.answer(ANN, begun, begun=again))
    answer = stage.answer(BOB, question, begun=begun, settlement=settled.statement.hash)
    _refuses(stage, stage.settlement(question, answer), settled)


def an_answer_in_a_name_below_a_question_that_another_lists(seed: int) -> None:
    """Bob has asked, as Cid knows, and his answer is from before that."""
    stage = Stage(seed)
    question = stage.question(ANN)
    known = (stage.question(BOB),)
    _refuses(stage, stage.settlement(question, stage.answer(CID, question, known=known)))


def an_answer_in_a_name_below_one_inside_what_is_shown(seed: int) -> None:
    """Cid's settlement, in whose name it answers, tells that Bob has asked; his answer is older."""
    stage = Stage(seed)
    question, begun = stage.question(ANN), stage.question(CID)
    pending = stage.answer(BOB, begun, begun=stage.question(BOB))
    settled = stage.settlement(begun, pending)
    answer = stage.answer(CID, question, begun=begun, settlement=settled.statement.hash)
    _refuses(stage, stage.settlement(question, answer), settled)


_DRAW = End(Result.DRAW)


def _listed(stage: Stage, question: Signed[RejoinQuestion]) -> ListedProposal:
    """A proposal that ends Ann's names up to a question."""
    named = Ended(ANN, 0, question)
    return stage.proposal(BOB, _DRAW, named).statement.listed


def replaced_by_all_that_answer(seed: int) -> None:
    """All that answer Ann have signed against her up to her first question; she has asked again."""
    stage = Stage(seed)
    first, question = stage.question(ANN), stage.question(ANN, late=1)
    signed = (_listed(stage, first),)
    answers = [stage.answer(seat, question, signed=signed) for seat in (BOB, CID, DOT)]
    _refuses(stage, stage.settlement(question, *answers))


def forgotten_by_who_is_pending(seed: int) -> None:
    """Dot is pending, and may have forgotten that it has signed with Bob and Cid, who go by it."""
    stage = Stage(seed)
    first, question = stage.question(ANN), stage.question(ANN, late=1)
    signed = (_listed(stage, first),)
    answers = [stage.answer(seat, question, signed=signed) for seat in (BOB, CID)]
    pending = stage.answer(DOT, question, begun=stage.question(DOT))
    _refuses(stage, stage.settlement(question, *answers, pending))


def two_crossed_settlements_are_shown(seed: int) -> None:
    """Bob and Cid have settled, each with what the other said before it asked; Ann shows both."""
    stage = Stage(seed)
    bob, cid = stage.question(BOB), stage.question(CID)
    _shows_both(stage, stage.settlement(bob), stage.settlement(cid))


def one_waits_for_the_other(seed: int) -> None:
    """As before, but Cid has settled with what Bob said when it had asked, and not settled."""
    stage = Stage(seed)
    bob, cid = stage.question(BOB), stage.question(CID)
    waits = stage.answer(BOB, cid, begun=bob)
    _shows_both(stage, stage.settlement(bob), stage.settlement(cid, waits))


def _shows_both(stage: Stage, *settled: Signed[Settlement]) -> None:
    question = stage.question(ANN)
    answers = [
        stage.answer(
            one.statement.seat,
            question,
            begun=one.statement.question,
            settlement=one.statement.hash,
        )
        for one in settled
    ]
    _refuses(stage, stage.settlement(question, *answers), *settled)


def who_is_pending_may_have_forgotten_nothing(seed: int) -> None:
    """Bob and Cid have signed against Ann and know that Dot has asked: they go by nothing older.

    So Dot's answer counts, and she comes back.
    """
    stage = Stage(seed)
    first, question, dots = stage.question(ANN), stage.question(ANN, late=1), stage.question(DOT)
    signed = (_listed(stage, first),)
    answers = [stage.answer(seat, question, signed=signed, known=(dots,)) for seat in (BOB, CID)]
    _takes(stage, stage.settlement(question, *answers, stage.answer(DOT, question, begun=dots)))


def replaced_up_to_the_question_itself(seed: int) -> None:
    """All that answer have signed against Ann in the name of this very question.

    That ends it once it is carried; the settlement is as good as any.
    """
    stage = Stage(seed)
    question = stage.question(ANN)
    signed = (_listed(stage, question),)
    answers = [stage.answer(seat, question, signed=signed) for seat in (BOB, CID, DOT)]
    _takes(stage, stage.settlement(question, *answers))


def _takes(stage: Stage, settlement: Signed[Settlement], *shown: Signed[Settlement]) -> None:
    assert stage.takes(stage.rejoin(settlement, shown=shown)), "a valid settlement is refused"


# Where agreements stand for answers


def _dot_is_replaced(stage: Stage) -> bytes:
    """Ann ends her turn, then Bob carries what Ann, Bob and Cid have signed: the agreement's hash.

    Somebody else plays for Dot.
    """
    assert stage.takes(stage.entry(ANN))
    proposal = stage.proposal(BOB, Replace((stage.successor(DOT, NEWCOMER),)), DOT)
    agreement = stage.agreed(proposal, ANN, BOB, CID)
    assert stage.takes(stage.entry(BOB, stage.item(agreement)))
    return agreement.hash


def an_agreement_stands_for_an_answer(seed: int) -> None:
    """Cid comes back without an answer of Dot's, whom all others have replaced since."""
    stage = Stage(seed)
    standing = (_dot_is_replaced(stage),)
    assert stage.takes(stage.entry(BOB))
    _takes(stage, stage.settlement(stage.question(CID), without=(DOT,), agreements=standing))


def what_stands_for_an_answer_ends_less_than_was_asked(seed: int) -> None:
    """Ann knows that Dot has asked again, and that is not what they have replaced."""
    stage = Stage(seed)
    standing = (_dot_is_replaced(stage),)
    assert stage.takes(stage.entry(BOB))
    question = stage.question(CID)
    anns = stage.answer(ANN, question, known=(stage.question(DOT),))
    _refuses(stage, stage.settlement(question, anns, without=(DOT,), agreements=standing))


def what_stands_for_an_answer_is_no_later_than_the_last_entry(seed: int) -> None:
    """Bob names his own entry, which carries the agreement, and so must have Dot's answer."""
    stage = Stage(seed)
    standing = (_dot_is_replaced(stage),)
    last = stage.line[-1].head
    _refuses(
        stage,
        stage.settlement(stage.question(BOB), without=(DOT,), last=last, agreements=standing),
    )


def an_answer_from_before_what_its_seat_has_signed(seed: int) -> None:
    """Ann has signed against Dot when she had asked, and answers Cid as if she had not."""
    powers = (("USA",), ("Japan",), ("UK",), ("Germany",), ())
    stage = Stage(seed, powers=powers, dice=DiceSetting.KEEPERS)
    keeper, others = 4, (BOB, CID, 4)
    assert stage.takes(stage.entry(ANN))
    last, begun = stage.line[0].head, stage.question(ANN)
    given = tuple(stage.answer(seat, begun, last=last) for seat in others)
    proposal = stage.proposal(BOB, Replace((stage.successor(DOT, NEWCOMER),)), DOT)
    pending = stage.signature(proposal, ANN, begun=begun, answers=given)
    agreement = stage.agreed(proposal, pending, BOB, CID, keeper)
    assert stage.takes(stage.entry(BOB, stage.item(agreement)))
    assert stage.takes(stage.entry(BOB))
    standing = (agreement.hash,)
    _refuses(stage, stage.settlement(stage.question(CID), without=(DOT,), agreements=standing))


def _bob_is_replaced(stage: Stage) -> ListedProposal:
    """Somebody else plays for Bob, once each has ended its turn and Ann hers again."""
    _rounds(stage)
    assert stage.takes(stage.entry(ANN))
    proposal = stage.proposal(CID, Replace((stage.successor(BOB, NEWCOMER),)), BOB)
    assert stage.takes(stage.entry(CID, stage.item(stage.agreed(proposal, ANN, CID, DOT))))
    return proposal.statement.listed


def what_the_old_key_has_signed_is_not_the_new_ones(seed: int) -> None:
    """Who plays for Bob settles without his entries, and answers Ann: nothing of that is lost.

    Ann has signed that he is replaced, and Cid tells her so.
    """
    stage = Stage(seed)
    listed = _bob_is_replaced(stage)
    begun = stage.question(BOB, key=1, who=NEWCOMER)
    settled = stage.settlement(begun, who=NEWCOMER)
    assert stage.takes(stage.rejoin(settled, who=NEWCOMER))
    for seat in (CID, DOT):
        assert stage.takes(stage.entry(seat))
    last = stage.line[4].head
    question = stage.question(ANN)
    bobs = stage.answer(
        BOB, question, begun=begun, settlement=settled.statement.hash, last=last, who=NEWCOMER
    )
    cids = stage.answer(CID, question, last=last, signed=(listed,))
    _takes(stage, stage.settlement(question, bobs, cids, last=last))


def stands_by_an_entry_of_the_old_key(seed: int) -> None:
    """Who plays for Bob names his entry, beside the line: a settlement that nobody holds."""
    stage = Stage(seed)
    _bob_is_replaced(stage)
    begun = stage.question(BOB, key=1, who=NEWCOMER)
    stage.says(stage.settlement(begun, last=stage.line[1].head, who=NEWCOMER), by=DOT)
    settled = stage.settlement(begun, who=NEWCOMER)
    assert stage.takes(stage.rejoin(settled, who=NEWCOMER), by=DOT), "two settlements are gone by"
