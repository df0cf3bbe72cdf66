"""The verdict on a log file, from its bytes alone (SPEC-14).

The *full* audit replays everything through a `Table`, like a player's node. The *quick* audit
checks the chain and the last signature of each seat, which endorses all before it.
"""

from collections.abc import Callable

from protocol.entry import Entry
from protocol.errors import Code, Refused, Unreadable
from protocol.evidence import EVIDENCE_MAGIC, fault_of, judge_evidence
from protocol.founding import Founding
from protocol.full_audit import Audit, FullAudit, finish_audit, silences
from protocol.head import Head
from protocol.log import check_link, check_signature
from protocol.logfile import LogFile, Record, RecordKind, read_log, read_statement_record
from protocol.report import Fault, Method, Report, Statistics, Status, program_fault
from protocol.statement import Signed, check_statement
from protocol.statements import Closing, GameStatement
from protocol.table import Table

__all__ = ["Audit", "audit", "audit_steps"]


def audit(
    data: bytes, *, quick: bool = False, open_table: Callable[[Founding], Table] = Table.start
) -> Report:
    """Judge a log file or an evidence file.

    Args:
        data: the whole file.
        quick: check the chain and each seat's last signature only; of no meaning for evidence.
        open_table: makes the table of a founding; tests play other games than the program's.

    Raises:
        Unreadable: it is neither, or damaged so that nothing in it can be judged.
    """
    return finish_audit(audit_steps(data, quick=quick, open_table=open_table))


def audit_steps(
    data: bytes, *, quick: bool = False, open_table: Callable[[Founding], Table] = Table.start
) -> Audit:
    """As `audit`, record by record, for showing progress.

    Raises:
        Unreadable: at the first step.
    """
    method = Method.QUICK if quick else Method.FULL
    if data.startswith(EVIDENCE_MAGIC):
        method = Method.EVIDENCE
    try:
        if method is Method.EVIDENCE:
            return judge_evidence(data, open_table)
        file = read_log(data)
        if quick:
            return (yield from _QuickAudit(file, len(data)).run())
        return (yield from FullAudit(file, len(data), open_table).run())
    except Unreadable:
        raise
    except Refused as refusal:
        return Report(verified=False, method=method, fault=fault_of(refusal, 0))
    except Exception as error:  # noqa: BLE001 (no input may crash an audit: a failure is a verdict)
        return Report(verified=False, method=method, fault=program_fault(error, 0))


class _QuickAudit:
    """A quick audit: the chain, the last signature of each seat, and the statements."""

    def __init__(self, file: LogFile, size: int) -> None:
        self._file = file
        self._size = size
        self._charter = file.founding.charter
        self._head = Head(0, self._charter.game_id)
        self._last: dict[int, Entry] = {}
        self._said: dict[tuple[RecordKind, bytes], Signed[GameStatement]] = {}
        self._fault: Fault | None = None

    def run(self) -> Audit:
        """Go along the chain until a link is missing, then check who signed it."""
        total = len(self._file.records)
        for index, record in enumerate(self._file.records):
            yield index, total
            try:
                self._judge(record)
            except Refused as refusal:
                place = self._head.sequence + (record.kind is RecordKind.ENTRY)
                self._fault = fault_of(refusal, place)
                break
        for entry in sorted(self._last.values(), key=lambda entry: entry.sequence):
            try:
                check_signature(self._charter, entry)
            except Refused as refusal:
                self._fault = self._fault or fault_of(refusal, entry.sequence)
        return self._report()

    def _judge(self, record: Record) -> None:
        if record.kind is not RecordKind.ENTRY:
            signed = read_statement_record(record)
            check_statement(self._charter, signed)
            if self._said.setdefault((record.kind, signed.statement.body), signed) is not signed:
                raise Refused(Code.KNOWN, "SPEC-6.1", None, "a statement occurs twice")
            return
        entry = Entry.from_bytes(record.content)
        check_link(self._charter, self._head, entry)
        self._last[entry.seat] = entry
        self._head = entry.head

    def _report(self) -> Report:
        seats = self._charter.seats
        said = tuple(self._said.values())
        closing = {
            one.statement.seat
            for one in said
            if isinstance(one.statement, Closing) and one.statement.head == self._head
        }
        closed = len(closing) == len(seats) and self._fault is None and not self._file.torn
        return Report(
            verified=self._fault is None,
            method=Method.QUICK,
            status=Status.CLOSED if closed else Status.OPEN,
            game=self._charter.game_id,
            seats=tuple(seat.name for seat in seats),
            entries=self._head.sequence,
            fault=self._fault,
            silences=silences(said),
            endorsed=tuple(
                self._last[seat].sequence if seat in self._last else 0 for seat in range(len(seats))
            ),
            torn=self._file.torn,
            statistics=Statistics(bytes=self._size),
        )
