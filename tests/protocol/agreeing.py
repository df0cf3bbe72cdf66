"""Proposals and signatures of a match, honest or not, all of them properly signed."""

from dataclasses import replace
from typing import Any

from protocol.agreements import Agreement, ProposalSignature
from protocol.consent import Consent, OpenProposal, agree_of
from protocol.entry import Agree, Entry
from protocol.proposals import Ended, Proposal, ProposalRefusal, Terms
from protocol.receipts import Receipt
from protocol.statement import Signed, sign_statement
from tests.protocol.sample import MINUTE, identity
from tests.protocol.toy_match import ToyMatch


def proposing(
    made: ToyMatch, seat: int, terms: Terms, *named: int, **fields: Any
) -> Signed[Proposal]:
    """A proposal of a seat for the next place, against seats in their first incarnations."""
    proposal = Proposal(
        game=made.spectator.charter.game_id,
        seat=seat,
        after=made.spectator.head,
        terms=terms,
        named=tuple(Ended(one, 0, None) for one in named),
    )
    return sign_statement(identity(seat), replace(proposal, **fields))


def consenting(proposal: Signed[Proposal], seat: int, **fields: Any) -> Signed[ProposalSignature]:
    """What a seat signs that has lost nothing and heard of nobody who has."""
    signature = ProposalSignature(
        game=proposal.statement.game,
        seat=seat,
        begun=None,
        settlement=None,
        proposal=proposal.statement.hash,
        known=(),
    )
    return sign_statement(identity(seat), replace(signature, **fields))


def refusing(proposal: Signed[Proposal], seat: int, **fields: Any) -> Signed[ProposalRefusal]:
    """A seat will not sign."""
    refusal = ProposalRefusal(
        game=proposal.statement.game, seat=seat, begun=None, proposal=proposal.statement.hash
    )
    return sign_statement(identity(seat), replace(refusal, **fields))


def agreement_of(proposal: Signed[Proposal], *signers: int) -> Agreement:
    """A proposal with the signatures of some seats."""
    return Agreement(proposal, tuple(consenting(proposal, seat) for seat in signers))


def item_of(agreement: Agreement) -> Agree:
    """The item that carries an agreement of seats that have lost nothing."""
    return Agree(agreement.proposal.raw, tuple(one.raw for one in agreement.signatures), ())


def carrying(made: ToyMatch, seat: int, agreement: Agreement, **fields: object) -> Entry:
    """An entry of a seat that carries an agreement."""
    return made.forged(seat, agree_of(agreement, made.authors[seat].table.log), **fields)


def consent_of(made: ToyMatch, seat: int) -> Consent:
    """What an honest node of a seat would sign."""
    table = made.authors[seat].table
    return Consent(made.conducts[seat], table.log, table.ledger.incarnations, table.needed)


def opened(made: ToyMatch) -> OpenProposal:
    """The one proposal for the next place."""
    (one,) = consent_of(made, 0).open()
    return one


def agree(made: ToyMatch, seat: int, terms: Terms, receipt: Signed[Receipt] | None = None) -> Entry:
    """A seat proposes, all sign as honest nodes do, and the seat that is due carries it.

    The receipt is that of a successor for the keys of the seat.
    """
    proposal = made.authors[seat].propose(terms)
    made.say(proposal)
    for signer in range(len(made.authors)):
        shown = receipt if signer == seat else None
        signature = consent_of(made, signer).signature(proposal.statement, receipt=shown)
        assert signature is not None
        made.say(made.authors[signer].sign(signature))
    due = made.spectator.due
    assert due is not None
    agreement = consent_of(made, due.seat).complete(proposal)
    assert agreement is not None
    prepared = made.authors[due.seat].prepare_agreement(
        agreement, minute=MINUTE, settlement=made.conducts[due.seat].own
    )
    made.send(prepared.entry)
    return prepared.entry
