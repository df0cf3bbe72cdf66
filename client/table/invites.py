"""Invitations as a host's page shows them: the link, and the link as a QR code."""

__all__ = ["invites", "invites_now", "invites_to_game"]

from collections.abc import Container, Iterable, Mapping, Sequence
from typing import Final, Literal

from client.presentation.invitations import invitation_message, invited_as
from client.presentation.players import seat_names
from client.schema.table import Invited
from client.seat.invitations import Invitation, Purpose
from client.table.qr import qr_code
from client.table.session_state import SessionState
from p2p.hosting import Hosting
from p2p.invite import Invite
from p2p.inviting import WATCHING

_PURPOSES: Final[Mapping[Purpose, Literal["seat", "watch", "recover"]]] = {
    Purpose.SEAT: "seat",
    Purpose.WATCH: "watch",
    Purpose.RECOVER: "recover",
}


def invites(invitations: Iterable[Invitation]) -> tuple[Invited, ...]:
    """What a page shows of each."""
    return tuple(_invited(invitation) for invitation in invitations)


def invites_now(state: SessionState) -> tuple[Invited, ...]:
    """What a page shows now: of the table, or of the game once it has begun."""
    table, node, lobby = state.observer.table, state.observer.node, state.observer.lobby
    if table is None or node is None:
        shown = invites(state.invitations)
        if not isinstance(lobby, Hosting):
            return shown
        messages = [invitation_message(one, lobby) for one in state.invitations]
        return tuple(
            one.model_copy(update={"message": message})
            for one, message in zip(shown, messages, strict=True)
        )
    bound = lobby.bound if isinstance(lobby, Hosting) else ()
    at = state.leads_to
    signed = node.given_invites(at) if at else ()
    given = [one for one in state.invitations if one.purpose is not Purpose.RECOVER]
    if node.seat is not None and node.ways:
        given.append(Invitation(node.link(), Purpose.RECOVER, site=state.memo.memo.site))
    seats, keepers = seat_names(table.log.players), table.charter.keepers
    return invites_to_game(given, bound, signed, seats, keepers, site=state.memo.memo.site)


def invites_to_game(
    invitations: Iterable[Invitation],
    bound: Container[int],
    signed: Iterable[Invite],
    seats: Sequence[str],
    keepers: Container[int],
    *,
    site: str = "",
) -> tuple[Invited, ...]:
    """What a page shows of each once the game has begun, when none can be taken back.

    Args:
        invitations: of its host, and the link for those who belong to it.
        bound: numbers of those that were used.
        signed: by this player, for who is to play on for a player, to keep instead of a keeper, or
            to watch.
        seats: the names of those who play and keep now.
        keepers: the seats without powers.
        site: that opens the links in a browser; empty for none.
    """
    found = []
    for invite in signed:
        if invite.ticket is not None and invite.ticket.place == WATCHING:
            found.append(_invited(Invitation(invite, Purpose.WATCH, site=site)))
        elif invite.ticket is not None:
            seat = invite.ticket.place
            shown = _invited(Invitation(invite, Purpose.SEAT, seat=seat, site=site))
            does = "keep the log instead of" if seat in keepers else "play on for"
            found.append(shown.model_copy(update={"who": f"who is to {does} {seats[seat]}"}))
    for invitation in invitations:
        ticket = invitation.invite.ticket
        if ticket is None or ticket.number not in bound:
            found.append(_invited(invitation).model_copy(update={"place": None}))
    return tuple(found)


def _invited(invitation: Invitation) -> Invited:
    link = invitation.link
    path, size = qr_code(link)
    return Invited(
        who=invited_as(invitation),
        purpose=_PURPOSES[invitation.purpose],
        place=invitation.place,
        seat=invitation.seat,
        link=link,
        qr=path,
        size=size,
    )
