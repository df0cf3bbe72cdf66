"""One mailbox, as the node of one player uses it: what others have left there, and what it leaves.

No sockets here. To the node a mailbox is one more peer that may lie, withhold, reorder, replay and
forget: it says what it holds, gives what the node lacks, and is told what it lacks itself
(SPEC-16.7), which the node's own player then leaves there. Who has left what is kept apart, so that
one author's junk is nobody else's fault.
"""

import hashlib
from collections import Counter, deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from p2p.channel import MAX_MESSAGE
from p2p.errors import BadMessage, ConnectionLost, PeerFault
from p2p.mail.chunks import MAX_CHUNK, Chunk, Row, messages_of
from p2p.mail.entries import MailedEntries
from p2p.mail.introduction import Introduction
from p2p.mail.keys import Author, TableMail
from p2p.messages import (
    MAX_BATCH,
    MAX_HELD,
    Consent,
    Entries,
    Found,
    Heads,
    Introduce,
    Join,
    Message,
    Offending,
    Parts,
    Proposal,
    Statements,
    Succeed,
    read_message,
    write_message,
)
from p2p.offers import statement_name
from protocol.entry import Entry
from protocol.errors import ProtocolError
from protocol.identity import PublicKey
from protocol.logfile import Record, RecordKind, read_statement_record

__all__ = ["MAX_AUTHORS", "Box", "Due", "Left", "Letter"]

MAX_AUTHORS: Final = 64
"""Authors of one table that are read."""
AUTHORS_EACH: Final = 2
"""Keys by which one player writes."""
MAX_REWRITTEN: Final = 4096
"""Chunks that are read of one author on one connection, each time it grows again."""

_AS_IT_STANDS: Final = (Join, Consent, Proposal, Succeed, Parts)
"""Messages of which the last one counts that an author has left."""


@dataclass(frozen=True, slots=True)
class Left:
    """What a mailbox keeps under one name.

    Attributes:
        author: who has left it; the relay and whoever reads it have checked the signature.
        name: of the chunk.
        second: when the author says it was left: seconds since 1970-01-01 00:00 UTC.
        sealed: the chunk.
    """

    author: bytes
    name: bytes
    second: int
    sealed: bytes


@dataclass(frozen=True, slots=True)
class Due:
    """What is to be left in the mailbox.

    Attributes:
        author: as whom.
        chunk: what.
        second: when, as it is to say; later than what it replaces.
    """

    author: Author
    chunk: Chunk
    second: int


@dataclass(frozen=True, slots=True)
class Letter:
    """A message that lay in a mailbox.

    Attributes:
        author: who left it.
        sender: the player who writes by that key, if that is known.
        message: what it says.
        introduction: of a message that introduces somebody who shows an invite.
    """

    author: bytes
    sender: PublicKey | None
    message: Message
    introduction: Introduction | None = None


