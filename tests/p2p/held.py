"""Relays that hold the log of a toy game, in this process, and players who come and go."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from p2p import calling, connections, reach
from p2p.address import Address
from p2p.changes import TailDropped
from p2p.events import EntryAccepted
from p2p.holder import doors, loaded
from p2p.holder.doors import Doors
from p2p.holder.policy import Policy
from p2p.holder.process import hold
from p2p.holder.reminders import HolderReminders
from p2p.holder.settings import HolderSettings
from p2p.holder.shelf import Shelf
from p2p.invite import Invite
from p2p.joining import Joining
from p2p.meeting import Meeting
from p2p.node import Node
from p2p.relay.client import RelayAccess, ways_through
from p2p.relay.holding import Holding
from p2p.relay.server import relaying
from p2p.reminding.courier import Courier
from p2p.store import Store
from p2p.ways import Lan
from protocol.charter import table_id
from tests.p2p import party
from tests.p2p.company import answering
from tests.patience import PATIENCE
from tests.protocol.sample import identity, phrase

__all__ = [
    "SEATS",
    "TABLE",
    "Held",
    "Seat",
    "begun",
    "holding_relay",
    "hurry",
    "length",
    "link",
    "newest",
    "until",
    "visit",
]

SEATS = (0, 1, 2)
TABLE = table_id(identity(0).public, party.NONCE)


def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have nodes and holders wait for moments only."""
    for module in (calling, connections, reach, doors):
        monkeypatch.setattr(module, "MIN_RETRY_SECONDS", 0.05)
        monkeypatch.setattr(module, "MAX_RETRY_SECONDS", 0.3)
    monkeypatch.setattr(reach, "ASK_AGAIN_SECONDS", 0.5)
    monkeypatch.setattr(loaded, "_LOOK_SECONDS", 0.05)


@dataclass
class Held:
    """A relay with a holder."""

    access: RelayAccess
    shelf: Shelf
    doors: Doors
    holding: Holding

    def kept(self) -> int:
        """Entries of the only table that it holds, on its disk; it is not loaded."""
        with self._store() as store:
            return len(store.read().entries)

    def cut(self, length: int) -> None:
        """Take away all entries of the only table after this place; it is not loaded."""
        with self._store() as store:
            store.write([TailDropped(length)])

    def _store(self) -> Store:
        (table,) = self.shelf.held.values()
        return Store.open(self.shelf.store(table), table.table, table.identity.public.raw)

    async def sleep(self) -> None:
        """Wait until no table is loaded."""
        await until(lambda: self.doors.numbers.loaded == 0)


@asynccontextmanager
async def holding_relay(
    folder: Path, policy: Policy | None = None, port: int = 0, courier: Courier | None = None
) -> AsyncIterator[Held]:
    """A relay and its holder, of toy games, in this process."""
    policy = policy or Policy()
    async with AsyncExitStack() as stack:
        shelf = stack.enter_context(Shelf(folder))
        holding = Holding(
            shelf.desk.public, "its-own", policy.text(everybody=True), shelf.network_key
        )
        port = await stack.enter_async_context(
            relaying(Address("127.0.0.1", port), "", holding=holding)
        )
        settings = HolderSettings(
            folder,
            policy,
            f"ws://127.0.0.1:{port}/",
            Address("127.0.0.1", port),
            holding.own_pass,
            None,
        )
        inside = Doors(
            shelf,
            policy,
            settings.access,
            reminders=None if courier is None else HolderReminders(shelf, courier),
            idle_seconds=0.3,
            open_table=party.open_toy_table,
        )
        running = asyncio.create_task(hold(settings, shelf, inside))
        access = RelayAccess.parse(settings.url)
        await answering(access)
        yield Held(access, shelf, inside, holding)
        running.cancel()
        with suppress(asyncio.CancelledError):
            await running


class Seat:
    """One player, whose node comes and goes."""

    def __init__(self, home: Path, seat: int, *relays: RelayAccess, length: int = 200) -> None:
        self.seat = seat
        self.relays = relays
        self.state: Path | None = home / "state"
        self.meeting = Meeting.SEATS
        self.path = home / f"{seat}.db"
        self.player = party.Drawing(seat, length)
        self._make()

    def _make(self) -> None:
        if self.seat == 0:
            party.host_store(self.path).close()
            return
        ways = ways_through(self.relays, phrase(0), TABLE)
        invite = replace(party.invite(self.seat, 1), ways=ways)
        lobby = Joining(invite=invite, guest=party.guest(self.seat))
        party.joining_store(self.path, lobby, phrase(self.seat)).close()

    def store(self) -> Store:
        """Its store, while it is away."""
        return Store.open(self.path, TABLE, identity(self.seat).public.raw)

    @asynccontextmanager
    async def online(self) -> AsyncIterator[Node]:
        with self.store() as store:
            node = Node(
                store,
                phrase(self.seat),
                self.player,
                relays=self.relays,
                hold=True,
                state=self.state,
                meeting=self.meeting,
                open_table=party.open_toy_table,
            )
            running = asyncio.create_task(node.run())
            try:
                yield node
            finally:
                running.cancel()
                with suppress(asyncio.CancelledError):
                    await running

    def entries(self) -> int:
        return sum(isinstance(notice, EntryAccepted) for notice in self.player.notices)

    async def until(self, condition: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not condition():
                self.player.noticed.clear()
                with suppress(TimeoutError):
                    async with asyncio.timeout(0.2):
                        await self.player.noticed.wait()


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not condition():  # noqa: ASYNC110 (threads and disks raise no event)
            await asyncio.sleep(0.05)


def length(node: Node) -> int:
    return 0 if node.table is None else len(node.table.log)


def link(nonce: bytes) -> str:
    """To some table, for the way back."""
    ways = (Lan(Address("127.0.0.1", 9)),)
    return Invite(identity(0).public, nonce, None, ways).link()


def newest(seat: Seat, kind: type) -> object:
    """The last notice of a kind; None if there is none."""
    found = [notice for notice in seat.player.notices if isinstance(notice, kind)]
    return found[-1] if found else None


@asynccontextmanager
async def begun(folder: Path, *relays: Held) -> AsyncIterator[list[Seat]]:
    """Three seats that have met, whose game is held, and who are away again."""
    seats = [Seat(folder, seat, *(relay.access for relay in relays)) for seat in SEATS]
    async with AsyncExitStack() as stack:
        nodes = [await stack.enter_async_context(seat.online()) for seat in seats]
        for seat in seats:
            await seat.until(lambda: all(_at_holders(node, len(relays)) for node in nodes))
        await seats[0].until(lambda: length(nodes[0]) > 5)
    yield seats


def _at_holders(node: Node, count: int) -> bool:
    return sum(node.held_at.values()) == count


async def visit(seat: Seat, seconds: float = 0.4) -> int:
    """Come while all others sleep, do what can be done, and go: how long the line is then."""
    async with seat.online() as node:
        await seat.until(lambda: _at_holders(node, len(seat.relays)))
        await asyncio.sleep(seconds)
        assert node.table is not None
        return len(node.table.log)
