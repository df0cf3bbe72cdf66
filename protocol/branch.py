"""A line that leaves a log at some place, or goes on at its end: not yet judged (SPEC-12.4)."""

from collections.abc import Mapping, Sequence

from protocol.agreements import Agreement
from protocol.carried import agreed_by, carried_by, settlements_of
from protocol.entry import Entry
from protocol.head import Head
from protocol.log import Log
from protocol.players import Players
from protocol.questions import Rank
from protocol.settlements import Settlement
from protocol.settling import Grounds

__all__ = ["Branch"]


class Branch:
    """The entries of a log up to a place, and others that are linked to them.

    Attributes:
        new: the others.
    """

    __slots__ = ("_agreements", "_begun", "_carried", "_log", "_root", "new")

    def __init__(self, log: Log, root: int, new: Sequence[Entry] = ()) -> None:
        """A line.

        Args:
            log: that it is a branch of.
            root: place of the log after which the new entries come.
            new: linked to each other, and to the entry at that place.
        """
        self._log = log
        self._root = root
        self.new = new
        self._begun: dict[bytes, Rank] = {}
        self._carried: dict[bytes, Settlement] = {}
        self._agreements: dict[bytes, Agreement] = {}
        for entry in new:
            begins = carried_by(entry)
            if begins is not None:
                self._begun[entry.incarnation] = begins.question.rank
            carried = (signed.statement for signed in settlements_of(entry))
            self._carried |= {one.hash: one for one in carried}
            agreed = agreed_by(entry)
            if agreed is not None:
                self._agreements[agreed.agreement.hash] = agreed.agreement
                added = (question.statement for question in agreed.agreement.added)
                self._begun |= {one.hash: one.rank for one in added}

    def __len__(self) -> int:
        """How many entries it has."""
        return self._root + len(self.new)

    def at(self, sequence: int) -> Entry:
        """The entry at a place, from 1."""
        if sequence <= self._root:
            return self._log.at(sequence)
        return self.new[sequence - self._root - 1]

    def holds(self, head: Head) -> bool:
        """Whether the line passes through a head."""
        if head.sequence > len(self):
            return False
        return self._log.holds(head) if head.sequence == 0 else self.at(head.sequence).head == head

    def rank(self, name: bytes) -> Rank | None:
        """The rank of an incarnation that has begun on the line, or is a first one."""
        begun = self._begun.get(name)
        return self._log.rank(name) if begun is None else begun

    def grounds(self, settlement: bytes) -> Grounds | None:
        """Those of a settlement that the log carries up to where the branch leaves it."""
        found = self._log.grounds(settlement)
        return found if found is not None and found.place <= self._root else None

    @property
    def players(self) -> Players:
        """Who plays and has played on the line."""
        players = self._log.players.upto(self._root)
        for entry in self.new:
            agreed = agreed_by(entry)
            for signed in () if agreed is None else agreed.agreement.terms.successors:
                successor = signed.statement
                players = players.with_player(successor.seat, successor.player(entry.sequence))
        return players

    @property
    def carried(self) -> Mapping[bytes, Settlement]:
        """The settlements that the entries carry, by hash."""
        return {**self._log.carried, **self._carried}

    @property
    def agreements(self) -> Mapping[bytes, Agreement]:
        """The agreements that the entries carry, by hash."""
        return {**self._log.agreements, **self._agreements}
