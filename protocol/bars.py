"""What bars entries from being taken: seats that have asked to rejoin since (SPEC-12.4)."""

from collections.abc import Mapping
from dataclasses import dataclass

from protocol.agreements import Agreement
from protocol.entry import Entry
from protocol.proposals import AfterFault
from protocol.questions import RejoinQuestion
from protocol.settlements import Settlement
from protocol.settling import Line

__all__ = ["Bars"]


@dataclass(frozen=True, slots=True)
class Bars:
    """What a node knows of questions, and of how they were settled.

    Attributes:
        greatest: the greatest question known of each seat.
        held: the settlements that the node goes by, by the name that they begin.
    """

    greatest: Mapping[int, RejoinQuestion]
    held: Mapping[bytes, Settlement]

    def bar(self, seat: int) -> RejoinQuestion | None:
        """The greatest question of a seat that is known or settled."""
        asked = [one.asked for one in self.held.values() if one.seat == seat]
        if seat in self.greatest:
            asked.append(self.greatest[seat])
        return max(asked, key=lambda question: question.rank, default=None)

    def bars(self, entry: Entry, line: Line, *, unsettled: bool) -> bool:
        """Whether the author of an entry has asked since, and did not settle with it.

        Args:
            entry: on the line.
            line: that the settlements are looked at on.
            unsettled: whether a question bars that is not settled.
        """
        rank, bar = line.rank(entry.incarnation), self.bar(entry.seat)
        if bar is None or rank is None or not rank.is_older(bar.rank):
            return False
        settlement = self.held.get(bar.hash)
        if settlement is None:
            return unsettled
        return not _reaches(settlement, entry.sequence, line)

    def bars_agreement(self, agreement: Agreement, line: Line, *, unsettled: bool) -> bool:
        """Whether a seat has asked since it signed an agreement, and did not hear of that.

        It may have forgotten it then, and need not be bound by it. After a fault all go on in new
        incarnations, and nobody leaves anything. See `bars`.
        """
        if isinstance(agreement.terms.terms, AfterFault):
            return False
        for signed in agreement.signatures:
            signature = signed.statement
            bar = self.bar(signature.seat)
            if bar is None or not signature.rank.is_older(bar.rank):
                continue
            settlement = self.held.get(bar.hash)
            if settlement is None and unsettled:
                return True
            if settlement is not None and not (
                _tells_of(settlement, agreement)
                or _reaches(settlement, agreement.terms.place, line)
            ):
                return True
        return False


def _tells_of(settlement: Settlement, agreement: Agreement) -> bool:
    """Whether a settlement stands by an agreement, or an answer in it lists the proposal."""
    listed = (one.hash for answer in settlement.answers for one in answer.statement.signed)
    return agreement.hash in settlement.agreements or agreement.terms.hash in listed


def _reaches(settlement: Settlement, place: int, line: Line) -> bool:
    """Whether the last entry that a settlement names is on a line, at a place or beyond."""
    last = settlement.last
    return last is not None and line.holds(last) and place <= last.sequence
