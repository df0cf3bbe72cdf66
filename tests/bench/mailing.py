"""Mail: what a whole game is in chunks, how long it takes to fetch, and when the next player knows.

Through the relay of the library, which is on this machine and takes whatever it is sent.
"""

__all__ = ["mailing"]

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from itertools import groupby
from statistics import median
from time import perf_counter

import nostr_sdk

from client.bots.captain import Captain
from p2p.failures import task_group
from p2p.mail.box import Box, Letter
from p2p.mail.connection import MailConnection
from p2p.mail.introduction import Introduction
from p2p.mail.keys import Author, TableMail
from p2p.mail.nostr import opened
from p2p.mailboxes import read_mailbox
from p2p.messages import Entries, Heads
from p2p.ways import Relay
from protocol.entry import Entry
from protocol.identity import Identity, PublicKey
from protocol.table import Table
from tests.bench.games import PHRASES, endless, founded, played
from tests.bench.measure import Measure

_TIMES = 9
"""Entries that are left one by one, and clocked."""
_TOGETHER = 256
"""Entries that a node says at once."""


@dataclass(frozen=True, slots=True)
class _Everybody:
    """Who belongs to the table."""

    members: frozenset[PublicKey]
    doorsteps: frozenset[bytes] = frozenset()


class _Mail:
    """The mail of one table at one relay."""

    def __init__(self, table: Table, relay: Relay) -> None:
        self.table = table
        self.relay = relay
        self.seats = range(len(table.charter.seats))
        keys = [seat.key for seat in table.charter.seats]
        self.id = TableMail.of(keys[0], table.charter.nonce)
        self.members = frozenset(keys)
        self.authors = [Author.of_player(PHRASES[seat], self.id.table) for seat in self.seats]

    def box(self, seat: int) -> Box:
        identity, author = Identity.from_phrase(PHRASES[seat]), self.authors[seat]
        shown = Introduction.signed(identity, self.id.table, author.public)
        known = [author.public for author in self.authors]
        made = Box(self.id, str(self.relay), author, {author: shown}, known=known)
        made.members = self.members
        return made

    @asynccontextmanager
    async def connected(self, seat: int) -> AsyncIterator[MailConnection]:
        stack = AsyncExitStack()
        post = await stack.enter_async_context(opened(self.relay))
        made = MailConnection(
            self.box(seat),
            post,
            stack,
            membership=_Everybody(self.members),
            refused=_complain,
            relay=self.relay,
        )
        yield made
        await made.close()

    def heads(self, place: int) -> Heads:
        game = self.table.log.charter.game_id
        last = ((place, self.table.log.at(place).hash),) if place else ()
        return Heads(game=game, places=(*last, (0, game)), held=())


def mailing(entries: int = 3_500) -> list[Measure]:
    """A long game, as its seats would have left it, each its own entries."""
    captains = [Captain(seed) for seed in range(2)]
    table = played(founded(endless()), entries, captains)
    return asyncio.run(_mailing(table))


async def _mailing(table: Table) -> list[Measure]:
    pace = nostr_sdk.RateLimit(max_reqs=500, notes_per_minute=100_000)
    local = nostr_sdk.LocalRelayBuilder().addr("127.0.0.1").rate_limit(pace).build()
    await local.run()
    mail = _Mail(table, read_mailbox(str(await local.url())))
    chunks, octets, turns = await _left(mail)
    fetched = await _fetched(mail)
    told = await _told(mail)
    local.shutdown()
    return [
        Measure(f"events that a game of {len(table.log)} entries is", chunks, ""),
        Measure("the same, as the relay keeps them", octets / 1e6, "MB"),
        Measure("times that a seat had something to leave", turns, ""),
        Measure("fetching all of it, opened and in order", fetched, "s"),
        Measure("from a player's entry to the next player's node, median", median(told), "s"),
    ]


async def _left(mail: _Mail) -> tuple[int, int, int]:
    """Each seat leaves its own entries: events and bytes in the end, and turns."""
    boxes, turns = [mail.box(seat) for seat in mail.seats], 0
    for box in boxes:
        box.begin()
    first = list(mail.table.log)[:-_TIMES]
    for seat, run in groupby(first, key=lambda entry: entry.seat):
        turns += 1
        for batch in _batched(run):
            boxes[seat].hear(Entries(entries=batch))
    count = octets = 0
    async with opened(mail.relay) as post:
        for box in boxes:
            while (due := box.due(1_700_000_000)) is not None:
                sealed = due.chunk.sealed(mail.id, due.author.public, box.url)
                name = mail.id.name(due.author.public, due.chunk.number, box.url)
                await post.post(due.author, name, due.second, sealed)
                box.posted(due)
                count, octets = count + 1, octets + 4 * len(sealed) // 3
    return count, octets, turns


def _batched(entries: Iterable[Entry]) -> Iterable[tuple[bytes, ...]]:
    raws = [entry.raw for entry in entries]
    return (tuple(raws[at : at + _TOGETHER]) for at in range(0, len(raws), _TOGETHER))


async def _fetched(mail: _Mail) -> float:
    """Seconds until a node that holds nothing was given all entries."""
    began, given = perf_counter(), 0
    async with mail.connected(0) as there:
        saying = asyncio.create_task(there.send(mail.heads(0)))
        while given < len(mail.table.log) - _TIMES:
            given += len(_entries(await there.receive()))
        await saying
        return perf_counter() - began


async def _told(mail: _Mail) -> list[float]:
    """Seconds from each of the last entries, as one node has it, until the other has it."""
    held = len(mail.table.log) - _TIMES
    async with mail.connected(0) as one, mail.connected(1) as other, task_group() as group:
        news = [asyncio.Queue[bytes](), asyncio.Queue[bytes]()]
        reading = [
            group.create_task(_read(there, come))
            for there, come in zip((one, other), news, strict=True)
        ]
        for there in (one, other):
            await there.send(mail.heads(held))
        found = []
        for entry in mail.table.log.since(held):
            writer, reader = (one, news[1]) if entry.seat == 0 else (other, news[0])
            began = perf_counter()
            await writer.send(Entries(entries=(entry.raw,)))
            while await reader.get() != entry.raw:
                pass
            found.append(perf_counter() - began)
        for task in reading:
            task.cancel()
        return found


async def _read(there: MailConnection, come: asyncio.Queue[bytes]) -> None:
    while True:
        for raw in _entries(await there.receive()):
            come.put_nowait(raw)


def _entries(given: Letter | Heads) -> tuple[bytes, ...]:
    said = given.message if isinstance(given, Letter) else given
    return said.entries if isinstance(said, Entries) else ()


def _complain(relay: Relay, reason: str) -> None:
    if reason:
        raise RuntimeError(f"{relay} takes nothing: {reason}")
