"""How seats agree: signatures under a proposal, and all of them together (SPEC-18).

A signature is like an answer: it says in which incarnation it is given and what questions its seat
has heard, so that who signs and who rejoins cannot be on two lines. `agreeing` judges whether an
agreement is valid, an entry at its place carries it whole.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Self

from protocol.answers import RejoinAnswer
from protocol.charter import MAX_SEATS
from protocol.encoding import Data, encode
from protocol.hashing import HASH_SIZE, Tag, digest
from protocol.proposals import AfterFault, Proposal
from protocol.questions import InIncarnation, Rank, RejoinQuestion
from protocol.receipts import Receipt
from protocol.record_reader import RecordReader
from protocol.statement import Signed, Statement, read_statement

__all__ = ["MAX_PROPOSAL_SIGNATURE", "Agreement", "ProposalSignature"]

MAX_PROPOSAL_SIGNATURE: Final = 16 * 1024
"""Bytes of a signature under a proposal, with the statements that it carries."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposalSignature(InIncarnation):
    """A seat agrees to a proposal.

    Attributes:
        settlement: hash of the settlement of that incarnation; None in the first, and while the
            signer is pending.
        proposal: hash of what it agrees to.
        known: the greatest question that it has heard of each other seat, ascending by seat.
        answers: of a pending signer, those to its question of all seats that are not named, in
            ascending order; otherwise none.
        question: with which the signer goes on after a fault; otherwise None.
        receipt: of the successor, under the hand over of a seat that hides something; otherwise
            None.
    """

    settlement: bytes | None
    proposal: bytes
    known: tuple[Signed[RejoinQuestion], ...]
    answers: tuple[Signed[RejoinAnswer], ...] = ()
    question: Signed[RejoinQuestion] | None = None
    receipt: Signed[Receipt] | None = None

    tag = Tag.AGREEMENT_SIGNATURE
    reader = RecordReader("SPEC-6.13", "signature under a proposal")
    size = 7
    limit = MAX_PROPOSAL_SIGNATURE

    def _fields(self) -> tuple[Data, ...]:
        return (
            None if self.begun is None else self.begun.raw,
            self.settlement,
            self.proposal,
            tuple(heard.raw for heard in self.known),
            tuple(answer.raw for answer in self.answers),
            None if self.question is None else self.question.raw,
            None if self.receipt is None else self.receipt.raw,
        )

    @classmethod
    def _read(cls, game: bytes, seat: int, fields: tuple[Data, ...]) -> Self:
        begun, settlement, proposal, known, answers, question, receipt = fields
        reader = cls.reader
        made = cls(
            game=game,
            seat=seat,
            begun=None if begun is None else RejoinQuestion.read(begun, reader, "own question"),
            settlement=(
                None
                if settlement is None
                else reader.octets(settlement, "settlement", HASH_SIZE, HASH_SIZE)
            ),
            proposal=reader.octets(proposal, "proposal", HASH_SIZE, HASH_SIZE),
            known=tuple(
                RejoinQuestion.read(one, reader, "a question heard")
                for one in reader.array(known, "questions heard", 0, MAX_SEATS - 1)
            ),
            answers=tuple(
                read_statement(RejoinAnswer, reader.octets(one, "an answer", 1, RejoinAnswer.limit))
                for one in reader.array(answers, "answers", 0, MAX_SEATS - 1)
            ),
            question=(
                None
                if question is None
                else RejoinQuestion.read(question, reader, "the question it adds")
            ),
            receipt=(
                None
                if receipt is None
                else read_statement(Receipt, reader.octets(receipt, "receipt", 1, Receipt.limit))
            ),
        )
        made._check_form()
        return made

    def _check_form(self) -> None:
        for own in (self.begun, self.question):
            if own is not None and own.statement.seat != self.seat:
                raise self.reader.refusal("its incarnation is one of another seat")
        if self.begun is None and self.settlement is not None:
            raise self.reader.refusal("the first incarnation has no settlement")
        if self.answers and not self.pending:
            raise self.reader.refusal("only a pending seat shows answers")
        seats = [heard.statement.seat for heard in self.known]
        if seats != sorted(set(seats)) or self.seat in seats:
            raise self.reader.refusal("questions heard must be of other seats, ascending")
        given = [answer.statement.seat for answer in self.answers]
        if given != sorted(set(given)):
            raise self.reader.refusal("answers must be in strictly ascending order of seat")

    @property
    def pending(self) -> bool:
        """Whether the signer has asked a question itself and not settled it."""
        return self.begun is not None and self.settlement is None

    @property
    def told(self) -> tuple[RejoinQuestion, ...]:
        """The questions that it tells of itself."""
        own = () if self.begun is None else (self.begun.statement,)
        return (*own, *(heard.statement for heard in self.known))

    @property
    def heard(self) -> tuple[Signed[Statement], ...]:
        """What who receives it has heard: not the question that it adds, which is not asked yet."""
        own = () if self.begun is None else (self.begun,)
        return (*own, *self.known, *self.answers)

    @property
    def inner(self) -> tuple[Signed[Statement], ...]:
        """The questions, then the answers, then the question that it adds, then the receipt."""
        added = () if self.question is None else (self.question,)
        received = () if self.receipt is None else (self.receipt,)
        return (*self.heard, *added, *received)


@dataclass(frozen=True, slots=True)
class Agreement:
    """A proposal with the signatures under it, ascending by seat."""

    proposal: Signed[Proposal]
    signatures: tuple[Signed[ProposalSignature], ...]

    @property
    def terms(self) -> Proposal:
        """What is agreed."""
        return self.proposal.statement

    @property
    def hash(self) -> bytes:
        """What settlements name it by, whoever signed it how often: 32 bytes."""
        signed = tuple(one.statement.body for one in self.signatures)
        return digest(Tag.AGREEMENT, encode((self.terms.body, signed)))

    @property
    def receipt(self) -> Receipt | None:
        """Of the successor to whom sealing keys have passed; None if none have."""
        received = (signed.statement.receipt for signed in self.signatures)
        return next((one.statement for one in received if one is not None), None)

    @property
    def added(self) -> tuple[Signed[RejoinQuestion], ...]:
        """The questions in whose names the signers go on after a fault, ascending by seat."""
        if not isinstance(self.terms.terms, AfterFault):
            return ()
        given = (one.statement.question for one in self.signatures)
        return tuple(question for question in given if question is not None)

    def stands_for(self, question: RejoinQuestion) -> Mapping[int, Rank]:
        """The seats for whose answers to a question it stands, and up to which incarnation.

        Those that it names; and to a question that it adds, all that have signed.
        """
        named = {one.seat: one.rank for one in self.terms.named}
        added = {one.statement.seat: one.statement.rank for one in self.added}
        return {**named, **added} if self.settles(question) else named

    def settles(self, question: RejoinQuestion) -> bool:
        """Whether it begins, after a fault, the incarnation that a question names."""
        return any(one.statement == question for one in self.added)

    @property
    def signers(self) -> tuple[int, ...]:
        """The seats that have signed."""
        return tuple(one.statement.seat for one in self.signatures)
