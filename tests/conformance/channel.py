"""Chapter 16 of SPEC.md once more: the handshake of the channel, invite links, messages."""

import base64
import hashlib
import hmac
import re
from collections.abc import Callable

from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from .canonical import Refused, Value, decode, encode
from .hashing import digest, sign, tagged

__all__ = [
    "Cipher",
    "Noise",
    "greeting",
    "message",
    "read_invite",
    "write_invite",
    "write_listing",
    "write_ways",
]


class Cipher:
    """One direction of an encrypted channel (Noise, section 5.1)."""

    def __init__(self, key: bytes) -> None:
        self._aead = ChaCha20Poly1305(key)
        self._used = 0

    def _nonce(self) -> bytes:
        self._used += 1
        return bytes(4) + (self._used - 1).to_bytes(8, "little")

    def lock(self, plain: bytes, beside: bytes = b"") -> bytes:
        return self._aead.encrypt(self._nonce(), plain, beside)

    def unlock(self, locked: bytes, beside: bytes = b"") -> bytes:
        return self._aead.decrypt(self._nonce(), locked, beside)


class Noise:
    """What both sides of the handshake share after each message (Noise, section 5.2)."""

    def __init__(self, subject: bytes, purpose: str = "channel") -> None:
        self.hash = self._chain = b"Noise_XX_25519_ChaChaPoly_SHA256"
        self._cipher: Cipher | None = None
        self._mix(tagged(purpose, subject))

    def _mix(self, data: bytes) -> None:
        self.hash = hashlib.sha256(self.hash + data).digest()

    def _two(self, content: bytes) -> tuple[bytes, bytes]:
        key = hmac.digest(self._chain, content, "sha256")
        first = hmac.digest(key, b"\x01", "sha256")
        return first, hmac.digest(key, first + b"\x02", "sha256")

    def shown(self, public: bytes) -> bytes:
        """An ephemeral key in the open."""
        self._mix(public)
        return public

    def agreed(self, own: bytes, other: bytes) -> None:
        """One Diffie-Hellman, between a private and a public key."""
        private = X25519PrivateKey.from_private_bytes(own)
        shared = private.exchange(X25519PublicKey.from_public_bytes(other))
        self._chain, key = self._two(shared)
        self._cipher = Cipher(key)

    def hidden(self, plain: bytes) -> bytes:
        """A static key or a payload, encrypted if there is a key yet."""
        locked = plain if self._cipher is None else self._cipher.lock(plain, self.hash)
        self._mix(locked)
        return locked

    def split(self) -> tuple[Cipher, Cipher]:
        """The directions from the caller and from the listener."""
        caller, listener = self._two(b"")
        return Cipher(caller), Cipher(listener)


def greeting(key: bytes, seed: bytes, side: int, handshake: bytes, static: bytes) -> list[Value]:
    """Key and signature of who is there: side 0 calls, side 1 listens (SPEC-16.2)."""
    return [key, sign(seed, "channel", bytes([side]) + handshake + static)]


def write_invite(fields: list[Value]) -> str:
    """The link of an invite's fields (SPEC-16.4)."""
    content = encode(fields)
    whole = content + digest("invite-check", content)[:4]
    return "secret-subs:" + base64.urlsafe_b64encode(whole).decode().rstrip("=")


def read_invite(link: str) -> Value:
    """The fields of an invite link (SPEC-16.4)."""
    written = "".join(link.split()).removeprefix("secret-subs:")
    whole = base64.urlsafe_b64decode(written + "=" * (-len(written) % 4))
    if digest("invite-check", whole[:-4])[:4] != whole[-4:]:
        raise Refused("malformed")
    return decode(whole[:-4])


def write_ways(seed: bytes, key: bytes, table: bytes, number: int, ways: list[str]) -> bytes:
    """A list of ways in, signed by the player whose they are (SPEC-16.16)."""
    body = encode([table, key, number, list[Value](ways)])
    return encode([body, sign(seed, "ways", body)])


def write_listing(seed: bytes, fields: list[Value]) -> bytes:
    """What strangers are told of a table, signed by the name of its host at relays (16.21)."""
    body = encode(fields)
    return encode([body, sign(seed, "listing", body)])


def _bytes_list(value: Value, most: int) -> bool:
    return (
        isinstance(value, list)
        and 1 <= len(value) <= most
        and all(isinstance(member, bytes) for member in value)
    )


def _names(value: Value, length: int) -> bool:
    return isinstance(value, bytes) and len(value) == length


def _heads(value: Value) -> bool:
    return (
        isinstance(value, list)
        and 1 <= len(value) <= 64
        and all(
            isinstance(head, list)
            and len(head) == 2
            and isinstance(head[0], int)
            and _names(head[1], 32)
            for head in value
        )
    )


