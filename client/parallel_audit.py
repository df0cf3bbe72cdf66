"""A file to audit, and its full audit in several processes.

The one that is asked replays the log, all of them check what it owes.
"""

__all__ = ["audit_in_parallel", "jobs_for", "read_file"]

import os
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path

from p2p.system import ignore_interrupts, interrupts_blocked
from protocol.audit import audit_steps
from protocol.evidence import EVIDENCE_MAGIC
from protocol.founding import Founding
from protocol.logfile import LOG_MAGIC
from protocol.obligations import Chunk, first_broken
from protocol.report import Audit
from protocol.shared_audit import SharedAudit
from protocol.table import Table

_WORTH_IT = 1 << 20
"""Bytes of a log from which on processes save more time than it takes to start them."""

_ENOUGH = 4
"""Processes beyond which all wait for the one that replays the rules: that is half of the work."""

_MAGICS = (LOG_MAGIC, EVIDENCE_MAGIC)
_LONGEST_MAGIC = max(map(len, _MAGICS))

_AHEAD = 3
"""Chunks given out for each helper: it never waits, and little is kept in memory."""


def read_file(path: Path) -> bytes:
    """What a file holds; of one that is neither log nor evidence no more than shows that.

    So a file that never ends, or has no room in memory, is told from a log at once.

    Raises:
        OSError: it cannot be read.
    """
    with path.open("rb") as file:
        head = file.read(_LONGEST_MAGIC)
        return head + file.read() if head.startswith(_MAGICS) else head


def jobs_for(size: int) -> int:
    """How many processes should audit a log of so many bytes."""
    return min(os.cpu_count() or 1, _ENOUGH) if size >= _WORTH_IT else 1


def audit_in_parallel(
    data: bytes, jobs: int, *, open_table: Callable[[Founding], Table] = Table.start
) -> Audit:
    """As `protocol.audit.auditing` of a log, in so many processes, this one included.

    If one of them is lost, or cannot be started, this one audits alone from the beginning.

    Raises:
        Unreadable: at the first step.
    """
    audit = SharedAudit(data, open_table=open_table)
    try:
        with _helpers(jobs - 1) as helpers:
            for chunk in audit.chunks():
                yield audit.judged, audit.total
                helpers.take(chunk)
                if helpers.broken is not None:
                    break
            broken = helpers.finish()
    except Exception:  # noqa: BLE001 (helpers are never needed; a fault of ours fails again alone)
        return (yield from audit_steps(data, open_table=open_table))
    return (yield from audit.conclude(broken))


class _Helpers:
    """Processes that check chunks, and this one where they have enough to do.

    Attributes:
        broken: index of the first record that is known to owe what does not hold.
    """

    def __init__(self, pool: ProcessPoolExecutor, count: int) -> None:
        self.broken: int | None = None
        self._pool = pool
        self._most = _AHEAD * count
        self._given: deque[tuple[Chunk, Future[int | None]]] = deque()

    def take(self, chunk: Chunk) -> None:
        """See to a chunk."""
        while self._given and self._given[0][1].done():
            self._note(self._given.popleft()[1].result())
        if len(self._given) < self._most:
            with interrupts_blocked():
                self._given.append((chunk, self._pool.submit(first_broken, chunk)))
        else:
            self._note(first_broken(chunk))

    def finish(self) -> int | None:
        """Wait until all chunks are checked, and say what is broken."""
        while self._given:
            chunk, future = self._given.pop()
            self._note(first_broken(chunk) if future.cancel() else future.result())
        return self.broken

    def _note(self, broken: int | None) -> None:
        if broken is not None and (self.broken is None or broken < self.broken):
            self.broken = broken


@contextmanager
def _helpers(count: int) -> Iterator[_Helpers]:
    """Helpers that leave interrupts from the keyboard to this process."""
    pool = ProcessPoolExecutor(count, get_context("spawn"), ignore_interrupts)
    try:
        yield _Helpers(pool, count)
    finally:
        pool.shutdown(cancel_futures=True)
