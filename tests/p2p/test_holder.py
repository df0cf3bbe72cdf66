"""Relays that hold logs: who comes while others sleep finds their entries there (SPEC-16.19)."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from p2p import calling, connections, reach
from p2p.address import Address
from p2p.changes import TailDropped
from p2p.errors import ConnectionLost, StoreInUse, Unreachable
from p2p.events import EntryAccepted
from p2p.holder import doors, loaded
from p2p.holder.doors import Doors
from p2p.holder.policy import Policy
from p2p.holder.process import HolderSettings, hold
from p2p.holder.shelf import Shelf
from p2p.invite import Invite
from p2p.joining import Joining
from p2p.messages import Heads
from p2p.node import Node
from p2p.player import Disconnected, RelayDeclines, RelayHolds, SeatTaken
from p2p.relay.client import NotHeld, RelayAccess, ask_to_hold, registered, ways_through
from p2p.relay.holding import Holding
from p2p.relay.server import relaying
from p2p.store import Store
from p2p.ways import Holder, Lan, Rank
from p2p.wire import accept, dial
from protocol.charter import table_id
from tests.p2p import party
from tests.p2p.test_wire import ANYWHERE, Lodge
from tests.protocol.sample import identity, phrase

SEATS = (0, 1, 2)
TABLE = table_id(identity(0).public, party.NONCE)


@pytest.fixture(autouse=True)
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
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
    folder: Path, policy: Policy | None = None, port: int = 0
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


async def answering(access: RelayAccess) -> None:
    """Wait until a relay's holder can be asked; a process of its own takes a while to start."""
    async with asyncio.timeout(60):
        while True:
            try:
                await ask_to_hold(access, "nonsense")
            except NotHeld:
                return
            except Unreachable:
                await asyncio.sleep(0.05)


