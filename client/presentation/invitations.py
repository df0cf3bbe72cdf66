"""Invitations in words."""

__all__ = ["invitation_lines", "invitation_message", "invited_as", "places"]

import functools
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, assert_never

from client.seat.invitations import Invitation, Purpose
from engine.loading import load
from p2p.hosting import Hosting
from p2p.ways import Lan, is_loopback
from protocol.charter import WindowsStart
from protocol.printable import printable_lines

_PACES: Final = {
    WindowsStart.ASKED: "We play live: all are there at once.",
    WindowsStart.WAIVED: "We play by correspondence: each looks in once a day or so.",
}


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


@functools.lru_cache(maxsize=4)
def _title(text: bytes, name: str) -> str:
    """What a scenario is called; reading it takes a while, and there is a message for each seat."""
    return load(text, name).title


def invitation_message(invitation: Invitation, lobby: Hosting) -> str:
    """What a host can send to somebody: what it is, the link, and what to do with it.

    Of three lines, in words for who has never heard of the program.
    """
    terms, host = lobby.terms, lobby.guests[lobby.seat].name
    title = _title(terms.text, terms.scenario)
    game = f"{title}, a game of Axis & Allies with hidden submarines (Secret Subs)"
    match invitation.purpose:
        case Purpose.SEAT if invitation.powers:
            what, command = f"play {', '.join(invitation.powers)} in {game}", "join --name YOU"
        case Purpose.SEAT:
            what, command = f"keep the log of {game}, on a machine that is always on", "keep"
        case Purpose.WATCH:
            what, command = f"watch {game}", "watch"
        case Purpose.RECOVER:
            what, command = f"come back to {game}", "recover"
        case never:
            assert_never(never)
    link = invitation.link
    first = f"{host} invites you to {what}. {_PACES[terms.windows_start]}\n"
    if invitation.site and (invitation.powers or invitation.purpose is not Purpose.SEAT):
        return printable_lines(
            f"{first}Open this link in a browser, where nothing is installed; or, with Secret Subs "
            f"installed, run `secret-subs {command}` with it:\n{link}"
        )
    return printable_lines(
        f"{first}"
        "With Secret Subs installed, run `secret-subs table` and paste the last word of this "
        "message there, or run this:\n"
        f"secret-subs {command} {link}"
    )


def invitation_lines(invitations: Sequence[Invitation]) -> Iterator[str]:
    """What a host reads: one line for each link, and a warning if nobody else can use them."""
    yield "Send each link to one person; it belongs to the first who uses it."
    for invitation in invitations:
        yield f"  {invited_as(invitation)}: {invitation.link}"
    yield "`message` and whom it is for prints a message to send, with what to do with the link."
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
