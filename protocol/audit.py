"""The verdict on a log file, from its bytes alone (SPEC.md, chapter 14).

The *full* audit replays everything through a `Table`, like a player's node. The *quick* audit
checks the chain and the last signature of each seat, which endorses all before it.
"""

from collections import Counter
from collections.abc import Callable, Generator

from engine.game import Outcome
from protocol.beside import Beside, Closing, Signed, SilenceClaim, check_statement
from protocol.entry import Entry, Head
from protocol.errors import Code, Refused, Unreadable
from protocol.evidence import EVIDENCE_MAGIC, fault_of, judge_evidence
from protocol.founding import Founding
from protocol.log import check_link, check_signature
from protocol.logfile import Kind, LogFile, Record, read_beside, read_log
from protocol.report import (
    PROGRAM_FAULT,
    Claims,
    Evidence,
    Fault,
    Method,
    Report,
    Statistics,
    Status,
    uniformity,
)
from protocol.sealing.suite import Standing
from protocol.table import Appended, Table

__all__ = ["Audit", "audit", "auditing"]

Audit = Generator[tuple[int, int], None, Report]
"""An audit in progress: yields how many of how many records are judged, returns the report."""


def audit(
    data: bytes, *, quick: bool = False, open_table: Callable[[Founding], Table] = Table.found
) -> Report:
    """Judge a log file or an evidence file.

    Args:
        data: the whole file.
        quick: check the chain and each seat's last signature only; of no meaning for evidence.
        open_table: makes the table of a founding; tests play other games than the program's.

    Raises:
        Unreadable: it is neither, or damaged so that nothing in it can be judged.
    """
    steps = auditing(data, quick=quick, open_table=open_table)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            report: Report = end.value
            return report


