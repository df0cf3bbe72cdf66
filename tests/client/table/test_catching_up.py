"""A page that started from a snapshot shows, a moment later, what it would have shown anyway."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from client.bots.fuzz import Fuzz
from client.seat.memo import Memo
from client.table.server import serving
from client.table.session import BrowserSession
from p2p.address import Address
from p2p.changes import FoundingStored, LobbyStored
from p2p.invite import Invite
from p2p.joining import Joining
from p2p.lobby import write_found, write_lobby
from p2p.messages import write_message
from p2p.node import Node
from p2p.store import Store
from p2p.ways import Lan
from protocol.identity import Identity, Phrase
from protocol.table import Table
from tests.bench.games import PHRASES, endless, founded, played
from tests.bench.resuming import kept
from tests.browser.hall import Silent

WATCHER = PHRASES[2]


@pytest.fixture(scope="module")
def table() -> Table:
    return played(founded(endless()), 300, [Fuzz(1), Fuzz(2)])


def stored(table: Table, phrase: Phrase, folder: Path) -> Store:
    charter, key = table.charter, Identity.from_phrase(phrase).public
    invite = Invite(key, charter.nonce, None, (Lan(Address("127.0.0.1", 9)),))
    store = Store.create(folder / f"{key.fingerprint}.db", invite.table, key.raw)
    lobby = LobbyStored(write_lobby(Joining(invite=invite)))
    founding = FoundingStored(write_message(write_found(table.log.founding)))
    store.write([lobby, founding, *kept(table, phrase)])
    return store


async def until(happened: Callable[[], bool]) -> None:
    for _ in range(2000):
        if happened():
            return
        await asyncio.sleep(0.01)
    pytest.fail("it did not happen")


async def opened(store: Store, phrase: Phrase, memo: Path, *, whole: bool) -> BrowserSession:
    """A session as it is once it knows all of the game."""
    session = BrowserSession(Silent(), serving)
    node = Node(store, phrase, session, whole=whole)
    running = asyncio.create_task(session.run(node, memo))
    try:
        await until(lambda: session.observer.opening is not None)
        assert session.observer.behind != whole
        assert session.state.entries in (0, len(store.read().entries))
        await until(lambda: not session.observer.behind and session.state.recording is not None)
    finally:
        running.cancel()
        await asyncio.wait({running})
    return session


@pytest.mark.parametrize("phrase", [PHRASES[0], WATCHER], ids=["player", "watcher"])
async def test_it_shows_the_same(table: Table, phrase: Phrase, tmp_path: Path) -> None:
    """Log, what was missed, what is known of tokens, notes on them, moments to look back to."""
    memo = tmp_path / "memo"
    sessions = []
    with stored(table, phrase, tmp_path) as store:
        for whole in (False, True):
            Memo(notes=dict.fromkeys((1, 2, 3, 40), "a note")).save(memo)
            sessions.append(await opened(store, phrase, memo, whole=whole))
    quick, whole_one = sessions
    ours, theirs = quick.state, whole_one.state
    assert ours.journal is not None
    assert theirs.journal is not None
    told = [line for line in ours.journal.lines.values() if line.entry]
    assert told == [line for line in theirs.journal.lines.values() if line.entry]
    assert len(told) > 100
    assert ours.recording is not None
    assert theirs.recording is not None
    assert ours.recording.away == theirs.recording.away
    assert ours.recording.last == theirs.recording.last == len(table.log)
    assert ours.journal.dice == theirs.journal.dice
    assert quick.observer.knowledge == whole_one.observer.knowledge
    assert list(quick.observer.since(0)) == list(whole_one.observer.since(0))
    assert ours.memo.memo == theirs.memo.memo
    assert (ours.timeline is None) == (theirs.timeline is None) == (phrase != WATCHER)
    if ours.timeline is not None and theirs.timeline is not None:
        assert ours.timeline.place == theirs.timeline.place
