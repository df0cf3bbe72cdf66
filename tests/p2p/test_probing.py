"""Whether others can call is found out before they are sent a link (SPEC-16.15)."""

import asyncio
import ipaddress
from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from p2p.address import Address
from p2p.errors import Unreachable
from p2p.node import Node
from p2p.player import Connected, WaysTested
from p2p.probing import Probes, Reachability, Verdict, judge, probe_ways, way_used
from p2p.relay.client import RelayAccess, ask_to_call, ways_through
from p2p.relay.messages import VERSION, Probe, Reason, write_control
from p2p.ways import Direct, Lan, Relay, WayIn, read_way
from protocol.charter import table_id
from tests.p2p import party
from tests.p2p.keys import octets
from tests.p2p.running import Table3
from tests.p2p.test_relay import proxied, reason_of, relay
from tests.p2p.test_wire import lodge
from tests.patience import PATIENCE
from tests.protocol.sample import identity, phrase

TOKEN = octets("token", 16)
HERE = "127.0.0.1"
TABLE = table_id(identity(0).public, party.NONCE)


async def test_a_relay_sends_the_token_to_where_it_sees_who_asks() -> None:
    async with relay() as access, lodge() as (door, way):
        seen = await ask_to_call(access.relay, access.relay.address, way.address.port, TOKEN)
        assert seen == HERE
        assert door.tokens == [TOKEN]
        assert door.seen == [], "the relay says nothing else"


async def test_where_nobody_listens_nothing_arrives_and_the_relay_still_says_what_it_sees() -> None:
    async with relay() as access, lodge() as (_, way):
        port = way.address.port
    async with relay() as access:
        assert await ask_to_call(access.relay, access.relay.address, port, TOKEN) == HERE


@pytest.mark.parametrize(
    ("proxies", "whence"),
    [((), "203.0.113.9"), ((HERE,), "10.0.0.7"), ((HERE,), "hidden")],
    ids=["a proxy that the relay was not told of", "a local network", "a proxy that hides it"],
)
async def test_a_public_relay_calls_into_no_local_network(
    proxies: Sequence[str], whence: str
) -> None:
    """Else whoever asks could have it knock at the doors of its own machine and network."""
    async with (
        lodge() as (door, way),
        relay(url="wss://relay.example/", proxies=proxies) as access,
    ):
        socket = await proxied(access, whence)
        asked = Probe(version=VERSION, port=way.address.port, token=TOKEN)
        await socket.send(write_control(asked))
        assert await reason_of(socket) is Reason.UNSEEN
        await socket.wait_closed()
        assert door.tokens == []


async def test_a_relay_that_calls_nobody_back_says_why() -> None:
    async with relay() as access, lodge() as (_, way):
        place, port = access.relay.address, way.address.port
        for _ in range(8):
            await ask_to_call(access.relay, place, port, TOKEN)
        with pytest.raises(Unreachable, match="it has no room"):
            await ask_to_call(access.relay, place, port, TOKEN)


NAMED = Direct(Address("table.example", 7777))


@pytest.mark.parametrize(
    ("numbers", "seen", "came", "verdict"),
    [
        (["192.0.2.7"], "192.0.2.7", True, Verdict.WORKS),
        (["192.0.2.6", "192.0.2.7"], "192.0.2.7", True, Verdict.WORKS),
        (["2001:db8::7"], "2001:db8:0:0::7", True, Verdict.WORKS),
        (["192.0.2.7"], "192.0.2.9", True, Verdict.ELSEWHERE),
        ([], "192.0.2.9", True, Verdict.ELSEWHERE),
        (["192.0.2.7"], "192.0.2.7", False, Verdict.UNREACHABLE),
        (["192.0.2.7"], "192.0.2.9", False, Verdict.UNREACHABLE),
    ],
)
def test_a_way_works_if_the_token_came_to_an_address_that_it_names(
    numbers: list[str], seen: str, verdict: Verdict, *, came: bool
) -> None:
    found = judge(NAMED, map(ipaddress.ip_address, numbers), seen, came=came)
    assert found == Reachability(NAMED, verdict, Address(seen, 7777))


def test_a_token_that_nobody_awaits_means_nothing() -> None:
    """A stranger cannot make a node believe that it can be called."""
    probes = Probes()
    token = probes.expect()
    probes.arrived(TOKEN)
    assert not probes.came(token)


async def test_local_ways_need_no_test_and_others_a_relay() -> None:
    local, here = Lan(Address("192.168.1.20", 7777)), Lan(Address(HERE, 7777))
    far = Direct(Address("192.0.2.7", 7777))
    found = await probe_ways((local, here, far), (), Probes())
    assert [one.verdict for one in found] == [Verdict.NETWORK, Verdict.MACHINE, Verdict.UNTESTED]


