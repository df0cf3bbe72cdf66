"""Real nodes at a table that outlives its players (SPEC-16.14, 18.4)."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from p2p.address import Address
from p2p.errors import LobbyError
from p2p.invite import Invite
from p2p.joining import Joining
from p2p.node import Node
from p2p.player import Disconnected, GameStarted, PlayerChanged, SuccessorCame
from p2p.store import Store
from p2p.succeeding import ended
from p2p.terms import guest_of
from p2p.tickets import SignedTicket
from p2p.ways import Lan
from protocol.agreements import Agreement
from protocol.audit import audit
from protocol.due import Duty
from protocol.logfile import write_log
from protocol.proposals import Ended
from protocol.report import Level
from tests.p2p import party
from tests.p2p.running import ANYWHERE, WATCHER, Table3
from tests.protocol import toy
from tests.protocol.agreeing import carrying, consenting
from tests.protocol.sample import identity, phrase
from tests.protocol.succession import begin, open_match, replacing
from tests.protocol.succession import replaced as replace_seat

ANN, BOB, CID, DORA, EVE = 0, 1, 2, 5, 6
NAMES = {DORA: "Dora", EVE: "Eve"}


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table3]:
    async with AsyncExitStack() as stack:
        yield Table3(tmp_path, stack)


def waits_for(node: Node, seat: int) -> bool:
    due = None if node.table is None else node.table.due
    return due is not None and due.seat == seat


def decides(node: Node) -> bool:
    """Whether the game waits for somebody's decision."""
    due = None if node.table is None else node.table.due
    return due is not None and due.duty is Duty.DECISION


def come(table: Table3, who: int, invite: Invite, *, length: int = 60) -> Node:
    """Somebody comes with an invite to a seat of the running game."""
    guest = guest_of(phrase(who), party.NONCE, NAMES[who], bytes([who]) * 32)
    lobby = Joining(invite=invite, guest=guest)
    store = party.joining_store(table.home / f"{who}.db", lobby, phrase(who))
    player = party.Drawing(who, length)
    return table.run(NAMES[who], store, phrase(who), player=player)


async def replaced(
    table: Table3, seat: int, who: int, *, length: int = 60, by: str = "host"
) -> Node:
    """A player invites somebody, who comes, and all others agree."""
    inviter = table.nodes[by]
    new = come(table, who, inviter.invite_successor(seat), length=length)
    key = identity(who).public
    await table.until(lambda: any(one.key == key for one in inviter.candidates))
    await table.until(lambda: waits_for(inviter, seat))
    inviter.replace(key)
    for name, node in table.nodes.items():
        if name in table.tasks and node is not inviter and node.seat not in (None, seat):
            await table.until(lambda node=node: bool(node.proposals))  # type: ignore[misc]
            (proposal,) = node.proposals
            node.consent(proposal.proposal.statement.hash)
    await table.until(lambda: new.seat == seat)
    return new


def verified(node: Node) -> None:
    assert node.table is not None
    log = write_log(node.table.log)
    for level in Level:
        report = audit(log, level=level, open_table=party.open_toy_table)
        assert report.verified, report.fault


async def begun(table: Table3, entries: int = 12, *, meeting: bool = False) -> Node:
    """A game of three is under way; `meeting` if Cid calls Bob too."""
    host = await table.host()
    bob = table.guest(BOB, player=party.Drawing(BOB, 60), listen=ANYWHERE if meeting else None)
    at = (Lan(Address("127.0.0.1", await bob.port())),) if meeting else ()
    table.guest(CID, player=party.Drawing(CID, 60), ways=at)
    table.players["host"].length = 60
    await table.until(lambda: host.table is not None and len(host.table.log) >= entries)
    return host


async def test_spec_18_4_a_killed_player_is_replaced_and_the_game_is_played_to_its_end(
    table: Table3,
) -> None:
    host = await begun(table)
    await table.stop("Cid")
    await table.until(lambda: waits_for(host, CID))
    await replaced(table, CID, DORA)
    await table.finished()
    assert host.table is not None
    assert host.table.outcome is not None
    assert host.table.closings() == (ANN, BOB, CID)
    verified(host)
    (changed,) = table.notices("Bob", PlayerChanged)
    assert (changed.seat, changed.before.name, changed.now.name, changed.own) == (
        CID,
        "Cid",
        "Dora",
        False,
    )
    for name, own in (("host", False), ("Dora", True)):
        (came,) = table.notices(name, SuccessorCame)
        assert (came.successor.name, came.own) == ("Dora", own)


