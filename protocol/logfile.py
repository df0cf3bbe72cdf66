"""A log as a file: a magic line, then records (SPEC-6.9).

A file grows by whole records at its end. Where it was cut inside one, all before it can be read.
A changed byte is never taken for a cut: the header of a record checks itself, its content is hashed
or signed or has only one form.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum, unique
from typing import Final
from zlib import crc32

from protocol.agreements import MAX_PROPOSAL_SIGNATURE, ProposalSignature
from protocol.answers import MAX_ANSWER, RejoinAnswer
from protocol.charter import MAX_CHARTER, Charter
from protocol.entry import MAX_ENTRY, Entry
from protocol.errors import Code, LocalError, Refused, Unreadable
from protocol.founding import Founding
from protocol.identity import PublicKey
from protocol.log import Log
from protocol.proposals import MAX_PROPOSAL, Proposal, ProposalRefusal
from protocol.questions import RejoinQuestion
from protocol.settlements import MAX_SETTLEMENT, Settlement
from protocol.statement import MAX_SIGNED, Signed, read_statement
from protocol.statements import (
    CharterSignature,
    Closing,
    Disclosure,
    GameStatement,
    NewInstructions,
    RaisedHand,
    SilenceClaim,
)

__all__ = [
    "LOG_MAGIC",
    "MAX_SCENARIO",
    "LogFile",
    "Record",
    "RecordKind",
    "founding_records",
    "in_order",
    "key_at_fault",
    "read_disclosures",
    "read_founding",
    "read_log",
    "read_records",
    "read_statement_record",
    "statement_record",
    "write_log",
    "write_record",
]

LOG_MAGIC: Final = b"secret-subs log 2\n"
MAX_SCENARIO: Final = 1 << 20
"""Bytes of a scenario's source text."""

_HEADER_SIZE = 9


@unique
class RecordKind(IntEnum):
    """What a record contains. The number is the first byte of its header."""

    CHARTER = 1
    SCENARIO = 2
    CHARTER_SIGNATURE = 3
    ENTRY = 4
    QUESTION = 5
    ANSWER = 6
    HAND = 7
    SILENCE = 8
    CLOSING = 9
    DISCLOSURE = 10
    SETTLEMENT = 11
    PROPOSAL = 12
    PROPOSAL_SIGNATURE = 13
    REFUSAL = 14
    INSTRUCTIONS = 15

    @property
    def label(self) -> str:
        """The kind in words."""
        return f"a record of kind {self.name.lower().replace('_', ' ')}"

    @property
    def limit(self) -> int:
        """Most bytes of such a record's content."""
        match self:
            case RecordKind.CHARTER:
                return MAX_CHARTER
            case RecordKind.SCENARIO:
                return MAX_SCENARIO
            case RecordKind.ENTRY:
                return MAX_ENTRY
            case RecordKind.ANSWER:
                return MAX_ANSWER
            case RecordKind.SETTLEMENT:
                return MAX_SETTLEMENT
            case RecordKind.PROPOSAL:
                return MAX_PROPOSAL
            case RecordKind.PROPOSAL_SIGNATURE:
                return MAX_PROPOSAL_SIGNATURE
            case _:
                return MAX_SIGNED


_STATEMENTS: Final[dict[RecordKind, type[GameStatement]]] = {
    RecordKind.QUESTION: RejoinQuestion,
    RecordKind.ANSWER: RejoinAnswer,
    RecordKind.HAND: RaisedHand,
    RecordKind.SILENCE: SilenceClaim,
    RecordKind.CLOSING: Closing,
    RecordKind.DISCLOSURE: Disclosure,
    RecordKind.SETTLEMENT: Settlement,
    RecordKind.PROPOSAL: Proposal,
    RecordKind.PROPOSAL_SIGNATURE: ProposalSignature,
    RecordKind.REFUSAL: ProposalRefusal,
    RecordKind.INSTRUCTIONS: NewInstructions,
}
_KINDS: Final = {statement: kind for kind, statement in _STATEMENTS.items()}


@dataclass(frozen=True, slots=True)
class Record:
    """One record of a file: its kind and its content, of which nothing else is checked."""

    kind: RecordKind
    content: bytes


@dataclass(frozen=True, slots=True)
class LogFile:
    """A log as read from a file, its entries and statements not yet judged.

    Attributes:
        founding: charter, scenario and signatures, checked.
        records: entries, then statements, each in the order of the file.
        torn: bytes at the end that are the beginning of a record cut short; 0 in a whole file.
    """

    founding: Founding
    records: tuple[Record, ...]
    torn: int


def read_records(data: bytes, magic: bytes) -> tuple[tuple[Record, ...], int]:
    """The whole records of a file, and how many bytes of a cut one follow them.

    Raises:
        Unreadable: other magic line, damaged header, unknown kind, or a length over the limit.
    """
    if magic and data.startswith(magic.replace(b"2", b"1")):
        raise Unreadable(0, "the file is of version 1, which is not read any more")
    if not data.startswith(magic):
        raise Unreadable(0, f"the file does not begin with the line {magic.decode().strip()!r}")
    records: list[Record] = []
    offset = len(magic)
    while True:
        header = data[offset : offset + _HEADER_SIZE]
        if len(header) < _HEADER_SIZE:
            return tuple(records), len(header)
        kind, length = _read_header(header, offset)
        start = offset + _HEADER_SIZE
        if len(data) < start + length:
            return tuple(records), len(data) - offset
        records.append(Record(kind, data[start : start + length]))
        offset = start + length


