"""What a relay costs that holds logs: its memory, and whether it forwards while games are replayed.

The relay and its holder are processes of their own, started as people start them, and so is what
sends frames and waits for them. The tables that are held are one game under many ids; those that
are loaded are called by one of its seats. Whatever else the machine does makes frames wait, too: so
a relay that holds nothing is measured for as long in the same run, and the process that sends
frames tells how much longer it slept than it meant to.
"""

__all__ = ["holding", "loading"]

import asyncio
import gc
import multiprocessing
import secrets
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Final

from client.bots.captain import Captain
from client.scenarios import find
from p2p.changes import Change, EntryStored, FoundingStored, LobbyStored
from p2p.errors import Unreachable
from p2p.holder.policy import HeldTable, Role
from p2p.holder.shelf import Shelf
from p2p.invite import Invite
from p2p.joining import Joining
from p2p.lobby import write_found, write_lobby
from p2p.messages import write_message
from p2p.relay.client import RelayAccess, call_through, registered
from p2p.relay.names import relay_identity
from p2p.store import Store
from p2p.ways import Holder, Lan, read_way
from p2p.wire import Connection as Channel
from p2p.wire import dial
from protocol.charter import Secrecy
from protocol.identity import PHRASE_SIZE, Identity, Phrase
from protocol.table import Table
from tests.bench.games import PHRASES, endless, founded, played
from tests.bench.measure import Measure
from tests.bench.relaying import resident
from tests.bench.resuming import kept

_FRAME: Final = bytes(300)
_PAUSE: Final = 0.005
_LIMITS: Final = ("--per-network", "20000", "--rate", "10000000")


def holding(held: int = 1_000, loaded: int = 100, entries: int = 300) -> list[Measure]:
    """So many tables held, of which some are loaded one after the other while frames pass."""
    founding = founded(endless(), Secrecy.HASHED)
    table = played(founding, entries, [Captain(seed=seat) for seat in range(2)])
    with tempfile.TemporaryDirectory() as folder:
        tables = _fill(Path(folder), table, held)
        with _relay("--hold", folder) as (access, relay), _pinging(access) as waits:
            began = time.perf_counter()
            memory = asyncio.run(_load(access, relay, table, tables[:loaded]))
            seconds = time.perf_counter() - began
        with _relay() as (access, _), _pinging(access) as quiet:
            time.sleep(seconds)
    what = f"{held:,} held games, {loaded} of them loaded"
    frame = "longest wait of a frame"
    return [
        Measure(f"{what}: memory of the holder", memory, "MB", most=1500),
        Measure(f"{frame} while they are replayed", waits.longest * 1000, "ms"),
        Measure(f"{frame} at a relay that holds nothing", quiet.longest * 1000, "ms"),
        Measure(
            "by which replays prolong it", (waits.longest - quiet.longest) * 1000, "ms", most=50
        ),
        Measure("longest that who sends them overslept meanwhile", waits.overslept * 1000, "ms"),
        Measure("the same at a relay that holds nothing", quiet.overslept * 1000, "ms"),
        Measure("of 1,000 frames 999 wait no longer, while replayed", waits.usual * 1000, "ms"),
        Measure("the same at a relay that holds nothing", quiet.usual * 1000, "ms"),
    ]


def loading(entries: int = 3_500) -> list[Measure]:
    """How long a caller waits for a long game that sleeps: held for the first time, and later."""
    founding = founded(find("anniversary-1941"), seats=6)
    table = played(founding, entries, [Captain(seed=seat) for seat in range(6)])
    first, later = (_loaded(table, written=written) for written in (False, True))
    what = f"call of a held game of {entries:,} entries"
    return [
        Measure(f"{what}, all to be checked", first, "s"),
        Measure(f"{what}, from a snapshot", later, "s", most=1),
        Measure(f"{what}, from a snapshot / all checked", later / first, "times", most=0.4),
    ]


def _loaded(table: Table, *, written: bool) -> float:
    """Seconds that a call takes, whether or not the holder has written marks and snapshots."""
    with tempfile.TemporaryDirectory() as folder:
        first, one = _fill(Path(folder), table, 2, written=written)
        with _relay("--hold", folder) as (access, _):
            asyncio.run(_called_once(access, table, first))  # the holder itself has started then
            began = time.perf_counter()
            asyncio.run(_called_once(access, table, one))
            return time.perf_counter() - began


async def _called_once(access: RelayAccess, table: Table, one: HeldTable) -> None:
    await (await _called(access, table, one)).drop()


