"""Keys from one phrase, and the one rule by which signatures are judged (SPEC-3).

A player's phrase is 256 random bits made by the program. Everything secret of the player follows
from it, each thing under its own tag, so phrase and log together are the whole player.
"""

import hashlib
from dataclasses import dataclass, field
from typing import Final

from protocol import hkdf
from protocol.errors import Code, LocalError, Refused
from protocol.hashing import Tag, digest, tagged
from protocol.primitives import ed25519_public, ed25519_sign, ed25519_verify, x25519

__all__ = [
    "KEY_SIZE",
    "PHRASE_SIZE",
    "SIGNATURE_SIZE",
    "Identity",
    "Phrase",
    "PublicKey",
    "derived",
]

PHRASE_SIZE: Final = 32
KEY_SIZE: Final = 32
SIGNATURE_SIZE: Final = 64

_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's base 32: five bits a character, none that is taken for another."""
_GROUP = 4
_CHECK_SIZE = 3
_CHARACTERS = (PHRASE_SIZE + _CHECK_SIZE) * 8 // 5
_GROUPS = _CHARACTERS // _GROUP
_FINGERPRINT_SIZE = 15

_FIELD = 2**255 - 19
_ORDER = 2**252 + 27742317777372353535851937790883648493
_SIGN = 1 << 255


def _encoded(y: int, sign: int) -> bytes:
    return (y | (_SIGN if sign else 0)).to_bytes(KEY_SIZE, "little")


_ORDER_8_Y = 0x05FC536D880238B13933C6D305ACDFD5F098EFF289F4C345B027B2C28F95E826
_SMALL_ORDER_Y = (
    1,  # order 1
    _FIELD - 1,  # order 2
    0,  # order 4
    _ORDER_8_Y,
    _FIELD - _ORDER_8_Y,  # order 8 too
)
_SMALL_ORDER = frozenset(_encoded(y, sign) for y in _SMALL_ORDER_Y for sign in (0, 1))
"""Every encoding with y below the field prime that stands for a point of small order, also the two
that write the sign of x = 0 as negative."""


def _point_fault(encoded: bytes) -> str | None:
    """Why 32 bytes are no acceptable point (SPEC-3.3); None where they may be one.

    Whether they lie on the curve is left to the verification itself, which fails if they do not.
    """
    if int.from_bytes(encoded, "little") & (_SIGN - 1) >= _FIELD:
        return "its y is not below the field prime"
    if encoded in _SMALL_ORDER:
        return "it is a point of small order"
    return None


@dataclass(frozen=True, slots=True, order=True)
class PublicKey:
    """An Ed25519 public key: what a seat is known by.

    Raises:
        Refused: `bad_key`, on construction (SPEC-3.3).
    """

    raw: bytes

    def __post_init__(self) -> None:
        if len(self.raw) != KEY_SIZE:
            raise Refused(
                Code.BAD_KEY, "SPEC-3.3", None, f"a public key is 32 bytes, not {len(self.raw)}"
            )
        fault = _point_fault(self.raw)
        if fault is not None:
            raise Refused(
                Code.BAD_KEY, "SPEC-3.3", None, f"public key {self.raw.hex()} is refused: {fault}"
            )

    def verifies(self, tag: Tag, content: bytes, signature: bytes) -> bool:
        """Whether this key signed the content under this tag (SPEC-3.4).

        A and R are checked first: libraries disagree about signatures with R = identity, and one
        such entry would make honest replicas blame each other.
        """
        if len(signature) != SIGNATURE_SIZE:
            return False
        if _point_fault(signature[:KEY_SIZE]) is not None:
            return False
        if int.from_bytes(signature[KEY_SIZE:], "little") >= _ORDER:
            return False
        return ed25519_verify(self.raw, tagged(tag, content), signature)

    @property
    def exchange_key(self) -> bytes:
        """The same point as X25519 knows it: 32 bytes (SPEC-3.6)."""
        y = int.from_bytes(self.raw, "little") & (_SIGN - 1)
        u = (1 + y) * pow(1 - y, -1, _FIELD) % _FIELD
        return u.to_bytes(KEY_SIZE, "little")

    @property
    def fingerprint(self) -> str:
        """The key as people compare it: 24 characters in six groups (SPEC-3.5)."""
        return _grouped(_base32(digest(Tag.FINGERPRINT, self.raw)[:_FINGERPRINT_SIZE]))


