"""Chapter 19 of SPEC.md once more: deposited openings."""

from typing import NamedTuple

from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey

from . import curve
from .canonical import Refused, Value, array, binary, encode
from .charter import Charter, Player
from .hashing import derive, digest

__all__ = ["Recipients", "deposit", "exchange_key", "parts", "read_deposits", "recipients"]

BASE = bytes([9]) + bytes(31)


class Recipients(NamedTuple):
    """Public keys of those for whom openings are deposited (SPEC-19.1)."""

    players: list[bytes]
    keepers: list[bytes]


def exchange_key(key: bytes) -> bytes:
    """The exchange key of a player (SPEC-3.6)."""
    y = int.from_bytes(key, "little") % 2**255
    u = (1 + y) * pow(1 - y, curve.PRIME - 2, curve.PRIME) % curve.PRIME
    return u.to_bytes(32, "little")


def recipients(charter: Charter, now: list[Player], seat: int) -> Recipients:
    """For whom a seat deposits."""
    seats = [other for other in range(len(now)) if other != seat]
    return Recipients(
        [now[other].key for other in seats if charter.powers[other]],
        [now[other].key for other in seats if not charter.powers[other]],
    )


def parts(opening: bytes, place: bytes, to: Recipients) -> tuple[bytes, dict[bytes, bytes]]:
    """The key E of a deposit, and the part of each recipient."""
    secret = digest("deposit", encode([place, opening]))
    ephemeral = _exchanged(secret, BASE)
    found = {}
    for key in (*to.players, *to.keepers):
        info = encode([place, ephemeral, key])
        found[key] = derive(_exchanged(secret, exchange_key(key)), "deposit-part", info)
    return ephemeral, found


def deposit(opening: bytes, place: bytes, to: Recipients) -> bytes:
    """The deposit of an opening (SPEC-19.1)."""
    made, found = parts(opening, place, to)
    for player in to.players:
        masked = opening
        for key in (player, *to.keepers):
            masked = bytes(a ^ b for a, b in zip(masked, found[key], strict=True))
        made += masked
    return made


def read_deposits(seal: list[Value], charter: Charter, new: int, seat: int) -> list[bytes]:
    """The deposits of a seal of so many new tokens (SPEC-19.2)."""
    stated = [binary(one, 0, 192) for one in array(seal[6], 1, 12)] if len(seal) > 6 else []
    if len(stated) != (new if charter.deposits else 0):
        raise Refused("bad_deposit", seat)
    size = 32 * sum(1 for powers in charter.powers if powers)
    if any(len(one) != size for one in stated):
        raise Refused("bad_deposit", seat)
    return stated


def _exchanged(scalar: bytes, point: bytes) -> bytes:
    private = X25519PrivateKey.from_private_bytes(scalar)
    return private.exchange(X25519PublicKey.from_public_bytes(point))
