"""What seats say beside the line of entries (SPEC-6).

A statement changes no game. Each kind is signed under its own tag and names game and seat, and all
but the first two name the head that they are about, so none can be carried elsewhere.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar, Generic, Self, TypeAlias, TypeVar

from protocol.charter import MAX_POWERS, MAX_SEATS, NONCE_SIZE, Charter
from protocol.encoding import Data, decode, encode
from protocol.entry import MAX_NUMBER, MAX_SIGNED, Head
from protocol.errors import Code, LocalError, Refused
from protocol.hashing import HASH_SIZE, Tag, digest
from protocol.identity import KEY_SIZE, Identity, PublicKey
from protocol.record_reader import RecordReader

__all__ = [
    "CharterSignature",
    "Closing",
    "Disclosure",
    "GameStatement",
    "RaisedHand",
    "RejoinAnswer",
    "RejoinQuestion",
    "Signed",
    "SilenceClaim",
    "Statement",
    "check_statement",
    "read_statement",
    "sign_statement",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement(ABC):
    """What every statement begins with: the game and the index of the seat that makes it."""

    game: bytes
    seat: int

    tag: ClassVar[Tag]
    reader: ClassVar[RecordReader]
    size: ClassVar[int]
    """Fields after game and seat."""

    @abstractmethod
    def _fields(self) -> tuple[Data, ...]:
        """The fields after game and seat."""

    @classmethod
    @abstractmethod
    def _read(cls, game: bytes, seat: int, fields: tuple[Data, ...]) -> Self:
        """Read the fields after game and seat, `size` of them."""

    @property
    def body(self) -> bytes:
        """The canonical form: what is signed under the tag of its kind."""
        return encode((self.game, self.seat, *self._fields()))


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
class RejoinQuestion(Statement):
    """A seat whose store may be incomplete asks what the others hold.

    Attributes:
        incarnation: the one that would begin.
        nonce: 32 fresh random bytes.
    """

    incarnation: int
    nonce: bytes

    tag = Tag.QUESTION_SIGNATURE
    reader = RecordReader("SPEC-6.3", "question")
    size = 2

    def _fields(self) -> tuple[Data, ...]:
        return (self.incarnation, self.nonce)

    @classmethod
    def _read(cls, game: bytes, seat: int, fields: tuple[Data, ...]) -> Self:
        incarnation, nonce = fields
        return cls(
            game=game,
            seat=seat,
            incarnation=cls.reader.integer(incarnation, "incarnation", 1, MAX_NUMBER),
            nonce=cls.reader.octets(nonce, "nonce", NONCE_SIZE, NONCE_SIZE),
        )

    @property
    def hash(self) -> bytes:
        """What answers name the question by: 32 bytes."""
        return digest(Tag.QUESTION, self.body)


@dataclass(frozen=True, slots=True, kw_only=True)
class RejoinAnswer(Statement):
    """A seat's signed head, given to one question.

    Attributes:
        question: hash of the question.
        incarnation: of the answering seat, in what it holds.
        head: the end of what the answering seat holds.
        place: number of the asker's last entry in it; 0 if there is none.
        rejoining: the answering seat's own store may be incomplete.
    """

    question: bytes
    incarnation: int
    head: Head
    place: int
    rejoining: bool

    tag = Tag.ANSWER
    reader = RecordReader("SPEC-6.4", "answer")
    size = 5

    def _fields(self) -> tuple[Data, ...]:
        return (
            self.question,
            self.incarnation,
            self.head.to_data(),
            self.place,
            self.rejoining,
        )

    @classmethod
    def _read(cls, game: bytes, seat: int, fields: tuple[Data, ...]) -> Self:
        question, incarnation, head_data, place, rejoining = fields
        head = Head.from_data(head_data)
        return cls(
            game=game,
            seat=seat,
            question=cls.reader.octets(question, "question hash", HASH_SIZE, HASH_SIZE),
            incarnation=cls.reader.integer(incarnation, "incarnation", 0, MAX_NUMBER),
            head=head,
            place=cls.reader.integer(place, "the asker's last place", 0, head.sequence),
            rejoining=cls.reader.truth(rejoining, "rejoining"),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class RaisedHand(Statement):
    """A seat asks for a window that it has waived or that is not asked.

    Attributes:
        head: what the seat had seen.
        counter: of the seat's hands in this game, from 1.
    """

    head: Head
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
class SilenceClaim(Statement):
    """A seat says that it is waiting at this head for another one. It proves nothing.

    Attributes:
        head: where the claiming seat waits.
        owing: index of the seat that owes the next entry.
    """

    head: Head
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
class Closing(Statement):
    """A seat confirms the end of the game: the head is the entry that closed it."""

    head: Head

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
class Disclosure(Statement):
    """The sealing keys of a seat's powers, after the close; suite `hashed`.

    Attributes:
        head: the entry that closed the game.
        keys: power and its 32-byte key, ascending by power.
    """

    head: Head
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
        for pair in cls.reader.array(pairs, "keys", 1, MAX_POWERS):
            power, key = cls.reader.array(pair, "a key", 2, 2)
            keys.append(
                (
                    cls.reader.label(power, "power"),
                    cls.reader.octets(key, "sealing key", KEY_SIZE, KEY_SIZE),
                )
            )
        powers = [power for power, _ in keys]
        if powers != sorted(set(powers)):
            raise cls.reader.refusal("keys must be in strictly ascending order of power")
        return cls(game=game, seat=seat, head=Head.from_data(head), keys=tuple(keys))


GameStatement: TypeAlias = (
    RejoinQuestion | RejoinAnswer | RaisedHand | SilenceClaim | Closing | Disclosure
)
"""What may come at any time; charter signatures stand at the beginning of a log only."""

S_co = TypeVar("S_co", bound=Statement, covariant=True)
S = TypeVar("S", bound=Statement)


@dataclass(frozen=True, slots=True)
class Signed(Generic[S_co]):
    """A statement with its signature, as sent and stored."""

    statement: S_co
    signature: bytes

    @property
    def raw(self) -> bytes:
        """The whole as sent and stored: body and signature (SPEC-1.6)."""
        return encode((self.statement.body, self.signature))

    def signed_by(self, key: PublicKey) -> bool:
        """Whether the key signed this statement (SPEC-6.1)."""
        return key.verifies(self.statement.tag, self.statement.body, self.signature)


def read_statement(kind: type[S], raw: bytes) -> Signed[S]:
    """Read a statement of this kind as sent; the signature is not checked.

    Raises:
        Refused: `too_large` or `malformed`.
    """
    body, signature = kind.reader.signed(raw, MAX_SIGNED)
    size = kind.size + 2
    game, seat, *fields = kind.reader.array(decode(body, MAX_SIGNED), "body", size, size)
    statement = kind._read(
        kind.reader.octets(game, "game id", HASH_SIZE, HASH_SIZE),
        kind.reader.integer(seat, "seat", 0, MAX_SEATS - 1),
        tuple(fields),
    )
    return Signed(statement, signature)


def sign_statement(identity: Identity, statement: S) -> Signed[S]:
    """Sign a statement. It is read back, so nothing leaves that others would find malformed.

    Raises:
        LocalError: the values do not make such a statement.
    """
    body = statement.body
    signed = Signed(statement, identity.sign(statement.tag, body))
    try:
        return read_statement(type(statement), signed.raw)
    except Refused as error:
        raise LocalError(f"this {statement.reader.name} would be refused: {error}") from error


def check_statement(charter: Charter, signed: Signed[Statement]) -> None:
    """Judge where a statement comes from: its game, its seat, its signature.

    Raises:
        Refused: `wrong_game`, `no_seat` or `bad_signature` (SPEC-6.1).
    """
    statement = signed.statement
    name = statement.reader.name
    if statement.game != charter.game_id:
        raise Refused(
            Code.WRONG_GAME, "SPEC-6.1", None, f"{name}: made for game {statement.game.hex()}"
        )
    if statement.seat >= len(charter.seats):
        raise Refused(
            Code.NO_SEAT, "SPEC-6.1", None, f"{name}: the game has no seat {statement.seat}"
        )
    if not signed.signed_by(charter.seats[statement.seat].key):
        raise Refused(
            Code.BAD_SIGNATURE, "SPEC-6.1", None, f"{name}: not signed by seat {statement.seat}"
        )
