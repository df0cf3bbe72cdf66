"""Bringing every copy of a log to the same end: what peers send is judged, and taken or refused.

No sockets here. On connection both sides say what they hold (SPEC-16.7). Who is ahead sends the
rest (see `p2p.serving`); where the lines part, each sends its own from there, and the first entry
of it tells which it is: a void tail that a rejoin has cut off (SPEC-12.8), or two stories of one
seat. Statements beside the line are brought in the same way (SPEC-16.8). What is valid is for the
table to judge, and which of it this node takes while seats rejoin for its `Conduct`.
"""

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import replace

from p2p.culprits import Culprits
from p2p.errors import PeerFault
from p2p.events import EntryAccepted, FaultProven, StatementAccepted, SyncEvent
from p2p.lines import EarlierEnds, OtherLine, OtherLines, agreed_line, longer_line
from p2p.link import MAX_IDLE_MESSAGES, MAX_REPEATED, Link
from p2p.messages import Entries, Heads, Offending, Statements
from p2p.offers import statement_name
from p2p.patience import PATIENCE
from p2p.serving import Serving
from protocol.branch import Branch
from protocol.carried import agreed_by, carried_by
from protocol.conduct import Conduct
from protocol.entry import Entry, Rejoin
from protocol.errors import Code, LocalError, ProtocolError, Refused
from protocol.log import check_entry_origin
from protocol.logfile import Record, RecordKind, read_statement_record
from protocol.questions import RejoinQuestion
from protocol.statement import Signed
from protocol.statements import GameStatement
from protocol.table import Appended, Table

__all__ = ["Sync"]


