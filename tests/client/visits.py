"""A table of real nodes whose players are never there together, and a keeper that always is.

The table is founded while all are there. From then on the keeper's node runs, and one player after
the other comes to it alone, plays with a bot until the game waits for another, and goes away.
"""

import asyncio
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from client import tables
from client.bots.captain import Captain
from client.bots.player import BotPlayer
from client.home import Home
from client.keeper import Keeper
from client.pace import Pace, proposed_instructions, usual_terms
from client.scenarios import ScenarioSource
from client.tables import OpenTable
from engine.options import parse
from engine.phases import Stage
from p2p.address import Address
from p2p.choice import Choice
from p2p.events import FaultProven
from p2p.invite import Invite
from p2p.node import Node
from p2p.player import Connected, Notice, Position
from p2p.terms import Terms
from p2p.ways import way_to
from protocol.charter import Secrecy
from protocol.due import Due
from protocol.identity import Identity, PublicKey
from protocol.table import Table
from tests.protocol.sample import phrase

__all__ = ["Visits", "Waited", "terms_of_days"]

_NAMES = ("Ann", "Bob", "Cid", "Dan", "Eve", "Finn", "Gil", "Hal")
_ANYWHERE = Address("127.0.0.1", 0)
_SECONDS = 60.0
"""For one visit, all of its work included."""


def terms_of_days(
    chosen: ScenarioSource, players: int, *, deposits: bool, rules: str = ""
) -> Terms:
    """What a host proposes at the pace of days."""
    usual = usual_terms(Pace.DAYS)
    terms = tables.terms_of(
        chosen,
        parse(rules),
        tables.seats_of(chosen.scenario, players),
        secrecy=Secrecy.HASHED,
        windows=usual.windows,
        keepers=usual.keepers,
        absence=usual.absence,
        deposits=deposits,
    )
    return tables.with_instructions(terms, proposed_instructions(chosen.scenario))


class _Silent:
    """A screen that shows nothing."""

    def show(self, text: str) -> None:
        """See `Screen.show`."""


@dataclass(frozen=True, slots=True)
class Waited:
    """Whom the game waited for when a player went away.

    Attributes:
        turn: number of the round, and of the turn in it; None before the first.
        own: whether the turn is that of a power of whoever is waited for.
        why: what is asked.
    """

    turn: tuple[int, int] | None
    own: bool
    why: str


@dataclass(eq=False)
class _Guest:
    """A node that runs."""

    table: OpenTable
    node: Node
    task: asyncio.Task[None]

    async def stop(self) -> None:
        """Go away."""
        self.task.cancel()
        with suppress(asyncio.CancelledError):
            await self.task
        self.table.store.close()


