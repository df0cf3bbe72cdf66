"""Noise `XX_25519_ChaChaPoly_SHA256` (SPEC-16.1, Noise revision 34).

    caller    e
    listener  e, ee, s, es
    caller    s, se

Each message may carry a payload. Afterwards each side has one key to encrypt with and one to
decrypt with. Every failure is one error, `ChannelError`, after which the connection must end.
"""

import hashlib
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

from p2p.errors import ChannelError
from protocol import hkdf
from protocol.primitives import (
    chacha20_poly1305_decrypt,
    chacha20_poly1305_encrypt,
    x25519,
    x25519_public,
)

__all__ = ["FRESH_SIZE", "MAC_SIZE", "MAX_FRAME", "Session"]

MAX_FRAME: Final = 65_535
"""Bytes of the longest Noise message."""
MAC_SIZE: Final = 16
FRESH_SIZE: Final = 64
"""Random bytes that a connection takes: its static key and its ephemeral one, both private."""

_NAME: Final = b"Noise_XX_25519_ChaChaPoly_SHA256"
_KEY: Final = 32
_LAST_NONCE: Final = 2**64 - 2
_FAILED: Final = "the handshake failed: it was altered, or meant for another table"
_NOT_DUE: Final = "the handshake cannot go on: another step of it is due"
_NOT_DONE: Final = "no frame goes through before the handshake is done"
_TOO_LONG: Final = f"a frame has at most {MAX_FRAME} bytes"


class _Token(Enum):
    """What a message of the handshake holds or mixes in (Noise 7.1)."""

    E = auto()
    S = auto()
    EE = auto()
    ES = auto()
    SE = auto()


_XX: Final = (
    (_Token.E,),
    (_Token.E, _Token.EE, _Token.S, _Token.ES),
    (_Token.S, _Token.SE),
)
"""The messages, by turns of the caller and the listener (Noise 7.5)."""


@dataclass(slots=True)
class _Cipher:
    """A key and the number of messages it has served (Noise 5.1)."""

    key: bytes
    count: int = 0

    def encrypt(self, plain: bytes, bound: bytes = b"") -> bytes:
        return chacha20_poly1305_encrypt(self.key, self._nonce(), plain, bound)

    def decrypt(self, encrypted: bytes, bound: bytes = b"") -> bytes | None:
        """The text; None, and nothing counted, if it is not the next one."""
        plain = chacha20_poly1305_decrypt(self.key, self._nonce(), encrypted, bound)
        if plain is None:
            self.count -= 1
        return plain

    def _nonce(self) -> bytes:
        if self.count > _LAST_NONCE:
            raise ChannelError("a connection has served as many frames as it may")
        self.count += 1
        return bytes(4) + (self.count - 1).to_bytes(8, "little")


class _Symmetric:
    """The chaining key and the hash of all that was said (Noise 5.2)."""

    __slots__ = ("_chaining_key", "_cipher", "hash")

    def __init__(self, prologue: bytes) -> None:
        # The name has 32 bytes, as many as the hash, and so stands for itself.
        self.hash = self._chaining_key = _NAME
        self._cipher: _Cipher | None = None
        self.mix_hash(prologue)

    def mix_hash(self, data: bytes) -> None:
        self.hash = hashlib.sha256(self.hash + data).digest()

    def mix_shared(self, private: bytes, public: bytes) -> None:
        shared = x25519(private, public)
        if shared is None:
            raise ChannelError("the handshake cannot go on: the keys agree on nothing")
        self._chaining_key, key = self._expanded(shared)
        self._cipher = _Cipher(key)

    def encrypt_and_hash(self, plain: bytes) -> bytes:
        sent = plain if self._cipher is None else self._cipher.encrypt(plain, self.hash)
        self.mix_hash(sent)
        return sent

    def decrypt_and_hash(self, received: bytes) -> bytes:
        plain = received if self._cipher is None else self._cipher.decrypt(received, self.hash)
        if plain is None:
            raise ChannelError(_FAILED)
        self.mix_hash(received)
        return plain

    def split(self) -> tuple[_Cipher, _Cipher]:
        """What the caller encrypts with, and what the listener does."""
        caller, listener = self._expanded(b"")
        return _Cipher(caller), _Cipher(listener)

    def _expanded(self, material: bytes) -> tuple[bytes, bytes]:
        both = hkdf.expand(hkdf.extract(self._chaining_key, material), b"", 2 * _KEY)
        return both[:_KEY], both[_KEY:]


