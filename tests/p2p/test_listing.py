"""Tables that are listed: at relays, and in one's own network (SPEC-16.21)."""

import asyncio
import base64
import json
import urllib.request
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest

from p2p import nearby
from p2p.address import Address
from p2p.advertising import OpenTo
from p2p.errors import BadListing, LobbyError, Unreachable
from p2p.knocking import Knock, knock
from p2p.limits import network_of
from p2p.listing import MAX_LISTING, FoundTable, Listing
from p2p.nearby import SEARCH_SECONDS, announced, find_nearby
from p2p.node import Node
from p2p.player import Knocked, TableListed
from p2p.relay.client import RelayAccess, registered
from p2p.relay.listings import LIST_BURST, Listings, read_listings
from p2p.relay.names import relay_identity
from p2p.relay.server import relaying
from p2p.relay.tables import tables_at
from p2p.ways import Lan
from protocol.charter import WindowsStart
from protocol.encoding import Data, decode, encode
from protocol.identity import Identity
from protocol.record_reader import RecordReader
from tests.p2p import party
from tests.p2p.keys import identity, octets, phrase
from tests.p2p.running import Table3
from tests.patience import PATIENCE
from tests.protocol import sample

HOST = relay_identity(phrase("ann"), octets("table"))
FOREVER = 2**31 - 1
LOOPBACK = "127.0.0.1"
FORM = RecordReader("SPEC-16.21", "listing")
OPEN = OpenTo(network=True, relays=True, until=FOREVER)


def listing(who: Identity = HOST, *, until: int = FOREVER, host: str = "Ann") -> Listing:
    return Listing.signed(
        who,
        until=until,
        host=host,
        scenario="Wake Island",
        modules=("SS",),
        windows=WindowsStart.WAIVED,
        seats=(("Japan",), ("USA",)),
        free=(1,),
    )


# What is signed


def test_a_listing_is_read_as_it_was_signed() -> None:
    assert Listing.read(listing().raw) == listing()
    assert listing().key == HOST.public
    assert listing().id == HOST.public.raw.hex()


@pytest.mark.parametrize("place", range(8))
def test_a_listing_that_was_changed_is_forged(place: int) -> None:
    body, signature = FORM.signed(listing().raw, MAX_LISTING)
    fields = list(FORM.array(decode(body, MAX_LISTING), "the whole", 8, 8))
    others: list[Data] = [
        identity("eve").public.raw,
        7,
        "Eve",
        "Midway",
        (),
        "asked",
        (("UK",),),
        (0,),
    ]
    fields[place] = others[place]
    with pytest.raises(BadListing, match="nobody has signed"):
        Listing.read(encode((encode(tuple(fields)), signature)))


@pytest.mark.parametrize("host", ["", "A" * 41, "Ann\n", "A\u202enn", " Ann"])
def test_a_name_that_does_not_show_is_no_name_of_a_host(host: str) -> None:
    with pytest.raises(BadListing, match="name of the host"):
        listing(host=host)


@pytest.mark.parametrize("raw", [b"", b"\x90", b"\xff" * 2000, encode((b"", bytes(64)))])
def test_what_is_no_listing_is_refused(raw: bytes) -> None:
    with pytest.raises(BadListing):
        Listing.read(raw)


# What a relay decides


def test_a_relay_lists_the_table_of_a_name_as_long_as_it_is_registered() -> None:
    listings = Listings[str](10, 10)
    assert listings.put("socket", HOST.public, network_of("192.0.2.1"), listing().raw, 0)
    assert listings.shown(0) == (listing(),)
    assert listings.shown(FOREVER) == (), "its time is up"
    listings.drop("socket")
    assert listings.shown(0) == ()


def test_a_relay_lists_no_table_for_another_name() -> None:
    listings = Listings[str](10, 10)
    with pytest.raises(BadListing, match="own table"):
        listings.put("socket", identity("eve").public, network_of("192.0.2.1"), listing().raw, 0)
    assert listings.shown(0) == ()


