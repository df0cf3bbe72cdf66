"""What an author has written, in sealed chunks that a mailbox keeps (SPEC-16.20).

An author's mail is one row of octets that only grows: messages, each after its length. It is cut
into chunks, of which the last is written anew as it grows. A chunk says where it lies in the row
and where in it a message begins, so that one that is lost takes only its own messages along.
"""

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final, Self

from p2p.errors import PeerFault
from p2p.mail.keys import TableMail
from protocol.encoding import decode, encode
from protocol.errors import Refused
from protocol.head import MAX_NUMBER
from protocol.primitives import chacha20_poly1305_decrypt, chacha20_poly1305_encrypt
from protocol.record_reader import RecordReader

__all__ = ["MAX_CHUNK", "MAX_CHUNKS", "MAX_SEALED", "Chunk", "Row", "framed", "messages_of"]

MAX_CHUNK: Final = 36_000
"""Octets of an author's row in one chunk: sealed and in base64 it fits into what relays take."""
MAX_CHUNKS: Final = 256
"""Chunks of one author that are read and written."""
MAX_SEALED: Final = MAX_CHUNK + 64
"""Bytes of the longest chunk with its seal."""

_NONCE_SIZE: Final = 12
_MARK_SIZE: Final = 16
_LENGTH_SIZE: Final = 4
_FORM: Final = RecordReader("SPEC-16.20", "chunk of mail")


@dataclass(frozen=True, slots=True)
class Chunk:
    """A piece of what one author has written.

    Attributes:
        number: counts the author's chunks from 0.
        start: where it lies in the author's row of octets.
        begins: where in it the first message begins; its length if none does.
        octets: the piece, 1 to 36,000 bytes.
    """

    number: int
    start: int
    begins: int
    octets: bytes

    def extends(self, before: Self) -> bool:
        """Whether this is the same chunk, or the same as it has grown."""
        grown = replace(before, octets=self.octets)
        return self == grown and self.octets.startswith(before.octets)

    def sealed(self, mail: TableMail, author: bytes, url: str) -> bytes:
        """The chunk as the mailbox at a URL keeps it."""
        nonce = os.urandom(_NONCE_SIZE)
        return self.sealed_with(nonce, mail, author, url)

    def sealed_with(self, nonce: bytes, mail: TableMail, author: bytes, url: str) -> bytes:
        """The same with a nonce of 12 bytes, which must be another one each time."""
        plain = encode((self.number, self.start, self.begins, self.octets))
        bound = mail.name(author, self.number, url)
        return nonce + chacha20_poly1305_encrypt(mail.seal_key(author), nonce, plain, bound)

    @classmethod
    def opened(cls, sealed: bytes, name: bytes, mail: TableMail, author: bytes, url: str) -> Self:
        """Open a chunk that the mailbox at a URL keeps under a name.

        Raises:
            PeerFault: it is of another table, author, mailbox or place, or of another form.
        """
        if not _NONCE_SIZE + _MARK_SIZE < len(sealed) <= MAX_SEALED:
            raise PeerFault(f"a chunk of mail has {len(sealed)} bytes")
        nonce, rest = sealed[:_NONCE_SIZE], sealed[_NONCE_SIZE:]
        plain = chacha20_poly1305_decrypt(mail.seal_key(author), nonce, rest, name)
        if plain is None:
            raise PeerFault("a chunk of mail that nobody at this table has sealed")
        try:
            fields = _FORM.array(decode(plain, MAX_SEALED), "the whole", 4, 4)
            octets = _FORM.octets(fields[3], "octets", 1, MAX_CHUNK)
            chunk = cls(
                _FORM.integer(fields[0], "number", 0, MAX_CHUNKS - 1),
                _FORM.integer(fields[1], "start", 0, MAX_NUMBER),
                _FORM.integer(fields[2], "beginning", 0, len(octets)),
                octets,
            )
        except Refused as error:
            raise PeerFault(f"a chunk of mail that cannot be read: {error}") from error
        if name != mail.name(author, chunk.number, url):
            raise PeerFault("a chunk of mail in a place that is not its own")
        return chunk


class Row:
    """What one node writes at one mailbox: chunks, and which of them are to be posted.

    Attributes:
        chunks: by number.
    """

    def __init__(self, longest: int = MAX_CHUNK) -> None:
        """Nothing is written; no chunk is to have more octets than this."""
        self._longest = longest
        self.chunks: dict[int, Chunk] = {}
        self._unposted: dict[int, Chunk] = {}

    def load(self, chunk: Chunk) -> None:
        """The mailbox holds this of what was written before."""
        self.chunks[chunk.number] = chunk

    @property
    def full(self) -> bool:
        """Whether nothing more can be written."""
        return max(self.chunks, default=0) >= MAX_CHUNKS - 1

    def write(self, raw: bytes) -> None:
        """Write a message at the end."""
        rest, begins = framed(raw), 0
        while rest and not self.full:
            last = self.chunks.get(max(self.chunks, default=0))
            if last is None:
                last = Chunk(0, 0, 0, b"")
            elif len(last.octets) >= self._longest:
                after = last.start + len(last.octets)
                last = Chunk(last.number + 1, after, min(begins, self._longest), b"")
            room = self._longest - len(last.octets)
            taken, rest = rest[:room], rest[room:]
            grown = Chunk(last.number, last.start, last.begins, last.octets + taken)
            self.chunks[grown.number] = self._unposted[grown.number] = grown
            begins = len(rest)

    @property
    def unposted(self) -> Chunk | None:
        """The first chunk that the mailbox does not hold as it is now."""
        return self._unposted.get(min(self._unposted, default=-1))

    def posted(self, chunk: Chunk) -> None:
        """The mailbox holds this chunk; it may have grown meanwhile."""
        if self._unposted.get(chunk.number) == chunk:
            del self._unposted[chunk.number]


def framed(raw: bytes) -> bytes:
    """A message after its length."""
    return len(raw).to_bytes(_LENGTH_SIZE, "big") + raw


def messages_of(chunks: Mapping[int, Chunk], most: int) -> Iterator[bytes]:
    """The messages that are whole in these chunks of one author, in their order.

    After a gap it goes on where the next message begins.

    Args:
        chunks: by number.
        most: bytes of the longest message; what claims to be longer ends its run.
    """
    run, after = b"", None
    for number in sorted(chunks):
        chunk = chunks[number]
        joined = after == (chunk.number, chunk.start)
        if not joined and chunk.begins == len(chunk.octets):
            continue  # it is the middle of a message of which the beginning is lost
        run = run + chunk.octets if joined else chunk.octets[chunk.begins :]
        after = chunk.number + 1, chunk.start + len(chunk.octets)
        place = 0
        while len(run) - place >= _LENGTH_SIZE:
            length = int.from_bytes(run[place : place + _LENGTH_SIZE], "big")
            if not 0 < length <= most:
                run, place, after = b"", 0, None
                break
            if len(run) - place - _LENGTH_SIZE < length:
                break
            place += _LENGTH_SIZE
            yield run[place : place + length]
            place += length
        run = run[place:]
