"""Who comes to play powers says that it can open their tokens (SPEC-6.16, SPEC-8.10).

A player that leaves passes its sealing keys on, to who plays its powers next and to nobody else.
The receipt says so to all, and carries the keys themselves, encrypted for the receiver alone:
whoever has the phrase and any copy of the log has lost nothing.
"""

from dataclasses import dataclass
from typing import Final, Self, TypeAlias

from protocol.charter import MAX_POWERS, MAX_SEATS
from protocol.encoding import Data, decode, encode
from protocol.errors import LocalError
from protocol.hashing import HASH_SIZE, Tag
from protocol.head import Head
from protocol.identity import KEY_SIZE, Identity, Phrase, PublicKey
from protocol.players import Players
from protocol.primitives import chacha20_poly1305_decrypt, chacha20_poly1305_encrypt
from protocol.record_reader import RecordReader
from protocol.statement import Signed, Statement, sign_statement

__all__ = ["MAX_KEYS", "Receipt", "SealingKeys", "keys_of", "sign_receipt"]

MAX_KEYS: Final = 48
"""Sealing keys that are passed on at once, and that one disclosure opens."""
MAX_KEPT: Final = 3072
"""Bytes of the keys in a receipt, encrypted."""
_NONCE: Final = 12

SealingKeys: TypeAlias = tuple[tuple[str, bytes], ...]
"""Powers and keys of 32 bytes, strictly ascending by both; several of one power."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt(Statement):
    """A player has the keys that open what another has sealed of some powers.

    Its `seat` is the one that plays the powers next. It is no record of its own: what carries it
    says by which entry they pass.

    Attributes:
        giver: the seat that plays them now.
        head: the line up to which all has been opened with the keys.
        key: of the player that has them, and that signs this.
        powers: whose tokens they open, ascending.
        kept: the keys, for this player alone.
    """

    giver: int
    head: Head
    key: PublicKey
    powers: tuple[str, ...]
    kept: bytes

    tag = Tag.RECEIPT
    reader = RecordReader("SPEC-6.16", "receipt")
    size = 5

    def _fields(self) -> tuple[Data, ...]:
        return (self.giver, self.head.to_data(), self.key.raw, self.powers, self.kept)

    @classmethod
    def _read(cls, game: bytes, seat: int, fields: tuple[Data, ...]) -> Self:
        giver, head, key, powers, kept = fields
        reader = cls.reader
        named = tuple(
            reader.label(power, "power") for power in reader.array(powers, "powers", 1, MAX_POWERS)
        )
        if list(named) != sorted(set(named)):
            raise reader.refusal("powers must be in strictly ascending order")
        return cls(
            game=game,
            seat=seat,
            giver=reader.integer(giver, "giver", 0, MAX_SEATS - 1),
            head=Head.from_data(head),
            key=PublicKey(reader.octets(key, "public key", KEY_SIZE, KEY_SIZE)),
            powers=named,
            kept=reader.octets(kept, "keys", 1, MAX_KEPT),
        )

    def signer(self, players: Players) -> PublicKey:  # noqa: ARG002 (it may play no seat yet)
        """The key of the player itself."""
        return self.key


def sign_receipt(
    phrase: Phrase,
    *,
    game: bytes,
    seat: int,
    giver: int,
    head: Head,
    keys: SealingKeys,
    fresh: bytes,
) -> Signed[Receipt]:
    """The receipt of a player that has these keys, and has opened all with them.

    Args:
        phrase: of the player.
        game: game id.
        seat: that it will play the powers with.
        giver: the seat that plays them now.
        head: of the line.
        keys: that it has.
        fresh: at least 12 random bytes.
    """
    identity, nonce = Identity.from_phrase(phrase), fresh[:_NONCE]
    bound = encode((seat, giver, head.to_data()))
    kept = chacha20_poly1305_encrypt(_kept_under(phrase, game), nonce, encode(keys), bound)
    return sign_statement(
        identity,
        Receipt(
            game=game,
            seat=seat,
            giver=giver,
            head=head,
            key=identity.public,
            powers=tuple(sorted({power for power, _ in keys})),
            kept=nonce + kept,
        ),
    )


def keys_of(phrase: Phrase, receipt: Receipt) -> SealingKeys:
    """The keys in a receipt that was signed with this phrase.

    Raises:
        LocalError: it was not made by this program.
    """
    bound = encode((receipt.seat, receipt.giver, receipt.head.to_data()))
    nonce, kept = receipt.kept[:_NONCE], receipt.kept[_NONCE:]
    content = chacha20_poly1305_decrypt(_kept_under(phrase, receipt.game), nonce, kept, bound)
    if content is None:
        raise LocalError("a receipt of ours has no keys that this phrase can read")
    plain = decode(content, MAX_KEPT)
    reader = receipt.reader
    pairs = (reader.array(pair, "a key", 2, 2) for pair in reader.array(plain, "keys", 1, MAX_KEYS))
    return tuple(
        (reader.label(power, "power"), reader.octets(key, "sealing key", HASH_SIZE, HASH_SIZE))
        for power, key in pairs
    )


def _kept_under(phrase: Phrase, game: bytes) -> bytes:
    return phrase.derive(Tag.KEPT_KEYS, game)
