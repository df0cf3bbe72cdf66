"""What is written is never lost, and nothing is signed twice (network design, Storage)."""

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from p2p import system
from p2p.changes import (
    Change,
    EntryMarked,
    EntryStored,
    EvidenceStored,
    FoundingStored,
    LobbyStored,
    PlaceSigned,
    ShareReleased,
    SnapshotStored,
    StatementSigned,
    StatementStored,
    TailDropped,
    WaysStored,
)
from p2p.errors import BadStore, DoubleSigning, StoreFailed, StoreInUse
from p2p.store import FORMAT, Store, StoreContents
from tests.examples import examples
from tests.p2p.disk import model_after

TABLE, KEY = b"t" * 32, b"k" * 32


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tables" / "wake.db"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    with Store.create(path, TABLE, KEY) as store:
        yield store


def name(number: int) -> bytes:
    """Name of an incarnation."""
    return bytes([number]) * 32


def test_a_new_store_is_empty_and_private(store: Store, path: Path) -> None:
    assert store.read() == StoreContents()
    assert path.stat().st_mode & 0o777 == 0o600


def test_everything_written_is_read_again(store: Store, path: Path) -> None:
    store.write([LobbyStored(b"alone"), LobbyStored(b"full"), FoundingStored(b"charter")])
    store.write(
        [EntryStored(1, b"one"), PlaceSigned(name(0), 1, b"#1"), ShareReleased(name(0), 1, b"#1")]
    )
    store.write([EntryStored(2, b"two", b"new"), EntryMarked(2, b"checked")])
    store.write([StatementStored(b"hand"), EvidenceStored(b"two stories")])
    store.write([])
    contents = store.read()
    store.close()
    with Store.open(path, TABLE, KEY) as again:
        assert again.read() == contents
    assert contents == StoreContents(
        lobby=b"full",
        founding=b"charter",
        entries=(b"one", b"two"),
        marks=(b"", b"checked"),
        signed={(name(0), 1): b"#1"},
        shares={(name(0), 1): b"#1"},
        statements=(b"hand",),
        evidence=(b"two stories",),
    )


def test_a_record_beside_the_line_is_kept_once_in_order_of_arrival(store: Store) -> None:
    store.write([StatementStored(b"b"), StatementStored(b"a"), StatementStored(b"b")])
    assert store.read().statements == (b"b", b"a")


def test_a_place_is_signed_once(store: Store) -> None:
    store.write([PlaceSigned(name(0), 7, b"first")])
    with pytest.raises(DoubleSigning, match=r"place 7 \(incarnation 00000000\) is signed already"):
        store.write([EntryStored(1, b"lost"), PlaceSigned(name(0), 7, b"second")])
    assert store.read().signed == {(name(0), 7): b"first"}
    assert store.read().entries == ()


def test_a_place_may_be_signed_again_by_the_next_incarnation(store: Store) -> None:
    store.write([PlaceSigned(name(0), 7, b"first"), PlaceSigned(name(1), 7, b"after the rejoin")])
    assert len(store.read().signed) == 2


def test_an_incarnation_answers_a_question_once(store: Store) -> None:
    store.write([StatementSigned(name(0), b"question", b"first")])
    with pytest.raises(DoubleSigning, match=r"a statement .* is signed already"):
        store.write([StatementSigned(name(0), b"question", b"second")])
    store.write([StatementSigned(name(1), b"question", b"after the rejoin")])
    assert len(store.read().said) == 2


def test_a_store_counts_what_was_ever_signed_with_it(store: Store) -> None:
    store.write([EntryStored(1, b"one"), PlaceSigned(name(0), 1, b"#1")])
    store.write([StatementSigned(name(0), b"question", b"#2"), TailDropped(0)])
    assert store.count == store.read().count == 2


def test_a_dice_share_serves_one_request(store: Store) -> None:
    store.write([ShareReleased(name(0), 3, b"a roll")])
    with pytest.raises(DoubleSigning, match="dice share 3"):
        store.write([ShareReleased(name(0), 3, b"another roll")])


def test_a_void_tail_is_dropped_and_what_was_signed_there_is_remembered(store: Store) -> None:
    store.write([EntryStored(n, b"old %d" % n) for n in (1, 2, 3)])
    store.write([PlaceSigned(name(0), 3, b"#3")])
    store.write([TailDropped(1), EntryStored(2, b"rejoin")])
    assert store.read().entries == (b"old 1", b"rejoin")
    assert store.read().signed == {(name(0), 3): b"#3"}


def test_a_gap_between_entries_is_found(store: Store) -> None:
    store.write([EntryStored(1, b"one"), EntryStored(3, b"three")])
    with pytest.raises(BadStore, match="entry 2 is missing"):
        store.read()


def test_a_second_process_is_kept_out(store: Store, path: Path) -> None:
    store.write([EntryStored(1, b"one")])
    with pytest.raises(StoreInUse, match="another process"):
        Store.open(path, TABLE, KEY)


