"""A game against bots: they end with the program that started them, however it ends."""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

_PATIENCE = 60.0


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="processes are looked up in /proc")
def test_killing_the_program_ends_its_bots(tmp_path: Path) -> None:
    """A program that is killed outright cannot dismiss anybody: the bots notice by themselves."""
    words = [sys.executable, "-m", "client", "solo", "--no-browser", "--home", str(tmp_path)]
    with (tmp_path / "output").open("wb") as output:
        program = subprocess.Popen(words, stdout=output, stderr=output)
    try:
        until(lambda: bool(bots(tmp_path)))
        time.sleep(1)  # a bot that has only just begun would end for want of a passphrase too
        assert bots(tmp_path)
    finally:
        program.kill()
        program.wait()
    until(lambda: not bots(tmp_path))


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
    end = time.monotonic() + _PATIENCE
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.1)
