"""What the seats of a game can agree on, as one of them proposes it (SPEC-18).

A proposal changes nothing. All that it needs sign it (`agreements`), and an entry at its place
carries it with their signatures.
"""

import functools
from dataclasses import dataclass
from enum import StrEnum, unique
from typing import Final, Self, TypeAlias, assert_never

from protocol.charter import MAX_SEATS
from protocol.encoding import Data
from protocol.hashing import HASH_SIZE, Tag, digest
from protocol.head import MAX_NUMBER, Head
from protocol.identity import PublicKey
from protocol.players import MAX_KEY_NUMBER, Players
from protocol.questions import InIncarnation, Rank, RejoinQuestion, first_rank
from protocol.record_reader import RecordReader
from protocol.statement import Signed, Statement, read_statement
from protocol.successors import Successor

__all__ = [
    "MAX_PROPOSAL",
    "MAX_REFUSED",
    "MAX_TAKEN_BACK",
    "AfterFault",
    "ChangeKeepers",
    "End",
    "Ended",
    "HandOver",
    "ListedProposal",
    "Proposal",
    "ProposalRefusal",
    "Replace",
    "Result",
    "TakeBack",
    "Terms",
    "read_refusals",
]

MAX_PROPOSAL: Final = 8192
"""Bytes of a proposal with its signature."""
MAX_REFUSED: Final = 8
"""Refusals that one proposal carries, and that one answer brings."""

MAX_TAKEN_BACK: Final = 128
"""Entries that are taken back at once; a table keeps the state of the rules after each of them."""

_TERMS = RecordReader("SPEC-18.1", "terms")


@unique
class Result(StrEnum):
    """How a game is ended by agreement."""

    WIN = "win"
    DRAW = "draw"
    ADJOURNED = "adjourned"  # for good


@dataclass(frozen=True, slots=True)
class TakeBack:
    """The state of the rules is again as it was after an earlier entry."""

    to: Head


@dataclass(frozen=True, slots=True)
class HandOver:
    """Another key plays a seat from here on, and its player agrees."""

    successor: Signed[Successor]


@dataclass(frozen=True, slots=True)
class Replace:
    """Other keys play the seats that are named, of which nobody signs; ascending by seat."""

    successors: tuple[Signed[Successor], ...]


@dataclass(frozen=True, slots=True)
class End:
    """The game is over.

    Attributes:
        result: in what way.
        winner: the side that has won; None unless one has.
    """

    result: Result
    winner: str | None = None


@dataclass(frozen=True, slots=True)
class ChangeKeepers:
    """Other keys keep, in place of the keepers that are named; ascending by seat."""

    successors: tuple[Signed[Successor], ...]


@dataclass(frozen=True, slots=True)
class AfterFault:
    """The line that the proposal follows is kept, whatever other lines its signers hold.

    A seat has signed two, or has vanished where some take no more of what others hold (SPEC-18.6).
    Each signer begins a new incarnation with it, and the seats that are named are replaced, or the
    game ends.
    """

    remedy: Replace | End


Terms: TypeAlias = TakeBack | HandOver | Replace | End | ChangeKeepers | AfterFault


@dataclass(frozen=True, slots=True)
class Ended:
    """A seat against which a proposal is made.

    Attributes:
        seat: that need not sign.
        key: number of the key that plays it.
        last: the question that began the last of its incarnations, which end with this; None if
            that is the first of its key.
    """

    seat: int
    key: int
    last: Signed[RejoinQuestion] | None

    def to_data(self) -> Data:
        """As a member of a proposal."""
        return (self.seat, self.key, None if self.last is None else self.last.raw)

    @property
    def rank(self) -> Rank:
        """Of the last of its incarnations."""
        return first_rank(self.key) if self.last is None else self.last.statement.rank


