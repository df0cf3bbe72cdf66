"""Whole games between nodes that nobody can call, through relays of every kind (SPEC-16.15)."""

import asyncio
import random
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.server import ServerConnection, serve

from p2p import calling, connections
from p2p.node import Node
from p2p.player import Connected, Notice, RelayRegistered
from p2p.relay import client, server
from p2p.relay.client import RelayAccess
from p2p.relay.messages import (
    Answer,
    Challenge,
    Incoming,
    Joined,
    Prove,
    Register,
    Registered,
    read_control,
    write_control,
)
from protocol.due import Duty
from tests.marathon.relays import play
from tests.p2p import party
from tests.p2p.company import SEATS, Company, RelayProcess
from tests.p2p.test_relay import relay
from tests.patience import PATIENCE
from tests.protocol.sample import phrase


@pytest.fixture
def company(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Company:
    for module in (calling, connections):
        monkeypatch.setattr(module, "MIN_RETRY_SECONDS", 0.05)
        monkeypatch.setattr(module, "MAX_RETRY_SECONDS", 0.5)
    monkeypatch.setattr(connections, "ALIVE_SECONDS", 0.3)
    monkeypatch.setattr(connections, "SILENT_SECONDS", 2.0)
    return Company(tmp_path)


@pytest.fixture
def processes() -> Iterator[list[RelayProcess]]:
    started = [RelayProcess(), RelayProcess()]
    yield started
    for one in started:
        if one.process is not None:
            one.kill()


# Real relays


async def test_nodes_that_only_call_play_a_whole_game(
    company: Company, processes: list[RelayProcess]
) -> None:
    processes[0].start()
    await company.play([processes[0].access], 60)
    met = [notice for notice in company.players[1].notices if isinstance(notice, Connected)]
    assert met
    told = [notice for notice in company.players[0].notices if isinstance(notice, RelayRegistered)]
    assert told == [RelayRegistered(processes[0].access.relay)]


@pytest.mark.no_cover
async def test_kill_minus_nine_of_the_relay_loses_nothing(
    company: Company, processes: list[RelayProcess]
) -> None:
    one = processes[0]
    one.start()

    async def kill() -> None:
        for number in (5, 25, 45):
            await company.until_entries(number)
            one.kill()
            await asyncio.sleep(0.3)
            one.start()

    await company.play([one.access], 70, kill())


@pytest.mark.no_cover
def test_kill_minus_nine_of_either_of_two_relays_loses_nothing(tmp_path: Path) -> None:
    """A few times, with the waits that people's nodes have; `make marathon` kills a hundred."""
    assert len(play(tmp_path, random.Random(1), 4)) == 4


async def test_a_relay_that_goes_away_for_ever_is_done_without(
    company: Company, processes: list[RelayProcess]
) -> None:
    for one in processes:
        one.start()

    async def kill() -> None:
        await company.until_entries(20)
        processes[0].kill()

    await company.play([one.access for one in processes], 60, kill())


class Ending(party.Drawing):
    """One who ends a relay for ever as soon as a roll waits for a share."""

    relay: RelayProcess | None = None
    node: Node | None = None
    ended = False

    def notice(self, notice: Notice) -> None:
        super().notice(notice)
        table = None if self.node is None else self.node.table
        due = None if table is None else table.due
        if self.relay and due is not None and due.duty is Duty.SHARE and not self.ended:
            self.ended = True
            self.relay.kill()


async def test_a_relay_that_goes_away_for_ever_in_mid_roll_is_done_without(
    company: Company, processes: list[RelayProcess]
) -> None:
    """The share that the roll waits for comes by the other one."""
    company.player = Ending
    for one in processes:
        one.start()

    async def arm() -> None:
        await company.until_entries(10)
        ann = company.players[0]
        assert isinstance(ann, Ending)
        ann.relay, ann.node = processes[0], company.nodes[0]

    await company.play([one.access for one in processes], 100, arm())
    (ann, *_) = company.players
    assert isinstance(ann, Ending)
    assert ann.ended


async def test_retry_registers_at_once(
    company: Company, processes: list[RelayProcess], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who waits for a relay need not wait for the next attempt."""
    for module in (calling, connections):
        monkeypatch.setattr(module, "MIN_RETRY_SECONDS", 30.0)

    async def retry() -> None:
        await asyncio.sleep(0.5)
        processes[0].start()
        while company.nodes[0].table is None:
            await asyncio.sleep(0.5)
            for node in company.nodes:
                node.retry()

    await company.play([processes[0].access], 20, retry())


# Hostile relays


def remembered(monkeypatch: pytest.MonkeyPatch) -> list[server._Relay]:
    """The relays that will be started in this process."""
    made: list[server._Relay] = []
    make = server._Relay

    def remember(*args: Any) -> server._Relay:
        made.append(make(*args))
        return made[-1]

    monkeypatch.setattr(server, "_Relay", remember)
    return made


def mischief(kind: str, draw: random.Random) -> Callable[..., Awaitable[None]]:
    """A relay's way of passing on a frame, now and then."""
    held: dict[ServerConnection, bytes] = {}

    async def pass_on(_: object, partner: ServerConnection, frame: bytes) -> None:
        does = draw.random() < 0.02
        if kind == "drops" and does:
            return
        if kind == "delays" and does:
            await asyncio.sleep(0.3)
        if kind == "reorders" and does:
            held[partner] = frame
            return
        if kind == "alters" and does:
            frame = bytes([frame[0] ^ 1]) + frame[1:]
        await partner.send(frame)
        if kind == "duplicates" and does:
            await partner.send(frame)
        if partner in held:
            await partner.send(held.pop(partner))

    return pass_on


@pytest.mark.no_cover
@pytest.mark.parametrize("kind", ["drops", "delays", "reorders", "duplicates", "alters"])
async def test_a_relay_that_meddles_with_frames_only_costs_time(
    company: Company, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    """The channel notices; its connection ends, and the nodes call again."""
    monkeypatch.setattr(server._Relay, "pass_on", mischief(kind, random.Random(7)))
    async with relay() as access:
        await company.play([access], 50)


async def test_a_relay_that_passes_on_nothing_any_more_is_left_for_another(
    company: Company, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It answers every ping, but nobody is heard through it."""
    stuck: set[ServerConnection] = set()

    async def pass_on(relay: server._Relay, partner: ServerConnection, frame: bytes) -> None:
        if relay is not hostile or partner not in stuck:
            await partner.send(frame)

    monkeypatch.setattr(server._Relay, "pass_on", pass_on)
    made = remembered(monkeypatch)
    async with relay() as one, relay() as other:
        hostile = made[0]

        async def stick() -> None:
            await company.until_entries(15)
            stuck.update(hostile.read)

        await company.play([one, other], 40, stick())
    assert stuck


class Grouped(Company):
    """Bob plays through one relay and Cid through another, and neither through any other."""

    def sit(self, stack: AsyncExitStack, relays: Sequence[RelayAccess], length: int) -> None:
        for seat in SEATS:
            own = relays if seat == 0 else relays[seat - 1 : seat]
            store = self._store(seat, own)
            stack.callback(store.close)
            player = self.player(seat, length)
            player.noticed = self.noticed
            self.players.append(player)
            node = Node(
                store,
                phrase(seat),
                player,
                relays=own,
                relay_only=True,
                open_table=party.open_toy_table,
            )
            self.nodes.append(node)


async def test_a_relay_that_splits_a_table_into_two_groups_only_stops_it(
    company: Company, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each group signs what it may without the other, on one line, and all go on together."""
    split = False

    async def pass_on(relay: server._Relay, partner: ServerConnection, frame: bytes) -> None:
        if not (split and relay is made[1]):
            await partner.send(frame)

    monkeypatch.setattr(server._Relay, "pass_on", pass_on)
    made, grouped = remembered(monkeypatch), Grouped(company.home)
    stood = list[list[int]]()

    async def part() -> None:
        nonlocal split
        await grouped.until_entries(15)
        split = True
        for _ in range(2):
            await asyncio.sleep(2.5)
            stood.append(grouped.held)
        split = False

    async with relay() as one, relay() as other:
        await grouped.play([one, other], 50, part())
    assert stood[0] == stood[1], "a group went on without the other"


async def test_a_relay_that_forgets_who_is_registered_is_made_up_for_by_another(
    company: Company, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = remembered(monkeypatch)
    async with relay() as one, relay() as other:

        async def forget() -> None:
            while True:
                made[0].forwarding._names.clear()
                await asyncio.sleep(0.05)

        forgetting = asyncio.create_task(forget())
        await company.play([one, other], 40)
        forgetting.cancel()
        with suppress(asyncio.CancelledError):
            await forgetting
    assert made[1].forwarding.traffic.joined >= 2


async def test_a_relay_that_floods_a_node_with_calls_is_answered_within_limits(
    company: Company, processes: list[RelayProcess], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those that give way end a moment later; the game is played through another relay."""
    monkeypatch.setattr(connections, "MAX_CALLERS", 5)
    monkeypatch.setattr(client, "ANSWER_SECONDS", 1.0)
    open_now, most = 0, 0
    flooded = asyncio.Event()
    honest = processes[0]

    async def flood(connection: ServerConnection) -> None:
        nonlocal open_now, most
        first = read_control(await connection.recv(decode=False))
        if isinstance(first, Answer):
            open_now += 1
            most = max(most, open_now)
            flooded.set()
            await connection.wait_closed()
            open_now -= 1
        if not isinstance(first, Register):
            return
        url = f"ws://127.0.0.1:{port}/"
        await connection.send(write_control(Challenge(url=url, nonce=bytes(32))))
        assert isinstance(read_control(await connection.recv(decode=False)), Prove)
        await connection.send(write_control(Registered()))
        for number in range(500):
            await connection.send(write_control(Incoming(token=number.to_bytes(16, "big"))))
        await connection.wait_closed()

    async def then() -> None:
        await flooded.wait()
        honest.start()

    async with serve(flood, "127.0.0.1", 0) as hostile:
        port = next(iter(hostile.sockets)).getsockname()[1]
        flooding = RelayAccess.parse(f"ws://127.0.0.1:{port}/")
        await company.play([honest.access, flooding], 30, then())
    assert 0 < most < 100


async def test_of_too_many_relayed_calls_the_oldest_gives_way(
    company: Company, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The newest is answered: whoever calls often does not crowd out whoever calls once."""
    monkeypatch.setattr(connections, "MAX_CALLERS", 3)
    answered, gone = asyncio.Queue[int](), asyncio.Queue[int]()

    async def flood(connection: ServerConnection) -> None:
        first = read_control(await connection.recv(decode=False))
        if isinstance(first, Answer):
            await connection.send(write_control(Joined()))
            answered.put_nowait(first.token[-1])
            await connection.wait_closed()
            gone.put_nowait(first.token[-1])
        if not isinstance(first, Register):
            return
        url = f"ws://127.0.0.1:{port}/"
        await connection.send(write_control(Challenge(url=url, nonce=bytes(32))))
        assert isinstance(read_control(await connection.recv(decode=False)), Prove)
        await connection.send(write_control(Registered()))
        for number in range(4):
            await connection.send(write_control(Incoming(token=number.to_bytes(16, "big"))))
            assert await answered.get() == number
        await connection.wait_closed()

    async with serve(flood, "127.0.0.1", 0) as hostile, AsyncExitStack() as stack:
        port = next(iter(hostile.sockets)).getsockname()[1]
        company.sit(stack, [RelayAccess.parse(f"ws://127.0.0.1:{port}/")], 30)
        running = asyncio.create_task(company.nodes[0].run())
        try:
            assert await asyncio.wait_for(gone.get(), PATIENCE) == 0
        finally:
            running.cancel()
            with suppress(asyncio.CancelledError):
                await running
