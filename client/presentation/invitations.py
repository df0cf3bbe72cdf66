"""Invitations in words."""

__all__ = ["invitation_lines", "invited_as"]

from collections.abc import Iterator, Sequence
from typing import assert_never

from client.network import is_loopback
from client.seat.invitations import Invitation, Purpose


def invited_as(invitation: Invitation) -> str:
    """Whom an invitation is for: ``Japan``, ``a spectator``, ``a player who lost a machine``."""
    match invitation.purpose:
        case Purpose.SEAT:
            return ", ".join(invitation.powers)
        case Purpose.WATCH:
            return "a spectator"
        case Purpose.RECOVER:
            return "a player who lost a machine (for `recover`)"
        case never:
            assert_never(never)


def invitation_lines(invitations: Sequence[Invitation]) -> Iterator[str]:
    """What a host reads: one line for each link, and a warning if nobody else can use them."""
    yield "Send each link to one person; it belongs to the first who uses it."
    for invitation in invitations:
        yield f"  {invited_as(invitation)}: {invitation.invite.link()}"
    addresses = [address for each in invitations for address in each.invite.addresses]
    if all(map(is_loopback, addresses)):
        yield (
            f"{addresses[0]} can be reached from this machine only. To play with others, host "
            "with --listen and --address."
        )
