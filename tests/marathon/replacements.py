"""One of three players is killed for good in the middle of a game in the world of 1941.

Real nodes on loopback, with real stores; bots play, and a keeper adds to the dice. Somebody else
comes to play on for the one who is gone, who has to be absent for as long as the charter says: the
clock of all nodes is set so much later. The game is played to its end, and its log verifies at each
level, for the program as for the verifier that was written from SPEC.md alone.
"""

__all__ = ["play", "replacements"]

import asyncio
import tempfile
import traceback
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, suppress
from itertools import count
from pathlib import Path
from typing import Final
from unittest.mock import patch

from client import tables
from client.bots.captain import Captain
from client.bots.player import BotPlayer
from client.home import Home
from client.keeper import Keeper
from client.scenarios import find, shortened
from client.seat.participant import Screen
from engine.options import parse
from p2p import runner
from p2p.address import Address
from p2p.invite import Invite
from p2p.node import Node
from p2p.player import Notice
from p2p.store import Store
from p2p.ways import Lan
from protocol.absence import MINUTES_PER_DAY
from protocol.audit import audit
from protocol.identity import Identity, Phrase
from protocol.logfile import write_log
from protocol.report import Level, Status, Worth
from protocol.table import Table
from tests.conformance import lines
from tests.marathon.step import Step
from tests.protocol.sample import phrase

NAMES: Final = ("Ann", "Bob", "Cid", "Kim")
ANN, BOB, CID, KEEPER = range(4)
DORA: Final = 5
SCENARIO: Final = "anniversary-1941"
_PATIENCE: Final = 1800.0
_LOOPBACK: Final = Address("127.0.0.1", 0)


class _Silent:
    """A screen that nobody looks at."""

    def show(self, text: str) -> None:
        """Nothing."""

    def prompt(self, text: str) -> None:
        """Nothing."""


class _Bot(BotPlayer):
    """A bot whose notices can be waited for."""

    def __init__(self, seed: int, noticed: asyncio.Event) -> None:
        super().__init__(_screen(), Captain(seed), seed)
        self.noticed = noticed

    def notice(self, notice: Notice) -> None:
        super().notice(notice)
        self.noticed.set()


def _screen() -> Screen:
    return _Silent()


class _Hall:
    """The nodes of one game, by name."""

    def __init__(self, home: Path, seed: int, stack: AsyncExitStack) -> None:
        self.home = home
        self.seed = seed
        self.stack = stack
        self.noticed = asyncio.Event()
        self.nodes: dict[str, Node] = {}
        self.stores: dict[str, Store] = {}
        self.tasks: dict[str, asyncio.Task[None]] = {}

    def sit(self, name: str, own: Phrase, store: Store, *, listens: bool = False) -> Node:
        """A bot plays, or a keeper keeps, at a node that runs from now on."""
        self.stores[name] = store
        self.stack.callback(store.close)
        listen = _LOOPBACK if listens else None
        player: _Bot | Keeper = _Bot(self.seed + len(self.nodes), self.noticed)
        if name == NAMES[KEEPER]:
            player = Keeper(_screen(), Identity.from_phrase(own).public)
        node = Node(store, own, player, listen=listen)
        self.nodes[name] = node
        self.tasks[name] = asyncio.create_task(player.run(node))
        return node

    async def kill(self, name: str) -> None:
        """A node stops, and its disk is gone."""
        task = self.tasks.pop(name)
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
        self.stores[name].close()
        del self.nodes[name]

    def table(self, name: str) -> Table:
        table = self.nodes[name].table
        assert table is not None
        return table

    async def until(self, condition: Callable[[], bool]) -> None:
        """Wait for something that a node may notice."""
        while not condition():
            self.noticed.clear()
            with suppress(TimeoutError):
                await asyncio.wait_for(self.noticed.wait(), 1)


