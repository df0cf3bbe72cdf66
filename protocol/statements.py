"""What seats say beside the line of entries (SPEC-6).

A statement changes no game. Each kind is signed under its own tag and names game and seat, so none
can be carried elsewhere. Those of a seat that rejoins are in `questions`, `answers` and
`settlements`.
"""

from dataclasses import dataclass
from typing import Self, TypeAlias

from protocol.agreements import ProposalSignature
from protocol.answers import RejoinAnswer
from protocol.charter import MAX_SEATS
from protocol.encoding import Data
from protocol.hashing import Tag
from protocol.head import MAX_NUMBER, Head
from protocol.identity import KEY_SIZE, PublicKey
from protocol.players import Players
from protocol.proposals import Proposal, ProposalRefusal
from protocol.questions import RejoinQuestion
from protocol.receipts import MAX_KEYS
from protocol.record_reader import RecordReader
from protocol.settlements import Settlement
from protocol.statement import Statement

__all__ = [
    "AboutHead",
    "CharterSignature",
    "Closing",
    "Disclosure",
    "GameStatement",
    "NewInstructions",
    "RaisedHand",
    "SilenceClaim",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class CharterSignature(Statement):
    """The seat agrees to the charter, whose hash the game id is."""

    tag = Tag.CHARTER_SIGNATURE
    reader = RecordReader("SPEC-6.2", "charter signature")
    size = 0

    def _fields(self) -> tuple[Data, ...]:
        return ()

    @classmethod
    def _read(cls, game: bytes, seat: int, fields: tuple[Data, ...]) -> Self:  # noqa: ARG003 (it has none)
        return cls(game=game, seat=seat)


@dataclass(frozen=True, slots=True, kw_only=True)
class AboutHead(Statement):
    """A statement about a place of the line; it is made by who plays after that place."""

    head: Head

    def signer(self, players: Players) -> PublicKey:
        """See `Statement.signer`."""
        return players.after(self.head.sequence, self.seat).key


@dataclass(frozen=True, slots=True, kw_only=True)
class RaisedHand(AboutHead):
    """A seat asks for a window that it has waived or that is not asked; `head` is what it had seen.

    Attributes:
        counter: of the seat's hands in this game, from 1.
    """

    counter: int

    tag = Tag.HAND
    reader = RecordReader("SPEC-6.5", "raised hand")
    size = 2

    def _fields(self) -> tuple[Data, ...]:
        return (self.head.to_data(), self.counter)

    @classmethod
    def _read(cls, game: bytes, seat: int, fields: tuple[Data, ...]) -> Self:
        head, counter = fields
        return cls(
            game=game,
            seat=seat,
            head=Head.from_data(head),
            counter=cls.reader.integer(counter, "counter", 1, MAX_NUMBER),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class NewInstructions(AboutHead):
    """New instructions of a power: they hold once an entry, of any seat, carries them whole.

    They stand only on a line that goes through `head`, which is what the seat had seen.

    Attributes:
        counter: of the seat's instructions in this game, from 1; lower ones lapse with it.
        power: whose they are.
        data: in plain data that the engine judges.
    """

    counter: int
    power: str
    data: Data

    tag = Tag.INSTRUCTIONS
    reader = RecordReader("SPEC-6.15", "instructions")
    size = 4

    def _fields(self) -> tuple[Data, ...]:
        return (self.head.to_data(), self.counter, self.power, self.data)

    @classmethod
    def _read(cls, game: bytes, seat: int, fields: tuple[Data, ...]) -> Self:
        head, counter, power, data = fields
        return cls(
            game=game,
            seat=seat,
            head=Head.from_data(head),
            counter=cls.reader.integer(counter, "counter", 1, MAX_NUMBER),
            power=cls.reader.label(power, "power"),
            data=cls.reader.plain(data, "instructions"),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class SilenceClaim(AboutHead):
    """A seat says that it is waiting at this head for another one. It proves nothing.

    Attributes:
        owing: index of the seat that owes the next entry.
    """

    owing: int

    tag = Tag.SILENCE
    reader = RecordReader("SPEC-6.6", "claim of silence")
    size = 2

    def _fields(self) -> tuple[Data, ...]:
        return (self.head.to_data(), self.owing)

    @classmethod
    def _read(cls, game: bytes, seat: int, fields: tuple[Data, ...]) -> Self:
        head, owing = fields
        return cls(
            game=game,
            seat=seat,
            head=Head.from_data(head),
            owing=cls.reader.integer(owing, "owing seat", 0, MAX_SEATS - 1),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Closing(AboutHead):
    """A seat confirms the end of the game: the head is the entry that closed it."""

    tag = Tag.CLOSING
    reader = RecordReader("SPEC-6.7", "closing signature")
    size = 1

    def _fields(self) -> tuple[Data, ...]:
        return (self.head.to_data(),)

    @classmethod
    def _read(cls, game: bytes, seat: int, fields: tuple[Data, ...]) -> Self:
        (head,) = fields
        return cls(game=game, seat=seat, head=Head.from_data(head))


@dataclass(frozen=True, slots=True, kw_only=True)
class Disclosure(AboutHead):
    """The sealing keys of a seat's powers, after the close; suite `hashed`.

    Attributes:
        keys: power and 32-byte key, ascending by both: what passed to the seat from another player
            was sealed with a key of that one.
    """

    keys: tuple[tuple[str, bytes], ...]

    tag = Tag.DISCLOSURE
    reader = RecordReader("SPEC-6.8", "disclosure")
    size = 2

    def _fields(self) -> tuple[Data, ...]:
        return (self.head.to_data(), self.keys)

    @classmethod
    def _read(cls, game: bytes, seat: int, fields: tuple[Data, ...]) -> Self:
        head, pairs = fields
        keys = []
        for pair in cls.reader.array(pairs, "keys", 1, MAX_KEYS):
            power, key = cls.reader.array(pair, "a key", 2, 2)
            keys.append(
                (
                    cls.reader.label(power, "power"),
                    cls.reader.octets(key, "sealing key", KEY_SIZE, KEY_SIZE),
                )
            )
        if keys != sorted(set(keys)):
            raise cls.reader.refusal("keys must be in strictly ascending order of power and key")
        return cls(game=game, seat=seat, head=Head.from_data(head), keys=tuple(keys))


GameStatement: TypeAlias = (
    RejoinQuestion
    | RejoinAnswer
    | Settlement
    | Proposal
    | ProposalSignature
    | ProposalRefusal
    | RaisedHand
    | NewInstructions
    | SilenceClaim
    | Closing
    | Disclosure
)
"""What may come at any time; charter signatures stand at the beginning of a log only."""
