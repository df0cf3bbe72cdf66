"""SPEC-16.9: what is known of a store outside of it."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from p2p.changes import PlaceSigned
from p2p.signing import Vouch
from p2p.store import Store
from p2p.vouching import Vouching
from protocol.questions import FIRST

TABLE, KEY = b"t" * 32, b"k" * 32


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.create(tmp_path / "tables" / "wake.db", TABLE, KEY) as store:
        yield store


@pytest.fixture
def vouching(tmp_path: Path, store: Store) -> Vouching:
    return Vouching(tmp_path / "state", store)


def sign(store: Store, place: int) -> None:
    store.write([PlaceSigned(FIRST, place, b"#")])


def test_nothing_is_known_of_a_store_that_has_signed_nothing(vouching: Vouching) -> None:
    assert vouching.vouch() is Vouch.UNKNOWN


def test_a_store_whose_count_agrees_is_whole(store: Store, vouching: Vouching) -> None:
    sign(store, 1)
    vouching.keep()
    assert vouching.vouch() is Vouch.WHOLE


def test_a_count_that_was_not_written_any_more_vouches_for_more(
    store: Store, vouching: Vouching
) -> None:
    """The machine failed between the store and the count."""
    vouching.keep()
    sign(store, 1)
    assert vouching.vouch() is Vouch.WHOLE


def test_a_store_put_back_is_behind(tmp_path: Path, store: Store) -> None:
    sign(store, 1)
    path, copy = store.path, tmp_path / "copy.db"
    store.close()
    shutil.copy(path, copy)
    with Store.open(path, TABLE, KEY) as later:
        sign(later, 2)
        Vouching(tmp_path / "state", later).keep()
    with copy.open("rb") as old, path.open("wb") as place:  # the same file, with older bytes
        shutil.copyfileobj(old, place)
    with Store.open(path, TABLE, KEY) as back:
        assert back.count == 1
        assert Vouching(tmp_path / "state", back).vouch() is Vouch.BEHIND


def test_a_store_of_another_machine_is_behind(
    store: Store, vouching: Vouching, monkeypatch: pytest.MonkeyPatch
) -> None:
    sign(store, 1)
    vouching.keep()
    monkeypatch.setattr("p2p.vouching.machine_name", lambda: "another")
    assert vouching.vouch() is Vouch.BEHIND


def test_a_copy_in_another_place_is_behind(tmp_path: Path, store: Store) -> None:
    sign(store, 1)
    Vouching(tmp_path / "state", store).keep()
    path, copy = store.path, tmp_path / "copy.db"
    store.close()
    shutil.copy(path, copy)
    with Store.open(copy, TABLE, KEY) as other:
        assert Vouching(tmp_path / "state", other).vouch() is Vouch.BEHIND


def test_another_file_in_its_place_is_behind(tmp_path: Path, store: Store) -> None:
    sign(store, 1)
    Vouching(tmp_path / "state", store).keep()
    path, copy = store.path, tmp_path / "copy.db"
    store.close()
    shutil.copy(path, copy)
    copy.replace(path)
    with Store.open(path, TABLE, KEY) as other:
        assert Vouching(tmp_path / "state", other).vouch() is Vouch.BEHIND


@pytest.mark.parametrize("damage", [b"", b"?", b"\x01"])
def test_a_damaged_count_vouches_for_nothing(
    tmp_path: Path, store: Store, vouching: Vouching, damage: bytes
) -> None:
    sign(store, 1)
    vouching.keep()
    (kept,) = (tmp_path / "state").iterdir()
    kept.write_bytes(damage)
    assert vouching.vouch() is Vouch.BEHIND


def test_where_no_count_can_be_kept_nothing_is_known(tmp_path: Path, store: Store) -> None:
    (tmp_path / "file").write_bytes(b"")
    vouching = Vouching(tmp_path / "file", store)
    vouching.keep()
    assert vouching.vouch() is Vouch.UNKNOWN