def _fill(folder: Path, table: Table, count: int, *, written: bool = False) -> list[HeldTable]:
    """A holder's folder with so many tables; marks and snapshots in their stores, or none."""
    found, tables = table.log.founding, []
    invite = Invite(
        found.charter.seats[0].key, found.charter.nonce, None, (read_way("192.0.2.1:7777"),)
    )
    lobby = write_lobby(Joining(invite=invite))
    with Shelf(folder) as shelf:
        for _ in range(count):
            phrase = Phrase(secrets.token_bytes(PHRASE_SIZE))
            one = HeldTable(
                secrets.token_bytes(32), Role.HOLDER, phrase, b"", int(time.time()) // 60, True
            )
            path = shelf.store(one)
            with Store.create(path, one.table, one.identity.public.raw) as store:
                changes: list[Change] = [EntryStored(e.sequence, e.raw) for e in table.log]
                if written:
                    changes = kept(table, phrase)
                founding = FoundingStored(write_message(write_found(found)))
                store.write([LobbyStored(lobby), founding, *changes])
            shelf.keep(one)
            tables.append(one)
    return tables


@contextmanager
def _relay(*options: str) -> Iterator[tuple[RelayAccess, int]]:
    command = [sys.executable, "-m", "client", "relay", "--listen", "127.0.0.1:0"]
    command += [*_LIMITS, *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            access = process.stdout.readline().split()[2].rstrip(",")
            yield RelayAccess.parse(access), process.pid
        finally:
            process.terminate()


@dataclass(slots=True)
class _Waits:
    """How long frames waited, in seconds; known once they are sent no more.

    Attributes:
        longest: of all.
        usual: that of a thousand 999 do not exceed.
        overslept: by which the process that sends them slept too long, at most.
    """

    longest: float = 0.0
    usual: float = 0.0
    overslept: float = 0.0


@contextmanager
def _pinging(access: RelayAccess) -> Iterator[_Waits]:
    """Have a process of its own send frames through a relay as long as the context lasts."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_ping, args=(str(access), theirs))
    process.start()
    ours.recv()
    waits = _Waits()
    yield waits
    ours.send(None)
    found = ours.recv()
    waits.longest, waits.usual, waits.overslept = found.longest, found.usual, found.overslept
    process.join()


def _ping(access: str, pipe: "Connection[_Waits, None]") -> None:
    """The process."""
    gc.disable()  # its own pauses are none of the relay's
    pipe.send(asyncio.run(_sent(RelayAccess.parse(access), pipe)))


async def _sent(access: RelayAccess, pipe: "Connection[_Waits, None]") -> _Waits:
    """How long frames took, until something is said over the pipe."""
    name, waits, overslept = relay_identity(Phrase(bytes(32)), bytes(32)), list[float](), 0.0
    async with registered(access, name) as registration:
        calling = asyncio.create_task(call_through(access.way_to(name.public)))
        answered = await registration.answer(await registration.incoming())
        caller = await calling
        pipe.send(_Waits())
        while not pipe.poll():
            began = time.perf_counter()
            await caller.send(_FRAME)
            await answered.recv()
            heard = time.perf_counter()
            waits.append(heard - began)
            await asyncio.sleep(_PAUSE)
            overslept = max(overslept, time.perf_counter() - heard - _PAUSE)
    waits.sort()
    return _Waits(waits[-1], waits[len(waits) * 999 // 1000], overslept)


async def _load(access: RelayAccess, relay: int, table: Table, tables: list[HeldTable]) -> float:
    """Have tables loaded, one after the other: the holder's memory in megabytes then."""
    connections = [await _called(access, table, one) for one in tables]
    memory = resident(_child(relay))
    for connection in connections:
        await connection.drop()
    return memory


async def _called(access: RelayAccess, table: Table, one: HeldTable) -> Channel:
    """A seat's connection to the holder of a table, which loads it."""
    way = Holder(access.relay, one.identity.public)
    charter = table.log.founding.charter
    own = Identity.from_phrase(PHRASES[0])
    host = charter.seats[0].key
    table_id = Invite(host, charter.nonce, None, (Lan(access.relay.address),)).table
    while True:
        with suppress(Unreachable):
            return await dial(way, own, table_id)
        await asyncio.sleep(0.2)


def _child(process: int) -> int:
    """The largest process that another one has started."""
    children = Path(f"/proc/{process}/task/{process}/children").read_text(encoding="utf-8")
    return max(map(int, children.split()), key=resident)
