"""The entrance: the page before there is a table. It makes, joins and resumes games.

Once this player sits down, the same page shows the table; if the table cannot be opened, the
entrance is back and says why.
"""

__all__ = ["EntrancePage"]

import asyncio
import os
from collections.abc import AsyncIterator, Coroutine, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import asdict
from pathlib import Path
from typing import Final, TypeAlias

from client.errors import ClientError
from client.home import PASSPHRASE_VARIABLE, Home
from client.lesson import Lesson, begun
from client.network import network_host
from client.open_tables import Search, find_tables, named
from client.playing import Play
from client.presentation.open_tables import open_table_words
from client.rematch import AgainstBots, AmongPeople, Next, Opponents, accept, against_bots, offer
from client.reminding import reminding_from
from client.schema import entrance as page
from client.schema.board import Board
from client.schema.picture import Picture
from client.schema.replies import CopyBrought, MapKept, Nothing, Result, SeatSealed
from client.schema.table import Table
from client.seat.participant import Screen
from client.table import entering
from client.table.copies import bring_home, home_copied
from client.table.devices import DevicesPage
from client.table.draft import FIRST, ScenarioCatalog, draft_view, opened, redrafted
from client.table.entering_games import host, join, knock, resume, resume_solo, solo_game
from client.table.lessons import LessonSession
from client.table.messages import Asked
from client.table.own_maps import keep_map
from client.table.page_model import ChangeNotifier, PageModel, Serve, Served
from client.table.player_key import PlayerKey
from client.table.saved_games import SavedTable, forget, saved_games
from client.table.session import BrowserSession
from engine.errors import ScenarioError
from p2p.errors import NodeError, WrongPassphrase
from p2p.listing import FoundTable
from p2p.relay.client import RelayAccess
from protocol.errors import ProtocolError
from protocol.printable import printable

_PORT: Final = 7717  # that is proposed
_ENDED: Final = (
    "No page is open any more, and nobody waits for you: the program ends. "
    "Start it again to come back to your games."
)
_AboutTables: TypeAlias = (
    entering.Leave | entering.OfferRematch | entering.AcceptRematch | entering.DeclineRematch
)
"""What is asked for at a table and done here."""
_Chosen: TypeAlias = Play | Next | Lesson


