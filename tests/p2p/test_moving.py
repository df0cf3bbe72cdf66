"""Nodes that change their addresses, and the others that find them again (SPEC-16.16)."""

import asyncio
from collections.abc import Callable
from dataclasses import replace

import pytest

from p2p.address import Address
from p2p.choice import Choice
from p2p.connections import PeerConnections
from p2p.errors import Unreachable
from p2p.joining import Joining
from p2p.locality import Scope
from p2p.node import Node
from p2p.player import Connected, Disconnected, GameStarted, Position
from p2p.relay.client import RelayAccess
from p2p.store import Store
from p2p.ways import Lan, Relay, WayIn
from p2p.wire import Connection
from protocol.identity import Identity, PublicKey
from tests.p2p import party
from tests.p2p.running import ANYWHERE, Table3
from tests.patience import PATIENCE
from tests.protocol.sample import identity, phrase

KEYS = tuple(identity(seat).public for seat in range(3))
ANN, BOB, CID = KEYS


class Thinking(party.Drawing):
    """Decides nothing, so that the game goes on for as long as the test needs."""

    async def decide(self, position: Position) -> Choice:
        await asyncio.Event().wait()
        return await super().decide(position)


async def seated(made: Table3) -> None:
    """Ann hosts; Bob can be called and Cid cannot; all know each other's ways in."""
    await made.host(linger=None, player=Thinking(0))
    made.guest(1, listen=ANYWHERE, linger=None, player=Thinking(1))
    made.guest(2, linger=None, player=Thinking(2))
    await until_connected(made, "host", {BOB, CID})
    await until_connected(made, "Cid", {ANN, BOB})
    await until(lambda: all(len(lists(node)) == 2 for node in made.nodes.values()))


def lists(node: Node) -> dict[PublicKey, tuple[WayIn, ...]]:
    return {key: one.ways for key, one in node._runner.reach._directory.lists.items()}


def connected(node: Node) -> set[PublicKey]:
    return set(node._runner.peers.keys)


async def until_connected(made: Table3, name: str, keys: set[PublicKey]) -> None:
    await until(lambda: connected(made.nodes[name]) == keys)


async def until_listed(made: Table3, key: PublicKey, ways: tuple[WayIn, ...]) -> None:
    await until(lambda: all(lists(node)[key] == ways for node in made.nodes.values()))


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not condition():  # noqa: ASYNC110 (ways in are heard without a notice)
            await asyncio.sleep(0.02)


async def move(made: Table3, name: str, seat: int, number: int) -> Node:
    """Stop a node, and start it where it listens at another port."""
    before = lists(made.nodes[name])[KEYS[seat]]
    await made.stop(name)
    table = party.invite(1, made.port).table
    file = made.home / ("host.db" if name == "host" else f"{name}.db")
    store = Store.open(file, table, KEYS[seat].raw)
    player = Thinking(number)
    node = made.run(name, store, phrase(seat), player=player, listen=ANYWHERE, linger=None)
    await node.port()
    assert lists(node)[KEYS[seat]] != before
    return node


async def test_a_host_that_moves_twice_is_found_again(made: Table3) -> None:
    """Bob, whom it can call, tells Cid where it is now; Cid's link leads nowhere any more."""
    await seated(made)
    for number in range(2):
        host = await move(made, "host", 0, number)
        await until_connected(made, "Cid", {ANN, BOB})
        await until_connected(made, "Bob", {ANN, CID})
        here = lists(host)[ANN]
        await until_listed(made, ANN, here)


async def test_a_guest_that_moves_is_found_again(made: Table3) -> None:
    await seated(made)
    bob = await move(made, "Bob", 1, 0)
    await until_connected(made, "Cid", {ANN, BOB})
    await until_listed(made, BOB, lists(bob)[BOB])


async def test_a_host_that_loses_its_disk_comes_back_by_a_guests_link(made: Table3) -> None:
    """Its list of before is newer than that of a slow clock would be: it signs one above."""
    await seated(made)
    before = made.nodes["host"]._runner.reach._directory.lists[ANN]
    await made.stop("host")
    (made.home / "host.db").unlink()
    link = replace(party.invite(None, made.port), ways=made.nodes["Bob"].ways[:4])
    store = party.joining_store(made.home / "again.db", Joining(invite=link), phrase(0))
    host = made.run("host", store, phrase(0), player=Thinking(0), listen=ANYWHERE, linger=None)
    await until_connected(made, "Cid", {ANN, BOB})
    await until_listed(made, ANN, lists(host)[ANN])
    assert host._runner.reach._directory.lists[ANN].order > before.order
    assert made.notices("host", GameStarted)


async def test_two_ways_to_one_host_make_one_connection_that_stays(made: Table3) -> None:
    """SPEC-16.10: who is connected is not called again by another way of the same rank."""
    await made.host(linger=None)
    ways = (Lan(Address("127.0.0.1", made.port)), Lan(Address("localhost", made.port)))
    link = replace(party.invite(1, made.port), ways=ways)
    lobby = Joining(invite=link, guest=party.guest(1))
    store = party.joining_store(made.home / "Bob.db", lobby, phrase(1))
    bob = made.run("Bob", store, phrase(1), linger=None)
    await until(lambda: connected(bob) == {ANN})
    await asyncio.sleep(0.5)
    assert len(made.notices("Bob", Connected)) <= 2
    assert len(made.notices("Bob", Connected)) == len(made.notices("Bob", Disconnected)) + 1


async def test_who_shows_nobody_its_address_calls_through_its_own_relays_alone(
    made: Table3, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A relay that the link or a list names may be another player's own machine."""
    called: set[WayIn] = set()

    async def call(_: PeerConnections, way: WayIn, __: Scope, ___: Address | None) -> Connection:
        called.add(way)
        raise Unreachable("nobody answers")

    monkeypatch.setattr(PeerConnections, "call", call)
    mine = RelayAccess.parse("ws://127.0.0.1:1/")
    theirs = Relay(Address("relay.example.org", 443), "/name")
    ways = (Lan(Address("127.0.0.1", 9)), theirs, mine.way_to(ANN))
    link = replace(party.invite(1, 9), ways=ways)
    lobby = Joining(invite=link, guest=party.guest(1))
    store = party.joining_store(made.home / "Bob.db", lobby, phrase(1))
    with store:
        bob = Node(store, phrase(1), party.Drawing(1), relays=[mine], relay_only=True)
        running = asyncio.create_task(bob.run())
        await until(lambda: bool(called))
        await asyncio.sleep(0.2)
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
    assert called == {mine.way_to(ANN)}


async def test_who_watches_hears_of_nobodys_ways_in(made: Table3) -> None:
    await made.host(linger=None, player=Thinking(0))
    eve = made.watcher()
    made.guest(1, listen=ANYWHERE, linger=None, player=Thinking(1))
    made.guest(2, linger=None, player=Thinking(2))
    await until(lambda: bool(made.notices("Eve", GameStarted)))
    await until(lambda: len(lists(made.nodes["Cid"])) == 2)
    assert lists(eve) == {}
    assert connected(eve) == {ANN}


async def test_lists_are_on_disk_and_in_no_log(made: Table3) -> None:
    await seated(made)
    await made.stop("Cid")
    table = party.invite(1, made.port).table
    with Store.open(made.home / "Cid.db", table, Identity.from_phrase(phrase(2)).public.raw) as own:
        assert own.read().ways.keys() == {ANN.raw, BOB.raw}
