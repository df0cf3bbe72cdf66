"""SPEC-16.9: a seat moves between laptop and phone, whatever interrupts it; one of them plays."""

import base64
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from client import moving, tables
from client.errors import ClientError
from client.home import PASSPHRASE_VARIABLE, PROGRAM, Home
from client.network import free_port
from client.seat.memo import Memo
from client.table import devices
from client.table.devices import DevicesPage
from client.table.player_key import PlayerKey
from client.table.saved_games import saved_games
from p2p.address import Address
from p2p.changes import EntryStored, LobbyStored, PlaceSigned
from p2p.device_channel import carry
from p2p.errors import BadMove, SeatMoved, StoreInUse, Unreachable
from p2p.invite import Invite
from p2p.joining import Joining
from p2p.keystore import Cost
from p2p.lobby import write_lobby
from p2p.moved_seat import DeviceCode, DeviceLink
from p2p.signing import Vouch
from p2p.store import Store, StoreContents
from p2p.system import state_folder
from p2p.vouching import Vouching
from p2p.ways import read_way
from protocol.identity import Identity
from protocol.questions import FIRST
from tests.p2p.scene import ANN, BOB
from tests.protocol.sample import phrase

LINK = Invite(
    Identity.from_phrase(phrase(BOB)).public, bytes(32), None, (read_way("table.example:1"),)
)
LOBBY = write_lobby(Joining(invite=LINK))
TABLE, KEY = LINK.table, Identity.from_phrase(phrase(ANN)).public.raw
QUICK = Cost(memory_kib=128, passes=1)
KILLED = 9

KILLING = """
import asyncio, base64, os, sys
from importlib import import_module
from pathlib import Path
from client import moving
from client.home import Home
from client.table.devices import DevicesPage
from client.table.player_key import PlayerKey
from client.table.saved_games import saved_games
from p2p.moved_seat import DeviceCode
from protocol.identity import Phrase
module, owner, name, when, home, phrase, code, file, page = sys.argv[1:]
holder = import_module(module)
holder = getattr(holder, owner) if owner else holder
done = getattr(holder, name)
def killed(*given, **named):
    if when == "after":
        done(*given, **named)
    os._exit(9)
setattr(holder, name, killed)
async def at_page():
    at = Home(Path(home))
    key = PlayerKey(at)
    devices = DevicesPage(at, key, lambda: None)
    if code:
        await key.unlock("correct horse")
        (game,) = saved_games(at)
        await devices.move(game, code)
    else:
        await devices.wait("correct horse")
        await devices.take(base64.b64encode(Path(file).read_bytes()).decode())
if page:
    asyncio.run(at_page())
elif code:
    whose = Phrase(bytes.fromhex(phrase))
    moving.move(Home(Path(home)), whose, "", DeviceCode.parse(code), Path(file))
else:
    moving.receive(Home(Path(home)), Path(file))
"""


