"""The opening of a token, left so that another player and all keepers find it together (SPEC-19).

The maker shares a secret with each recipient: X25519 of one ephemeral key, made from the opening
itself, and the recipient's signing key. What follows from that secret is the recipient's *part*.
For each player the opening is masked with its part and those of all keepers, so each of them and
all of these are needed. Who learns the opening can make the deposit again and compare.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from protocol.encoding import encode
from protocol.hashing import Tag, digest
from protocol.identity import KEY_SIZE, Identity, PublicKey, derived
from protocol.primitives import x25519, x25519_public

__all__ = ["OPENING_SIZE", "Deposit", "Recipients", "make_deposit"]

OPENING_SIZE: Final = 32
"""Bytes of an opening, in every suite."""


@dataclass(frozen=True, slots=True)
class Recipients:
    """For whom a player deposits, by public keys, each in seat order.

    Attributes:
        players: who play the other seats with powers.
        keepers: all keepers.
    """

    players: tuple[bytes, ...]
    keepers: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class Deposit:
    """A deposited opening.

    Attributes:
        place: what it is bound to: the token, its commitment and the seal that made it.
        recipients: for whom it is.
        ephemeral: public X25519 key, 32 bytes.
        masked: the opening for each of the players, 32 bytes each.
    """

    place: bytes
    recipients: Recipients
    ephemeral: bytes
    masked: tuple[bytes, ...]

    @classmethod
    def read(cls, raw: bytes, place: bytes, recipients: Recipients) -> "Deposit | None":
        """A deposit as sent; None if it is not for as many players."""
        ephemeral, *masked = (raw[at : at + KEY_SIZE] for at in range(0, len(raw), KEY_SIZE))
        if len(raw) != KEY_SIZE * (1 + len(recipients.players)):
            return None
        return cls(place, recipients, ephemeral, tuple(masked))

    @property
    def raw(self) -> bytes:
        """The deposit as sent."""
        return b"".join((self.ephemeral, *self.masked))

    def is_for(self, player: PublicKey, playing: Iterable[PublicKey]) -> bool:
        """Whether a player can open it with the keepers that there are.

        Args:
            player: who would.
            playing: who play and keep now.
        """
        now = {one.raw for one in playing}
        return player.raw in self.recipients.players and now.issuperset(self.recipients.keepers)

    def part(self, identity: Identity) -> bytes | None:
        """The part of a recipient; None if the maker has left nothing for anybody."""
        shared = identity.exchanged(self.ephemeral)
        return None if shared is None else _part(shared, self, identity.public.raw)

    def opening(self, player: PublicKey, parts: Mapping[bytes, bytes]) -> bytes:
        """The opening, as far as all parts are right.

        Args:
            player: for whom it is masked.
            parts: of this player and of each keeper, by public key.
        """
        masked = self.masked[self.recipients.players.index(player.raw)]
        needed = (player.raw, *self.recipients.keepers)
        return _masked(masked, (parts[key] for key in needed))

    def holds(self, opening: bytes) -> bool:
        """Whether it is the one deposit of this opening there is."""
        return self == make_deposit(opening, self.place, self.recipients)

    def parts(self, opening: bytes) -> Mapping[bytes, bytes] | None:
        """What the part of each recipient is, by public key; None if it is not of this opening."""
        return _parts(opening, self) if self.holds(opening) else None


def make_deposit(opening: bytes, place: bytes, recipients: Recipients) -> Deposit:
    """The deposit of an opening of 32 bytes; there is one, which whoever has the opening can make.

    Args:
        opening: of a token.
        place: what it is bound to.
        recipients: for whom it is.
    """
    secret = _secret(opening, place)
    ephemeral = x25519_public(secret)
    bare = Deposit(place, recipients, ephemeral, ())
    parts = _parts(opening, bare)
    kept = [parts[key] for key in recipients.keepers]
    masked = tuple(_masked(opening, (parts[key], *kept)) for key in recipients.players)
    return Deposit(place, recipients, ephemeral, masked)


def _secret(opening: bytes, place: bytes) -> bytes:
    return digest(Tag.DEPOSIT, encode((place, opening)))


def _parts(opening: bytes, deposit: Deposit) -> dict[bytes, bytes]:
    secret = _secret(opening, deposit.place)
    shared = {
        key: x25519(secret, PublicKey(key).exchange_key) or bytes(KEY_SIZE)
        for key in (*deposit.recipients.players, *deposit.recipients.keepers)
    }
    return {key: _part(secret, deposit, key) for key, secret in shared.items()}


def _part(shared: bytes, deposit: Deposit, key: bytes) -> bytes:
    return derived(shared, Tag.DEPOSIT_PART, encode((deposit.place, deposit.ephemeral, key)))


def _masked(opening: bytes, parts: Iterable[bytes]) -> bytes:
    """The opening under these parts, or without them: both are one."""
    number = int.from_bytes(opening, "big")
    for part in parts:
        number ^= int.from_bytes(part, "big")
    return number.to_bytes(OPENING_SIZE, "big")