def auditing(
    data: bytes, *, quick: bool = False, open_table: Callable[[Founding], Table] = Table.found
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
            return (yield from _Chain(file, len(data)).run())
        return (yield from _Replay(file, len(data), open_table).run())
    except Unreadable:
        raise
    except Refused as refusal:
        return Report(verified=False, method=method, fault=fault_of(refusal, 0))
    except Exception as error:  # noqa: BLE001 (no input may crash an audit: a failure is a verdict)
        return Report(verified=False, method=method, fault=_failure(error, 0))


def _failure(error: Exception, entry: int) -> Fault:
    reason = f"this program failed: {type(error).__name__}: {error}"
    return Fault(entry, PROGRAM_FAULT, "SPEC-14.1", None, Evidence.NONE, reason)


# Full


class _Replay:
    """A full audit."""

    def __init__(self, file: LogFile, size: int, open_table: Callable[[Founding], Table]) -> None:
        self._file = file
        self._size = size
        self._table = open_table(file.founding)
        self._fault: Fault | None = None
        self._results: dict[int, Counter[int]] = {}
        self._rolls = 0
        self._alone = 0

    def run(self) -> Audit:
        """Judge record by record until one is refused."""
        total = len(self._file.records)
        for index, record in enumerate(self._file.records):
            yield index, total
            try:
                self._judge(record)
            except Refused as refusal:
                self._fault = fault_of(refusal, self._place(record))
                break
            except Exception as error:  # noqa: BLE001 (as in `auditing`)
                self._fault = _failure(error, self._place(record))
                break
        return self._report()

    def _judge(self, record: Record) -> None:
        if record.kind is not Kind.ENTRY:
            self._table.hear(read_beside(record))
            return
        appended = self._table.append(record.content)
        if appended.voided:
            raise Refused(
                Code.STALE_HEAD,
                "SPEC-12.5",
                None,
                f"the log still has {len(appended.voided)} entries that entry "
                f"{appended.entry.sequence} made void",
            )
        self._count(appended)

    def _place(self, record: Record) -> int:
        last = self._table.head.sequence
        return last + 1 if record.kind is Kind.ENTRY else last

    def _count(self, appended: Appended) -> None:
        for rolled in appended.rolls:
            self._rolls += 1
            self._alone += rolled.seats == 1
            self._results.setdefault(rolled.sides, Counter()).update(rolled.dice)

    def _report(self) -> Report:
        table = self._table
        standings = Counter(made.standing for made in table.ledger.claims)
        unproved = Counter(
            made.context.seat for made in table.ledger.claims if made.standing is Standing.OPEN
        )
        outcome = table.outcome
        winners = _winners(table, outcome)
        win_verified = not any(unproved[seat] for seat in winners) if winners else None
        closings = table.closings()
        seats = table.charter.seats
        unsigned = tuple(seat for seat in range(len(seats)) if seat not in closings)
        return Report(
            verified=self._fault is None,
            method=Method.FULL,
            status=self._status(unsigned, win_verified=win_verified),
            game=table.charter.game_id,
            seats=tuple(seat.name for seat in seats),
            entries=len(table.log),
            claims=Claims(
                standings[Standing.PROVED],
                standings[Standing.DISCLOSED],
                standings[Standing.OPEN],
            ),
            unproved=dict(sorted(unproved.items())),
            fault=self._fault,
            waiting_for=table.waiting_for,
            outcome=None if outcome is None else outcome.why,
            winner=None if outcome is None else outcome.winner,
            win_verified=win_verified,
            unsigned=unsigned if outcome is not None else (),
            silences=_silences(table.log.beside),
            endorsed=table.ledger.places,
            torn=self._file.torn,
            statistics=Statistics(
                bytes=self._size,
                rolls=self._rolls,
                alone=self._alone,
                seals=len(table.ledger.sealed),
                openings=len(table.ledger.opened),
                dice=tuple(uniformity(*pair) for pair in sorted(self._results.items())),
            ),
        )

    def _status(self, unsigned: tuple[int, ...], *, win_verified: bool | None) -> Status:
        """How far the game got (SPEC-14.3)."""
        if self._fault is not None or self._file.torn or self._table.request is not None:
            return Status.OPEN
        if unsigned or win_verified is False:
            return Status.CLOSED
        return Status.COMPLETE


def _winners(table: Table, outcome: Outcome | None) -> tuple[int, ...]:
    """Seats that play a power of the winning side."""
    if outcome is None or outcome.winner is None:
        return ()
    scenario = table.game.rules.scenario
    return tuple(
        sorted(
            {
                table.game.seat_of(power)
                for power in scenario.powers
                if scenario.side(power) == outcome.winner
            }
        )
    )


def _silences(beside: tuple[Signed[Beside], ...]) -> tuple[tuple[int, int, int], ...]:
    return tuple(
        (said.statement.seat, said.statement.owing, said.statement.head.sequence)
        for said in beside
        if isinstance(said.statement, SilenceClaim)
    )


# Quick


class _Chain:
    """A quick audit: the chain, the last signature of each seat, and the statements."""

    def __init__(self, file: LogFile, size: int) -> None:
        self._file = file
        self._size = size
        self._charter = file.founding.charter
        self._head = Head(0, self._charter.game_id)
        self._last: dict[int, Entry] = {}
        self._said: dict[tuple[Kind, bytes], Signed[Beside]] = {}
        self._fault: Fault | None = None

    def run(self) -> Audit:
        """Go along the chain until a link is missing, then check who signed it."""
        total = len(self._file.records)
        for index, record in enumerate(self._file.records):
            yield index, total
            try:
                self._judge(record)
            except Refused as refusal:
                place = self._head.sequence + (record.kind is Kind.ENTRY)
                self._fault = fault_of(refusal, place)
                break
        for entry in sorted(self._last.values(), key=lambda entry: entry.sequence):
            try:
                check_signature(self._charter, entry)
            except Refused as refusal:
                self._fault = self._fault or fault_of(refusal, entry.sequence)
        return self._report()

    def _judge(self, record: Record) -> None:
        if record.kind is not Kind.ENTRY:
            signed = read_beside(record)
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
            silences=_silences(said),
            endorsed=tuple(
                self._last[seat].sequence if seat in self._last else 0 for seat in range(len(seats))
            ),
            torn=self._file.torn,
            statistics=Statistics(bytes=self._size),
        )
