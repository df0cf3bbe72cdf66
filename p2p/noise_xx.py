"""Noise `XX_25519_ChaChaPoly_SHA256` (SPEC-16.1); this module alone touches the library.

The library is sound but old: it raises a handful of unrelated errors, and lets its state be reached
only through attributes that vanish when the handshake ends. Here failure is one error,
`ChannelError`, after which the connection must end.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, Protocol

from cryptography.exceptions import InvalidTag
from noise.connection import Keypair, NoiseConnection
from noise.exceptions import (
    NoiseHandshakeError,
    NoiseInvalidMessage,
    NoiseMaxNonceError,
    NoiseValueError,
)

from p2p.errors import ChannelError

__all__ = ["MAC_SIZE", "MAX_FRAME", "STATIC_SIZE", "Session"]

MAX_FRAME: Final = 65_535
"""Bytes of the longest Noise message."""
MAC_SIZE: Final = 16
STATIC_SIZE: Final = 32
"""Bytes of an X25519 key, private or public."""

_NAME: Final = b"Noise_XX_25519_ChaChaPoly_SHA256"


class _Hash(Protocol):
    def get_handshake_hash(self) -> bytes: ...


class _Key(Protocol):
    public_bytes: bytes


class _Handshake(Protocol):
    """What is read of the library's state, by the names of the Noise specification."""

    symmetric_state: _Hash
    s: _Key
    rs: _Key


class Session:
    """One side of one connection, from its first byte to its last.

    The caller writes, reads, writes; the listener reads, writes, reads; then both encrypt and
    decrypt. The library refuses any other order.

    Args:
        prologue: bytes on which both sides must agree.
        static: 32 fresh random bytes, the private key of this connection alone.
        caller: whether this side speaks first.
    """

    __slots__ = ("_handshake", "_noise")

    def __init__(self, prologue: bytes, static: bytes, *, caller: bool) -> None:
        self._noise = NoiseConnection.from_name(_NAME)
        self._noise.set_prologue(prologue)
        with _failures("the static key is unusable"):
            self._noise.set_keypair_from_private_bytes(Keypair.STATIC, static)
        if caller:
            self._noise.set_as_initiator()
        else:
            self._noise.set_as_responder()
        self._noise.start_handshake()
        # Kept here because the library forgets it with the last message of the handshake.
        self._handshake: _Handshake = self._noise.noise_protocol.handshake_state

    @property
    def transcript(self) -> bytes:
        """Hash of everything said in the handshake so far: 32 bytes."""
        return self._handshake.symmetric_state.get_handshake_hash()

    @property
    def own_static(self) -> bytes:
        """This side's public static key: 32 bytes."""
        return self._handshake.s.public_bytes

    @property
    def their_static(self) -> bytes:
        """The other side's public static key, once it has been read: 32 bytes."""
        return self._handshake.rs.public_bytes

    def write(self, payload: bytes) -> bytes:
        """The next message of the handshake, carrying a payload.

        Raises:
            ChannelError: it is not this side's turn, or the keys agree on nothing.
        """
        with _failures("the handshake cannot go on"):
            return bytes(self._noise.write_message(payload))

    def read(self, message: bytes) -> bytes:
        """The payload of the other side's next message of the handshake.

        Raises:
            ChannelError: it was altered, made for another prologue, or no such message.
        """
        with _failures("the handshake failed: it was altered, or meant for another table"):
            return bytes(self._noise.read_message(message))

    def encrypt(self, plain: bytes) -> bytes:
        """This side's next frame: the text, encrypted, and 16 bytes more."""
        with _failures("the frame cannot be encrypted"):
            return bytes(self._noise.encrypt(plain))

    def decrypt(self, frame: bytes) -> bytes:
        """The text of the other side's next frame.

        Raises:
            ChannelError: it was altered, repeated, moved, or one before it was lost.
        """
        with _failures("a frame was altered, lost, repeated or reordered"):
            return bytes(self._noise.decrypt(frame))


@contextmanager
def _failures(what: str) -> Iterator[None]:
    try:
        yield
    except (
        InvalidTag,
        NoiseHandshakeError,
        NoiseInvalidMessage,
        NoiseMaxNonceError,
        NoiseValueError,
        ValueError,
    ) as error:
        raise ChannelError(what) from error
