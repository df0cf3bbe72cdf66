"""What a relay costs: the way by it against the direct one, its processor time, its idle nodes.

The relay is a process of its own, started as people start it; both ends of every connection are in
this one.
"""

__all__ = ["forwarding", "idle", "ping_pong", "relay_process", "resident"]

import asyncio
import os
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from pathlib import Path
from typing import Final

from websockets.asyncio.connection import Connection
from websockets.asyncio.server import ServerConnection, serve

from p2p.address import Address
from p2p.relay.client import RelayAccess, call_through, registered
from p2p.relay.names import relay_identity
from p2p.sockets.native import SETTINGS, call
from p2p.system import allow_open_files
from protocol.identity import Phrase
from tests.bench.measure import Measure

_TABLE: Final = bytes(32)
_NAME: Final = relay_identity(Phrase(bytes(32)), _TABLE)
_FRAME: Final = bytes(300)
_TICKS: Final = os.sysconf("SC_CLK_TCK")
_START: Final = (sys.executable, "-m", "client", "relay", "--listen", "127.0.0.1:0")
_LIMITS: Final = ("--per-network", "20000", "--rate", "10000000")


@contextmanager
def relay_process() -> Iterator[tuple[RelayAccess, int]]:
    """A relay, and its process."""
    with subprocess.Popen([*_START, *_LIMITS], stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            access = process.stdout.readline().split()[2].rstrip(",")
            yield RelayAccess.parse(access), process.pid
        finally:
            process.terminate()


@asynccontextmanager
async def _by_relay(access: RelayAccess) -> AsyncIterator[tuple[Connection, Connection]]:
    async with registered(access, _NAME) as registration:
        calling = asyncio.create_task(call_through(access.way_to(_NAME.public)))
        answered = await registration.answer(await registration.incoming())
        caller = await calling
        yield caller, answered
        await asyncio.gather(caller.close(), answered.close())


@asynccontextmanager
async def _directly() -> AsyncIterator[tuple[Connection, Connection]]:
    came: asyncio.Queue[ServerConnection] = asyncio.Queue()

    async def keep(socket: ServerConnection) -> None:
        came.put_nowait(socket)
        await socket.wait_closed()

    async with serve(keep, "127.0.0.1", 0, **SETTINGS) as server:
        address = Address("127.0.0.1", next(iter(server.sockets)).getsockname()[1])
        caller = await call(f"ws://{address}/", address)
        yield caller, await came.get()
        await caller.close()


async def _played(ends: tuple[Connection, Connection], times: int) -> float:
    """Milliseconds of a ping-pong."""
    one, other = ends
    began = time.perf_counter()
    for _ in range(times):
        await one.send(_FRAME)
        await other.recv()
        await other.send(_FRAME)
        await one.recv()
    return (time.perf_counter() - began) / times * 1000


def ping_pong(times: int = 300, batches: int = 10) -> list[Measure]:
    """A frame there and one back; the least of batches in turn, so that both meet the same load."""

    async def play(access: RelayAccess) -> tuple[float, float]:
        async with _directly() as direct, _by_relay(access) as relayed:
            pairs = [
                (await _played(direct, times), await _played(relayed, times))
                for _ in range(batches)
            ]
        return min(pair[0] for pair in pairs), min(pair[1] for pair in pairs)

    with relay_process() as (access, _):
        direct, relayed = asyncio.run(play(access))
    return [
        Measure("ping-pong of 300 bytes, direct", direct, "ms"),
        Measure("ping-pong of 300 bytes, more by a relay", relayed - direct, "ms", most=0.5),
    ]


def forwarding(frames: int = 100_000) -> list[Measure]:
    """Frames of 300 bytes, one after the other in one direction."""

    async def stream(access: RelayAccess, relay: int) -> float:
        async with _by_relay(access) as (caller, node):
            await _played((caller, node), 100)
            before = _processor(relay)

            async def send() -> None:
                for _ in range(frames):
                    await caller.send(_FRAME)

            sending = asyncio.create_task(send())
            for _ in range(frames):
                await node.recv()
            await sending
            return frames / (_processor(relay) - before)

    with relay_process() as (access, process):
        speed = asyncio.run(stream(access, process))
    return [Measure("frames of 300 bytes by a relay", speed, "per CPU s", least=30_000)]


def idle(nodes: int = 5_000, seconds: float = 60.0) -> list[Measure]:
    """Nodes that are registered and are not called; the time holds pings from both sides."""

    async def wait(access: RelayAccess, relay: int) -> tuple[float, float]:
        async with AsyncExitStack() as stack:
            for number in range(nodes):
                name = relay_identity(Phrase(number.to_bytes(32, "big")), _TABLE)
                await stack.enter_async_context(registered(access, name))
            before = _processor(relay)
            began = time.perf_counter()
            await asyncio.sleep(seconds)
            used = (_processor(relay) - before) / (time.perf_counter() - began)
            return used, resident(relay)

    allow_open_files(2 * nodes + 100)
    with relay_process() as (access, process):
        cores, memory = asyncio.run(wait(access, process))
    what = f"{nodes:,} idle nodes at a relay"
    return [
        Measure(f"{what}: memory", memory, "MB", most=200),
        Measure(f"{what}: processor", cores, "cores", most=0.2),
    ]


def _processor(process: int) -> float:
    """Seconds of processor time that a process has used (proc(5))."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS


def resident(process: int) -> float:
    """Megabytes of memory that a process holds."""
    pages = int(Path(f"/proc/{process}/statm").read_text(encoding="utf-8").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6