def write_record(record: Record) -> bytes:
    """The record with its header, as it is added at the end of a file."""
    head = bytes([record.kind]) + len(record.content).to_bytes(4, "big")
    return head + crc32(head).to_bytes(4, "big") + record.content


def read_log(data: bytes) -> LogFile:
    """Read a log file; charter, scenario and charter signatures are checked, the rest is not.

    Raises:
        Unreadable: it is no log, or it is cut before its charter is signed by all.
        Refused: the founding is not what it must be (see `read_founding`).
    """
    records, torn = read_records(data, LOG_MAGIC)
    founding, rest = read_founding(records, LOG_MAGIC)
    return LogFile(founding, in_order(rest), torn)


def in_order(records: Sequence[Record]) -> tuple[Record, ...]:
    """Entries and statements in the order in which they are judged: all entries first.

    So where a statement stands in a file decides nothing.
    """
    entries = (record for record in records if record.kind is RecordKind.ENTRY)
    statements = (record for record in records if record.kind is not RecordKind.ENTRY)
    return (*entries, *statements)


def read_founding(records: tuple[Record, ...], magic: bytes) -> tuple[Founding, tuple[Record, ...]]:
    """The founding that a file's records begin with, and the records after it.

    Args:
        records: of the whole file.
        magic: the file's magic line, for the places that errors name.

    Raises:
        Unreadable: charter, scenario and one signature of each seat are not the first records, or
            occur again later.
        Refused: what `Charter.from_bytes`, `read_statement` and `Founding` refuse.
    """
    if not records or records[0].kind is not RecordKind.CHARTER:
        raise Unreadable(len(magic), "the first record is not a whole charter")
    charter = Charter.from_bytes(records[0].content)
    count = 2 + len(charter.seats)
    kinds = [record.kind for record in records]
    for index in range(1, count):
        due = RecordKind.SCENARIO if index == 1 else RecordKind.CHARTER_SIGNATURE
        if kinds[index : index + 1] != [due]:
            raise Unreadable(
                _offset(records, index, magic),
                f"expected {due.label}: a log begins with its charter, signed by all seats",
            )
    for index in range(count, len(records)):
        if kinds[index] in (RecordKind.CHARTER, RecordKind.SCENARIO, RecordKind.CHARTER_SIGNATURE):
            raise Unreadable(
                _offset(records, index, magic), f"{kinds[index].label} is out of place here"
            )
    signatures = tuple(
        read_statement(CharterSignature, record.content) for record in records[2:count]
    )
    return Founding(charter, records[1].content, signatures), records[count:]


def founding_records(founding: Founding) -> tuple[Record, ...]:
    """The records that a log begins with: charter, scenario, signatures in seat order."""
    return (
        Record(RecordKind.CHARTER, founding.charter.to_bytes()),
        Record(RecordKind.SCENARIO, founding.scenario),
        *(Record(RecordKind.CHARTER_SIGNATURE, signed.raw) for signed in founding.signatures),
    )


def statement_record(signed: Signed[GameStatement]) -> Record:
    """A statement as a record."""
    return Record(_KINDS[type(signed.statement)], signed.raw)


def read_disclosures(file: LogFile) -> Iterator[Signed[GameStatement]]:
    """The statements of a log that disclose keys; neither signatures nor keys are checked.

    Raises:
        Refused: `too_large` or `malformed`.
    """
    for record in file.records:
        if record.kind is RecordKind.DISCLOSURE:
            yield read_statement_record(record)


def read_statement_record(record: Record) -> Signed[GameStatement]:
    """Read a record of any kind of statement; the signature is not checked.

    Raises:
        Refused: `too_large` or `malformed`.
        LocalError: the record is of no statement.
    """
    statement = _STATEMENTS.get(record.kind)
    if statement is None:
        raise LocalError(f"{record.kind.label} is no statement")
    return read_statement(statement, record.content)


def key_at_fault(refusal: Refused, record: Record, log: Log) -> PublicKey | None:
    """The key that is convicted by the refusal of an entry or a statement.

    It has signed that, unless a disclosure shows that an earlier player's claim was false. None if
    nobody is to blame.
    """
    if refusal.culprit is None:
        return None
    if record.kind is RecordKind.ENTRY:
        return log.author(Entry.from_bytes(record.content)).key
    if refusal.code is Code.FALSE_CLAIM and refusal.entry is not None:
        return log.author(log.at(refusal.entry)).key
    return read_statement_record(record).statement.signer(log.players)


def write_log(log: Log) -> bytes:
    """A whole log as a file: founding, entries, statements."""
    records = (
        *founding_records(log.founding),
        *(Record(RecordKind.ENTRY, entry.raw) for entry in log),
        *(statement_record(signed) for signed in log.reached),
    )
    return LOG_MAGIC + b"".join(write_record(record) for record in records)


def _read_header(header: bytes, offset: int) -> tuple[RecordKind, int]:
    """The kind and the length that a header announces."""
    if crc32(header[:5]) != int.from_bytes(header[5:], "big"):
        raise Unreadable(offset, "a record has a damaged header")
    try:
        kind = RecordKind(header[0])
    except ValueError:
        raise Unreadable(offset, f"a record has the unknown kind {header[0]}") from None
    length = int.from_bytes(header[1:5], "big")
    if length > kind.limit:
        raise Unreadable(
            offset, f"a record of {length} bytes, where at most {kind.limit} are allowed"
        )
    return kind, length


def _offset(records: tuple[Record, ...], index: int, magic: bytes) -> int:
    """Where in a file the record of this index begins, or would."""
    return len(magic) + sum(_HEADER_SIZE + len(record.content) for record in records[:index])
