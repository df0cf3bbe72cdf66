"""At the keyboard: inviting somebody to play on for a player, and proposing it (SPEC-16.14)."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from client.errors import ClientError
from client.seat.observer import Observer
from client.terminal.agreeing import agree
from p2p.address import Address
from p2p.invite import Invite
from p2p.tickets import SignedTicket
from p2p.ways import Lan
from tests.p2p import party
from tests.p2p.running import Table3
from tests.p2p.test_agreements import Scripted
from tests.p2p.test_succession import ANN, CID, DORA, begun, come, decides


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table3]:
    async with AsyncExitStack() as stack:
        yield Table3(tmp_path, stack)


async def test_a_player_invites_to_the_seat_of_another_and_proposes_who_comes(
    table: Table3,
) -> None:
    host = await begun(table)
    observer = Observer()
    observer.attach(host)
    await table.stop("Cid")
    (line,) = agree("successor", f"Cid at 127.0.0.1:{table.port}", host, observer)
    invite = Invite.parse(line.partition(": ")[2])
    assert isinstance(invite.ticket, SignedTicket)
    assert (invite.ticket.seat, invite.ticket.place) == (ANN, CID)
    with pytest.raises(ClientError, match="has not come"):
        list(agree("propose", "player Dora", host, observer))
    come(table, DORA, invite)
    await table.until(lambda: bool(host.candidates))
    with pytest.raises(ClientError, match="Cid is not gone"):
        list(agree("propose", "player Dora", host, observer))


async def test_who_hands_over_is_told_that_its_tokens_pass_on(table: Table3) -> None:
    host = await begun(table)
    for player in table.players.values():
        player.length = 1000
    observer = Observer()
    observer.attach(host)
    (line,) = agree("successor", f"Ann at 127.0.0.1:{table.port}", host, observer)
    come(table, DORA, Invite.parse(line.partition(": ")[2]))
    await table.until(lambda: bool(host.candidates))
    await table.until(lambda: decides(host))
    list(agree("propose", "player Dora", host, observer))
    said = "\n".join(agree("proposals", "", host, observer))
    assert "Dora plays on for Ann, who shows its tokens to Dora alone" in said
    assert "Ann signs last, once what its tokens hold has passed to Dora" in said


async def test_a_keeper_that_runs_is_changed(
    table: Table3, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SPEC-18.6: nobody has to be gone for it, and the one that is changed is not asked."""
    monkeypatch.setattr(party, "TERMS", replace(party.TERMS, seats=(*party.TERMS.seats, ())))
    monkeypatch.setattr(party, "NAMES", (*party.NAMES, "Dan"))
    host = await table.host(player=Scripted())
    bob, cid, dan = [table.guest(seat, player=Scripted()) for seat in (1, 2, 3)]
    nodes = [host, bob, cid]
    observers = [Observer() for _ in nodes]
    for observer, node in zip(observers, nodes, strict=True):
        observer.attach(node)
    ann = observers[0]
    await table.until(lambda: decides(host))
    (line,) = agree("successor", f"Dan at 127.0.0.1:{table.port}", host, ann)
    assert "`secret-subs keep LINK`" in line
    come(table, DORA, Invite.parse(line.partition(": ")[2]))
    await table.until(lambda: bool(host.candidates))
    await table.until(lambda: decides(host))
    list(agree("propose", "player Dora", host, ann))
    for observer, node in zip(observers[1:], nodes[1:], strict=True):
        await table.until(lambda node=node: bool(node.proposals))  # type: ignore[misc]
        (first, *_) = agree("proposals", "", node, observer)
        assert first == "1  Ann proposes that Dora keeps the log instead of Dan"
        list(agree("accept", "1", node, observer))
    await table.until(lambda: dan.seat is None)


async def test_only_a_player_of_the_table_can_be_followed(table: Table3) -> None:
    host = await begun(table)
    observer = Observer()
    observer.attach(host)
    with pytest.raises(ClientError, match="which player"):
        list(agree("successor", "Zoe at 127.0.0.1:7777", host, observer))


async def test_a_guest_invites_to_the_seat_of_the_host_who_is_gone(table: Table3) -> None:
    await begun(table, meeting=True)
    bob = table.nodes["Bob"]
    observer = Observer()
    observer.attach(bob)
    await table.stop("host")
    (line,) = agree("successor", "Ann", bob, observer)
    invite = Invite.parse(line.partition(": ")[2])
    assert invite.ways[0] == Lan(Address("127.0.0.1", await bob.port()))
    come(table, DORA, invite)
    await table.until(lambda: bool(bob.candidates))
    assert [one.name for one in bob.candidates] == ["Dora"]
