"""What is proposed for the next place, as a player sees it, and what would come of it."""

from dataclasses import dataclass
from enum import Enum, unique

from engine.run import Run
from p2p.consents import obstacle_to_signing, open_proposals, refusal_of
from protocol.conduct import Conduct
from protocol.consent import OpenProposal
from protocol.errors import LocalError
from protocol.log import Log
from protocol.proposals import Proposal, TakeBack
from protocol.table import Table

__all__ = ["Proposed", "Reply"]


@unique
class Reply(Enum):
    """What a player can say to an open proposal."""

    ACCEPT = "accept"
    REFUSE = "refuse"  # it can never be agreed on then
    WITHDRAW = "withdraw"  # the own one, which its seat signs last
    DISPUTE = "dispute"  # made without the own seat: the seat is there; it stops nothing by itself


@dataclass(frozen=True, slots=True)
class Proposed:
    """What one node has heard to be proposed, in the order in which it came.

    Attributes:
        tables: the game on our line, and on those that are proposed to be kept after a fault.
        conduct: of our node.
        may_sign: whether our seat may sign what is no rejoin.
        caught: seats of which nothing is taken any more.
    """

    tables: tuple[Table, ...]
    conduct: Conduct
    may_sign: bool
    caught: frozenset[int]

    @property
    def open(self) -> tuple[OpenProposal, ...]:
        """What can be signed or refused; of other lines only that they are kept."""
        return tuple(one for _, one in open_proposals(self.tables, self.conduct))

    def replies(self, one: OpenProposal) -> tuple[Reply, ...]:
        """What our player can say to an open proposal: nothing, once somebody has refused it."""
        proposal, own = one.proposal.statement, self.conduct.seat
        table = self._table_of(proposal)
        if table is None or not self.may_sign or not one.alive:
            return ()
        found = []
        if proposal.seat != own and obstacle_to_signing(table, self.conduct, one) is None:
            found.append(Reply.ACCEPT)
        if refusal_of(table, self.conduct, one) is not None:
            if proposal.seat == own:
                found.append(Reply.WITHDRAW)
            elif own in proposal.must_be_gone:
                found.append(Reply.DISPUTE)
            elif own in one.missing:
                found.append(Reply.REFUSE)
        return tuple(found)

    def remindable(self, one: OpenProposal) -> frozenset[int]:
        """The other seats whose signature can come now, and which can be reminded of it."""
        own = self.conduct.seat
        if own is None:
            return frozenset()
        signers = one.awaited(self.tables[0].charter.keepers)
        return frozenset(signers) - self.caught - {own}

    def preview(self, proposal: Proposal) -> Run:
        """The game as it would go on, on the line that it is proposed for, if all agreed.

        Raises:
            LocalError: it is not open.
            Refused: it cannot be done there.
        """
        table = self._table_of(proposal)
        if table is None:
            raise LocalError("that is not proposed for the next place; the game may have gone on")
        return table.preview(proposal)

    def stays(self, proposal: Proposal) -> int:
        """The last place of our line that stays if an open proposal is agreed on (SPEC-18.4)."""
        own = self.tables[0].log
        if isinstance(proposal.terms, TakeBack):
            return proposal.terms.to.sequence
        table = self._table_of(proposal)
        if table is None:
            return len(own)
        return next(place for place in range(len(own), -1, -1) if _common(table, own, place))

    def _table_of(self, proposal: Proposal) -> Table | None:
        """The game on the line that a proposal is for; None if it is not open."""
        found = open_proposals(self.tables, self.conduct)
        return next((table for table, one in found if one.proposal.statement == proposal), None)


def _common(table: Table, own: Log, place: int) -> bool:
    """Whether the line of a table is ours up to a place."""
    return place == 0 or (place <= len(table.log) and table.log.holds(own.at(place).head))