@dataclass(frozen=True)
class Machine:
    """A home, and what the system keeps beside it."""

    folder: Path
    monkeypatch: pytest.MonkeyPatch

    @property
    def home(self) -> Home:
        return Home(self.folder / "home")

    @property
    def store(self) -> Path:
        return self.home.store(TABLE)

    def use(self) -> None:
        self.monkeypatch.setenv("XDG_STATE_HOME", str(self.folder / "state"))

    def code(self) -> DeviceCode:
        self.use()
        return moving.waiting_device(self.home).code

    def move(self, code: DeviceCode, file: Path) -> None:
        self.use()
        assert moving.move(self.home, phrase(ANN), "", code, file) == TABLE

    def receive(self, file: Path) -> None:
        self.use()
        assert moving.receive(self.home, file) == TABLE

    def sign(self, place: int) -> None:
        """Play: sign an entry, and count it."""
        self.use()
        with Store.open(self.store, TABLE, KEY) as store:
            assert Vouching(state_folder(PROGRAM), store).vouch() is Vouch.WHOLE
            raw = b"entry %d" % place
            store.write([EntryStored(place, raw, b""), PlaceSigned(FIRST, place, raw)])
            Vouching(state_folder(PROGRAM), store).keep()

    def page(self) -> DevicesPage:
        """What its first page does about seats."""
        return DevicesPage(self.home, PlayerKey(self.home), lambda: None)

    async def takes(self, file: str) -> None:
        """Wait for a seat at the page, and take up a file there."""
        self.use()
        page = self.page()
        await page.wait("correct horse")
        try:
            await page.take(file)
        finally:
            await page.stop()

    @property
    def plays(self) -> bool:
        """Whether it would sign alone."""
        self.use()
        if not self.store.exists():
            return False
        try:
            with Store.open(self.store, TABLE, KEY) as store:
                return Vouching(state_folder(PROGRAM), store).vouch() is Vouch.WHOLE
        except SeatMoved:
            return False

    def contents(self) -> StoreContents:
        with Store.open(self.store, TABLE, KEY, retired=True) as store:
            return store.read()

    def killed_at(
        self,
        step: tuple[str, str, str, str],
        file: Path,
        code: DeviceCode | DeviceLink | None = None,
        *,
        page: bool = False,
    ) -> None:
        """Move the seat to a device, or receive one, in a process that dies at a step.

        By the commands, or as the first page does it.
        """
        self.use()
        to = "" if code is None else str(code)
        whose, by = phrase(ANN).secret.hex(), "page" if page else ""
        given = (*step, str(self.home.path), whose, to, str(file), by)
        done = subprocess.run(
            [sys.executable, "-c", KILLING, *given], capture_output=True, text=True, check=False
        )
        assert done.returncode == KILLED, done.stderr


@pytest.fixture
def machines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Machine, Machine]:
    """A laptop with a seat at a table, and a phone with nothing."""
    monkeypatch.setenv(PASSPHRASE_VARIABLE, "correct horse")
    laptop, phone = (Machine(tmp_path / name, monkeypatch) for name in ("laptop", "phone"))
    laptop.use()
    laptop.home.keep(phrase(ANN), "correct horse", QUICK)
    with Store.create(laptop.store, TABLE, KEY) as store:
        store.write([LobbyStored(LOBBY), EntryStored(1, b"entry 1"), PlaceSigned(FIRST, 1, b"")])
        Vouching(state_folder(PROGRAM), store).keep()
    Memo(notes={7: "a carrier?"}, address="192.168.0.7:9000").save(laptop.home.memo(TABLE))
    return laptop, phone


def test_a_seat_moves_to_a_phone_and_back_twice(
    machines: tuple[Machine, Machine], tmp_path: Path
) -> None:
    here, there = machines
    place = 1
    for turn in range(4):
        file = tmp_path / f"{turn}.seat"
        assert (here.plays, there.plays) == (True, False)
        here.move(there.code(), file)
        assert (here.plays, there.plays) == (False, False)
        there.receive(file)
        assert (here.plays, there.plays) == (False, True)
        assert there.contents().entries == here.contents().entries
        place += 1
        there.sign(place)
        here, there = there, here
    assert here.contents().moves == 4
    assert len(here.contents().signed) == place


def test_a_seat_that_has_signed_nothing_yet_moves_to_and_fro(
    machines: tuple[Machine, Machine], tmp_path: Path
) -> None:
    """Also one of which nothing is counted: whoever recovers a game signs nothing for a while."""
    here, there = machines
    here.store.unlink()
    shutil.rmtree(here.folder / "state")
    with Store.create(here.store, TABLE, KEY) as store:
        store.write([LobbyStored(LOBBY)])
    for turn in range(4):
        file = tmp_path / f"{turn}.seat"
        here.move(there.code(), file)
        there.receive(file)
        with Store.open(there.store, TABLE, KEY) as store:
            unknown = Vouching(state_folder(PROGRAM), store).vouch()
        assert unknown is Vouch.UNKNOWN, "it signs once it has met another seat"
        here, there = there, here


