"""A rematch through the pages of two players: offered, accepted, declined, and who is not there."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path

import pytest

from client.errors import ClientError
from client.home import Home
from client.schema.picture import Picture
from client.table import entering
from client.table import messages as said
from client.table.entrance import EntrancePage
from client.table.page_model import PageModel, Served
from client.table.session import BrowserSession
from p2p.keystore import Cost
from protocol.errors import LocalError
from protocol.identity import PHRASE_SIZE, Phrase
from tests.client.test_seats import Paper
from tests.patience import PATIENCE

_PHRASE = "a long way to Wake"
_CHEAP = Cost(memory_kib=128, passes=1)


class _Watched:
    """A page that is always open."""

    looked_at = True

    async def left(self) -> None:
        """Wait for ever."""
        await asyncio.Event().wait()


@asynccontextmanager
async def _open(_: PageModel) -> AsyncIterator[Served]:
    yield _Watched()


class Person:
    """Somebody at a page, from which they go from table to table."""

    def __init__(self, home: Home) -> None:
        self.page = EntrancePage(home, Paper(), _open)
        self.running = asyncio.create_task(self.page.run())

    @property
    def seen(self) -> Picture:
        """What the page shows."""
        return self.page.picture()

    @property
    def seats(self) -> list[tuple[str | None, tuple[str, ...]]]:
        """Who plays what."""
        return [(seat.name, seat.powers) for seat in self.seen.seats.values()]

    async def ask(self, asked: said.Asked) -> None:
        """Ask for something."""
        await self.page.carry_out(asked)

    async def sees(self, holds: Callable[[Picture], bool]) -> Picture:
        """Wait until the page shows something."""
        async with asyncio.timeout(PATIENCE):
            while True:
                changes = self.page.changes
                version = changes.version
                seen = self.seen
                if holds(seen):
                    return seen
                await changes.wait(version)

    async def signs(self) -> None:
        """Sign the charter that is shown, once it is."""
        await self.sees(lambda seen: seen.table.to_sign)
        await self.ask(said.GiveConsent(type="consent", id=1, agreed=True))


async def first_asked(*people: Person) -> Person:
    """Who has the first decision of a game that has begun."""
    asked = {
        asyncio.create_task(one.sees(lambda seen: seen.ask is not None)): one for one in people
    }
    done, others = await asyncio.wait(asked, return_when=asyncio.FIRST_COMPLETED)
    for other in others:
        other.cancel()
    return asked[done.pop()]


@asynccontextmanager
async def at_the_end(folder: Path) -> AsyncIterator[tuple[Person, Person]]:
    """Ann has made a game of Wake Island, Bob has joined it, and who had to begin has resigned."""
    async with AsyncExitStack() as stack:
        ann, bob = [
            await stack.enter_async_context(seated(folder / name, number))
            for number, name in enumerate(("ann", "bob"))
        ]
        await ann.ask(entering.DraftGame(scenario="wake-island"))
        await ann.ask(entering.Create(type="create", id=1, name="Ann", seat=0, bots=False))
        lobby = await ann.sees(lambda seen: bool(seen.table.invites))
        link = lobby.table.invites[0].link
        await bob.ask(entering.Enter(type="enter", id=1, invite=link, name="Bob"))
        await bob.signs()
        loser = await first_asked(ann, bob)
        await loser.ask(said.GiveUp(type="resign", id=2))
        for one in (ann, bob):
            await one.sees(lambda seen: seen.table.ending is not None)
        yield ann, bob


@asynccontextmanager
async def seated(folder: Path, number: int) -> AsyncIterator[Person]:
    """Somebody with a key, at the entrance."""
    home = Home(folder)
    home.keep(Phrase(bytes([number]) * PHRASE_SIZE), _PHRASE, _CHEAP)
    person = Person(home)
    try:
        await person.sees(lambda seen: seen.entrance is not None)
        await asyncio.sleep(0)
        await person.ask(entering.Unlock(type="unlock", id=1, passphrase=_PHRASE))
        yield person
    finally:
        person.running.cancel()
        with suppress(asyncio.CancelledError):
            await person.running


async def test_a_program_that_ends_leaves_the_table_on_its_pages(tmp_path: Path) -> None:
    """They say that the connection is lost; the first page would be gone the next moment."""
    async with seated(tmp_path, 0) as ann:
        await ann.ask(entering.DraftGame(scenario="wake-island"))
        await ann.ask(entering.Create(type="create", id=1, name="Ann", seat=0, bots=False))
        await ann.sees(lambda seen: bool(seen.table.invites))
        told = ann.page.changes
        before = told.version
        ann.running.cancel()
        with suppress(asyncio.CancelledError):
            await ann.running
        assert told.version == before


async def test_what_goes_wrong_beside_a_table_leads_its_pages_to_the_first_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As when a terminal that has gone cannot be told of an invite."""

    def gone(*_: object) -> None:
        raise ClientError("the terminal is gone")

    monkeypatch.setattr(BrowserSession, "invite", gone)
    async with seated(tmp_path, 0) as ann:
        await ann.ask(entering.DraftGame(scenario="wake-island"))
        await ann.ask(entering.Create(type="create", id=1, name="Ann", seat=0, bots=False))
        told = await ann.sees(lambda seen: seen.entrance is not None and bool(seen.entrance.fault))
        assert told.entrance is not None
        assert told.entrance.fault == "the terminal is gone"


OFFER = entering.OfferRematch(type="rematch", id=3, swapped=False)
ACCEPT = entering.AcceptRematch(type="again", id=4)


