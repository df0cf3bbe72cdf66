"""SPEC-16.9: a copy of everything brings back what was lost, and no seat that signs twice."""

from pathlib import Path

import pytest

from client import solo, tables
from client.cli import main
from client.errors import ClientError
from client.home import PASSPHRASE_VARIABLE, PROGRAM, Home
from client.scenarios import find
from client.seat.memo import Memo
from client.table import home_copy
from client.table.home_copy import bring, copy_home
from client.table.saved_games import SavedTable
from engine.options import parse
from p2p import sealed_copy
from p2p.changes import EntryStored, LobbyStored, PlaceSigned
from p2p.errors import BadCopy, SeatMoved, StoreInUse
from p2p.keystore import Cost
from p2p.moved_seat import MovingSeat
from p2p.sealed_copy import ENTROPY_SIZE, open_copy, seal_copy
from p2p.signing import Vouch
from p2p.store import Store
from p2p.system import state_folder
from p2p.vouching import Vouching
from protocol.encoding import encode
from protocol.questions import FIRST
from tests.client.test_moving import KEY, LOBBY, QUICK, TABLE, Machine
from tests.p2p.scene import ANN
from tests.protocol.sample import phrase

PASSPHRASE = "correct horse"  # noqa: S105 (of nobody)

SETTINGS = {"playback": b"slow", "alerts": b"called", "reminders": b"by mail"}
"""Of a home; what they say is for those who read them."""


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Guesses need not be costly here."""
    sealing = sealed_copy.seal_copy

    def cheap(content: bytes, passphrase: str, entropy: bytes, cost: Cost = QUICK) -> bytes:
        return sealing(content, passphrase, entropy, cost)

    monkeypatch.setattr(home_copy, "seal_copy", cheap)
    monkeypatch.setenv(PASSPHRASE_VARIABLE, PASSPHRASE)


@pytest.fixture
def machines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Machine, Machine]:
    """A laptop with a seat in a game among people, and a phone with nothing."""
    laptop, phone = (Machine(tmp_path / name, monkeypatch) for name in ("laptop", "phone"))
    laptop.use()
    laptop.home.keep(phrase(ANN), PASSPHRASE, QUICK)
    with Store.create(laptop.store, TABLE, KEY) as store:
        store.write([LobbyStored(LOBBY), EntryStored(1, b"entry 1"), PlaceSigned(FIRST, 1, b"")])
        Vouching(state_folder(PROGRAM), store).keep()
    Memo(notes={7: "a carrier?"}, address="192.168.0.7:9000").save(laptop.home.memo(TABLE))
    laptop.home.theme.write_text("dark")
    for name, held in SETTINGS.items():
        (laptop.home.path / name).write_bytes(held)
    begun(monkeypatch)
    return laptop, phone


def begun(monkeypatch: pytest.MonkeyPatch, **about: object) -> None:
    """Have the game of the seat be listed as one that goes on."""
    game = SavedTable(TABLE.hex(), bots=False, title="Wake Island", entries=1, **about)  # type: ignore[arg-type]
    monkeypatch.setattr(home_copy, "saved_games", lambda _: (game,))


def vouch(machine: Machine) -> Vouch:
    machine.use()
    with Store.open(machine.store, TABLE, KEY) as store:
        return Vouching(state_folder(PROGRAM), store).vouch()


def test_all_that_is_kept_comes_to_another_machine(machines: tuple[Machine, Machine]) -> None:
    laptop, phone = machines
    copied = copy_home(laptop.home, PASSPHRASE)
    assert (copied.games, copied.left_out) == (1, ())
    phone.use()
    brought = bring(phone.home, copied.file, PASSPHRASE)
    assert brought.stayed == ()
    assert any("your key" in line for line in brought.came)
    assert phone.home.unlock() == phrase(ANN)
    assert phone.home.theme.read_text() == "dark"
    for name, held in SETTINGS.items():
        assert (phone.home.path / name).read_bytes() == held
    assert phone.contents() == laptop.contents()
    assert Memo.load(phone.home.memo(TABLE)) == Memo(notes={7: "a carrier?"})


def test_a_seat_that_was_copied_rejoins_before_it_signs(
    machines: tuple[Machine, Machine],
) -> None:
    """The laptop may have gone on: the phone's store is one that was put back."""
    laptop, phone = machines
    copied = copy_home(laptop.home, PASSPHRASE)
    phone.use()
    brought = bring(phone.home, copied.file, PASSPHRASE)
    assert any("another player must have come" in line for line in brought.came)
    assert vouch(phone) is Vouch.BEHIND
    assert vouch(laptop) is Vouch.WHOLE


