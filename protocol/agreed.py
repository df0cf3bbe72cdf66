"""What the agreements of a log are worth to a stranger (SPEC-18.5)."""

from protocol.agreements import Agreement
from protocol.carried import agreed_by
from protocol.log import Log
from protocol.proposals import Proposal, ProposalRefusal
from protocol.report import JudgedAgreement, Worth
from protocol.statement import Signed
from protocol.statements import GameStatement, RaisedHand, SilenceClaim

__all__ = ["agreements_of"]


def agreements_of(log: Log) -> tuple[JudgedAgreement, ...]:
    """The agreements that the entries of a log carry, in their order."""
    carried = ((entry.sequence, agreed_by(entry)) for entry in log)
    return tuple(
        JudgedAgreement(
            entry=place,
            kind=agreed.agreement.terms.kind,
            signed=agreed.agreement.signers,
            named=tuple(sorted(agreed.agreement.terms.seats_named)),
            worth=_worth(agreed.agreement, log),
        )
        for place, agreed in carried
        if agreed is not None
    )


def _worth(agreement: Agreement, log: Log) -> Worth:
    proposal = agreement.terms
    if not proposal.must_be_gone or set(agreement.signers) & set(log.charter.keepers):
        return Worth.VERIFIED
    if any(_disputes(signed, proposal) for signed in log.statements):
        return Worth.DISPUTED
    return Worth.CLAIMED


def _disputes(signed: Signed[GameStatement], proposal: Proposal) -> bool:
    """Whether a seat that is named has said something at that place, or later."""
    named = proposal.names(signed.statement.seat)
    if named is None or signed.statement.key_number != named.key:
        return False
    match signed.statement:
        case RaisedHand(head=head) | SilenceClaim(head=head) | Proposal(after=head):
            return head.sequence >= proposal.after.sequence
        case ProposalRefusal(proposal=refused):
            return refused == proposal.hash
        case _:
            return False