def test_the_tables_of_one_network_are_few_and_all_are_bounded() -> None:
    listings = Listings[int](3, 2)
    hosts = [identity(f"host {number}") for number in range(6)]
    networks = [network_of(f"2001:db8:0:{number // 3}::{number}") for number in range(6)]
    shown = [
        listings.put(number, host.public, networks[number], listing(host).raw, 0)
        for number, host in enumerate(hosts)
    ]
    assert shown == [True, True, False, True, False, False]


def test_a_host_that_lists_its_table_too_often_is_not_heard() -> None:
    listings = Listings[str](10, 10)
    network = network_of("192.0.2.1")
    for _ in range(LIST_BURST):
        assert listings.put("socket", HOST.public, network, listing().raw, 0)
    assert listings.put("socket", HOST.public, network, b"not even read", 0)
    assert listings.shown(0) == (listing(),)
    assert not listings.put("socket", HOST.public, network, b"", 60)
    assert listings.shown(0) == ()


# At a real relay


@asynccontextmanager
async def relay() -> AsyncIterator[RelayAccess]:
    async with relaying(Address(LOOPBACK, 0), "") as port:
        yield RelayAccess.parse(f"ws://{LOOPBACK}:{port}")


async def test_a_relay_serves_what_it_lists_until_the_host_has_gone() -> None:
    async with relay() as access:
        async with registered(access, HOST) as registration:
            waiting = asyncio.create_task(registration.incoming())
            assert await registration.list(listing().raw)
            assert await tables_at(access) == (
                FoundTable(listing(), (access.way_to(HOST.public),)),
            )
            assert not await registration.list(b"")
            assert await tables_at(access) == ()
            assert await registration.list(listing().raw)
            waiting.cancel()
            await asyncio.wait({waiting})
        async with asyncio.timeout(PATIENCE):
            while await tables_at(access):  # noqa: ASYNC110 (a relay tells nobody)
                await asyncio.sleep(0.3)


async def test_a_forged_listing_ends_the_registration() -> None:
    async with relay() as access, registered(access, HOST) as registration:
        waiting = asyncio.create_task(registration.incoming())
        listed = asyncio.create_task(registration.list(listing(identity("eve")).raw))
        with pytest.raises(Unreachable):
            await asyncio.wait_for(waiting, PATIENCE)
        listed.cancel()


async def test_pages_of_any_origin_may_read_the_list_and_nobody_all_the_time() -> None:
    async with relay() as access:
        place = str(access.relay).replace("ws://", "http://") + "tables"

        def read() -> tuple[str | None, object]:
            with urllib.request.urlopen(place, timeout=PATIENCE) as answer:  # noqa: S310 (our own relay)
                return answer.headers["Access-Control-Allow-Origin"], json.loads(answer.read())

        assert await asyncio.to_thread(read) == ("*", {"tables": []})
        asked = [tables_at(access) for _ in range(40)]
        answers = await asyncio.gather(*asked, return_exceptions=True)
        assert any(isinstance(one, Unreachable) and "429" in str(one) for one in answers)


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"tables": 7}', '{"tables": [7]}', "[" * 9999])
def test_what_is_no_list_of_tables_is_refused(text: str) -> None:
    with pytest.raises(BadListing):
        read_listings(text.encode())


def test_a_relay_that_forges_one_table_hides_no_other() -> None:
    forged = listing().raw[:-1] + b"!"
    tables = [base64.b64encode(raw).decode() for raw in (forged, listing().raw)]
    assert read_listings(json.dumps({"tables": tables}).encode()) == (listing(),)


