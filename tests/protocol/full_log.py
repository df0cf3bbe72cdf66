"""Vectors of a log that grows: records added at its end, and what then holds."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from protocol.audit import audit
from protocol.entry import Entry
from protocol.logfile import (
    LOG_MAGIC,
    Record,
    RecordKind,
    in_order,
    read_founding,
    read_records,
    read_statement_record,
    statement_record,
    write_log,
    write_record,
)
from protocol.statement import Signed
from protocol.statements import GameStatement
from tests.protocol.toy_match import ToyMatch, toy_table
from tests.protocol.vectors import Json

Added = Entry | Signed[GameStatement]


class FullLog(NamedTuple):
    """Records added to a log, and what a full audit says of the whole.

    Attributes:
        added: as bytes of the file.
        entries: that are good.
        code: of the fault; None if there is none.
        entry: of the fault.
        culprit: of the fault.
        after: what then holds of each seat; None after a fault.
    """

    added: bytes
    entries: int
    code: str | None
    entry: int | None
    culprit: int | None
    after: Json


def grown(
    start: Callable[[], ToyMatch],
    cases: Mapping[str, Callable[[ToyMatch], Sequence[Added]]],
) -> dict[str, FullLog]:
    """What comes of the log of a toy_match when these records are added to it, by name."""
    log = write_log(start().spectator.log)
    return {
        name: _grown(log, b"".join(write_record(record_of(one)) for one in add(start())))
        for name, add in cases.items()
    }


def written(start: Callable[[], ToyMatch], cases: Mapping[str, FullLog]) -> Json:
    """A log and what is added to it, as the vectors write it."""
    described: list[Json] = []
    for name, case in cases.items():
        added, *verdict = case
        said: dict[str, Json] = dict(zip(FullLog._fields[1:], verdict, strict=True))
        described.append({"name": name, "added": added.hex(), "verdict": said})
    return {"start": write_log(start().spectator.log).hex(), "cases": described}


def record_of(added: Added) -> Record:
    return (
        Record(RecordKind.ENTRY, added.raw) if isinstance(added, Entry) else statement_record(added)
    )


def _grown(log: bytes, added: bytes) -> FullLog:
    report = audit(log + added, open_table=toy_table)
    fault = report.fault
    if fault is None:
        return FullLog(added, report.entries, None, None, None, _after(log + added))
    return FullLog(added, report.entries, fault.code, fault.entry, fault.culprit, None)


def _after(log: bytes) -> Json:
    records, _ = read_records(log, LOG_MAGIC)
    founding, rest = read_founding(records, LOG_MAGIC)
    table = toy_table(founding)
    for record in in_order(rest):
        if record.kind is RecordKind.ENTRY:
            table.append(record.content)
        else:
            table.add_statement(read_statement_record(record))
    ledger, game = table.ledger, table.game
    seats = range(len(founding.charter.seats))
    chains = [ledger.chains[seat, ledger.incarnations[seat]] for seat in seats]
    return {
        "incarnations": [ledger.incarnations[seat].hex() for seat in seats],
        "shares given": [chain.number for chain in chains],
        "last share": [chain.link.hex() for chain in chains],
        "hands granted": [game.hands.get(seat, 0) for seat in seats],
        "waived": [seat in game.waived for seat in seats],
    }
