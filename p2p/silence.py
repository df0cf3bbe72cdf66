"""Since when the seats that owe something are silent, by the clock of this node (SPEC-18.8)."""

from collections.abc import Iterable, Iterator, Mapping

from p2p.changes import SilenceStored
from p2p.events import EntryAccepted, StatementAccepted, SyncEvent
from protocol.absence import absent_from
from protocol.table import Table

__all__ = ["Silence"]


class Silence:
    """What one node has noted of seats that let the game wait."""

    def __init__(self, silent: Mapping[int, int]) -> None:
        """As the store holds it."""
        self._silent = dict(silent)
        self._heard: set[int] = set()
        self._began: int | None = None
        self._now = 0

    def hear(self, event: SyncEvent) -> None:
        """Something signed has come."""
        match event:
            case EntryAccepted(appended):
                self._heard.add(appended.entry.seat)
            case StatementAccepted(signed):
                self._heard.add(signed.statement.seat)
            case _:
                pass

    def watch(self, table: Table, minute: int, also: Iterable[int] = ()) -> Iterator[SilenceStored]:
        """Note who owes something now; yields what is to be stored, if it is something new.

        Args:
            table: the game.
            minute: the time, in minutes since 1970-01-01 00:00 UTC.
            also: seats that owe a word after a fork, or what is asked of them against others.
        """
        self._began = minute if self._began is None else self._began
        self._now = minute
        known = {seat: since for seat, since in self._silent.items() if seat not in self._heard}
        self._heard.clear()
        owing = {*(wait.seat for wait in table.waits), *also}
        silent = {seat: known.get(seat, minute) for seat in sorted(owing)}
        if silent != self._silent:
            self._silent = silent
            yield SilenceStored(silent)

    def absent_from(self, table: Table) -> Mapping[int, int]:
        """From which minute on each seat that owes something counts as absent; none if never."""
        if self._began is None:
            return {}
        return absent_from(self._silent, table.charter.absence, self._began)

    def runs(self, table: Table, own: int | None) -> bool:
        """Whether another seat than `own` becomes absent if nothing more happens."""
        return any(
            seat != own and then > self._now for seat, then in self.absent_from(table).items()
        )

    def absent(self, table: Table, minute: int) -> frozenset[int]:
        """The seats that count as absent at this minute."""
        from_then = self.absent_from(table).items()
        return frozenset(seat for seat, then in from_then if then <= minute)