async def _founded(hall: _Hall, rounds: int) -> None:
    chosen = shortened(find(SCENARIO), rounds)
    seats = tables.seats_of(chosen.scenario, 3)
    terms = tables.terms_of(chosen, parse(""), seats, keepers=1)
    opened, lobby = tables.host(
        Home(hall.home / "Ann"), phrase(ANN), "Ann", terms, seat=ANN, watchers=0
    )
    node = hall.sit("Ann", opened.phrase, opened.store, listens=True)
    at = (Lan(Address("127.0.0.1", await node.port())),)
    key = Identity.from_phrase(phrase(ANN)).public
    for seat in (BOB, CID, KEEPER):
        invite = Invite(key, lobby.terms.nonce, lobby.ticket(phrase(ANN), seat), at)
        joined = tables.join(Home(hall.home / NAMES[seat]), phrase(seat), NAMES[seat], invite)
        hall.sit(NAMES[seat], joined.phrase, joined.store)
    await hall.until(lambda: node.table is not None)


async def _replaced(hall: _Hall, later: Callable[[], None]) -> None:
    """Cid is killed, and Dora plays on for him."""
    ann, bob = hall.nodes["Ann"], hall.nodes["Bob"]
    await hall.kill("Cid")
    await hall.until(lambda: (due := hall.table("Ann").due) is not None and due.seat == CID)
    invite = ann.invite_successor(CID)
    dora = tables.join(Home(hall.home / "Dora"), phrase(DORA), "Dora", invite)
    new = hall.sit("Dora", dora.phrase, dora.store)
    key = Identity.from_phrase(phrase(DORA)).public
    await hall.until(lambda: any(one.key == key for one in ann.candidates))
    ann.replace(key)
    await hall.until(lambda: bool(bob.proposals))
    (proposal,) = bob.proposals
    bob.consent(proposal.proposal.statement.hash)
    later()
    await hall.until(lambda: new.seat == CID)


async def play(home: Path, seed: int, rounds: int) -> Table:
    """One game to its end: the table of the host.

    Raises:
        AssertionError: a verifier does not agree.
        TimeoutError: it does not end.
    """
    now = [runner._minute()]

    def later() -> None:
        now[0] += 15 * MINUTES_PER_DAY

    async with AsyncExitStack() as stack:
        stack.enter_context(patch.object(runner, "_minute", lambda: now[0]))
        stack.enter_context(patch.object(runner, "PATIENCE", 1.0))
        hall = _Hall(home, seed, stack)
        async with asyncio.timeout(_PATIENCE):
            await _founded(hall, rounds)
            middle = 1 + rounds // 2
            await hall.until(lambda: hall.table("Ann").game.round >= middle)
            await _replaced(hall, later)
            playing: list[Awaitable[None]] = [hall.tasks[name] for name in ("Ann", "Bob", "Dora")]
            table = hall.table("Ann")
            await asyncio.gather(*playing)
            await hall.kill("Kim")
    _judge(table)
    return table


def _judge(table: Table) -> None:
    assert table.outcome is not None
    assert table.log.players.now[CID].name == "Dora"
    log = write_log(table.log)
    for level in Level:
        report = audit(log, level)
        assert report.verified, report.fault
    report = audit(log)
    assert report.status is Status.COMPLETE
    assert [(one.named, one.worth) for one in report.agreements] == [((CID,), Worth.VERIFIED)]
    for level in (Level.LINE, Level.SECRETS):
        verdict, _ = lines.full(log, (), level.value)
        assert (verdict.code, verdict.entries) == (None, len(table.log)), verdict


def replacements(first: int, rounds: int) -> Iterator[Step]:
    """One game for each seed."""
    for seed in count(first):
        with tempfile.TemporaryDirectory() as home:
            try:
                table = asyncio.run(play(Path(home), seed, rounds))
            except Exception:  # noqa: BLE001 (whatever it is, it is what the search is for)
                yield Step(f"{seed}: {traceback.format_exc()}", failed=True)
                continue
        outcome = table.outcome
        assert outcome is not None
        yield Step(f"{seed}: {len(table.log)} entries, {outcome.why}")
