"""What a node learns from its peers, each after it has been carried out."""

from dataclasses import dataclass
from typing import TypeAlias

from protocol.entry import Entry
from protocol.errors import LocalError, Refused
from protocol.statement import Signed
from protocol.statements import GameStatement
from protocol.table import Appended

__all__ = ["EntryAccepted", "FaultProven", "StatementAccepted", "SyncEvent"]


@dataclass(frozen=True, slots=True)
class EntryAccepted:
    """An entry is now the last of the line."""

    appended: Appended


@dataclass(frozen=True, slots=True)
class StatementAccepted:
    """A statement now stands beside the line."""

    signed: Signed[GameStatement]


@dataclass(frozen=True, slots=True)
class FaultProven:
    """A seat has signed what no honest seat signs: nothing more of it is taken.

    Attributes:
        refusal: what is wrong, with the culprit.
        evidence: by which a stranger sees it: a file for `secret-subs audit`.
        offending: the entry that is wrong, of a fork the one that is not on our line; None if it is
            statements beside the line, which everybody hears anyway.
        key: number of the key of the seat that has signed it.
    """

    refusal: Refused
    evidence: bytes
    offending: Entry | None = None
    key: int = 0

    @property
    def seat(self) -> int:
        """The culprit."""
        if self.refusal.culprit is None:
            raise LocalError(f"nobody is to blame: {self.refusal}")
        return self.refusal.culprit


SyncEvent: TypeAlias = EntryAccepted | StatementAccepted | FaultProven
