"""What every statement has in common: a form, a signature, and where it comes from (SPEC-6.1)."""

import functools
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar, Final, Generic, Self, TypeVar

from protocol.charter import MAX_SEATS
from protocol.encoding import Data, decode, encode
from protocol.errors import Code, LocalError, Refused
from protocol.hashing import HASH_SIZE, Tag
from protocol.identity import Identity, PublicKey
from protocol.players import Players
from protocol.record_reader import RecordReader

__all__ = [
    "MAX_SIGNED",
    "Signed",
    "Statement",
    "check_origin",
    "check_statement",
    "read_statement",
    "sign_statement",
]

MAX_SIGNED: Final = 4096
"""Bytes of most signed records beside the line."""


@dataclass(frozen=True, kw_only=True)
class Statement(ABC):
    """What every statement begins with: the game and the index of the seat that makes it.

    What is read and checked again and again is encoded once, so its bytes are kept.
    """

    game: bytes
    seat: int

    tag: ClassVar[Tag]
    reader: ClassVar[RecordReader]
    size: ClassVar[int]
    """Fields after game and seat."""
    limit: ClassVar[int] = MAX_SIGNED
    """Most bytes of such a statement with its signature."""

    @abstractmethod
    def _fields(self) -> tuple[Data, ...]:
        """The fields after game and seat."""

    @classmethod
    @abstractmethod
    def _read(cls, game: bytes, seat: int, fields: tuple[Data, ...]) -> Self:
        """Read the fields after game and seat, `size` of them."""

    @functools.cached_property
    def body(self) -> bytes:
        """The canonical form: what is signed under the tag of its kind."""
        return encode((self.game, self.seat, *self._fields()))

    @property
    def inner(self) -> "tuple[Signed[Statement], ...]":
        """The statements that this one carries whole."""
        return ()

    @property
    def key_number(self) -> int:
        """Which of its seat's keys makes it, from 0."""
        return 0

    def signer(self, players: Players) -> PublicKey:
        """The key that must have signed it.

        Raises:
            Refused: `gap`: that key is not known to play.
        """
        player = players.numbered(self.seat, self.key_number)
        if player is None:
            raise Refused(
                Code.GAP,
                "SPEC-6.1",
                None,
                f"{self.reader.name}: key {self.key_number} of seat {self.seat} does not play yet",
            )
        return player.key


S_co = TypeVar("S_co", bound=Statement, covariant=True)
S = TypeVar("S", bound=Statement)


@dataclass(frozen=True)
class Signed(Generic[S_co]):
    """A statement with its signature, as sent and stored."""

    statement: S_co
    signature: bytes

    @functools.cached_property
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
    body, signature = kind.reader.signed(raw, kind.limit)
    size = kind.size + 2
    game, seat, *fields = kind.reader.array(decode(body, kind.limit), "body", size, size)
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


def check_origin(players: Players, statement: Statement) -> None:
    """Judge whether a statement names this game, and one of its seats.

    Raises:
        Refused: `wrong_game` or `no_seat` (SPEC-6.1).
    """
    name = statement.reader.name
    if statement.game != players.charter.game_id:
        raise Refused(
            Code.WRONG_GAME, "SPEC-6.1", None, f"{name}: made for game {statement.game.hex()}"
        )
    if statement.seat >= len(players.seats):
        raise Refused(
            Code.NO_SEAT, "SPEC-6.1", None, f"{name}: the game has no seat {statement.seat}"
        )


def check_statement(players: Players, signed: Signed[Statement]) -> None:
    """Judge where a statement comes from: its game, its seat, its signature.

    Those that it carries are judged after it, in their order.

    Args:
        players: whose keys are known.
        signed: the statement.

    Raises:
        Refused: `wrong_game`, `no_seat`, `gap` or `bad_signature` (SPEC-6.1).
    """
    statement = signed.statement
    name = statement.reader.name
    check_origin(players, statement)
    if not signed.signed_by(statement.signer(players)):
        raise Refused(
            Code.BAD_SIGNATURE, "SPEC-6.1", None, f"{name}: not signed by seat {statement.seat}"
        )
    for carried in statement.inner:
        check_statement(players, carried)