@dataclass(frozen=True, slots=True)
class Phrase:
    """A player's one secret: 32 random bytes, made by the program and never chosen.

    Raises:
        LocalError: not 32 bytes.
    """

    secret: bytes = field(repr=False)

    def __post_init__(self) -> None:
        if len(self.secret) != PHRASE_SIZE:
            raise LocalError(f"a phrase is {PHRASE_SIZE} bytes, not {len(self.secret)}")

    def derive(self, tag: Tag, context: bytes = b"") -> bytes:
        """32 secret bytes for one purpose, see `derived`."""
        return derived(self.secret, tag, context)

    @property
    def text(self) -> str:
        """The phrase as a person keeps it: 56 characters in 14 groups (SPEC-3.2)."""
        check = digest(Tag.PHRASE_CHECK, self.secret)[:_CHECK_SIZE]
        return _grouped(_base32(self.secret + check))

    @classmethod
    def from_text(cls, text: str) -> "Phrase":
        """Read a phrase as typed by a person.

        Spaces and hyphens are ignored, small letters are as good as large ones, O is read as 0, and
        I and L as 1.

        Raises:
            LocalError: what is wrong with it, and where.
        """
        typed = "".join(text.split()).replace("-", "").upper()
        typed = typed.replace("O", "0").replace("I", "1").replace("L", "1")
        for index, character in enumerate(typed):
            if character not in _ALPHABET:
                raise LocalError(
                    f"group {index // _GROUP + 1} of the recovery phrase has {character!r}, "
                    "which no phrase contains"
                )
        if len(typed) != _CHARACTERS:
            raise LocalError(
                f"the recovery phrase has {len(typed)} characters, it must have {_CHARACTERS}: "
                f"{_GROUPS} groups of {_GROUP}"
            )
        number = 0
        for character in typed:
            number = number << 5 | _ALPHABET.index(character)
        whole = number.to_bytes(PHRASE_SIZE + _CHECK_SIZE, "big")
        secret, check = whole[:PHRASE_SIZE], whole[PHRASE_SIZE:]
        if digest(Tag.PHRASE_CHECK, secret)[:_CHECK_SIZE] != check:
            raise LocalError(
                "the recovery phrase is mistyped: its checksum does not fit; "
                "compare every group with what was written down"
            )
        return cls(secret)


@dataclass(frozen=True, slots=True)
class Identity:
    """A key that signs: a player's, derived from the phrase, or that of a ticket."""

    public: PublicKey
    _seed: bytes = field(repr=False, compare=False)

    @classmethod
    def from_phrase(cls, phrase: Phrase) -> "Identity":
        """The one identity of a phrase (SPEC-3.1)."""
        return cls.derived(phrase, Tag.IDENTITY)

    @classmethod
    def derived(cls, phrase: Phrase, tag: Tag, context: bytes = b"") -> "Identity":
        """Another key of the same player, for one purpose; nobody else can tell whose it is."""
        return cls.from_seed(phrase.derive(tag, context))

    @classmethod
    def from_seed(cls, seed: bytes) -> "Identity":
        """The key whose private half is these 32 bytes."""
        return cls(PublicKey(ed25519_public(seed)), seed)

    def sign(self, tag: Tag, content: bytes) -> bytes:
        """The 64-byte signature of the content under this tag."""
        return ed25519_sign(self._seed, tagged(tag, content))

    def exchanged(self, point: bytes) -> bytes | None:
        """What this key and an X25519 point share: 32 secret bytes (SPEC-3.6).

        None if the point is of small order: then they share what everybody knows.
        """
        return x25519(hashlib.sha512(self._seed).digest()[:KEY_SIZE], point)


def derived(secret: bytes, tag: Tag, context: bytes) -> bytes:
    """32 bytes for one purpose: HKDF-SHA256, empty salt, info = tagged context (SPEC-3.1)."""
    return hkdf.expand(hkdf.extract(b"", secret), tagged(tag, context), 32)


def _base32(raw: bytes) -> str:
    """Bytes, a multiple of five of them, as base 32, most significant bits first."""
    number = int.from_bytes(raw, "big")
    count = len(raw) * 8 // 5
    return "".join(_ALPHABET[number >> 5 * place & 31] for place in reversed(range(count)))


def _grouped(text: str) -> str:
    return "-".join(text[start : start + _GROUP] for start in range(0, len(text), _GROUP))
