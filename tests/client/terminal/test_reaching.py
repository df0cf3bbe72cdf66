"""At the keyboard: a link for who cannot find the others, and calling them now (SPEC-16.16)."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from client.terminal.reaching import connection_lines, reach
from p2p.address import Address
from p2p.invite import Invite
from p2p.player import Connected, Disconnected
from p2p.ways import Lan
from tests.p2p import party
from tests.p2p.running import ANYWHERE, Table3


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table3]:
    async with AsyncExitStack() as stack:
        yield Table3(tmp_path, stack)


async def test_any_player_makes_a_link_that_lets_no_stranger_in(table: Table3) -> None:
    await table.host()
    bob = table.guest(1, listen=ANYWHERE)
    await table.until(lambda: bool(table.notices("Bob", Connected)))
    _, line = reach("link", "", bob)
    invite = Invite.parse(line)
    assert invite.table == party.invite(1, table.port).table
    assert invite.ticket is None
    assert invite.ways == (
        Lan(Address("127.0.0.1", await bob.port())),
        Lan(Address("127.0.0.1", table.port)),
    )


async def test_who_finds_nobody_is_told_when_the_next_call_is_and_may_call_now(
    table: Table3,
) -> None:
    await table.host()
    bob = table.guest(1)
    await table.until(lambda: bool(table.notices("Bob", Connected)))
    assert list(connection_lines(bob)) == []
    await table.stop("host")
    await table.until(lambda: bool(table.notices("Bob", Disconnected)))
    await table.until(lambda: bob.next_call is not None)
    (line,) = connection_lines(bob)
    assert line.startswith("No other player is connected; the next call is ")
    assert list(reach("retry", "", bob)) == ["  Calling the others."]
