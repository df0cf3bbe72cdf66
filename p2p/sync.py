"""Bringing every copy of a log to the same end: heads, missing entries, statements beside the line.

No sockets here. A `Link` is the memory of one connection: how far the peer has been served. What is
to be said next is asked for (`next_message`) when there is room to send, so a slow peer costs one
number and no memory, and what it has missed is simply the rest of the log. New entries are flooded
by the same rule, and an entry that a peer has sent is never sent back.

On connection both sides say what they hold (SPEC-16.7). Who is ahead sends the rest; where the
lines part, each sends its own from there, and the first entry of it tells which it is: a void tail
that a rejoin has cut off (SPEC-12.5), or two stories of one seat.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from p2p.errors import PeerFault
from p2p.messages import MAX_BATCH, Entries, Heads, Message, Statements
from protocol.entry import Entry, Head
from protocol.errors import Code, LocalError, ProtocolError, Refused
from protocol.evidence import EVIDENCE_MAGIC, best_evidence
from protocol.hashing import Tag, digest
from protocol.identity import PublicKey
from protocol.log import Log
from protocol.logfile import (
    Record,
    RecordKind,
    read_records,
    read_statement_record,
    statement_record,
)
from protocol.statements import GameStatement, Signed
from protocol.table import Appended, Table

__all__ = [
    "MAX_IDLE_MESSAGES",
    "MAX_STATEMENTS",
    "EntryAccepted",
    "FaultProven",
    "Forked",
    "Link",
    "StatementAccepted",
    "Sync",
    "SyncEvent",
    "locator",
]

MAX_IDLE_MESSAGES: Final = 256
"""Messages without anything new in them that one peer may send in a row."""
MAX_REPEATED: Final = 1024
"""Entries that one peer may send again in a row without anything new."""
MAX_STATEMENTS: Final[Mapping[RecordKind, int]] = {
    RecordKind.QUESTION: 8,
    RecordKind.ANSWER: 40,
    RecordKind.HAND: 96,
    RecordKind.SILENCE: 16,
    RecordKind.CLOSING: 1,
    RecordKind.DISCLOSURE: 1,
}
"""Statements of each kind that are kept of one seat (SPEC-16.8).

