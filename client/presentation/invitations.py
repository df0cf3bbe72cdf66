"""Invitations in words."""

__all__ = ["invitation_lines", "invited_as", "places"]

from collections.abc import Iterator, Mapping, Sequence
from typing import assert_never

from client.seat.invitations import Invitation, Purpose
from p2p.hosting import Hosting
from p2p.ways import Lan, is_loopback


def invited_as(invitation: Invitation) -> str:
    """Whom an invitation is for: ``Japan``, ``a spectator``, ``a player who lost a machine``."""
    match invitation.purpose:
        case Purpose.SEAT:
            return ", ".join(invitation.powers) or "a keeper (for `keep`)"
        case Purpose.WATCH:
            return "a spectator"
        case Purpose.RECOVER:
            return "a player who lost a machine (for `recover`)"
        case never:
            assert_never(never)


def places(invitations: Sequence[Invitation], lobby: Hosting) -> Mapping[str, int]:
    """What a host can call the places that it has invited to: players, powers, keepers, spectators.

    A player who is called like a power is found by the power of its own seat.
    """
    seats = [one for one in invitations if one.purpose is Purpose.SEAT]
    watching = [one for one in invitations if one.purpose is Purpose.WATCH]
    named = {guest.name: seat for seat, guest in lobby.guests.items() if seat != lobby.seat}
    powers = {power: one.seat for one in seats if one.seat is not None for power in one.powers}
    spectators = {
        f"spectator {number}": one.place
        for number, one in enumerate(watching, 1)
        if one.place is not None
    }
    keepers = {
        f"keeper {number}": one.seat
        for number, one in enumerate((one for one in seats if not one.powers), 1)
        if one.seat is not None
    }
    return named | spectators | keepers | powers


def invitation_lines(invitations: Sequence[Invitation]) -> Iterator[str]:
    """What a host reads: one line for each link, and a warning if nobody else can use them."""
    yield "Send each link to one person; it belongs to the first who uses it."
    for invitation in invitations:
        yield f"  {invited_as(invitation)}: {invitation.invite.link()}"
    ways = [way for each in invitations for way in each.invite.ways]
    if all(is_loopback(way.address) for way in ways):
        yield (
            f"{ways[0]} can be reached from this machine only. To play with others, host "
            "with --listen and --address, or with --relay."
        )
    elif all(isinstance(way, Lan) for way in ways):
        yield (
            f"{ways[0]} can be reached from its own network only. To play with others elsewhere, "
            "host with --relay; or have your router pass the port on, and give your public address "
            "with --address."
        )
