"""`make mutations`: a thousand changed bytes of a whole log, none of which may pass.

A long check, so no test: for each way of sealing a short game is played, closed and signed, and its
log changed in one byte a thousand times. Every change must be refused or unreadable, in the full
audit as in one by several hands, which must agree; no change may blame anybody, since anybody could
have made it; and what the quick audit says of one must be well said too.
"""

import contextlib
import random
import sys
from collections import Counter

from client.bots.captain import Captain
from client.scenarios import find
from protocol.audit import audit
from protocol.author import Author
from protocol.charter import Secrecy
from protocol.entry import Resign
from protocol.errors import Code, Unreadable
from protocol.full_audit import finish_audit
from protocol.logfile import write_log
from protocol.obligations import first_broken
from protocol.report import Report, Status
from protocol.shared_audit import SharedAudit
from tests.bench.games import PHRASES, founded, played

_CHANGES = 1_000
_ENTRIES = 50
_MINUTE = 29_000_000


def short_game(secrecy: Secrecy) -> bytes:
    """The log of a game that is given up after some entries, closed by all."""
    table = played(founded(find("wake-island"), secrecy), _ENTRIES, (Captain(1), Captain(2)))
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


def told(data: bytes) -> Report | None:
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


def verdict(data: bytes) -> str:
    """What is said of a changed log.

    Raises:
        AssertionError: it passes, or the verdict is not what it must be.
    """
    with contextlib.suppress(Unreadable):
        _proper(audit(data, quick=True))
    report = told(data)
    if report is None:
        return "unreadable"
    if report.fault is None:
        raise AssertionError("a changed byte passes")
    _proper(report)
    return str(report.fault.code)


def _proper(report: Report) -> None:
    fault = report.fault
    if report.verified is not (fault is None):
        raise AssertionError(report.to_text())
    if fault is None:
        return
    if fault.code not in list(Code) or not fault.rule or not fault.reason:
        raise AssertionError(f"no proper fault: {fault}")
    if fault.culprit is not None:
        raise AssertionError(f"a changed byte accuses seat {fault.culprit}: {fault.reason}")
    if not 0 <= fault.entry <= report.entries + 1:
        raise AssertionError(f"no place of the line: {fault}")


def main() -> int:
    """Change bytes and count what is said; 0 if it is always what it must be."""
    failed = 0
    for secrecy in Secrecy:
        data, draw = short_game(secrecy), random.Random(10)
        whole = audit(data)
        if not whole.verified or whole.status is not Status.COMPLETE:
            raise AssertionError(whole.to_text())
        said: Counter[str] = Counter()
        for place in draw.sample(range(len(data)), _CHANGES):
            changed = bytearray(data)
            changed[place] ^= draw.randrange(1, 256)
            try:
                said[verdict(bytes(changed))] += 1
            except Exception as error:  # noqa: BLE001 (each is told, and the rest goes on)
                failed += 1
                print(f"{secrecy}, byte {place}: {type(error).__name__}: {error}")
        counts = ", ".join(f"{count} {code}" for code, count in said.most_common())
        print(f"{secrecy}: {whole.entries} entries, {len(data)} bytes: {counts}", flush=True)
    return min(failed, 1)


if __name__ == "__main__":
    sys.exit(main())
