"""Relays that hold logs: who comes while others sleep finds their entries there (SPEC-16.19)."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
from contextlib import AsyncExitStack, suppress
from dataclasses import replace
from pathlib import Path

import pytest

from p2p.errors import ConnectionLost, StoreInUse, Unreachable
from p2p.holder import doors, loaded
from p2p.holder.policy import Policy
from p2p.holder.shelf import Shelf
from p2p.messages import Heads
from p2p.player import Disconnected, RelayDeclines, RelayHolds, SeatTaken
from p2p.relay.client import NotHeld, RelayAccess, ask_to_hold, registered, ways_through
from p2p.relay.server import relaying
from p2p.ways import Holder, Rank
from p2p.wire import Connection, accept, dial
from protocol.errors import LocalError
from tests.p2p import party
from tests.p2p.company import answering, children
from tests.p2p.held import (
    SEATS,
    TABLE,
    Seat,
    begun,
    holding_relay,
    hurry,
    length,
    link,
    newest,
    until,
    visit,
)
from tests.p2p.test_wire import ANYWHERE, Lodge
from tests.patience import PATIENCE
from tests.protocol.sample import identity, phrase


@pytest.fixture(autouse=True)
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    hurry(monkeypatch)


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


async def test_a_keeper_and_a_holder_at_one_relay_do_not_keep_each_other_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The keeper's node calls the holder's as any other does; once the players are gone, both rest.

    The players' own nodes name the holder, so that it is known to the keeper.
    """
    monkeypatch.setattr(party, "TERMS", replace(party.TERMS, keepers=1))
    monkeypatch.setattr(loaded, "first_position", lambda *_: None)  # it knows no toys
    async with holding_relay(tmp_path / "held", Policy(keeps=True)) as held:
        seats = [Seat(tmp_path, seat, held.access) for seat in SEATS]
        async with AsyncExitStack() as stack:
            nodes = [await stack.enter_async_context(seat.online()) for seat in seats]
            ways = ways_through([held.access], phrase(0), TABLE)
            await ask_to_hold(held.access, replace(party.invite(3, 1), ways=ways).link())
            for seat in seats:
                await seat.until(lambda: all(any(node.held_at.values()) for node in nodes))
            await until(lambda: held.doors.numbers.loaded == 2)
        await held.sleep()
        async with seats[1].online() as node:
            await seats[1].until(lambda: any(node.held_at.values()))
        await held.sleep()


async def test_words_that_only_a_holder_would_get_are_refused(tmp_path: Path) -> None:
    """SPEC-16.11: it holds the log, and reads them to nobody."""
    async with holding_relay(tmp_path / "held") as held, begun(tmp_path, held) as seats:
        await held.sleep()
        async with seats[1].online() as node:
            await seats[1].until(lambda: any(node.held_at.values()))
            with pytest.raises(LocalError, match="nobody is connected"):
                node.say("anybody there?")


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
                assert isinstance(connection, Connection)
                heads = Heads(game=bytes(32), places=((0, bytes(32)),), held=())
                with suppress(ConnectionLost):
                    while True:
                        await connection.send(heads)

            async with seats[0].online(), asyncio.timeout(PATIENCE):
                await flood()
            refusal = newest(seats[0], Disconnected)
        assert isinstance(refusal, Disconnected)
        assert refusal.peer == table.identity.public
        assert await visit(seats[0]) > 5


async def test_a_log_that_grows_too_long_is_held_no_further(tmp_path: Path) -> None:
    """It costs its share: who is connected is told, and other tables go on."""
    async with holding_relay(tmp_path / "held", Policy(table_mib=0)) as held:
        seats = [Seat(tmp_path, seat, held.access, length=10_000) for seat in SEATS]
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
        nice = [os.getpriority(os.PRIO_PROCESS, child) for child in children(process.pid)]
        assert max(nice) > os.getpriority(os.PRIO_PROCESS, process.pid), "frames go first"
        for child in children(process.pid):
            os.kill(child, signal.SIGKILL)
        await asyncio.sleep(0.5)
        await answering(access)
        assert await ask_to_hold(access, link(b"1" * 32)) == taken
    finally:
        process.terminate()
        await process.wait()
