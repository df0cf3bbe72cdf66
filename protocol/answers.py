"""What a seat holds of another one that asks to rejoin (SPEC-12.3)."""

from dataclasses import dataclass
from typing import Final, Self

from protocol.charter import MAX_SEATS
from protocol.encoding import Data
from protocol.hashing import HASH_SIZE, Tag
from protocol.head import Head
from protocol.proposals import ListedProposal, ProposalRefusal, read_refusals
from protocol.questions import InIncarnation, Rank, RejoinQuestion
from protocol.record_reader import RecordReader
from protocol.statement import Signed, Statement

__all__ = ["MAX_ANSWER", "MAX_LISTED", "RejoinAnswer"]

MAX_ANSWER: Final = 8192
"""Bytes of an answer with its signature."""
MAX_LISTED: Final = 8
"""Proposals that one answer lists as signed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RejoinAnswer(InIncarnation):
    """An answer to one question, given once in each incarnation. It endorses no line.

    Attributes:
        settlement: hash of the settlement of that incarnation; None in the first, and while the
            answerer is itself *pending*: it has asked and not settled.
        question: that it answers.
        last: the asker's last entry that the answerer holds; None if it holds none, or is pending.
        known: the greatest question that it has heard of each third seat, ascending by seat.
        signed: the proposals that it has signed against the asker, or for a place beyond the entry
            named, ascending by hash.
        refused: refusals by the asker that it has heard, ascending by the hash refused.
    """

    settlement: bytes | None
    question: Signed[RejoinQuestion]
    last: Head | None
    known: tuple[Signed[RejoinQuestion], ...]
    signed: tuple[ListedProposal, ...] = ()
    refused: tuple[Signed[ProposalRefusal], ...] = ()

    tag = Tag.ANSWER
    reader = RecordReader("SPEC-6.4", "answer")
    size = 7
    limit = MAX_ANSWER

    def _fields(self) -> tuple[Data, ...]:
        return (
            None if self.begun is None else self.begun.raw,
            self.settlement,
            self.question.raw,
            None if self.last is None else self.last.to_data(),
            tuple(heard.raw for heard in self.known),
            tuple(one.to_data() for one in self.signed),
            tuple(refusal.raw for refusal in self.refused),
        )

    @classmethod
    def _read(cls, game: bytes, seat: int, fields: tuple[Data, ...]) -> Self:
        begun, settlement, question, last, known, signed, refused = fields
        reader = cls.reader
        made = cls(
            game=game,
            seat=seat,
            begun=(None if begun is None else RejoinQuestion.read(begun, reader, "own question")),
            settlement=(
                None
                if settlement is None
                else reader.octets(settlement, "settlement", HASH_SIZE, HASH_SIZE)
            ),
            question=RejoinQuestion.read(question, reader, "question"),
            last=None if last is None else Head.from_data(last, lowest=1),
            known=tuple(
                RejoinQuestion.read(one, reader, "a question heard")
                for one in reader.array(known, "questions heard", 0, MAX_SEATS - 2)
            ),
            signed=tuple(
                ListedProposal.from_data(one, reader)
                for one in reader.array(signed, "proposals signed", 0, MAX_LISTED)
            ),
            refused=read_refusals(refused, reader),
        )
        made._check_form()
        return made

    def _check_form(self) -> None:
        asker = self.question.statement.seat
        if asker == self.seat:
            raise self.reader.refusal("a seat does not answer itself")
        self._check_begun()
        if self.begun is None and self.settlement is not None:
            raise self.reader.refusal("the first incarnation has no settlement")
        if self.pending and self.last is not None:
            raise self.reader.refusal("a pending seat names no entry")
        seats = [heard.statement.seat for heard in self.known]
        if seats != sorted(set(seats)) or {asker, self.seat} & set(seats):
            raise self.reader.refusal("questions heard must be of third seats, ascending")
        signed = [one.hash for one in self.signed]
        refused = [one.statement.proposal for one in self.refused]
        if signed != sorted(set(signed)) or refused != sorted(set(refused)):
            raise self.reader.refusal("proposals must be in strictly ascending order of hash")
        if any(one.statement.seat != asker for one in self.refused):
            raise self.reader.refusal("the refusals must be the asker's")

    @property
    def pending(self) -> bool:
        """Whether the answerer has asked a question itself and not settled it."""
        return self.begun is not None and self.settlement is None

    @property
    def asked(self) -> RejoinQuestion:
        """The question that it answers."""
        return self.question.statement

    @property
    def against(self) -> frozenset[tuple[bytes, Rank]]:
        """The proposals that it has signed against the asker, and the ranks that they end."""
        asked = self.asked
        return frozenset(
            (one.hash, ended.rank)
            for one in self.signed
            if (ended := one.names(asked.seat)) is not None
        )

    @property
    def told(self) -> tuple[RejoinQuestion, ...]:
        """The questions that it tells of, besides the one answered."""
        own = () if self.begun is None else (self.begun.statement,)
        return (*own, *(heard.statement for heard in self.known))

    @property
    def inner(self) -> tuple[Signed[Statement], ...]:
        """The questions, all of them, then the refusals."""
        own = () if self.begun is None else (self.begun,)
        ended = (named.last for one in self.signed for named in one.named)
        lasts = (last for last in ended if last is not None)
        return (*own, self.question, *self.known, *lasts, *self.refused)
