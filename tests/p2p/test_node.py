"""Real nodes over loopback: from the first invite to the last signature."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import AsyncExitStack, suppress
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import pytest

from p2p import node as node_module
from p2p.address import Address
from p2p.chat import ChatMessage
from p2p.errors import BadStore, ConnectionLost, LobbyError, StoreFailed, Unreachable
from p2p.lobby import Joining
from p2p.lobby_protocol import Proposed
from p2p.messages import Entries, Heads, Message, Seek, Statements, write_message
from p2p.node import LINGER_SECONDS, Node
from p2p.peers import MAX_REPLIES
from p2p.player import (
    Connected,
    Disconnected,
    GameStarted,
    Notice,
    Position,
    SeatTaken,
    Superseded,
)
from p2p.replica import Choice, Replica
from p2p.store import Change, EntryStored, FoundingStored, LobbyStored, Store
from p2p.sync import EntryAccepted, Link, StatementAccepted, SyncEvent
from p2p.wire import Connection, dial
from protocol.charter import MAX_SEATS
from protocol.due import Due
from protocol.entry import Decide
from protocol.errors import Code, Refused
from protocol.founding import Founding
from protocol.identity import Identity, Phrase, PublicKey
from protocol.statements import RaisedHand, SilenceClaim
from protocol.table import Table
from tests.p2p import party
from tests.p2p.keys import octets
from tests.protocol import toy
from tests.protocol.sample import identity, phrase

N = TypeVar("N", bound=Notice)

ANYWHERE = Address("127.0.0.1", 0)
WATCHER = Phrase(octets("watcher"))


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(node_module, "MIN_RETRY_SECONDS", 0.02)


class Table3:
    """The host of a table of three, running, and whoever else comes."""

    def __init__(self, home: Path, stack: AsyncExitStack) -> None:
        self.home = home
        self.stack = stack
        self.nodes: dict[str, Node] = {}
        self.players: dict[str, party.Drawing] = {}
        self.tasks: dict[str, asyncio.Task[None]] = {}
        self.port = 0
        self.noticed = asyncio.Event()

    def run(
        self,
        name: str,
        store: Store,
        own: Phrase,
        *,
        player: party.Drawing | None = None,
        listen: Address | None = None,
        addresses: Sequence[Address] = (),
        linger: float | None = LINGER_SECONDS,
    ) -> Node:
        self.stack.callback(store.close)
        chosen = player or party.Drawing(len(self.nodes))
        chosen.noticed = self.noticed
        node = Node(
            store,
            own,
            chosen,
            listen=listen,
            addresses=addresses,
            linger=linger,
            found=party.toy_found,
        )
        self.nodes[name], self.players[name] = node, chosen
        self.tasks[name] = asyncio.create_task(node.run())
        return node

    async def host(self, watchers: int = 1, linger: float | None = LINGER_SECONDS) -> Node:
        store = party.host_store(self.home / "host.db", watchers)
        node = self.run("host", store, phrase(0), listen=ANYWHERE, linger=linger)
        self.port = await node.port()
        return node

    def guest(
        self,
        seat: int,
        *,
        player: party.Drawing | None = None,
        listen: Address | None = None,
        addresses: Sequence[Address] = (),
        linger: float | None = LINGER_SECONDS,
    ) -> Node:
        name = party.NAMES[seat]
        store = party.guest_store(self.home / f"{name}.db", seat, self.port)
        return self.run(
            name,
            store,
            phrase(seat),
            player=player,
            listen=listen,
            addresses=addresses,
            linger=linger,
        )

    def watcher(self) -> Node:
        store = party.watcher_store(self.home / "eve.db", self.port)
        return self.run("Eve", store, WATCHER)

    async def stop(self, name: str) -> None:
        self.tasks[name].cancel()
        with suppress(asyncio.CancelledError):
            await self.tasks.pop(name)
        self.nodes[name]._store.close()

    async def finished(self) -> None:
        await asyncio.wait_for(asyncio.gather(*self.tasks.values()), 90)

    def notices(self, name: str, kind: type[N]) -> list[N]:
        return [notice for notice in self.players[name].notices if isinstance(notice, kind)]

    async def until(self, condition: Callable[[], bool]) -> None:
        async with asyncio.timeout(40):
            while not condition():
                self.noticed.clear()
                await self.noticed.wait()


@pytest.fixture
async def made(tmp_path: Path) -> AsyncIterator[Table3]:
    async with AsyncExitStack() as stack:
        table = Table3(tmp_path, stack)
        yield table
        for task in table.tasks.values():
            task.cancel()
        await asyncio.gather(*table.tasks.values(), return_exceptions=True)


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
    assert table.ledger.incarnations == (0, 1, 0)


async def test_two_nodes_that_call_each_other_keep_one_connection(made: Table3) -> None:
    await made.host(linger=None)
    bob = made.guest(1, listen=ANYWHERE)
    port = await bob.port()
    made.guest(2, addresses=[Address("127.0.0.1", port)])
    await made.until(lambda: len(made.notices("Cid", GameStarted)) > 0)
    await made.until(lambda: len(made.notices("host", StatementAccepted)) >= 6)
    peers = {name: {peer.key for peer in node._peers} for name, node in made.nodes.items()}
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
    with pytest.raises(LobbyError, match="not agreed to"):
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
    assert "there is a Ann at this table already" in told.reason


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
    monkeypatch.setattr(node_module, "MAX_WATCHERS", 1)
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
    monkeypatch.setattr(node_module, "CALL_BURST", 3)
    monkeypatch.setattr(node_module, "SECONDS_PER_CALL", 3600)
    await made.host(watchers=1, linger=None)
    caller, invite = Identity.from_phrase(WATCHER), party.invite(MAX_SEATS, made.port)
    for _ in range(3):
        connection = await dial(
            Address("127.0.0.1", made.port), caller, invite.table, invite.ticket
        )
        await connection.drop()
    with pytest.raises(Unreachable):
        await dial(Address("127.0.0.1", made.port), caller, invite.table, invite.ticket)
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
    await asyncio.wait_for(dreamer.asked.wait(), 40)
    back = party.lost_store(made.home / "new device.db", 1, made.port)
    made.run("new device", back, phrase(1))
    await asyncio.wait_for(dreamer.woken.wait(), 40)
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


async def test_who_asks_for_more_than_it_reads_is_left(made: Table3) -> None:
    """Amplification: a short question has a long answer, and the answers must not pile up."""
    host = await made.host(linger=None)
    made.guest(1, linger=None)
    made.guest(2, linger=None)
    await made.until(lambda: bool(made.notices("host", GameStarted)))
    connection = await dial(
        Address("127.0.0.1", made.port),
        Identity.from_phrase(WATCHER),
        party.invite(1, made.port).table,
        party.invite(MAX_SEATS, made.port).ticket,
    )
    key = Identity.from_phrase(WATCHER).public
    connection._socket.transport.pause_reading()

    with suppress(ConnectionLost):
        while True:
            await connection.send(Seek())
            assert sum(len(peer.replies) for peer in host._peers) <= MAX_REPLIES
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
    await asyncio.wait_for(dreamer.asked.wait(), 40)
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


async def test_a_full_disk_stops_the_node_and_loses_nothing(
    made: Table3, monkeypatch: pytest.MonkeyPatch
) -> None:
    await made.host(linger=None)
    made.guest(1)
    made.guest(2, linger=None)
    await made.until(lambda: len(made.notices("Bob", EntryAccepted)) > 5)
    store = made.nodes["Bob"]._store
    written = store.write

    def full(changes: tuple[Change, ...]) -> None:
        if any(isinstance(change, EntryStored) for change in changes):
            raise StoreFailed("the disk is full")
        written(changes)

    monkeypatch.setattr(
        Store, "write", lambda self, c: full(c) if self is store else _write(self, c)
    )
    with pytest.raises(StoreFailed, match="disk is full"):
        await asyncio.wait_for(made.tasks.pop("Bob"), 40)
    kept = store.read().entries
    whole = party.logs([made.nodes["host"]])[0]
    assert list(kept) == whole[: len(kept)]


_write = Store.write


async def test_a_disk_that_fails_at_the_door_stops_the_node(
    made: Table3, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The invite could not be bound to its first key, so nobody is let in."""

    def full(_: Store, changes: tuple[Change, ...]) -> None:
        if any(isinstance(change, LobbyStored) for change in changes):
            raise StoreFailed("the disk is full")

    await made.host()
    store = party.guest_store(made.home / "Bob.db", 1, made.port)
    monkeypatch.setattr(Store, "write", full)
    made.run("Bob", store, phrase(1))
    with pytest.raises(StoreFailed, match="disk is full"):
        await asyncio.wait_for(made.tasks.pop("host"), 40)
    assert not made.notices("Bob", Connected)


