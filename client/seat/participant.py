"""Who takes part at a table: a person, a bot, or a spectator, each behind the same interface."""

__all__ = ["Participant", "Screen"]

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from client.seat.invitations import Invitation
from client.seat.observer import Observer
from p2p.node import Node
from p2p.player import Player


class Screen(Protocol):
    """Where lines are shown."""

    def show(self, text: str) -> None:
        """Print some lines."""


class Participant(Player, Screen, Protocol):
    """A `p2p.player.Player` that is told also what its own program does."""

    wants_past: bool
    """Whether its node tells it at the start of all that was played before, not only of the end."""

    @property
    def observer(self) -> Observer:
        """What is known of the game here."""

    async def run(self, node: Node, memo: Path | None = None) -> None:
        """Take a place at a node and stay until the game is over, or the person leaves.

        Args:
            node: of the table; it has not run yet.
            memo: file of what the player keeps for itself; None to keep nothing.

        Raises:
            ClientError: the memo is damaged.
            NodeError: what the node cannot go on with.
        """

    def invite(self, invitations: Sequence[Invitation]) -> None:
        """Show the invitations that this player, the host, is to hand out."""
