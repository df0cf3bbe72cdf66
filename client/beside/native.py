"""A bot at a node in a process of its own, which runs the very commands that people use."""

__all__ = ["Bot", "start"]

import asyncio
import os
import sys
from asyncio.subprocess import PIPE, Process
from contextlib import suppress
from pathlib import Path
from typing import Final

from client.home import PASSPHRASE_VARIABLE, Home

_STOP_SECONDS: Final = 5.0  # seconds that a bot gets to end by itself


class Bot:
    """A bot that plays."""

    def __init__(self, process: Process, output: Path) -> None:
        self._process = process
        self._output = output

    async def ended(self) -> str | None:
        """Wait until it ends: its last words if it has failed."""
        if not await self._process.wait():
            return None
        said = self._output.read_text(encoding="utf-8", errors="replace").splitlines()
        return said[-1] if said else "none"

    async def dismiss(self) -> None:
        """End it."""
        bot = self._process
        if bot.returncode is None:
            with suppress(ProcessLookupError):
                bot.terminate()
            with suppress(TimeoutError):
                await asyncio.wait_for(bot.wait(), _STOP_SECONDS)
        if bot.returncode is None:
            bot.kill()
            await bot.wait()


async def start(home: Home, kind: str, passphrase: str, name: str, link: str) -> Bot:
    """Have a bot play: for the first time, or again.

    Its invite goes through a pipe, as every user of the machine may read a command line.

    Args:
        home: its own, with its key.
        kind: of `client.bots.kinds.BOTS`.
        passphrase: of its key.
        name: by which it joins.
        link: the invite by which it joins; none is needed where it has joined before.
    """
    again = any(home.tables.glob("*.db"))
    what = ("play",) if again else ("join", "-", "--name", name)
    where = home.path / "output.txt"
    with where.open("ab") as output:
        bot = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "client",
            *what,
            "--bot",
            kind,
            "--leash",
            "--home",
            str(home.path),
            stdin=PIPE,
            stdout=output,
            stderr=output,
            env={**os.environ, PASSPHRASE_VARIABLE: passphrase},
        )
    if not again and bot.stdin is not None:
        bot.stdin.write(f"{link}\n".encode())
    return Bot(bot, where)
