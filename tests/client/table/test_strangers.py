"""Strangers and the page: a host answers who knocks, a guest looks for a table (SPEC-16.22)."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest

from client.errors import ClientError
from client.home import Home
from client.seat.memo import MemoFile
from client.seat.observer import Observer
from client.table import messages as said
from client.table.entering import FindTables, Knock, MakeKey, StopKnocking
from client.table.entrance import EntrancePage
from client.table.outlook import Outlook
from client.table.page_model import ChangeNotifier, PageModel
from client.table.page_requests import carry_out
from client.table.server import Server
from client.table.session_state import SessionState
from client.table.strangers import knocks, open_to
from client.terminal.stdio import StandardOutput
from p2p.address import Address
from p2p.advertising import OpenTo
from p2p.node import Node
from p2p.player import Knocked, KnockEnded, TableListed
from p2p.relay.client import RelayAccess
from p2p.relay.server import relaying
from tests.p2p import party
from tests.p2p.running import Table3
from tests.patience import PATIENCE
from tests.protocol import sample


@asynccontextmanager
async def listed_table(home: Path) -> AsyncIterator[tuple[Table3, Node, RelayAccess]]:
    """A host of three at a relay that lists its table."""
    async with AsyncExitStack() as stack:
        port = await stack.enter_async_context(relaying(Address("127.0.0.1", 0), ""))
        access = RelayAccess.parse(f"ws://127.0.0.1:{port}")
        there = Table3(home, stack)
        store = party.host_store(home / "host.db")
        stack.callback(store.close)
        there.players["host"] = party.Drawing(0)
        there.players["host"].noticed = there.noticed
        node = Node(
            store,
            sample.phrase(0),
            there.players["host"],
            relays=[access],
            open_to=OpenTo(relays=True, until=2**31 - 1),
            open_table=party.open_toy_table,
        )
        running = asyncio.create_task(node.run())
        try:
            await there.until(lambda: bool(there.notices("host", TableListed)))
            yield there, node, access
        finally:
            running.cancel()
            await asyncio.wait({running})


def looking_on(node: Node, home: Path) -> SessionState:
    state = SessionState(Observer(), Outlook(ChangeNotifier()), memo=MemoFile(home / "memo"))
    state.observer.attach(node)
    return state


@asynccontextmanager
async def entrance(
    home: Path,
) -> AsyncIterator[EntrancePage]:
    """The first page of somebody with a key."""

    @asynccontextmanager
    async def serve(_model: PageModel) -> AsyncIterator[Server]:
        yield None  # type: ignore[misc]

    page = EntrancePage(Home(home), StandardOutput(), serve)
    running = asyncio.create_task(page.run())
    await asyncio.sleep(0)
    await page.carry_out(MakeKey(type="make_key", id=1, passphrase="correct horse"))  # noqa: S106 (of a test)
    try:
        yield page
    finally:
        running.cancel()
        await asyncio.wait({running})


def seen(page: EntrancePage) -> str:
    shown = page.picture().entrance
    assert shown is not None
    return shown.fault


async def test_a_guest_finds_a_table_on_the_page_knocks_and_is_answered(
    tmp_path: Path,
) -> None:
    async with (
        listed_table(tmp_path) as (there, host, access),
        entrance(tmp_path / "bob") as page,
    ):
        find = FindTables(type="find_tables", id=2, relay=str(access))
        await page.carry_out(find)
        shown = page.picture().entrance
        assert shown is not None
        assert shown.tables is not None
        (table,) = shown.tables
        assert (table.host, table.scenario) == ("Ann", "toy")
        assert table.about.startswith("live: ")
        await page.carry_out(Knock(type="knock", id=3, table=table.id, name="Bob"))
        await there.until(lambda: bool(there.notices("host", Knocked)))
        waiting = page.picture().entrance
        assert waiting is not None
        assert waiting.knocking == "Ann"

        state = looking_on(host, tmp_path)
        (knock,) = knocks(state)
        assert (knock.name, knock.watches) == ("Bob", False)
        no = said.TurnAway(type="turn_away", id=4, key=knock.key, bar=False)
        await carry_out(state, no)
        async with asyncio.timeout(PATIENCE):
            while not seen(page):
                await page.changes.wait(page.changes.version)
        assert "perhaps another time" in seen(page)

        await page.carry_out(Knock(type="knock", id=5, table=table.id, name="Bob"))
        await there.until(lambda: len(there.notices("host", Knocked)) > 1)
        await page.carry_out(StopKnocking(type="stop_knocking", id=6))
        await there.until(lambda: len(there.notices("host", KnockEnded)) > 1)
        assert host.knocks == ()


async def test_a_host_opens_its_table_on_the_page_as_far_as_it_can_be_called(
    tmp_path: Path,
) -> None:
    async with listed_table(tmp_path) as (_, host, _):
        state = looking_on(host, tmp_path)
        told = open_to(state)
        assert told is not None
        assert (told.network, told.relays) == (False, True)
        assert told.no_network, "it listens nowhere"
        assert [place for place, _ in told.free] == [1, 2]
        shut = said.OpenUp(type="open_up", id=1, network=False, relays=False)
        await carry_out(state, shut)
        assert host.listing is None
        assert state.memo.memo.open_to.relays is False
        with pytest.raises(ClientError, match="network cannot be told"):
            await carry_out(state, said.OpenUp(type="open_up", id=2, network=True, relays=False))
        with pytest.raises(ClientError, match="wait any more"):
            await carry_out(state, said.LetIn(type="let_in", id=3, key="00", place=1))
