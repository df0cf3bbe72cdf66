"""SPEC-16.9: a node goes on from a snapshot of its own, and from nothing that is doubtful."""

import itertools
import multiprocessing
import os
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from client.bots.fuzz import Fuzz
from client.seat.view import PlayerView
from engine.requests import Decision
from p2p import marks
from p2p.changes import Change, EntryMarked, EntryStored, SnapshotStored, TailDropped
from p2p.choice import Choice
from p2p.errors import BadStore
from p2p.marks import EntryMarks, program_digest
from p2p.messages import Entries, Heads, Offending, Statements
from p2p.replaying import Snapshots
from p2p.replica import Replica
from p2p.signing import Vouch
from p2p.store import Store, StoreContents
from protocol.entry import Decide
from protocol.identity import Identity, Phrase
from protocol.ledger import state_digest
from protocol.proposals import MAX_TAKEN_BACK
from protocol.questions import FIRST
from protocol.table import Table
from tests.bench.games import PHRASES, endless, founded, played
from tests.p2p.disk import model_after
from tests.protocol.sample import MINUTE

ANN, BOB, WATCHER = PHRASES[:3]


@cache
def long_game() -> Table:
    """Long enough for snapshots behind all that can be taken back."""
    return played(founded(endless()), 320, [Fuzz(1), Fuzz(2)])


@cache
def kept(phrase: Phrase = ANN) -> StoreContents:
    """What a player's node has kept of it, change by change."""
    table, own = Table.start(long_game().log.founding), marks_of(phrase)
    snapshots, contents = Snapshots(own), StoreContents()
    for entry in long_game().log:
        table.append_again(entry.raw)
        changes: list[Change] = [EntryStored(entry.sequence, entry.raw, own.mark(entry.raw))]
        due = snapshots.due(table)
        contents = model_after(contents, [*changes, *([] if due is None else [due])])
    return contents


@pytest.fixture(scope="module")
def disk() -> StoreContents:
    return kept()


def marks_of(phrase: Phrase) -> EntryMarks:
    return EntryMarks(phrase, long_game().charter.game_id)


def resumed(
    disk: StoreContents, vouch: Vouch = Vouch.WHOLE, phrase: Phrase = ANN, *, whole: bool = False
) -> Replica:
    fresh = Table.start(long_game().log.founding)
    return Replica.resume(fresh, disk, phrase, from_start=True, vouch=vouch, whole=whole)


@cache
def played_whole(phrase: Phrase = ANN) -> Replica:
    return resumed(kept(phrase), whole=True, phrase=phrase)


def usable(disk: StoreContents) -> SnapshotStored:
    """The snapshot that a start takes up."""
    reach = len(disk.entries) - MAX_TAKEN_BACK
    return max((one for one in disk.snapshots if one.sequence <= reach), key=_place)


def _place(stored: SnapshotStored) -> int:
    return stored.sequence


def with_usable(disk: StoreContents, altered: SnapshotStored) -> StoreContents:
    """Only this snapshot."""
    return replace(disk, snapshots=(altered,))


def same_game(one: Replica, other: Replica) -> bool:
    a, b = one.table, other.table
    return (
        state_digest(a.game, a.ledger) == state_digest(b.game, b.ledger)
        and (a.head, a.game, a.request, a.ledger) == (b.head, b.game, b.request, b.ledger)
        and (a.waits, a.due_digest) == (b.waits, b.due_digest)
        and one.author is not None
        and other.author is not None
        and one.author.secrets == other.author.secrets
    )


def test_a_start_plays_only_what_came_after_the_snapshot(disk: StoreContents) -> None:
    quick, whole = resumed(disk), resumed(disk, whole=True)
    since = usable(disk).sequence
    assert len(disk.entries) - since >= MAX_TAKEN_BACK
    told, all_told = quick.tell_replayed(), whole.tell_replayed()
    assert (told.since, all_told.since) == (since, 0)
    assert (told.doubts, quick.changes) == ((), ())
    assert [one.entry.raw for one in told.entries] == list(disk.entries[since:])
    assert [one.events for one in told.entries] == [one.events for one in all_told.entries[since:]]
    assert same_game(quick, whole)


def test_few_snapshots_are_kept(disk: StoreContents) -> None:
    """One behind all that can be taken back, and those since, some entries apart."""
    places = [one.sequence for one in disk.snapshots]
    assert usable(disk).sequence in places[:2]
    assert 1 < len(places) <= 4
    assert all(after - before >= 64 for before, after in itertools.pairwise(places))