async def test_a_stranger_finds_a_table_at_a_relay_and_knocks_through_it(tmp_path: Path) -> None:
    async with relay() as access, AsyncExitStack() as stack:
        there = Table3(tmp_path, stack)
        store = party.host_store(tmp_path / "host.db")
        stack.callback(store.close)
        player = party.Drawing(0)
        player.noticed = there.noticed
        node = Node(
            store,
            sample.phrase(0),
            player,
            relays=[access],
            open_to=OPEN,
            open_table=party.open_toy_table,
        )
        there.players["host"] = player
        running = asyncio.create_task(node.run())
        try:
            await there.until(lambda: bool(there.notices("host", TableListed)))
            (found,) = await tables_at(access)
            assert (found.listing.host, found.listing.free) == ("Ann", (1, 2))
            knocking = asyncio.create_task(
                knock(found.ways[0], found.listing.key, sample.identity(2), Knock("Cid"))
            )
            await there.until(lambda: bool(there.notices("host", Knocked)))
            node.let_in(sample.identity(2).public, 2)
            invite = await asyncio.wait_for(knocking, PATIENCE)
            assert invite.ways == (access.way_to(found.listing.key),)
            async with asyncio.timeout(PATIENCE):
                while [one.listing.free for one in await tables_at(access)] != [(1,)]:  # noqa: ASYNC110 (as above)
                    await asyncio.sleep(0.3)
        finally:
            running.cancel()
            await asyncio.wait({running})


# In one's own network


async def found_at(port: int, seconds: float = SEARCH_SECONDS) -> list[FoundTable]:
    """What is announced at a port of this machine, on which other tests announce, too."""
    way = Lan(Address(LOOPBACK, port))
    return [one for one in await find_nearby(seconds, [LOOPBACK]) if one.ways == (way,)]


async def test_a_table_is_found_in_the_network_in_which_it_is_announced() -> None:
    async with announced(listing().raw, Address(LOOPBACK, 7777)):
        (found,) = await found_at(7777)
    assert found == FoundTable(listing(), (Lan(Address(LOOPBACK, 7777)),))
    assert await found_at(7777, 1) == []


async def test_an_announcement_tells_neither_machine_nor_player(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from zeroconf.asyncio import AsyncServiceInfo  # noqa: PLC0415 (an extra)

    made: list[AsyncServiceInfo] = []

    class Noted(AsyncServiceInfo):  # type: ignore[misc]
        def __init__(self, *arguments: object, **named: object) -> None:
            super().__init__(*arguments, **named)
            made.append(self)

    monkeypatch.setattr("zeroconf.asyncio.AsyncServiceInfo", Noted)
    told_of = listing(identity("Bob"))  # each key is announced once in a network
    async with announced(told_of.raw, Address(LOOPBACK, 7777)):
        pass
    (told,) = made
    assert told.name == f"{told_of.id[:32]}._secret-subs._tcp.local."
    assert told.server == f"{told_of.id[:32]}.local."
    assert b"".join(told.properties.values()) == told_of.raw


def test_what_another_announces_may_be_anything() -> None:
    listed = {f"l{i}".encode(): value for i, value in enumerate([listing().raw[:250]])}
    assert nearby._read(listed, [LOOPBACK], 7777) is not None
    for properties, addresses, port in (
        ({}, [LOOPBACK], 7777),
        ({b"l0": None}, [LOOPBACK], 7777),
        ({b"l0": b"\xff" * 250}, [LOOPBACK], 7777),
        (listed, [], 7777),
        (listed, [LOOPBACK], None),
        (listed, [LOOPBACK], 0),
        (listed, ["not a number at all"], 7777),
    ):
        assert nearby._read(properties, addresses, port) is None


async def test_a_host_is_found_by_its_announcement_only_while_it_wants(tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        there = Table3(tmp_path, stack)
        host = await there.host(watchers=0)
        assert await found_at(there.port, 1) == [], "nothing is announced unasked"
        host.open_up(OpenTo(network=True, until=FOREVER))
        (found,) = await found_at(there.port)
        assert found.listing == host.listing
        host.open_up(OpenTo())
        async with asyncio.timeout(PATIENCE):
            while await found_at(there.port, 0.5):
                pass
        await there.stop("host")


async def test_only_the_host_of_a_game_that_has_not_begun_lists_it(tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        there = Table3(tmp_path, stack)
        await there.host(watchers=0)
        guest = there.guest(1)
        with pytest.raises(LobbyError, match="only the host"):
            guest.open_up(OPEN)
        await there.stop("Bob")
        await there.stop("host")
