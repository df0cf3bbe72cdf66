"""Whom a node calls by the ways in that it knows (SPEC-16.16)."""

import asyncio
import ipaddress
from collections import Counter
from typing import cast

import pytest

from p2p import calling, connections, locality
from p2p.address import Address
from p2p.calling import Calling, Target
from p2p.connections import PeerConnections
from p2p.errors import Unreachable
from p2p.locality import Scope, in_one_network, permitted
from p2p.peers import Peers
from p2p.ways import Direct, WayIn, way_to
from p2p.wire import Connection
from protocol.identity import PublicKey
from tests.p2p.keys import identity

OWN, ANN, BOB = (identity(name).public for name in ("own", "ann", "bob"))


class Unanswered:
    """Connections of a node whose every call comes to nothing."""

    def __init__(self) -> None:
        self.peers = Peers(OWN)
        self.called: Counter[str] = Counter()
        self.reported: list[str] = []

    async def call(
        self,
        way: WayIn,
        scope: Scope,  # noqa: ARG002 (nobody answers)
        door: Address | None,  # noqa: ARG002
    ) -> Connection:
        self.called[str(way)] += 1
        raise Unreachable(f"{way}: no answer")

    def report(self, reason: str) -> None:
        self.reported.append(reason)


async def called_within(targets: set[Target], attempts: int = 0) -> Unanswered:
    """What is called until nothing more happens for a moment; `attempts` times retried."""
    node = Unanswered()
    calls = Calling(cast("PeerConnections", node))
    calls.aim(frozenset(targets))
    running = asyncio.create_task(calls.run())
    await asyncio.sleep(0.05)
    for _ in range(attempts):
        calls.retry()
        await asyncio.sleep(0.05)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    return node


def stranger(port: int) -> WayIn:
    return Direct(Address("victim.example.org", port))


async def test_lists_that_point_at_one_stranger_have_it_called_seldom() -> None:
    """Nine players could list it 36 times over, and each of them renew its list."""
    targets = {Target(stranger(1000 + port), ANN) for port in range(36)}
    node = await called_within(targets)
    assert node.called.total() == calling.HOST_BURST


async def test_lists_that_point_at_many_strangers_have_few_of_them_called() -> None:
    targets = {Target(Direct(Address(f"s{number}.example.org", 1)), ANN) for number in range(36)}
    assert (await called_within(targets)).called.total() == calling.LISTED_BURST


async def test_what_the_player_knows_from_a_link_is_always_called() -> None:
    targets = {Target(stranger(1000 + port)) for port in range(20)}
    assert (await called_within(targets)).called.total() >= 20


async def test_a_listed_way_by_which_nobody_answers_rests(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calling, "MIN_RETRY_SECONDS", 0.0)
    monkeypatch.setattr(calling, "HOST_BURST", 1000)
    monkeypatch.setattr(calling, "LISTED_BURST", 1000)
    assert (await called_within({Target(stranger(1), ANN)})).called.total() == calling.MAX_FAILURES


async def test_retry_now_calls_at_once() -> None:
    node = await called_within({Target(stranger(1))}, attempts=3)
    assert node.called[str(stranger(1))] >= 4


async def test_the_wait_until_the_next_attempt_is_known() -> None:
    calls = Calling(cast("PeerConnections", Unanswered()))
    before = calls.next_call
    calls.aim(frozenset({Target(stranger(1))}))
    running = asyncio.create_task(calls.run())
    await asyncio.sleep(0.02)
    after = calls.next_call
    assert before is None
    assert after is not None
    assert 0 <= after <= connections.MIN_RETRY_SECONDS
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


GOOD = Direct(Address("good.example.org", 1))


class Breaking(Unanswered):
    """One is reached by a way, and the connection breaks after a while, once; nobody by others."""

    def __init__(self, lasts: float) -> None:
        super().__init__()
        self.lasts = lasts

    async def call(self, way: WayIn, scope: Scope, door: Address | None) -> Connection:
        if way != GOOD or self.called[str(way)]:
            return await super().call(way, scope, door)
        self.called[str(way)] += 1
        return cast("Connection", Connected(BOB, 0))

    async def serve(self, connection: Connection) -> None:
        peer = self.peers.enter(connection)
        await asyncio.sleep(self.lasts)
        self.peers.leave(peer)


async def called_by(node: Unanswered, targets: set[Target]) -> Counter[str]:
    calls = Calling(cast("PeerConnections", node))
    calls.aim(frozenset(targets))
    running = asyncio.create_task(calls.run())
    await asyncio.sleep(0.3)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    return node.called