async def test_spec_16_14_the_host_is_killed_for_good_and_another_seat_invites(
    table: Table3,
) -> None:
    await begun(table, meeting=True)
    await table.stop("host")
    bob = table.nodes["Bob"]
    await table.until(lambda: waits_for(bob, ANN))
    await replaced(table, ANN, DORA, by="Bob")
    await table.finished()
    assert bob.table is not None
    assert bob.table.outcome is not None
    assert bob.table.closings() == (ANN, BOB, CID)
    assert [player.name for player in bob.table.log.players.now] == ["Dora", "Bob", "Cid"]
    verified(bob)


async def test_spec_16_14_any_node_of_the_game_knows_the_ticket_of_a_seat(table: Table3) -> None:
    """Cid, who cannot be called, invites by the address of Bob."""
    await begun(table, meeting=True)
    await table.stop("host")
    bob, cid = table.nodes["Bob"], table.nodes["Cid"]
    at = (Lan(Address("127.0.0.1", await bob.port())),)
    invite = cid.invite_successor(ANN, at)
    assert invite.ways == at
    come(table, DORA, invite)
    await table.until(lambda: bool(bob.candidates))
    (came,) = bob.candidates
    assert (came.seat, came.name) == (ANN, "Dora")


async def test_spec_16_4_a_ticket_belongs_to_the_first_key_that_proves_it(table: Table3) -> None:
    host = await begun(table)
    invite = host.invite_successor(CID)
    assert host.given_invites() == (invite,)
    come(table, DORA, invite)
    await table.until(lambda: bool(host.candidates))
    assert host.given_invites() == ()
    come(table, EVE, invite)
    await table.until(lambda: bool(table.notices("Eve", Disconnected)))
    assert [one.name for one in host.candidates] == ["Dora"]
    another = host.invite_successor(CID)
    assert another.ticket != invite.ticket


async def test_spec_16_4_a_ticket_of_who_plays_no_seat_lets_nobody_in(table: Table3) -> None:
    host = await begun(table)
    genuine = host.invite_successor(CID)
    forged = SignedTicket.of(phrase(EVE), BOB, CID, nonce=genuine.nonce, table=genuine.table)
    come(table, DORA, replace(genuine, ticket=forged))
    await table.until(lambda: bool(table.notices("Dora", Disconnected)))
    assert host.candidates == ()


async def test_spec_18_4_a_seat_is_replaced_twice(table: Table3) -> None:
    host = await begun(table)
    await table.stop("Cid")
    await replaced(table, CID, DORA, length=1000)
    assert host.table is not None
    later = len(host.table.log) + 8
    await table.until(lambda: host.table is not None and len(host.table.log) >= later)
    await table.stop("Dora")
    await replaced(table, CID, EVE)
    await table.finished()
    assert host.table.outcome is not None
    assert [player.name for player in host.table.log.players.seats[CID]] == ["Cid", "Dora", "Eve"]
    verified(host)


async def recover(table: Table3, by: Node) -> Node:
    """Dora's machine is gone; her phrase and a link of a player bring the game back."""
    (table.home / f"{DORA}.db").unlink()
    lobby = Joining(invite=by.link())
    store = party.joining_store(table.home / "new device.db", lobby, phrase(DORA))
    return table.run("Dora", store, phrase(DORA), player=party.Drawing(DORA, 60))


async def recovered(table: Table3, dora: Node) -> None:
    """Dora has begun once more, and plays on to the end."""
    host = table.nodes["host"]
    await table.finished()
    assert host.table is not None
    assert host.table.outcome is not None
    assert host.table.closings() == (ANN, BOB, CID)
    assert dora.seat == CID
    assert dora.table is not None
    assert dora.table.head == host.table.head
    verified(dora)