async def test_a_relay_is_asked_only_by_the_version_of_ip_that_a_way_has() -> None:
    """What it sees by one version says nothing of the other."""
    async with relay() as access:
        way = Direct(Address("2001:db8::7", 7777))
        (found,) = await probe_ways((way,), (access.relay,), Probes())
        assert found == Reachability(way, Verdict.UNTESTED)


async def test_a_host_is_told_who_can_call_before_anybody_has(tmp_path: Path) -> None:
    """The address that it gives out is none of this machine, where the relay finds it."""
    async with relay() as access, AsyncExitStack() as stack:
        player, node, running = await _host(stack, tmp_path, access, listens=True)
        tested = [notice for notice in player.notices if isinstance(notice, WaysTested)]
        port = await node.port()
        way = Direct(Address("192.0.2.7", port))
        expected = Reachability(way, Verdict.ELSEWHERE, Address(HERE, port))
        assert tested == [WaysTested((expected,))]
        (through,) = ways_through((access,), phrase(0), TABLE)
        assert node.tested == (expected, Reachability(through, Verdict.WORKS))
        running.cancel()
        await asyncio.wait([running])


async def test_who_cannot_be_called_is_told_so(tmp_path: Path) -> None:
    async with relay() as access, AsyncExitStack() as stack:
        _, node, running = await _host(stack, tmp_path, access, listens=False)
        assert node.tested[0].verdict is Verdict.UNREACHABLE
        running.cancel()
        await asyncio.wait([running])


async def _host(
    stack: AsyncExitStack, home: Path, access: RelayAccess, *, listens: bool
) -> tuple[party.Drawing, Node, asyncio.Task[None]]:
    """A host that gives out an address, once it knows who can call it there."""
    store = party.host_store(home / "host.db")
    stack.callback(store.close)
    player = party.Drawing(0, 1)
    player.noticed = asyncio.Event()
    async with lodge() as (_, free):
        port = free.address.port
    node = Node(
        store,
        phrase(0),
        player,
        listen=Address(HERE, port) if listens else None,
        found_at=(read_way(f"192.0.2.7:{port}"),),
        relays=(access,),
        open_table=party.open_toy_table,
    )
    running = asyncio.create_task(node.run())
    async with asyncio.timeout(PATIENCE):
        while not any(isinstance(notice, WaysTested) for notice in player.notices) or (
            node.tested[-1].verdict is not Verdict.WORKS
        ):
            player.noticed.clear()
            await player.noticed.wait()
    return player, node, running


# Who has come in


EVERYWHERE = Direct(Address("203.0.113.9", 7777))
EVERYWHERE_6 = Direct(Address("2001:db8::9", 7777))
HOME = Lan(Address("192.168.1.20", 7777))
MACHINE = Lan(Address("127.0.0.1", 7777))
RELAYED = Relay(Address("relay.example.org", 443), "/" + "A" * 43)


@pytest.mark.parametrize(
    ("whence", "way"),
    [
        ("198.51.100.7", EVERYWHERE),
        ("::ffff:198.51.100.7", EVERYWHERE),
        ("2001:db8:7::1", EVERYWHERE_6),
        ("192.168.1.30", HOME),
        ("127.0.0.1", MACHINE),
        ("wss://relay.example.org/", RELAYED),
        ("wss://other.example.org/", None),
        ("fd00::7", None),
        ("", None),
    ],
)
def test_where_somebody_comes_from_says_by_which_way(whence: str, way: WayIn | None) -> None:
    ways = (EVERYWHERE, EVERYWHERE_6, HOME, MACHINE, RELAYED)
    assert way_used(ways, whence) == way


def test_of_two_ways_that_somebody_can_have_come_by_none_is_said_to_work() -> None:
    named = Direct(Address("ann.example.org", 7777))
    assert way_used((named, EVERYWHERE), "198.51.100.7") is None
    assert way_used((named,), "198.51.100.7") == named


async def test_a_guest_that_has_come_shows_that_its_way_works(tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        there = Table3(tmp_path, stack)
        host = await there.host()
        await there.until(lambda: bool(host.tested))
        assert [one.used for one in host.tested] == [False]
        there.guest(1)
        await there.until(lambda: bool(there.notices("host", Connected)))
        (found,) = host.tested
        assert (found.used, found.verdict) == (True, Verdict.MACHINE)
        for name in list(there.tasks):
            await there.stop(name)
