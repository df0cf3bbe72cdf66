"""People who play by mail: each has processes as people start them, which end by kill -9."""

import asyncio
import os
import subprocess
import sys
from pathlib import Path
from typing import Final

from client import tables
from client.home import PASSPHRASE_VARIABLE, Home
from client.table.saved_games import SavedTable, saved_games
from p2p.store import StoreContents
from protocol.identity import Phrase
from tests.p2p.nostr_relay import NostrRelay

__all__ = ["PASSPHRASE", "Person", "ended", "visit"]

PASSPHRASE: Final = "correct horse"  # noqa: S105 (of tests)
_PATIENCE: Final = 180.0
_LONGEST: Final = 300.0
_QUIET: Final = 1.2
"""Seconds without mail after which a visit is over."""


class Person:
    """One with a home of its own, who comes and goes."""

    def __init__(self, folder: Path) -> None:
        """Somebody who has no key yet."""
        self.folder = folder
        folder.mkdir()
        self.environment = {
            **os.environ,
            PASSPHRASE_VARIABLE: PASSPHRASE,
            "XDG_STATE_HOME": str(folder / "state"),
        }

    @property
    def home(self) -> Home:
        """Where its stores lie."""
        return Home(self.folder / "home")

    def start(self, *arguments: str) -> subprocess.Popen[bytes]:
        """Start the program for it."""
        command = [sys.executable, "-m", "client", *arguments, "--home", str(self.home.path)]
        with (self.folder / "said.txt").open("ab") as said:
            return subprocess.Popen(
                command, env=self.environment, stdin=subprocess.DEVNULL, stdout=said, stderr=said
            )

    @property
    def said(self) -> str:
        """What its processes have printed."""
        return (self.folder / "said.txt").read_text()

    def contents(self, phrase: Phrase) -> StoreContents:
        """Of the store of its only table, while no process of it runs."""
        with tables.find(self.home, phrase, "").store as store:
            return store.read()

    def entries(self, phrase: Phrase) -> tuple[bytes, ...]:
        """Of its only table."""
        return tuple(self.contents(phrase).entries)

    @property
    def game(self) -> SavedTable:
        """Its only table, as a page would list it."""
        (game,) = saved_games(self.home)
        return game


async def ended(process: subprocess.Popen[bytes]) -> None:
    """Kill a process."""
    process.kill()
    await asyncio.to_thread(process.wait)


async def visit(
    person: Person, relay: NostrRelay, early: float, *arguments: str, quiet: float = _QUIET
) -> None:
    """Come, and play until nothing more is left, or for so many seconds if there are any."""
    others = set(relay.subscriptions)
    process = person.start(*arguments)
    try:
        async with asyncio.timeout(_PATIENCE):
            while not relay.subscriptions.keys() - others:
                if process.poll() is not None:
                    assert process.returncode == 0, person.said
                    return
                await asyncio.sleep(0.1)
        if early:
            await asyncio.sleep(early)
            return
        before = -1
        async with asyncio.timeout(_LONGEST):
            while before != len(relay.versions) and process.poll() is None:
                before = len(relay.versions)
                await asyncio.sleep(quiet)
    finally:
        await ended(process)
