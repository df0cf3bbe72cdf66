"""How a game is entered from the page: hosted, joined, resumed, or played against bots."""

__all__ = ["host", "join", "knock", "resume", "resume_solo", "solo_game"]

import asyncio
from typing import Final

from client import solo, tables
from client.errors import ClientError
from client.home import Home
from client.network import LOOPBACK, free_port
from client.open_tables import ask_in
from client.playing import Play, as_before
from client.seat.memo import Memo
from client.seat.participant import Participant
from client.site import usual_site
from client.solo import SoloGame
from client.table import entering
from client.table.called import (
    Place,
    check_called,
    keeping_place,
    keeping_settings,
    place_of,
)
from client.table.saved_games import SavedTable
from engine.errors import counted
from p2p.address import Address
from p2p.invite import Invite
from p2p.knocking import Knock
from p2p.listing import FoundTable
from p2p.terms import Terms
from protocol.charter import MAX_SEATS
from protocol.identity import Identity, Phrase

_BOT: Final = "captain"


async def solo_game(home: Home, terms: Terms, asked: entering.Create) -> SoloGame:
    """Lay out a game against bots.

    Raises:
        ClientError: there is no such seat.
        OSError: the home cannot be written.
    """
    _check_seat(asked.seat, terms)
    return await asyncio.to_thread(solo.begin, home, terms, asked.seat, _BOT, asked.name)


def host(home: Home, phrase: Phrase, terms: Terms, asked: entering.Create) -> Play:
    """Make a table on this machine alone, where others reach it, at a relay, or in a mailbox.

    Raises:
        BadAddress: what is asked for is neither HOST:PORT nor a relay.
        ClientError: others could not find it so, there is no such seat, or nobody can have such a
            name.
    """
    at = place_of(asked.called.at)
    check_called(asked.called, at)
    if at is None and not asked.called.mailboxes:
        at = _alone()
    memo = keeping_place(keeping_settings(Memo(site=usual_site()), asked.called), at)
    _check_seat(asked.seat, terms)
    table, _ = tables.host(
        home, phrase, asked.name, terms, seat=asked.seat, watchers=asked.watchers
    )
    memo.save(table.memo)
    return _hosting(table, at)


def join(home: Home, phrase: Phrase, asked: entering.Enter) -> Play:
    """Sit down where an invite leads, or come back by it. Raises as `tables.join`, `recover`.

    Raises:
        BadInvite: it is none.
        BadAddress, ClientError: as for `host`, where it names how others call.
    """
    invite = Invite.parse(asked.invite.strip())
    at = place_of(asked.called.at)
    check_called(asked.called, at, invite)
    if asked.back or invite.ticket is None:
        return _joining(tables.recover(home, phrase, invite), at, asked.called)
    if invite.ticket.place < MAX_SEATS and not asked.name:
        raise ClientError("a player needs a name", "enter yours")
    table = tables.join(home, phrase, asked.name, invite)
    tables.note_keeper(table, keeper=False)
    return _joining(table, at, asked.called)


def knock(home: Home, phrase: Phrase, found: FoundTable, asked: entering.Knock) -> Play:
    """Ask the host of a table for a place, and sit down there.

    What it returns raises as `client.open_tables.ask_in` and `tables.join`.

    Raises:
        BadAddress, ClientError: as for `host`, where it names how others call.
    """
    said, at = Knock(asked.name, asked.watches), place_of(asked.called.at)
    check_called(asked.called, at)

    async def let_in(participant: Participant) -> None:
        invite = await ask_in(found, Identity.from_phrase(phrase), said)
        table = tables.join(home, phrase, asked.name, invite)
        tables.note_keeper(table, keeper=False)
        await _joining(table, at, asked.called)(participant)

    return let_in


def resume(home: Home, phrase: Phrase, game: SavedTable, reach: str) -> Play:
    """Go on with a saved game against people.

    Args:
        home: where it is saved.
        phrase: the player's key.
        game: as it is listed.
        reach: where others find a table that this player hosts, as HOST:PORT or as the URL of a
            relay; empty for nowhere.

    Raises:
        BadAddress, ClientError: as for `host`; or this player keeps it, and plays nothing there.
        StoreInUse: another process plays it.
    """
    at = place_of(reach) if game.hosted else None
    memo = Memo.load(home.memo(bytes.fromhex(game.id)))
    table = tables.find(home, phrase, game.id)
    tables.refuse_keeper(table)
    if not game.hosted or tables.hosted_lobby(table) is None:
        return as_before(table, memo)
    if at is None and not memo.mailboxes:
        at = _alone()
    keeping_place(memo, at).save(table.memo)
    return _hosting(table, at)


def resume_solo(home: Home, game: SavedTable) -> SoloGame:
    """A saved game against bots, to go on with."""
    (found,) = (one for one in solo.started_games(home) if one.folder.name == game.id)
    return found


def _check_seat(seat: int, terms: Terms) -> None:
    """See that a game has a seat.

    Raises:
        ClientError: it has not so many.
    """
    if seat >= len(terms.seats):
        raise ClientError(f"the game has {counted(len(terms.seats), 'seat')}", "choose one of them")


def _alone() -> Address:
    """A free port that this machine alone can call."""
    return Address(LOOPBACK, free_port())


def _joining(table: tables.OpenTable, at: Place, called: entering.Called) -> Play:
    """Sit down at another's table, called there if that is named, else as before."""
    memo = keeping_place(keeping_settings(Memo.load(table.memo), called), at)
    memo.save(table.memo)
    return as_before(table, memo) if at is None else _hosting(table, at)


def _hosting(table: tables.OpenTable, at: Place) -> Play:
    """Sit down at a table that others call at this place alone, and show its invites."""
    return as_before(table, keeping_place(Memo(), at), invite=True)