@pytest.mark.parametrize(("lasts", "calls"), [(0.1, 2), (0.0, 1)], ids=["worked", "refused"])
async def test_when_a_connection_breaks_that_worked_all_ways_are_tried_at_once(
    monkeypatch: pytest.MonkeyPatch, lasts: float, calls: int
) -> None:
    """SPEC-16.16: also one that waits for long; who is refused at once does not make it so."""
    monkeypatch.setattr(calling, "MIN_RETRY_SECONDS", 30.0)
    monkeypatch.setattr(calling, "STABLE_SECONDS", 0.05)
    called = await called_by(Breaking(lasts), {Target(GOOD), Target(stranger(1))})
    assert called[str(stranger(1))] == calls


async def test_who_rests_is_left_alone_when_a_connection_breaks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """SPEC-16.16: nobody makes us call strangers by connecting and leaving."""
    monkeypatch.setattr(calling, "MIN_RETRY_SECONDS", 0.0)
    monkeypatch.setattr(calling, "STABLE_SECONDS", 0.05)
    monkeypatch.setattr(calling, "HOST_BURST", 1000)
    monkeypatch.setattr(calling, "LISTED_BURST", 1000)
    called = await called_by(Breaking(0.1), {Target(GOOD), Target(stranger(1), ANN)})
    assert called[str(stranger(1))] == calling.MAX_FAILURES


class Connected:
    """A connection as far as it matters here."""

    def __init__(self, peer: PublicKey, rank: int) -> None:
        self.peer, self.rank, self.dialed = peer, rank, False


@pytest.mark.parametrize(("rank", "calls"), [(0, 0), (1, 1)])
async def test_who_is_connected_is_called_only_by_a_better_way(rank: int, calls: int) -> None:
    node = Unanswered()
    node.peers.enter(cast("Connection", Connected(ANN, rank)))
    calling_ = Calling(cast("PeerConnections", node))
    calling_.aim(frozenset({Target(stranger(1), ANN)}))
    running = asyncio.create_task(calling_.run())
    await asyncio.sleep(0.02)
    assert node.called.total() == calls
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


async def test_ways_that_are_listed_no_more_are_called_no_more() -> None:
    node = Unanswered()
    calls = Calling(cast("PeerConnections", node))
    calls.aim(frozenset({Target(stranger(1), ANN)}))
    running = asyncio.create_task(calls.run())
    await asyncio.sleep(0.02)
    calls.aim(frozenset({Target(stranger(2), ANN)}))
    await asyncio.sleep(0.02)
    calls.retry()
    await asyncio.sleep(0.02)
    assert node.called[str(stranger(1))] == 1
    assert node.called[str(stranger(2))] >= 1
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


# --- local networks -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "source", "one"),
    [
        ("192.168.1.20", "192.168.1.7", True),
        ("192.168.2.20", "192.168.1.7", False),
        ("10.0.0.1", "192.168.1.7", False),
        ("100.64.0.1", "100.127.0.1", True),
        ("100.64.0.1", "192.168.1.7", False),
        ("fd00:1::1", "fd00:1::2", True),
        ("fd00:1::1", "fd00:2::2", False),
        ("192.168.1.20", "93.184.216.34", False),
        ("192.168.1.20", None, False),
    ],
)
def test_a_private_address_is_called_from_its_own_network_alone(
    number: str, source: str | None, *, one: bool
) -> None:
    own = None if source is None else ipaddress.ip_address(source)
    assert in_one_network(ipaddress.ip_address(number), own) is one


async def test_a_listed_name_that_resolves_to_a_private_address_is_not_called(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Otherwise a list could have our own router called under the name of a stranger."""

    async def resolve(*_: object, **__: object) -> object:
        return [(0, 0, 0, "", ("192.168.77.1", 80))]

    monkeypatch.setattr(locality, "_source", lambda _: ipaddress.ip_address("192.168.1.7"))
    monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", resolve)
    named = Address("ann.example.org", 80)
    with pytest.raises(Unreachable, match="a local network that this machine is not in"):
        await permitted(named, Scope.OWN_NETWORK)
    assert await permitted(named, Scope.EVERYWHERE) == named


async def test_loopback_is_called_only_where_the_table_is_on_this_machine() -> None:
    here = Address("127.0.0.1", 7777)
    with pytest.raises(Unreachable):
        await permitted(here, Scope.OWN_NETWORK)
    with pytest.raises(Unreachable):
        await permitted(Address("0.0.0.1", 7777), Scope.OWN_MACHINE)
    assert await permitted(here, Scope.OWN_MACHINE) == here
    assert way_to(here).address == here
