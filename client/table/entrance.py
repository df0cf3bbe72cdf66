"""The entrance: the page before there is a table. It makes, joins and resumes games.

Once this player sits down, the same page shows the table; if the table cannot be opened, the
entrance is back and says why.
"""

__all__ = ["Entrance"]

import asyncio
import os
import secrets
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from typing import Final, TypeAlias

from client import solo, tables
from client.errors import ClientError
from client.home import PASSPHRASE_VARIABLE, Home
from client.reach import HERE, check_listening, free_port, listening_for, network_host
from client.seat.memo import Memo
from client.seats.onlooker import Onlooker, Screen
from client.table import entering
from client.table.draft import FIRST, Shelf, laid_out, proposed
from client.table.gallery import Gallery
from client.table.messages import Asked
from client.table.opening import Serve
from client.table.own_maps import keep_map
from client.table.picture import Section
from client.table.saved import Saved, forget, saved_games
from client.table.server import Server
from client.table.show import Bell, Show
from engine.errors import ScenarioError
from p2p.address import Address
from p2p.errors import NodeError
from p2p.invite import Invite
from p2p.keystore import KeyFile
from p2p.lobby import Hosting
from protocol.charter import MAX_SEATS
from protocol.errors import ProtocolError
from protocol.identity import PHRASE_SIZE, Phrase

Sitting: TypeAlias = Callable[[Onlooker], Coroutine[None, None, None]]
"""Seats somebody at a table, until its game is over."""

_BOT: Final = "captain"
_PORT: Final = 7717  # that is proposed