@dataclass(eq=False)
class Visits:
    """The table.

    Attributes:
        folder: for the stores of all.
        terms: of the game.
        waited: for whom the game waited, visit by visit.
        met: keys of all to whom players were connected when they came.
    """

    folder: Path
    terms: Terms
    waited: list[Waited] = field(default_factory=list)
    met: set[PublicKey] = field(default_factory=set)
    _noticed: asyncio.Event = field(default_factory=asyncio.Event)
    _id: str = ""
    _founded: bool = False
    _at: Address = _ANYWHERE

    @property
    def keeper(self) -> int:
        """The keeper's seat."""
        return len(self.terms.seats)

    @property
    def turns(self) -> int:
        """How many turns were begun."""
        return len({one.turn for one in self.waited if one.turn is not None})

    @property
    def needing(self) -> Counter[str]:
        """What others were waited for in a turn, each turn counted once, by its first reason."""
        first: dict[tuple[int, int], str] = {}
        for one in self.waited:
            if one.turn is not None and not one.own:
                first.setdefault(one.turn, one.why)
        return Counter(first.values())

    async def play(self, rounds: int) -> Table:
        """Found the table, and let players come one at a time until so many rounds are over.

        Returns the game as the keeper holds it.
        """
        await self._found()
        kept = await self._start(self.keeper)
        table = kept.node.table
        assert table is not None
        while table.due is not None and table.game.round <= rounds:
            self.waited.append(_waited(table, table.due))
            await self._visit(table.due.seat, kept)
        await kept.stop()
        return table

    async def _visit(self, seat: int, kept: _Guest) -> None:
        """A player comes, and stays until the game waits for somebody who is not there."""
        here = await self._start(seat)

        def waits_for_another() -> bool:
            due = None if here.node.table is None else here.node.table.due
            away = due is None or due.seat not in (seat, self.keeper)
            return away and _level(here.node, kept.node)

        await self._until(waits_for_another)
        await here.stop()

    async def _found(self) -> None:
        """Everybody comes to found the game, and goes before anything is decided."""
        home = Home(self.folder / "0")
        made, lobby = tables.host(home, phrase(0), _NAMES[0], self.terms, seat=0, watchers=0)
        self._id = made.id.hex()
        running = [await self._run(0, made, plays=False)]
        at = way_to(Address("127.0.0.1", await running[0].node.port()))
        key = Identity.from_phrase(phrase(0)).public
        for seat in range(1, self.keeper + 1):
            link = Invite(key, self.terms.nonce, lobby.ticket(phrase(0), seat), (at,))
            home, name = Home(self.folder / str(seat)), _NAMES[seat]
            joined = tables.join(home, phrase(seat), name, link)
            running.append(await self._run(seat, joined, plays=False))
        await self._until(lambda: _level(*(one.node for one in running)))
        for one in running:
            await one.stop()
        self._founded = True

    async def _start(self, seat: int) -> _Guest:
        opened = tables.find(Home(self.folder / str(seat)), phrase(seat), self._id)
        return await self._run(seat, opened, plays=True)

    async def _run(self, seat: int, opened: OpenTable, *, plays: bool) -> _Guest:
        """A node; only the host's and the keeper's can be called."""
        player: Keeper | BotPlayer = _Visitor(seat, self, plays=plays)
        if seat == self.keeper:
            player = _Kept(self)
        listens = seat == self.keeper or (seat == 0 and not plays)
        node = Node(
            opened.store,
            opened.phrase,
            player,
            listen=self._at if listens else None,
            ways=(way_to(self._at),) if plays and not listens else opened.ways,
            linger=None,
        )
        task = asyncio.create_task(player.run(node))
        if seat == self.keeper:
            self._at = Address("127.0.0.1", await node.port())
        return _Guest(opened, node, task)

    def notice(self, seat: int, notice: Notice) -> None:
        """A node says something."""
        assert not isinstance(notice, FaultProven), f"seat {seat} sees somebody blamed"
        if isinstance(notice, Connected) and self._founded and seat != self.keeper:
            self.met.add(notice.peer)
        self._noticed.set()

    async def _until(self, condition: Callable[[], bool]) -> None:
        async with asyncio.timeout(_SECONDS):
            while not condition():
                self._noticed.clear()
                await self._noticed.wait()


class _Visitor(BotPlayer):
    """A captain that comes for a while, or only agrees to the game."""

    def __init__(self, seat: int, visits: Visits, *, plays: bool) -> None:
        super().__init__(_Silent(), Captain(seat), seat)
        self._seat = seat
        self._visits = visits
        self._plays = plays

    async def decide(self, position: Position) -> Choice:
        """See `Player.decide`."""
        if not self._plays:
            await asyncio.Event().wait()
        return await super().decide(position)

    def notice(self, notice: Notice) -> None:
        """See `Player.notice`."""
        super().notice(notice)
        self._visits.notice(self._seat, notice)


class _Kept(Keeper):
    """A keeper whose notices are counted."""

    def __init__(self, visits: Visits) -> None:
        super().__init__(_Silent(), Identity.from_phrase(phrase(visits.keeper)).public)
        self._visits = visits

    def notice(self, notice: Notice) -> None:
        """See `Player.notice`."""
        super().notice(notice)
        self._visits.notice(self._visits.keeper, notice)


def _level(*nodes: Node) -> bool:
    """Whether all hold the same game."""
    heads = {None if node.table is None else node.table.head for node in nodes}
    return len(heads) == 1 and None not in heads


def _waited(table: Table, due: Due) -> Waited:
    game = table.game
    begun = game.stage is not Stage.SET_UP
    return Waited(
        turn=(game.round, game.turn) if begun else None,
        own=due.seat == game.seat_of(game.active),
        why=f"{due.duty}: {type(table.request).__name__}",
    )
