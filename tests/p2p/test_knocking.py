"""A stranger knocks at a listed table, and its host decides (SPEC-16.21, SPEC-16.22)."""

import asyncio
import os
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from p2p import knocking, wire
from p2p.address import Address
from p2p.advertising import OpenTo
from p2p.channel import Dialed, Introduced, Listening
from p2p.errors import ChannelError, KnockDeclined, LobbyError, Unreachable
from p2p.hosting import Hosting
from p2p.invite import Invite
from p2p.joining import Joining
from p2p.knocking import Knock, knock
from p2p.knocks import MAX_KNOCKS_PER_NETWORK
from p2p.listening import listening
from p2p.locality import Scope
from p2p.node import Node
from p2p.player import GameStarted, Knocked, KnockEnded
from p2p.relay.names import relay_identity
from p2p.sockets import abort, call, receive_frame
from p2p.terms import Guest, guest_of
from p2p.ways import Lan
from protocol.identity import Identity, PublicKey
from tests.p2p import party
from tests.p2p.keys import identity, octets
from tests.p2p.running import Table3
from tests.patience import PATIENCE
from tests.protocol import sample
from tests.protocol.sample import phrase

CID = sample.identity(2)
SOON = OpenTo(relays=True, until=2**31 - 1)
Knocking = Callable[..., Awaitable[Invite]]


class Open:
    """A table of three whose host is open to strangers, and what they do there."""

    def __init__(self, table: Table3, host: Node) -> None:
        self.table = table
        self.host = host
        self.way = Lan(Address("127.0.0.1", table.port))

    @property
    def listed(self) -> PublicKey:
        assert self.host.listing is not None
        return self.host.listing.key

    async def knock(
        self, who: Identity = CID, name: str = "Cid", *, watches: bool = False
    ) -> Invite:
        listed = relay_identity(phrase(0), self.host_lobby.table).public
        return await knock(self.way, listed, who, Knock(name, watches))

    @property
    def host_lobby(self) -> Hosting:
        assert isinstance(self.host.lobby, Hosting)
        return self.host.lobby

    async def knocked(self, who: Identity = CID, name: str = "Cid") -> asyncio.Task[Invite]:
        """A knock of which the host has been told."""
        before = len(self.table.notices("host", Knocked))
        waiting = asyncio.create_task(self.knock(who, name))
        await self.table.until(lambda: len(self.table.notices("host", Knocked)) > before)
        return waiting


@asynccontextmanager
async def open_table(home: Path, *, listed: bool = True) -> AsyncIterator[Open]:
    async with AsyncExitStack() as stack:
        table = Table3(home, stack)
        host = await table.host(watchers=0)
        if listed:
            host.open_up(SOON)
        try:
            yield Open(table, host)
        finally:
            for name in list(table.tasks):
                await table.stop(name)


def cid() -> Guest:
    return guest_of(phrase(2), party.NONCE, "Cid", octets("salt"))


async def test_a_stranger_is_let_in_and_plays_by_the_ordinary_road(tmp_path: Path) -> None:
    async with open_table(tmp_path) as there:
        there.table.guest(1)
        waiting = await there.knocked()
        (knocked,) = there.host.knocks
        assert (knocked.key, knocked.name, knocked.watches) == (CID.public, "Cid", False)
        there.host.let_in(knocked.key, 2)
        invite = await asyncio.wait_for(waiting, PATIENCE)
        assert invite.host == sample.identity(0).public
        assert invite.ways[0] == there.way, "what has led there leads there again"
        store = party.joining_store(
            tmp_path / "cid.db", Joining(invite=invite, guest=cid()), phrase(2)
        )
        there.table.run("Cid", store, phrase(2))
        await there.table.until(lambda: bool(there.table.notices("Cid", GameStarted)))
        assert there.host.listing is None, "who has begun lists nothing"


async def test_only_who_knows_the_key_of_the_listing_finds_anybody(tmp_path: Path) -> None:
    async with open_table(tmp_path) as there:
        with pytest.raises(Unreachable):
            await knock(there.way, identity("eve").public, CID, Knock("Cid"))
        assert not there.table.notices("host", Knocked)


