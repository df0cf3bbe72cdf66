"""Real nodes over loopback: from the first invite to the last signature."""

import asyncio
import functools
from contextlib import suppress
from dataclasses import replace

import pytest

from p2p import runner
from p2p.address import Address
from p2p.chat import ChatMessage, RematchOffered
from p2p.choice import Choice
from p2p.errors import ConnectionLost, LobbyError, Unreachable
from p2p.events import EntryAccepted, StatementAccepted
from p2p.joining import Joining
from p2p.lobby_protocol import Proposed
from p2p.messages import Seek
from p2p.peers import MAX_REPLIES
from p2p.player import (
    Connected,
    Disconnected,
    GameStarted,
    Position,
    SeatTaken,
    Superseded,
)
from p2p.store import Store
from p2p.ways import Lan
from p2p.wire import dial
from protocol.charter import MAX_SEATS
from protocol.due import Due
from protocol.entry import Decide
from protocol.errors import LocalError
from protocol.identity import Identity, Phrase
from protocol.questions import FIRST
from protocol.statements import RaisedHand, SilenceClaim
from tests.p2p import party
from tests.p2p.keys import octets
from tests.p2p.running import ANYWHERE, WATCHER, Table3
from tests.patience import PATIENCE
from tests.protocol import toy
from tests.protocol.sample import identity, phrase


async def test_a_game_between_three_nodes_and_a_watcher(made: Table3) -> None:
    await made.host()
    made.guest(1)
    made.guest(2)
    made.watcher()
    await made.finished()
    assert len({tuple(log) for log in party.logs(made.nodes.values())}) == 1
    for node in made.nodes.values():
        assert node.table is not None
        assert node.table.closings() == (0, 1, 2)
        assert node.table.disclosures() == (0, 1, 2)
    for name in made.nodes:
        assert len(made.notices(name, GameStarted)) == 1
        accepted = made.notices(name, EntryAccepted)
        assert len(accepted) == len(party.logs([made.nodes[name]])[0])
    assert {(n.seat, n.name) for n in made.notices("host", SeatTaken)} == {(1, "Bob"), (2, "Cid")}


async def test_who_stays_after_the_end_can_talk_until_all_have_left(made: Table3) -> None:
    """SPEC-16.11: words said over a finished game reach those who are still there."""
    nodes = [await made.host(), made.guest(1), made.guest(2)]
    for node in nodes:
        node.stay()
    for node in nodes:
        await node.settled()
    nodes[1].say("well played")
    await made.until(lambda: ChatMessage(1, "well played") in made.notices("host", ChatMessage))
    for node in nodes:
        node.leave()
    await made.finished()
    with pytest.raises(LocalError, match="nobody is connected"):
        nodes[1].say("anybody there?")


def has_offer(made: Table3, name: str) -> bool:
    """Whether a player has been invited to a rematch."""
    return bool(made.notices(name, RematchOffered))


async def test_a_rematch_is_offered_over_the_connections_of_the_game(made: Table3) -> None:
    """SPEC-16.23: to each player its own invite, once the game is over and not before."""
    nodes = [await made.host(), made.guest(1), made.guest(2)]
    for node in nodes:
        node.stay()
    invites = {identity(seat).public: party.invite(seat, made.port) for seat in (1, 2)}
    await made.until(lambda: len(made.notices("Bob", EntryAccepted)) > 3)
    await nodes[0].offer_rematch(invites)
    for node in nodes:
        await node.settled()
    assert not made.notices("Bob", RematchOffered), "the game went on"
    assert await nodes[0].offer_rematch(invites) == invites.keys()
    for name, seat in (("Bob", 1), ("Cid", 2)):
        await made.until(functools.partial(has_offer, made, name))
        (offer,) = made.notices(name, RematchOffered)
        assert offer == RematchOffered(0, party.invite(seat, made.port))
    for node in nodes:
        node.leave()
    await made.finished()


