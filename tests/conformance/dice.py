"""Chapter 7 of SPEC.md once more: chains, shares and rolls."""

import itertools
from collections.abc import Iterator

from .charter import Player
from .hashing import digest, stream

__all__ = ["roll", "seed_of_roll", "share_before"]


CHAIN = 2**15


def share_before(nonce: bytes, player: Player, origin: bytes, k: int, share: bytes) -> bytes:
    """The link before the kth share of a chain, k from 1 (SPEC-7.1, 7.2)."""
    place = origin + (k - 1).to_bytes(4, "big")
    return digest("dice", nonce + player.key + player.salt + place + share)


def seed_of_roll(request: bytes, number: int, shares: list[bytes]) -> bytes:
    """The seed of a roll (SPEC-7.3)."""
    return digest("roll", request + number.to_bytes(8, "big") + b"".join(shares))


def roll(seed: bytes, count: int, sides: int) -> list[int]:
    """The dice of a roll (SPEC-7.4)."""
    return list(itertools.islice(_dice(seed, sides), count))


def _dice(seed: bytes, sides: int) -> Iterator[int]:
    width = 1 if sides <= 256 else 2
    space = 256**width
    for drawn in itertools.count(1):
        number = int.from_bytes(stream("roll-stream", seed, drawn * width)[-width:], "big")
        if number < space - space % sides:
            yield number % sides + 1