async def test_spec_16_5_a_successor_loses_its_machine_before_its_first_entry(
    table: Table3,
) -> None:
    """It was gone before the others had agreed, and the charter does not know its key."""
    host = await begun(table)
    await table.stop("Cid")
    key = identity(DORA).public
    come(table, DORA, host.invite_successor(CID))
    await table.until(lambda: any(one.key == key for one in host.candidates))
    await table.stop("Dora")
    await table.until(lambda: waits_for(host, CID))
    host.replace(key)
    bob = table.nodes["Bob"]
    await table.until(lambda: bool(bob.proposals))
    bob.consent(bob.proposals[0].proposal.statement.hash)
    await table.until(lambda: host.table is not None and host.table.log.players.now[CID].key == key)
    await recovered(table, await recover(table, host))


async def test_spec_16_5_a_successor_loses_its_machine_after_some_entries(table: Table3) -> None:
    host = await begun(table)
    await table.stop("Cid")
    await replaced(table, CID, DORA, length=1000)
    assert host.table is not None
    log = host.table.log
    since = log.players.now[CID].since
    await table.until(lambda: sum(one.seat == CID and one.sequence > since for one in log) > 2)
    asked = log.heard.greatest[CID]
    await table.stop("Dora")
    await recovered(table, await recover(table, table.nodes["Bob"]))
    assert host.table.log.heard.greatest[CID] != asked


async def test_spec_16_14_the_old_player_comes_back_to_watch(table: Table3) -> None:
    host = await begun(table)
    await table.stop("Cid")
    await replaced(table, CID, DORA)
    before = party.invite(CID, table.port)
    again = Store.open(table.home / "Cid.db", before.table, identity(CID).public.raw)
    old = table.run("Cid", again, phrase(CID), player=party.Drawing(CID, 60))
    await table.until(lambda: bool(table.notices("Cid", PlayerChanged)))
    (changed,) = table.notices("Cid", PlayerChanged)
    assert changed.own
    assert changed.now.name == "Dora"
    assert old.seat is None
    await table.finished()
    assert host.table is not None
    assert old.table is not None
    assert old.table.head == host.table.head
    verified(old)


async def test_spec_16_4_who_is_invited_to_watch_is_let_in_by_any_seat(table: Table3) -> None:
    """Bob invites Eve; his node is gone when she comes, and the host's is as good."""
    host = await begun(table, meeting=True)
    invite = replace(table.nodes["Bob"].invite_watcher(), ways=host.ways[:1])
    await table.stop("Bob")
    store = party.joining_store(table.home / "eve.db", Joining(invite=invite), WATCHER)
    eve = table.run("Eve", store, WATCHER)
    await table.until(lambda: bool(table.notices("Eve", GameStarted)))
    assert eve.seat is None
    assert host.candidates == ()


async def test_spec_16_4_a_spectator_invites_nobody(table: Table3) -> None:
    await begun(table)
    eve = table.watcher()
    await table.until(lambda: bool(table.notices("Eve", GameStarted)))
    with pytest.raises(LobbyError, match="only who plays or keeps can invite"):
        eve.invite_watcher()


def test_spec_18_3_a_second_replacement_names_the_key_that_plays_and_its_last_question() -> None:
    """Dora, who has replaced Bob, has lost her machine since; then Eve replaces her."""
    made = open_match()
    made.act(ANN, toy.End())
    replace_seat(made, CID, BOB)
    begin(made, BOB)
    made.act(BOB, toy.Throw(2))
    begin(made, BOB)
    asked = made.spectator.log.heard.greatest[BOB]
    named = ended(made.spectator, BOB)
    assert (named.key, named.last) == (1, asked)
    made.act(BOB, toy.Throw(2))
    proposal = replacing(made, CID, BOB, EVE, named=(named,))
    signed = (consenting(proposal, seat, known=(asked,)) for seat in (ANN, CID))
    made.send(carrying(made, CID, Agreement(proposal, tuple(signed))))
    assert ended(made.spectator, BOB) == Ended(BOB, 2, None)
    assert ended(made.copy(), BOB) == Ended(BOB, 2, None)
    begin(made, BOB, EVE)
    made.act(BOB, toy.Throw(2))
