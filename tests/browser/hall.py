"""A hall with real nodes, each with its own key and store, and tables open to real browsers."""

import asyncio
import itertools
import json
import secrets
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

from playwright.async_api import Browser, BrowserContext, Page, ViewportSize, WebSocket

from client import tables
from client.bots.captain import Captain
from client.bots.player import BotPlayer
from client.home import Home
from client.keeper import Keeper
from client.network import free_port
from client.scenarios import find, shortened
from client.seat.invitations import Invitation, invitations_of
from client.seat.participant import Participant
from client.table.page_model import PageModel
from client.table.server import Server, serving
from client.table.session import BrowserSession
from client.tables import seats_of, terms_of
from engine.options import parse
from engine.records import encode
from engine.requests import Decision
from engine.scenario import Seating
from p2p.address import Address
from p2p.hosting import Hosting
from p2p.invite import Invite
from p2p.messages import Entries
from p2p.node import Node
from p2p.reminding.desk import Desk
from p2p.ways import Lan
from protocol.charter import MAX_SEATS, DiceSetting
from protocol.entry import Decide
from protocol.identity import PHRASE_SIZE, Identity, Phrase

PATIENCE = 60_000  # milliseconds that anything on a page may take
_PAUSE = 40  # milliseconds between two looks at it
_BESIDE = """name => {
  const { x, y } = table.onScreen(name);
  for (let far = 0; far < 120; far += 4)
    for (let turn = 0; turn < 16; turn++) {
      const angle = turn * Math.PI / 8;
      const [px, py] = [x + far * Math.cos(angle), y + far * Math.sin(angle)];
      const top = document.elementFromPoint(px, py);
      if (top?.closest("#map") && !top.closest(".chip, .name") && table.under(px, py) === name)
        return [px, py];
    }
  return null;
}"""
"""A point of a space that is under nothing else."""


class Silent:
    """A screen that nobody reads."""

    def show(self, text: str) -> None:
        """Show nothing."""