@dataclass(frozen=True, slots=True)
class ListedProposal:
    """A proposal as an answer lists it, for who may never see it.

    Attributes:
        hash: of the proposal.
        place: that it was made for.
        named: seats against which it is made, ascending.
    """

    hash: bytes
    place: int
    named: tuple[Ended, ...]

    def to_data(self) -> Data:
        """As a member of an answer."""
        return (self.hash, self.place, tuple(one.to_data() for one in self.named))

    @classmethod
    def from_data(cls, data: Data, reader: RecordReader) -> "ListedProposal":
        """Read such a member.

        Raises:
            Refused: `malformed`.
        """
        name, place, named = reader.array(data, "a proposal signed", 3, 3)
        return cls(
            reader.octets(name, "proposal", HASH_SIZE, HASH_SIZE),
            reader.integer(place, "place", 1, MAX_NUMBER),
            _read_named(named, reader),
        )

    def names(self, seat: int) -> Ended | None:
        """How a seat is named; None if it is not."""
        return next((one for one in self.named if one.seat == seat), None)

    @property
    def seats_named(self) -> frozenset[int]:
        """The seats against which it is made."""
        return frozenset(one.seat for one in self.named)


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposalRefusal(InIncarnation):
    """A seat will not sign a proposal, in this incarnation.

    Attributes:
        proposal: hash of what it refuses.
    """

    proposal: bytes

    tag = Tag.REFUSAL
    reader = RecordReader("SPEC-6.14", "refusal")
    size = 2

    def _fields(self) -> tuple[Data, ...]:
        return (None if self.begun is None else self.begun.raw, self.proposal)

    @classmethod
    def _read(cls, game: bytes, seat: int, fields: tuple[Data, ...]) -> Self:
        begun, proposal = fields
        reader = cls.reader
        made = cls(
            game=game,
            seat=seat,
            begun=None if begun is None else RejoinQuestion.read(begun, reader, "own question"),
            proposal=reader.octets(proposal, "proposal", HASH_SIZE, HASH_SIZE),
        )
        made._check_begun()
        return made

    @property
    def inner(self) -> tuple[Signed[Statement], ...]:
        """The question that began its incarnation."""
        return () if self.begun is None else (self.begun,)


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal(Statement):
    """What a seat proposes for one place of the line.

    Attributes:
        after: the head that it follows: the entry that carries it is the next one.
        terms: what will be.
        named: seats against which it is made, ascending; they do not sign.
        refused: refusals of earlier proposals for the place, ascending by the hash refused.
    """

    after: Head
    terms: Terms
    named: tuple[Ended, ...] = ()
    refused: tuple[Signed[ProposalRefusal], ...] = ()

    tag = Tag.PROPOSAL_SIGNATURE
    reader = RecordReader("SPEC-6.12", "proposal")
    size = 4
    limit = MAX_PROPOSAL

    def _fields(self) -> tuple[Data, ...]:
        return (
            self.after.to_data(),
            _terms_data(self.terms),
            tuple(one.to_data() for one in self.named),
            tuple(refusal.raw for refusal in self.refused),
        )

    @classmethod
    def _read(cls, game: bytes, seat: int, fields: tuple[Data, ...]) -> Self:
        after, terms, named, refused = fields
        reader = cls.reader
        made = cls(
            game=game,
            seat=seat,
            after=Head.from_data(after),
            terms=_read_terms(terms),
            named=_read_named(named, reader),
            refused=read_refusals(refused, reader),
        )
        made._check_form()
        return made

    def _check_form(self) -> None:
        seats = [one.seat for one in self.named]
        if self.names(self.seat) is not None:
            raise self.reader.refusal("a seat does not propose against itself")
        hashes = [one.statement.proposal for one in self.refused]
        if hashes != sorted(set(hashes)):
            raise self.reader.refusal("refusals must be in strictly ascending order of hash")
        match self.terms:
            case TakeBack(to):
                back = self.after.sequence - to.sequence
                if seats or not 1 <= back <= MAX_TAKEN_BACK:
                    raise self.reader.refusal(
                        f"1 to {MAX_TAKEN_BACK} entries are taken back, and all are asked"
                    )
            case HandOver():
                if seats:
                    raise self.reader.refusal("a seat that hands over signs itself")
            case End():
                pass
            case Replace() | ChangeKeepers() | AfterFault():
                given = [successor.statement.seat for successor in self.successors]
                if not seats or (given and given != seats):
                    raise self.reader.refusal("it needs one successor of each seat that is named")

    def signer(self, players: Players) -> PublicKey:
        """The key of who plays where it is made."""
        return players.after(self.after.sequence, self.seat).key

    @functools.cached_property
    def hash(self) -> bytes:
        """What signatures and refusals name it by: 32 bytes."""
        return digest(Tag.PROPOSAL, self.body)

    @property
    def kind(self) -> str:
        """What its terms are called: "take back", "hand over" and so on (SPEC-18.1)."""
        match self.terms:
            case TakeBack():
                return "take back"
            case HandOver():
                return "hand over"
            case Replace():
                return "replace"
            case End():
                return "end"
            case ChangeKeepers():
                return "keepers"
            case AfterFault():
                return "after fault"

    @property
    def place(self) -> int:
        """Number of the entry that would carry it."""
        return self.after.sequence + 1

    def names(self, seat: int) -> Ended | None:
        """How a seat is named; None if it is not."""
        return next((one for one in self.named if one.seat == seat), None)

    @property
    def seats_named(self) -> frozenset[int]:
        """The seats against which it is made."""
        return frozenset(one.seat for one in self.named)

    @property
    def must_be_gone(self) -> frozenset[int]:
        """The seats against which it takes a reason: absent or at fault (SPEC-18.6).

        Those named; but keepers are changed as the players wish.
        """
        return frozenset() if isinstance(self.terms, ChangeKeepers) else self.seats_named

    @property
    def successors(self) -> tuple[Signed[Successor], ...]:
        """The new keys, ascending by seat."""
        return _successors_of(self.terms)

    @property
    def listed(self) -> ListedProposal:
        """As answers list it."""
        return ListedProposal(self.hash, self.place, self.named)

    def supersedes(self, other: ListedProposal) -> bool:
        """Whether who has signed the other may sign this: it names more, or that was refused."""
        if other.seats_named < self.seats_named:
            return True
        return any(
            refusal.statement.proposal == other.hash and other.names(refusal.statement.seat) is None
            for refusal in self.refused
        )

    @property
    def inner(self) -> tuple[Signed[Statement], ...]:
        """The successors, then the questions of the seats named, then the refusals."""
        lasts = (one.last for one in self.named)
        return (*self.successors, *(last for last in lasts if last is not None), *self.refused)


