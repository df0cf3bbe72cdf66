"""Incarnations of a seat, and the questions that begin them (SPEC-12.1, 12.2).

A seat that has lost its machine asks what the others hold. The hash of its question is the *name*
of the incarnation in which it goes on, and every secret of that incarnation is derived with it.
"""

import functools
from dataclasses import dataclass
from typing import Final, Self

from protocol.charter import NONCE_SIZE
from protocol.encoding import MAX_INTEGER, Data, encode
from protocol.hashing import HASH_SIZE, Tag, digest
from protocol.players import MAX_KEY_NUMBER
from protocol.record_reader import RecordReader
from protocol.statement import Signed, Statement, read_statement

__all__ = [
    "FIRST",
    "MAX_ROUND",
    "InIncarnation",
    "Rank",
    "RejoinQuestion",
    "chain_origin",
    "first_name",
    "first_rank",
    "must_ask",
    "name_of",
    "rank_of",
]

FIRST: Final = bytes(HASH_SIZE)
"""Name of the first incarnation of a seat's first key, and origin of its dice chain."""
MAX_ROUND: Final = MAX_INTEGER


def first_name(number: int) -> bytes:
    """The name of the lowest incarnation of a key, which it has before it asks: 32 bytes."""
    return number.to_bytes(HASH_SIZE, "big")


def must_ask(name: bytes) -> bool:
    """Whether nothing is signed in an incarnation: the first of a key that came later."""
    return 0 < int.from_bytes(name, "big") <= MAX_KEY_NUMBER


@dataclass(frozen=True, slots=True, order=True)
class Rank:
    """The order of the incarnations of one seat; the first of a key is its lowest."""

    key: int = 0
    round: int = -1
    name: bytes = FIRST

    def is_older(self, other: "Rank") -> bool:
        """Whether it is that of a lower incarnation of the same key."""
        return self.key == other.key and self < other


def first_rank(number: int) -> Rank:
    """The rank of the lowest incarnation of a key."""
    return Rank(number, -1, first_name(number))


@dataclass(frozen=True, slots=True, kw_only=True)
class RejoinQuestion(Statement):
    """A seat whose store may be incomplete asks what the others hold.

    Attributes:
        key: which key of its seat asks, counted from 0, that of the charter.
        round: the greater of the minute and one more than any round of its own that the seat knows.
        nonce: 32 fresh random bytes.
        dice_head: h₀ of the incarnation's dice chain.
    """

    key: int = 0
    round: int
    nonce: bytes
    dice_head: bytes

    tag = Tag.QUESTION_SIGNATURE
    reader = RecordReader("SPEC-6.3", "question")
    size = 4

    def _fields(self) -> tuple[Data, ...]:
        return (self.key, self.round, self.nonce, self.dice_head)

    @classmethod
    def _read(cls, game: bytes, seat: int, fields: tuple[Data, ...]) -> Self:
        key, round_, nonce, dice_head = fields
        return cls(
            game=game,
            seat=seat,
            key=cls.reader.integer(key, "key", 0, MAX_KEY_NUMBER),
            round=cls.reader.integer(round_, "round", 0, MAX_ROUND),
            nonce=cls.reader.octets(nonce, "nonce", NONCE_SIZE, NONCE_SIZE),
            dice_head=cls.reader.octets(dice_head, "dice head", HASH_SIZE, HASH_SIZE),
        )

    @property
    def key_number(self) -> int:
        """Which key of its seat asks."""
        return self.key

    @functools.cached_property
    def hash(self) -> bytes:
        """The name of the incarnation that it begins: 32 bytes."""
        return digest(Tag.QUESTION, self.body)

    @property
    def rank(self) -> Rank:
        """Where that incarnation stands among those of its seat."""
        return Rank(self.key, self.round, self.hash)

    @property
    def origin(self) -> bytes:
        """What tells the incarnation's dice chain from others: 32 bytes (SPEC-7.1)."""
        return chain_origin(self.game, self.seat, self.key, self.round, self.nonce)

    @classmethod
    def read(cls, data: Data, reader: RecordReader, field: str) -> Signed[Self]:
        """Read a signed question that another record carries whole.

        Raises:
            Refused: `too_large` or `malformed`.
        """
        return read_statement(cls, reader.octets(data, field, 1, cls.limit))


@dataclass(frozen=True, slots=True, kw_only=True)
class InIncarnation(Statement):
    """What a seat says in the incarnation in which it is.

    Attributes:
        begun: the question that began that incarnation; None in the seat's first.
    """

    begun: Signed[RejoinQuestion] | None

    def _check_begun(self) -> None:
        """Refuse an incarnation of another seat, as `malformed`."""
        if self.begun is not None and self.begun.statement.seat != self.seat:
            raise self.reader.refusal("its incarnation is one of another seat")

    @property
    def name(self) -> bytes:
        """The incarnation in which it is given."""
        return name_of(self.begun)

    @property
    def rank(self) -> Rank:
        """Where that stands among those of its seat."""
        return rank_of(self.begun)

    @property
    def key_number(self) -> int:
        """Which key of its seat makes it: a later one than the first has asked before it does."""
        return self.rank.key


def chain_origin(game: bytes, seat: int, key: int, round_: int, nonce: bytes) -> bytes:
    """The origin of the dice chain whose head a question names: all of it but the head."""
    return digest(Tag.CHAIN, encode((game, seat, key, round_, nonce)))


def name_of(begun: Signed[RejoinQuestion] | None) -> bytes:
    """The name of the incarnation that a question began; None began the first."""
    return FIRST if begun is None else begun.statement.hash


def rank_of(begun: Signed[RejoinQuestion] | None) -> Rank:
    """The rank of the incarnation that a question began; None began the first."""
    return Rank() if begun is None else begun.statement.rank
