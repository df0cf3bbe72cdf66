"""The audits that need no rules: of the *line*, and of the *secrets*, too (SPEC-14.2)."""

from protocol.agreed import agreements_of
from protocol.entry import Entry
from protocol.errors import Refused, Unreadable
from protocol.former import former_players
from protocol.log import check_signature
from protocol.logfile import (
    LogFile,
    Record,
    RecordKind,
    key_at_fault,
    read_log,
    read_statement_record,
)
from protocol.outline import Outline
from protocol.report import (
    Audit,
    JudgedClaim,
    Level,
    Report,
    Statistics,
    Status,
    silences,
)
from protocol.statements import Closing
from protocol.verdict import Fault, fault_of, program_fault

__all__ = ["outline_audit"]


def outline_audit(data: bytes, level: Level) -> Audit:
    """Judge a log file without the rules of its game.

    Args:
        data: the whole file.
        level: `LINE` or `SECRETS`.

    Raises:
        Unreadable: at the first step: it is no log, or damaged so that nothing can be judged.
    """
    try:
        audit = _OutlineAudit(read_log(data), len(data), secrets=level is not Level.LINE)
    except Unreadable:
        raise
    except Refused as refusal:
        return Report(verified=False, level=level, fault=fault_of(refusal, 0))
    return (yield from audit.run())


class _OutlineAudit:
    """An audit of a log by what it shows without the rules of its game."""

    def __init__(self, file: LogFile, size: int, *, secrets: bool) -> None:
        """Begin.

        Args:
            file: as read.
            size: of the file, in bytes.
            secrets: whether tokens and all signatures are judged, or the line alone, of which the
                last signature of each seat endorses all before it.
        """
        self._file = file
        self._size = size
        self._secrets = secrets
        self._outline = Outline(file.founding, secrets=secrets)
        self._fault: Fault | None = None

    def run(self) -> Audit:
        """Judge every record until one is refused; then who signed the line."""
        total = len(self._file.records)
        for index, record in enumerate(self._file.records):
            yield index, total
            try:
                self._judge(record)
            except Refused as refusal:
                judged = refusal if self._secrets else _accusing_nobody(refusal)
                key = key_at_fault(judged, record, self._outline.log)
                self._fault = fault_of(judged, self._place(record), key)
                break
            except Exception as error:  # noqa: BLE001 (no input may crash an audit)
                self._fault = program_fault(error, self._place(record))
                break
        if not self._secrets:
            self._check_last_signatures()
        return self._report()

    def _judge(self, record: Record) -> None:
        if record.kind is RecordKind.ENTRY:
            self._outline.append(record.content)
        else:
            self._outline.add_statement(read_statement_record(record))

    def _place(self, record: Record) -> int:
        last = len(self._outline.log)
        return last + 1 if record.kind is RecordKind.ENTRY else last

    def _check_last_signatures(self) -> None:
        log = self._outline.log
        for place in sorted(self._outline.signed.values()):
            entry: Entry = log.at(place)
            try:
                check_signature(log.author(entry), entry)
            except Refused as refusal:
                self._fault = self._fault or fault_of(refusal, place)

    def _report(self) -> Report:
        outline = self._outline
        known, charter = outline.commitments, outline.log.charter
        said = outline.log.statements
        closing = {one.statement.seat for one in said if isinstance(one.statement, Closing)}
        whole = self._fault is None and not self._file.torn
        return Report(
            verified=self._fault is None,
            level=Level.SECRETS if self._secrets else Level.LINE,
            status=Status.CLOSED if whole and len(closing) == len(charter.seats) else Status.OPEN,
            game=charter.game_id,
            seats=tuple(player.name for player in outline.log.players.now),
            former=former_players(outline.log.players),
            entries=len(outline.log),
            each_claim=tuple(map(JudgedClaim.of, known.claims)),
            agreements=agreements_of(outline.log),
            fault=self._fault,
            silences=silences(said),
            endorsed=tuple(outline.places),
            torn=self._file.torn,
            statistics=Statistics(
                bytes=self._size, seals=len(known.sealed), openings=len(known.opened)
            ),
        )


def _accusing_nobody(refusal: Refused) -> Refused:
    """The same without a culprit: whose signature was not looked at may not have signed it."""
    return Refused(refusal.code, refusal.rule, None, refusal.reason, refusal.entry)
