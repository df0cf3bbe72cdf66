"""A rematch: the same players and house rules at a new table, sides kept or swapped."""

__all__ = ["Offer", "join_again", "offered", "terms_again"]

import os
from collections.abc import Mapping
from dataclasses import dataclass, replace

from client import tables
from client.errors import ClientError
from client.home import Home
from client.seat.invitations import Purpose, invitations_of
from client.seat.memo import Memo
from client.table.called import Place
from client.table.entering import Enter
from client.table.entering_games import Play, hosting, join, ways_to
from p2p.address import Address
from p2p.invite import Invite
from p2p.mailboxes import mail_ways, read_mailbox
from p2p.relay.client import RelayAccess
from p2p.terms import Terms
from p2p.ways import read_way
from protocol.charter import NONCE_SIZE
from protocol.encoding import encode
from protocol.founding import Founding
from protocol.identity import Identity, Phrase, PublicKey
from protocol.players import Players


@dataclass(frozen=True, slots=True)
class Offer:
    """A table that was laid out for a rematch.

    Attributes:
        invites: for each other player, by key.
        play: sits down there.
    """

    invites: Mapping[PublicKey, Invite]
    play: Play


def terms_again(founding: Founding, nonce: bytes) -> Terms:
    """The terms of a game, for another one.

    Args:
        founding: of the game.
        nonce: of the new table: 32 fresh random bytes.
    """
    charter = founding.charter
    return Terms(
        rules_version=charter.rules_version,
        scenario=charter.scenario,
        text=founding.scenario,
        modules=charter.modules,
        options=charter.options,
        secrecy=charter.secrecy,
        dice=charter.dice,
        windows_start=charter.windows_start,
        nonce=nonce,
        seats=tuple(charter.seats[seat].powers for seat in charter.players),
        keepers=len(charter.keepers),
        absence=charter.absence,
        instructions=tuple((power, encode(data)) for power, data in charter.instructions),
        deposits=charter.deposits,
    )


def offered(
    home: Home, phrase: Phrase, founding: Founding, players: Players, memo: Memo, *, swapped: bool
) -> Offer:
    """Lay out a table for the players of a game, called where this player was called there.

    Args:
        home: where it is kept.
        phrase: of this player.
        founding: of the game that is over.
        players: who played it in the end.
        memo: what this player kept of it.
        swapped: whether each player takes the next seat, the last one the first; keepers stay.

    Raises:
        ClientError: others cannot call this player, or it had no seat.
        StoreFailed: the disk refuses.
    """
    terms = terms_again(founding, os.urandom(NONCE_SIZE))
    count = len(terms.seats)
    places = {
        one.key: (seat + swapped) % count if seat < count else seat
        for seat, one in enumerate(players.now)
    }
    own = next((one for one in players.now if one.key == Identity.from_phrase(phrase).public), None)
    if own is None or places[own.key] >= count:
        raise ClientError("only who has played can offer a rematch")
    at = _place(memo)
    mailboxes = tuple(map(read_mailbox, memo.mailboxes))
    table, lobby = tables.host(home, phrase, own.name, terms, seat=places[own.key], watchers=0)
    ways = (*ways_to(table, at), *mail_ways(mailboxes, phrase, table.id))
    if not ways:
        table.store.close()
        raise ClientError(
            "nobody can call you, so nobody would find the table",
            "ask somebody who can be called to offer the rematch",
        )
    replace(memo, notes={}, waive=None, seen=0).save(table.memo)
    by_seat = {
        one.seat: one.invite
        for one in invitations_of(phrase, lobby, ways)
        if one.purpose is Purpose.SEAT
    }
    others = {key: by_seat[seat] for key, seat in places.items() if seat in by_seat}
    return Offer(others, hosting(table, at))


def join_again(home: Home, phrase: Phrase, name: str, invite: Invite) -> Play:
    """Sit down where another player of the same game has invited to. Raises as `tables.join`."""
    asked = Enter(type="enter", id=0, invite=invite.link(), name=name)
    return join(home, phrase, asked)


def _place(memo: Memo) -> Place:
    if memo.relays:
        return RelayAccess.parse(memo.relays[0])
    if not memo.address:
        return None
    address = read_way(memo.address).address
    return Address(address.host, address.port)
