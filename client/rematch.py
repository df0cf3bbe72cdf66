"""A rematch: the same players and house rules at a new table, sides kept or swapped."""

__all__ = [
    "AgainstBots",
    "AmongPeople",
    "Next",
    "Offer",
    "Opponents",
    "accept",
    "accepted",
    "against_bots",
    "bots_again",
    "offer",
    "offered",
    "terms_again",
]

import asyncio
import os
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TypeAlias, assert_never

from client import solo, tables
from client.errors import ClientError
from client.home import Home
from client.playing import Play, as_before, ways_in
from client.presentation.players import player_name
from client.presentation.words import listed
from client.seat.invitations import Purpose, invitations_of
from client.seat.memo import Memo
from client.seat.observer import Observer
from client.seat.participant import Participant
from client.solo import SoloGame, run_solo
from p2p.advertising import NOBODY
from p2p.chat import RematchOffered
from p2p.invite import Invite
from p2p.mailboxes import mail_ways, read_mailbox
from p2p.reminding.book import Reminded
from p2p.terms import Terms
from protocol.charter import NONCE_SIZE
from protocol.encoding import encode
from protocol.founding import Founding
from protocol.identity import Identity, Phrase, PublicKey
from protocol.players import Players


@dataclass(frozen=True, slots=True)
class AmongPeople:
    """A player of tables with other people.

    Attributes:
        home: where its tables are kept.
        phrase: of its key.
    """

    home: Home
    phrase: Phrase


@dataclass(frozen=True, slots=True)
class AgainstBots:
    """A player of games against bots.

    Attributes:
        home: where they are kept.
        game: that is played.
    """

    home: Home
    game: SoloGame


Opponents: TypeAlias = AmongPeople | AgainstBots
"""Whom a rematch is against."""


@dataclass(frozen=True, slots=True)
class Next:
    """The table to which a player goes on.

    Attributes:
        opponents: there.
        play: sits down there.
    """

    opponents: Opponents
    play: Play


@dataclass(frozen=True, slots=True)
class Offer:
    """A table that was laid out for a rematch.

    Attributes:
        invites: for each other player, by key.
        play: sits down there.
    """

    invites: Mapping[PublicKey, Invite]
    play: Play


async def offer(
    opponents: Opponents, observer: Observer, memo: Memo, *, swapped: bool, invited: bool = False
) -> Next:
    """Invite the players of a game that is over to another one, and go there.

    Args:
        opponents: of the game.
        observer: of it.
        memo: what this player kept of it.
        swapped: whether each player takes the next seat, the last one the first.
        invited: whether another player has invited this one already.

    Raises:
        ClientError: the game is not over; or see `offered` and `bots_again`.
        OSError, StoreFailed: the disk refuses.
    """
    node, table = observer.node, observer.table
    if node is None or table is None or table.request is not None:
        raise ClientError("the game is not over", "leave the table to begin another one")
    founding, players = table.log.founding, table.log.players
    match opponents:
        case AgainstBots():
            game = await asyncio.to_thread(
                bots_again, opponents, founding, players, swapped=swapped
            )
            return against_bots(opponents.home, game)
        case AmongPeople():
            if invited:
                raise ClientError("you are invited already", "accept that, or decline it first")
            made = offered(opponents, founding, players, memo, swapped=swapped)
            told = await node.offer_rematch(made.invites)
            return Next(opponents, partial(_go_on, made.play, _not_told(made, players, told)))
        case never:
            assert_never(never)


def accept(
    opponents: Opponents, observer: Observer, memo: Memo, invited: RematchOffered | None
) -> Next:
    """Go where another player has invited to.

    Raises:
        ClientError: nobody has; or see `accepted`.
    """
    table, seat = observer.table, observer.seat
    if not isinstance(opponents, AmongPeople) or table is None or seat is None or invited is None:
        raise ClientError("nobody has invited you to a rematch", "offer one yourself")
    name = table.log.players.now[seat].name
    return Next(opponents, accepted(opponents, name, invited.invite, memo))


