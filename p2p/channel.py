"""One encrypted channel between two nodes, the same bytes whatever carries them (SPEC-16.1).

Noise XX, then one more message. Static keys are made for the connection and thrown away, so they
identify nobody; who a node *is* is said by its Ed25519 key, which signs the handshake. The prologue
names the table, so who does not know the table id fails before anybody has said anything:

    who       Noise         payload                              what it tells
    caller    e             none
    listener  e, ee, s, es  none                                 a prober: two throw-away keys
    caller    s, se         key, signature, proof of an invite   the listener: who calls
    listener  a frame       key, signature                       the caller: who listens

The listener sends the fourth only to those who may come in; anyone else is dropped having learned
nothing.

A *knock* (SPEC-16.22) goes the same way with another prologue, for a stranger does not know the
table; its first message says so. The listener then speaks with the key of its listing.

Each stage is a type of its own and returns the next, so that no step can be left out. Any failure
is a `ChannelError`, and the connection must end.
"""

from dataclasses import dataclass, field
from enum import Enum
from typing import Final

from p2p.errors import ChannelError
from p2p.noise_xx import MAC_SIZE, MAX_FRAME, Session
from p2p.tickets import AnyProof, AnyTicket, read_proof
from protocol.encoding import Data, decode, encode
from protocol.errors import Refused
from protocol.hashing import Tag, tagged
from protocol.identity import KEY_SIZE, SIGNATURE_SIZE, Identity, PublicKey
from protocol.record_reader import RecordReader

__all__ = [
    "MAX_MESSAGE",
    "Channel",
    "Dialed",
    "Greeted",
    "Introduced",
    "Listening",
    "is_knock",
]

MAX_MESSAGE: Final = 1280 * 1024
"""Bytes of one message, which is cut into as many frames as it needs."""

_KNOCKS: Final = b"\x01"
"""Payload of the first message of a knock; that of a call is empty."""
_PIECE: Final = MAX_FRAME - MAC_SIZE - 1
_LAST, _MORE = b"\x00", b"\x01"
_MAX_PAYLOAD: Final = 384
_BEGINNING: Final = 64

_INTRODUCTION: Final = RecordReader("SPEC-16.2", "introduction")
_ADMISSION: Final = RecordReader("SPEC-16.2", "admission")


class _Role(Enum):
    """Whose signature it is: the first byte of what is signed."""

    CALLER = b"\x00"
    LISTENER = b"\x01"


@dataclass(frozen=True, slots=True)
class Channel:
    """An established channel: messages whole and in order (SPEC-16.3), from one known key.

    Attributes:
        peer: whom it leads to.
        dialed: whether this side began it.
    """

    peer: PublicKey
    dialed: bool
    _session: Session = field(repr=False)
    _pieces: bytearray = field(default_factory=bytearray, init=False, repr=False)

    def seal(self, message: bytes) -> list[bytes]:
        """The frames that carry a message, to be sent in this order and before any others.

        Raises:
            ChannelError: the message is empty or longer than `MAX_MESSAGE`.
        """
        if not 1 <= len(message) <= MAX_MESSAGE:
            raise ChannelError(f"a message has 1 to {MAX_MESSAGE} bytes, not {len(message)}")
        pieces = [message[start : start + _PIECE] for start in range(0, len(message), _PIECE)]
        heads = [_MORE] * (len(pieces) - 1) + [_LAST]
        return [
            self._session.encrypt(head + piece) for head, piece in zip(heads, pieces, strict=True)
        ]

    @property
    def beginning(self) -> bytes:
        """How a message begins of which more frames are to follow."""
        return bytes(self._pieces[:_BEGINNING])

    def open(self, frame: bytes) -> bytes | None:
        """The message that this frame completes; None if more frames belong to it.

        Raises:
            ChannelError: the frame is not the peer's next one, or the message grows too long.
        """
        plain = self._session.decrypt(frame)
        head, piece = plain[:1], plain[1:]
        if not piece or head not in (_LAST, _MORE):
            raise ChannelError("a frame is malformed")
        if len(self._pieces) + len(piece) > MAX_MESSAGE:
            raise ChannelError(f"a message is longer than {MAX_MESSAGE} bytes")
        self._pieces.extend(piece)
        if head == _MORE:
            return None
        message = bytes(self._pieces)
        self._pieces.clear()
        return message


@dataclass(frozen=True, slots=True)
class Dialed:
    """The caller, waiting to be greeted."""

    _identity: Identity
    _ticket: AnyTicket | None
    _session: Session = field(repr=False)

    @classmethod
    def begin(
        cls, identity: Identity, table: bytes, fresh: bytes, ticket: AnyTicket | None = None
    ) -> tuple["Dialed", bytes]:
        """Call a node of a table.

        Args:
            identity: who calls.
            table: table id.
            fresh: 64 random bytes, for this connection alone.
            ticket: of an invite, for one whose key the others do not know yet.

        Returns:
            The next stage, and the first message.
        """
        session = Session(tagged(Tag.CHANNEL, table), fresh, caller=True)
        return cls(identity, ticket, session), session.write(b"")

    @classmethod
    def knock(cls, identity: Identity, listed: PublicKey, fresh: bytes) -> tuple["Dialed", bytes]:
        """Knock at a table that is listed under a key; the rest is as in `begin`."""
        session = Session(tagged(Tag.KNOCK, listed.raw), fresh, caller=True)
        return cls(identity, None, session), session.write(_KNOCKS)

    def greeted(self, message: bytes) -> tuple["Greeted", bytes]:
        """Take the second message, and return the third with the next stage.

        Raises:
            ChannelError: who listens there is no node of this table.
        """
        _empty(self._session.read(message))
        transcript = self._session.transcript
        key = self._identity.public
        signature = self._identity.sign(
            Tag.CHANNEL, _Role.CALLER.value + transcript + self._session.own_static
        )
        proof: Data = None
        if self._ticket is not None:
            proof = self._ticket.shown(transcript, key)
        third = self._session.write(encode((key.raw, signature, proof)))
        return Greeted(key, self._session), third


