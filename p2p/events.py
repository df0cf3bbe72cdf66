"""What a node learns from its peers, each after it has been carried out."""

from dataclasses import dataclass
from typing import TypeAlias

from protocol.entry import Entry
from protocol.errors import Refused
from protocol.statement import Signed
from protocol.statements import GameStatement
from protocol.table import Appended

__all__ = ["EntryAccepted", "FaultProven", "Forked", "StatementAccepted", "SyncEvent"]


@dataclass(frozen=True, slots=True)
class EntryAccepted:
    """An entry is now the last of the line."""

    appended: Appended


@dataclass(frozen=True, slots=True)
class StatementAccepted:
    """A statement now stands beside the line."""

    signed: Signed[GameStatement]


@dataclass(frozen=True, slots=True)
class Forked:
    """A seat has signed two entries for one place: the game stops here.

    Attributes:
        other: the entry that is not on this line.
        refusal: what is wrong, with the culprit.
        evidence: by which a stranger sees it: a file for `secret-subs audit`.
    """

    other: Entry
    refusal: Refused
    evidence: bytes


@dataclass(frozen=True, slots=True)
class FaultProven:
    """A seat has signed an entry or statement that it must not: refused, and kept as evidence.

    Attributes:
        refusal: what is wrong, with the culprit.
        evidence: by which a stranger sees it: a file for `secret-subs audit`.
    """

    refusal: Refused
    evidence: bytes


SyncEvent: TypeAlias = EntryAccepted | StatementAccepted | Forked | FaultProven
