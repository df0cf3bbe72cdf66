"""What a store's node has signed for its seat, and whether another device signs for it, too.

One device at a time plays a seat (SPEC-16.9). A store that was put back from a copy, or made anew
for a lost machine, cannot know what its seat has signed elsewhere; the counts kept beside it, the
log, and the questions of others' copies tell it.
"""

from enum import Enum, unique
from typing import Final

from p2p.changes import PlaceSigned, StatementSigned
from p2p.lines import consent_of
from p2p.store import StoreContents
from protocol.agreements import ProposalSignature
from protocol.answers import RejoinAnswer
from protocol.conduct import Conduct
from protocol.entry import Entry
from protocol.hashing import Tag, digest
from protocol.log import Log
from protocol.proposals import Proposal
from protocol.questions import RejoinQuestion
from protocol.settlements import Settlement
from protocol.statement import Signed, Statement
from protocol.table import Table

__all__ = ["SigningRecord", "Vouch"]

_MAX_QUESTIONS: Final = 8
"""Questions that one store asks before it leaves the seat to whoever else asks for it."""


@unique
class Vouch(Enum):
    """What is known of a store besides what is in it (SPEC-16.9)."""

    WHOLE = "whole"  # it holds all that was ever signed with it, and is where it was
    UNKNOWN = "unknown"  # nothing tells
    BEHIND = "behind"  # something signed is missing, or it was copied from elsewhere


class SigningRecord:
    """What this node has signed for one seat."""

    def __init__(
        self, seat: int, contents: StoreContents, *, from_start: bool, vouch: Vouch
    ) -> None:
        """The record as the store holds it.

        Args:
            seat: whose signatures they are.
            contents: of the store.
            from_start: whether this store has been there since the game began, and does not replace
                one that was lost.
            vouch: what is known of the store besides.
        """
        self._seat = seat
        self._places = dict(contents.signed)
        self._from_start = from_start
        self._behind = vouch is Vouch.BEHIND
        self._questions = 0

    def place(self, entry: Entry) -> PlaceSigned:
        """Remember that a place is taken; the store refuses to take it twice."""
        self._places[entry.incarnation, entry.sequence] = entry.hash
        return PlaceSigned(entry.incarnation, entry.sequence, entry.hash)

    def statement(self, statement: Statement) -> PlaceSigned | StatementSigned | None:
        """Remember a statement that may be made once; None of one that needs no memory."""
        match statement:
            case RejoinQuestion():
                self._questions += 1
                self._places[statement.hash, 0] = statement.hash
                return PlaceSigned(statement.hash, 0, statement.hash)
            case RejoinAnswer():
                said = digest(Tag.STATEMENT, statement.body)
                return StatementSigned(statement.name, statement.asked.hash, said)
            case ProposalSignature():
                said = digest(Tag.STATEMENT, statement.body)
                # Who was pending signs once more when it has settled.
                about = statement.proposal + (b"pending" if statement.pending else b"")
                return StatementSigned(statement.name, about, said)
            case Settlement():
                return StatementSigned(statement.asked.hash, b"", statement.hash)
            case _:
                return None

    def resume(self, conduct: Conduct, log: Log) -> None:
        """Go on in the incarnation that this node asked for last, or find that it must ask."""
        conduct.lost = conduct.lost or self._behind or not self._from_start
        asked = [
            Signed(question, one.signature)
            for one in log.statements
            if isinstance(question := one.statement, RejoinQuestion)
            and (question.hash, 0) in self._places
        ]
        if asked:
            conduct.ask(max(asked, key=lambda signed: signed.statement.rank))
            conduct.lost = self._behind
        if conduct.begun is not None:
            settled = log.heard.settling(conduct.begun.statement)
            conduct.own = next((log.heard.signed(one) for one in settled), None)
        if any(place > len(log) and name == conduct.name for name, place in self._places):
            conduct.lost = True  # what was signed there is void
        own = (one for one in log if (one.seat, one.incarnation) == (self._seat, conduct.name))
        if any((one.incarnation, one.sequence) not in self._places for one in own):
            conduct.lost = True  # it was shown to us, and who knows what was not

    def must_ask(self, table: Table, conduct: Conduct) -> bool:
        """Whether the seat needs a question of this node's own, to rejoin with.

        A store that replaces a lost one may learn only afterwards what its seat has asked before,
        from a machine that is lost by now.
        """
        if conduct.lost or self._added_in_vain(table, conduct):
            return True
        return (
            self._replaces(conduct)
            and self._questions < _MAX_QUESTIONS
            and self._asked_elsewhere(table, conduct)
        )

    def is_superseded(self, table: Table, conduct: Conduct) -> bool:
        """Whether another device has begun, or asked to begin, a later incarnation of the seat."""
        if self.must_ask(table, conduct):
            return False
        return self._asked_elsewhere(table, conduct)

    def _replaces(self, conduct: Conduct) -> bool:
        """Whether this store replaces a lost one and has signed no entry since."""
        if conduct.begun is None:
            return not self._from_start
        return not any(place and name == conduct.name for name, place in self._places)

    def _asked_elsewhere(self, table: Table, conduct: Conduct) -> bool:
        """Whether another device has asked for the seat, later than this one."""
        return self._greater(table, conduct) is not None and self._added(table, conduct) is None

    def _added_in_vain(self, table: Table, conduct: Conduct) -> bool:
        """Whether a question is said to be asked that it has only added under a proposal.

        Others may go by it. So it asks anew, unless the agreement may still be carried before
        another seat settles, which that question keeps from it.
        """
        proposal, heard = self._added(table, conduct), table.log.heard
        if proposal is None:
            return False
        dead = conduct.is_dead(proposal.listed, heard, conduct.held)
        return dead or consent_of(table, conduct).lacks_memory(proposal)

    def _added(self, table: Table, conduct: Conduct) -> Proposal | None:
        """The proposal under which the greatest question of the seat was added, if it was so."""
        greatest = self._greater(table, conduct)
        return None if greatest is None else table.log.heard.proposal_adding(greatest.statement)

    def _greater(self, table: Table, conduct: Conduct) -> Signed[RejoinQuestion] | None:
        """A question of the seat that is greater than the one that this store has asked."""
        greatest = table.log.heard.greatest.get(self._seat)
        if greatest is None or greatest.statement.rank <= conduct.rank:
            return None
        return greatest
