"""A bot at a node of its own within a page: a task beside the person's node.

What each function means `client.beside.native` says.
"""

__all__ = ["Bot", "start"]

import asyncio
import secrets
from contextlib import suppress

from client import tables
from client.bots.player import BotPlayer, bot_named
from client.home import Home
from client.playing import run_table
from p2p.invite import Invite
from p2p.keystore import KeyFile


class Bot:
    """A bot that plays."""

    def __init__(self, playing: asyncio.Task[None]) -> None:
        self._playing = playing

    async def ended(self) -> str | None:
        """Wait until it ends: its last words if it has failed."""
        await asyncio.wait([self._playing])
        error = None if self._playing.cancelled() else self._playing.exception()
        return None if error is None else str(error)

    async def dismiss(self) -> None:
        """End it."""
        self._playing.cancel()
        with suppress(asyncio.CancelledError, Exception):
            await self._playing


class _Unheard:
    """Where what it says goes: its own node's notices are the person's, too."""

    def show(self, text: str) -> None:
        """See `Screen.show`."""


async def start(home: Home, kind: str, passphrase: str, name: str, link: str) -> Bot:
    """Have a bot play: for the first time, or again."""
    phrase = KeyFile.load(home.key_file).open(passphrase)
    if any(home.tables.glob("*.db")):
        table = tables.find(home, phrase, "")
    else:
        table = tables.join(home, phrase, name, Invite.parse(link))
    seed = secrets.randbits(32)
    player = BotPlayer(_Unheard(), bot_named(kind, seed), seed)
    return Bot(asyncio.create_task(run_table(table, player, bot=True)))