class EntrancePage:
    """A `PageModel`: the page before there is a table, then the session of whoever sits down."""

    def __init__(self, home: Home, screen: Screen, serve: Serve, maps: Sequence[Path] = ()) -> None:
        """An entrance to the tables of a home; the rest is as in `BrowserSession`."""
        self._home = home
        self._screen = screen
        self._serve = serve
        self._maps = tuple(maps)
        self._changes = ChangeNotifier()
        self._session: PageModel | None = None
        self._server: Served | None = None
        self._chosen: asyncio.Future[_Chosen] | None = None
        self._against: Opponents | None = None
        self._playing: asyncio.Future[None] | None = None
        self._leaving = False
        self._untold: ChangeNotifier | None = None
        self._next: Next | None = None
        self._key = PlayerKey(home)
        self._devices = DevicesPage(home, self._key, self._came)
        self._draft = FIRST
        self._catalog = ScenarioCatalog()
        self._faults: tuple[str, ...] = ()
        self._saved: tuple[SavedTable, ...] = ()
        self._reach = _reach()
        self._fault = ""
        self._invite = ""
        self._search: Search | None = None
        self._knocking = ""

    async def run(self, chosen: Lesson | Next | None = None) -> None:
        """Receive somebody, seat them, and stay until their game is over and its pages closed.

        Args:
            chosen: to begin with, for who has asked for it already.
        """
        try:
            await self._receive(chosen)
        finally:
            await self._devices.stop()

    async def _receive(self, chosen: Lesson | Next | None) -> None:
        given = os.environ.get(PASSPHRASE_VARIABLE)
        if given is not None and self._home.key_file.exists():
            await self._key.unlock(given)
        async with self._serve(self) as self._server:
            while True:
                self._saved = saved_games(self._home)
                self._chosen = asyncio.get_running_loop().create_future()
                first, self._next = chosen or self._next, None
                if first is not None:
                    self._chosen.set_result(first)
                    chosen = None
                self._changes.notify()
                played = self._seat(await self._chosen)
                self._playing, self._leaving = asyncio.ensure_future(played), False
                try:
                    await self._playing
                except (ClientError, NodeError, ProtocolError, OSError) as error:
                    self._fault = str(error)
                    if self._untold is not None:  # it went wrong beside the table
                        self._untold.notify()
                except asyncio.CancelledError:
                    task = asyncio.current_task()
                    if not self._leaving or (task is not None and task.cancelling()):
                        raise
                else:
                    self._screen.show(_ENDED)
                    return
                finally:
                    self._knocking = ""

    def _seat(self, chosen: _Chosen) -> Coroutine[None, None, None]:
        """Have this player play through the page."""
        self._against = chosen.opponents if isinstance(chosen, Next) else None
        if isinstance(chosen, Lesson):
            return LessonSession(self._screen, self._seated, self._maps, chosen).learn()
        reminding = reminding_from(self._home.reminders, self._screen)
        session = BrowserSession(self._screen, self._seated, self._maps, reminding=reminding)
        play = chosen.play if isinstance(chosen, Next) else chosen
        return play(session)

    @asynccontextmanager
    async def _seated(self, session: PageModel) -> AsyncIterator[Served]:
        """Show the session to the pages that are open here."""
        if self._server is None:
            raise ClientError("the page is not open yet")
        self._session, self._fault, self._knocking = session, "", ""
        self._changes.notify()
        tells = True
        self._untold = None
        try:
            yield self._server
        except (ClientError, NodeError, ProtocolError, OSError) as error:
            self._fault = str(error)  # before a page sees that its table is gone
            raise
        except asyncio.CancelledError:
            tells = self._leaving  # if the program ends, pages keep what they show, and say so
            raise
        finally:
            self._session = None
            if tells:
                session.changes.notify()
            else:
                self._untold = session.changes

    # What is seen

    @property
    def changes(self) -> ChangeNotifier:
        """See `PageModel.changes`."""
        return self._changes if self._session is None else self._session.changes

    @property
    def board(self) -> Board | None:
        """See `PageModel.board`."""
        return None if self._session is None else self._session.board

    def picture(self) -> Picture:
        """See `PageModel.picture`."""
        if self._session is not None:
            seen = self._session.picture()
            table, end = seen.table, seen.table.ending
            if end is not None and isinstance(self._against, AgainstBots):
                end = end.model_copy(update={"can_rematch": True, "uncalled": False})
            alone = table.lesson or isinstance(self._against, AgainstBots)
            table = table.model_copy(update={"entrance": True, "ending": end, "alone": alone})
            return seen.model_copy(update={"table": table})
        return Picture(table=Table(mode="entrance"), entrance=self._laid_out())

    def _laid_out(self) -> page.Entrance:
        return page.Entrance(
            key=self._key.state,
            fingerprint=self._key.fingerprint,
            words=self._key.words,
            name=next((game.seats[0][0] for game in self._saved if game.named), ""),
            saved=tuple(
                page.SavedGame(**asdict(game), forgettable=game.forgettable) for game in self._saved
            ),
            draft=draft_view(self._draft, self._catalog),
            faults=tuple(self._faults),
            reach=self._reach,
            fault=self._fault,
            invite=self._invite,
            device=self._devices.waiting,
            came=self._devices.came,
            tables=None if self._search is None else tuple(map(_shown, self._search.found)),
            unsearched=() if self._search is None else self._search.faults,
            knocking=self._knocking,
            learning=self._home.lesson.exists(),
        )

    # What pages ask for

    async def carry_out(self, asked: Asked) -> Result:
        """See `PageModel.carry_out`."""
        if self._session is not None and not isinstance(asked, _AboutTables):
            return await self._session.carry_out(asked)
        try:
            if isinstance(asked, entering.OpenMap):
                return MapKept(scenarios=self._keep_map(asked))
            match asked:
                case entering.MoveSeat():
                    return await self._move(asked)
                case entering.CopyHome(passphrase=given):
                    return await home_copied(self._home, given)
                case entering.BringCopy():
                    return await self._bring(asked)
                case entering.AwaitSeat() | entering.StopWaiting() | entering.TakeSeat():
                    await self._devices.obey(asked)
                    self._saved = saved_games(self._home)
                case _:
                    await self._obey(asked)
        except OSError as error:
            raise ClientError(f"{self._home.path}: {error}") from error
        self._changes.notify()
        return Nothing()

    async def _obey(self, asked: Asked) -> None:
        match asked:
            case entering.MakeKey(passphrase=chosen):
                await self._key.create(chosen)
            case entering.RestoreKey(words=words, passphrase=chosen):
                await self._key.restore(words, chosen)
            case entering.Unlock(passphrase=given):
                await self._key.unlock(given)
            case entering.WroteDown():
                self._key.words = ""
            case (
                entering.Leave()
                | entering.OfferRematch()
                | entering.AcceptRematch()
                | entering.DeclineRematch()
            ):
                await self._go(asked)
            case entering.OpenScenario():
                self._open(asked)
            case entering.DraftGame():
                changed = redrafted(asked, self._draft, self._catalog)
                draft_view(changed, self._catalog)
                self._draft = changed
            case entering.Create():
                terms = opened(self._draft, self._catalog, asked.seat)
                if asked.bots:
                    game = await solo_game(self._home, terms, asked)
                    self._play(against_bots(self._home, game))
                else:
                    self._play(host(self._home, self._key.phrase, terms, asked))
            case entering.Learn(anew=anew):
                self._play(begun(self._home.lesson, anew=anew))
            case entering.Enter():
                self._invite = asked.invite
                self._play(join(self._home, self._key.phrase, asked))
            case entering.FindTables(relay=relay):
                relays = [RelayAccess.parse(relay)] if relay.strip() else []
                self._search = await find_tables(relays, nearby=not relays)
            case entering.Knock():
                found = named(self._search or Search((), ()), asked.table)
                self._play(knock(self._home, self._key.phrase, found, asked))
                self._fault, self._knocking = "", printable(found.listing.host)
            case entering.StopKnocking() if self._knocking and self._playing is not None:
                self._leaving = True
                self._playing.cancel()
            case entering.Forget(game=game):
                forget(self._home, self._game(game))
                self._saved = saved_games(self._home)
            case entering.Resume(reach=reach):
                saved = self._game(asked.game)
                if saved.bots:
                    self._play(against_bots(self._home, resume_solo(self._home, saved)))
                else:
                    self._play(resume(self._home, self._key.phrase, saved, reach))
            case _:
                raise ClientError("you are not at a table yet", "create one, or join one")

    async def _go(self, asked: _AboutTables) -> None:
        """Leave the table, perhaps for another one with the same players."""
        if self._playing is None or self._session is None:
            raise ClientError("you are not at a table")
        match asked:
            case entering.Leave():
                self._leave()
            case entering.DeclineRematch():
                session = self._at_the_end()
                session.state.rematch = None
                session.changes.notify()
            case entering.OfferRematch(swapped=swapped):
                session = self._at_the_end()
                invited, memo = session.state.rematch is not None, session.state.memo.memo
                to = await offer(
                    self._opponents, session.observer, memo, swapped=swapped, invited=invited
                )
                self._leave(to)
            case entering.AcceptRematch():
                session = self._at_the_end()
                memo, invite = session.state.memo.memo, session.state.rematch
                self._leave(accept(self._opponents, session.observer, memo, invite))

    @property
    def _opponents(self) -> Opponents:
        """Whom this player plays now."""
        return self._against or AmongPeople(self._home, self._key.phrase)

    def _leave(self, to: Next | None = None) -> None:
        """Leave the table; for another one, if there is one."""
        self._leaving, self._next = True, to
        if self._playing is not None:
            self._playing.cancel()

    def _at_the_end(self) -> BrowserSession:
        """The session of a game that is over.

        Raises:
            ClientError: there is none.
        """
        session = self._session
        if not isinstance(session, BrowserSession) or not session.state.over:
            raise ClientError("the game is not over", "leave the table to begin another one")
        return session

    async def _move(self, asked: entering.MoveSeat) -> SeatSealed:
        """Let a seat leave; from then on it is listed as moved, wherever it has come to."""
        try:
            return await self._devices.move(self._game(asked.game), asked.to)
        finally:
            self._came()

    async def _bring(self, asked: entering.BringCopy) -> CopyBrought:
        """Bring what a copy holds; its passphrase is mostly that of the key."""
        try:
            brought = await bring_home(self._home, asked.file, asked.passphrase)
            if self._key.state == "sealed":
                with suppress(WrongPassphrase):
                    await self._key.unlock(asked.passphrase)
            return brought
        finally:
            self._came()

    def _came(self) -> None:
        """A seat has come or gone."""
        self._saved = saved_games(self._home)
        self._changes.notify()

    def _open(self, asked: entering.OpenScenario) -> None:
        """Put a scenario of the player's own among the others and choose it, or tell its faults."""
        try:
            self._catalog, name = self._catalog.opened(asked.file, asked.text.encode())
        except ScenarioError as error:
            self._faults = (
                f"{asked.file} cannot be played:",
                *(printable(str(fault)) for fault in error.faults),
            )
            return
        self._faults, self._draft = (), FIRST.model_copy(update={"scenario": name})

    def _keep_map(self, asked: entering.OpenMap) -> tuple[str, ...]:
        """Keep a drawn map in the home and draw with it from now on; which scenarios it is for."""
        file, spaces = keep_map(self._home, asked.file, asked.text.encode())
        self._maps = (file, *(known for known in self._maps if known != file))
        scenarios = (self._catalog.find(name).scenario for name in self._catalog.names)
        return tuple(one.title for one in scenarios if one.board.spaces.keys() == spaces)

    def _play(self, play: _Chosen) -> None:
        if self._chosen is None or self._chosen.done():
            raise ClientError("a table is already being opened")
        self._chosen.set_result(play)

    def _game(self, wanted: str) -> SavedTable:
        game = next((game for game in self._saved if game.id == wanted), None)
        if game is None:
            raise ClientError(f"{wanted}: there is no such saved game")
        return game


def _shown(found: FoundTable) -> page.OpenTable:
    """A table as the page lists it."""
    listing = found.listing
    return page.OpenTable(
        id=listing.id,
        host=printable(listing.host),
        scenario=printable(listing.scenario),
        about=printable(open_table_words(listing)),
    )


def _reach() -> str:
    """A proposal for where others reach this machine; empty if it is in no network."""
    host = network_host()
    return f"{host}:{_PORT}" if host else ""
