"""A bot at a node of its own within a page: a task beside the person's node.

What it chooses it chooses in another worker, so that the person's node answers meanwhile.

What each function means `client.beside.native` says.
"""

__all__ = ["Bot", "start"]

import asyncio
import secrets
from contextlib import suppress
from typing import Any, Protocol, cast

import page_bots
from pyodide.ffi import JsException, to_js

from client import tables
from client.bots.apart import answer_of, bot_to_make, view_to_judge
from client.bots.kinds import bot_named
from client.bots.player import BotPlayer
from client.home import Home
from client.playing import run_table
from client.seat.participant import Screen
from client.seat.view import PlayerView
from engine.records import Plain
from p2p.invite import Invite
from p2p.keystore import KeyFile


class _Apart(Protocol):
    """A place for a bot in another worker (client/web/node/bots.js)."""

    def make(self, made: Any, /) -> None: ...
    async def ask(self, view: Any, /) -> Any: ...
    def leave(self) -> None: ...


class Bot:
    """A bot that plays."""

    def __init__(self, playing: asyncio.Task[None], player: "_Player") -> None:
        self._playing = playing
        self._player = player

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
        self._player.leave()


class _Player(BotPlayer):
    """A bot whose answers come from another worker, or from here if that cannot be had."""

    def __init__(self, screen: Screen, kind: str, seed: int) -> None:
        super().__init__(screen, bot_named(kind, seed), seed)
        self._kind = kind
        self._seed = seed
        self._apart: _Apart | None = cast("_Apart", page_bots.sit())
        self._made = False

    async def choose(self, view: PlayerView) -> Plain:
        """See `BotPlayer.choose`."""
        if self._apart is not None:
            try:
                return await self._chosen(self._apart, view)
            except JsException:
                self.leave()
        return await super().choose(view)

    async def _chosen(self, apart: _Apart, view: PlayerView) -> Plain:
        if not self._made:
            self._made = True
            apart.make(to_js(bot_to_make(self._kind, self._seed, view.game.rules)))
        reply = await apart.ask(to_js(view_to_judge(view)))
        return answer_of(reply.to_bytes())

    def leave(self) -> None:
        """Choose nothing there any more."""
        if self._apart is not None:
            self._apart.leave()
            self._apart = None


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
    player = _Player(_Unheard(), kind, seed)
    return Bot(asyncio.create_task(run_table(table, player, bot=True)), player)
