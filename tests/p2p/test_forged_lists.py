"""Lists of ways in by which a player would mislead real nodes (SPEC-16.16)."""

import asyncio
from contextlib import AsyncExitStack, suppress
from dataclasses import replace

import pytest

from p2p.address import Address
from p2p.calling import HOST_BURST
from p2p.errors import ConnectionLost, ConnectionRefused
from p2p.messages import Ways
from p2p.player import Disconnected
from p2p.ways import Lan, WayIn
from p2p.ways_list import WaysList
from p2p.wire import Connection, dial
from protocol.identity import Identity
from tests.p2p import party
from tests.p2p.running import Table3
from tests.p2p.test_moving import BOB, CID, Thinking, lists, until, until_connected
from tests.patience import PATIENCE
from tests.protocol.sample import identity

NOWHERE: tuple[WayIn, ...] = (Lan(Address("127.0.0.1", 9)),)


async def begun(made: Table3, *bobs_ways: WayIn) -> bytes:
    """A table whose players think; Bob lists what he likes. Gives its id."""
    await made.host(linger=None, player=Thinking(0))
    made.guest(1, linger=None, player=Thinking(1), found_at=bobs_ways)
    made.guest(2, linger=None, player=Thinking(2))
    await until_connected(made, "host", {BOB, CID})
    return party.invite(1, made.port).table


async def called(made: Table3, table: bytes, who: Identity) -> Connection:
    """A connection to the host of whoever has this key, on which anything can be said."""
    return await dial(Lan(Address("127.0.0.1", made.port)), who, table)


async def ended(connection: Connection) -> None:
    """Wait until the host hangs up."""
    async with asyncio.timeout(PATIENCE):
        with suppress(ConnectionLost, ConnectionRefused):
            while True:
                await connection.receive()


@pytest.mark.parametrize("signer", [1, 5], ids=["another player", "a stranger"])
async def test_a_list_that_its_player_has_not_signed_ends_the_connection(
    made: Table3, signer: int
) -> None:
    """Bob says where Cid can be called: whoever has signed it, nobody believes it."""
    table = await begun(made)
    await until(lambda: CID not in lists(made.nodes["host"]))
    await made.stop("Bob")
    forged = WaysList.signed(identity(signer), table, 2**31 - 1, NOWHERE)
    said = replace(forged, key=CID)
    connection = await called(made, table, identity(1))
    await connection.send(Ways(signed=said.raw))
    await ended(connection)
    assert CID not in lists(made.nodes["host"])
    refused = [one for one in made.notices("host", Disconnected) if one.refused]
    assert [one.peer for one in refused] == [BOB]
    assert made.nodes["host"].connected, "Cid is still there"


async def test_a_list_that_points_at_a_stranger_has_it_called_seldom(made: Table3) -> None:
    """Bob signs four ways to a machine that has nothing to do with the game, and goes."""
    calls = 0

    async def count(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal calls
        calls += 1
        writer.close()

    async with AsyncExitStack() as stack:
        ports = []
        for _ in range(4):
            stranger = await stack.enter_async_context(
                await asyncio.start_server(count, "127.0.0.1", 0)
            )
            ports.append(stranger.sockets[0].getsockname()[1])
        ways = tuple(Lan(Address("127.0.0.1", port)) for port in ports)
        await begun(made, *ways)
        others = [made.nodes[name] for name in ("host", "Cid")]
        await until(lambda: all(lists(node).get(BOB) == ways for node in others))
        await made.stop("Bob")
        await asyncio.sleep(3)  # in which two nodes would call four ways seven times each
    assert 4 <= calls <= 2 * (HOST_BURST + 1)
    assert made.nodes["host"].connected, "Cid is still there"
