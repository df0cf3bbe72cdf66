"""A table that shows one position: a real session and page, without nodes: it opens at once.

The other seats answer by themselves, dice are told beforehand, nothing is signed, and what tokens
may hold is not followed. Whole games over real nodes are played in `tests.browser.hall`.
"""

import asyncio
import random
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, cast

from playwright.async_api import Browser

from client.bots.arena import Owners
from client.bots.bot import Bot
from client.bots.fuzz import Fuzz
from client.seat.observer import Observer
from client.seat.view import PlayerView
from client.table.server import serving
from client.table.session import BrowserSession
from engine.game import Event, Game
from engine.pieces import PieceId
from engine.records import encode
from engine.requests import Decision, Request, Reveal, Roll, Seal
from engine.run import Run
from p2p.player import Position
from protocol.entry import Decide, Waive
from protocol.head import Head
from protocol.table import Appended, Table
from tests.browser.hall import PATIENCE, Looker, Silent, look_at


@dataclass(frozen=True)
class _Entry:
    """What the journal looks at in an entry."""

    sequence: int
    seat: int
    minute: int = 0
    items: tuple[object, ...] = ()
    agree: None = None
    hash: bytes = bytes(32)


@dataclass(frozen=True)
class _Appended:
    """What the journal looks at in what an entry brought about."""

    entry: _Entry
    events: tuple[Event, ...]


@dataclass(frozen=True)
class _Player:
    """What the session looks at in a player."""

    name: str
    bot: bool = False


@dataclass(frozen=True)
class _Players:
    """What the session looks at in those who play."""

    now: tuple[_Player, ...] = (_Player("Ann"), _Player("Bob"))


@dataclass(frozen=True)
class _Log:
    """What the session looks at in a log."""

    head: Head
    players: _Players = _Players()


@dataclass(frozen=True)
class _Charter:
    """What the session looks at in a charter: nobody has anything to disclose."""

    players: tuple[int, ...] = ()
    seats: tuple[()] = ()


@dataclass(frozen=True)
class _Commitments:
    """What the session looks at in commitments: nothing is hidden."""

    limits: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class _Ledger:
    """What the session looks at in a ledger."""

    commitments: _Commitments = _Commitments()


@dataclass(frozen=True)
class _Replica:
    """What the session looks at in a replica."""

    game: Game
    log: _Log
    request: Request[object] | None = None
    waiting_for: tuple[str, ...] = ()
    due: None = None
    charter: _Charter = _Charter()
    ledger: _Ledger = _Ledger()

    def closings(self) -> tuple[()]:
        """See `Table.closings`: nobody signs."""
        return ()

    def disclosures(self) -> tuple[()]:
        """See `Table.disclosures`: there is nothing to disclose."""
        return ()

    def waiting_instructions(self) -> tuple[()]:
        """See `Table.waiting_instructions`: none do."""
        return ()


@dataclass(frozen=True)
class _Moment:
    """What the session looks at in a position."""

    run: Run
    seat: int
    groups: Mapping[PieceId, int]
    declined: None = None

    def fork(self) -> Run:
        """See `Position.fork`."""
        return self.run.fork()


class _Seat(Observer):
    """One seat of a game in motion, as its session sees it."""

    def __init__(self, run: Run, seat: int, owners: Owners) -> None:
        super().__init__()
        self._run = run
        self._sits = seat
        self._owners = owners
        self.entries = 0

    @property
    def table(self) -> Table:
        """See `Observer.table`."""
        log = _Log(Head(self.entries, self.entries.to_bytes(32, "little")))
        return cast("Table", _Replica(self._run.game, log, self._run.request))

    @property
    def seat(self) -> int:
        """See `Observer.seat`."""
        return self._sits

    @property
    def groups(self) -> Mapping[PieceId, int]:
        """See `Observer.groups`."""
        return {
            token: group
            for power in self._run.game.rules.seats[self._sits]
            for token, group in self._owners.of(power).items()
        }