@dataclass
class Looker:
    """A browser at a table: its page, and everything that it was ever told."""

    page: Page
    context: BrowserContext
    told: list[dict[str, Any]] = field(default_factory=list)
    asked_for: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    async def dock(self) -> str:
        """What is asked, as it reads."""
        return await self.page.inner_text("#dock")

    async def wait_for(self, text: str) -> None:
        """Wait until the dock says something."""
        await self.page.wait_for_selector(f'#dock:has-text("{text}")', timeout=PATIENCE)

    async def asked(self) -> dict[str, Any]:
        """What the page is asked now, its form among it."""
        found: dict[str, Any] = await self.page.evaluate(
            "(({ question }) => ({ ...question, ...question.form }))(table.store.picture.ask)"
        )
        return found

    async def ready(self) -> None:
        """Wait until this player can answer something, or the game is over."""
        await self.until("table.store.picture.ask?.question || table.store.picture.turn?.outcome")
        await self.until("!table.store.settling")

    async def until(self, expression: str, argument: object = None) -> None:
        """Wait until something holds on the page; asked from outside, as its policy forbids eval.

        Raises:
            TimeoutError: it never does.
        """
        for _ in range(PATIENCE // _PAUSE):
            if await self.page.evaluate(expression, argument):
                return
            await asyncio.sleep(_PAUSE / 1000)
        raise TimeoutError(expression)

    async def picture(self, section: str) -> Any:
        """A section of what the page was last sent."""
        return await self.page.evaluate("name => table.store.picture[name]", section)

    async def at(self, space: str) -> tuple[float, float]:
        """Where a space lies on the screen."""
        found = await self.page.evaluate("name => table.onScreen(name)", space)
        return found["x"], found["y"]

    async def click_beside(self, space: str) -> None:
        """Click a space on the map, beside what stands in it."""
        await self.page.evaluate("name => table.reveal(name)", space)
        await self.page.wait_for_timeout(400)  # the map slides there
        await self.until(_BESIDE, space)
        await self.page.mouse.click(*await self.page.evaluate(_BESIDE, space))


class Hall:
    """One game between people in browsers and bots, in this process."""

    def __init__(self, folder: Path, browser: Browser) -> None:
        self.sessions: list[BrowserSession] = []
        self.nodes: list[Node] = []
        self.servers: list[Server] = []
        self.invitations: tuple[Invitation, ...] = ()
        self._folder = folder
        self._browser = browser
        self._stack = AsyncExitStack()
        self._tasks: list[asyncio.Task[None]] = []
        self._lookers: list[Looker] = []
        self._opened = asyncio.Semaphore(0)

    async def __aenter__(self) -> Self:
        await self._stack.__aenter__()
        return self

    async def __aexit__(self, *error: object) -> None:
        faults = [fault for looker in self._lookers for fault in looker.faults]
        for looker in self._lookers:
            await looker.context.close()
        for task in self._tasks:
            task.cancel()
        for task in self._tasks:
            with suppress(asyncio.CancelledError):
                await task
        await self._stack.aclose()
        assert not faults or error[0] is not None, faults

    async def play(
        self,
        *,
        people: int = 1,
        rounds: int = 2,
        scenario: str = "wake-island",
        watchers: int = 0,
        rules: str = "",
        keepers: int = 0,
        seats: Seating | None = None,
        dice: DiceSetting | None = None,
        meeting: bool = False,
        reminders: Callable[[bytes], Desk] | None = None,
    ) -> None:
        """Found a game: people, then bots, take the seats; then come keepers, then watchers.

        `meeting`: all players can be called, not only the host. `reminders`: those of the keepers,
        by the table's id.
        """
        chosen = shortened(find(scenario), rounds)
        seats = seats or seats_of(chosen.scenario, None)
        terms = terms_of(chosen, parse(rules), seats, keepers=keepers, dice=dice)
        phrase = Phrase(secrets.token_bytes(PHRASE_SIZE))
        table, lobby = tables.host(
            Home(self._folder / "host"), phrase, "Ann", terms, seat=0, watchers=watchers
        )
        host = self._seat(table, self._person(), Address("127.0.0.1", 0))
        at = Address("127.0.0.1", await host.port())
        self.invitations = invitations_of(phrase, lobby, (Lan(at),))
        for number in range(1, len(seats)):
            link = self._link(phrase, lobby, number, at)
            person = number < people
            guest = tables.join(
                Home(self._folder / f"guest-{number}"),
                Phrase(secrets.token_bytes(PHRASE_SIZE)),
                f"Guest {number}",
                link,
            )
            who = self._person() if person else BotPlayer(Silent(), Captain(number), number)
            self._seat(guest, who, Address("127.0.0.1", free_port()) if meeting else None)
        for number in range(len(seats), len(seats) + keepers):
            link = self._link(phrase, lobby, number, at)
            own = Phrase(secrets.token_bytes(PHRASE_SIZE))
            kept = tables.join(Home(self._folder / f"keeper-{number}"), own, "Kim", link)
            keeper = Keeper(Silent(), Identity.from_phrase(own).public)
            self._seat(kept, keeper, None, reminders=reminders and reminders(kept.id))
        for number in range(watchers):
            link = self._link(phrase, lobby, MAX_SEATS + number, at)
            home = Home(self._folder / f"watcher-{number}")
            watcher = tables.join(home, Phrase(secrets.token_bytes(PHRASE_SIZE)), "", link)
            self._seat(watcher, BrowserSession(Silent(), self._serve), None)
        for _ in range(people + watchers):
            await self._opened.acquire()

    def come(self, link: str, name: str) -> None:
        """A bot comes by an invite, with a home of its own."""
        table = self._coming(link, name)
        self._seat(table, BotPlayer(Silent(), Captain(1), 1), None, bot=True)

    def keep(self, link: str, name: str) -> None:
        """A keeper comes by an invite, with a home of its own."""
        table = self._coming(link, name)
        self._seat(table, Keeper(Silent(), Identity.from_phrase(table.phrase).public), None)

    def _coming(self, link: str, name: str) -> tables.OpenTable:
        phrase = Phrase(secrets.token_bytes(PHRASE_SIZE))
        return tables.join(Home(self._folder / name), phrase, name, Invite.parse(link))

    async def stop(self, number: int) -> None:
        """The node of a seat stops, and its pages close."""
        self._tasks[number].cancel()
        with suppress(asyncio.CancelledError):
            await self._tasks[number]

    def fork(self, number: int) -> None:
        """The seat that must decide signs two answers for one place, and sends both to the host."""
        runner = self.nodes[number]._runner
        author = runner.begun.replica.standing.author()
        asked = author.table.request
        assert isinstance(asked, Decision)
        answers = itertools.islice(asked.candidates(author.table.game), 2)
        actions = [Decide(encode(answer)) for answer in answers]
        entries = [author.prepare([one], entropy=bytes(32), minute=0).entry for one in actions]
        assert len({entry.hash for entry in entries}) == 2
        for key in runner.peers.keys:
            peer = runner.peers.with_key(key)
            assert peer is not None
            peer.replies += [Entries(entries=(entry.raw,)) for entry in entries]
            peer.wake.set()

    async def part(self, number: int, *answers: Sequence[object]) -> None:
        """The seat that must decide shows each other player, in turn, an entry of its own.

        Each answers what is asked in its own way, so that the others go on along different lines.
        """
        runner = self.nodes[number]._runner
        author = runner.begun.replica.standing.author()
        async with asyncio.timeout(PATIENCE / 1000):
            while len(runner.peers.keys) < len(answers):  # noqa: ASYNC110 (nobody tells)
                await asyncio.sleep(_PAUSE / 1000)
        players = [player.key for player in author.table.log.players.now]
        others = [key for seat, key in enumerate(players) if seat != number]
        for key, answer in zip(others, answers, strict=True):
            actions = [Decide(encode(one)) for one in answer]
            entry = author.prepare(actions, entropy=bytes(32), minute=0).entry
            peer = runner.peers.with_key(key)
            assert peer is not None
            peer.replies.append(Entries(entries=(entry.raw,)))
            peer.wake.set()

    async def close(self, looker: Looker) -> None:
        """Close a page."""
        self._lookers.remove(looker)
        await looker.context.close()

    @staticmethod
    def _link(phrase: Phrase, lobby: Hosting, number: int, at: Address) -> Invite:
        key = Identity.from_phrase(phrase).public
        return Invite(key, lobby.terms.nonce, lobby.ticket(phrase, number), (Lan(at),))

    def _person(self) -> BrowserSession:
        session = BrowserSession(Silent(), self._serve)
        self.sessions.append(session)
        return session

    @asynccontextmanager
    async def _serve(self, model: PageModel) -> AsyncIterator[Server]:
        async with serving(model) as server:
            self.servers.append(server)
            self._opened.release()
            yield server

    def _seat(
        self,
        table: tables.OpenTable,
        who: Participant,
        listen: Address | None,
        *,
        bot: bool = False,
        reminders: Desk | None = None,
    ) -> Node:
        self._stack.enter_context(table.store)
        node = Node(
            table.store,
            table.phrase,
            who,
            listen=listen,
            found_at=() if listen is None or not listen.port else (Lan(listen),),
            linger=None,
            bot=bot,
            reminders=reminders,
        )
        self.nodes.append(node)
        self._tasks.append(asyncio.create_task(who.run(node)))
        return node

    async def look(
        self, person: int = 0, *, wide: int = 1366, high: int = 768, touch: bool = False
    ) -> Looker:
        """Open a person's table in a browser of its own."""
        link = self.servers[person].link
        looker = await look_at(self._browser, link, wide=wide, high=high, touch=touch)
        self._lookers.append(looker)
        return looker


async def look_at(
    browser: Browser, link: str, *, wide: int = 1366, high: int = 768, touch: bool = False
) -> Looker:
    """Open a link in a browser of its own; what fails on the page is noted."""
    size = ViewportSize(width=wide, height=high)
    context = await browser.new_context(viewport=size, has_touch=touch)
    looker = Looker(await context.new_page(), context)
    looker.page.on("pageerror", lambda error: looker.faults.append(str(error)))
    looker.page.on(
        "console",
        lambda line: looker.faults.append(line.text) if line.type == "error" else None,
    )
    looker.page.on("request", lambda request: looker.asked_for.append(request.url))
    looker.page.on("websocket", lambda socket: _listen(socket, looker))
    await looker.page.goto(link)
    return looker


def _listen(socket: WebSocket, looker: Looker) -> None:
    def note(payload: str | bytes) -> None:
        looker.told.append(json.loads(payload))

    socket.on("framereceived", note)
