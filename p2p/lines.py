"""The lines that others hold beside ours, and the one that all agree to keep (SPEC-16.12, 18).

After a fork another line parts from ours; where a seat has asked to rejoin and vanished, it goes on
where ours ends, with entries that our seat takes no more.

A line is played again only where a seat proposes to keep it, or all have agreed to, and each one
once.
"""

import itertools
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from p2p.link import Link
from protocol.branch import Branch
from protocol.carried import agreed_by
from protocol.conduct import Conduct
from protocol.consent import Consent
from protocol.entry import Entry
from protocol.errors import ProtocolError, Refused
from protocol.head import Head
from protocol.log import Log
from protocol.proposals import AfterFault, Proposal
from protocol.statement import check_statement
from protocol.table import Appended, Table

__all__ = ["EarlierEnds", "OtherLine", "OtherLines", "agreed_line", "consent_of", "longer_line"]

_MAX_LINES: Final = 4
"""Lines that are played again for what others propose; those proposed first count."""


@dataclass(frozen=True, slots=True)
class OtherLine:
    """A line that parts from ours, or goes on where we take no more.

    Attributes:
        table: the game on it.
        appended: what the entries brought about that are not on ours.
    """

    table: Table
    appended: tuple[Appended, ...]

    @property
    def first(self) -> Entry:
        """The first entry that is not on our line."""
        return self.appended[0].entry


def consent_of(table: Table, conduct: Conduct) -> Consent:
    """What a node knows of the proposals for the end of a line."""
    return Consent(conduct, table.log, table.ledger.incarnations, table.needed)


class OtherLines:
    """The lines that are proposed to be kept, of those that peers hold."""

    def __init__(self) -> None:
        self._lines: dict[bytes, OtherLine | None] = {}
        self._told: dict[bytes, int] = {}

    def clear(self) -> None:
        """Our own line has changed: forget them."""
        self._lines.clear()
        self._told.clear()

    def proposed(self, own: Table, links: Sequence[Link]) -> tuple[OtherLine, ...]:
        """The lines that are proposed to be kept."""
        found: dict[bytes, OtherLine] = {}
        for signed in own.log.heard.proposals.values():
            proposal = signed.statement
            if isinstance(proposal.terms, AfterFault) and not own.log.holds(proposal.after):
                line = self._line(own, links, proposal)
                if line is not None:
                    found[proposal.after.hash] = line
        return tuple(found.values())

    def agreed(self, own: Table, links: Sequence[Link], conduct: Conduct) -> OtherLine | None:
        """The one that all have signed to keep; none if there is no such line."""
        for line in self.proposed(own, links):
            consent = consent_of(line.table, conduct)
            for one in consent.open():
                if not one.missing and consent.complete(one.proposal) is not None:
                    return line
        return None

    def _line(self, own: Table, links: Sequence[Link], proposal: Proposal) -> OtherLine | None:
        name = proposal.after.hash
        if name not in self._lines:
            new = _entries_to(own, links, proposal)
            if new is None or len(self._lines) >= _MAX_LINES:
                return None
            self._lines[name] = _played(own, new)
        line = self._lines[name]
        if line is not None:
            said = own.log.statements
            for signed in said[self._told.get(name, 0) :]:
                line.table.restore(signed)
            self._told[name] = len(said)
        return line


class EarlierEnds:
    """The places of our line at which others may go on without some seats."""

    def __init__(self) -> None:
        self._log: Log | None = None
        self._tables: dict[Head, Table] = {}
        self._told = 0

    def tables(self, own: Table, conduct: Conduct) -> tuple[Table, ...]:
        """The game as far as each of them; only who is pending signs there (SPEC-18.6)."""
        ends = dict.fromkeys(_earlier(own, conduct)) if conduct.pending else {}
        said = own.log.statements
        kept = self._tables if own.log is self._log else {}
        self._tables = {end: table for end, table in kept.items() if end in ends}
        for table, signed in itertools.product(self._tables.values(), said[self._told :]):
            table.restore(signed)
        for end in ends:
            if end not in self._tables and len(self._tables) < _MAX_LINES:
                self._tables[end] = own.replayed_to(end.sequence)
        self._log, self._told = own.log, len(said)
        return tuple(self._tables.values())


def _earlier(own: Table, conduct: Conduct) -> Iterator[Head]:
    """The places of our line, but for its end, for which something is proposed against seats."""
    for one in consent_of(own, conduct).undecided():
        after = one.proposal.statement.after
        if one.alive and own.log.holds(after) and after != own.head:
            yield after


def agreed_line(own: Table, waiting: Sequence[Entry]) -> OtherLine | None:
    """The line of a peer as far as an entry by which all have agreed to keep it.

    Nobody can make us play the game again but those who must sign that.

    Args:
        own: our table.
        waiting: entries of the peer that begin with the other entry of a fork, or with one of a
            seat of which we take no more.
    """
    root = waiting[0].sequence - 1
    for index, entry in enumerate(waiting):
        agreed = agreed_by(entry)
        if agreed is None or not isinstance(agreed.agreement.terms.terms, AfterFault):
            continue
        agreement = agreed.agreement
        players = Branch(own.log, root, waiting[:index]).players
        try:
            for signed in (agreement.proposal, *agreement.signatures):
                check_statement(players, signed)
        except Refused:
            return None
        named = agreement.terms.seats_named
        if waiting[0].seat in named and own.needed - named <= {*agreement.signers}:
            return _played(own, waiting[: index + 1])
        return None
    return None


def longer_line(own: Table, links: Sequence[Link], named: Collection[int]) -> Table | None:
    """The game on the longest line of a peer that goes on where ours ends; None if there is none.

    Args:
        own: our table.
        links: the connections that there are.
        named: seats of which ours takes no more; the first entry is of one of them.
    """
    waiting = [link.ahead.entries for link in links if link.ahead.root(own.log) == len(own.log)]
    for new in sorted(waiting, key=len, reverse=True):
        line = _played(own, new) if new[0].seat in named else None
        if line is not None:
            return line.table
    return None


def _played(own: Table, new: Sequence[Entry]) -> OtherLine | None:
    """The game on another line; None if that is against the rules."""
    try:
        table, appended = own.with_line([entry.raw for entry in new])
    except ProtocolError:
        return None
    return OtherLine(table, appended)


def _entries_to(own: Table, links: Sequence[Link], proposal: Proposal) -> list[Entry] | None:
    """The entries of a peer up to where a proposal keeps its line, that our line does not hold."""
    for link in links:
        root = link.ahead.root(own.log)
        if root is None:
            continue
        new = list(_upto(link.ahead.entries, proposal.after))
        if not new or new[-1].head != proposal.after:
            continue
        first = new[0]
        if root == len(own.log):
            return new
        ours = own.log.at(root + 1)
        forks = (first.seat, first.incarnation) == (ours.seat, ours.incarnation)
        if forks and proposal.names(first.seat) is not None:
            return new
    return None


def _upto(entries: Sequence[Entry], head: Head) -> Iterator[Entry]:
    for entry in entries:
        if entry.sequence <= head.sequence:
            yield entry