def test_a_store_is_opened_for_its_own_table_and_key(store: Store, path: Path) -> None:
    store.close()
    with pytest.raises(BadStore, match="another table or key"):
        Store.open(path, TABLE, b"x" * 32)
    with pytest.raises(BadStore, match="another table or key"):
        Store.open(path, b"x" * 32, KEY)


def test_a_store_is_made_only_where_nothing_is(path: Path) -> None:
    Store.create(path, TABLE, KEY).close()
    with pytest.raises(BadStore, match="something is there already"):
        Store.create(path, TABLE, KEY)
    with pytest.raises(BadStore, match="no such store"):
        Store.open(path.with_name("other.db"), TABLE, KEY)


def test_a_file_that_is_no_store_is_refused(path: Path) -> None:
    path.parent.mkdir()
    path.write_bytes(b"a shopping list, long enough to be taken for a database header" * 40)
    with pytest.raises(BadStore, match="no store"):
        Store.open(path, TABLE, KEY)
    path.unlink()
    with closing(sqlite3.connect(path)) as other:
        other.executescript("CREATE TABLE recipes (name)")
    with pytest.raises(BadStore, match="not a store of Secret Subs"):
        Store.open(path, TABLE, KEY)


@pytest.mark.parametrize("version", [1, 2])
def test_a_store_of_an_earlier_version_is_refused_in_one_sentence(
    store: Store, path: Path, version: int
) -> None:
    store.close()
    earlier = sqlite3.connect(path)
    earlier.execute(f"PRAGMA user_version = {version}")
    earlier.close()
    with pytest.raises(
        BadStore, match=f"of version {version}, which is not read any more; delete it"
    ):
        Store.open(path, TABLE, KEY)


def test_a_store_of_a_later_program_is_refused(store: Store, path: Path) -> None:
    store.close()
    later = sqlite3.connect(path)
    later.execute(f"PRAGMA user_version = {FORMAT + 1}")
    later.close()
    with pytest.raises(BadStore, match=f"format {FORMAT + 1}, this program reads {FORMAT}"):
        Store.open(path, TABLE, KEY)


def test_a_damaged_store_is_refused(store: Store, path: Path) -> None:
    store.write([EntryStored(n, os.urandom(3000)) for n in range(1, 40)])
    store.close()
    raw = bytearray(path.read_bytes())
    raw[8192:12288] = os.urandom(4096)
    path.write_bytes(raw)
    with pytest.raises(BadStore, match="damaged"):
        Store.open(path, TABLE, KEY)


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE signed SET entry_hash = 'not bytes'",
        "UPDATE shares SET step = 'not a number'",
        "UPDATE entries SET record = 7",
        "UPDATE lobby SET state = 'not bytes'",
    ],
)
def test_a_column_of_another_type_is_damage(store: Store, change: str) -> None:
    store.write(
        [
            LobbyStored(b"lobby"),
            PlaceSigned(name(0), 1, b"#"),
            ShareReleased(name(0), 1, b"#"),
            EntryStored(1, b"ours"),
        ]
    )
    store._connection.execute(change)
    with pytest.raises(BadStore, match="damaged; recover the game"):
        store.read()


