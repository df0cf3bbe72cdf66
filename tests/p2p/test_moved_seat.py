"""SPEC-16.9: one device at a time plays a seat, also when the seat moves to another one."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2p.changes import EntryStored, PlaceSigned
from p2p.errors import BadDeviceCode, BadMove, DoubleSigning, SeatMoved
from p2p.hpke import seal_base
from p2p.moved_seat import SCHEME, Device, DeviceCode, MovingSeat, is_move
from p2p.replica import Replica
from p2p.signing import Vouch
from p2p.store import Store, StoreContents
from p2p.vouching import Vouching
from protocol.identity import Identity, Phrase
from protocol.questions import FIRST
from tests.p2p.disk import model_after
from tests.p2p.keys import octets
from tests.p2p.scene import ANN, Scene
from tests.protocol.sample import MINUTE, phrase
from tests.protocol.toy_match import toy_table

TABLE = b"t" * 32
KEY = Identity.from_phrase(phrase(ANN)).public.raw
ENTROPY = octets("entropy")
PHONE, LAPTOP = Device(Phrase(octets("phone"))), Device(Phrase(octets("laptop")))


def moving(contents: StoreContents) -> MovingSeat:
    return MovingSeat.of(TABLE, phrase(ANN), contents, whole=True, memo=b"notes")


# --- the code of a device -------------------------------------------------------------------------


def test_a_code_is_read_as_it_is_shown() -> None:
    shown = str(PHONE.code)
    assert shown.startswith(SCHEME)
    assert DeviceCode.parse(f" {shown[:30]}\n{shown[30:]} ") == PHONE.code


@given(st.integers(len(SCHEME), len(str(PHONE.code)) - 1), st.sampled_from("abcXYZ019-_"))
def test_a_mistyped_code_is_noticed(at: int, other: str) -> None:
    """Whoever moved a seat to a code that no device has would lose it."""
    shown = str(PHONE.code)
    typed = shown[:at] + other + shown[at + 1 :]
    if typed != shown:
        with pytest.raises(BadDeviceCode):
            DeviceCode.parse(typed)


@pytest.mark.parametrize("text", ["", SCHEME, "secret-subs:abc", str(PHONE.code)[:-1]])
def test_what_is_no_code_is_refused(text: str) -> None:
    with pytest.raises(BadDeviceCode):
        DeviceCode.parse(text)


def test_a_code_that_anybody_could_open_is_refused() -> None:
    """A point of small order leads every sender to the same secret."""
    with pytest.raises(BadDeviceCode, match="no device has this code"):
        DeviceCode.parse(str(DeviceCode(bytes(32))))


# --- the sealed file ------------------------------------------------------------------------------


def test_all_that_a_store_holds_goes_to_the_other_device() -> None:
    node = Scene(ANN).nodes[ANN]
    contents = replace(
        node.disk, learnt={b"what": 7}, silent={1: 5}, ways={b"key": b"list"}, moves=3
    )
    seat = PHONE.open(PHONE.code.seal(moving(contents), ENTROPY))
    assert seat == moving(contents)
    assert model_after(StoreContents(), seat.changes) == contents
    assert (seat.count, seat.moves) == (contents.count, 3)


def test_the_seat_goes_on_there_without_a_question() -> None:
    node = Scene(ANN).nodes[ANN]
    seat = PHONE.open(PHONE.code.seal(moving(node.disk), ENTROPY))
    there = model_after(StoreContents(), seat.changes)
    again = Replica.resume(toy_table(), there, seat.phrase, from_start=True, vouch=Vouch.WHOLE)
    assert again.standing.must_decide
    assert again.conduct.begun is None
    assert again.changes == (), "and what was checked there is not checked again"


def test_nobody_else_opens_the_file_or_changes_it() -> None:
    sealed = PHONE.code.seal(moving(StoreContents(entries=(b"one",), marks=(b"",))), ENTROPY)
    with pytest.raises(BadMove, match="another code"):
        LAPTOP.open(sealed)
    for at in range(len(sealed)):
        altered = bytearray(sealed)
        altered[at] ^= 1
        with pytest.raises(BadMove):
            PHONE.open(bytes(altered))
    with pytest.raises(BadMove):
        PHONE.open(sealed[:-1])
    assert phrase(ANN).secret not in sealed
    assert is_move(sealed)


@given(st.binary(max_size=80))
def test_what_a_stranger_seals_is_refused(content: bytes) -> None:
    """Who has the code can seal anything to it."""
    begins = PHONE.code.seal(moving(StoreContents()), ENTROPY)[:19]
    sealed = seal_base(PHONE.code.raw, PHONE.code._info, b"", content, ENTROPY)
    with pytest.raises(BadMove, match="not one of this program's"):
        PHONE.open(begins + sealed)


# --- the store that stays behind ------------------------------------------------------------------


@pytest.fixture
def path(tmp_path: Path) -> Path:
    with Store.create(tmp_path / "table.db", TABLE, KEY) as store:
        store.write([EntryStored(1, b"one"), PlaceSigned(FIRST, 1, b"#1")])
    return tmp_path / "table.db"


def test_a_retired_store_signs_nothing_for_ever(path: Path) -> None:
    with Store.open(path, TABLE, KEY) as store:
        store.retire(PHONE.code.raw, MINUTE)
        with pytest.raises(SeatMoved):
            store.write([PlaceSigned(FIRST, 2, b"#2")])
    with pytest.raises(SeatMoved, match="move it back from there, or, if that device is lost"):
        Store.open(path, TABLE, KEY)
    with Store.open(path, TABLE, KEY, retired=True) as store:
        with pytest.raises(SeatMoved):
            store.write([EntryStored(2, b"two")])
        assert store.read().entries == (b"one",), "and keeps what it held"
        assert store.moved_since == MINUTE


def test_a_seat_moves_to_one_device_only(path: Path) -> None:
    with Store.open(path, TABLE, KEY) as store:
        store.retire(PHONE.code.raw, MINUTE)
        store.retire(PHONE.code.raw, MINUTE + 1)
        with pytest.raises(SeatMoved):
            store.retire(LAPTOP.code.raw, MINUTE)
        assert store.moved_to == PHONE.code.raw
        assert store.read().moves == 1


def test_a_copy_from_before_the_move_is_behind(path: Path, tmp_path: Path) -> None:
    """Also if nothing was signed after it was made: the move counts."""
    before = path.read_bytes()
    with Store.open(path, TABLE, KEY) as store:
        Vouching(tmp_path / "state", store).keep()
        store.retire(PHONE.code.raw, MINUTE)
        Vouching(tmp_path / "state", store).keep_for_good()
    with path.open("r+b") as file:  # the same file, with older bytes
        file.write(before)
        file.truncate()
    with Store.open(path, TABLE, KEY) as back:
        assert Vouching(tmp_path / "state", back).vouch() is Vouch.BEHIND


def test_what_was_signed_before_the_move_is_not_signed_again_after_it(
    path: Path, tmp_path: Path
) -> None:
    with Store.open(path, TABLE, KEY) as store:
        store.retire(PHONE.code.raw, MINUTE)
        seat = moving(store.read())
    with Store.create(tmp_path / "phone.db", TABLE, KEY) as there:
        there.write(seat.changes)
        with pytest.raises(DoubleSigning):
            there.write([PlaceSigned(FIRST, 1, b"another")])
        there.write([PlaceSigned(FIRST, 2, b"#2")])
        assert there.count == 3
