"""Whom the game waits for, and who counts as absent, by what one node has heard (SPEC-18.8)."""

from collections.abc import Iterator

from p2p.changes import Change
from p2p.consents import asked_against
from p2p.events import SyncEvent
from p2p.silence import Silence
from p2p.store import StoreContents
from p2p.sync import Sync
from p2p.waiting import Awaited, Waits

__all__ = ["Attendance"]


class Attendance:
    """Who lets one game wait, and since when.

    Every `minute` is the time, in minutes since 1970-01-01 00:00 UTC.
    """

    def __init__(self, sync: Sync, contents: StoreContents) -> None:
        """As the store holds it."""
        self._sync = sync
        self._waits = Waits(contents.learnt)
        self._silence = Silence(contents.silent)

    def hear(self, event: SyncEvent) -> None:
        """Something has come."""
        self._silence.hear(event)

    def watch(self, minute: int) -> Iterator[Change]:
        """Note since when this node knows of what the game waits for now, and who is silent.

        Yields what is to be stored.
        """
        sync = self._sync
        yield from self._waits.watch(sync.table, minute)
        asked = asked_against(sync.table, sync.conduct, self.gone(minute))
        yield from self._silence.watch(sync.table, minute, (*sync.astray, *asked))

    def absent(self, minute: int) -> frozenset[int]:
        """The seats that count as absent."""
        return self._silence.absent(self._sync.table, minute)

    def gone(self, minute: int) -> frozenset[int]:
        """The seats against which something can be agreed: absent by our clock, or caught."""
        return self.absent(minute) | self._sync.culprits.seats

    def awaited(self, minute: int) -> tuple[Awaited, ...]:
        """What the game waits for, since when, and what can be done about it here."""
        sync = self._sync
        absent_from = self._silence.absent_from(sync.table)
        return self._waits.awaited(
            sync.table, sync.culprits, sync.conduct.seat, absent_from, minute
        )

    @property
    def runs(self) -> bool:
        """Whether another seat becomes absent if nothing more happens."""
        return self._silence.runs(self._sync.table, self._sync.conduct.seat)