def against_bots(home: Home, game: SoloGame, log: Path | None = None) -> Next:
    """Sit down at a game against bots, and write its log to a file at the end."""
    return Next(AgainstBots(home, game), partial(run_solo, game, log=log))


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
    player: AmongPeople, founding: Founding, players: Players, memo: Memo, *, swapped: bool
) -> Offer:
    """Lay out a table for the players of a game, called where this player was called there.

    Args:
        player: who offers it.
        founding: of the game that is over.
        players: who played it in the end.
        memo: what this player kept of it.
        swapped: whether each player takes the next seat, the last one the first; keepers stay.

    Raises:
        ClientError: others cannot call this player, or it had no seat.
        StoreFailed: the disk refuses.
    """
    if not memo.called:
        raise ClientError(
            "nobody can call you, so nobody would find the table",
            "ask somebody who can be called to offer the rematch",
        )
    terms = terms_again(founding, os.urandom(NONCE_SIZE))
    count = len(terms.seats)
    places = {
        one.key: (seat + swapped) % count if seat < count else seat
        for seat, one in enumerate(players.now)
    }
    own = players.seat_of(Identity.from_phrase(player.phrase).public)
    if own is None or own >= count:
        raise ClientError("only who has played can offer a rematch")
    name, seat = players.now[own].name, places[players.now[own].key]
    table, lobby = tables.host(player.home, player.phrase, name, terms, seat=seat, watchers=0)
    kept = _kept(memo)
    kept.save(table.memo)
    mailboxes = tuple(map(read_mailbox, kept.mailboxes))
    ways = (*ways_in(table, kept), *mail_ways(mailboxes, player.phrase, table.id))
    by_seat = {
        one.seat: one.invite
        for one in invitations_of(player.phrase, lobby, ways)
        if one.purpose is Purpose.SEAT
    }
    others = {key: by_seat[seat] for key, seat in places.items() if seat in by_seat}
    return Offer(others, as_before(table, kept, invite=True))


def accepted(player: AmongPeople, name: str, invite: Invite, memo: Memo) -> Play:
    """Sit down where another player of the same game has invited to, called as there.

    Args:
        player: who accepts.
        name: by which it played.
        invite: of the other player.
        memo: what this player kept of the game that is over.

    Raises:
        ClientError, StoreFailed: as `tables.join`.
    """
    table = tables.join(player.home, player.phrase, name, invite)
    kept = _kept(memo)
    kept.save(table.memo)
    return as_before(table, kept)


def bots_again(
    player: AgainstBots, founding: Founding, players: Players, *, swapped: bool
) -> SoloGame:
    """Lay out another game against the same bots.

    Args:
        player: who plays them.
        founding: of the game that is over.
        players: who played it in the end.
        swapped: whether this player takes the next seat.

    Raises:
        ClientError: this player has no seat any more.
        OSError: the home cannot be written.
    """
    terms = terms_again(founding, os.urandom(NONCE_SIZE))
    seat = players.seat_of(Identity.from_phrase(player.game.phrase()).public)
    if seat is None:
        raise ClientError("only who has played can offer a rematch")
    again = (seat + swapped) % len(terms.seats)
    name = players.now[seat].name
    return solo.begin(player.home, terms, again, player.game.bots[0], name)


async def _go_on(play: Play, words: str, participant: Participant) -> None:
    """Play, after some words if there are any."""
    if words:
        participant.show(words)
    await play(participant)


def _not_told(made: Offer, players: Players, told: Collection[PublicKey]) -> str:
    """Whom an offer has not reached, and what to do; empty if it has reached everybody."""
    missing = [
        player_name(one) for one in players.now if one.key in made.invites and one.key not in told
    ]
    if not missing:
        return ""
    was = "was" if len(missing) == 1 else "were"
    return f"{listed(missing)} {was} not connected: send the invites of this table yourself."


def _kept(memo: Memo) -> Memo:
    """What a player keeps of the game before: how it is called, and its standing orders."""
    return replace(memo, notes={}, waive=None, seen=0, reminded=Reminded(), open_to=NOBODY)
