"""SPEC-16.20 once more: mail at relays of Nostr, as somebody else would read it."""

from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from .canonical import Value, array, decode, encode
from .hashing import derive, digest, sign

__all__ = ["author_of", "introduction", "messages", "name", "opened", "secret_of"]


PRIME = 2**256 - 2**32 - 977


BASE = (
    0x79BE667EF9DCBBAC55A06295CE870B07029BFCDB2DCE28D959F2815B16F81798,
    0x483ADA7726A3C4655DA4FBFC0E1108A8FD17B448A68554199C47D08FFB10D4B8,
)


Point = tuple[int, int] | None


def _sum(one: Point, other: Point) -> Point:
    """The sum of two points of secp256k1 (SEC 2), None being the one at infinity."""
    if one is None or other is None:
        return one or other
    if one[0] == other[0] and (one[1] + other[1]) % PRIME == 0:
        return None
    if one == other:
        slope = 3 * one[0] ** 2 * pow(2 * one[1], -1, PRIME)
    else:
        slope = (other[1] - one[1]) * pow(other[0] - one[0], -1, PRIME)
    across = (slope**2 - one[0] - other[0]) % PRIME
    return across, (slope * (one[0] - across) - one[1]) % PRIME


def author_of(private: bytes) -> bytes:
    """The x of the point of a private key (BIP-340)."""
    scalar, power, found = int.from_bytes(private, "big"), BASE, None
    step: Point = power
    while scalar:
        if scalar & 1:
            found = _sum(found, step)
        step, scalar = _sum(step, step), scalar >> 1
    assert found is not None
    return found[0].to_bytes(32, "big")


def secret_of(host: bytes, nonce: bytes) -> bytes:
    """From which the keys of a table's mail follow."""
    return derive(nonce, "mail", host)


def name(secret: bytes, author: bytes, number: int, url: str) -> bytes:
    """Under which a relay keeps a chunk."""
    return digest("mail-chunk", secret + author + number.to_bytes(4, "big") + url.encode())


def opened(sealed: bytes, secret: bytes, author: bytes, under: bytes) -> tuple[Value, ...]:
    """The four members of a chunk that is kept under a name."""
    cipher = ChaCha20Poly1305(derive(secret, "mail-seal", author))
    return tuple(array(decode(cipher.decrypt(sealed[:12], sealed[12:], under)), 4))


def messages(row: bytes) -> list[bytes]:
    """The messages of a row of octets."""
    found = []
    while len(row) >= 4:
        length = int.from_bytes(row[:4], "big")
        found.append(row[4 : 4 + length])
        row = row[4 + length :]
    return found


def introduction(
    seed: bytes, player: bytes, table: bytes, author: bytes, ticket: tuple[int, bytes]
) -> bytes:
    """What the holder of a ticket leaves as the author of the ticket."""
    number, token = ticket
    mark = digest("invite-mark", table + author + player + token)
    body = encode([table, player, author, [number, mark]])
    return encode([body, sign(seed, "mail-introduction", body)])
