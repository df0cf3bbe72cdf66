"""The entries of a line as a mailbox holds them: who wrote them there, and which a node lacks.

What several authors have left in any order becomes lines again. An entry is given to the node only
after the one before it, so that nothing waits there for what may never come.
"""

from collections import defaultdict, deque
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from p2p.messages import MAX_LOCATOR, Heads
from protocol.entry import Entry

__all__ = ["MailedEntries"]

_BATCH: Final = 64
"""Entries that are given to the node at once."""


@dataclass(frozen=True, slots=True)
class _Mailed:
    entry: Entry
    author: bytes


class MailedEntries:
    """Entries of one game in one mailbox."""

    def __init__(self) -> None:
        """There are none, and the node holds none."""
        self._mailed: dict[bytes, _Mailed] = {}
        self._after: defaultdict[bytes, list[bytes]] = defaultdict(list)
        self._held: set[bytes] = set()
        self._given: set[bytes] = set()
        self._ready: deque[bytes] = deque()
        self._shared = b""

    def add(self, entry: Entry, author: bytes) -> bool:
        """An author has left an entry; whether nobody had before."""
        if entry.hash in self._mailed:
            return False
        self._mailed[entry.hash] = _Mailed(entry, author)
        self._after[entry.previous].append(entry.hash)
        if entry.previous in self._held or entry.previous in self._given:
            self._ready.append(entry.hash)
        return True

    def hold(self, entry: Entry) -> None:
        """The node holds an entry, at the end of its line."""
        self._shared = entry.hash
        self._held.add(entry.hash)
        self._ready.extend(self._after.get(entry.hash, ()))

    def hear(self, heads: Heads) -> None:
        """The node says anew what it holds: give it again what it does not say to hold."""
        self._given.clear()
        self._held.update(place for _, place in heads.places)
        known = (place for _, place in heads.places if place in self._mailed)
        self._shared = next(known, heads.game)
        self._held.update(self._before(self._shared))
        self._ready = deque(
            one for held in self._held for one in self._after.get(held, ()) if one not in self._held
        )

    def next(self) -> tuple[bytes, tuple[bytes, ...]] | None:
        """Consecutive entries that the node lacks, and who left them; they count as given."""
        while self._ready:
            first = self._ready.popleft()
            if first in self._held or first in self._given or first not in self._mailed:
                continue
            author, batch = self._mailed[first].author, [first]
            while len(batch) < _BATCH:
                after = self._after.get(batch[-1], [])
                if len(after) != 1 or after[0] in self._held:
                    break
                if self._mailed[after[0]].author != author:
                    break
                batch.append(after[0])
            self._given.update(batch)
            # What comes next goes first: a line is given to its end before the next one.
            self._ready.extendleft(reversed(self._after.get(batch[-1], [])))
            return author, tuple(self._mailed[one].entry.raw for one in batch)
        return None

    def places(self, game: bytes, *, all_lines: bool) -> tuple[tuple[int, bytes], ...]:
        """What the mailbox can say to hold: places of a line from its end backwards.

        Of several lines it is the longest; of a line with a gap it says to hold nothing, so that
        the node leaves there again what is missing.

        Args:
            game: game id.
            all_lines: whether a line counts that the node is not on.
        """
        whole = set(self._from(game))
        if len(whole) < len(self._mailed):
            return ((0, game),)
        ends = whole if all_lines else {*self._from(self._shared), self._shared} & whole
        last = max(ends, key=lambda one: self._mailed[one].entry.sequence, default=game)
        places, line = [], [*self._before(last)]
        for index in range(MAX_LOCATOR - 1):
            at = 2**index - 1
            if at >= len(line):
                break
            places.append((self._mailed[line[at]].entry.sequence, line[at]))
        return (*places, (0, game))

    def forget(self, author: bytes) -> None:
        """Of what an author has left nothing counts that the node has not been given."""
        for name, mailed in list(self._mailed.items()):
            if mailed.author == author and name not in self._held | self._given:
                del self._mailed[name]
                self._after[mailed.entry.previous].remove(name)

    def _before(self, last: bytes) -> Iterator[bytes]:
        """An entry and those before it, as far as they are here."""
        while last in self._mailed:
            yield last
            last = self._mailed[last].entry.previous

    def _from(self, place: bytes) -> Iterator[bytes]:
        """The entries that come after a place, on whatever line."""
        after = deque(self._after.get(place, ()))
        while after:
            one = after.popleft()
            yield one
            after.extend(self._after.get(one, ()))
