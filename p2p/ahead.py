"""Entries that a peer has sent and that this node has not taken (SPEC-16.7).

A seat that is frozen takes an older entry of the seat that rejoins only once it knows that the
settlement stands by it; whether that is so shows in the entries after it.
"""

from typing import Final

from protocol.entry import Entry
from protocol.head import Head
from protocol.log import Log

__all__ = ["MAX_AHEAD", "Ahead"]

MAX_AHEAD: Final = 4 * 1024 * 1024
"""Bytes of entries that wait on one connection."""


class Ahead:
    """Consecutive entries of one connection.

    Attributes:
        entries: linked to each other, in their order.
    """

    __slots__ = ("_size", "entries")

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self._size = 0

    def add(self, log: Log, entry: Entry) -> bool:
        """Put an entry after the others, or begin with it after a place of the line.

        Returns:
            Whether there was a place for it. If not, what lies between is missing here.
        """
        before = Head(entry.sequence - 1, entry.previous)
        if not self.entries or self.entries[-1].head != before:
            if not log.holds(before):
                return False
            self.clear()
        if self._size + len(entry.raw) > MAX_AHEAD:
            return False
        self.entries.append(entry)
        self._size += len(entry.raw)
        return True

    def root(self, log: Log) -> int | None:
        """The place of the line after which they come, without those that it holds by now.

        None if there are none, or if the line has left them.
        """
        while self.entries and log.holds(self.entries[0].head):
            self._size -= len(self.entries.pop(0).raw)
        if not self.entries:
            return None
        first = self.entries[0]
        before = Head(first.sequence - 1, first.previous)
        if not log.holds(before):
            self.clear()
            return None
        return before.sequence

    def clear(self) -> None:
        """Forget them."""
        self.entries.clear()
        self._size = 0
