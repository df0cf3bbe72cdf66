"""A full audit (SPEC-14.1) in which others check signatures, openings and proofs, in any order.

What the rules say of a record depends on all records before it, what a record owes on nothing but
itself. So one replays the log on trust and hands out what is owed, chunk by chunk. If all of it
holds, the replay is the audit. If not, the records before the first that is broken are taken on
trust once more, rightly now, and the rest is audited as it always is. The report is the same in
every field.
"""

from collections.abc import Callable, Iterator
from typing import Final

from protocol.audit import audit_steps
from protocol.founding import Founding
from protocol.full_audit import FullAudit
from protocol.logfile import read_log
from protocol.obligations import Chunk, Obligation
from protocol.report import Audit
from protocol.table import Table

__all__ = ["SharedAudit"]

_RECORDS: Final = 32
"""Records in one chunk: some hundredths of a second of work, and at most 2 MB."""


class SharedAudit:
    """A full audit of a log: first `chunks`, then `conclude`.

    Attributes:
        judged: records gone through so far.
        total: records of the log; 0 before the first chunk.
    """

    def __init__(
        self, data: bytes, *, open_table: Callable[[Founding], Table] = Table.start
    ) -> None:
        """Nothing is read yet; see `audit` for the arguments."""
        self.judged = self.total = 0
        self._data = data
        self._open_table = open_table
        self._replay: FullAudit | None = None

    def chunks(self) -> Iterator[Chunk]:
        """What the records owe, as far as the log can be followed on trust; to be asked for once.

        Who has found a broken obligation need not go on to the end.
        """
        try:
            replay = self._replay = self._begin()
        except Exception:  # noqa: BLE001 (as in `_owed`)
            return
        size = _RECORDS
        while size == _RECORDS:
            first, owed = replay.judged, tuple(_owed(replay))
            self.judged, size = replay.judged, len(owed)
            yield Chunk(self._secrecy, first, owed)

    def conclude(self, broken: int | None) -> Audit:
        """The report.

        Args:
            broken: index of the first record that owes what does not hold, None if all chunks have
                been checked and hold.

        Raises:
            Unreadable: at the first step.
        """
        replay = self._replay
        if replay is None:
            return (yield from audit_steps(self._data, open_table=self._open_table))
        if broken is not None:
            self._replay = None
            replay = self._begin()
            while replay.judged < broken:
                replay.trust()
        return (yield from replay.run())

    def _begin(self) -> FullAudit:
        file = read_log(self._data)
        self.total = len(file.records)
        self._secrecy = file.founding.charter.secrecy
        return FullAudit(file, len(self._data), self._open_table)


def _owed(replay: FullAudit) -> Iterator[tuple[Obligation, ...]]:
    """What each of the next records owes: as many as go into a chunk, fewer at the end."""
    for _ in range(_RECORDS):
        if replay.over:
            return
        try:
            yield replay.trust()
        except Exception:  # noqa: BLE001 (`conclude` meets it again, and says what it means)
            return
