"""What a player's own program says of a charter before anybody signs it."""

__all__ = ["objection"]

from p2p.lobby_protocol import Proposed
from protocol.errors import Refused
from protocol.opening import first_position


def objection(proposed: Proposed) -> str | None:
    """Why this program cannot play what is proposed; None if it can.

    A charter that is signed and cannot be played would found a table at which everybody is stuck.
    """
    try:
        first_position(proposed.charter, proposed.scenario)
    except Refused as refusal:
        return f"not signed, because this program cannot play it: {refusal.reason}"
    return None