async def test_a_founding_that_is_none_is_a_bad_store(made: Table3) -> None:
    await made.host()
    await made.stop("host")
    path = made.home / "host.db"
    with Store.open(path, party.invite(1, 1).table, identity(0).public.raw) as store:
        store.write([FoundingStored(write_message(Seek()))])
        with pytest.raises(BadStore, match="founding of the game is damaged"):
            Node(store, phrase(0), party.Drawing(0))


async def test_an_address_that_is_taken_is_said(made: Table3, tmp_path: Path) -> None:
    await made.host()
    with party.guest_store(tmp_path / "other.db", 1, made.port) as store:
        node = Node(
            store,
            phrase(1),
            party.Drawing(0),
            listen=Address("127.0.0.1", made.port),
            found=party.toy_found,
        )
        with pytest.raises(Unreachable, match="cannot listen"):
            await node.run()
        with pytest.raises(asyncio.CancelledError):
            await node.port()


async def test_an_empty_store_knows_no_table(tmp_path: Path) -> None:
    with Store.create(tmp_path / "empty.db", bytes(32), bytes(32)) as store:
        with pytest.raises(BadStore, match="knows no table"):
            Node(store, phrase(0), party.Drawing(0))
        store.write([LobbyStored(b"junk")])
        with pytest.raises(BadStore, match="damaged"):
            Node(store, phrase(0), party.Drawing(0))