_REPLIES = (
    "",
    "code sent",
    "not sent",
    "confirmed",
    "wrong code",
    "forgotten",
    "refused",
    "too many",
    "too often",
)


_FORMS: dict[str, Callable[[list[Value]], bool]] = {
    "join": lambda f: len(f) == 3 and isinstance(f[0], str) and all(_names(x, 32) for x in f[1:]),
    "seek": lambda f: not f,
    "proposal": lambda f: len(f) == 2 and all(isinstance(x, bytes) for x in f),
    "consent": lambda f: len(f) == 1 and isinstance(f[0], bytes),
    "found": lambda f: (
        len(f) == 3 and all(isinstance(x, bytes) for x in f[:2]) and _bytes_list(f[2], 9)
    ),
    "heads": lambda f: (
        len(f) == 3
        and _names(f[0], 32)
        and _heads(f[1])
        and isinstance(f[2], list)
        and all(_names(x, 32) for x in f[2])
    ),
    "entries": lambda f: len(f) == 1 and _bytes_list(f[0], 256),
    "succeed": lambda f: len(f) == 1 and isinstance(f[0], bytes),
    "entrust": lambda f: (
        len(f) == 3
        and isinstance(f[0], int)
        and _heads([f[1]])
        and isinstance(f[2], list)
        and 1 <= len(f[2]) <= 48
        and all(
            isinstance(x, list) and len(x) == 2 and isinstance(x[0], str) and _names(x[1], 32)
            for x in f[2]
        )
    ),
    "parts": lambda f: (
        len(f) == 4
        and isinstance(f[0], int)
        and _heads([f[1]])
        and isinstance(f[2], list)
        and 1 <= len(f[2]) <= 12
        and all(
            isinstance(x, list) and len(x) == 2 and isinstance(x[0], int) and _names(x[1], 32)
            for x in f[2]
        )
        and _names(f[3], 64)
    ),
    "received": lambda f: len(f) == 1 and isinstance(f[0], bytes),
    "offending": lambda f: len(f) == 1 and isinstance(f[0], bytes),
    "statements": lambda f: (
        len(f) == 1
        and isinstance(f[0], list)
        and all(
            isinstance(x, list)
            and len(x) == 2
            and isinstance(x[0], int)
            and isinstance(x[1], bytes)
            and len(x[1]) <= 24_576
            for x in f[0]
        )
    ),
    "ways": lambda f: len(f) == 1 and isinstance(f[0], bytes) and len(f[0]) <= 2048,
    "introduce": lambda f: len(f) == 1 and isinstance(f[0], bytes) and len(f[0]) <= 512,
    "say": lambda f: (
        len(f) == 2
        and isinstance(f[0], int)
        and 0 <= f[0] <= 8
        and isinstance(f[1], str)
        and 1 <= len(f[1]) <= 300
    ),
    "remind": lambda f: len(f) == 2 and all(isinstance(x, int) and 0 <= x <= 8 for x in f),
    "remind-at": lambda f: len(f) == 1 and isinstance(f[0], str) and 1 <= len(f[0]) <= 300,
    "remind-code": lambda f: (
        len(f) == 1 and isinstance(f[0], str) and re.fullmatch("[0-9]{8}", f[0]) is not None
    ),
    "remind-never": lambda f: not f,
    "remind-terms": lambda f: (
        len(f) == 3
        and isinstance(f[0], list)
        and len(f[0]) <= 16
        and all(isinstance(x, str) and re.fullmatch("[a-z]{1,16}", x) for x in f[0])
        and isinstance(f[1], list)
        and len(f[1]) <= 8
        and all(
            isinstance(x, list)
            and len(x) == 2
            and isinstance(x[0], str)
            and 1 <= len(x[0]) <= 300
            and x[1] in (0, 1)
            and not isinstance(x[1], bool)
            for x in f[1]
        )
        and f[2] in _REPLIES
    ),
    "rematch": lambda f: len(f) == 1 and isinstance(f[0], str) and 1 <= len(f[0]) <= 2800,
    "alive": lambda f: not f,
    "sorry": lambda f: len(f) == 1 and isinstance(f[0], str) and len(f[0]) <= 200,
}


def message(data: bytes) -> str:
    """The kind of a message of SPEC-16.6, whose fields have the form of their place."""
    value = decode(data)
    if isinstance(value, list) and value and isinstance(value[0], str):
        kind = value[0]
        if kind in _FORMS and _FORMS[kind](value[1:]):
            return kind
    raise Refused("malformed")
