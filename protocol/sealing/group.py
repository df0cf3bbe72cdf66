"""The group ristretto255 (SPEC-15.0, RFC 9496): scalars and points, and nothing else.

A group of prime order q in which every element but the identity generates. The only module that
asks libsodium for it, because four of its habits must never reach a proof: `add` and `sub` return
the identity on a point that does not decode, `is_valid_point` and all others overlook the highest
bit of an encoding, `scalarmult` accepts s + q for s, and it raises where the product is the
identity. Here every received byte string is decoded once, into a `Scalar` or a `Point`, or refused;
zero and the identity are explicit values.
"""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass

from protocol.hashing import Tag, tagged
from protocol.primitives import (
    ristretto255_add,
    ristretto255_from_hash,
    ristretto255_is_valid,
    ristretto255_multiply,
    ristretto255_multiply_base,
    ristretto255_subtract,
)

__all__ = ["GROUPS", "IDENTITY", "ORDER", "SIZE", "H", "NotInGroup", "Point", "Scalar", "generator"]

ORDER = 2**252 + 27742317777372353535851937790883648493
"""q, the order of the group."""

SIZE = 32
"""Length of an encoded scalar or point, in bytes."""

_OVERLOOKED = 0x80  # in the last byte of a point: it is clear in every canonical encoding
_WIDE = 64  # bytes that are reduced to a scalar, or mapped to a point, without bias


class NotInGroup(ValueError):  # a fact about bytes, not about a person
    """Bytes that are no canonical element, or one that must not be received."""


@dataclass(frozen=True, slots=True)
class Scalar:
    """An integer modulo q."""

    value: int

    @classmethod
    def decode(cls, data: bytes) -> "Scalar":
        """Read a received scalar: 32 bytes, little-endian, in 1 … q - 1.

        Raises:
            NotInGroup: any other length or value; so s + q is not another spelling of s.
        """
        value = int.from_bytes(data, "little")
        if len(data) != SIZE or not 0 < value < ORDER:
            raise NotInGroup(f"not a scalar from 1 to q - 1: {data.hex()}")
        return cls(value)

    @classmethod
    def hashed(cls, tag: Tag, content: bytes) -> "Scalar":
        """SHA-512 of the tagged content, as a little-endian integer, reduced modulo q."""
        wide = hashlib.sha512(tagged(tag, content)).digest()
        return cls(int.from_bytes(wide, "little") % ORDER)

    def encode(self) -> bytes:
        """32 bytes, little-endian."""
        return self.value.to_bytes(SIZE, "little")

    def __add__(self, other: "Scalar") -> "Scalar":
        return Scalar((self.value + other.value) % ORDER)

    def __sub__(self, other: "Scalar") -> "Scalar":
        return Scalar((self.value - other.value) % ORDER)

    def times(self, other: "Scalar") -> "Scalar":
        """The product of two scalars; `*` is kept for points."""
        return Scalar(self.value * other.value % ORDER)


@dataclass(frozen=True, slots=True)
class Point:
    """An element of the group, by its canonical encoding, which is known to decode."""

    encoded: bytes

    @classmethod
    def decode(cls, data: bytes) -> "Point":
        """Read a received point: 32 bytes, the canonical encoding of an element not the identity.

        Raises:
            NotInGroup: anything else.
        """
        if (
            len(data) != SIZE
            or data[-1] & _OVERLOOKED
            or data == _NOTHING
            or not ristretto255_is_valid(data)
        ):
            raise NotInGroup(f"not a point, or the identity: {data.hex()}")
        return cls(bytes(data))

    @property
    def is_identity(self) -> bool:
        """Whether this is the neutral element."""
        return self.encoded == _NOTHING

    def __add__(self, other: "Point") -> "Point":
        return Point(ristretto255_add(self.encoded, other.encoded))

    def __sub__(self, other: "Point") -> "Point":
        return Point(ristretto255_subtract(self.encoded, other.encoded))

    def __rmul__(self, factor: Scalar) -> "Point":
        if factor.value == 0 or self.is_identity:
            return IDENTITY
        if self.encoded == H.encoded:
            return Point(ristretto255_multiply_base(factor.encode()))
        return Point(ristretto255_multiply(factor.encode(), self.encoded))

    @staticmethod
    def sum(points: Iterable["Point"]) -> "Point":
        """The sum of points; the identity for none."""
        total = IDENTITY
        for point in points:
            total = total + point
        return total


_NOTHING = bytes(SIZE)

IDENTITY = Point(_NOTHING)


def generator(name: str) -> Point:
    """The point that the name hashes to; nobody knows how two of them are related.

    RFC 9496's map applied to SHA-512 of the tagged name.
    """
    wide = hashlib.sha512(tagged(Tag.GENERATOR, name.encode("ascii"))).digest()
    return Point(ristretto255_from_hash(wide[:_WIDE]))


G = generator("amount")
"""The base of amounts (claim Counted)."""

H = Point(ristretto255_multiply_base((1).to_bytes(SIZE, "little")))
"""The base of blindings, RFC 9496's generator, which multiplies three times as fast as any other
point. Every statement is about multiples of it."""

GROUPS = {group: generator(f"group-{group}") for group in range(1, 13)}
"""G_g: the point that stands for group g, 1 … 12."""