def test_key_and_notes_come_with_the_seat_and_the_address_does_not(
    machines: tuple[Machine, Machine], tmp_path: Path
) -> None:
    laptop, phone = machines
    laptop.move(phone.code(), tmp_path / "seat")
    phone.receive(tmp_path / "seat")
    assert phone.home.unlock() == phrase(ANN)
    assert Memo.load(phone.home.memo(TABLE)) == Memo(notes={7: "a carrier?"})


def test_the_same_code_is_shown_until_a_seat_has_come(machines: tuple[Machine, Machine]) -> None:
    _, phone = machines
    assert phone.code() == phone.code()


MOVING = [
    ("p2p.store", "Store", "retire", "before"),
    ("p2p.store", "Store", "retire", "after"),
    ("p2p.vouching", "Vouching", "keep_for_good", "after"),
    ("client.moving", "", "replace_private", "before"),
    ("client.moving", "", "replace_private", "after"),
]
RECEIVING = [
    ("client.home", "Home", "keep", "after"),
    ("p2p.store", "Store", "create", "after"),
    ("p2p.store", "Store", "write", "after"),
    ("p2p.vouching", "Vouching", "keep_for_good", "after"),
    ("client.moving", "", "sync_folder", "before"),
    ("client.moving", "", "put_seat", "after"),
]


@pytest.mark.parametrize("step", MOVING, ids=lambda step: " ".join(step[2:]))
def test_a_move_that_was_killed_is_done_again(
    machines: tuple[Machine, Machine], tmp_path: Path, step: tuple[str, str, str, str]
) -> None:
    laptop, phone = machines
    code, file = phone.code(), tmp_path / "seat"
    laptop.killed_at(step, file, code)
    if file.exists():
        phone.receive(file)
        assert (laptop.plays, phone.plays) == (False, True)
    else:
        laptop.move(code, file)
        phone.receive(file)
    assert (laptop.plays, phone.plays) == (False, True)
    phone.sign(2)


@pytest.mark.parametrize("step", RECEIVING, ids=lambda step: " ".join(step[2:]))
def test_a_receipt_that_was_killed_is_done_again(
    machines: tuple[Machine, Machine], tmp_path: Path, step: tuple[str, str, str, str]
) -> None:
    laptop, phone = machines
    file = tmp_path / "seat"
    laptop.move(phone.code(), file)
    phone.killed_at(step, file)
    assert not laptop.plays
    phone.receive(file)
    assert (laptop.plays, phone.plays) == (False, True)
    phone.sign(2)
    assert not phone.home.device_key.exists()


@pytest.mark.parametrize("step", RECEIVING[1:], ids=lambda step: " ".join(step[2:]))
def test_a_way_back_that_was_killed_is_done_again(
    machines: tuple[Machine, Machine], tmp_path: Path, step: tuple[str, str, str, str]
) -> None:
    """Where the store that was retired here still lies, with what a kill has left of it."""
    laptop, phone = machines
    code = phone.code()
    laptop.killed_at(("p2p.store", "Store", "retire", "after"), tmp_path / "lost", code)
    laptop.move(code, tmp_path / "there")
    phone.receive(tmp_path / "there")
    phone.sign(2)
    phone.move(laptop.code(), tmp_path / "back")
    laptop.killed_at(step, tmp_path / "back")
    laptop.receive(tmp_path / "back")
    assert (laptop.plays, phone.plays) == (True, False)
    assert laptop.contents().entries == (b"entry 1", b"entry 2")


PAGE_MOVING = [*MOVING[:2], ("client.table.devices", "", "carry", "before")]
PAGE_RECEIVING = [RECEIVING[1], RECEIVING[3], RECEIVING[5]]
"""Of the steps that the commands take, those after which something else is on the disk."""


