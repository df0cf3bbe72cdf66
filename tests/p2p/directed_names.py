"""In which incarnation a seat goes on, and what it counts as having signed (SPEC-12.2, 18.6)."""

from contextlib import suppress

from protocol.agreements import Agreement, ProposalSignature
from protocol.errors import LocalError
from protocol.proposals import AfterFault, End, Proposal, Replace, Result
from protocol.questions import RejoinQuestion
from protocol.settlements import Settlement
from protocol.statement import Signed
from protocol.statements import GameStatement
from tests.p2p.stage import ANN, BOB, CID, DOT, NEWCOMER, Stage

__all__ = [
    "one_goes_on_in_the_name_that_it_has_added",
    "one_that_has_lost_what_it_added_asks",
    "what_an_answer_lists_binds_who_comes_back",
    "what_one_has_never_signed_binds_nobody",
    "what_was_signed_after_a_fault_binds_in_every_name",
]

_DRAW = End(Result.DRAW)


def _signs(stage: Stage, proposal: Signed[Proposal]) -> Signed[ProposalSignature]:
    """Cid's player signs."""
    with suppress(LocalError):
        stage.node.up.consent(proposal.statement.hash, stage.world.entropy(), stage.world.minute)
    stage.node.settle()
    return stage.node.up.table.log.heard.consents(proposal.statement)[CID]


def _kept(stage: Stage) -> tuple[Signed[Proposal], Agreement]:
    """Ann is said to be at fault: Bob, Cid and Dot agree that another plays for her."""
    terms = AfterFault(Replace((stage.successor(ANN, NEWCOMER),)))
    proposal = stage.proposal(BOB, terms, ANN)
    stage.says(proposal)
    own = _signs(stage, proposal)
    others = [stage.signature(proposal, seat, question=stage.question(seat)) for seat in (BOB, DOT)]
    return proposal, stage.agreed(proposal, others[0], own, others[1])


def _carried(stage: Stage, agreement: Agreement) -> bool:
    """Bob carries it, in the name that he has added; whether Cid takes it."""
    (bobs,) = (one.statement for one in agreement.signatures if one.statement.seat == BOB)
    assert bobs.question is not None
    name = bobs.question.statement.hash
    return stage.takes(stage.entry(BOB, stage.item(agreement), incarnation=name))


def _asked(stage: Stage) -> list[RejoinQuestion]:
    """What Cid has asked."""
    return [one for one in stage.said(RejoinQuestion) if one.seat == CID]


def one_goes_on_in_the_name_that_it_has_added(seed: int) -> None:
    """Cid answers in it from then on, and asks nothing more."""
    stage = Stage(seed, CID)
    _, agreement = _kept(stage)
    assert _carried(stage, agreement)
    (own,) = (one.statement for one in agreement.signatures if one.statement.seat == CID)
    assert own.question is not None
    question = stage.question(DOT, late=1)
    stage.says(question)
    (answer,) = stage.answers(question)
    assert answer.statement.begun == own.question
    assert answer.statement.settlement is not None, "the agreement settles it"
    assert not set(_asked(stage)) - {own.question.statement}


def one_that_has_lost_what_it_added_asks(seed: int) -> None:
    """Cid has lost his machine since he signed: he may have signed in that name what he forgot."""
    stage = Stage(seed, CID)
    _, agreement = _kept(stage)
    stage.loses()
    stage.says(stage.proposal(DOT, _DRAW))
    before = stage.node.up.conduct.name
    assert _carried(stage, agreement)
    assert stage.node.up.conduct.name != before
    assert stage.node.up.standing.complete is False


# What binds


def _comes_back(
    stage: Stage, *told: Signed[Proposal], heard: tuple[Signed[GameStatement], ...] = ()
) -> None:
    """Cid has lost his machine and hears this; Dot's answer lists some proposals as signed."""
    stage.loses()
    stage.says(*heard)
    stage.says(stage.proposal(DOT, End(Result.ADJOURNED)))
    begun = stage.node.up.table.log.heard.greatest[CID]
    listed = tuple(sorted((one.statement.listed for one in told), key=lambda one: one.hash))
    stage.says(
        *(stage.answer(seat, begun) for seat in (ANN, BOB)),
        stage.answer(DOT, begun, signed=listed),
    )
    assert stage.said(Settlement), "he has settled"


def what_an_answer_lists_binds_who_comes_back(seed: int) -> None:
    """Dot would keep this line without Ann, and Cid would, too: he takes nothing of Ann's."""
    stage = Stage(seed, CID)
    proposal = stage.proposal(BOB, AfterFault(_DRAW), ANN)
    stage.says(proposal)
    _signs(stage, proposal)
    _comes_back(stage, proposal, heard=(proposal,))
    assert not stage.takes(stage.entry(ANN))


def what_one_has_never_signed_binds_nobody(seed: int) -> None:
    """Dot tells of a line that she would keep without Ann; Cid's player had refused that."""
    stage = Stage(seed, CID)
    proposal = stage.proposal(BOB, AfterFault(_DRAW), ANN)
    stage.says(proposal)
    stage.node.up.refuse(proposal.statement.hash)
    stage.node.settle()
    (refusal,) = stage.node.up.table.log.heard.refusals(proposal.statement.listed)
    _comes_back(stage, proposal, heard=(proposal, refusal))
    assert proposal.statement.hash not in stage.node.up.conduct.counted(
        stage.node.up.table.log.heard
    )


def what_was_signed_after_a_fault_binds_in_every_name(seed: int) -> None:
    """He has signed to keep a line without Ann: that counts though he has come back since."""
    stage = Stage(seed, CID)
    proposal, _ = _kept(stage)
    signed = stage.node.up.table.log.heard.consents(proposal.statement)[CID]
    _comes_back(stage)
    stage.says(proposal, signed)
    assert not stage.takes(stage.entry(ANN))