@dataclass(frozen=True, slots=True)
class Greeted:
    """The caller, waiting to be admitted."""

    _key: PublicKey
    _session: Session = field(repr=False)

    def admitted(self, message: bytes) -> Channel:
        """Take the fourth message.

        Raises:
            ChannelError: who listens did not sign this handshake, or is the caller itself.
        """
        plain = self._session.decrypt(message)
        with_static = self._session.transcript + self._session.their_static
        try:
            fields = _ADMISSION.array(decode(plain, _MAX_PAYLOAD), "the whole", 2, 2)
            peer = _signer(_ADMISSION, fields, _Role.LISTENER.value + with_static)
        except Refused as error:
            raise ChannelError(str(error)) from error
        _not_self(self._key, peer)
        return Channel(peer, dialed=True, _session=self._session)


@dataclass(frozen=True, slots=True)
class Listening:
    """The listener, waiting to learn who calls."""

    _identity: Identity
    _session: Session = field(repr=False)

    @classmethod
    def called(
        cls, identity: Identity, table: bytes, fresh: bytes, message: bytes
    ) -> tuple["Listening", bytes]:
        """Take the first message of a caller, and return the second with the next stage.

        Args:
            identity: who listens.
            table: table id.
            fresh: 64 random bytes, for this connection alone.
            message: what the caller sent.

        Raises:
            ChannelError: it is no first message.
        """
        session = Session(tagged(Tag.CHANNEL, table), fresh, caller=False)
        _empty(session.read(message))
        return cls(identity, session), session.write(b"")

    @classmethod
    def knocked(cls, identity: Identity, fresh: bytes, message: bytes) -> tuple["Listening", bytes]:
        """Take the first message of a knock; the identity is that of the listing.

        Raises:
            ChannelError: it is no first message of a knock.
        """
        session = Session(tagged(Tag.KNOCK, identity.public.raw), fresh, caller=False)
        if session.read(message) != _KNOCKS:
            raise ChannelError("that is no knock")
        return cls(identity, session), session.write(b"")

    def introduced(self, message: bytes) -> "Introduced":
        """Take the third message.

        Raises:
            ChannelError: the caller does not know this table, did not sign this handshake, or is
                the listener itself.
        """
        transcript = self._session.transcript
        plain = self._session.read(message)
        with_static = transcript + self._session.their_static
        try:
            fields = _INTRODUCTION.array(decode(plain, _MAX_PAYLOAD), "the whole", 3, 3)
            caller = _signer(_INTRODUCTION, fields[:2], _Role.CALLER.value + with_static)
            proof = None if fields[2] is None else read_proof(fields[2], transcript, caller)
        except Refused as error:
            raise ChannelError(str(error)) from error
        _not_self(self._identity.public, caller)
        return Introduced(caller, proof, self._identity, self._session)


@dataclass(frozen=True, slots=True)
class Introduced:
    """The listener, which now knows who calls and decides whether to admit.

    Attributes:
        caller: the caller's key.
        proof: of an invite, if the caller gave one.
    """

    caller: PublicKey
    proof: AnyProof | None
    _identity: Identity
    _session: Session = field(repr=False)

    def admit(self) -> tuple[Channel, bytes]:
        """Let the caller in: the channel, and the fourth message."""
        signature = self._identity.sign(
            Tag.CHANNEL,
            _Role.LISTENER.value + self._session.transcript + self._session.own_static,
        )
        fourth = self._session.encrypt(encode((self._identity.public.raw, signature)))
        return Channel(self.caller, dialed=False, _session=self._session), fourth


def is_knock(first: bytes) -> bool:
    """Whether the first message of a caller begins a knock."""
    return len(first) == KEY_SIZE + len(_KNOCKS)


def _signer(reader: RecordReader, fields: tuple[Data, ...], content: bytes) -> PublicKey:
    """The key in the first field, which the second proves to have signed the content."""
    key = PublicKey(reader.octets(fields[0], "key", KEY_SIZE, KEY_SIZE))
    signature = reader.octets(fields[1], "signature", SIGNATURE_SIZE, SIGNATURE_SIZE)
    if not key.verifies(Tag.CHANNEL, content, signature):
        raise ChannelError(f"{key.fingerprint} did not sign this handshake")
    return key


def _empty(payload: bytes) -> None:
    if payload:
        raise ChannelError("the handshake carries a payload too early")


def _not_self(own: PublicKey, other: PublicKey) -> None:
    if own == other:
        raise ChannelError("the other end has our own key: it is this node or a copy of it")
