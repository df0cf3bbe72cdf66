"""Saved games of a home: which there are, with whom, how far each has come; and forgetting one."""

__all__ = ["SavedTable", "forget", "saved_games"]

import shutil
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from client import solo
from client.errors import ClientError
from client.home import Home
from client.presentation.players import player_name
from client.seat.memo import Memo
from client.stored import stored_players
from p2p.errors import NodeError, StoreInUse
from p2p.hosting import Hosting
from p2p.joining import Joining
from p2p.lobby import read_found, read_lobby
from p2p.messages import Found, read_message
from p2p.store import Store, StoreContents
from protocol.errors import ProtocolError
from protocol.identity import PublicKey
from protocol.logfile import RecordKind, read_records
from protocol.waiting import Wait


@dataclass(frozen=True, slots=True)
class SavedTable:
    """A game of a home.

    Attributes:
        id: of the table, as hexadecimal digits; of a game against bots, the name of its folder.
        bots: whether it is one against bots.
        title: of its scenario; empty if this home has not heard yet.
        seats: everybody's name and powers, this player first.
        watched: whether this player has no seat in it.
        kept: whether this player keeps it, and plays nothing in it.
        entries: how many the log has; None if the game has not begun.
        over: whether somebody has signed its end.
        yours: whether it waits for this player, as far as this home has heard.
        awaited: names of the others for whom it waits, as far as this home has heard.
        hosted: whether this player hosts it.
        address: where the others found this player when it was played last, if they did: HOST:PORT
            or the URL of a relay.
        bound: whether others count on this player there: they have come, or it has come to them.
        open: whether another process plays it now, so that nothing can be told.
        touched: when it was last written, in seconds since 1970.
        moved: since when the seat is played from another device, in minutes since 1970; None if
            it is not.
    """

    id: str
    bots: bool
    title: str = ""
    seats: tuple[tuple[str, tuple[str, ...]], ...] = ()
    watched: bool = False
    kept: bool = False
    entries: int | None = None
    over: bool = False
    yours: bool = False
    awaited: tuple[str, ...] = ()
    hosted: bool = False
    address: str = ""
    bound: bool = True
    open: bool = False
    touched: float = 0
    moved: int | None = None

    @property
    def forgettable(self) -> bool:
        """Whether nobody else loses anything when this home forgets it."""
        here = not self.open and self.moved is None
        return here and (self.bots or self.watched or not self.bound)

    @property
    def named(self) -> bool:
        """Whether it tells by which name this player sits down among people."""
        return not self.bots and not self.watched and not self.kept and bool(self.seats)


def saved_games(home: Home) -> tuple[SavedTable, ...]:
    """Every game that a home can go on with, the latest first; a damaged one is left out."""
    games = [*_tables(home, home.tables.glob("*.db"))]
    for game in solo.started_games(home):
        mine = _tables(game.home, game.home.tables.glob("*.db"), game.folder.name)
        games += mine
    return tuple(sorted(games, key=lambda game: game.touched, reverse=True))


def forget(home: Home, game: SavedTable) -> None:
    """Remove a game from a home, for good.

    Raises:
        ClientError: others count on this player there, or another process plays it.
        NodeError: it is damaged, or has been opened meanwhile.
        OSError: the home cannot be written.
    """
    if not game.forgettable:
        raise ClientError("this game cannot be deleted", "other players count on you in it")
    if game.bots:
        shutil.rmtree(home.path / "solo" / game.id)
        return
    table = bytes.fromhex(game.id)
    Store.open(home.store(table), table, home.public().raw).close()
    for file in home.tables.glob(f"{game.id}.*"):
        file.unlink()


def _tables(home: Home, files: Iterator[Path], bots: str = "") -> Iterator[SavedTable]:
    if not home.key_file.exists():
        return
    key = home.public()
    for file in sorted(files):
        game, touched = bots or file.stem, file.stat().st_mtime
        try:
            table = bytes.fromhex(file.stem)
            with Store.open(file, table, key.raw, retired=True) as store:
                found = _described(store.read(), key, game, bots=bool(bots), touched=touched)
                memo = _memo(home.memo(table))
                kept = found.kept or (found.entries is None and memo.keeper)
                yield replace(found, address=_address(memo), kept=kept, moved=store.moved_since)
        except StoreInUse:
            yield SavedTable(game, bots=bool(bots), open=True, touched=touched)
        except (NodeError, ProtocolError, ValueError):
            continue


def _title(scenario: bytes) -> str:
    """The title of a scenario, without judging the rest of it."""
    try:
        title = tomllib.loads(scenario.decode()).get("title")
    except ValueError:
        return ""
    return title if isinstance(title, str) else ""


def _address(memo: Memo) -> str:
    return memo.address or (memo.relays[0] if memo.relays else "")


def _memo(file: Path) -> Memo:
    try:
        return Memo.load(file)
    except ClientError:
        return Memo()


def _described(
    contents: StoreContents, key: PublicKey, game: str, *, bots: bool, touched: float
) -> SavedTable:
    """What a store tells of its game.

    Raises:
        NodeError, ProtocolError: it is damaged.
    """
    lobby = None if contents.lobby is None else read_lobby(contents.lobby)
    hosted = isinstance(lobby, Hosting)
    found = None if contents.founding is None else read_message(contents.founding)
    players = stored_players(contents)
    if isinstance(found, Found) and players is not None:
        founding = read_found(found)
        seats = zip(players.now, players.charter.seats, strict=True)
        own_first = sorted(seats, key=lambda one: one[0].key != key)
        people = tuple(
            (player.name if player.key == key else player_name(player), seat.powers)
            for player, seat in own_first
        )
        own = players.seat_of(key)
        watched = own is None
        due = {Wait.seat_of(learnt) for learnt in contents.learnt if learnt}
        others = sorted(seat for seat in due - {own} if seat < len(players.now))
        beside = (read_records(raw, b"")[0] for raw in contents.statements)
        return SavedTable(
            id=game,
            bots=bots,
            title=_title(founding.scenario),
            seats=people,
            watched=watched,
            kept=not watched and not people[0][1],
            entries=len(contents.entries),
            over=any(record.kind is RecordKind.CLOSING for records in beside for record in records),
            yours=own in due,
            awaited=tuple(player_name(players.now[seat]) for seat in others),
            hosted=hosted,
            touched=touched,
        )
    if isinstance(lobby, Hosting):
        guests = tuple(
            (guest.name, lobby.terms.places[seat]) for seat, guest in lobby.guests.items()
        )
        title, bound = _title(lobby.terms.text), len(guests) > 1
        return SavedTable(game, bots, title, guests, hosted=True, bound=bound, touched=touched)
    bound = isinstance(lobby, Joining) and lobby.guest is not None
    return SavedTable(game, bots, bound=bound, touched=touched)