async def test_nobody_may_knock_at_a_table_that_is_not_listed(tmp_path: Path) -> None:
    async with open_table(tmp_path, listed=False) as there:
        with pytest.raises(Unreachable):
            await there.knock()
        there.host.open_up(replace(SOON, until=int(time.time()) // 60))
        with pytest.raises(Unreachable):
            await there.knock()


async def test_who_is_refused_may_come_again_and_who_is_barred_is_not_asked_about(
    tmp_path: Path,
) -> None:
    async with open_table(tmp_path) as there:
        first = await there.knocked()
        there.host.turn_away(CID.public)
        with pytest.raises(KnockDeclined, match="another time"):
            await first
        second = await there.knocked()
        there.host.turn_away(CID.public, bar=True)
        with pytest.raises(KnockDeclined):
            await second
        told = len(there.table.notices("host", Knocked))
        with pytest.raises(KnockDeclined, match="asked again"):
            await there.knock()
        assert len(there.table.notices("host", Knocked)) == told
        with pytest.raises(LobbyError, match="wait any more"):
            there.host.let_in(CID.public, 2)


@pytest.mark.parametrize("name", ["Ann", "\u0410nn"], ids=["taken", "looks like one that is"])
async def test_a_name_like_that_of_somebody_at_the_table_is_refused(
    tmp_path: Path, name: str
) -> None:
    async with open_table(tmp_path) as there:
        with pytest.raises(KnockDeclined, match="name"):
            await there.knock(name=name)
        assert not there.table.notices("host", Knocked)


async def test_who_was_let_in_gets_the_same_link_again_and_nobody_else_the_seat(
    tmp_path: Path,
) -> None:
    async with open_table(tmp_path) as there:
        waiting = await there.knocked()
        there.host.let_in(CID.public, 2)
        assert await waiting == await there.knock()
        other = await there.knocked(identity("eve"), "Eve")
        with pytest.raises(LobbyError, match="not free"):
            there.host.let_in(identity("eve").public, 2)
        there.host.let_in(identity("eve").public, None)
        assert (await other).ticket is not None
        assert there.host_lobby.watchers == 1


async def test_a_stranger_who_goes_away_is_forgotten(tmp_path: Path) -> None:
    async with open_table(tmp_path) as there:
        waiting = await there.knocked()
        waiting.cancel()
        await there.table.until(lambda: bool(there.table.notices("host", KnockEnded)))
        assert there.host.knocks == ()


async def test_those_who_wait_are_told_that_the_game_has_begun(tmp_path: Path) -> None:
    async with open_table(tmp_path) as there:
        waiting = await there.knocked(identity("eve"), "Eve")
        for seat in (1, 2):
            there.table.guest(seat)
        with pytest.raises(KnockDeclined, match="begun"):
            await asyncio.wait_for(waiting, PATIENCE)
        with pytest.raises(Unreachable):
            await there.knock()


async def test_a_flood_from_one_network_takes_few_places_and_the_oldest_gives_way(
    tmp_path: Path,
) -> None:
    async with open_table(tmp_path) as there:
        waiting = [
            await there.knocked(identity(f"eve {number}"), f"Eve {number}")
            for number in range(MAX_KNOCKS_PER_NETWORK + 1)
        ]
        with pytest.raises(KnockDeclined, match="too many"):
            await waiting[0]
        assert len(there.host.knocks) == MAX_KNOCKS_PER_NETWORK
        for other in waiting[1:]:
            other.cancel()


async def test_a_player_is_not_told_of_more_knocks_than_it_can_read(tmp_path: Path) -> None:
    async with open_table(tmp_path) as there:
        for number in range(8):
            waiting = await there.knocked(identity(f"eve {number}"), f"Eve {number}")
            there.host.turn_away(identity(f"eve {number}").public)
            with pytest.raises(KnockDeclined):
                await waiting
        with pytest.raises(KnockDeclined, match="too many"):
            await there.knock()


async def test_who_knocks_and_says_nothing_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wire, "HANDSHAKE_SECONDS", 0.3)
    async with open_table(tmp_path) as there:
        socket = await call(f"ws://{there.way}/", there.way.address)
        try:
            await knocking._introduced(socket, there.listed, CID)
            await asyncio.wait_for(socket.wait_closed(), PATIENCE)
        finally:
            await abort(socket)
        assert not there.table.notices("host", Knocked)


async def test_who_says_more_while_it_waits_is_left(tmp_path: Path) -> None:
    async with open_table(tmp_path) as there:
        socket = await call(f"ws://{there.way}/", there.way.address)
        try:
            channel = await knocking._introduced(socket, there.listed, CID)
            for _ in range(2):
                (frame,) = channel.seal(knocking.write_knock(Knock("Cid")))
                await socket.send(frame)
            await asyncio.wait_for(socket.wait_closed(), PATIENCE)
        finally:
            await abort(socket)


async def test_a_knock_that_is_played_again_means_nothing(tmp_path: Path) -> None:
    async with open_table(tmp_path) as there:
        dialed, first = Dialed.knock(CID, there.listed, os.urandom(64))
        heard = await call(f"ws://{there.way}/", there.way.address)
        again = await call(f"ws://{there.way}/", there.way.address)
        try:
            await heard.send(first)
            greeted, third = dialed.greeted(await receive_frame(heard))
            await heard.send(third)
            greeted.admitted(await receive_frame(heard))
            await again.send(first)
            await receive_frame(again)
            await again.send(third)
            await asyncio.wait_for(again.wait_closed(), PATIENCE)
        finally:
            await abort(heard)
            await abort(again)


def test_a_knock_is_no_call_and_a_call_no_knock() -> None:
    listed, table = identity("listing"), octets("table")
    _, knocks = Dialed.knock(CID, listed.public, octets("caller") * 2)
    _, calls = Dialed.begin(CID, listed.public.raw, octets("caller") * 2)
    assert (len(knocks), len(calls)) == (33, 32)
    with pytest.raises(ChannelError):
        Listening.called(listed, table, octets("own") * 2, knocks)
    with pytest.raises(ChannelError):
        Listening.knocked(listed, octets("own") * 2, calls)


async def test_a_relay_that_answers_itself_is_not_believed(tmp_path: Path) -> None:
    """It knows the key of the listing, which everybody may, and not its secret."""
    eve = identity("eve")

    class Impostor:
        listed = eve

        def admit(self, introduced: Introduced) -> None:
            raise LobbyError(str(introduced))

        async def serve(self, connection: wire.Connection) -> None:
            await connection.drop()

        async def hear(self, knocker: knocking.Knocker, network: object) -> None:
            raise AssertionError(knocker, network)

        def probed(self, token: bytes) -> None:
            raise AssertionError(token)

    async with open_table(tmp_path) as there:
        listed = there.listed
    started = listening(Address("127.0.0.1", 0), eve, octets("table"), Impostor())
    async with started as port:
        with pytest.raises(Unreachable):
            await knock(
                Lan(Address("127.0.0.1", port)), listed, CID, Knock("Cid"), Scope.OWN_MACHINE
            )
