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
        site: that opens the link in a browser; empty for none.
    """

    invite: Invite
    purpose: Purpose
    place: int | None = None
    seat: int | None = None
    powers: tuple[str, ...] = ()
    site: str = ""

    @property
    def link(self) -> str:
        """What is sent: the link, behind the address of the site if there is one."""
        return self.invite.link(self.site)


def invitations_of(
    phrase: Phrase, lobby: Hosting, ways: Sequence[WayIn], site: str = ""
) -> tuple[Invitation, ...]:
    """One for each other seat and each watcher, and last the way back.

    Args:
        phrase: the host's key.
        lobby: of the table.
        ways: in to the host, as the links name them; 1 to 4.
        site: that opens them in a browser; empty for none.

    Raises:
        BadInvite: there is no way in, or there are too many.
    """
    key = Identity.from_phrase(phrase).public
    back = Invite(key, lobby.terms.nonce, None, tuple(ways))
    return _all(back, lobby, lambda number: lobby.ticket(phrase, number), site)


def renewed(
    invitations: Sequence[Invitation], lobby: Hosting, ticket: Callable[[int], Ticket]
) -> tuple[Invitation, ...]:
    """Those that hold now, where some were taken back.

    Args:
        invitations: that held before, at least one.
        lobby: of the table, as it is now.
        ticket: makes the ticket of a number.
    """
    first = invitations[0]
    return _all(replace(first.invite, ticket=None), lobby, ticket, first.site)


def _all(
    back: Invite, lobby: Hosting, ticket: Callable[[int], Ticket], site: str
) -> tuple[Invitation, ...]:
    found = []
    for number in lobby.invited:
        invite = replace(back, ticket=ticket(number))
        place = number % PLACES
        if place < MAX_SEATS:
            powers = lobby.terms.places[place]
            found.append(Invitation(invite, Purpose.SEAT, place, place, powers, site))
        else:
            found.append(Invitation(invite, Purpose.WATCH, place, site=site))
    return (*found, Invitation(back, Purpose.RECOVER, site=site))