class Seat:
    """One player, whose node comes and goes."""

    def __init__(self, home: Path, seat: int, access: RelayAccess, length: int = 200) -> None:
        self.seat = seat
        self.access = access
        self.path = home / f"{seat}.db"
        self.player = party.Drawing(seat, length)
        self._make()

    def _make(self) -> None:
        if self.seat == 0:
            party.host_store(self.path).close()
            return
        ways = ways_through([self.access], phrase(0), TABLE)
        invite = replace(party.invite(self.seat, 1), ways=ways)
        lobby = Joining(invite=invite, guest=party.guest(self.seat))
        party.joining_store(self.path, lobby, phrase(self.seat)).close()

    @asynccontextmanager
    async def online(self) -> AsyncIterator[Node]:
        with Store.open(self.path, TABLE, identity(self.seat).public.raw) as store:
            node = Node(
                store,
                phrase(self.seat),
                self.player,
                relays=[self.access],
                hold=True,
                state=self.path.parent / "state",
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
        async with asyncio.timeout(20):
            while not condition():
                self.player.noticed.clear()
                with suppress(TimeoutError):
                    async with asyncio.timeout(0.2):
                        await self.player.noticed.wait()


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(20):
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
async def begun(folder: Path, relay: Held) -> AsyncIterator[list[Seat]]:
    """Three seats that have met, whose game is held, and who are away again."""
    seats = [Seat(folder, seat, relay.access) for seat in SEATS]
    async with AsyncExitStack() as stack:
        nodes = [await stack.enter_async_context(seat.online()) for seat in seats]
        for seat in seats:
            await seat.until(lambda: all(any(node.held_at.values()) for node in nodes))
        await seats[0].until(lambda: length(nodes[0]) > 5)
    yield seats


async def visit(seat: Seat, seconds: float = 0.4) -> int:
    """Come while all others sleep, do what can be done, and go: how long the line is then."""
    async with seat.online() as node:
        await seat.until(lambda: any(node.held_at.values()))
        await asyncio.sleep(seconds)
        assert node.table is not None
        return len(node.table.log)


async def test_seats_that_are_never_online_together_play_on(tmp_path: Path) -> None:
    """Each finds what those before it wrote, though they are away."""
    async with holding_relay(tmp_path / "held") as held, begun(tmp_path, held) as seats:
        await held.sleep()
        before = held.kept()
        lengths = [await visit(seats[turn % 3]) for turn in range(9)]
        assert lengths == sorted(lengths), "nobody misses what was written before"
        assert lengths[-1] > before
        await held.sleep()
        assert held.kept() == lengths[-1]


async def test_a_table_is_put_away_and_loaded_when_somebody_calls(tmp_path: Path) -> None:
    async with holding_relay(tmp_path / "held") as held, begun(tmp_path, held) as seats:
        await held.sleep()
        async with seats[1].online() as node:
            await seats[1].until(lambda: any(node.held_at.values()))
            assert held.doors.numbers.loaded == 1
        numbers = held.doors.numbers
        assert numbers.held == 1
        assert numbers.octets > 10_000


async def test_only_as_many_tables_are_loaded_as_may_be(tmp_path: Path) -> None:
    """Who calls another one waits until there is a place."""
    folder = tmp_path / "held"
    async with holding_relay(folder, Policy(loaded=0)) as held:
        seats = [Seat(tmp_path, seat, held.access) for seat in SEATS]
        async with AsyncExitStack() as stack:
            nodes = [await stack.enter_async_context(seat.online()) for seat in seats]
            await seats[0].until(lambda: newest(seats[0], RelayHolds) is not None)
            await seats[0].until(lambda: length(nodes[0]) > 5)
            assert not any(nodes[0].held_at.values())
            assert held.doors.numbers.loaded == 0


async def test_a_holder_that_is_started_again_goes_on(tmp_path: Path) -> None:
    folder = tmp_path / "held"
    async with holding_relay(folder) as held, begun(tmp_path, held) as seats:
        port = held.access.relay.address.port
        await held.sleep()
        before = held.kept()
    async with holding_relay(folder, port=port) as held:
        for seat in seats:
            assert await visit(seat) >= before


async def test_a_holder_that_holds_only_the_beginning_takes_nothing_away(tmp_path: Path) -> None:
    async with holding_relay(tmp_path / "held") as held, begun(tmp_path, held) as seats:
        await held.sleep()
        whole = held.kept()
        held.cut(3)
        assert held.kept() == 3
        lengths = [await visit(seat) for seat in seats]
        assert min(lengths) >= whole - 1, "each still holds its own copy"
        await held.sleep()
        assert held.kept() >= whole - 1, "and has brought it to the holder again"


async def test_a_holder_that_forgets_is_asked_again(tmp_path: Path) -> None:
    async with holding_relay(tmp_path / "held") as held, begun(tmp_path, held) as seats:
        await held.sleep()
        (table,) = held.shelf.held.values()
        held.shelf.forget(table)
        async with seats[0].online() as node:
            await seats[0].until(lambda: held.shelf.held != {})
            (again,) = held.shelf.held.values()
            assert again.identity.public != table.identity.public
            await seats[0].until(
                lambda: (
                    [way.key for way, here in node.held_at.items() if here]
                    == [again.identity.public]
                )
            )
        await visit(seats[0], 1.0)
        await held.sleep()
        assert held.kept() > 5


async def test_who_answers_in_the_name_of_a_holder_is_left(tmp_path: Path) -> None:
    """A relay can lead a call elsewhere; the one who is called is known by its key."""
    async with holding_relay(tmp_path / "held") as held:
        way = Holder(held.access.relay, identity(5).public)
        async with registered(held.access, identity(5)) as registration:
            calling = asyncio.create_task(dial(way, identity(1), TABLE))
            socket = await registration.answer(await registration.incoming())
            lodge = Lodge()
            answering = asyncio.create_task(accept(socket, identity(2), TABLE, lodge, Rank.RELAY))
            with pytest.raises(Unreachable, match="another node answers in the name"):
                await calling
            answering.cancel()


async def test_a_holder_that_floods_is_left_and_the_game_goes_on(tmp_path: Path) -> None:
    async with holding_relay(tmp_path / "held") as held, begun(tmp_path, held) as seats:
        await held.sleep()
        (table,) = held.shelf.held.values()
        async with registered(held.access, table.identity) as registration:

            async def flood() -> None:
                socket = await registration.answer(await registration.incoming())
                lodge = Lodge()
                connection = await accept(socket, table.identity, TABLE, lodge, Rank.RELAY)
                assert connection is not None
                heads = Heads(game=bytes(32), places=((0, bytes(32)),), held=())
                with suppress(ConnectionLost):
                    while True:
                        await connection.send(heads)

            async with seats[0].online(), asyncio.timeout(20):
                await flood()
            refusal = newest(seats[0], Disconnected)
        assert isinstance(refusal, Disconnected)
        assert refusal.peer == table.identity.public
        assert await visit(seats[0]) > 5


async def test_a_log_that_grows_too_long_is_held_no_further(tmp_path: Path) -> None:
    """It costs its share: who is connected is told, and other tables go on."""
    async with holding_relay(tmp_path / "held", Policy(table_mib=0)) as held:
        seats = [Seat(tmp_path, seat, held.access) for seat in SEATS]
        async with AsyncExitStack() as stack:
            for seat in seats:
                await stack.enter_async_context(seat.online())
            await seats[0].until(lambda: newest(seats[0], RelayDeclines) is not None)
            declined = newest(seats[0], RelayDeclines)
            assert isinstance(declined, RelayDeclines)
            assert "at most 0 MiB of a game, and this log is longer" in declined.reason
            (table,) = held.shelf.held.values()
            assert table.full
            await seats[0].until(lambda: seats[0].entries() > 5)


async def test_a_table_that_takes_more_than_its_share_of_the_processor_rests(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is put away though all are connected, is counted, and another one is loaded then."""
    monkeypatch.setattr(loaded, "ALLOWANCE_SECONDS", 0.0)
    monkeypatch.setattr(loaded, "SHARE", 0.0)
    monkeypatch.setattr(doors, "SHARE", 1e-9)
    monkeypatch.setattr(doors, "SHORT_SECONDS", 0.0)
    async with holding_relay(tmp_path / "held", Policy(loaded=1)) as held:
        seats = [Seat(tmp_path, seat, held.access) for seat in SEATS]
        async with AsyncExitStack() as stack:
            nodes = [await stack.enter_async_context(seat.online()) for seat in seats]
            await until(lambda: held.doors.numbers.overdrawn == 1)
            assert held.doors.numbers.loaded == 0
            await ask_to_hold(held.access, link(b"1" * 32))
            await until(lambda: held.doors.numbers.overdrawn == 2)
            await seats[0].until(lambda: length(nodes[0]) > 5)
            assert not any(nodes[0].held_at.values()), "the first one rests"


async def test_more_tables_than_may_be_are_declined_in_a_sentence(tmp_path: Path) -> None:
    async with holding_relay(tmp_path / "held", Policy(tables=1)) as held:
        taken = await ask_to_hold(held.access, link(b"1" * 32))
        assert await ask_to_hold(held.access, link(b"1" * 32)) == taken, "it is held already"
        with pytest.raises(NotHeld, match="this relay holds 1 game, and no more"):
            await ask_to_hold(held.access, link(b"2" * 32))


async def test_a_relay_without_a_holder_says_so() -> None:
    async with relaying(ANYWHERE, "") as port:
        access = RelayAccess.parse(f"ws://127.0.0.1:{port}")
        with pytest.raises(NotHeld, match="this relay holds no games"):
            await ask_to_hold(access, link(b"1" * 32))


async def test_a_second_process_cannot_hold_the_same_games(tmp_path: Path) -> None:
    async with holding_relay(tmp_path / "held"):
        with pytest.raises(StoreInUse, match="another process holds these games"):
            Shelf(tmp_path / "held")


async def test_a_keeper_takes_no_seat_of_a_player(tmp_path: Path) -> None:
    """It sits down by the invite, sees in the charter that it would play, and leaves for good."""
    async with holding_relay(tmp_path / "held", Policy(keeps=True)) as held:
        seats = [Seat(tmp_path, seat, held.access) for seat in (0, 1)]
        async with seats[0].online(), seats[1].online():
            ways = ways_through([held.access], phrase(0), TABLE)
            invite = replace(party.invite(2, 1), ways=ways)
            way = await ask_to_hold(held.access, invite.link())
            await until(
                lambda: any(
                    isinstance(one, SeatTaken) and one.key == way.key
                    for one in seats[0].player.notices
                )
            )
            await until(lambda: not held.shelf.held)


# As people start it


@pytest.mark.no_cover
async def test_a_holder_that_is_killed_is_started_again_and_holds_what_it_held(
    tmp_path: Path,
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        at = f"127.0.0.1:{free.getsockname()[1]}"
    folder = tmp_path / "held"
    command = [sys.executable, "-m", "client", "relay", "--listen", at, "--hold", str(folder)]
    access = RelayAccess.parse(f"ws://{at}/")
    process = await asyncio.create_subprocess_exec(*command, stdout=subprocess.DEVNULL)
    try:
        await answering(access)
        taken = await ask_to_hold(access, link(b"1" * 32))
        for child in children(process.pid):
            os.kill(child, signal.SIGKILL)
        await asyncio.sleep(0.5)
        await answering(access)
        assert await ask_to_hold(access, link(b"1" * 32)) == taken
    finally:
        process.terminate()
        await process.wait()


def children(process: int) -> list[int]:
    found = Path(f"/proc/{process}/task/{process}/children").read_text(encoding="ascii")
    return [int(child) for child in found.split()]
