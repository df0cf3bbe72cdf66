"""Pages of a game that outlives its players (SPEC-16.14): what they ask, and what a home lists."""

import shutil
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from client.errors import ClientError
from client.home import Home
from client.table import messages as said
from client.table.invites import invites_now
from client.table.journal import Journal
from client.table.saved_games import saved_games
from client.table.server import serving
from client.table.session import BrowserSession
from client.table.timeline import Timeline
from p2p.invite import Invite
from p2p.node import Node
from p2p.ways import read_way
from protocol.proposals import HandOver
from tests.browser.hall import Silent
from tests.client.table.test_entrance import _CHEAP
from tests.p2p import party
from tests.p2p.running import Table3
from tests.p2p.test_succession import ANN, CID, DORA, begun, come, decides, replaced
from tests.protocol.sample import identity, phrase


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table3]:
    async with AsyncExitStack() as stack:
        yield Table3(tmp_path, stack)


def session_of(node: Node) -> BrowserSession:
    session = BrowserSession(Silent(), serving)
    session.observer.attach(node)
    return session


async def test_a_seat_that_hides_tokens_is_handed_over(table: Table3) -> None:
    host = await begun(table)
    for player in table.players.values():
        player.length = 1000
    session = session_of(host)
    await session.carry_out(said.InviteSuccessor(type="invite", id=1, seat=ANN))
    own, *_ = invites_now(session.state)
    assert own.who == "who is to play on for Ann"
    come(table, DORA, Invite.parse(own.link))
    await table.until(lambda: bool(host.candidates))
    key = identity(DORA).public.raw.hex()
    await table.until(lambda: decides(host))
    await session.carry_out(said.ProposePlayer(type="replace", id=2, key=key))
    (proposal,) = host.proposals
    assert isinstance(proposal.proposal.statement.terms, HandOver)
    with pytest.raises(ClientError, match="not here any more"):
        await session.carry_out(said.ProposePlayer(type="replace", id=3, key="00"))


async def test_a_guest_invites_too_and_says_where_the_link_leads(table: Table3) -> None:
    """A link that was used is shown no more; by another one somebody else may come."""
    await begun(table, meeting=True)
    bob = table.nodes["Bob"]
    session = session_of(bob)
    here = f"127.0.0.1:{await bob.port()}"
    assert str(session.state.leads_to[0]) == here
    await session.carry_out(said.InviteSuccessor(type="invite", id=1, seat=ANN, at=here))
    first, *_ = invites_now(session.state)
    come(table, DORA, Invite.parse(first.link))
    await table.until(lambda: bool(bob.candidates))
    elsewhere = "cid.example.org:7777"
    await session.carry_out(said.InviteSuccessor(type="invite", id=2, seat=ANN, at=elsewhere))
    second, *_ = invites_now(session.state)
    assert second.link != first.link
    assert Invite.parse(second.link).ways == (read_way(elsewhere),)


async def test_every_player_has_a_link_to_the_game_with_the_newest_ways_in(table: Table3) -> None:
    await begun(table, meeting=True)
    bob = table.nodes["Bob"]
    (back,) = invites_now(session_of(bob).state)
    assert back.purpose == "recover"
    link = Invite.parse(back.link)
    assert link.ticket is None
    assert link.ways == bob.ways


async def test_who_finds_nobody_sees_when_the_next_call_is_and_may_call_now(
    table: Table3,
) -> None:
    await begun(table)
    session = session_of(table.nodes["Bob"])
    assert session.picture().table.next_call is None
    for other in ("host", "Cid"):
        await table.stop(other)
    await table.until(lambda: table.nodes["Bob"].next_call is not None)
    session.changes.notify()
    assert session.picture().table.next_call is not None
    await session.carry_out(said.Retry(type="retry", id=1))


async def test_a_host_sees_who_can_join_until_the_game_begins(table: Table3) -> None:
    host = await table.host()
    session = session_of(host)
    await table.until(lambda: bool(host.tested))
    (only,) = session.picture().table.tested
    assert only.words == f"127.0.0.1:{table.port}: only on this machine."
    assert only.works is False


async def test_who_plays_on_cannot_forget_the_game(table: Table3, tmp_path: Path) -> None:
    """A home lists its game under the names of those who play now."""
    await begun(table)
    await table.stop("Cid")
    await replaced(table, CID, DORA)
    await table.finished()
    home = Home(tmp_path / "home")
    home.keep(phrase(DORA), "a long way to Wake", _CHEAP)
    home.tables.mkdir(parents=True, exist_ok=True)
    game = party.invite(CID, table.port).table
    await table.stop("Dora")
    shutil.copy(tmp_path / f"{DORA}.db", home.store(game))
    (listed,) = saved_games(home)
    assert [name for name, _ in listed.seats] == ["Dora", "Ann", "Bob"]
    assert not listed.watched
    assert not listed.forgettable


async def test_who_comes_to_play_looks_back_no_more(table: Table3) -> None:
    """A watcher's page has the moments of the game; a player's stands at the last one."""
    host = await begun(table)
    session = session_of(host)
    assert host.table is not None
    game = host.table.game
    session.state.moments = Timeline(game, Journal(game))
    assert session.observer.seat is not None
    assert session.state.timeline is None
