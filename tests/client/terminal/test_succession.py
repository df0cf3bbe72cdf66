"""At the keyboard: inviting somebody to play on for a player, and proposing it (SPEC-16.14)."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from client.errors import ClientError
from client.seat.observer import Observer
from client.terminal.agreeing import agree
from p2p.invite import Invite
from protocol.errors import LocalError
from tests.p2p.running import Table3
from tests.p2p.test_succession import CID, DORA, begun, come


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table3]:
    async with AsyncExitStack() as stack:
        yield Table3(tmp_path, stack)


async def test_the_host_invites_to_the_seat_of_a_player_and_proposes_who_comes(
    table: Table3,
) -> None:
    host = await begun(table)
    observer = Observer()
    observer.attach(host)
    await table.stop("Cid")
    (line,) = agree("successor", f"Cid at 127.0.0.1:{table.port}", host, observer)
    invite = Invite.parse(line.partition(": ")[2])
    assert invite.ticket is not None
    assert invite.ticket.place == CID
    with pytest.raises(ClientError, match="has not come"):
        list(agree("propose", "player Dora", host, observer))
    come(table, DORA, invite)
    await table.until(lambda: bool(host.candidates))
    with pytest.raises(ClientError, match="Cid is not gone"):
        list(agree("propose", "player Dora", host, observer))


async def test_a_seat_with_hidden_tokens_is_not_handed_over(table: Table3) -> None:
    host = await begun(table)
    observer = Observer()
    observer.attach(host)
    await table.stop("Cid")
    (line,) = agree("successor", f"Ann at 127.0.0.1:{table.port}", host, observer)
    come(table, DORA, Invite.parse(line.partition(": ")[2]))
    await table.until(lambda: bool(host.candidates))
    with pytest.raises(LocalError, match="hidden tokens"):
        list(agree("propose", "player Dora", host, observer))


async def test_only_a_player_of_the_table_can_be_followed(table: Table3) -> None:
    host = await begun(table)
    observer = Observer()
    observer.attach(host)
    with pytest.raises(ClientError, match="only the host"):
        list(agree("successor", "Zoe at 127.0.0.1:7777", host, observer))
