"""Where a failure ends: with its connection, or with the node, and never half-way."""

import asyncio
import contextlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from unittest.mock import Mock

import pytest

from p2p.address import Address
from p2p.calling import Calling, Target
from p2p.changes import Change, EntryStored, FoundingStored, LobbyStored
from p2p.choice import Choice
from p2p.connections import PeerConnections
from p2p.errors import (
    BadStore,
    InternalError,
    LobbyError,
    PeerFault,
    StoreFailed,
    Unreachable,
)
from p2p.events import EntryAccepted, SyncEvent
from p2p.failures import contained, task_group
from p2p.link import Link
from p2p.messages import Entries, Heads, Message, Seek, Statements, write_message
from p2p.node import Node
from p2p.player import (
    Connected,
    Disconnected,
    Notice,
    Position,
)
from p2p.replica import Replica
from p2p.store import Store
from p2p.ways import Lan
from p2p.wire import Connection
from protocol.errors import Code, Refused
from protocol.founding import Founding
from protocol.identity import PublicKey
from protocol.table import Table
from tests.p2p import party
from tests.p2p.running import Table3
from tests.patience import PATIENCE
from tests.protocol.sample import identity, phrase


async def test_a_full_disk_stops_the_node_and_loses_nothing(
    made: Table3, monkeypatch: pytest.MonkeyPatch
) -> None:
    await made.host(linger=None)
    made.guest(1)
    made.guest(2, linger=None)
    await made.until(lambda: len(made.notices("Bob", EntryAccepted)) > 5)
    store = made.nodes["Bob"]._runner.store
    written = store.write

    def full(changes: tuple[Change, ...]) -> None:
        if any(isinstance(change, EntryStored) for change in changes):
            raise StoreFailed("the disk is full")
        written(changes)

    monkeypatch.setattr(
        Store, "write", lambda self, c: full(c) if self is store else _write(self, c)
    )
    with pytest.raises(StoreFailed, match="disk is full"):
        await asyncio.wait_for(made.tasks.pop("Bob"), PATIENCE)
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
        await asyncio.wait_for(made.tasks.pop("host"), PATIENCE)
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
            open_table=party.open_toy_table,
        )
        with pytest.raises(Unreachable, match="cannot listen"):
            await node.run()
        with pytest.raises(asyncio.CancelledError):
            await node.port()


async def test_an_empty_store_knows_no_table(tmp_path: Path) -> None:
    with Store.create(tmp_path / "empty.db", bytes(32), bytes(32)) as store:
        with pytest.raises(BadStore, match="has no table yet"):
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
    host._runner._open_table = unplayable
    made.guest(2)
    with pytest.raises(Refused, match="no toy"):
        await asyncio.wait_for(made.tasks.pop("host"), PATIENCE)


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
    assert sum("internal error" in reason for reason in reasons) >= 1
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


async def test_a_game_that_is_over_leaves_no_task_behind(made: Table3) -> None:
    before = asyncio.all_tasks()
    await made.host()
    made.guest(1)
    made.guest(2)
    made.watcher()
    await made.finished()
    assert await _left_behind(before) == set()


class Thinker(party.Drawing):
    """Never decides, and takes a moment to put its papers away."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.thinking = asyncio.Event()
        self.ended = False

    async def decide(self, position: Position) -> Choice:
        self.thinking.set()
        try:
            await asyncio.Event().wait()
        finally:
            await asyncio.sleep(0.05)
            self.ended = True
        return await super().decide(position)


async def test_a_node_that_is_stopped_leaves_no_task_behind(made: Table3) -> None:
    """Stopped while its player thinks, its peers talk, and an address does not answer."""
    before = asyncio.all_tasks()
    await made.host()
    thinker = Thinker(1)
    made.guest(1, player=thinker, ways=[Lan(Address("127.0.0.1", 1))])
    made.guest(2)
    made.watcher()
    await asyncio.wait_for(thinker.thinking.wait(), PATIENCE)
    await made.stop("Bob")
    assert thinker.ended
    for name in tuple(made.tasks):
        await made.stop(name)
    assert await _left_behind(before) == set()


async def test_a_disk_that_fails_leaves_no_task_behind(
    made: Table3, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = asyncio.all_tasks()
    await made.host()
    host, write = made.nodes["host"]._runner.store, Store.write

    def full(self: Store, changes: Sequence[Change]) -> None:
        if self is host and changes:
            raise StoreFailed("the disk is full")
        write(self, changes)

    monkeypatch.setattr(Store, "write", full)
    made.guest(1)
    with pytest.raises(StoreFailed, match="disk is full"):
        await made.tasks.pop("host")
    await made.stop("Bob")
    assert await _left_behind(before) == set()


async def _left_behind(before: set[asyncio.Task[object]]) -> set[asyncio.Task[object]]:
    """Tasks that are still there once those that were cancelled have had their last turn."""
    await asyncio.sleep(0)
    return asyncio.all_tasks() - before


async def test_a_fault_of_our_own_in_writing_ends_that_connection_alone(
    made: Table3, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    left, next_message = 2, Replica.next_message

    def stumbling(self: Replica, link: Link) -> Message | None:
        nonlocal left
        if left and link.peer == identity(2).public:
            left -= 1
            raise KeyError("a case that nobody thought of")
        return next_message(self, link)

    monkeypatch.setattr(Replica, "next_message", stumbling)
    await made.host()
    made.guest(1)
    made.guest(2)
    await made.finished()
    assert left == 0
    reasons = [n.reason for n in made.notices("host", Disconnected) if n.reason]
    assert "internal error while writing a message: KeyError" in reasons
    assert [r.name for r in caplog.records if r.exc_info] == ["secret-subs"]


def test_an_unforeseen_error_surfaces_as_an_internal_error_and_a_foreseen_one_as_it_is() -> None:
    logged: set[str] = set()
    with (
        pytest.raises(InternalError, match="while reading: ZeroDivisionError") as failure,
        contained("reading", logged),
    ):
        1 / 0  # noqa: B018 (it is there to fail)
    assert isinstance(failure.value.__cause__, ZeroDivisionError)
    assert len(logged) == 1
    with pytest.raises(PeerFault, match="as it is"), contained("reading", logged):
        raise PeerFault("as it is")


async def test_a_group_raises_its_first_failure_and_ends_the_others() -> None:
    ended = asyncio.Event()

    async def waiting() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()

    async def failing() -> None:
        raise LobbyError("no")

    async def both() -> None:
        async with task_group() as group:
            group.create_task(waiting())
            group.create_task(failing())

    with pytest.raises(LobbyError, match="no"):
        await both()
    assert ended.is_set()


async def test_who_is_told_to_end_as_a_connection_fails_calls_nobody_any_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A group of which a task fails just then swallows the cancellation."""
    serving = asyncio.Event()

    async def dialed(*_: object, **_named: object) -> object:
        return Mock()

    async def serve(*_: object) -> None:
        serving.set()
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.Event().wait()

    monkeypatch.setattr("p2p.connections.dial", dialed)
    monkeypatch.setattr(PeerConnections, "serve", serve)
    connections = PeerConnections(Mock(), identity(0), bytes(32), None, Mock())
    calling = Calling(connections)
    calling.aim(frozenset({Target(Lan(Address("127.0.0.1", 1)))}))
    running = asyncio.create_task(calling.run())
    await asyncio.wait_for(serving.wait(), PATIENCE)
    running.cancel()
    done, _ = await asyncio.wait([running], timeout=PATIENCE)
    assert done == {running}
    assert running.cancelled()