async def test_who_was_away_gets_what_is_missing(made: Table3) -> None:
    await made.host()
    made.guest(1)
    made.guest(2)
    made.watcher()
    await made.until(lambda: len(made.notices("Eve", EntryAccepted)) > 10)
    await made.stop("Eve")
    await made.until(lambda: len(made.notices("host", EntryAccepted)) > 30)
    store = Store.open(
        made.home / "eve.db",
        party.invite(1, made.port).table,
        Identity.from_phrase(WATCHER).public.raw,
    )
    made.run("Eve", store, WATCHER)
    await made.finished()
    assert len({tuple(log) for log in party.logs(made.nodes.values())}) == 1


async def test_a_lost_machine_comes_back_with_the_phrase_alone(made: Table3) -> None:
    """Bob's disk is gone; a link without ticket and his phrase bring the game back (recover)."""
    await made.host()
    made.guest(1)
    made.guest(2)
    await made.until(lambda: len(made.notices("Bob", EntryAccepted)) > 15)
    await made.stop("Bob")
    (made.home / "Bob.db").unlink()
    back = party.lost_store(made.home / "Bob.db", 1, made.port)
    made.run("Bob", back, phrase(1))
    await made.finished()
    assert len({tuple(log) for log in party.logs(made.nodes.values())}) == 1
    table = made.nodes["host"].table
    assert table is not None
    assert table.ledger.incarnations != (FIRST,) * 3


async def test_two_nodes_that_call_each_other_keep_one_connection(made: Table3) -> None:
    await made.host(linger=None)
    bob = made.guest(1, listen=ANYWHERE)
    port = await bob.port()
    made.guest(2, ways=[Lan(Address("127.0.0.1", port))])
    await made.until(lambda: len(made.notices("Cid", GameStarted)) > 0)
    await made.until(lambda: len(made.notices("host", StatementAccepted)) >= 6)
    peers = {name: {peer.key for peer in node._runner.peers} for name, node in made.nodes.items()}
    keys = {name: identity(seat).public for seat, name in enumerate(("host", "Bob", "Cid"))}
    assert peers["host"] == {keys["Bob"], keys["Cid"]}
    assert len(made.notices("Bob", Connected)) - len(made.notices("Bob", Disconnected)) == len(
        peers["Bob"]
    )


async def test_words_reach_who_is_not_connected_to_the_speaker_by_way_of_another(
    made: Table3,
) -> None:
    """SPEC-16.11: guests who only know the host hear each other through it."""
    await made.host()
    bob = made.guest(1)
    made.guest(2)
    await made.until(lambda: all(made.notices(name, GameStarted) for name in made.nodes))
    bob.say("Well sailed.")
    await made.until(lambda: bool(made.notices("Cid", ChatMessage)))
    assert (
        made.notices("Bob", ChatMessage)
        == made.notices("host", ChatMessage)
        == [ChatMessage(1, "Well sailed.")]
    )
    assert made.notices("Cid", ChatMessage) == [ChatMessage(1, "Well sailed.", by=0)]


# --- the lobby ------------------------------------------------------------------------------------


class Suspicious(party.Drawing):
    async def consents(self, proposed: Proposed) -> bool:  # noqa: ARG002 (whatever it is)
        return False


async def test_a_guest_who_does_not_agree_signs_nothing(made: Table3) -> None:
    await made.host()
    made.guest(1)
    made.guest(2, player=Suspicious(0))
    with pytest.raises(LobbyError, match="did not agree to the charter"):
        await made.tasks.pop("Cid")
    assert made.nodes["host"].table is None


async def test_a_guest_is_told_why_it_cannot_join(made: Table3) -> None:
    await made.host()
    twin = replace(party.guest(1), name="Ann")
    lobby = Joining(invite=party.invite(1, made.port), guest=twin)
    store = party.joining_store(made.home / "twin.db", lobby, phrase(1))
    made.run("twin", store, phrase(1))
    await made.until(lambda: bool(made.notices("twin", Disconnected)))
    told = made.notices("twin", Disconnected)[0]
    assert isinstance(told, Disconnected)
    assert "the name Ann is taken at this table" in told.reason


