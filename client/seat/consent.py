"""What a player's own program says of a charter before anybody signs it."""

__all__ = ["objection"]

from p2p.hosting import Hosting
from p2p.joining import Joining
from p2p.lobby_protocol import Proposed
from protocol.errors import Refused
from protocol.opening import first_position


def objection(proposed: Proposed, lobby: Hosting | Joining | None) -> str | None:
    """Why a player cannot play what is proposed; None if it can.

    A charter that is signed and cannot be played would found a table at which everybody is stuck.

    Args:
        proposed: the charter.
        lobby: of the player; None of a keeper, which plays nothing.
    """
    guest = lobby.guest if isinstance(lobby, Joining) else None
    if guest is not None:
        own = (seat for seat in proposed.charter.seats if seat.key == guest.key)
        if any(not seat.powers for seat in own):
            return "not signed, because this invite is for a keeper: use `secret-subs keep LINK`"
    try:
        first_position(proposed.charter, proposed.scenario)
    except Refused as refusal:
        return f"not signed, because this program cannot play it: {refusal.reason}"
    return None
