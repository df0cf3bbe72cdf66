"""Asking the player for a decision, which can be withdrawn while the player thinks."""

import asyncio
from dataclasses import dataclass

from engine.requests import Decision
from p2p.choice import Choice
from p2p.failures import task_group
from p2p.player import Player, Position
from p2p.replica import Replica
from protocol.entry_builder import Declined
from protocol.head import Head

__all__ = ["DecisionPrompt"]


@dataclass(frozen=True, slots=True)
class _Pending:
    """A player who is thinking, and the place of the game that the decision belongs to."""

    task: asyncio.Task[Choice]
    head: Head


class DecisionPrompt:
    """Asks one player, one decision at a time."""

    def __init__(self, player: Player) -> None:
        self._player = player
        self._pending: _Pending | None = None

    async def ask(self, replica: Replica, declined: Declined | None) -> Choice | None:
        """The player's choice; None if the decision was withdrawn.

        Args:
            replica: whose seat must decide.
            declined: why the last choice was refused.
        """
        author, table = replica.author, replica.table
        if author is None or not isinstance(table.request, Decision):
            return None
        position = Position(table, author.seat, table.request, author.secrets, declined)
        try:
            async with task_group() as group:
                task = group.create_task(self._player.decide(position))
                self._pending = _Pending(task, table.head)
        finally:
            self._pending = None
        return None if task.cancelled() else task.result()

    def withdraw_if_stale(self, replica: Replica) -> None:
        """Interrupt the player if the decision is not asked any more."""
        pending = self._pending
        if pending is None:
            return
        if not replica.standing.must_decide or replica.table.head != pending.head:
            pending.task.cancel()
