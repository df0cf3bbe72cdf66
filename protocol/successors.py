"""Who is to play a seat from some place on, in its player's stead (SPEC-6.11)."""

from dataclasses import dataclass
from typing import Self

from protocol.charter import NONCE_SIZE
from protocol.encoding import Data
from protocol.hashing import HASH_SIZE, Tag
from protocol.identity import KEY_SIZE, PublicKey
from protocol.players import MAX_KEY_NUMBER, Player, Players
from protocol.record_reader import RecordReader
from protocol.statement import Statement

__all__ = ["Successor"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Successor(Statement):
    """What a new player brings to a seat; its own key signs it.

    Attributes:
        number: of the key among those of the seat, from 1.
        name: as the others will see it.
        key: that signs from then on, and has signed this.
        salt: 32 fresh random bytes.
        dice_head: h₀ of its first dice chain, which serves a roll that waits when it takes over.
        bot: whether a bot will decide.
    """

    number: int
    name: str
    key: PublicKey
    salt: bytes
    dice_head: bytes
    bot: bool

    tag = Tag.SUCCESSOR
    reader = RecordReader("SPEC-6.11", "successor")
    size = 6

    def _fields(self) -> tuple[Data, ...]:
        return (self.number, self.name, self.key.raw, self.salt, self.dice_head, self.bot)

    @classmethod
    def _read(cls, game: bytes, seat: int, fields: tuple[Data, ...]) -> Self:
        number, name, key, salt, dice_head, bot = fields
        reader = cls.reader
        return cls(
            game=game,
            seat=seat,
            number=reader.integer(number, "key number", 1, MAX_KEY_NUMBER),
            name=reader.label(name, "name"),
            key=PublicKey(reader.octets(key, "public key", KEY_SIZE, KEY_SIZE)),
            salt=reader.octets(salt, "salt", NONCE_SIZE, NONCE_SIZE),
            dice_head=reader.octets(dice_head, "dice head", HASH_SIZE, HASH_SIZE),
            bot=reader.truth(bot, "bot"),
        )

    @property
    def key_number(self) -> int:
        """The number of the new key."""
        return self.number

    def signer(self, players: Players) -> PublicKey:  # noqa: ARG002 (it is nobody's yet)
        """The new key itself."""
        return self.key

    def player(self, since: int) -> Player:
        """The player that it becomes by the entry at a place."""
        return Player(
            name=self.name,
            key=self.key,
            salt=self.salt,
            dice_head=self.dice_head,
            number=self.number,
            since=since,
            bot=self.bot,
        )
