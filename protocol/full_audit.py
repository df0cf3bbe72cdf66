"""The full audit of a log: every record, one after the other, through a table (SPEC-14.1)."""

from collections import Counter
from collections.abc import Callable

from engine.board import Power
from protocol.agreed import agreements_of
from protocol.errors import Code, Refused
from protocol.former import former_players
from protocol.founding import Founding
from protocol.logfile import LogFile, Record, RecordKind, key_at_fault, read_statement_record
from protocol.obligations import Obligation
from protocol.report import (
    Audit,
    JudgedClaim,
    Level,
    Report,
    Statistics,
    Status,
    Worth,
    silences,
    uniformity,
)
from protocol.sealing.suite import ClaimStatus
from protocol.table import Appended, Table
from protocol.verdict import Fault, fault_of, program_fault

__all__ = ["FullAudit"]


class FullAudit:
    """A full audit.

    Attributes:
        judged: how many records have been accepted.
    """

    def __init__(self, file: LogFile, size: int, open_table: Callable[[Founding], Table]) -> None:
        """Begin.

        Args:
            file: as read.
            size: of the file, in bytes.
            open_table: makes the table of a founding.

        Raises:
            Refused: `bad_charter`: the table cannot be made.
        """
        self.judged = 0
        self._file = file
        self._size = size
        self._table = open_table(file.founding)
        self._fault: Fault | None = None
        self._results: dict[int, Counter[int]] = {}
        self._rolls = 0
        self._alone = 0

    @property
    def over(self) -> bool:
        """Whether all records have been accepted."""
        return self.judged == len(self._file.records)

    def trust(self) -> tuple[Obligation, ...]:
        """Take the next record on trust.

        Returns:
            What it owes: what has been accepted stands only if all of that holds.

        Raises:
            Refused: whatever it owes, it is refused. It is still the next record.
        """
        record = self._file.records[self.judged]
        if record.kind is not RecordKind.ENTRY:
            self._judge(record)
            return ()
        appended = self._table.append_on_trust(record.content)
        self._count(appended)
        return appended.owed

    def run(self) -> Audit:
        """Judge the records that are left, until one is refused."""
        total = len(self._file.records)
        for record in self._file.records[self.judged :]:
            yield self.judged, total
            try:
                self._judge(record)
            except Refused as refusal:
                key = key_at_fault(refusal, record, self._table.log)
                self._fault = fault_of(refusal, self._place(record), key)
                break
            except Exception as error:  # noqa: BLE001 (no input may crash an audit)
                self._fault = program_fault(error, self._place(record))
                break
        return self._report()

    def _judge(self, record: Record) -> None:
        if record.kind is not RecordKind.ENTRY:
            self._table.add_statement(read_statement_record(record))
            self.judged += 1
            return
        appended = self._table.append(record.content)
        if appended.voided:
            raise Refused(
                Code.STALE_HEAD,
                "SPEC-12.8",
                None,
                f"the log still has {len(appended.voided)} entries that entry "
                f"{appended.entry.sequence} made void",
            )
        self._count(appended)

    def _place(self, record: Record) -> int:
        last = self._table.head.sequence
        return last + 1 if record.kind is RecordKind.ENTRY else last

    def _count(self, appended: Appended) -> None:
        self.judged += 1
        for rolled in appended.rolls:
            self._rolls += 1
            self._alone += rolled.seats == 1
            self._results.setdefault(rolled.sides, Counter()).update(rolled.dice)

    def _report(self) -> Report:
        table = self._table
        known = table.ledger.commitments
        each = tuple(map(JudgedClaim.of, known.claims))
        outcome = table.outcome
        winner = None if outcome is None else outcome.winner
        unproved = {m.context.power for m in known.claims if m.status is ClaimStatus.OPEN}
        agreements = agreements_of(table.log)
        doubtful = any(one.worth is not Worth.VERIFIED for one in agreements)
        sides = table.game.rules.scenario.sides
        shown = not doubtful and not any(sides[Power(power)] == winner for power in unproved)
        win_verified = None if winner is None else shown
        closings = table.closings()
        unsigned = tuple(seat for seat in sorted(table.needed) if seat not in closings)
        return Report(
            verified=self._fault is None,
            level=Level.RULES,
            status=self._status(unsigned, whole=win_verified is not False and not doubtful),
            game=table.charter.game_id,
            seats=tuple(player.name for player in table.ledger.players),
            former=former_players(table.log.players),
            entries=len(table.log),
            each_claim=each,
            agreements=agreements,
            fault=self._fault,
            waiting_for=table.waiting_for,
            outcome=None if outcome is None else outcome.why,
            winner=winner,
            win_verified=win_verified,
            unsigned=unsigned if outcome is not None else (),
            silences=silences(table.log.statements),
            endorsed=table.ledger.places,
            torn=self._file.torn,
            statistics=Statistics(
                bytes=self._size,
                rolls=self._rolls,
                alone=self._alone,
                seals=len(known.sealed),
                openings=len(known.opened),
                dice=tuple(uniformity(*pair) for pair in sorted(self._results.items())),
            ),
        )

    def _status(self, unsigned: tuple[int, ...], *, whole: bool) -> Status:
        """How far the game got (SPEC-14.3)."""
        if self._fault is not None or self._file.torn or self._table.request is not None:
            return Status.OPEN
        if unsigned or not whole:
            return Status.CLOSED
        return Status.COMPLETE