def test_a_node_writes_them_with_the_entries() -> None:
    """In one transaction with the entry by which a seat has signed the state."""
    disk = kept(WATCHER)
    last = disk.snapshots[-1]
    before = model_after(disk, [TailDropped(last.sequence - 1)])
    watcher = resumed(before, phrase=WATCHER)
    player = resumed(kept(BOB), phrase=BOB)
    to_player = watcher.connect(Identity.from_phrase(BOB).public)
    to_watcher = player.connect(Identity.from_phrase(WATCHER).public)
    written = list(watcher.changes)
    watcher.mark_written()
    player.mark_written()
    while len(watcher.table.log) < len(disk.entries):
        for one, link, other, back in (
            (watcher, to_player, player, to_watcher),
            (player, to_watcher, watcher, to_player),
        ):
            while (message := one.next_message(link)) is not None:
                assert isinstance(message, Heads | Entries | Statements | Offending)
                for _ in other.receive(back, message):
                    pass
                if other is watcher:
                    written += watcher.changes
                other.mark_written()
    at = written.index(last)
    assert written[at - 1] == EntryStored(
        last.sequence + 1, disk.entries[last.sequence], disk.marks[last.sequence]
    )


class TestDoubts:
    """Then all is played again, and it is said why."""

    def doubted(
        self, disk: StoreContents, doubt: str, vouch: Vouch = Vouch.WHOLE, phrase: Phrase = ANN
    ) -> Replica:
        replica = resumed(disk, vouch, phrase)
        told = replica.tell_replayed()
        assert told.since == 0
        assert len(told.entries) == len(disk.entries)
        assert any(doubt in one for one in told.doubts) or not doubt
        assert same_game(replica, played_whole(phrase))
        return replica

    @pytest.mark.no_cover
    def test_any_bit_of_it_was_altered(self, disk: StoreContents) -> None:
        """In the snapshot, wherever it is; in its mark; in its place."""
        good = usable(disk)
        raw = good.record
        for at in range(0, len(raw), len(raw) // 4):
            bad = raw[:at] + bytes([raw[at] ^ (1 << at % 8)]) + raw[at + 1 :]
            self.doubted(with_usable(disk, replace(good, record=bad)), "has not written it")
        wrong = bytes([good.mark[0] ^ 1]) + good.mark[1:]
        for altered in (
            replace(good, mark=wrong),
            replace(good, mark=b""),
            replace(good, record=raw[:-1]),
            replace(good, sequence=good.sequence + 1),
        ):
            self.doubted(with_usable(disk, altered), "has not written it")

    def test_another_player_or_another_version_has_written_it(
        self, disk: StoreContents, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """It is written anew then, and the next start is quick again."""
        other = bytes([program_digest()[0] ^ 1]) + program_digest()[1:]
        with monkeypatch.context() as patched:
            patched.setattr(marks, "program_digest", lambda: other)
            earlier = kept.__wrapped__()
        replica = self.doubted(earlier, "has not written it")
        after = model_after(earlier, replica.changes)
        assert resumed(after).tell_replayed().since >= usable(disk).sequence

    def test_a_store_of_before_snapshots_gets_one(self, disk: StoreContents) -> None:
        replica = self.doubted(replace(disk, snapshots=()), "")
        after = model_after(replace(disk, snapshots=()), replica.changes)
        assert resumed(after).tell_replayed().since >= usable(disk).sequence

    def test_an_entry_before_it_was_altered_or_bears_no_mark(self, disk: StoreContents) -> None:
        unmarked = replace(disk, marks=(b"", *disk.marks[1:]))
        replica = self.doubted(unmarked, "an entry before it was altered")
        assert EntryMarked(1, disk.marks[0]) in replica.changes
        raw = bytearray(disk.entries[0])
        raw[-1] ^= 1
        with pytest.raises(BadStore, match="sign"):
            resumed(replace(disk, entries=(bytes(raw), *disk.entries[1:])))

    def test_it_is_of_another_line_or_of_an_entry_that_is_gone(self, disk: StoreContents) -> None:
        """A good mark, but an entry that some other store had: then it fits nowhere."""
        good = usable(disk)
        place = good.sequence + 5
        own = marks_of(ANN)
        moved = SnapshotStored(place, good.record, own.mark_snapshot(place, good.record))
        self.doubted(with_usable(disk, moved), "it is of another entry")
        short = replace(disk, entries=disk.entries[:100], marks=disk.marks[:100])
        assert resumed(short).tell_replayed().since == 0

    def test_the_store_was_put_back_from_a_copy(self, disk: StoreContents) -> None:
        self.doubted(disk, "", Vouch.BEHIND)

    def test_the_next_older_one_is_taken(self, disk: StoreContents) -> None:
        """If there is one: it may be that one alone that was damaged."""
        good = usable(disk)
        damaged = replace(good, sequence=good.sequence + 1)
        both = replace(disk, snapshots=(good, damaged))
        told = resumed(both).tell_replayed()
        assert told.since == good.sequence
        assert len(told.doubts) == 1


def test_a_line_that_was_cut_back_below_it_is_played_whole(disk: StoreContents) -> None:
    """As after a rejoin: what was void with the entries is void with their snapshot."""
    for place in (usable(disk).sequence - 1, usable(disk).sequence, usable(disk).sequence + 1):
        cut = model_after(disk, [TailDropped(place)])
        assert all(one.sequence <= place for one in cut.snapshots)
        quick, whole = resumed(cut), resumed(cut, whole=True)
        assert quick.tell_replayed().since == 0
        assert same_game(quick, whole)


def test_what_comes_after_is_the_same(disk: StoreContents) -> None:
    """A cut by an agreement or a rejoin, and all that is played on from there."""
    quick, whole = resumed(disk), resumed(disk, whole=True)
    for back in (1, MAX_TAKEN_BACK, MAX_TAKEN_BACK + 60):
        for replica in (quick, whole):
            replica.table.cut(len(disk.entries) - back)
        assert same_game(quick, whole)
        for raw in disk.entries[len(quick.table.log) :]:
            for replica in (quick, whole):
                replica.table.append(raw)
            assert quick.table.due_digest == whole.table.due_digest
        assert same_game(quick, whole)


class Going:
    """A node that goes on from what is on its disk."""

    def __init__(self, disk: StoreContents, phrase: Phrase, *, lost: bool = False) -> None:
        fresh = Table.start(long_game().log.founding)
        vouch = Vouch.UNKNOWN if lost else Vouch.WHOLE
        self.disk, self.phrase = disk, phrase
        self.key = Identity.from_phrase(phrase).public
        self.replica = Replica.resume(
            fresh, disk, phrase, from_start=not lost, vouch=vouch, whole=False
        )
        self.bot = Fuzz(1)

    def settle(self, *, decides: bool) -> None:
        """Do what needs no player or, if wanted, one thing that does."""
        replica = self.replica
        while replica.act(os.urandom(32), MINUTE) is not None:
            pass
        if decides and replica.standing.must_decide:
            table, author = replica.table, replica.standing.author()
            assert isinstance(table.request, Decision)
            chosen = self.bot.choose(PlayerView(table.game, table.request, author.secrets))
            replica.decide(Choice((Decide(chosen),)), os.urandom(32), MINUTE)
        self.disk = model_after(self.disk, replica.changes)
        replica.mark_written()


def go_on(one: Going, other: Going, until: Callable[[], bool]) -> None:
    """Two nodes that are connected play on."""
    to_other, to_one = one.replica.connect(other.key), other.replica.connect(one.key)
    for _ in range(2_000):
        for node, link, peer, back in (
            (one, to_other, other, to_one),
            (other, to_one, one, to_other),
        ):
            while (message := node.replica.next_message(link)) is not None:
                assert isinstance(message, Heads | Entries | Statements | Offending)
                for _ in peer.replica.receive(back, message):
                    pass
                peer.settle(decides=False)
            node.settle(decides=True)
        if until():
            return
    raise AssertionError("they do not go on")


@pytest.mark.no_cover
def test_a_game_goes_on_from_snapshots_through_a_whole_rejoin(disk: StoreContents) -> None:
    """Bob has lost his machine; Ann, who goes on from a snapshot, answers him, and both play on.

    What she writes from then on is good for her next start, and his for his.
    """
    ann, bob = Going(disk, ANN), Going(StoreContents(), BOB, lost=True)
    assert ann.replica.tell_replayed().since > 0
    lost_at = len(disk.entries)
    go_on(ann, bob, lambda: ann.replica.table.ledger.incarnations[1] != FIRST)
    go_on(ann, bob, lambda: len(bob.disk.entries) > lost_at + MAX_TAKEN_BACK + 150)
    for node in (ann, bob):
        assert any(one.sequence > lost_at for one in node.disk.snapshots)
        again, whole = (
            Replica.resume(
                Table.start(long_game().log.founding),
                node.disk,
                node.phrase,
                from_start=True,
                vouch=Vouch.WHOLE,
                whole=replayed,
            )
            for replayed in (False, True)
        )
        told = again.tell_replayed()
        assert (told.since > lost_at, told.doubts) == (True, ())
        assert same_game(again, whole)


def write_down(path: Path, table_id: bytes, key: bytes, pipe: "Connection[int, None]") -> None:
    """A process that writes entry by entry, and says how far it is before each."""
    disk = kept()
    with Store.create(path, table_id, key) as store:
        for place, (raw, mark) in enumerate(zip(disk.entries, disk.marks, strict=True), 1):
            pipe.send(place)
            snapshots = [one for one in disk.snapshots if one.sequence == place - 1]
            store.write([EntryStored(place, raw, mark), *snapshots])


@pytest.mark.no_cover
def test_a_process_killed_while_it_writes_leaves_the_entry_and_its_snapshot_or_neither(
    tmp_path: Path, disk: StoreContents
) -> None:
    table_id, key = bytes(32), Identity.from_phrase(ANN).public.raw
    context = multiprocessing.get_context("fork")
    for number, snapshot in enumerate(disk.snapshots):
        for early in (0, 1):
            path = tmp_path / f"{number}.{early}.db"
            ours, theirs = context.Pipe(duplex=False)
            process = context.Process(target=write_down, args=(path, table_id, key, theirs))
            process.start()
            while ours.recv() < snapshot.sequence + 1 - early:
                pass
            process.kill()
            process.join()
            with Store.open(path, table_id, key) as store:
                left = store.read()
            length = len(left.entries)
            assert length >= snapshot.sequence - early
            assert left.entries == disk.entries[:length]
            assert (snapshot in left.snapshots) == (length > snapshot.sequence)
            assert same_game(resumed(left), resumed(left, whole=True))
