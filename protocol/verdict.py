"""A refusal as a verdict: where, whose fault, and what it can be shown with (SPEC-14)."""

from dataclasses import dataclass
from enum import StrEnum, unique
from typing import Final

from protocol.errors import Code, Refused
from protocol.identity import PublicKey
from protocol.printable import printable

__all__ = ["NOT_SHOWN", "PROGRAM_FAULT", "Evidence", "Fault", "fault_of", "program_fault"]

PROGRAM_FAULT: Final = "program_fault"
"""Code of a verdict that could not be reached because this program failed; it accuses nobody."""
NOT_SHOWN: Final = "not_shown"
"""Code of the verdict on evidence that shows no fault."""

_PORTABLE: Final = frozenset(
    {
        Code.FORK,
        Code.TWO_ANSWERS,
        Code.TWO_SETTLEMENTS,
        Code.OLDER_ANSWER,
        Code.SHARE_WRONG,
    }
)


@unique
class Evidence(StrEnum):
    """What a fault can be shown with."""

    PORTABLE = "portable"  # the charter and a few entries
    REPLAY = "replay"  # the whole log and the signed entry
    NONE = "none"  # nothing: nobody can be blamed


@dataclass(frozen=True, slots=True)
class Fault:
    """The first thing that is wrong.

    Attributes:
        entry: the place in the line; 0 where it lies before the first entry.
        code: of SPEC-0.3, `PROGRAM_FAULT` or `NOT_SHOWN`.
        rule: number of the rule.
        culprit: index of the seat at fault, None where nobody can be blamed.
        key: of the culprit, which may play the seat no more; None where nobody can be blamed.
        evidence: what it can be shown with.
        reason: in words.
    """

    entry: int
    code: str
    rule: str
    culprit: int | None
    key: PublicKey | None
    evidence: Evidence
    reason: str


def program_fault(error: Exception, entry: int) -> Fault:
    """A verdict at a place of the line that could not be reached: our own mistake.

    Raises:
        MemoryError: that was it, and it says nothing of the log.
    """
    if isinstance(error, MemoryError):
        raise error
    reason = printable(f"this program failed: {type(error).__name__}: {error}")
    return Fault(entry, PROGRAM_FAULT, "SPEC-14.1", None, None, Evidence.NONE, reason)


def fault_of(refusal: Refused, entry: int, key: PublicKey | None = None) -> Fault:
    """What was refused, and what it can be shown with.

    Args:
        refusal: of what it was.
        entry: the place of the line.
        key: of the culprit, if there is one.
    """
    if refusal.culprit is None:
        evidence = Evidence.NONE
    elif refusal.code in _PORTABLE:
        evidence = Evidence.PORTABLE
    else:
        evidence = Evidence.REPLAY
    return Fault(
        entry if refusal.entry is None else refusal.entry,
        refusal.code,
        refusal.rule,
        refusal.culprit,
        None if refusal.culprit is None else key,
        evidence,
        refusal.reason,
    )
