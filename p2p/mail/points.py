"""The public half of a key of Nostr: a point of secp256k1 (SEC 2), known by its x (BIP-340).

The libraries for cryptography that a page has do not know this curve, and the one that signs for a
relay is an extra that nodes without mail go without; nothing is signed here.
"""

from functools import lru_cache
from typing import Final, TypeAlias

__all__ = ["public_x"]

_PRIME: Final = 2**256 - 2**32 - 977
_SIZE: Final = 32

_Point: TypeAlias = tuple[int, int] | None
_BASE: Final[_Point] = (
    0x79BE667EF9DCBBAC55A06295CE870B07029BFCDB2DCE28D959F2815B16F81798,
    0x483ADA7726A3C4655DA4FBFC0E1108A8FD17B448A68554199C47D08FFB10D4B8,
)


@lru_cache(maxsize=256)
def public_x(secret: bytes) -> bytes:
    """The x of the point that a private key stands for; both 32 bytes, most significant first."""
    point, power, scalar = None, _BASE, int.from_bytes(secret, "big")
    while scalar:
        point = _added(point, power) if scalar & 1 else point
        power, scalar = _added(power, power), scalar >> 1
    if point is None:
        raise ValueError("no private key of secp256k1")
    return point[0].to_bytes(_SIZE, "big")


def _added(one: _Point, other: _Point) -> _Point:
    """The sum of two points; None is the one at infinity."""
    if one is None or other is None:
        return one or other
    (x, y), (u, v) = one, other
    if x == u and (y + v) % _PRIME == 0:
        return None
    slope = 3 * x * x * pow(2 * y, -1, _PRIME) if x == u else (v - y) * pow(u - x, -1, _PRIME)
    across = (slope * slope - x - u) % _PRIME
    return across, (slope * (x - across) - y) % _PRIME
