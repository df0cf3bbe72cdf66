"""Invitations as a host's page shows them: the link, and the link as a QR code."""

__all__ = ["invites", "invites_to_game"]

import functools
from collections.abc import Container, Iterable, Mapping, Sequence
from typing import Final, Literal

import segno

from client.presentation.invitations import invited_as
from client.schema.table import Invited
from client.seat.invitations import Invitation, Purpose

_PURPOSES: Final[Mapping[Purpose, Literal["seat", "watch", "recover"]]] = {
    Purpose.SEAT: "seat",
    Purpose.WATCH: "watch",
    Purpose.RECOVER: "recover",
}


def invites(invitations: Iterable[Invitation]) -> tuple[Invited, ...]:
    """What a page shows of each."""
    return tuple(_invited(invitation) for invitation in invitations)


def invites_to_game(
    invitations: Iterable[Invitation], bound: Container[int], seats: Sequence[str]
) -> tuple[Invited, ...]:
    """What a page shows of each once the game has begun, when none can be taken back.

    Args:
        invitations: that hold.
        bound: numbers of the invites that were used.
        seats: the names of those who play now.
    """
    found = []
    for invitation in invitations:
        shown, ticket = _invited(invitation), invitation.invite.ticket
        if ticket is not None and ticket.number in bound:
            continue
        if invitation.seat is not None:
            who = f"who is to play on for {seats[invitation.seat]}"
            shown = shown.model_copy(update={"who": who})
        found.append(shown.model_copy(update={"place": None}))
    return tuple(found)


def _invited(invitation: Invitation) -> Invited:
    link = invitation.invite.link()
    path, size = _code(link)
    return Invited(
        who=invited_as(invitation),
        purpose=_PURPOSES[invitation.purpose],
        place=invitation.place,
        seat=invitation.seat,
        link=link,
        qr=path,
        size=size,
    )


@functools.lru_cache(maxsize=64)
def _code(link: str) -> tuple[str, int]:
    """The path of a QR code, and how many modules stand in a row, with the quiet zone of four."""
    made = segno.make(link, error="l", micro=False)
    rows = [list(row) for row in made.matrix_iter(border=4)]
    path = "".join(
        f"M{x} {y}h1v1h-1z" for y, row in enumerate(rows) for x, dark in enumerate(row) if dark
    )
    return path, len(rows)