def test_a_copied_seat_that_had_signed_nothing_asks_too(
    machines: tuple[Machine, Machine],
) -> None:
    """Its other copy may have signed its first entry since."""
    laptop, phone = machines
    laptop.store.unlink()
    with Store.create(laptop.store, TABLE, KEY) as store:
        store.write([LobbyStored(LOBBY)])
    copied = copy_home(laptop.home, PASSPHRASE)
    phone.use()
    bring(phone.home, copied.file, PASSPHRASE)
    assert vouch(phone) is Vouch.BEHIND


def test_a_seat_that_is_here_is_not_replaced_by_an_older_one(
    machines: tuple[Machine, Machine],
) -> None:
    laptop, _ = machines
    copied = copy_home(laptop.home, PASSPHRASE)
    laptop.sign(2)
    brought = bring(laptop.home, copied.file, PASSPHRASE)
    assert brought.came == ()
    assert "it is here already, and a copy may be older" in brought.stayed[0]
    assert vouch(laptop) is Vouch.WHOLE
    assert len(laptop.contents().entries) == 2


def test_a_seat_that_this_machine_has_played_further_is_not_brought(
    machines: tuple[Machine, Machine],
) -> None:
    """Its store is gone, but not the count of what it has signed."""
    laptop, _ = machines
    copied = copy_home(laptop.home, PASSPHRASE)
    laptop.sign(2)
    laptop.store.unlink()
    brought = bring(laptop.home, copied.file, PASSPHRASE)
    assert "has signed more for this seat" in brought.stayed[0]
    assert not laptop.store.exists()


