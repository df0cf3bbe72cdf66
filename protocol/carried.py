"""What an entry carries whole, read: a settlement or an agreement (SPEC-12.6, SPEC-18.3)."""

from dataclasses import dataclass

from protocol.agreements import Agreement, ProposalSignature
from protocol.entry import Agree, Entry, Rejoin
from protocol.errors import Refused
from protocol.proposals import Proposal
from protocol.questions import RejoinQuestion
from protocol.settlements import Settlement
from protocol.statement import Signed, read_statement

__all__ = [
    "Agreed",
    "Carried",
    "agreed_by",
    "carried_by",
    "read_agree",
    "read_rejoin",
    "settlements_of",
]


@dataclass(frozen=True, slots=True)
class Carried:
    """What an entry carries that begins an incarnation.

    Attributes:
        settlement: that begins it.
        shown: the others that it rests on, as far as no entry before carries them.
    """

    settlement: Signed[Settlement]
    shown: tuple[Signed[Settlement], ...]

    @property
    def all(self) -> tuple[Settlement, ...]:
        """All of them."""
        return (self.settlement.statement, *(signed.statement for signed in self.shown))

    @property
    def question(self) -> RejoinQuestion:
        """The question whose hash is the name."""
        return self.settlement.statement.asked


def read_rejoin(item: Rejoin) -> Carried:
    """Read what a rejoin carries; no signature is checked.

    Raises:
        Refused: `too_large` or `malformed`.
    """
    return Carried(
        read_statement(Settlement, item.settlement),
        tuple(read_statement(Settlement, raw) for raw in item.shown),
    )


def carried_by(entry: Entry) -> Carried | None:
    """What an entry carries; None if it begins no incarnation, or what cannot be read."""
    item = entry.items[0]
    if not isinstance(item, Rejoin):
        return None
    try:
        return read_rejoin(item)
    except Refused:
        return None


@dataclass(frozen=True, slots=True)
class Agreed:
    """What an entry carries by which the seats agree.

    Attributes:
        agreement: the proposal with all signatures.
        shown: the settlements that it rests on, as far as no entry before carries them.
    """

    agreement: Agreement
    shown: tuple[Signed[Settlement], ...]

    def begins(self, seat: int) -> bytes | None:
        """The name of the incarnation that it begins of a seat; None unless after a fault."""
        added = (question.statement for question in self.agreement.added)
        return next((one.hash for one in added if one.seat == seat), None)


def read_agree(item: Agree) -> Agreed:
    """Read what an agreement carries; no signature is checked.

    Raises:
        Refused: `too_large` or `malformed`.
    """
    return Agreed(
        Agreement(
            read_statement(Proposal, item.proposal),
            tuple(read_statement(ProposalSignature, raw) for raw in item.signatures),
        ),
        tuple(read_statement(Settlement, raw) for raw in item.shown),
    )


def agreed_by(entry: Entry) -> Agreed | None:
    """The agreement that an entry carries; None if it carries none, or what cannot be read."""
    item = entry.agree
    if item is None:
        return None
    try:
        return read_agree(item)
    except Refused:
        return None


def settlements_of(entry: Entry) -> tuple[Signed[Settlement], ...]:
    """All settlements that an entry carries, for whatever reason."""
    begins, agreed = carried_by(entry), agreed_by(entry)
    return (
        *(() if begins is None else (begins.settlement, *begins.shown)),
        *(() if agreed is None else agreed.shown),
    )
