"""Real nodes on loopback, each with a person at a terminal who types what a test says."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path

from client import tables
from client.home import Home
from client.keeper import Keeper
from client.scenarios import find
from client.terminal.player import TerminalPlayer
from engine.options import parse
from p2p.address import Address
from p2p.invite import Invite
from p2p.node import Node
from p2p.player import Notice
from p2p.reminding.desk import Desk
from p2p.ways import Lan
from protocol.charter import DiceSetting
from protocol.identity import Identity
from protocol.table import Table
from tests.patience import PATIENCE
from tests.protocol.sample import phrase

__all__ = ["Person", "seated"]


class Person:
    """Somebody at a terminal: what it has shown, and what is typed there."""

    width = 100
    opened: tables.OpenTable

    def __init__(self, name: str, happened: asyncio.Event) -> None:
        self.name = name
        self.shown: list[str] = []
        self._asked = False
        self.player = _Noticing(self, happened)
        self._happened = happened
        self._typed: asyncio.Queue[str] = asyncio.Queue()

    def sit(self, node: Node, playing: asyncio.Task[None]) -> None:
        """Take a seat at a node that runs."""
        self.node, self._playing = node, playing

    async def leave(self) -> None:
        """The node stops for good."""
        self._playing.cancel()
        with suppress(asyncio.CancelledError):
            await self._playing

    async def ends(self) -> None:
        """The game is over, and the node stops by itself."""
        async with asyncio.timeout(PATIENCE):
            await self._playing

    def show(self, text: str) -> None:
        self.shown.append(text)
        self._happened.set()

    def prompt(self, text: str) -> None:
        self._asked = bool(text)
        self.show(text)
        if text.startswith("Type yes"):
            self._asked = False
            self.type("yes")

    async def line(self) -> str:
        return await self._typed.get()

    def type(self, *lines: str) -> None:
        """Type some lines."""
        for line in lines:
            self._typed.put_nowait(line)

    @property
    def text(self) -> str:
        """All that the terminal has shown."""
        return "\n".join(self.shown)

    @property
    def table(self) -> Table:
        """The game, which has begun."""
        assert self.node.table is not None
        return self.node.table

    async def until(self, condition: Callable[[], bool]) -> None:
        """Wait until something holds, which may change whenever a terminal shows something."""
        try:
            async with asyncio.timeout(PATIENCE):
                while not condition():
                    self._happened.clear()
                    await self._happened.wait()
        except TimeoutError:
            raise TimeoutError(f"{self.name} has read:\n{self.text}") from None

    async def plays(self, *lines: str) -> None:
        """Answer what is asked, line by line."""
        for line in lines:
            await self.until(lambda: self._asked)
            self._asked = False
            self.type(line)

    async def reads(self, *words: str) -> None:
        """Wait until the terminal has shown all these words."""
        await self.until(lambda: all(one in self.text for one in words))

    async def answers(self, line: str, *words: str) -> None:
        """Type a line, and read what comes of it, until it has all these words."""
        before = len(self.shown)
        self.type(line)
        await self.until(lambda: all(one in "\n".join(self.shown[before:]) for one in words))


class _Noticing(TerminalPlayer):
    """Tells when something has happened."""

    def __init__(self, terminal: Person, happened: asyncio.Event) -> None:
        super().__init__(terminal)
        self._happened = happened

    def notice(self, notice: Notice) -> None:
        super().notice(notice)
        self._happened.set()


@asynccontextmanager
async def seated(
    folder: Path,
    scenario: Path | str,
    *names: str,
    reminders: Callable[[bytes], Desk] | None = None,
) -> AsyncIterator[list[Person]]:
    """People of these names play a scenario, each a power or those of a side; the first is host.

    With reminders, which are those of a table's id, a keeper keeps the game.
    """
    chosen = find(str(scenario))
    seats = tables.seats_of(chosen.scenario, len(names))
    keepers = 0 if reminders is None else 1
    terms = tables.terms_of(chosen, parse(""), seats, dice=DiceSetting.SIDES, keepers=keepers)
    happened = asyncio.Event()
    people = [Person(name, happened) for name in names]
    made, lobby = tables.host(
        Home(folder / names[0]), phrase(0), names[0], terms, seat=0, watchers=0
    )
    async with AsyncExitStack() as stack:

        def sit(person: Person, opened: tables.OpenTable, listen: Address | None) -> None:
            stack.enter_context(opened.store)
            node = Node(opened.store, opened.phrase, person.player, listen=listen, linger=1)
            person.opened = opened
            person.sit(node, asyncio.create_task(person.player.run(node)))

        sit(people[0], made, Address("127.0.0.1", 0))
        at = (Lan(Address("127.0.0.1", await people[0].node.port())),)
        host = Identity.from_phrase(phrase(0)).public
        for seat, person in enumerate(people[1:], start=1):
            invite = Invite(host, lobby.terms.nonce, lobby.ticket(phrase(0), seat), at)
            sit(
                person,
                tables.join(Home(folder / person.name), phrase(seat), person.name, invite),
                None,
            )
        keeping = None
        if reminders is not None:
            own = phrase(len(names))
            invite = Invite(host, lobby.terms.nonce, lobby.ticket(phrase(0), len(names)), at)
            kept = tables.join(Home(folder / "keeper"), own, "Kim", invite)
            stack.enter_context(kept.store)
            keeper = Keeper(people[0], Identity.from_phrase(own).public)
            node = Node(
                kept.store,
                own,
                keeper,
                listen=Address("127.0.0.1", 0),
                linger=1,
                reminders=reminders(kept.id),
            )
            keeping = asyncio.create_task(keeper.run(node))
        try:
            yield people
        finally:
            for person in people:
                await person.leave()
            if keeping is not None:
                keeping.cancel()
                with suppress(asyncio.CancelledError):
                    await keeping
