"""The links by which others find a table, as its host hands them out."""

__all__ = ["Invitation", "Purpose", "invitations_of"]

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum, unique

from p2p.address import Address
from p2p.invite import Invite
from p2p.lobby import Hosting
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
        seat: its number, if it is for a seat.
        powers: of that seat.
    """

    invite: Invite
    purpose: Purpose
    seat: int | None = None
    powers: tuple[str, ...] = ()


def invitations_of(
    phrase: Phrase, lobby: Hosting, addresses: Sequence[Address]
) -> tuple[Invitation, ...]:
    """One for each other seat and each watcher, and last the way back.

    Args:
        phrase: the host's key.
        lobby: of the table.
        addresses: where the links say that the host is found; 1 to 4.

    Raises:
        BadInvite: there is no address, or there are too many.
    """
    key, at = Identity.from_phrase(phrase).public, tuple(addresses)
    found = []
    for number in lobby.invited:
        invite = Invite(key, lobby.terms.nonce, lobby.ticket(phrase, number), at)
        if number < MAX_SEATS:
            powers = lobby.terms.seats[number]
            found.append(Invitation(invite, Purpose.SEAT, number, powers))
        else:
            found.append(Invitation(invite, Purpose.WATCH))
    back = Invite(key, lobby.terms.nonce, None, at)
    return (*found, Invitation(back, Purpose.RECOVER))
