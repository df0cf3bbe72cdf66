"""A table of real nodes whose players are never there together, and a keeper at a relay.

Relay and keeper are processes, started as people start them. The table is founded while all are
there; from then on one player after the other comes alone, plays with a bot until the game waits
for another, and goes away.
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
from client.pace import Pace, proposed_instructions, usual_terms
from client.scenarios import ScenarioSource
from client.tables import OpenTable
from engine.options import parse
from engine.phases import Stage
from engine.requests import Reveal
from p2p.choice import Choice
from p2p.events import FaultProven
from p2p.invite import Invite
from p2p.node import Node
from p2p.player import Connected, Notice, Position
from p2p.relay.client import RelayAccess, ask_to_hold, ways_through
from p2p.terms import Terms
from protocol.charter import Secrecy
from protocol.identity import Identity, PublicKey
from protocol.table import Table
from tests.protocol.sample import phrase

__all__ = ["Visits", "Waited", "terms_of_days"]

_NAMES = ("Ann", "Bob", "Cid", "Dan", "Eve", "Finn", "Gil", "Hal")
_SECONDS = 120.0
"""For one visit, all of its work included."""
_LOOK_SECONDS = 0.1


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

    @property
    def opens(self) -> bool:
        """Whether all that is asked is to turn up tokens."""
        return self.why.endswith(Reveal.__name__)


@dataclass(eq=False)
class _Guest:
    """A player's node that runs."""

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
        folder: for the stores of all players.
        terms: of the game.
        relay: at which they meet its keeper.
        waited: for whom the game waited, after each visit.
        met: keys of all to whom players were connected when they came.
        blamed: what was proven against anybody.
    """

    folder: Path
    terms: Terms
    relay: RelayAccess
    waited: list[Waited] = field(default_factory=list)
    met: set[PublicKey] = field(default_factory=set)
    blamed: list[FaultProven] = field(default_factory=list)
    _begun: dict[tuple[int, int], None] = field(default_factory=dict)
    _noticed: asyncio.Event = field(default_factory=asyncio.Event)
    _keeper: PublicKey | None = None
    _id: str = ""

    @property
    def turns(self) -> tuple[tuple[int, int], ...]:
        """The turns that were played to their end: round, and turn in it."""
        return tuple(self._begun)[:-1]

    @property
    def needing(self) -> Counter[str]:
        """What others were waited for in a turn, each turn counted once, by its first reason."""
        first: dict[tuple[int, int], str] = {}
        for one in self.waited:
            if one.turn in self.turns and not one.own:
                first.setdefault(one.turn, one.why)
        return Counter(first.values())

    async def play(self, rounds: int) -> Table:
        """Let whoever is waited for come, and the next one, until so many rounds are over.

        Returns the game as the last one holds it.
        """
        table = await self.visit(0)
        while table.due is not None and table.game.round <= rounds:
            table = await self.visit(table.due.seat)
        return table

    async def visit(self, seat: int) -> Table:
        """A player comes, and stays until the game waits for somebody who is not there."""
        opened = tables.find(Home(self.folder / str(seat)), phrase(seat), self._id)
        here = self._run(opened, _Visitor(seat, self))
        await self._until(lambda: self._may_go(here.node))
        await here.stop()
        table = here.node.table
        assert table is not None
        if table.due is not None:
            self.waited.append(_waited(table))
        return table

    def _may_go(self, node: Node) -> bool:
        """Whether a player has nothing to do, and the keeper holds all that it holds."""
        table = node.table
        if table is None or not self._is_level(node):
            return False
        return table.due is None or table.due.seat not in (node.seat, *table.charter.keepers)

    def _is_level(self, node: Node) -> bool:
        """Whether keeper and player hold the same."""
        peer = None if self._keeper is None else node._runner.peers.with_key(self._keeper)
        if node.table is None or peer is None or peer.link is None:
            return False
        end = len(node.table.log)
        return peer.link.served == end and (peer.link.claimed or 0) <= end and peer.idle

    async def found(self) -> None:
        """Everybody comes to found the game, and goes before anything is decided."""
        terms, own = self.terms, Identity.from_phrase(phrase(0))
        made, lobby = tables.host(
            Home(self.folder / "0"), phrase(0), _NAMES[0], terms, seat=0, watchers=0
        )
        self._id = made.id.hex()
        ways = ways_through([self.relay], phrase(0), made.id)

        def link(seat: int) -> Invite:
            return Invite(own.public, terms.nonce, lobby.ticket(phrase(0), seat), ways)

        running = [self._run(made, _Signing(0, self))]
        for seat in range(1, len(terms.seats)):
            home = Home(self.folder / str(seat))
            joined = tables.join(home, phrase(seat), _NAMES[seat], link(seat))
            running.append(self._run(joined, _Signing(seat, self)))
        held = await ask_to_hold(self.relay, link(len(terms.seats)).link())
        self._keeper = held.key
        await self._until(lambda: all(self._is_level(one.node) for one in running))
        for one in running:
            await one.stop()
        self.met.clear()

    def _run(self, opened: OpenTable, player: BotPlayer) -> _Guest:
        """A node that nobody can call, as a laptop's is."""
        node = Node(
            opened.store,
            opened.phrase,
            player,
            ways=opened.ways,
            relays=[self.relay],
            linger=None,
        )
        return _Guest(opened, node, asyncio.create_task(player.run(node)))

    def notice(self, notice: Notice, table: Table | None) -> None:
        """A player's node says something, and holds this game."""
        if isinstance(notice, FaultProven):
            self.blamed.append(notice)
        if isinstance(notice, Connected):
            self.met.add(notice.peer)
        turn = None if table is None else _turn(table)
        if turn is not None:
            self._begun.setdefault(turn)
        self._noticed.set()

    async def _until(self, condition: Callable[[], bool]) -> None:
        async with asyncio.timeout(_SECONDS):
            while not condition():
                self._noticed.clear()
                with suppress(TimeoutError):  # that a keeper holds something raises no notice
                    async with asyncio.timeout(_LOOK_SECONDS):
                        await self._noticed.wait()


class _Visitor(BotPlayer):
    """A captain that comes for a while."""

    def __init__(self, seat: int, visits: Visits) -> None:
        super().__init__(_Silent(), Captain(seat), seat)
        self._visits = visits

    def notice(self, notice: Notice) -> None:
        """See `Player.notice`."""
        super().notice(notice)
        self._visits.notice(notice, self.observer.table)


class _Signing(_Visitor):
    """One that only agrees to the game."""

    async def decide(self, position: Position) -> Choice:  # noqa: ARG002 (it decides nothing)
        """See `Player.decide`: it goes before it does."""
        never: asyncio.Future[Choice] = asyncio.get_running_loop().create_future()
        return await never


def _turn(table: Table) -> tuple[int, int] | None:
    """Round, and turn in it; None while powers are set up."""
    game = table.game
    return None if game.stage is Stage.SET_UP else (game.round, game.turn)


def _waited(table: Table) -> Waited:
    assert table.due is not None
    return Waited(
        turn=_turn(table),
        own=table.due.seat == table.game.seat_of(table.game.active),
        why=f"{table.due.duty}: {type(table.request).__name__}",
    )
