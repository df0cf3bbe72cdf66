"""How a game is entered from the page: hosted, joined, resumed, or played against bots."""

__all__ = ["Play", "host", "join", "knock", "resume", "resume_solo", "solo_game"]

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import replace
from functools import partial
from typing import Final, TypeAlias, assert_never

from client import solo, tables
from client.errors import ClientError
from client.home import Home
from client.links import check_called_through
from client.network import LOOPBACK, check_listening, free_port, listen_address, reachable_at
from client.open_tables import ask_in
from client.playing import run_table
from client.seat.memo import Memo
from client.seat.participant import Participant
from client.table import entering
from client.table.saved_games import SavedTable
from engine.errors import counted
from p2p.address import Address
from p2p.invite import Invite
from p2p.knocking import Knock
from p2p.listing import FoundTable
from p2p.mailboxes import MAIL_SCHEME, read_mailbox
from p2p.relay.client import RelayAccess, ways_through
from p2p.terms import Terms
from p2p.ways import Relay, read_way
from protocol.charter import MAX_SEATS
from protocol.identity import Identity, Phrase

Play: TypeAlias = Callable[[Participant], Coroutine[None, None, None]]
"""Has somebody play at a table until its game is over."""

_BOT: Final = "captain"

_Called: TypeAlias = Address | RelayAccess | Relay
"""Where others call: at this machine, at a relay, or at a relay of Nostr, where they leave mail."""


async def solo_game(home: Home, terms: Terms, asked: entering.Create) -> Play:
    """Lay out a game against bots.

    Raises:
        ClientError: there is no such seat.
        OSError: the home cannot be written.
    """
    _check_seat(asked.seat, terms)
    game = await asyncio.to_thread(solo.begin, home, terms, asked.seat, _BOT, asked.name)
    return partial(solo.run_solo, game)


def host(home: Home, phrase: Phrase, terms: Terms, asked: entering.Create) -> Play:
    """Make a table on this machine alone, where others reach it, or at a relay.

    Raises:
        BadAddress: what is asked for is neither HOST:PORT nor a relay.
        ClientError: nobody can listen there, there is no such seat, or nobody can have such a name.
    """
    at = _called_at(asked.reach)
    _check_hidden(at, relay_only=asked.relay_only)
    _check_seat(asked.seat, terms)
    table, _ = tables.host(
        home, phrase, asked.name, terms, seat=asked.seat, watchers=asked.watchers
    )
    _noted(Memo(hold=asked.hold, relay_only=asked.relay_only), at).save(table.memo)
    return _hosting(table, at)


def join(home: Home, phrase: Phrase, asked: entering.Enter) -> Play:
    """Sit down where an invite leads, or come back by it. Raises as `tables.join`, `recover`.

    Raises:
        BadInvite: it is none.
        BadAddress, ClientError: as for `host`, where it names how others call.
    """
    invite = Invite.parse(asked.invite.strip())
    at = _called_at(asked.reach) if asked.reach.strip() else None
    _check_hidden(at, invite, relay_only=asked.relay_only)
    if asked.back or invite.ticket is None:
        return _joining(tables.recover(home, phrase, invite), at, asked)
    if invite.ticket.place < MAX_SEATS and not asked.name:
        raise ClientError("a player needs a name", "enter yours")
    table = tables.join(home, phrase, asked.name, invite)
    tables.note_keeper(table, keeper=False)
    return _joining(table, at, asked)


def knock(home: Home, phrase: Phrase, found: FoundTable, asked: entering.Knock) -> Play:
    """Ask the host of a table for a place, and sit down there.

    What it returns raises as `client.open_tables.ask_in` and `tables.join`.
    """
    said = Knock(asked.name, asked.watches)

    async def let_in(participant: Participant) -> None:
        invite = await ask_in(found, Identity.from_phrase(phrase), said)
        table = tables.join(home, phrase, asked.name, invite)
        tables.note_keeper(table, keeper=False)
        await _as_before(table, Memo.load(table.memo))(participant)

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
    at = _called_at(reach) if game.hosted else None
    memo = Memo.load(home.memo(bytes.fromhex(game.id)))
    table = tables.find(home, phrase, game.id)
    tables.refuse_keeper(table)
    if at is None or tables.hosted_lobby(table) is None:
        return _as_before(table, memo)
    _noted(memo, at).save(table.memo)
    return _hosting(table, at)


def resume_solo(home: Home, game: SavedTable) -> Play:
    """Go on with a saved game against bots."""
    (found,) = (one for one in solo.started_games(home) if one.folder.name == game.id)
    return partial(solo.run_solo, found)


def _check_seat(seat: int, terms: Terms) -> None:
    """See that a game has a seat.

    Raises:
        ClientError: it has not so many.
    """
    if seat >= len(terms.seats):
        raise ClientError(f"the game has {counted(len(terms.seats), 'seat')}", "choose one of them")


def _check_hidden(at: _Called | None, link: Invite | None = None, *, relay_only: bool) -> None:
    """See that who shows its address to a relay alone names one, and finds others there.

    Raises:
        ClientError: it does not.
    """
    if not relay_only:
        return
    if not isinstance(at, RelayAccess):
        raise ClientError("only a relay can keep your address to itself", "name a relay")
    if link is not None:
        check_called_through((at,), link)


def _joining(table: tables.OpenTable, at: _Called | None, asked: entering.Enter) -> Play:
    """Sit down at another's table, called there if that is named, else as before."""
    memo = Memo.load(table.memo)
    if at is None:
        return _as_before(table, memo)
    memo = replace(memo, hold=asked.hold, relay_only=asked.relay_only)
    _noted(memo, at).save(table.memo)
    return _hosting(table, at)


def _as_before(table: tables.OpenTable, memo: Memo) -> Play:
    """Go on, called where this player was called last."""
    run = partial(run_table, table, relays=tuple(map(RelayAccess.parse, memo.relays)))
    if not memo.address:
        return run
    way = read_way(memo.address)
    return partial(run, listen=listen_address(way.address), ways=reachable_at(way.address))


def _hosting(table: tables.OpenTable, at: _Called) -> Play:
    run = partial(run_table, table, invite=True)
    match at:
        case Address():
            return partial(run, listen=listen_address(at), ways=reachable_at(at))
        case RelayAccess():
            return partial(run, relays=(at,), ways=ways_through((at,), table.phrase, table.id))
        case Relay():
            return run
        case never:
            assert_never(never)


def _noted(memo: Memo, at: _Called) -> Memo:
    """What is kept, with how others call this player now."""
    match at:
        case Address():
            return replace(memo, address=str(at), relays=(), relay_only=False)
        case RelayAccess():
            return replace(memo, address="", relays=(str(at),))
        case Relay():
            return replace(memo, address="", relays=(), mailboxes=(str(at),))
        case never:
            assert_never(never)


def _called_at(reach: str) -> _Called:
    """How others call a table: a free port of this machine alone, if nothing is named."""
    if reach.strip().startswith(MAIL_SCHEME):
        return read_mailbox(reach.strip().removeprefix(MAIL_SCHEME))
    if "://" in reach:
        return RelayAccess.parse(reach)
    address = Address.parse(reach) if reach.strip() else Address(LOOPBACK, free_port())
    check_listening(listen_address(address))
    return address