async def test_a_used_invite_lets_nobody_else_in(made: Table3) -> None:
    await made.host()
    made.guest(1)
    await made.until(lambda: bool(made.notices("host", SeatTaken)))
    thief = Joining(invite=party.invite(1, made.port), guest=party.guest(2))
    made.run("thief", party.joining_store(made.home / "t.db", thief, phrase(2)), phrase(2))
    await made.until(lambda: bool(made.notices("thief", Disconnected)))
    assert [n.seat for n in made.notices("host", SeatTaken)] == [1]


async def test_watchers_leave_room_for_players(
    made: Table3, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runner, "MAX_WATCHERS", 1)
    await made.host(watchers=2, linger=None)
    made.guest(1, linger=None)
    made.guest(2, linger=None)
    made.watcher()
    await made.until(lambda: bool(made.notices("Eve", GameStarted)))
    other = Phrase(octets("second watcher"))
    store = party.joining_store(
        made.home / "second.db", Joining(invite=party.invite(MAX_SEATS + 1, made.port)), other
    )
    made.run("second", store, other)
    await made.until(lambda: bool(made.notices("second", Disconnected)))
    assert not made.notices("second", Connected)


async def test_who_calls_too_often_is_not_let_in_and_others_are(
    made: Table3, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A peer that comes and goes fills neither the player's notices nor the processor."""
    monkeypatch.setattr(runner, "CALL_BURST", 3)
    monkeypatch.setattr(runner, "SECONDS_PER_CALL", 3600)
    await made.host(watchers=1, linger=None)
    caller, invite = Identity.from_phrase(WATCHER), party.invite(MAX_SEATS, made.port)
    for _ in range(3):
        connection = await dial(
            Lan(Address("127.0.0.1", made.port)), caller, invite.table, invite.ticket
        )
        await connection.drop()
    with pytest.raises(Unreachable):
        await dial(Lan(Address("127.0.0.1", made.port)), caller, invite.table, invite.ticket)
    made.guest(1, linger=None)
    await made.until(lambda: bool(made.notices("Bob", Connected)))
    assert sum(n.peer == caller.public for n in made.notices("host", Connected)) == 3


async def test_a_listener_who_is_not_the_host_is_left(made: Table3) -> None:
    """An impostor at the host's address gets neither a name nor an invite."""
    await made.host()
    stranger = replace(party.invite(1, made.port), host=identity(2).public)
    store = party.joining_store(
        made.home / "b.db", Joining(invite=stranger, guest=party.guest(1)), phrase(1)
    )
    made.run("Bob", store, phrase(1))
    await made.until(lambda: bool(made.notices("Bob", Disconnected)))
    assert not made.notices("Bob", Connected)


# --- the player -----------------------------------------------------------------------------------


class Stubborn(party.Drawing):
    """Wishes what the rules forbid, until it is told."""

    def __init__(self) -> None:
        super().__init__(seed=1)
        self.told: list[str] = []

    async def decide(self, position: Position) -> Choice:
        if position.declined is None:
            return Choice((Decide(toy.data(toy.Throw(99))),))
        self.told.append(position.declined.rule)
        return await super().decide(position)


async def test_a_choice_that_the_rules_forbid_is_declined_to_its_player_alone(
    made: Table3,
) -> None:
    await made.host()
    player = Stubborn()
    made.guest(1, player=player)
    made.guest(2)
    await made.finished()
    assert set(player.told) == {"BG-1.6"}


class Dreamer(party.Drawing):
    """Never comes to a decision."""

    def __init__(self) -> None:
        super().__init__(seed=1)
        self.woken = asyncio.Event()
        self.asked = asyncio.Event()

    async def decide(self, position: Position) -> Choice:  # noqa: ARG002 (whatever it is)
        self.asked.set()
        try:
            return await asyncio.Future()
        except asyncio.CancelledError:
            self.woken.set()
            raise


async def test_a_player_is_woken_when_its_seat_is_taken_over(made: Table3) -> None:
    """A second device with the same phrase recovers: the first one stops and says so."""
    dreamer = Dreamer()
    await made.host(linger=None)
    made.guest(1, player=dreamer, listen=ANYWHERE)
    made.guest(2, linger=None)
    await asyncio.wait_for(dreamer.asked.wait(), PATIENCE)
    back = party.lost_store(made.home / "new device.db", 1, made.port)
    made.run("new device", back, phrase(1))
    await asyncio.wait_for(dreamer.woken.wait(), PATIENCE)
    await made.until(lambda: bool(made.notices("Bob", Superseded)))


async def test_a_hand_can_be_raised(made: Table3) -> None:
    host = await made.host()
    with pytest.raises(LobbyError, match="not begun"):
        host.raise_hand()
    made.guest(1)
    made.guest(2, player=(cid := party.Drawing(2)))
    await made.until(lambda: bool(made.notices("Cid", EntryAccepted)))
    made.nodes["Cid"].raise_hand()
    await made.finished()
    assert any(
        isinstance(n, StatementAccepted) and isinstance(n.signed.statement, RaisedHand)
        for n in cid.notices
    )
    assert host.table is not None
    assert host.table.game.hands == {2: 1}


@pytest.mark.no_cover
async def test_who_asks_for_more_than_it_reads_is_left(made: Table3) -> None:
    """Amplification: a short question has a long answer, and the answers must not pile up."""
    host = await made.host(linger=None)
    made.guest(1, linger=None)
    made.guest(2, linger=None)
    await made.until(lambda: bool(made.notices("host", GameStarted)))
    connection = await dial(
        Lan(Address("127.0.0.1", made.port)),
        Identity.from_phrase(WATCHER),
        party.invite(1, made.port).table,
        party.invite(MAX_SEATS, made.port).ticket,
    )
    key = Identity.from_phrase(WATCHER).public
    connection._socket.transport.pause_reading()

    with suppress(ConnectionLost):
        while True:
            await connection.send(Seek())
            assert sum(len(peer.replies) for peer in host._runner.peers) <= MAX_REPLIES
    await connection.drop()
    await made.until(lambda: any(n.peer == key for n in made.notices("host", Disconnected)))


async def test_a_node_shows_its_own_player_what_its_tokens_hold(made: Table3) -> None:
    host = await made.host(linger=None)
    assert (host.seat, dict(host.groups)) == (None, {})
    made.guest(1, player=Dreamer(), linger=None)
    made.guest(2, linger=None)
    await made.until(lambda: len(made.notices("host", EntryAccepted)) > 5)
    assert host.seat == 0
    assert set(host.groups.values()) == set(range(1, toy.GROUPS + 1))


async def test_silence_can_be_claimed(made: Table3) -> None:
    dreamer = Dreamer()
    host = await made.host(linger=None)
    made.guest(1, player=dreamer, linger=None)
    made.guest(2, linger=None)
    await asyncio.wait_for(dreamer.asked.wait(), PATIENCE)
    await made.until(lambda: host.table is not None and host.table.due is not None)
    await made.until(lambda: host.table is not None and host.table.due == _bobs_turn(made))
    host.claim_silence()
    await made.until(lambda: bool(made.notices("host", StatementAccepted)))
    (claim,) = [n.signed.statement for n in made.notices("host", StatementAccepted)]
    assert isinstance(claim, SilenceClaim)
    assert claim.owing == 1


def _bobs_turn(made: Table3) -> Due | None:
    table = made.nodes["Bob"].table
    return None if table is None else table.due


# --- what goes wrong ------------------------------------------------------------------------------
