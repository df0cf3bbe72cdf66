"""What seats sign, reduced to what rejoining and agreements are about.

Records are compared by identity. `Records` makes each of them once, so that a statement signed
twice in the same words is one record.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field
from enum import Enum
from typing import TypeVar


@dataclass(frozen=True, slots=True, order=True)
class Rank:
    """Order of the names of one seat: key after key; the first name of a key is its lowest."""

    key: int
    round: int = -1
    number: int = 0

    def is_older(self, other: Rank) -> bool:
        """Whether it is a lower name of the same key."""
        return self.key == other.key and self < other


@dataclass(frozen=True, slots=True, eq=False)
class Question:
    """A seat that has lost its machine asks what the others hold."""

    seat: int
    rank: Rank

    def __repr__(self) -> str:
        return f"q{self.seat}.{self.rank.key}.{self.rank.round}.{self.rank.number}"


@dataclass(frozen=True, slots=True)
class Name:
    """An incarnation: the first of a key, or begun by a question."""

    seat: int
    rank: Rank
    question: Question | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Entry:
    """An entry on a line."""

    parent: Entry | None
    name: Name
    payload: int
    settlement: Settlement | None
    agreement: Agreement | None
    place: int

    @property
    def author(self) -> int:
        return self.name.seat

    def line(self) -> tuple[Entry, ...]:
        """All entries up to this one, the first one first."""
        found = []
        entry: Entry | None = self
        while entry is not None:
            found.append(entry)
            entry = entry.parent
        return tuple(reversed(found))

    def __repr__(self) -> str:
        return f"e{self.place}by{self.name.seat}"


@dataclass(frozen=True, slots=True, eq=False)
class Answer:
    """What a seat holds of the asker, said once in each of its names."""

    name: Name
    question: Question
    pending: bool
    settlement: Settlement | None
    last: Entry | None
    known: tuple[Question, ...]
    signed: tuple[Proposal, ...]
    refused: tuple[Refusal, ...]

    @property
    def seat(self) -> int:
        return self.name.seat


@dataclass(frozen=True, slots=True, eq=False)
class Settlement:
    """What begins a name: an answer of each other seat, or an agreement that replaces that seat."""

    question: Question
    answers: tuple[Answer | Agreement, ...]
    last: Entry | None

    @property
    def seat(self) -> int:
        return self.question.seat


class Kind(Enum):
    """What an agreement does, as far as rejoining is concerned."""

    MUTUAL = "all sign; nobody's key or name changes"
    REPLACE = "all that are not named sign; those get new keys"
    AFTER_FAULT = "the same, and its line is kept: all that sign leave any other, in new names"


@dataclass(frozen=True, slots=True, eq=False)
class Proposal:
    """An agreement proposed for the place after `parent`."""

    parent: Entry | None
    kind: Kind
    named: tuple[tuple[int, Rank], ...]
    number: int
    after: Refusal | None = None

    @property
    def place(self) -> int:
        return place_of(self.parent) + 1

    def names(self, seat: int) -> Rank | None:
        """The last name of a seat that ends with this; None if it is not named."""
        return dict(self.named).get(seat)

    def supersedes(self, other: Proposal) -> bool:
        """Whether it may be signed after the other: it names more, or the other was refused."""
        if {seat for seat, _ in other.named} < {seat for seat, _ in self.named}:
            return True
        before = self.after
        return before is not None and (
            before.proposal is other or before.proposal.supersedes(other)
        )


@dataclass(frozen=True, slots=True, eq=False)
class Signature:
    """A seat agrees: like an answer, it says in which name and what questions it has heard.

    A pending seat shows the answers to its question of all others that are not named. After a
    fault it adds the question in whose name it goes on.
    """

    name: Name
    proposal: Proposal
    settlement: Settlement | None
    pending: bool
    known: tuple[Question, ...]
    answers: tuple[Answer, ...] = ()
    added: Question | None = None

    @property
    def seat(self) -> int:
        return self.name.seat


@dataclass(frozen=True, slots=True, eq=False)
class Refusal:
    """A seat will not sign a proposal in this name."""

    name: Name
    proposal: Proposal

    @property
    def seat(self) -> int:
        return self.name.seat


@dataclass(frozen=True, slots=True, eq=False)
class Agreement:
    """A proposal with all signatures that it needs."""

    proposal: Proposal
    signatures: tuple[Signature, ...]

    def added(self, seat: int) -> Question | None:
        """The question in whose name a seat goes on; None unless it adds one."""
        return next((s.added for s in self.signatures if s.seat == seat), None)


Record = Entry | Question | Answer | Settlement | Proposal | Signature | Refusal | Agreement
R = TypeVar("R", bound=Record)


def place_of(entry: Entry | None) -> int:
    """Number of an entry; 0 before the first."""
    return 0 if entry is None else entry.place


def line_of(entry: Entry | None) -> tuple[Entry, ...]:
    """The line up to an entry."""
    return () if entry is None else entry.line()


def parting(one: Entry | None, other: Entry | None) -> tuple[Entry, Entry] | None:
    """The first entries in which two lines differ; None if one is a part of the other."""
    pairs = zip(line_of(one), line_of(other), strict=False)
    return next(((a, b) for a, b in pairs if a is not b), None)


def on_line(entry: Entry | None, end: Entry | None) -> bool:
    """Whether an entry is on the line up to `end`."""
    while place_of(end) > place_of(entry):
        end = None if end is None else end.parent
    return entry is end


def _content(record: Record) -> Hashable:
    """What a record says: two that say the same are one."""
    match record:
        case Entry(parent, name, payload, settlement, agreement, place):
            return Entry, parent, name, payload, settlement, agreement, place
        case Question(seat, rank):
            return Question, seat, rank
        case Answer(name, question, pending, settlement, last, known, signed, refused):
            return Answer, name, question, pending, settlement, last, known, signed, refused
        case Settlement(question, answers, last):
            return Settlement, question, answers, last
        case Proposal(parent, kind, named, number, after):
            return Proposal, parent, kind, named, number, after
        case Signature(name, proposal, settlement, pending, known, answers, added):
            return Signature, name, proposal, settlement, pending, known, answers, added
        case Refusal(name, proposal):
            return Refusal, name, proposal
        case Agreement(proposal, signatures):
            return Agreement, proposal, signatures


@dataclass(slots=True)
class Records:
    """All that anybody has signed; hostile seats know it all, and deliver it as they like."""

    made: list[Record] = field(default_factory=list)
    _known: dict[Hashable, Record] = field(default_factory=dict)

    def add(self, record: R) -> R:
        """This record, or the one that says the same."""
        key = _content(record)
        same = self._known.get(key)
        if isinstance(same, type(record)):
            return same
        self._known[key] = record
        self.made.append(record)
        return record

    def drop(self, record: Record) -> None:
        """Take back the record made last, which nobody has seen."""
        if self.made and self.made[-1] is record:
            self.made.pop()
            del self._known[_content(record)]

    def all(self, kind: type[R]) -> Iterator[R]:
        """All records of a kind, in the order in which they were made."""
        return (record for record in self.made if isinstance(record, kind))