class Entrance:
    """What is shown (`client.table.show.Show`) before, and then the desk at which somebody sits."""

    def __init__(self, home: Home, screen: Screen, serve: Serve, maps: Sequence[Path] = ()) -> None:
        """An entrance to the tables of a home; the other arguments are those of `Desk`."""
        self._home = home
        self._screen = screen
        self._serve = serve
        self._maps = tuple(maps)
        self._waiting = Bell()
        self._desk: Show | None = None
        self._server: Server | None = None
        self._sitting: asyncio.Future[Sitting] | None = None
        self._playing: asyncio.Future[None] | None = None
        self._leaving = False
        self._phrase: Phrase | None = None
        self._words = ""
        self._draft = FIRST
        self._shelf = Shelf()
        self._faults: tuple[str, ...] = ()
        self._saved: tuple[Saved, ...] = ()
        self._reach = _reach()
        self._fault = ""
        self._invite = ""

    async def run(self) -> None:
        """Receive somebody, seat them, and stay until their game is over and its pages closed."""
        given = os.environ.get(PASSPHRASE_VARIABLE)
        if given is not None and self._home.key_file.exists():
            await self._unlock(given)
        async with self._serve(self) as self._server:
            while True:
                self._saved = saved_games(self._home)
                self._sitting = asyncio.get_running_loop().create_future()
                self._waiting.ring()
                sit = await self._sitting
                sitting = sit(Gallery(self._screen, self._seated, self._maps))
                self._playing, self._leaving = asyncio.ensure_future(sitting), False
                try:
                    return await self._playing
                except (ClientError, NodeError, ProtocolError, OSError) as error:
                    self._fault = str(error)
                except asyncio.CancelledError:
                    if not self._leaving:
                        raise

    @asynccontextmanager
    async def _seated(self, desk: Show) -> AsyncIterator[Server]:
        """Show the desk to the pages that are open here."""
        if self._server is None:
            raise ClientError("the page is not open yet")
        self._desk, self._fault = desk, ""
        self._waiting.ring()
        try:
            yield self._server
        finally:
            self._desk = None
            desk.bell.ring()

    # What is seen

    @property
    def bell(self) -> Bell:
        """See `Show.bell`."""
        return self._waiting if self._desk is None else self._desk.bell

    @property
    def board(self) -> Section | None:
        """See `Show.board`."""
        return None if self._desk is None else self._desk.board

    def picture(self) -> dict[str, Section]:
        """See `Show.picture`."""
        if self._desk is not None:
            seen = self._desk.picture()
            return {**seen, "table": {**seen["table"], "entrance": True}}
        return {"table": {"mode": "entrance"}, "entrance": self._laid_out()}

    def _laid_out(self) -> Section:
        has_key = self._home.key_file.exists()
        return {
            "key": "open" if self._phrase else "sealed" if has_key else "none",
            "fingerprint": self._home.public().fingerprint if has_key else None,
            "words": self._words,
            "name": next((game.seats[0][0] for game in self._saved if game.named), ""),
            "saved": [{**asdict(game), "forgettable": game.forgettable} for game in self._saved],
            "draft": laid_out(self._draft, self._shelf),
            "faults": list(self._faults),
            "reach": self._reach,
            "fault": self._fault,
            "invite": self._invite,
        }

    # What pages ask for

    async def carry_out(self, asked: Asked) -> Section:
        """See `Show.carry_out`."""
        if self._desk is not None and not isinstance(asked, entering.Leave):
            return await self._desk.carry_out(asked)
        try:
            if isinstance(asked, entering.OpenMap):
                return {"scenarios": self._keep_map(asked)}
            await self._obey(asked)
        except OSError as error:
            raise ClientError(f"{self._home.path}: {error}") from error
        self._waiting.ring()
        return {}

    async def _obey(self, asked: Asked) -> None:
        match asked:
            case entering.MakeKey(passphrase=chosen):
                phrase = Phrase(secrets.token_bytes(PHRASE_SIZE))
                await self._keep(phrase, chosen)
                self._words = phrase.text
            case entering.RestoreKey(words=words, passphrase=chosen):
                await self._keep(Phrase.from_text(words), chosen)
            case entering.Unlock(passphrase=given):
                await self._unlock(given)
            case entering.WroteDown():
                self._words = ""
            case entering.Leave() if self._playing is not None and self._desk is not None:
                self._leaving = True
                self._playing.cancel()
            case entering.OpenScenario():
                self._open(asked)
            case entering.Draft():
                laid_out(asked, self._shelf)
                self._draft = asked
            case entering.Create(bots=True):
                terms = proposed(self._draft, self._shelf)
                _check_seat(asked.seat, len(terms.seats))
                game = await asyncio.to_thread(
                    solo.begin, self._home, terms, asked.seat, _BOT, asked.name
                )
                self._sit(partial(solo.sit, game))
            case entering.Create():
                self._sit(self._hosting(asked))
            case entering.Enter(invite=link, name=name, back=back):
                self._invite = link
                invite = Invite.parse(link.strip())
                self._sit(partial(tables.sit, self._joined(invite, name, back=back)))
            case entering.Forget(game=game):
                forget(self._home, self._game(game))
                self._saved = saved_games(self._home)
            case entering.Resume():
                self._sit(self._resumed(asked))
            case _:
                raise ClientError("there is no table yet", "make one, or join one")

    async def _keep(self, phrase: Phrase, chosen: str) -> None:
        await asyncio.to_thread(self._home.keep, phrase, chosen)
        self._phrase = phrase

    def _open(self, asked: entering.OpenScenario) -> None:
        """Put a scenario of the player's own among the others and choose it, or tell its faults."""
        try:
            self._shelf, name = self._shelf.opened(asked.file, asked.text.encode())
        except ScenarioError as error:
            self._faults = (f"{asked.file} cannot be played:", *map(str, error.faults))
            return
        self._faults, self._draft = (), FIRST.model_copy(update={"scenario": name})

    def _keep_map(self, asked: entering.OpenMap) -> list[str]:
        """Keep a drawn map in the home and draw with it from now on; which scenarios it is for."""
        file, spaces = keep_map(self._home, asked.file, asked.text.encode())
        self._maps = (file, *(known for known in self._maps if known != file))
        scenarios = (self._shelf.find(name).scenario for name in self._shelf.names)
        return [one.title for one in scenarios if one.board.spaces.keys() == spaces]

    async def _unlock(self, given: str) -> None:
        sealed = KeyFile.load(self._home.key_file)
        self._phrase = await asyncio.to_thread(sealed.open, given)

    @property
    def _key(self) -> Phrase:
        if self._phrase is None:
            raise ClientError("your key is sealed", "open it with your passphrase first")
        return self._phrase

    def _sit(self, sitting: Sitting) -> None:
        if self._sitting is None or self._sitting.done():
            raise ClientError("a table is being opened already")
        self._sitting.set_result(sitting)

    def _hosting(self, asked: entering.Create) -> Sitting:
        phrase, address = self._key, _address(asked.reach)
        terms = proposed(self._draft, self._shelf)
        _check_seat(asked.seat, len(terms.seats))
        chair, lobby = tables.host(
            self._home, phrase, asked.name, terms, seat=asked.seat, watchers=asked.watchers
        )
        Memo(address=str(address)).save(chair.memo)
        return _open_table(chair, phrase, lobby, address)

    def _joined(self, invite: Invite, name: str, *, back: bool) -> tables.Chair:
        if back or invite.ticket is None:
            return tables.come_back(self._home, self._key, invite)
        if invite.ticket.number < MAX_SEATS and not name:
            raise ClientError("the others must know you by a name", "write yours")
        return tables.join(self._home, self._key, name, invite)

    def _game(self, wanted: str) -> Saved:
        game = next((game for game in self._saved if game.id == wanted), None)
        if game is None:
            raise ClientError(f"{wanted}: no such game is saved")
        return game

    def _resumed(self, asked: entering.Resume) -> Sitting:
        game = self._game(asked.game)
        if game.bots:
            (found,) = (one for one in solo.begun(self._home) if one.folder.name == game.id)
            return partial(solo.sit, found)
        address = _address(asked.reach) if game.hosted else None
        memo = Memo.load(self._home.memo(bytes.fromhex(game.id)))
        chair = tables.find(self._home, self._key, game.id)
        lobby = tables.hosted(chair)
        if lobby is None or address is None:
            return partial(tables.sit, chair)
        replace(memo, address=str(address)).save(chair.memo)
        return _open_table(chair, chair.phrase, lobby, address)


def _open_table(chair: tables.Chair, phrase: Phrase, lobby: Hosting, address: Address) -> Sitting:
    """Host a table on this machine alone, or where others reach it."""
    door = tables.Doorplate(phrase, lobby, (address,))
    return partial(tables.sit, chair, listen=listening_for(address), door=door)


def _address(reach: str) -> Address:
    """Where others find a table: a free port of this machine alone, if nothing is named.

    Raises:
        BadAddress: it is not HOST:PORT.
        ClientError: nobody can listen there.
    """
    address = Address.parse(reach) if reach.strip() else Address(HERE, free_port())
    check_listening(listening_for(address))
    return address


def _check_seat(seat: int, seats: int) -> None:
    if seat >= seats:
        raise ClientError(f"the game has {seats} seats", "take one of them")


def _reach() -> str:
    """A proposal for where others reach this machine; empty if it is in no network."""
    host = network_host()
    return f"{host}:{_PORT}" if host else ""