def read_refusals(data: Data, reader: RecordReader) -> tuple[Signed[ProposalRefusal], ...]:
    """Read the refusals that a proposal or an answer brings, in whatever order.

    Raises:
        Refused: `malformed`, or a refusal is not properly made.
    """
    return tuple(
        read_statement(ProposalRefusal, reader.octets(one, "a refusal", 1, ProposalRefusal.limit))
        for one in reader.array(data, "refusals", 0, MAX_REFUSED)
    )


def _successors_of(terms: Terms) -> tuple[Signed[Successor], ...]:
    match terms:
        case HandOver(successor):
            return (successor,)
        case Replace(successors) | ChangeKeepers(successors):
            return successors
        case AfterFault(remedy):
            return _successors_of(remedy)
        case TakeBack() | End():
            return ()


def _terms_data(terms: Terms) -> Data:
    match terms:
        case TakeBack(to):
            return ("take back", to.to_data())
        case HandOver(successor):
            return ("hand over", successor.raw)
        case Replace(successors):
            return ("replace", tuple(one.raw for one in successors))
        case End(result, winner):
            return ("end", result.value, winner)
        case ChangeKeepers(successors):
            return ("keepers", tuple(one.raw for one in successors))
        case AfterFault(remedy):
            return ("after fault", _terms_data(remedy))
        case _:
            assert_never(terms)


def _read_terms(data: Data) -> Terms:
    fields = _TERMS.array(data, "the whole", 2, 3)
    match fields:
        case ("take back", to):
            return TakeBack(Head.from_data(to))
        case ("hand over", successor):
            return HandOver(_read_successor(successor))
        case ("replace", successors):
            return Replace(_read_successors(successors))
        case ("end", result, winner):
            return _read_end(result, winner)
        case ("keepers", successors):
            return ChangeKeepers(_read_successors(successors))
        case ("after fault", remedy):
            read = _read_terms(remedy)
            if not isinstance(read, Replace | End):
                raise _TERMS.refusal("after a fault a seat is replaced, or the game ends")
            return AfterFault(read)
        case _:
            raise _TERMS.refusal(f"{fields[0]!a} with {len(fields) - 1} fields are no terms")


def _read_end(result: Data, winner: Data) -> End:
    made = End(
        _TERMS.member(result, "result", Result),
        None if winner is None else _TERMS.label(winner, "winner"),
    )
    if (made.result is Result.WIN) != (made.winner is not None):
        raise _TERMS.refusal("a side wins exactly if the result is a win")
    return made


def _read_successors(data: Data) -> tuple[Signed[Successor], ...]:
    return tuple(_read_successor(one) for one in _TERMS.array(data, "successors", 1, MAX_SEATS - 1))


def _read_successor(data: Data) -> Signed[Successor]:
    return read_statement(Successor, _TERMS.octets(data, "a successor", 1, Successor.limit))


def _read_named(data: Data, reader: RecordReader) -> tuple[Ended, ...]:
    named = tuple(_read_ended(one, reader) for one in reader.array(data, "named", 0, MAX_SEATS - 1))
    seats = [one.seat for one in named]
    if seats != sorted(set(seats)):
        raise reader.refusal("the seats named must be strictly ascending")
    return named


def _read_ended(data: Data, reader: RecordReader) -> Ended:
    seat, key, last = reader.array(data, "a seat named", 3, 3)
    made = Ended(
        reader.integer(seat, "seat", 0, MAX_SEATS - 1),
        reader.integer(key, "key", 0, MAX_KEY_NUMBER),
        None if last is None else RejoinQuestion.read(last, reader, "its question"),
    )
    if made.last is not None:
        asked = made.last.statement
        if (asked.seat, asked.key) != (made.seat, made.key):
            raise reader.refusal("the question of a seat named is one of another seat or key")
    return made
