"""`secret-subs stay`: a node of every game, always on."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Empty, Queue

import pytest

from client import tables
from client.cli import main
from client.home import Home
from client.network import free_port
from client.scenarios import find, shortened
from client.seat.invitations import invitations_of
from client.seat.memo import Memo
from engine.options import parse
from p2p.ways import read_way
from protocol.charter import Secrecy
from tests.client.table.test_entrance import _CHEAP
from tests.patience import PATIENCE
from tests.protocol.sample import phrase

PASSPHRASE = "correct horse"  # noqa: S105 (of no real key)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Home:
    monkeypatch.setenv("SECRET_SUBS_PASSPHRASE", PASSPHRASE)
    ann = Home(tmp_path / "ann")
    ann.keep(phrase(0), PASSPHRASE, _CHEAP)
    return ann


def hosted(home: Home) -> tuple[str, str]:
    """A game that this home hosts: its id, and the invite for the other seat."""
    chosen = shortened(find("wake-island"), 1)
    terms = tables.terms_of(
        chosen, parse(""), tables.seats_of(chosen.scenario, None), secrecy=Secrecy.HASHED
    )
    made, lobby = tables.host(home, phrase(0), "Ann", terms, seat=0, watchers=0)
    with made.store:
        address = f"127.0.0.1:{free_port()}"
        Memo(address=address).save(made.memo)
        (guest,) = [
            one
            for one in invitations_of(phrase(0), lobby, (read_way(address),))
            if one.invite.ticket is not None
        ]
        return made.id.hex(), guest.invite.link()


class Program:
    """A command that runs, and the lines that it prints."""

    def __init__(self, *words: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "client", *words],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ,
        )
        self._lines: Queue[str] = Queue()
        self._seen: list[str] = []
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._lines.put(line.rstrip("\n"))

    def reads(self, words: str) -> str:
        """The first line that has these words, whenever it comes."""
        while not (found := [line for line in self._seen if words in line]):
            try:
                self._seen.append(self._lines.get(timeout=PATIENCE))
            except Empty:
                raise AssertionError(f"no {words!r} in {self._seen}") from None
        return found[0]

    def stop(self) -> int:
        """Ask it to end; its exit status."""
        self._process.send_signal(signal.SIGTERM)
        return self._process.wait(30)

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()
        assert self._process.stdout is not None
        self._process.stdout.close()


@contextmanager
def running(*words: str) -> Iterator[Program]:
    program = Program(*words)
    try:
        yield program
    finally:
        program.kill()


def test_it_stays_at_every_game_and_goes_on_after_a_restart(home: Home, tmp_path: Path) -> None:
    """Two games; a guest comes to one of them, which begins with nobody at a page of the host."""
    one, link = hosted(home)
    two, _ = hosted(home)
    bob = Home(tmp_path / "bob")
    bob.keep(phrase(1), PASSPHRASE, _CHEAP)
    staying = ("stay", "--home", str(home.path))
    with running(*staying) as ann:
        ann.reads("Staying at 2 games")
        ann.reads("Nobody reminds you")
        joining = ("join", link, "--name", "Bob", "--bot", "captain", "--home", str(bob.path))
        with running(*joining):
            assert ann.reads("Bob").startswith(one[:8])
            assert ann.stop() == 0
            ann.reads("Stopped. Start it again")
            with running(*staying, one) as again:
                again.reads("Staying at 1 game")
                assert again.reads(one[:8]).startswith(one[:8])
                assert again.stop() == 0
    assert two != one


def test_one_game_that_cannot_be_opened_stops_no_other(home: Home) -> None:
    one, _ = hosted(home)
    two, _ = hosted(home)
    with running("stay", "--home", str(home.path), one) as first:
        first.reads("The table is open")
        with running("stay", "--home", str(home.path)) as second:
            assert second.reads("Stopped:").startswith(one[:8])
            second.reads("The table is open")
            assert second.stop() == 0
    assert two != one


def test_without_a_game_there_is_nothing_to_stay_at(
    home: Home, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["stay", "--home", str(home.path)]) == 1
    assert "no game to keep going" in capsys.readouterr().err
    hosted(home)
    assert main(["stay", "--home", str(home.path), "zz"]) == 1
    assert "no table zz" in capsys.readouterr().err