async def test_nobody_at_home_is_told_once_and_tried_again(made: Table3) -> None:
    host = await made.host()
    await made.stop("host")
    made.guest(1)
    await asyncio.sleep(0.2)
    assert len(made.notices("Bob", Disconnected)) == 1
    assert host.table is None


async def test_a_game_that_cannot_be_played_stops_the_node(made: Table3) -> None:
    def unplayable(founding: Founding) -> Table:
        raise Refused(Code.BAD_CHARTER, "SPEC-10.1", None, f"no {founding.charter.scenario}")

    host = await made.host()
    made.guest(1)
    host._found = unplayable
    made.guest(2)
    with pytest.raises(Refused, match="no toy"):
        await asyncio.wait_for(made.tasks.pop("host"), 40)


@pytest.mark.parametrize("where", ["receive", "read"])
async def test_a_fault_of_our_own_on_what_a_peer_sent_ends_that_connection_alone(
    made: Table3, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, where: str
) -> None:
    """The node goes on, the peer comes back and is served, and the log names the fault once."""
    left = 3

    def stumble(peer: PublicKey) -> None:
        nonlocal left
        if left and peer == identity(2).public:
            left -= 1
            raise KeyError("a case that nobody thought of")

    receive, read = Replica.receive, Connection.receive

    def receiving(
        self: Replica, link: Link, message: Heads | Entries | Statements
    ) -> Iterator[SyncEvent]:
        stumble(link.peer)
        return receive(self, link, message)

    async def reading(self: Connection) -> Message:
        message = await read(self)
        if self.peer == identity(2).public and not self.dialed:
            stumble(self.peer)
        return message

    if where == "receive":
        monkeypatch.setattr(Replica, "receive", receiving)
    else:
        monkeypatch.setattr(Connection, "receive", reading)
    await made.host()
    made.guest(1)
    made.guest(2)
    await made.finished()
    assert left == 0
    assert len({tuple(log) for log in party.logs(made.nodes.values())}) == 1
    reasons = [n.reason for n in made.notices("host", Disconnected) if n.reason]
    assert sum("this program failed" in reason for reason in reasons) >= 1
    faults = [r for r in caplog.records if r.name == "secret-subs" and r.exc_info]
    assert len(faults) == 1, "the third time is as the first"


async def test_what_cannot_be_shown_has_happened_all_the_same(made: Table3) -> None:
    class Blind(party.Drawing):
        def notice(self, notice: Notice) -> None:
            super().notice(notice)
            if isinstance(notice, EntryAccepted):
                raise TypeError("no words for this")

    await made.host()
    made.guest(1, player=Blind(1))
    made.guest(2)
    await made.finished()
    assert len({tuple(log) for log in party.logs(made.nodes.values())}) == 1
