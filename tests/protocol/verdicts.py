"""Vectors of a log that grows, with what an audit of each level says, and whose key it convicts."""

from collections.abc import Callable, Sequence

from protocol.audit import audit
from protocol.errors import Code
from protocol.founding import Founding
from protocol.logfile import Record, write_log, write_record
from protocol.report import Level
from protocol.table import Table
from tests.protocol.full_log import Added, record_of
from tests.protocol.toy_match import ToyMatch
from tests.protocol.vectors import Json

Case = Callable[[ToyMatch], Sequence[Added | Record]]


def verdicts(log: bytes, table: Callable[[Founding], Table]) -> dict[str, Json]:
    """What an audit of each level says."""
    told: dict[str, Json] = {}
    for level in Level:
        report = audit(log, level, open_table=table)
        fault = report.fault
        told[level.value] = {
            "entries": report.entries,
            "code": None if fault is None else fault.code,
            "entry": None if fault is None else fault.entry,
            "culprit": None if fault is None else fault.culprit,
            "key": None if fault is None or fault.key is None else fault.key.raw.hex(),
        }
    return told


def described(
    start: Callable[[], ToyMatch],
    cases: dict[str, tuple[Code | None, Case]],
    table: Callable[[Founding], Table],
) -> Json:
    log = write_log(start().spectator.log)
    made: list[Json] = []
    for name, (code, case) in cases.items():
        records = (one if isinstance(one, Record) else record_of(one) for one in case(start()))
        added = b"".join(map(write_record, records))
        said = verdicts(log + added, table)
        rules = said["rules"]
        assert isinstance(rules, dict)
        assert rules["code"] == code, (name, rules)
        made.append({"name": name, "added": added.hex(), **said})
    return {"start": log.hex(), "cases": made}
