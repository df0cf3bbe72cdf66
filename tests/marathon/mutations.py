"""Changed bytes of whole logs, none of which may pass.

For each way of sealing a short game is played, closed and signed, and its log changed in one byte a
thousand times. Every change must be refused or unreadable, in the full audit as in one by several
processes, which must agree; no change may accuse anybody, since anybody could have made it; and
what the quick audit says of one must be well formed too.
"""

__all__ = ["mutations"]

import contextlib
import random
from collections.abc import Iterator

from client.bots.captain import Captain
from client.scenarios import find
from protocol.audit import audit
from protocol.author import Author
from protocol.charter import Secrecy
from protocol.entry import Resign
from protocol.errors import Code, Unreadable
from protocol.logfile import write_log
from protocol.obligations import first_broken
from protocol.report import Level, Report, Status, finish_audit
from protocol.shared_audit import SharedAudit
from tests.bench.games import PHRASES, founded, played
from tests.marathon.step import Step

_ENTRIES = 50
_MINUTE = 29_000_000


def short_game(secrecy: Secrecy, number: int = 0) -> bytes:
    """The log of a game that is given up after some entries, closed by all.

    Another number makes another game.
    """
    founding = founded(find("wake-island"), secrecy, number=number)
    table = played(founding, _ENTRIES, (Captain(1), Captain(2)))
    authors = [Author(table, phrase) for phrase in PHRASES[:2]]
    fresh = iter(range(1 << 20))
    while (now := table.due) is not None:
        actions = () if now.duty.automatic else (Resign(),)
        entropy = next(fresh).to_bytes(32)
        entry = authors[now.seat].prepare(actions, entropy=entropy, minute=_MINUTE).entry
        table.append(entry.raw)
    for author in authors:
        table.add_statement(author.close())
        disclosed = author.disclose()
        if disclosed is not None:
            table.add_statement(disclosed)
    return write_log(table.log)


def audited(data: bytes) -> Report | None:
    """The report on which both ways of auditing agree; None if the log is unreadable.

    Raises:
        AssertionError: they do not agree.
    """
    try:
        report = audit(data)
    except Unreadable:
        return None
    work = SharedAudit(data)
    broken = [index for index in map(first_broken, work.chunks()) if index is not None]
    other = finish_audit(work.conclude(min(broken, default=None)))
    if other != report:
        raise AssertionError(f"{report.to_text()} or {other.to_text()}")
    return report


def check_refused(data: bytes) -> None:
    """Audit a changed log.

    Raises:
        AssertionError: it passes, or the verdict is not what it must be.
    """
    with contextlib.suppress(Unreadable):
        _check_fault(audit(data, Level.LINE))
    report = audited(data)
    if report is None:
        return
    if report.fault is None:
        raise AssertionError("a changed byte passes")
    _check_fault(report)


def _check_fault(report: Report) -> None:
    fault = report.fault
    if report.verified is not (fault is None):
        raise AssertionError(report.to_text())
    if fault is None:
        return
    if fault.code not in list(Code) or not fault.rule or not fault.reason:
        raise AssertionError(f"the fault is incomplete: {fault}")
    if fault.culprit is not None:
        raise AssertionError(f"a changed byte accuses seat {fault.culprit}: {fault.reason}")
    if not 0 <= fault.entry <= report.entries + 1:
        raise AssertionError(f"no such entry: {fault}")


def mutations(first: int) -> Iterator[Step]:
    """One change after another to the log of each way of sealing, none of them twice."""
    logs = [short_game(secrecy, first) for secrecy in Secrecy]
    for data in logs:
        whole = audit(data)
        if not whole.verified or whole.status is not Status.COMPLETE:
            raise AssertionError(whole.to_text())
    draw = random.Random(first)
    for places in zip(*(draw.sample(range(len(data)), len(data)) for data in logs), strict=False):
        for secrecy, data, place in zip(Secrecy, logs, places, strict=True):
            changed = bytearray(data)
            changed[place] ^= draw.randrange(1, 256)
            try:
                check_refused(bytes(changed))
            except Exception as error:  # noqa: BLE001 (each is reported, and the rest goes on)
                yield Step(f"{secrecy}, byte {place}: {type(error).__name__}: {error}", failed=True)
        yield Step()