@pytest.mark.parametrize("swapped", [False, True])
async def test_both_sit_at_the_new_table_and_one_is_asked(tmp_path: Path, *, swapped: bool) -> None:
    """SPEC-16.23: the charter is shown before it is signed; the old table is left by itself."""
    async with at_the_end(tmp_path) as (ann, bob):
        before = ann.seats
        await ann.ask(OFFER.model_copy(update={"swapped": swapped}))
        await bob.sees(lambda seen: seen.table.ending.rematch == 0)  # type: ignore[union-attr]
        await bob.ask(ACCEPT)
        await bob.signs()
        await ann.sees(lambda seen: seen.turn is not None and seen.turn.outcome is None)
        begins = await first_asked(ann, bob)
        assert begins is (bob if swapped else ann), "the United States do"
        powers = [powers for _, powers in before]
        names = ["Bob", "Ann"] if swapped else ["Ann", "Bob"]
        assert ann.seats == list(zip(names, powers, strict=True)) == bob.seats


async def test_who_declines_stays_and_can_be_invited_by_link(tmp_path: Path) -> None:
    async with at_the_end(tmp_path) as (ann, bob):
        await ann.ask(OFFER)
        await bob.sees(lambda seen: seen.table.ending.rematch == 0)  # type: ignore[union-attr]
        with pytest.raises(ClientError, match="invited already"):
            await bob.ask(OFFER)
        await bob.ask(entering.DeclineRematch(type="decline", id=5))
        assert bob.seen.table.ending is not None
        assert bob.seen.table.ending.rematch is None
        with pytest.raises(ClientError, match="nobody has invited you"):
            await bob.ask(ACCEPT)
        lobby = await ann.sees(lambda seen: seen.table.mode == "lobby")
        assert lobby.table.ending is None, "she waits at a table that has not begun"


async def test_who_is_gone_is_named_and_the_link_is_there_to_be_sent(tmp_path: Path) -> None:
    """An offer goes over the connections of the finished game, and reaches nobody else."""
    async with at_the_end(tmp_path) as (ann, bob):
        await bob.ask(entering.Leave(type="leave", id=5))
        await bob.sees(lambda seen: seen.entrance is not None)
        await ann.sees(
            lambda seen: not any(seat.here for seat in seen.seats.values() if not seat.you)
        )
        await ann.ask(OFFER)
        lobby = await ann.sees(lambda seen: seen.table.mode == "lobby" and bool(seen.table.invites))
        assert any("Bob was not connected: send" in line for line in lobby.table.notices)
        link = lobby.table.invites[0].link
        await bob.ask(entering.Enter(type="enter", id=6, invite=link, name="Bob"))
        await bob.signs()
        await ann.sees(lambda seen: seen.turn is not None)


async def test_whom_nobody_can_call_leaves_the_offer_to_the_other(tmp_path: Path) -> None:
    async with at_the_end(tmp_path) as (ann, bob):
        assert ann.seen.table.ending is not None
        assert bob.seen.table.ending is not None
        assert ann.seen.table.ending.can_rematch
        assert (bob.seen.table.ending.can_rematch, bob.seen.table.ending.uncalled) == (False, True)
        with pytest.raises(ClientError, match="nobody can call you"):
            await bob.ask(OFFER)


async def test_both_are_shown_as_there_at_the_end_and_can_talk(tmp_path: Path) -> None:
    """The nodes stay connected for as long as a page looks on; words that nobody hears are told."""
    async with at_the_end(tmp_path) as (ann, bob):
        for one in (ann, bob):
            seen = await one.sees(lambda seen: all(seat.here for seat in seen.seats.values()))
            assert seen.table.timeline is not None
        await bob.ask(said.SendChat(type="say", id=5, text="well sailed"))
        await ann.sees(lambda seen: any("well sailed" in one.text for one in seen.log.values()))
        await bob.ask(entering.Leave(type="leave", id=6))
        await ann.sees(lambda seen: not all(seat.here for seat in seen.seats.values()))
        with pytest.raises(LocalError, match="nobody is connected"):
            await ann.ask(said.SendChat(type="say", id=7, text="another one?"))


async def test_a_finished_game_is_looked_at_again_with_its_timeline(tmp_path: Path) -> None:
    """Whoever opens it later, with nobody else there, can look back all the same."""
    async with at_the_end(tmp_path) as (ann, bob):
        await ann.ask(entering.Leave(type="leave", id=5))
        await bob.ask(entering.Leave(type="leave", id=5))
        entrance = (
            await bob.sees(lambda seen: bool(seen.entrance and seen.entrance.saved))
        ).entrance
        assert entrance is not None
        (game,) = entrance.saved
        assert game.over
        await bob.ask(entering.Resume(type="resume", id=6, game=game.id))
        seen = await bob.sees(lambda seen: seen.table.timeline is not None)
        assert seen.table.ending is not None
        assert seen.table.timeline is not None
        assert seen.table.timeline.last == game.entries
        await bob.ask(said.SeekEntry(type="seek", id=7, entry=0))
        assert bob.seen.table.timeline is not None
        assert bob.seen.table.timeline.at == 0


async def test_the_program_can_end_while_a_table_is_being_left(tmp_path: Path) -> None:
    async with at_the_end(tmp_path) as (ann, _):
        await ann.ask(entering.Leave(type="leave", id=5))
        ann.running.cancel()
        await asyncio.wait([ann.running], timeout=PATIENCE)
        assert ann.running.cancelled()