class Box:
    """What one mailbox holds of one table, as far as it has shown, and what is to be left there.

    Attributes:
        mail: of the table.
        url: of the mailbox.
        members: who plays or keeps, or may come to.
        doorsteps: keys by which those write who introduce themselves with an invite of ours.
    """

    def __init__(
        self,
        mail: TableMail,
        url: str,
        own: Author | None,
        introductions: Mapping[Author, Introduction],
        *,
        known: Iterable[bytes],
        longest: int = MAX_CHUNK,
    ) -> None:
        """Nothing has been read.

        Args:
            mail: of the table.
            url: of the mailbox.
            own: by which our player writes; None if it only reads.
            introductions: of our player: as whom it introduces itself, and how.
            known: authors that are read, whoever they are.
            longest: octets of the longest chunk that the mailbox takes.
        """
        self.mail = mail
        self.url = url
        self.members: frozenset[PublicKey] = frozenset()
        self.doorsteps: frozenset[bytes] = frozenset()
        self._own = own
        self._rows = {author: Row(longest) for author in introductions}
        self._introductions = dict(introductions)
        self._known = frozenset(known)
        self._writers: dict[bytes, PublicKey] = {}
        self._arrived: dict[bytes, PublicKey] = {}
        self._passed_on: dict[bytes, bytes] = {}
        self._chunks: dict[bytes, dict[int, Chunk]] = {}
        self._seconds: dict[tuple[bytes, bytes], int] = {}
        self._read: dict[bytes, set[bytes]] = {}
        self._counts: Counter[bytes] = Counter()
        self._distrusted: set[bytes] = set()
        self._last: dict[tuple[bytes, str], Message] = {}
        self._letters: deque[tuple[bytes, Message, Introduction | None]] = deque()
        self._entries = MailedEntries()
        self._statements: dict[bytes, tuple[bytes, tuple[int, bytes]]] = {}
        self._untold: deque[bytes] = deque()
        self._heads: Heads | None = None
        self._said: Heads | None = None
        self._must_say = False

    # What others have left

    @property
    def authors(self) -> frozenset[bytes]:
        """Whose chunks are to be read."""
        members = (author for author, key in self._writers.items() if key in self.members)
        own = (author.public for author in self._rows)
        found = {*own, *self._known, *self.doorsteps, *self._arrived, *members}
        return frozenset(found - self._distrusted)

    def take(self, left: Left) -> None:
        """Read what the mailbox holds under a name; what is older than what was read is not.

        Raises:
            ConnectionLost: somebody else writes by our player's key.
        """
        author, place = left.author, (left.author, left.name)
        if author not in self.authors or left.second < self._seconds.get(place, 0):
            return
        self._counts[author] += 1
        if self._counts[author] > MAX_REWRITTEN:
            self.distrust(author)
            return
        try:
            chunk = Chunk.opened(left.sealed, left.name, self.mail, author, self.url)
        except PeerFault:
            return  # anybody may have carried it here from another mailbox
        self._seconds[place] = left.second
        self._load(author, chunk)
        chunks = self._chunks.setdefault(author, {})
        chunks[chunk.number] = chunk
        read = self._read.setdefault(author, set())
        for raw in messages_of(chunks, MAX_MESSAGE):
            if _name(raw) not in read and author not in self._distrusted:
                read.add(_name(raw))
                self._open(author, raw)

    def _load(self, author: bytes, chunk: Chunk) -> None:
        """Go on writing after what we wrote before.

        Raises:
            ConnectionLost: it is not what we wrote.
        """
        row = next((row for own, row in self._rows.items() if own.public == author), None)
        if row is None:
            return
        known = row.chunks.get(chunk.number)
        if known is not None and known.extends(chunk):
            return
        if row.unposted is not None or (known is not None and not chunk.extends(known)):
            raise ConnectionLost("another device writes mail for the same player")
        row.load(chunk)

    def distrust(self, author: bytes) -> None:
        """Read nothing more of an author as long as the connection lasts; never of ourselves."""
        if any(own.public == author for own in self._rows):
            return
        self._distrusted.add(author)
        self._entries.forget(author)
        self._letters = deque(one for one in self._letters if one[0] != author)

    def _open(self, author: bytes, raw: bytes) -> None:
        """Take a message out of what an author has left."""
        try:
            message = read_message(raw)
            match message:
                case Introduce(signed=signed):
                    self._introduce(author, Introduction.read(signed, self.mail.table))
                case Entries(entries=entries):
                    for entry in entries:
                        self._entries.add(Entry.from_bytes(entry), author)
                case Statements(records=records):
                    for record in records:
                        if self._add_statement(author, record):
                            self._untold.append(_statement_name(record))
                case Join() | Consent() | Proposal() | Found() | Succeed() | Parts() | Offending():
                    self._last[author, message.kind] = message
                    self._letters.append((author, message, None))
                case _:  # what is not said by mail
                    self.distrust(author)
        except (BadMessage, PeerFault, ProtocolError, ValueError):
            self.distrust(author)

    def _introduce(self, author: bytes, found: Introduction) -> None:
        if author in self.doorsteps:
            self._arrived[found.author] = found.caller
            self._letters.append((author, Introduce(signed=found.raw), found))
        writes = sum(key == found.caller for key in self._writers.values())
        known = found.author in self._writers
        if not known and len(self._writers) < MAX_AUTHORS and writes < AUTHORS_EACH:
            self._writers[found.author] = found.caller
            self._passed_on[found.author] = found.raw

    def _add_statement(self, author: bytes, record: tuple[int, bytes]) -> bool:
        """An author has left a statement; whether nobody had before.

        Raises:
            ProtocolError, ValueError: it is none.
        """
        name = _statement_name(record)
        if name in self._statements:
            return False
        self._statements[name] = (author, record)
        return True

    # What the node is given

    def next_letter(self) -> Letter | Heads | None:
        """What the node is given next; None if there is nothing for now."""
        while self._letters:
            author, message, introduction = self._letters.popleft()
            if isinstance(message, _AS_IT_STANDS) and message != self._last[author, message.kind]:
                continue
            if introduction is not None:
                return Letter(author, introduction.caller, message, introduction)
            return self._letter(author, message)
        heads = self._heads
        if heads is None:
            return None
        if self._must_say:
            self._must_say = False
            return self._say(heads, all_lines=True)
        if (given := self._entries.next()) is not None:
            author, entries = given
            return self._letter(author, Entries(entries=entries))
        if (told := self._next_statement(heads)) is not None:
            return told
        if (said := self._said) is not None and self.due(0) is None:
            now, self._said = self._say(heads, all_lines=False), None
            return None if now == said else now
        return None

    def _say(self, heads: Heads, *, all_lines: bool) -> Heads:
        places = self._entries.places(heads.game, all_lines=all_lines)
        held = tuple(self._statements)[-MAX_HELD:]
        self._said = Heads(game=heads.game, places=places, held=held)
        return self._said

    def _letter(self, author: bytes, message: Message) -> Letter:
        return Letter(author, self._arrived.get(author) or self._writers.get(author), message)

    def _next_statement(self, heads: Heads) -> Letter | None:
        while self._untold:
            name = self._untold.popleft()
            author, record = self._statements[name]
            if name not in heads.held and author not in self._distrusted:
                return self._letter(author, Statements(records=(record,)))
        return None

    # What the node leaves

    def begin(self) -> None:
        """What the mailbox holds has been read: introduce our player, and others to whoever asks.

        Others may know the way to our player's mail alone.
        """
        for author, introduction in self._introductions.items():
            self._write_once(author, introduction.raw)
        if self._own is not None:
            for known, raw in self._passed_on.items():
                if self._writers[known] in self.members:
                    self._write_once(self._own, raw)

    def _write_once(self, author: Author, introduction: bytes) -> None:
        raw = write_message(Introduce(signed=introduction))
        read = self._read.setdefault(author.public, set())
        if _name(raw) not in read:
            read.add(_name(raw))
            self._rows[author].write(raw)

    def hear(self, message: Message) -> None:
        """The node says what it holds, or what the mailbox lacks: that is left there.

        What is private between two nodes, or of the moment, is not.
        """
        match message:
            case Heads():
                self._hear_heads(message)
            case Entries(entries=entries):
                self._leave_entries(entries)
            case Statements(records=records):
                new = tuple(one for one in records if self._add_statement(self._us, one))
                if new:
                    self._write(Statements(records=new))
            case Found() | Offending():  # whoever leaves it
                name = _name(write_message(message))
                if not any(name in read for read in self._read.values()):
                    self._write(message)
            case Join() | Consent() | Proposal() | Succeed() | Parts():
                if message != self._last.get((self._us, message.kind)):
                    self._last[self._us, message.kind] = message
                    self._write(message)
            case _:
                pass

    @property
    def _us(self) -> bytes:
        return b"" if self._own is None else self._own.public

    def _hear_heads(self, heads: Heads) -> None:
        if heads != self._heads:
            self._entries.hear(heads)
            self._untold = deque(self._statements)
        self._heads, self._must_say = heads, True

    def _leave_entries(self, entries: Iterable[bytes]) -> None:
        new: list[bytes] = []
        for raw in entries:
            entry = Entry.from_bytes(raw)
            if self._entries.add(entry, self._us):
                new.append(raw)
            self._entries.hold(entry)
            if new and (len(new) == MAX_BATCH or sum(map(len, new)) > MAX_CHUNK):
                self._write(Entries(entries=tuple(new)))
                new.clear()
        if new:
            self._write(Entries(entries=tuple(new)))

    def _write(self, message: Message) -> None:
        if self._own is not None:
            raw = write_message(message)
            self._read.setdefault(self._us, set()).add(_name(raw))
            self._rows[self._own].write(raw)

    def due(self, second: int) -> Due | None:
        """What is to be left in the mailbox next; None if it holds all that we know.

        Args:
            second: the time, in seconds since 1970-01-01 00:00 UTC.
        """
        for author, row in self._rows.items():
            if (chunk := row.unposted) is not None:
                place = (author.public, self.mail.name(author.public, chunk.number, self.url))
                return Due(author, chunk, max(second, self._seconds.get(place, 0) + 1))
        return None

    def posted(self, due: Due) -> None:
        """The mailbox holds this."""
        name = self.mail.name(due.author.public, due.chunk.number, self.url)
        self._seconds[due.author.public, name] = due.second
        self._rows[due.author].posted(due.chunk)


def _name(raw: bytes) -> bytes:
    return hashlib.sha256(raw).digest()


def _statement_name(record: tuple[int, bytes]) -> bytes:
    kind, raw = record
    return statement_name(read_statement_record(Record(RecordKind(kind), raw)))
