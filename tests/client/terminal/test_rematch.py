"""A rematch at the keyboard: offered and accepted, and against bots (SPEC-16.23)."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path

import pytest

from client import solo, tables
from client.commands.common import and_rematches
from client.home import Home
from client.network import free_port
from client.playing import Play, as_before, ways_in
from client.rematch import AgainstBots, AmongPeople, Opponents, against_bots
from client.scenarios import find
from client.seat.invitations import invitations_of
from client.seat.memo import Memo
from client.terminal.player import TerminalPlayer
from engine.options import parse
from p2p.address import Address
from p2p.relay.server import relaying
from p2p.terms import Terms
from tests.patience import PATIENCE
from tests.protocol.sample import phrase


class Typist:
    """Somebody at a terminal that shows one game after the other; says yes to whatever asks."""

    width = 100

    def __init__(self) -> None:
        self.shown: list[str] = []
        self._read = 0
        self._news = asyncio.Event()
        self._typed: asyncio.Queue[str] = asyncio.Queue()

    def show(self, text: str) -> None:
        self.shown.append(text)
        self._news.set()

    def prompt(self, text: str) -> None:
        self.show(text)
        if text.startswith("Type yes"):
            self._typed.put_nowait("yes")

    async def line(self) -> str:
        return await self._typed.get()

    async def reads(self, *words: str) -> None:
        """Wait until these words have been shown, one after the other, since those read last."""
        for word in words:
            try:
                async with asyncio.timeout(PATIENCE):
                    while (found := self._find(word)) is None:
                        self._news.clear()
                        await self._news.wait()
            except TimeoutError:
                raise TimeoutError(f"{word}, in:\n" + "\n".join(self.shown)) from None
            self._read = found + 1

    async def types(self, line: str, *words: str) -> None:
        """Type a line, and read these words."""
        self._typed.put_nowait(line)
        await self.reads(*words)

    def _find(self, word: str) -> int | None:
        shown = enumerate(self.shown)
        return next((i for i, text in shown if i >= self._read and word in text), None)


@asynccontextmanager
async def seated(play: Play, opponents: Opponents) -> AsyncIterator[Typist]:
    """Somebody who plays at a table, and at each to which they go on from there."""
    typist = Typist()
    player = TerminalPlayer(typist, stays=True, opponents=opponents)
    playing = asyncio.create_task(and_rematches(play(player), player))
    try:
        yield typist
    finally:
        playing.cancel()
        with suppress(asyncio.CancelledError):
            await playing


def wake() -> Terms:
    """A game of Wake Island, in which the United States begin."""
    chosen = find("wake-island")
    return tables.terms_of(chosen, parse(""), tables.seats_of(chosen.scenario, 2))


@asynccontextmanager
async def called(way: str) -> AsyncIterator[Memo]:
    """How somebody is called: at an address, or through a relay alone."""
    if way == "address":
        yield Memo(address=f"127.0.0.1:{free_port()}")
        return
    async with relaying(Address("127.0.0.1", 0), "") as port:
        yield Memo(relays=(f"ws://127.0.0.1:{port}",))


@pytest.fixture(params=["address", "relay"])
async def ann_and_bob(
    tmp_path: Path, request: pytest.FixtureRequest
) -> AsyncIterator[tuple[Typist, Typist]]:
    """Ann has lost a game against Bob, whom nobody can call."""
    homes = [Home(tmp_path / name) for name in ("ann", "bob")]
    keys = [phrase(0), phrase(1)]
    made, lobby = tables.host(homes[0], keys[0], "Ann", wake(), seat=0, watchers=0)
    people = [AmongPeople(home, key) for home, key in zip(homes, keys, strict=True)]
    async with AsyncExitStack() as stack:
        memo = await stack.enter_async_context(called(request.param))
        memo.save(made.memo)
        invited = invitations_of(keys[0], lobby, ways_in(made, memo))
        joined = tables.join(homes[1], keys[1], "Bob", invited[0].invite)
        ann = await stack.enter_async_context(seated(as_before(made, memo, invite=True), people[0]))
        bob = await stack.enter_async_context(seated(as_before(joined, Memo()), people[1]))
        await ann.reads("USA> ")
        await ann.types("resign", "Won by Axis", "You can still look")
        await bob.reads("Won by Axis", "You can still look")
        yield ann, bob


async def test_one_offers_it_and_the_other_goes_there(ann_and_bob: tuple[Typist, Typist]) -> None:
    """The sides are swapped, and the charter is shown before it is signed."""
    ann, bob = ann_and_bob
    await bob.types("again", "nobody has invited you")
    await bob.types("rematch", "nobody can call you")
    await ann.types("rematch sideways", "sideways")
    await ann.types("rematch swapped", "Send each link")
    await bob.reads("invites you to a rematch", "`again` goes there")
    await bob.types("again", "Type yes to sign", "You play USA", "USA> ")
    await ann.reads("You play Japan")
    assert not any("You have left the table" in text for text in (*ann.shown, *bob.shown))


async def test_bots_play_again_at_once(tmp_path: Path) -> None:
    home = Home(tmp_path)
    game = solo.begin(home, wake(), 0, "captain", "Ann")
    table = against_bots(home, game)
    assert table.opponents == AgainstBots(home, game)
    async with seated(table.play, table.opponents) as ann:
        await ann.reads("USA> ")
        await ann.types("rematch", "no command")
        await ann.types("resign", "Won by Axis", "You can still look")
        await ann.types("again", "nobody has invited you")
        await ann.types("rematch swapped", "You play Japan")
    assert len(solo.started_games(home)) == 2
