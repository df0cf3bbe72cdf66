"""How a node gets its game back from its store: from the newest snapshot that it can trust.

A snapshot is the game after an entry, written by this very program for this player (`p2p.marks`).
It is used where the whole line before it bears marks that hold, and where it is the very state for
which the next entry was signed. Whatever is doubtful about it costs time only: then an older one is
taken, or all entries are played from the first position on (SPEC-16.9).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, repeat
from typing import Final

from p2p.changes import EntryMarked, SnapshotStored
from p2p.marks import EntryMarks
from p2p.store import StoreContents
from protocol.errors import Refused
from protocol.proposals import MAX_TAKEN_BACK
from protocol.snapshot import BadSnapshot, Snapshot
from protocol.table import Appended, Table

__all__ = ["Replayed", "Snapshots", "replay"]

_APART: Final = 64
"""Entries from one snapshot to the next, at least."""


@dataclass(frozen=True, slots=True)
class Replayed:
    """What came of replaying a store.

    Attributes:
        entries: what each brought about that was played.
        since: place of the entry after which they were played; 0 if all were.
        changes: to be written: marks of those that were checked, and a snapshot.
        doubts: why snapshots were not used, in words.
    """

    entries: tuple[Appended, ...] = ()
    since: int = 0
    changes: tuple[EntryMarked | SnapshotStored, ...] = ()
    doubts: tuple[str, ...] = ()


class Snapshots:
    """Which snapshots a node writes of its game."""

    def __init__(self, marks: EntryMarks | None, last: int = 0) -> None:
        """See the class.

        Args:
            marks: of its player; without any it writes none.
            last: place of the last one that its store has.
        """
        self._marks = marks
        self._last = last

    def due(self, table: Table) -> SnapshotStored | None:
        """The snapshot to be written with the entry that a table has just appended, if one is."""
        taken = table.snapshot
        if self._marks is None or taken is None or len(table.log) != taken.head.sequence + 1:
            return None
        place = taken.head.sequence
        if self._last <= place < self._last + _APART:
            return None
        self._last = place
        return _stored(taken, self._marks)


def replay(
    table: Table,
    contents: StoreContents,
    marks: EntryMarks | None,
    *,
    trusting: bool,
    whole: bool = True,
) -> Replayed:
    """Append the entries of a store to a table with nothing played.

    Args:
        table: which.
        contents: of the store.
        marks: of its player, if it has one.
        trusting: whether an entry whose mark holds need not be checked again.
        whole: whether all entries are to be played, and no snapshot is to be used.

    Raises:
        Refused: one of them is not the next entry of this game.
    """
    entries, since, doubts = contents.entries, 0, list[str]()
    changes = list[EntryMarked | SnapshotStored]()
    if marks is not None and trusting and not whole:
        for stored in _usable(contents):
            try:
                _take_up(table, stored, contents, marks)
            except (BadSnapshot, Refused) as error:
                doubts.append(f"the snapshot of entry {stored.sequence} was not used: {error}")
                continue
            since = stored.sequence
            break
    played, fresh = [], None
    marked = zip(entries, chain(contents.marks, repeat(b"")), strict=False)
    for place, (raw, mark) in enumerate(marked, 1):
        if place <= since:
            continue
        if trusting and marks is not None and marks.holds(raw, mark):
            played.append(table.append_again(raw))
        else:
            played.append(table.append(raw))
            if marks is not None:
                changes.append(EntryMarked(place, marks.mark(raw)))
        if place <= len(entries) - MAX_TAKEN_BACK:
            fresh = table.snapshot
    if marks is not None and fresh is not None and fresh.head.sequence >= _good(contents, marks):
        written = _stored(fresh, marks)
        if written is not None:
            changes.append(written)
    return Replayed(tuple(played), since, tuple(changes), tuple(doubts))


def _usable(contents: StoreContents) -> Iterator[SnapshotStored]:
    """The snapshots, newest first, that lie behind all that can still be taken back."""
    last = len(contents.entries) - MAX_TAKEN_BACK
    return (one for one in reversed(contents.snapshots) if 0 < one.sequence <= last)


def _take_up(
    table: Table, stored: SnapshotStored, contents: StoreContents, marks: EntryMarks
) -> None:
    """Bring a table with nothing played to where a snapshot was taken.

    Raises:
        BadSnapshot: something about it is doubtful.
        Refused: the entries before it are none of this game.
    """
    if not marks.holds_snapshot(stored.sequence, stored.record, stored.mark):
        raise BadSnapshot("this version of the program has not written it")
    before = list(zip(contents.entries, contents.marks, strict=False))[: stored.sequence]
    if len(before) < stored.sequence or not all(marks.holds(raw, mark) for raw, mark in before):
        raise BadSnapshot("an entry before it was altered, or not yet checked by this program")
    snapshot = Snapshot.read(stored.record, table.game)
    if snapshot.head.sequence != stored.sequence:
        raise BadSnapshot("it is of another entry")
    table.go_to(snapshot, contents.entries)


def _good(contents: StoreContents, marks: EntryMarks) -> int:
    """The place from which on a snapshot is better than those that the store has."""
    held = (
        one.sequence
        for one in _usable(contents)
        if marks.holds_snapshot(one.sequence, one.record, one.mark)
    )
    return next(held, 0) + _APART


def _stored(snapshot: Snapshot, marks: EntryMarks) -> SnapshotStored | None:
    """A snapshot as it is kept; None if it cannot be written.

    Without one the next start takes longer: no reason to let the game stand still.
    """
    place = snapshot.head.sequence
    try:
        raw = snapshot.write()
    except BadSnapshot:
        return None
    return SnapshotStored(place, raw, marks.mark_snapshot(place, raw))
