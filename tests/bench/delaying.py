"""What a round costs two players far apart, whose bytes a proxy on loopback delays.

Run as a program it is the other node, or the proxy: each is a process of its own, so that a bot
that thinks delays nobody else. By the clock, which is of use on an idle machine only.
"""

__all__ = ["Played", "played", "rounds"]

import asyncio
import itertools
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from client import tables
from client.bots.captain import Captain
from client.home import Home
from client.scenarios import find, shortened
from engine.options import parse
from p2p.address import Address
from p2p.events import EntryAccepted
from p2p.failures import task_group
from p2p.invite import Invite
from p2p.node import Node
from p2p.player import GameStarted, Notice
from p2p.ways import Lan
from protocol.identity import Identity
from tests.bench.games import PHRASES
from tests.bench.measure import Measure
from tests.bench.rolling import Timing

_LOOPBACK = Address("127.0.0.1", 0)
_CHUNK = 1 << 16


class _Clock(Timing):
    """Notes when the game began, when its last entry came, and how long rolls took."""

    def __init__(self) -> None:
        super().__init__(1, Captain(1))
        self.began = self.ended = 0.0

    def notice(self, notice: Notice) -> None:
        """See `Player.notice`."""
        super().notice(notice)
        match notice:
            case GameStarted():
                self.began = time.perf_counter()
            case EntryAccepted():
                self.ended = time.perf_counter()
            case _:
                pass


@dataclass(frozen=True, slots=True)
class Played:
    """A game between two nodes.

    Attributes:
        seconds: by the clock, from the founding to the last entry.
        entries: in its log.
        flights: how often the next entry was of the other seat, which had to hear of the last one
            first: no node can be quicker than so many times one way.
        roll: median of the seconds that a joint roll took whom it was asked for.
    """

    seconds: float
    entries: int
    flights: int
    roll: float


def rounds(count: int = 3, delay: float = 0.15) -> list[Measure]:
    """A game of so many rounds between captains, next door and so many seconds apart each way."""
    near, far = (_round(count, seconds) for seconds in (0.0, delay))
    trip = f"{2e3 * delay:.0f} ms"
    waited = far.seconds - near.seconds * far.entries / near.entries
    return [
        Measure("round of Wake Island between two nodes", near.seconds / count, "s"),
        Measure(f"round at a round trip of {trip}", far.seconds / count, "s"),
        Measure(f"round at {trip} / at none", far.seconds / near.seconds, "times"),
        Measure("wait for each flight / one way", waited / far.flights / delay, "times", most=1.25),
        Measure("entries of a round", far.entries / count, ""),
        Measure("entries in one flight", far.entries / far.flights, ""),
        Measure(f"joint roll at {trip} / round trip", far.roll / (2 * delay), "times", most=1.25),
    ]


def _round(count: int, delay: float) -> Played:
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(played(Path(folder), count, delay))


async def played(folder: Path, rounds: int, delay: float) -> Played:
    """The host's side of a game."""
    chosen = shortened(find("wake-island"), rounds)
    terms = tables.terms_of(chosen, parse(""), tables.seats_of(chosen.scenario, 2))
    host = PHRASES[0]
    table, lobby = tables.host(Home(folder / "host"), host, "Ann", terms, seat=0, watchers=0)
    player = _Clock()
    async with AsyncExitStack() as stack:
        stack.enter_context(table.store)
        node = Node(table.store, host, player, listen=_LOOPBACK)
        hosting = asyncio.create_task(player.run(node))
        proxy = await stack.enter_async_context(_process("proxy", await node.port(), delay))
        key = Identity.from_phrase(host).public
        at = Lan(Address(_LOOPBACK.host, int(await proxy.readline())))
        invite = Invite(key, terms.nonce, lobby.ticket(host, 1), (at,))
        await stack.enter_async_context(_process("guest", folder / "guest", invite.link()))
        await hosting
    log = () if player.observer.table is None else tuple(player.observer.table.log)
    flights = sum(one.seat != two.seat for one, two in itertools.pairwise(log))
    return Played(player.ended - player.began, len(log), flights, statistics.median(player.seconds))


@asynccontextmanager
async def _process(*words: object) -> AsyncIterator[asyncio.StreamReader]:
    """Another part of this program, until the context ends; gives what it prints."""
    command = [sys.executable, "-m", __name__, *map(str, words)]
    process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    try:
        if process.stdout is None:
            raise RuntimeError("it was started without an output")
        yield process.stdout
    finally:
        with suppress(ProcessLookupError):  # it has ended by itself
            process.terminate()
        await process.wait()


async def _joined(home: Path, link: str) -> None:
    """The guest's side of it."""
    table = tables.join(Home(home), PHRASES[1], "Bob", Invite.parse(link))
    with table.store:
        player = Timing(2, Captain(2))
        await player.run(Node(table.store, PHRASES[1], player))


async def _delay(port: int, seconds: float) -> None:
    """Listen, say where, and pass everything on to a port and back, so many seconds late."""
    loop = asyncio.get_running_loop()

    async def carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while chunk := await reader.read(_CHUNK):
            loop.call_later(seconds, writer.write, chunk)
        loop.call_later(seconds, writer.close)

    async def join(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there = await asyncio.open_connection(_LOOPBACK.host, port)
        with suppress(OSError):
            async with task_group() as group:
                group.create_task(carry(reader, there[1]))
                group.create_task(carry(there[0], writer))

    server = await asyncio.start_server(join, _LOOPBACK.host, 0)
    async with server:
        print(server.sockets[0].getsockname()[1], flush=True)
        await server.serve_forever()


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["guest", home, link]:
            asyncio.run(_joined(Path(home), link))
        case ["proxy", port, seconds]:
            asyncio.run(_delay(int(port), float(seconds)))
        case _:
            sys.exit("guest HOME LINK, or proxy PORT SECONDS")