class Session:
    """One side of one connection, from its first byte to its last.

    The caller writes, reads, writes; the listener reads, writes, reads; then both encrypt and
    decrypt. Any other order is refused.

    Args:
        prologue: bytes on which both sides must agree.
        fresh: 64 random bytes, for this connection alone.
        caller: whether this side speaks first.

    Raises:
        ChannelError: not 64 bytes.
    """

    __slots__ = (
        "_caller",
        "_e",
        "_public",
        "_re",
        "_receiving",
        "_rs",
        "_s",
        "_sending",
        "_state",
        "_step",
    )

    def __init__(self, prologue: bytes, fresh: bytes, *, caller: bool) -> None:
        if len(fresh) != FRESH_SIZE:
            raise ChannelError(f"a connection takes {FRESH_SIZE} random bytes, not {len(fresh)}")
        self._s, self._e = fresh[:_KEY], fresh[_KEY:]
        self._public = x25519_public(self._s)
        self._rs = self._re = b""
        self._caller = caller
        self._state = _Symmetric(prologue)
        self._step = 0
        self._sending: _Cipher | None = None
        self._receiving: _Cipher | None = None

    @property
    def transcript(self) -> bytes:
        """Hash of everything said in the handshake so far: 32 bytes."""
        return self._state.hash

    @property
    def own_static(self) -> bytes:
        """This side's public static key: 32 bytes."""
        return self._public

    @property
    def their_static(self) -> bytes:
        """The other side's public static key, once it has been read: 32 bytes."""
        return self._rs

    def write(self, payload: bytes) -> bytes:
        """The next message of the handshake, carrying a payload.

        Raises:
            ChannelError: it is not this side's turn, or the keys agree on nothing.
        """
        message = b""
        for token in self._due(writing=True):
            match token:
                case _Token.E:
                    public = x25519_public(self._e)
                    self._state.mix_hash(public)
                    message += public
                case _Token.S:
                    message += self._state.encrypt_and_hash(self.own_static)
                case _Token.EE | _Token.ES | _Token.SE:
                    self._mix(token)
        message += self._state.encrypt_and_hash(payload)
        if len(message) > MAX_FRAME:
            raise ChannelError(_TOO_LONG)
        self._go_on()
        return message

    def read(self, message: bytes) -> bytes:
        """The payload of the other side's next message of the handshake.

        Raises:
            ChannelError: it was altered, made for another prologue, or no such message.
        """
        if len(message) > MAX_FRAME:
            raise ChannelError(_TOO_LONG)
        for token in self._due(writing=False):
            match token:
                case _Token.E:
                    self._re, message = _cut(message, _KEY)
                    self._state.mix_hash(self._re)
                case _Token.S:
                    static, message = _cut(message, _KEY + MAC_SIZE)
                    self._rs = self._state.decrypt_and_hash(static)
                case _Token.EE | _Token.ES | _Token.SE:
                    self._mix(token)
        payload = self._state.decrypt_and_hash(message)
        self._go_on()
        return payload

    def encrypt(self, plain: bytes) -> bytes:
        """This side's next frame: the text, encrypted, and 16 bytes more.

        Raises:
            ChannelError: the text is too long for a frame, or the handshake is not done.
        """
        if len(plain) > MAX_FRAME - MAC_SIZE:
            raise ChannelError(_TOO_LONG)
        return _done(self._sending).encrypt(plain)

    def decrypt(self, frame: bytes) -> bytes:
        """The text of the other side's next frame.

        Raises:
            ChannelError: it was altered, repeated, moved, or one before it was lost.
        """
        if len(frame) > MAX_FRAME:
            raise ChannelError(_TOO_LONG)
        plain = _done(self._receiving).decrypt(frame)
        if plain is None:
            raise ChannelError("a frame was altered, lost, repeated or reordered")
        return plain

    def _due(self, *, writing: bool) -> tuple[_Token, ...]:
        callers = self._step % 2 == 0
        if self._step == len(_XX) or writing != (callers == self._caller):
            raise ChannelError(_NOT_DUE)
        return _XX[self._step]

    def _mix(self, token: _Token) -> None:
        """Mix in what two keys share: the first letter of the token names the caller's."""
        match token, self._caller:
            case _Token.EE, _:
                self._state.mix_shared(self._e, self._re)
            case (_Token.ES, True) | (_Token.SE, False):
                self._state.mix_shared(self._e, self._rs)
            case _:
                self._state.mix_shared(self._s, self._re)

    def _go_on(self) -> None:
        self._step += 1
        if self._step == len(_XX):
            caller, listener = self._state.split()
            both = (caller, listener) if self._caller else (listener, caller)
            self._sending, self._receiving = both


def _cut(message: bytes, size: int) -> tuple[bytes, bytes]:
    if len(message) < size:
        raise ChannelError(_FAILED)
    return message[:size], message[size:]


def _done(cipher: _Cipher | None) -> _Cipher:
    if cipher is None:
        raise ChannelError(_NOT_DONE)
    return cipher
