"""Logs of one game that part: each is verified, so somebody has signed both stories."""

__all__ = ["Fork", "fork_between"]

from dataclasses import dataclass
from typing import Final

from protocol.carried import agreed_by
from protocol.entry import Entry
from protocol.evidence import judge_evidence, portable_evidence
from protocol.logfile import RecordKind, read_log
from protocol.table import Table

_ENTRY: Final = RecordKind.ENTRY


@dataclass(frozen=True, slots=True)
class Fork:
    """Where another log of a game leaves the one that counts.

    Attributes:
        place: of the first entry that is another.
        entries: of the other log.
        sha256: of the other log, in hexadecimal.
        key: that has signed both entries of that place, in hexadecimal; None if it was not one key
            in one incarnation, as when a seat began again from an older copy.
        evidence: a file that convicts that key (SPEC-14.6); None without one.
    """

    place: int
    entries: int
    sha256: str
    key: str | None
    evidence: bytes | None


def fork_between(counted: bytes, other: bytes, sha256: str) -> Fork | None:
    """The fork between two logs of a game; None if one is the beginning of the other.

    Args:
        counted: a log that an audit of the rules has verified.
        other: another one, of the same charter.
        sha256: of the other, in hexadecimal.
    """
    one, two = read_log(counted), read_log(other)
    lines = [[each.content for each in log.records if each.kind is _ENTRY] for log in (one, two)]
    at = next((at for at, both in enumerate(zip(*lines, strict=False)) if _differ(*both)), None)
    if at is None:
        return None
    shared, apart = lines[0][:at], (lines[0][at], lines[1][at])
    shown = [*filter(_lets_play, map(Entry.from_bytes, shared)), *map(Entry.from_bytes, apart)]
    evidence = portable_evidence(one.founding.charter, shown)
    fault = judge_evidence(evidence, Table.start).fault
    key = None if fault is None or fault.key is None else fault.key.raw.hex()
    return Fork(at + 1, len(lines[1]), sha256, key, None if key is None else evidence)


def _differ(one: bytes, other: bytes) -> bool:
    """Whether two entries are not the same; one may be signed twice."""
    return one != other and Entry.from_bytes(one).hash != Entry.from_bytes(other).hash


def _lets_play(entry: Entry) -> bool:
    agreed = agreed_by(entry)
    return agreed is not None and bool(agreed.agreement.terms.successors)
