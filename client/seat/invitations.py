"""The links by which others find a table, as its host hands them out."""

__all__ = ["Invitation", "Purpose", "invitations_of", "renewed"]

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum, unique

from p2p.hosting import Hosting
from p2p.invite import Invite
from p2p.tickets import PLACES, Ticket
from p2p.ways import WayIn
from protocol.charter import MAX_SEATS
from protocol.identity import Identity, Phrase


@unique
class Purpose(StrEnum):
    """What an invitation is for."""

    SEAT = "seat"
    WATCH = "watch"
    RECOVER = "recover"


@dataclass(frozen=True, slots=True)
class Invitation:
    """One link, and who is to get it.

    Attributes:
        invite: what the link says.
        purpose: a seat or a place to watch from, for the first who uses it; or the way back for any
            player who has lost a machine.
        place: at the table, by which it is taken back; None of the way back.
        seat: its number, if it is for a seat.
        powers: of that seat.
    """

    invite: Invite
    purpose: Purpose
    place: int | None = None
    seat: int | None = None
    powers: tuple[str, ...] = ()


def invitations_of(phrase: Phrase, lobby: Hosting, ways: Sequence[WayIn]) -> tuple[Invitation, ...]:
    """One for each other seat and each watcher, and last the way back.

    Args:
        phrase: the host's key.
        lobby: of the table.
        ways: in to the host, as the links name them; 1 to 4.

    Raises:
        BadInvite: there is no way in, or there are too many.
    """
    key = Identity.from_phrase(phrase).public
    back = Invite(key, lobby.terms.nonce, None, tuple(ways))
    return _all(back, lobby, lambda number: lobby.ticket(phrase, number))


def renewed(
    invitations: Sequence[Invitation], lobby: Hosting, ticket: Callable[[int], Ticket]
) -> tuple[Invitation, ...]:
    """Those that hold now, where some were taken back.

    Args:
        invitations: that held before, at least one.
        lobby: of the table, as it is now.
        ticket: makes the ticket of a number.
    """
    return _all(replace(invitations[0].invite, ticket=None), lobby, ticket)


def _all(back: Invite, lobby: Hosting, ticket: Callable[[int], Ticket]) -> tuple[Invitation, ...]:
    found = []
    for number in lobby.invited:
        invite = replace(back, ticket=ticket(number))
        place = number % PLACES
        if place < MAX_SEATS:
            found.append(Invitation(invite, Purpose.SEAT, place, place, lobby.terms.places[place]))
        else:
            found.append(Invitation(invite, Purpose.WATCH, place))
    return (*found, Invitation(back, Purpose.RECOVER))