With six seats one message can name them all.
"""
_MAX_CHUNK: Final = 256 * 1024
"""Bytes of entries that one message brings, unless a single entry has more."""


@dataclass(frozen=True, slots=True)
class EntryAccepted:
    """An entry is now the last of the line."""

    appended: Appended


@dataclass(frozen=True, slots=True)
class StatementAccepted:
    """A statement now stands beside the line."""

    signed: Signed[GameStatement]


@dataclass(frozen=True, slots=True)
class Forked:
    """A seat has signed two entries for one place: the game stops here.

    Attributes:
        other: the entry that is not on this line.
        refusal: what is wrong, with the culprit.
        evidence: by which a stranger sees it: a file for `secret-subs audit`.
    """

    other: Entry
    refusal: Refused
    evidence: bytes


@dataclass(frozen=True, slots=True)
class FaultProven:
    """A seat has signed an entry or statement that it must not: refused, and kept as evidence.

    Attributes:
        refusal: what is wrong, with the culprit.
        evidence: by which a stranger sees it: a file for `secret-subs audit`.
    """

    refusal: Refused
    evidence: bytes


SyncEvent: TypeAlias = EntryAccepted | StatementAccepted | Forked | FaultProven


@dataclass(slots=True, eq=False)
class Link:
    """One connection, as far as the log is concerned.

    Attributes:
        peer: whose it is.
        claimed: the last place that the peer said to hold; None until it has said.
        served: last place of the line that it holds or has been sent; None until then.
        held: names of the statements that it holds.
        offered: how many of our statements have been sent or found to be held.
        send_heads: whether our own heads are to be sent next.
        fork_sent: whether it has been sent the other entry of a fork.
        brought: the last place of which it has brought an entry.
        said: names of the statements that it has brought, of those that we held already.
        passed_on: whether its message brought something for the first time that others were faster
            with.
        idle_budget: how many more messages without news it may send.
        repeat_budget: how many more entries it may send again.
    """

    peer: PublicKey
    claimed: int | None = None
    served: int | None = None
    held: frozenset[bytes] = frozenset()
    offered: int = 0
    send_heads: bool = True
    fork_sent: bool = False
    brought: int = 0
    said: set[bytes] = field(default_factory=set)
    passed_on: bool = False
    idle_budget: int = MAX_IDLE_MESSAGES
    repeat_budget: int = MAX_REPEATED

    def bring(self) -> None:
        """It has brought news."""
        self.idle_budget, self.repeat_budget = MAX_IDLE_MESSAGES, MAX_REPEATED


@dataclass(frozen=True, slots=True)
class _Offer:
    """A statement as it is offered to peers: its name, by which they say that they hold it."""

    name: bytes
    record: Record


class Sync:
    """The log of one table, and the links to its peers.

    Attributes:
        table: of the game.
        forked: the fork that was found, if one was: then nothing more is appended.
        links: the connections that there are.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self.forked: Forked | None = None
        self.links: list[Link] = []
        self._offers: list[_Offer] = []
        self._names: set[bytes] = set()
        self._kept: Counter[tuple[int, RecordKind]] = Counter()
        for signed in table.log.statements:
            self._offer(signed)

    def connect(self, peer: PublicKey) -> Link:
        """A connection to a peer begins."""
        link = Link(peer)
        self.links.append(link)
        return link

    def disconnect(self, link: Link) -> None:
        """A connection has ended."""
        self.links.remove(link)

    def next_message(self, link: Link) -> Message | None:
        """What is to be sent next on a connection; None if nothing is for now.

        The message counts as sent.
        """
        if link.send_heads:
            link.send_heads = False
            return self._heads()
        if link.served is None:
            return None
        if link.served < len(self.table.log):
            return self._chunk(link, link.served)
        if link.offered < len(self._offers):
            offered = self._statements(link)
            if offered is not None:
                return offered
        if self.forked is not None and not link.fork_sent:
            link.fork_sent = True
            return Entries(entries=(self.forked.other.raw,))
        return None

    def receive(self, link: Link, message: Heads | Entries | Statements) -> Iterator[SyncEvent]:
        """Take a message; yields what is new, each after it has been carried out.

        Raises:
            PeerFault: the peer sent what no honest node would have: the connection must end. What
                was yielded before stands.
        """
        link.passed_on = False
        match message:
            case Heads():
                self._compare(link, message)
            case Entries(entries=entries):
                yield from self._entries(link, entries)
            case Statements(records=records):
                for kind, raw in records:
                    yield from self._statement(link, kind, raw)
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
        self._offer(signed)
        return StatementAccepted(signed)

    def caught_up_with(self, link: Link) -> bool:
        """Whether we hold all that the peer said to hold when it greeted."""
        if link.claimed is None or link.claimed > len(self.table.log):
            return False
        return link.held <= {offer.name for offer in self._offers}

    def has_caught_up(self, link: Link) -> bool:
        """Whether the peer has said to hold all that we hold."""
        return link.claimed == len(self.table.log) and link.held >= {
            offer.name for offer in self._offers
        }

    def rewind(self, sequence: int) -> None:
        """The entries after a place are void: serve every peer anew from there."""
        for link in self.links:
            link.served = None if link.served is None else min(link.served, sequence)

    def send_heads_to_all(self) -> None:
        """Say anew to every peer what we hold."""
        for link in self.links:
            link.send_heads = True

    def restore(self, evidence: bytes) -> None:
        """Take up evidence from an earlier start of this node: a fork stops the game again."""
        records, _ = read_records(evidence, EVIDENCE_MAGIC)
        for record in records:
            if record.kind is RecordKind.ENTRY:
                try:
                    self.table.log.admit(record.content)
                except Refused as refusal:
                    if refusal.code is Code.FORK:
                        self.forked = Forked(Entry.from_bytes(record.content), refusal, evidence)

    # What we say

    def _heads(self) -> Heads:
        log = self.table.log
        return Heads(
            game=log.charter.game_id,
            places=tuple((place.sequence, place.hash) for place in locator(log)),
            held=tuple(offer.name for offer in self._offers),
        )

    def _chunk(self, link: Link, served: int) -> Entries:
        chunk: list[bytes] = []
        size = 0
        for entry in self.table.log.since(served):
            size += len(entry.raw)
            if chunk and (size > _MAX_CHUNK or len(chunk) == MAX_BATCH):
                break
            chunk.append(entry.raw)
        link.served = served + len(chunk)
        return Entries(entries=tuple(chunk))

    def _statements(self, link: Link) -> Statements | None:
        due = self._offers[link.offered : link.offered + MAX_BATCH]
        link.offered += len(due)
        records = tuple(
            (int(offer.record.kind), offer.record.content)
            for offer in due
            if offer.name not in link.held
        )
        return Statements(records=records) if records else None

    def _offer(self, signed: Signed[GameStatement]) -> None:
        record = statement_record(signed)
        self._offers.append(_Offer(_name(record), record))
        self._names.add(self._offers[-1].name)
        self._kept[signed.statement.seat, record.kind] += 1

    # What we hear

    def _compare(self, link: Link, heads: Heads) -> None:
        log = self.table.log
        if heads.game != log.charter.game_id:
            raise PeerFault("the peer plays another game of this table")
        places = [Head(sequence, state) for sequence, state in heads.places]
        link.claimed = places[0].sequence
        link.held = frozenset(heads.held)
        link.offered = 0
        if log.holds(places[0]):
            link.served = places[0].sequence
        elif places[0].sequence > len(log):
            # It is ahead and will serve us, or will notice where its line leaves ours.
            link.served = len(log)
        else:
            link.served = max((place.sequence for place in places if log.holds(place)), default=0)

    def _entries(self, link: Link, entries: tuple[bytes, ...]) -> Iterator[SyncEvent]:
        if link.served is None:
            raise PeerFault("the peer sent entries before it said what it holds")
        for raw in entries:
            if self.forked is not None:
                return
            try:
                appended = self.table.append(raw)
            except Refused as refusal:
                if refusal.code is Code.KNOWN:
                    self._known(link, Entry.from_bytes(raw).sequence)
                    continue
                yield from self._refused(link, raw, refusal)
                return
            except LocalError as error:
                raise PeerFault(f"the peer sent an entry that cannot be judged: {error}") from error
            place = appended.entry.sequence
            if appended.voided:
                self.rewind(place - 1)
            link.served = max(link.served, place)
            link.brought = place
            link.bring()
            yield EntryAccepted(appended)

    def _known(self, link: Link, place: int) -> None:
        """A peer brings an entry that we hold: perhaps another peer was faster.

        Raises:
            PeerFault: it has brought this one before, and others again and again.
        """
        link.served = max(link.served or 0, place)
        if place > link.brought:
            link.brought, link.passed_on = place, True
            return
        link.repeat_budget -= 1
        if link.repeat_budget < 0:
            raise PeerFault(f"the peer sent {MAX_REPEATED} entries again")

    def _refused(self, link: Link, raw: bytes, refusal: Refused) -> Iterator[SyncEvent]:
        """Judge the peer by an entry that cannot be appended."""
        match refusal.code:
            case Code.GAP:
                # What lies between is missing here: say again what we hold.
                link.send_heads = True
            case Code.FORK:
                other = Entry.from_bytes(raw)
                self.forked = Forked(other, refusal, self._evidence(refusal, other))
                link.served, link.fork_sent = other.sequence - 1, True
                yield self.forked
            case Code.STALE_HEAD:
                self._stale(link, Entry.from_bytes(raw))
            case Code.WRONG_INCARNATION if refusal.culprit is None:
                # Its author has asked to rejoin. If another answer names this entry, it comes again
                # when that answer is here.
                pass
            case _:
                if refusal.culprit is not None:
                    yield FaultProven(refusal, self._evidence(refusal, Entry.from_bytes(raw)))
                raise PeerFault(f"the peer sent an entry that is refused: {refusal}") from refusal

    def _evidence(self, refusal: Refused, offending: Entry | Signed[GameStatement]) -> bytes:
        evidence = best_evidence(self.table.log, refusal, offending)
        if evidence is None:
            raise LocalError(f"a seat is blamed without evidence: {refusal}")
        return evidence

    def _stale(self, link: Link, theirs: Entry) -> None:
        """An entry on another line than ours: the end of one of the two is void."""
        if theirs.sequence > len(self.table.log):
            link.send_heads = True
            return
        ours = self.table.log.at(theirs.sequence)
        if ours.previous != theirs.previous:
            link.send_heads = True
        elif ours.seat == theirs.seat and ours.incarnation > theirs.incarnation:
            link.served = ours.sequence - 1
        else:
            raise PeerFault(f"the peer holds an entry {ours.sequence} that nobody honest made")

    def _statement(self, link: Link, kind: int, raw: bytes) -> Iterator[SyncEvent]:
        try:
            record = Record(RecordKind(kind), raw)
            signed = read_statement_record(record)
        except (ValueError, ProtocolError) as error:
            raise PeerFault(f"the peer sent an unreadable statement: {error}") from error
        if (name := _name(record)) not in link.said and name in self._names:
            link.said.add(name)
            link.passed_on = True
        if self._kept[signed.statement.seat, record.kind] >= MAX_STATEMENTS[record.kind]:
            return
        try:
            self.table.add_statement(signed)
        except Refused as refusal:
            if refusal.code in (Code.KNOWN, Code.GAP, Code.STALE_HEAD, Code.NOT_DUE):
                # Held already, or about a line that is not, or not yet, ours.
                return
            if refusal.culprit is not None:
                yield FaultProven(refusal, self._evidence(refusal, signed))
            raise PeerFault(f"the peer sent a statement that is refused: {refusal}") from refusal
        self._offer(signed)
        link.bring()
        if record.kind is RecordKind.ANSWER:
            # An answer can make entries acceptable that were not: ask for them again.
            self.send_heads_to_all()
        yield StatementAccepted(signed)


def locator(log: Log) -> tuple[Head, ...]:
    """Places of a line from its head backwards, ever sparser, the last one the game id."""
    places = []
    sequence, step = len(log), 1
    while sequence > 0:
        places.append(log.at(sequence).head)
        sequence -= step
        step *= 2
    return (*places, Head(0, log.charter.game_id))


def _name(record: Record) -> bytes:
    """What a statement is called between nodes: 32 bytes."""
    return digest(Tag.STATEMENT, bytes([record.kind]) + record.content)