@pytest.mark.parametrize("step", PAGE_MOVING, ids=lambda step: " ".join(step[2:]))
async def test_a_move_from_the_page_that_was_killed_is_done_again_from_there(
    machines: tuple[Machine, Machine], tmp_path: Path, step: tuple[str, str, str, str]
) -> None:
    """Never are there two that play. Once the store is retired, no code need be typed again."""
    laptop, phone = machines
    code = phone.code()
    elsewhere = DeviceLink(code, Address("127.0.0.1", free_port()))
    laptop.killed_at(step, tmp_path / "unused", elsewhere, page=True)
    assert laptop.plays == (step == MOVING[0])
    page = laptop.page()
    await page.key.unlock("correct horse")
    (game,) = saved_games(laptop.home)
    assert (game.moved is None) == laptop.plays
    sealed = await page.move(game, str(code) if game.moved is None else "")
    assert not sealed.delivered
    await phone.takes(sealed.file)
    assert (laptop.plays, phone.plays) == (False, True)
    phone.sign(2)


@pytest.mark.parametrize("step", PAGE_RECEIVING, ids=lambda step: " ".join(step[2:]))
async def test_a_seat_whose_receipt_at_the_page_was_killed_is_received_there_again(
    machines: tuple[Machine, Machine], tmp_path: Path, step: tuple[str, str, str, str]
) -> None:
    laptop, phone = machines
    file = tmp_path / "seat"
    laptop.move(phone.code(), file)
    phone.killed_at(step, file, page=True)
    assert not laptop.plays
    await phone.takes(base64.b64encode(file.read_bytes()).decode())
    assert (laptop.plays, phone.plays) == (False, True)
    phone.sign(2)
    assert not phone.home.device_key.exists()