class Exhibit(BrowserSession):
    """Plays one seat of a position through pages.

    Attributes:
        game_run: the game in motion.
        answers: every answer of this seat, as records in plain data, in order.
    """

    def __init__(
        self,
        run: Run,
        seat: int,
        dice: Iterable[int] = (),
        bot: Bot | None = None,
        owners: Owners | None = None,
    ) -> None:
        """A table.

        Args:
            run: a game in motion; what has happened so far is not told.
            seat: that is played through pages.
            dice: results to come first; all further ones are drawn from a fixed seed.
            bot: answers for all other seats.
            owners: what the tokens of the position hold.
        """
        self._draw = random.Random(1)
        self._owners = owners or Owners(self._draw)
        self._seat = _Seat(run, seat, self._owners)
        super().__init__(Silent(), serving, observer=self._seat)
        self.game_run = run
        self.answers: list[Any] = []
        self._sits = seat
        self._dice = list(dice)
        self._bot = bot or Fuzz(1)
        self.begin(run.game)

    async def play(self) -> None:
        """Go on until the game is over."""
        while (request := self.game_run.request) is not None:
            match request:
                case Decision(power=power) if self.game_run.game.seat_of(power) == self._sits:
                    await self._asked_here()
                case Decision() as decision:
                    own = self._owners.of(decision.power)
                    view = PlayerView(self.game_run.game, decision, own)
                    self._answered(encode(self._bot.choose(view)))
                case Roll(_, count, sides):
                    self._answered([self._die(sides) for _ in range(count)])
                case Seal(owner, claim):
                    self._owners.seal(owner, claim)
                    self._answered(None)
                case Reveal(tokens):
                    groups = {t: self._owners.of(o)[t] for o, handles in tokens for t in handles}
                    self._answered(encode(groups))
                case other:
                    raise TypeError(f"{type(other).__name__} is no request")

    async def _asked_here(self) -> None:
        moment = _Moment(self.game_run, self._sits, self.observer.groups)
        for action in (await self.decide(cast("Position", moment))).actions:
            match action:
                case Decide(data=data):
                    self.answers.append(data)
                    self._answered(data)
                    while isinstance(self.game_run.request, Seal):
                        self._owners.seal(self.game_run.request.owner, self.game_run.request.claim)
                        self._answered(None)
                case Waive(waived=waived):
                    self.game_run.waive(self._sits, waived=waived)
                    self.state.sending = None
                    self._seat.entries += 1
                case other:
                    raise TypeError(f"{type(other).__name__} is not exhibited")

    def _die(self, sides: int) -> int:
        return self._dice.pop(0) if self._dice else self._draw.randint(1, sides)

    def _answered(self, data: Any) -> None:
        events = self.game_run.answer(data)
        self.state.sending = None
        self._seat.entries += 1
        appended = _Appended(_Entry(self._seat.entries, self._sits), events)
        if self.state.journal is not None:
            seats = ["/".join(seat) for seat in self.game_run.game.rules.seats]
            game = self.game_run.game
            told = self.state.journal.tell(cast("Appended", appended), game, seats)
            if self.state.recording is not None:
                self.state.recording.add(self._sits, told, game)
        self.changes.notify()


@asynccontextmanager
async def exhibited(
    browser: Browser,
    exhibit: Exhibit,
    *,
    wide: int = 1366,
    high: int = 768,
) -> AsyncIterator[Looker]:
    """The page of an exhibit; no page may have failed at the end.

    Raises:
        AssertionError: one has.
    """
    playing = asyncio.create_task(exhibit.play())
    async with serving(exhibit) as server:
        looker = await look_at(browser, server.link, wide=wide, high=high)
        try:
            await looker.page.wait_for_selector("body[data-ready]", timeout=PATIENCE)
            yield looker
        finally:
            playing.cancel()
            with suppress(asyncio.CancelledError):
                await playing
            await looker.context.close()
        assert not looker.faults, looker.faults
