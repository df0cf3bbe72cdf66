"""How a seat that has asked goes on: all answers, and what it stands by (SPEC-12.5).

An agreement that names a seat stands for its answer: so nobody waits for a seat that is gone.
"""

import functools
from dataclasses import dataclass
from typing import Final, Self

from protocol.answers import RejoinAnswer
from protocol.charter import MAX_SEATS
from protocol.encoding import Data
from protocol.hashing import HASH_SIZE, Tag, digest
from protocol.head import Head
from protocol.questions import RejoinQuestion
from protocol.record_reader import RecordReader
from protocol.statement import Signed, Statement, read_statement

__all__ = ["MAX_SETTLEMENT", "Settlement"]

MAX_SETTLEMENT: Final = 24 * 1024
"""Bytes of a settlement with its signature."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settlement(Statement):
    """What begins an incarnation, signed once for its question.

    Attributes:
        question: of its seat.
        answers: to it, one of each other seat, ascending by seat.
        last: the last entry of the older incarnations that stands; None if none does.
        agreements: hashes of those that stand for the answers of the seats that they name,
            ascending.
    """

    question: Signed[RejoinQuestion]
    answers: tuple[Signed[RejoinAnswer], ...]
    last: Head | None
    agreements: tuple[bytes, ...] = ()

    tag = Tag.SETTLEMENT_SIGNATURE
    reader = RecordReader("SPEC-6.10", "settlement")
    size = 4
    limit = MAX_SETTLEMENT

    def _fields(self) -> tuple[Data, ...]:
        return (
            self.question.raw,
            tuple(answer.raw for answer in self.answers),
            self.agreements,
            None if self.last is None else self.last.to_data(),
        )

    @classmethod
    def _read(cls, game: bytes, seat: int, fields: tuple[Data, ...]) -> Self:
        question, answers, agreements, last = fields
        reader = cls.reader
        made = cls(
            game=game,
            seat=seat,
            question=RejoinQuestion.read(question, reader, "question"),
            answers=tuple(
                read_statement(RejoinAnswer, reader.octets(one, "an answer", 1, RejoinAnswer.limit))
                for one in reader.array(answers, "answers", 0, MAX_SEATS - 1)
            ),
            last=None if last is None else Head.from_data(last, lowest=1),
            agreements=tuple(
                reader.octets(one, "an agreement", HASH_SIZE, HASH_SIZE)
                for one in reader.array(agreements, "agreements", 0, MAX_SEATS - 1)
            ),
        )
        if list(made.agreements) != sorted(set(made.agreements)):
            raise reader.refusal("agreements must be in strictly ascending order of hash")
        return made

    @functools.cached_property
    def hash(self) -> bytes:
        """What answers of its seat name it by: 32 bytes."""
        return digest(Tag.SETTLEMENT, self.body)

    @property
    def key_number(self) -> int:
        """Which key of its seat settles."""
        return self.asked.key

    @property
    def asked(self) -> RejoinQuestion:
        """The question that it settles."""
        return self.question.statement

    @property
    def inner(self) -> tuple[Signed[Statement], ...]:
        """The question, then the answers."""
        return (self.question, *self.answers)
