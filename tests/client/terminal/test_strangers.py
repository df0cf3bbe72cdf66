"""At the keyboard of a host: who knocks, and who is told of the table (SPEC-16.22)."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest

from client.errors import ClientError
from client.presentation.words import NotUnderstood
from client.terminal import strangers
from client.terminal.strangers import deal_with
from p2p.address import Address
from p2p.advertising import OpenTo
from p2p.errors import KnockDeclined
from p2p.hosting import Hosting
from p2p.invite import Invite
from p2p.knocking import Knock, knock
from p2p.node import Node
from p2p.player import Knocked
from p2p.ways import Lan
from tests.p2p.keys import identity
from tests.p2p.running import Table3

LISTED = OpenTo(relays=True, until=2**31 - 1)


class Host:
    """A host of three, and those who knock at its table."""

    def __init__(self, table: Table3, node: Node) -> None:
        self.table = table
        self.node = node

    def types(self, line: str) -> str:
        command, _, rest = line.partition(" ")
        assert isinstance(self.node.lobby, Hosting)
        return "\n".join(deal_with(command, rest, self.node, self.node.lobby))

    async def knocked(self, name: str, *, watches: bool = False) -> asyncio.Task[Invite]:
        before = len(self.table.notices("host", Knocked))
        assert self.node.listing is not None
        way = Lan(Address("127.0.0.1", self.table.port))
        asking = knock(way, self.node.listing.key, identity(name), Knock(name, watches))
        waiting = asyncio.create_task(asking)
        await self.table.until(lambda: len(self.table.notices("host", Knocked)) > before)
        return waiting


@asynccontextmanager
async def host(home: Path) -> AsyncIterator[Host]:
    async with AsyncExitStack() as stack:
        table = Table3(home, stack)
        node = await table.host(watchers=0)
        node.open_up(LISTED)
        yield Host(table, node)
        await table.stop("host")


async def test_who_knocks_is_admitted_to_the_seat_that_is_named_or_to_the_first(
    tmp_path: Path,
) -> None:
    async with host(tmp_path) as there:
        assert there.types("knocks") == "  Nobody knocks."
        bob, cid = await there.knocked("Bob"), await there.knocked("Bob the Cid")
        assert there.types("knocks").count(" would play: ") == 2
        assert isinstance(there.node.lobby, Hosting)
        power = there.node.lobby.terms.seats[2][0]
        assert there.types(f"admit Bob the Cid {power}") == "  Bob the Cid is let in."
        assert there.types("admit Bob") == "  Bob is let in."
        tickets = [(await waiting).ticket for waiting in (bob, cid)]
        assert [ticket and ticket.place for ticket in tickets] == [1, 2]
        assert there.node.listing is None, "with no seat free strangers are told nothing"


async def test_who_would_watch_or_is_to_watch_gets_no_seat(tmp_path: Path) -> None:
    async with host(tmp_path) as there:
        bob, cid = await there.knocked("Bob", watches=True), await there.knocked("Cid")
        assert " would watch: " in there.types("knocks")
        there.types("admit Bob")
        there.types("admit Cid watch")
        tickets = [(await waiting).ticket for waiting in (bob, cid)]
        assert [ticket and ticket.place for ticket in tickets] == [9, 10]


async def test_who_is_declined_or_barred_is_told_so(tmp_path: Path) -> None:
    async with host(tmp_path) as there:
        for command in ("decline", "bar"):
            waiting = await there.knocked("Bob")
            assert there.types(f"{command} Bob") == "  Bob is not let in."
            with pytest.raises(KnockDeclined):
                await waiting
        for line in ("admit", "admit Bob", "decline Bob"):
            with pytest.raises(NotUnderstood):
                there.types(line)


async def test_a_host_says_which_strangers_are_told_of_its_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with host(tmp_path) as there:
        assert there.types("open nobody") == "  Strangers are told nothing."
        assert there.node.listing is None
        assert "are told your name" in there.types("open relays")
        assert there.node.open_to.relays
        assert not there.node.open_to.network
        monkeypatch.setattr(strangers, "can_search", lambda: False)
        with pytest.raises(ClientError, match="cannot be told"):
            there.types("open network")