class Sync:
    """The log of one table, and the links to its peers.

    Attributes:
        table: of the game.
        conduct: what this node takes of it while seats rejoin.
        serving: what its peers are told, and the links to them.
        now: the time, in seconds since any moment.
    """

    def __init__(self, table: Table, conduct: Conduct) -> None:
        self.table = table
        self.conduct = conduct
        self._culprits = Culprits(conduct.seat)
        self.serving = Serving(table, self._culprits)
        self.now = 0.0
        self._lines = OtherLines()
        self._earlier = EarlierEnds()
        self._gone_over: deque[SyncEvent] = deque()
        for entry in table.log:
            self._note(entry)
        self._hear()
        list(self.culprits.convict(table.log))

    @property
    def culprits(self) -> Culprits:
        """The seats that were caught, of those that play now."""
        self._culprits.follow(self.table.log.players, self.conduct.seat)
        return self._culprits

    def receive(
        self, link: Link, message: Heads | Entries | Statements | Offending
    ) -> Iterator[SyncEvent]:
        """Take a message; yields what is new, each after it has been carried out.

        Raises:
            PeerFault: the peer sent what no honest node would have: the connection must end. What
                was yielded before stands.
        """
        link.passed_on = False
        match message:
            case Heads():
                self.serving.hear(link, message, self.now)
            case Entries(entries=entries):
                yield from self._entries(link, entries)
            case Statements(records=records):
                for kind, raw in records:
                    yield from self._statement(link, kind, raw)
            case Offending(entry=raw):
                yield from self._offending(raw)
        self._bring()
        if not link.passed_on:
            link.idle_budget -= 1
        if link.idle_budget <= 0:
            raise PeerFault(f"the peer sent nothing new in {MAX_IDLE_MESSAGES} messages")

    def say(self, signed: Signed[GameStatement]) -> StatementAccepted:
        """Put a statement of our own beside the line, for all peers.

        Raises:
            Refused: it cannot stand there.
        """
        self.table.add_statement(signed)
        self.serving.offer(signed)
        return StatementAccepted(signed)

    def caught_up_with(self, link: Link) -> bool:
        """Whether we hold all entries that the peer has said to hold, or it does not deliver them.

        What it only says binds nobody for longer than `PATIENCE` (SPEC-16.9).
        """
        if link.claimed is None:
            return False
        waits = link.owes_since is not None and self.now < link.owes_since + PATIENCE
        return link.claimed <= len(self.table.log) or not waits

    def cut(self, sequence: int) -> None:
        """Give up the entries after a place, and ask everybody anew for what comes after it."""
        self.table.cut(sequence)
        self.serving.restart(sequence)

    def advance(self) -> Iterator[SyncEvent]:
        """Take what has been waiting, as far as it can be taken by now."""
        agreed = self._lines.agreed(self.table, self.serving.links, self.conduct)
        if agreed is not None:
            self._go_over(agreed)
        yield from self._told_over()
        for link in list(self.serving.links):
            try:
                yield from self._advance(link)
            except PeerFault:
                link.ahead.clear()
        self._bring()

    def _bring(self) -> None:
        """What waits on connections was brought, whether our line takes it or not."""
        waiting = (link.ahead.entries for link in self.serving.links)
        brought = {entry.hash: entry for entries in waiting for entry in entries}
        self.table.bring(brought, self.culprits.seats)

    @property
    def tables(self) -> tuple[Table, ...]:
        """The game on our line, and on others for whose ends our seat may sign something.

        Those are kept after a fault, or are what a seat that is pending holds the beginning of.
        """
        earlier = self._earlier.tables(self.table, self.conduct)
        other = self._lines.proposed(self.table, self.serving.links)
        return (self.table, *earlier, *(line.table for line in other))

    def longer(self, named: frozenset[int]) -> Table | None:
        """The game on the longest line that goes on from ours with an entry of a seat named."""
        return longer_line(self.table, self.serving.links, named)

    def _go_over(self, line: OtherLine) -> None:
        """All have agreed to keep another line than ours: take it."""
        first = line.first
        gone = tuple(self.table.log.since(first.sequence - 1))
        self.table.go_over(line.table)
        self.conduct.went_over(self.table.log, self.table.needed)
        if gone:
            self.culprits.leave(gone[0], first)
        self._lines.clear()
        self.serving.restart(first.sequence - 1)
        for appended in line.appended:
            self._note(appended.entry)
            voided = gone if appended.entry == first else ()
            self._gone_over.append(EntryAccepted(replace(appended, voided=voided)))

    def _told_over(self) -> Iterator[SyncEvent]:
        """Tell of the entries of a line that was taken whole."""
        while self._gone_over:
            yield self._gone_over.popleft()

    @property
    def astray(self) -> tuple[int, ...]:
        """After a fork, the seats that may hold another line than ours; see `Culprits.astray`."""
        return self.culprits.astray(self.table.log, self.serving.links, self.table.needed)

    # What we hear

    def _entries(self, link: Link, entries: tuple[bytes, ...]) -> Iterator[SyncEvent]:
        if link.served is None:
            raise PeerFault("the peer sent entries before it said what it holds")
        log = self.table.log
        for raw in entries:
            try:
                entry = Entry.from_bytes(raw)
                check_entry_origin(log.charter, entry)
            except Refused as refusal:
                yield from self._advance(link)
                raise PeerFault(f"the peer sent an entry that is refused: {refusal}") from refusal
            if log.holds(entry.head):
                self._known(link, entry.sequence)
            elif not link.ahead.add(log, entry):
                yield from self._advance(link)
                if not link.ahead.add(self.table.log, entry):
                    # What lies between is missing here: say again what we hold.
                    link.send_heads = True
                    return
        yield from self._advance(link)

    def _advance(self, link: Link) -> Iterator[SyncEvent]:
        """Take what a peer has sent, as far as conduct and rules allow."""
        root = link.ahead.root(self.table.log)
        if root is None or link.served is None:
            return
        log, waiting = self.table.log, tuple(link.ahead.entries)
        self._hear(Branch(log, root, waiting))
        count = self.conduct.takes(log, root, waiting, self.table.needed)
        for entry in waiting[: self.culprits.allowed(waiting[:count], link, log.players)]:
            try:
                appended = self.table.append(entry.raw)
            except Refused as refusal:
                yield from self._refused(link, entry, refusal)
                return
            except LocalError as error:
                link.ahead.clear()
                raise PeerFault(f"the peer sent an entry that cannot be judged: {error}") from error
            if appended.voided:
                self.serving.restart(entry.sequence - 1)
            yield self._took(link, appended)
        yield from self._newly(self.culprits.convict(self.table.log))
        yield from self._newly(self.culprits.judge(self.table))
        yield from self._judge_barred(link)

    def _took(self, link: Link, appended: Appended) -> EntryAccepted:
        """An entry that a peer has brought is on the line."""
        place = appended.entry.sequence
        link.served = link.brought = max(link.served or 0, place)
        link.shared = max(link.shared, place)
        link.owes_since = self.now
        link.bring()
        self._note(appended.entry)
        for other in self.serving.links:
            # What it said about this place before, it may say again.
            other.send_heads, other.missed = other.send_heads or other.missed, False
        return EntryAccepted(appended)

    def _judge_barred(self, link: Link) -> Iterator[SyncEvent]:
        """Judge the peer by the first entry that is not taken: it may be against the rules."""
        if link.ahead.root(self.table.log) is None:
            return
        entry = link.ahead.entries[0]
        goes_on = entry.sequence > len(self.table.log)
        agreed = agreed_line(self.table, tuple(link.ahead.entries)) if goes_on else None
        if agreed is not None:
            self._go_over(agreed)
            yield from self._told_over()
            yield from self._advance(link)
            return
        try:
            self.table.check(entry.raw)
        except Refused as refusal:
            yield from self._refused(link, entry, refusal)
        except LocalError as error:
            link.ahead.clear()
            raise PeerFault(f"the peer sent an entry that cannot be judged: {error}") from error
        else:
            self._hear_barred(entry)

    def _hear_barred(self, entry: Entry) -> None:
        """Learn from an entry that is valid, and not taken: it may be our own seat's."""
        begins = carried_by(entry)
        if begins is not None:
            self.table.log.heard.hear(begins.settlement)
        if entry.seat == self.conduct.seat and entry.incarnation == self.conduct.name:
            self.conduct.lost = True

    def _note(self, entry: Entry) -> None:
        """An entry is on the line: note what it carries."""
        self.conduct.took(entry, self.table.log.heard)
        begins = carried_by(entry)
        if begins is not None:
            for signed in (begins.settlement, *begins.shown):
                self.culprits.said.add(signed)

    def _hear(self, branch: Branch | None = None) -> None:
        """Hold the settlements that are valid on our line, or on one that is at hand."""
        log = self.table.log
        line = log if branch is None else branch
        self.conduct.hear(line, line.carried, log.heard, self.table.needed)

    def _known(self, link: Link, place: int) -> None:
        """A peer brings an entry that we hold: perhaps another peer was faster.

        Raises:
            PeerFault: it has brought this one before, and others again and again.
        """
        link.served = max(link.served or 0, place)
        link.shared = max(link.shared, place)
        if place > link.brought:
            link.brought, link.passed_on = place, True
            return
        link.repeat_budget -= 1
        if link.repeat_budget < 0:
            raise PeerFault(f"the peer sent {MAX_REPEATED} entries again")

    def _refused(self, link: Link, entry: Entry, refusal: Refused) -> Iterator[SyncEvent]:
        """Judge the peer by an entry that cannot be appended."""
        if refusal.code is not Code.FORK:
            link.ahead.clear()
        match refusal.code:
            case Code.GAP:
                # What lies between is missing here: say again what we hold.
                link.send_heads = True
            case Code.FORK:
                yield from self._forked(link, entry, refusal)
            case Code.STALE_HEAD:
                yield from self._stale(link, entry)
            case _:
                if refusal.culprit is not None:
                    yield from self._newly(self.culprits.blame(self.table.log, refusal, entry))
                raise PeerFault(f"the peer sent an entry that is refused: {refusal}") from refusal

    def _forked(self, link: Link, other: Entry, refusal: Refused) -> Iterator[SyncEvent]:
        """A peer holds the other entry of a fork; we may take its line for ours."""
        if link.parts != other.hash:
            link.parts, link.served = other.hash, other.sequence - 1
        yield from self._newly(self.culprits.blame(self.table.log, refusal, other))
        waiting = tuple(link.ahead.entries)
        agreed = agreed_line(self.table, waiting)
        if agreed is not None:
            self._go_over(agreed)
            yield from self._told_over()
            yield from self._advance(link)
            return
        if not self.culprits.prefers(self.table.log, waiting, link):
            return
        ours = self.table.log.at(other.sequence)
        try:
            appended = self.table.append_instead(other.raw)
        except Refused as refused:
            link.ahead.clear()
            raise PeerFault(f"the peer holds an entry that is refused: {refused}") from refused
        self.culprits.leave(ours, other)
        self.serving.restart(other.sequence - 1)
        yield self._took(link, appended)
        yield from self._advance(link)

    def _offending(self, raw: bytes) -> Iterator[SyncEvent]:
        """A peer blames the author of an entry."""
        try:
            self.culprits.hear(self.table.log, raw)
        except Refused as refusal:
            raise PeerFault(f"the peer blames somebody without reason: {refusal}") from refusal
        yield from self._newly(self.culprits.judge(self.table))

    def _newly(self, faults: Iterable[FaultProven]) -> Iterator[SyncEvent]:
        """Tell of new faults; after a fork ask everybody which line they hold."""
        for fault in faults:
            if fault.refusal.code is Code.FORK:
                self.serving.send_heads_to_all()
            yield fault

    def _stale(self, link: Link, theirs: Entry) -> Iterator[SyncEvent]:
        """An entry on another line than ours: the end of one of the two is void.

        Or its author was not the one to append there. The line up to there shows that, with which
        it has signed the entry, whatever came to stand in its place.
        """
        if theirs.sequence > len(self.table.log):
            link.send_heads = True
            return
        log = self.table.log
        ours = log.at(theirs.sequence)
        if ours.previous != theirs.previous:
            link.send_heads = True
        elif isinstance(theirs.items[0], Rejoin):
            pass  # it may be valid, and still not for us to take
        elif _is_against(ours, theirs.seat):
            link.served = ours.sequence - 1
        elif ours.seat != theirs.seat or log.rank(theirs.incarnation) is None:
            yield from self._offending(theirs.raw)
            raise PeerFault(f"the peer holds an entry {ours.sequence} that nobody honest made")
        else:
            # Ours is of a later incarnation, whose settlement does not name theirs.
            link.served = ours.sequence - 1

    def _statement(self, link: Link, kind: int, raw: bytes) -> Iterator[SyncEvent]:
        """A peer brings a statement beside the line (SPEC-16.8)."""
        try:
            record = Record(RecordKind(kind), raw)
            signed = read_statement_record(record)
        except (ValueError, ProtocolError) as error:
            raise PeerFault(f"the peer sent an unreadable statement: {error}") from error
        if (name := statement_name(signed)) not in link.said and self.serving.offers.holds(name):
            link.said.add(name)
            link.passed_on = True
        if self.serving.offers.full(signed.statement.seat, record.kind):
            return
        try:
            self.table.add_statement(signed)
        except Refused as refusal:
            if refusal.code in (Code.KNOWN, Code.GAP, Code.STALE_HEAD, Code.NOT_DUE):
                # Held already, or about a line that is not, or not yet, ours.
                link.missed = link.missed or refusal.code is Code.GAP
                return
            if refusal.culprit is not None:
                yield from self._newly(self.culprits.blame(self.table.log, refusal, signed))
            raise PeerFault(f"the peer sent a statement that is refused: {refusal}") from refusal
        self.serving.offer(signed)
        link.bring()
        yield StatementAccepted(signed)
        if signed.statement.inner or isinstance(signed.statement, RejoinQuestion):
            self._hear()
            yield from self._newly(self.culprits.convict(self.table.log))
            yield from self.advance()


def _is_against(entry: Entry, seat: int) -> bool:
    """Whether an entry carries an agreement against a seat: that may not know of it yet."""
    agreed = agreed_by(entry)
    return agreed is not None and agreed.agreement.terms.names(seat) is not None
