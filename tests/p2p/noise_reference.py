"""Noise XX written out from the Noise specification (revision 34), slow and obvious.

The reference for `p2p.noise_xx`, which shares only the primitives with it. Section numbers are
those of the specification.
"""

import hashlib
import hmac
from dataclasses import dataclass, field

from protocol.primitives import chacha20_poly1305_encrypt, x25519, x25519_public

NAME = b"Noise_XX_25519_ChaChaPoly_SHA256"


def public(private: bytes) -> bytes:
    return x25519_public(private)


def agree(private: bytes, other: bytes) -> bytes:
    """DH, section 4.1."""
    shared = x25519(private, other)
    assert shared is not None
    return shared


def expand(chaining_key: bytes, material: bytes) -> tuple[bytes, bytes]:
    """HKDF with two outputs, section 4.3."""
    temporary = hmac.digest(chaining_key, material, "sha256")
    first = hmac.digest(temporary, b"\x01", "sha256")
    return first, hmac.digest(temporary, first + b"\x02", "sha256")


def nonce(count: int) -> bytes:
    """Section 12.3: 32 bits of zeros, then the count, little-endian."""
    return bytes(4) + count.to_bytes(8, "little")


@dataclass
class Reference:
    """Both sides of one handshake at once: section 5.2 for the state, 7.5 for the pattern XX."""

    prologue: bytes
    caller_static: bytes
    caller_ephemeral: bytes
    listener_static: bytes
    listener_ephemeral: bytes
    h: bytes = field(init=False)
    ck: bytes = field(init=False)
    key: bytes | None = None
    count: int = 0

    def __post_init__(self) -> None:
        # The name has 32 bytes, exactly HASHLEN, and so is not hashed.
        self.h = self.ck = NAME
        self.mix_hash(self.prologue)

    def mix_hash(self, data: bytes) -> None:
        self.h = hashlib.sha256(self.h + data).digest()

    def mix_key(self, material: bytes) -> None:
        self.ck, self.key = expand(self.ck, material)
        self.count = 0

    def encrypt(self, plain: bytes) -> bytes:
        if self.key is None:
            sent = plain
        else:
            sent = chacha20_poly1305_encrypt(self.key, nonce(self.count), plain, self.h)
            self.count += 1
        self.mix_hash(sent)
        return sent

    def first(self, payload: bytes) -> bytes:
        e = public(self.caller_ephemeral)
        self.mix_hash(e)
        return e + self.encrypt(payload)

    def second(self, payload: bytes) -> bytes:
        e = public(self.listener_ephemeral)
        self.mix_hash(e)
        self.mix_key(agree(self.caller_ephemeral, e))
        s = self.encrypt(public(self.listener_static))
        self.mix_key(agree(self.caller_ephemeral, public(self.listener_static)))
        return e + s + self.encrypt(payload)

    def third(self, payload: bytes) -> bytes:
        s = self.encrypt(public(self.caller_static))
        self.mix_key(agree(self.caller_static, public(self.listener_ephemeral)))
        return s + self.encrypt(payload)

    def split(self) -> tuple[bytes, bytes]:
        """The keys of caller and listener, section 5.2."""
        return expand(self.ck, b"")