async def test_a_seat_that_came_though_its_answer_did_not_is_not_taken_twice(
    machines: tuple[Machine, Machine], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The laptop says that it does not know; its file is of no more use, and does no harm."""
    laptop, phone = machines
    phone.use()
    waiting, page = phone.page(), laptop.page()
    monkeypatch.setattr(devices, "network_host", lambda: "")
    await waiting.wait("correct horse")
    assert waiting.waiting is not None
    await page.key.unlock("correct horse")
    (game,) = saved_games(laptop.home)

    async def unanswered(address: Address, sealed: bytes) -> None:
        phone.use()
        await carry(address, sealed)
        raise Unreachable("the connection broke before it answered")

    monkeypatch.setattr(devices, "carry", unanswered)
    laptop.use()
    sealed = await page.move(game, waiting.waiting.code)
    assert "before it answered" in sealed.why
    assert (laptop.plays, phone.plays) == (False, True)
    phone.sign(2)
    with pytest.raises(ClientError, match="waits for no seat"):
        await waiting.take(sealed.file)
    with pytest.raises(BadMove, match="another code"):
        await phone.takes(sealed.file)
    assert (laptop.plays, phone.plays) == (False, True)
    assert len(phone.contents().signed) == 2


def test_a_retired_seat_moves_nowhere_else(
    machines: tuple[Machine, Machine], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    laptop, phone = machines
    tablet = Machine(tmp_path / "tablet", monkeypatch)
    code, other = phone.code(), tablet.code()
    laptop.move(code, tmp_path / "seat")
    laptop.use()
    with pytest.raises(SeatMoved, match="has moved to another device"):
        moving.move(laptop.home, phrase(ANN), "", other, tmp_path / "second")
    assert not (tmp_path / "second").exists()
    with pytest.raises(BadMove):
        tablet.receive(tmp_path / "seat")


def test_a_file_is_good_once(machines: tuple[Machine, Machine], tmp_path: Path) -> None:
    laptop, phone = machines
    laptop.move(phone.code(), tmp_path / "seat")
    phone.receive(tmp_path / "seat")
    with pytest.raises(ClientError, match="waits for no seat"):
        phone.receive(tmp_path / "seat")
    phone.code()
    with pytest.raises(BadMove, match="another code"):
        phone.receive(tmp_path / "seat")


def test_a_used_file_is_refused_though_its_key_was_put_back(
    machines: tuple[Machine, Machine], tmp_path: Path
) -> None:
    """The phone's home is put back from a copy of before; the laptop plays by then."""
    laptop, phone = machines
    laptop.move(phone.code(), tmp_path / "there")
    shutil.copytree(phone.home.path, tmp_path / "copy")
    phone.receive(tmp_path / "there")
    phone.move(laptop.code(), tmp_path / "back")
    laptop.receive(tmp_path / "back")
    shutil.copy(tmp_path / "copy" / "device", phone.home.device_key)
    with pytest.raises(ClientError, match="plays that seat already, or has played it since"):
        phone.receive(tmp_path / "there")
    shutil.rmtree(phone.home.path)
    shutil.copytree(tmp_path / "copy", phone.home.path)
    with pytest.raises(ClientError, match="has signed more for this seat"):
        phone.receive(tmp_path / "there")
    assert (laptop.plays, phone.plays) == (True, False)


def test_an_old_copy_of_the_store_does_not_sign_alone(
    machines: tuple[Machine, Machine], tmp_path: Path
) -> None:
    laptop, phone = machines
    before = laptop.store.read_bytes()
    laptop.move(phone.code(), tmp_path / "seat")
    phone.receive(tmp_path / "seat")
    with laptop.store.open("r+b") as file:  # the same file, with older bytes
        file.write(before)
        file.truncate()
    assert (laptop.plays, phone.plays) == (False, True)
    laptop.use()
    with pytest.raises(ClientError, match="put back or copied"):
        moving.move(laptop.home, phrase(ANN), "", phone.code(), tmp_path / "second")


def test_a_store_that_is_played_from_cannot_move(
    machines: tuple[Machine, Machine], tmp_path: Path
) -> None:
    laptop, phone = machines
    code = phone.code()
    with Store.open(laptop.store, TABLE, KEY), pytest.raises(StoreInUse):
        laptop.move(code, tmp_path / "seat")
    assert laptop.plays


def test_damaged_notes_are_found_before_the_seat_leaves(
    machines: tuple[Machine, Machine], tmp_path: Path
) -> None:
    laptop, phone = machines
    code = phone.code()
    laptop.home.memo(TABLE).write_bytes(b"{")
    with pytest.raises(ClientError, match="damaged"):
        laptop.move(code, tmp_path / "seat")
    assert laptop.plays


def test_another_file_is_not_overwritten(machines: tuple[Machine, Machine], tmp_path: Path) -> None:
    laptop, phone = machines
    code = phone.code()
    (tmp_path / "notes").write_bytes(b"all that I know")
    with pytest.raises(ClientError, match="there already"):
        laptop.move(code, tmp_path / "notes")
    assert laptop.plays


def test_a_seat_of_another_player_is_refused(
    machines: tuple[Machine, Machine], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    laptop, _ = machines
    other = Machine(tmp_path / "other", monkeypatch)
    other.use()
    other.home.keep(phrase(1), "correct horse", QUICK)
    laptop.move(other.code(), tmp_path / "seat")
    with pytest.raises(ClientError, match="belongs to another player"):
        other.receive(tmp_path / "seat")
    assert not other.store.exists()


def test_a_seat_whose_new_device_is_lost_is_recovered(
    machines: tuple[Machine, Machine], tmp_path: Path
) -> None:
    """By a new store, which rejoins; one that was retired is never taken up again."""
    laptop, phone = machines
    laptop.move(phone.code(), tmp_path / "seat")
    laptop.use()
    with pytest.raises(SeatMoved, match="secret-subs recover"):
        tables.find(laptop.home, phrase(ANN), "")
    with tables.recover(laptop.home, phrase(ANN), LINK).store as store:
        assert store.moved_to is None
        assert store.read().entries == ()
        assert Vouching(state_folder(PROGRAM), store).vouch() is Vouch.BEHIND
