"""What one player signs about its ways in (SPEC-16.16)."""

from dataclasses import dataclass
from typing import Final, Self

from p2p.errors import BadAddress, PeerFault
from p2p.ways import MAX_WAY, WayIn, read_way
from protocol.encoding import decode, encode
from protocol.errors import Refused
from protocol.hashing import HASH_SIZE, Tag
from protocol.head import MAX_NUMBER
from protocol.identity import KEY_SIZE, Identity, PublicKey
from protocol.record_reader import RecordReader

__all__ = ["MAX_LISTED", "MAX_WAYS_LIST", "WaysList"]

MAX_LISTED: Final = 4
MAX_WAYS_LIST: Final = 2048
"""Bytes of the longest list with its signature."""

_FORM: Final = RecordReader("SPEC-16.16", "list of ways in")


@dataclass(frozen=True, slots=True)
class WaysList:
    """The ways in to the node of one player at one table, signed by that player.

    Attributes:
        table: table id.
        key: whose ways these are.
        number: of two lists of one player the one with the greater number counts.
        ways: at most 4; none if its node cannot be called.
        signature: of that player.
    """

    table: bytes
    key: PublicKey
    number: int
    ways: tuple[WayIn, ...]
    signature: bytes

    @classmethod
    def signed(cls, identity: Identity, table: bytes, number: int, ways: tuple[WayIn, ...]) -> Self:
        """The list of the player with this identity; only the first four ways are listed."""
        listed = ways[:MAX_LISTED]
        body = _body(table, identity.public, number, listed)
        return cls(table, identity.public, number, listed, identity.sign(Tag.WAYS, body))

    @classmethod
    def read(cls, raw: bytes) -> Self:
        """Read a list, and judge its signature.

        Raises:
            PeerFault: it is of another form, or its player has not signed it.
        """
        try:
            body, signature = _FORM.signed(raw, MAX_WAYS_LIST)
            fields = _FORM.array(decode(body, MAX_WAYS_LIST), "the whole", 4, 4)
            texts = _FORM.array(fields[3], "the ways", 0, MAX_LISTED)
            read = cls(
                _FORM.octets(fields[0], "table", HASH_SIZE, HASH_SIZE),
                PublicKey(_FORM.octets(fields[1], "key", KEY_SIZE, KEY_SIZE)),
                _FORM.integer(fields[2], "number", 0, MAX_NUMBER),
                tuple(_way(text) for text in texts),
                signature,
            )
        except (Refused, BadAddress) as error:
            raise PeerFault(f"the peer sent ways in that cannot be read: {error}") from error
        if not read.key.verifies(Tag.WAYS, body, signature) or read.body != body:
            raise PeerFault("the peer sent ways in that nobody has signed like this")
        return read

    @property
    def body(self) -> bytes:
        """What is signed."""
        return _body(self.table, self.key, self.number, self.ways)

    @property
    def raw(self) -> bytes:
        """The whole as sent and stored."""
        return encode((self.body, self.signature))

    @property
    def order(self) -> tuple[int, bytes]:
        """Of two lists of one player the one that is greater by this counts."""
        return self.number, self.body


def _body(table: bytes, key: PublicKey, number: int, ways: tuple[WayIn, ...]) -> bytes:
    return encode((table, key.raw, number, tuple(map(str, ways))))


def _way(data: object) -> WayIn:
    if not isinstance(data, str) or len(data) > MAX_WAY:
        raise _FORM.refusal("a way in is not written as text")
    way = read_way(data)
    if way.address.port == 0:
        raise _FORM.refusal("a way in has port 0")
    return way