def test_a_seat_that_has_moved_is_in_no_copy(
    machines: tuple[Machine, Machine], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    laptop, phone = machines
    laptop.move(phone.code(), tmp_path / "seat")
    begun(monkeypatch, moved=1)
    laptop.use()
    copied = copy_home(laptop.home, PASSPHRASE)
    assert copied.games == 0
    assert "moved to another device" in copied.left_out[0]


def test_a_seat_that_moved_after_the_copy_is_not_brought_back(
    machines: tuple[Machine, Machine], tmp_path: Path
) -> None:
    laptop, phone = machines
    copied = copy_home(laptop.home, PASSPHRASE)
    laptop.move(phone.code(), tmp_path / "seat")
    brought = bring(laptop.home, copied.file, PASSPHRASE)
    assert brought.came == ()
    with pytest.raises(SeatMoved):
        Store.open(laptop.store, TABLE, KEY)


def test_a_game_that_has_not_begun_is_in_no_copy(
    machines: tuple[Machine, Machine], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two copies of a host could begin it with two charters."""
    laptop, _ = machines
    game = SavedTable(TABLE.hex(), bots=False, entries=None)
    monkeypatch.setattr(home_copy, "saved_games", lambda _: (game,))
    assert "has not begun" in copy_home(laptop.home, PASSPHRASE).left_out[0]


def test_a_game_against_bots_goes_on_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All its seats come together, and nobody else has seen any of them."""
    laptop, phone = (Machine(tmp_path / name, monkeypatch) for name in ("laptop", "phone"))
    laptop.use()
    chosen = find("wake-island")
    terms = tables.terms_of(chosen, parse(""), tables.seats_of(chosen.scenario, None))
    game = solo.begin(laptop.home, terms, 0, "captain", "Ann")
    copied = copy_home(laptop.home, PASSPHRASE)
    assert copied.games == 1
    phone.use()
    assert bring(phone.home, copied.file, PASSPHRASE).stayed == ()
    (there,) = solo.started_games(phone.home)
    assert (there.bots, there.passphrase) == (game.bots, game.passphrase)
    with tables.find(there.home, there.phrase(), "").store as store:
        assert Vouching(state_folder(PROGRAM), store).vouch() is Vouch.WHOLE
    again = bring(phone.home, copied.file, PASSPHRASE)
    assert again.came == ()
    assert "it is here already" in again.stayed[0]


def test_a_copy_of_another_player_is_refused_as_a_whole(
    machines: tuple[Machine, Machine],
) -> None:
    laptop, phone = machines
    copied = copy_home(laptop.home, PASSPHRASE)
    phone.use()
    phone.home.keep(phrase(1), PASSPHRASE, QUICK)
    with pytest.raises(ClientError, match="belongs to another player"):
        bring(phone.home, copied.file, PASSPHRASE)
    assert not phone.store.exists()
    assert not phone.home.theme.exists()


def test_only_its_passphrase_opens_a_copy(machines: tuple[Machine, Machine]) -> None:
    laptop, phone = machines
    with pytest.raises(ClientError, match="does not open the key"):
        copy_home(laptop.home, "wrong horse")
    copied = copy_home(laptop.home, PASSPHRASE)
    assert b"entry 1" not in copied.file
    with pytest.raises(ClientError, match="does not open the copy"):
        bring(phone.home, copied.file, "wrong horse")
    assert not phone.home.path.exists()


@pytest.mark.parametrize("at", [0, 30, 120, -1])
def test_a_damaged_copy_is_named_and_changes_nothing(
    machines: tuple[Machine, Machine], at: int
) -> None:
    laptop, phone = machines
    whole = bytearray(copy_home(laptop.home, PASSPHRASE).file)
    whole[at] ^= 1
    with pytest.raises((BadCopy, ClientError)):
        bring(phone.home, bytes(whole), PASSPHRASE)
    with pytest.raises(BadCopy):
        bring(phone.home, bytes(whole[:100]), PASSPHRASE)
    assert not phone.home.path.exists()


@pytest.mark.parametrize("name", ["../key", "maps/../key", "key", "maps/a/b", "/etc/x", "maps/"])
def test_a_copy_writes_nowhere_but_where_its_files_belong(tmp_path: Path, name: str) -> None:
    """Who gives somebody a copy knows its passphrase, and what is in it."""
    content = encode((b"", ((name, b"evil"),), (), ()))
    copy = seal_copy(content, PASSPHRASE, bytes(range(ENTROPY_SIZE)), QUICK)
    assert open_copy(copy, PASSPHRASE) == content
    with pytest.raises(BadCopy, match=r"no place in a home|leads elsewhere|is none"):
        bring(Home(tmp_path / "home"), copy, PASSPHRASE)
    assert not (tmp_path / "home").exists()


def crafted(laptop: Machine, seat: MovingSeat) -> bytes:
    """A copy as somebody may have made it who knows its passphrase."""
    key = laptop.home.key_file.read_bytes()
    content = encode((key, (("theme", b"dark"),), (seat.to_bytes(),), ()))
    return seal_copy(content, PASSPHRASE, bytes(range(ENTROPY_SIZE)), QUICK)


def test_a_copy_holds_seats_of_its_own_player_only(machines: tuple[Machine, Machine]) -> None:
    """Another's would lie where a seat of this player's might be wanted."""
    laptop, phone = machines
    contents = laptop.contents()
    mine, other = (
        MovingSeat.of(TABLE, phrase(who), contents, whole=True, memo=b"") for who in (ANN, 1)
    )
    phone.use()
    with pytest.raises(BadCopy, match="another player's"):
        bring(phone.home, crafted(laptop, other), PASSPHRASE)
    assert not phone.home.path.exists()
    assert bring(phone.home, crafted(laptop, mine), PASSPHRASE).stayed == ()
    assert vouch(phone) is Vouch.BEHIND, "whatever the copy says of itself"


def test_a_copy_is_not_made_while_somebody_plays(machines: tuple[Machine, Machine]) -> None:
    laptop, _ = machines
    with Store.open(laptop.store, TABLE, KEY), pytest.raises(StoreInUse):
        copy_home(laptop.home, PASSPHRASE)


def test_the_commands_copy_and_bring(
    machines: tuple[Machine, Machine], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    laptop, phone = machines
    file = tmp_path / "all.copy"
    assert main(["export", str(file), "--home", str(laptop.home.path)]) == 0
    assert "holds 1 game" in capsys.readouterr().out
    assert main(["export", str(file), "--home", str(laptop.home.path)]) == 1
    assert "there already" in capsys.readouterr().err
    phone.use()
    assert main(["import", str(file), "--home", str(phone.home.path)]) == 0
    assert "Here now: your key" in capsys.readouterr().out
    assert main(["import", str(file), "--home", str(phone.home.path)]) == 0
    assert "Nothing in it was missing here" in capsys.readouterr().out
    assert phone.store.exists()
