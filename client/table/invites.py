"""Invitations as a host's page shows them: the link, and the link as a QR code."""

__all__ = ["invites"]

import functools
from collections.abc import Iterable

import segno

from client.presentation.invitations import invited_as
from client.seat.invitations import Invitation
from client.table.picture import Section


def invites(invitations: Iterable[Invitation]) -> list[Section]:
    """What a page shows of each.

    `qr` is the `d` of an SVG path of modules one unit wide; `size` is how many there are in a row,
    with the quiet zone of four around them.
    """
    return [
        {
            "who": invited_as(invitation),
            "purpose": invitation.purpose.value,
            "seat": invitation.seat,
            "link": invitation.invite.link(),
            **_code(invitation.invite.link()),
        }
        for invitation in invitations
    ]


@functools.lru_cache(maxsize=64)
def _code(link: str) -> Section:
    made = segno.make(link, error="l", micro=False)
    rows = [list(row) for row in made.matrix_iter(border=4)]
    path = "".join(
        f"M{x} {y}h1v1h-1z" for y, row in enumerate(rows) for x, dark in enumerate(row) if dark
    )
    return {"qr": path, "size": len(rows)}
