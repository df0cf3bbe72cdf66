"""A game against bots: they end with the program that started them, however it ends."""

import asyncio
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from client import solo, tables
from client.bots.fuzz import Fuzz
from client.bots.player import BotPlayer
from client.errors import ClientError
from client.home import Home
from client.scenarios import find
from engine.options import parse
from p2p.invite import SCHEME
from tests.client.test_seats import Paper
from tests.patience import PATIENCE


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="processes are looked up in /proc")
def test_killing_the_program_ends_its_bots(tmp_path: Path) -> None:
    """A program that is killed outright cannot dismiss anybody: the bots notice by themselves."""
    words = [sys.executable, "-m", "client", "solo", "--no-browser", "--home", str(tmp_path)]
    with (tmp_path / "output").open("wb") as output:
        program = subprocess.Popen(words, stdout=output, stderr=output)
    try:
        until(lambda: bool(bots(tmp_path)))
        time.sleep(1)  # a bot that has only just begun would end for want of a passphrase too
        (bot,) = bots(tmp_path)
        line = Path(f"/proc/{bot}/cmdline").read_bytes()  # which every user may read
        assert b"join" in line
        assert SCHEME.encode() not in line
    finally:
        program.kill()
        program.wait()
    until(lambda: not bots(tmp_path))


class Listening(Paper):
    """A screen that notices when a bot is said to have stopped."""

    def __init__(self) -> None:
        super().__init__()
        self.stopped = asyncio.Event()

    def show(self, text: str) -> None:
        super().show(text)
        if "A bot has stopped" in text:
            self.stopped.set()


async def test_a_bot_that_ends_by_itself_is_told_of(tmp_path: Path) -> None:
    chosen = find("wake-island")
    terms = tables.terms_of(chosen, parse(""), tables.seats_of(chosen.scenario, None))
    made = solo.begin(Home(tmp_path), terms, 0, "nobody", "Ann")
    assert solo.latest_game(Home(tmp_path)) == made
    screen = Listening()
    sitting = asyncio.create_task(solo.run_solo(made, BotPlayer(screen, Fuzz(1), 1)))
    async with asyncio.timeout(PATIENCE):
        await screen.stopped.wait()
    sitting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await sitting
    assert "invalid choice: 'nobody'" in screen.text


@pytest.mark.parametrize("damage", [b"", b"{}", b"\xff", b'{"passphrase": 1}'])
def test_a_damaged_game_is_named_and_no_other_suffers(tmp_path: Path, damage: bytes) -> None:
    home = Home(tmp_path)
    with pytest.raises(ClientError, match="no game against bots"):
        solo.latest_game(home)
    note = tmp_path / "solo" / "20420607-1200" / "solo.json"
    note.parent.mkdir(parents=True)
    note.write_bytes(damage)
    with pytest.raises(ClientError, match=re.escape(f"{note} is damaged")):
        solo.latest_game(home)
    assert solo.started_games(home) == ()


def bots(home: Path) -> list[int]:
    """Ids of the processes that play from below a home, but for the program itself."""
    mark = os.fsencode(home / "solo")
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if mark in (process / "cmdline").read_bytes():
                found.append(int(process.name))
        except OSError:
            continue  # it has just ended
    return found


def until(holds: Callable[[], bool]) -> None:
    """Wait until something holds."""
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.1)