def test_a_network_file_system_is_refused(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mounts = path.parent.parent / "mountinfo"
    mounts.write_text("27 1 0:50 / / rw - nfs4 server:/ rw")
    monkeypatch.setattr(system, "_MOUNTINFO", mounts)
    with pytest.raises(BadStore, match="network file system"):
        Store.create(path, TABLE, KEY)


def test_a_place_that_cannot_be_written_is_said_clearly(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(StoreFailed, match="cannot be made"):
        Store.create(tmp_path / "file" / "wake.db", TABLE, KEY)


@pytest.mark.parametrize(
    ("changes", "level"),
    [
        ([EntryStored(1, b"theirs")], 1),
        ([PlaceSigned(name(0), 1, b"#"), EntryStored(1, b"ours")], 2),
        ([ShareReleased(name(0), 1, b"#")], 2),
        ([StatementStored(b"statement")], 2),
        ([EvidenceStored(b"fraud")], 2),
        ([EntryStored(1, b"theirs"), TailDropped(0)], 2),
    ],
)
def test_only_entries_of_others_may_be_lost_by_a_power_failure(
    store: Store, changes: list[Change], level: int
) -> None:
    """SQLite's levels: 1 syncs the log before it is copied back, 2 before `write` returns."""
    store.write(changes)
    assert store._connection.execute("PRAGMA synchronous").fetchone() == (level,)


def test_a_full_disk_is_fatal_and_loses_nothing(store: Store, path: Path) -> None:
    store.write([EntryStored(1, b"one")])
    (pages,) = store._connection.execute("PRAGMA page_count").fetchone()
    store._connection.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(StoreFailed, match="disk is full"):
        store.write([EntryStored(2, bytes(100_000))])
    assert store.read().entries == (b"one",)
    store.close()
    with Store.open(path, TABLE, KEY) as again:
        assert again.read().entries == (b"one",)


def test_a_broken_disk_is_fatal(store: Store) -> None:
    store._connection.execute("PRAGMA query_only = ON")
    with pytest.raises(StoreFailed, match="nothing was sent"):
        store.write([EntryStored(1, b"one")])


changes = st.lists(st.lists(st.binary(max_size=300), min_size=1, max_size=4), max_size=8)


@given(batches=changes, data=st.data())
@settings(examples(60), suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_cut_write_ahead_log_keeps_whole_transactions_only(
    tmp_path: Path, batches: list[list[bytes]], data: st.DataObject
) -> None:
    """What the disk had at any moment of a power loss is a state that `write` had reached."""
    home = tmp_path / os.urandom(8).hex()
    reached: list[tuple[bytes, ...]] = [()]
    with Store.create(home / "wake.db", TABLE, KEY) as store:
        made = (home / "wake.db-wal").stat().st_size
        sequence = 0
        for batch in batches:
            kept: list[Change] = []
            for record in batch:
                sequence += 1
                kept.append(EntryStored(sequence, record))
            store.write(kept)
            reached.append(store.read().entries)
        shutil.copytree(home, home / "after")
    log = home / "after" / "wake.db-wal"
    whole = log.read_bytes()
    log.write_bytes(whole[: data.draw(st.integers(made, len(whole)), label="cut at")])
    with Store.open(home / "after" / "wake.db", TABLE, KEY) as again:
        assert again.read().entries in reached


def test_a_store_that_was_never_finished_is_made_anew(path: Path) -> None:
    path.parent.mkdir()
    path.touch()
    with Store.create(path, TABLE, KEY) as store:
        assert store.read() == StoreContents()


WRITER = """
import sys
from pathlib import Path
from p2p.changes import EntryStored, PlaceSigned
from p2p.store import Store
with Store.create(Path(sys.argv[1]), b"t" * 32, b"k" * 32) as store:
    for n in range(1, 1_000_000):
        store.write([EntryStored(n, b"entry %d" % n), PlaceSigned(name(0), n, b"#%d" % n)])
        print(n, flush=True)
"""


def test_a_killed_writer_has_kept_all_that_it_acknowledged(path: Path) -> None:
    writer = subprocess.Popen([sys.executable, "-c", WRITER, path], stdout=subprocess.PIPE)
    assert writer.stdout is not None
    acknowledged = 0
    for line in writer.stdout:
        acknowledged = int(line)
        if acknowledged == 50:
            writer.send_signal(signal.SIGKILL)
    writer.wait()
    writer.stdout.close()
    with Store.open(path, TABLE, KEY) as store:
        contents = store.read()
    assert len(contents.entries) in (acknowledged, acknowledged + 1)
    assert len(contents.signed) == len(contents.entries)


_names = st.sampled_from((name(0), name(1)))
changes_drawn = st.lists(
    st.one_of(
        st.builds(LobbyStored, st.binary(max_size=4)),
        st.builds(PlaceSigned, _names, st.integers(0, 3), st.binary(max_size=4)),
        st.builds(StatementSigned, _names, st.binary(max_size=1), st.binary(max_size=4)),
        st.builds(ShareReleased, _names, st.integers(1, 3), st.binary(max_size=4)),
        st.builds(StatementStored, st.binary(max_size=1)),
        st.builds(EvidenceStored, st.binary(max_size=1)),
        st.builds(WaysStored, st.binary(min_size=1, max_size=1), st.binary(max_size=2)),
        st.builds(TailDropped, st.integers(0, 3)),
        st.builds(SnapshotStored, st.integers(1, 300), st.binary(max_size=2), st.just(b"")),
        st.just("entry"),
    ),
    max_size=6,
)


@given(batches=st.lists(changes_drawn, max_size=5))
@settings(examples(50), suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_store_holds_what_its_model_holds(
    tmp_path: Path, batches: list[list[Change | str]]
) -> None:
    """The model is what simulated nodes of other tests have for a disk."""
    model = StoreContents()
    path = tmp_path / os.urandom(8).hex() / "wake.db"
    with Store.create(path, TABLE, KEY) as store:
        for batch in batches:
            changes: list[Change] = []
            length = len(model.entries)
            for change in batch:
                match change:
                    case str():
                        length += 1
                        changes.append(EntryStored(length, b"entry"))
                    case TailDropped(sequence):
                        length = min(length, sequence)
                        changes.append(change)
                    case _:
                        changes.append(change)
            try:
                store.write(changes)
            except DoubleSigning:
                with pytest.raises(AssertionError):
                    model_after(model, changes)
            else:
                model = model_after(model, changes)
            assert store.read() == model
    with Store.open(path, TABLE, KEY) as again:
        assert again.read() == model
