"""Asking a player for a decision, which can be withdrawn while the player thinks."""

import asyncio
from dataclasses import dataclass

from engine.requests import Decision
from p2p.player import Player, Position
from p2p.replica import Choice, Replica
from protocol.entry import Head
from protocol.entry_builder import Declined

__all__ = ["Asking"]


@dataclass(frozen=True, slots=True)
class _Thought:
    """A player who is thinking, and about what."""

    task: asyncio.Task[Choice]
    head: Head


class Asking:
    """Asks one player, one decision at a time."""

    def __init__(self, player: Player) -> None:
        self._player = player
        self._thought: _Thought | None = None

    async def decision(self, member: Replica, declined: Declined | None) -> Choice | None:
        """The player's choice; None if it is not asked any more.

        Args:
            member: whose seat must decide.
            declined: why the last choice was refused.
        """
        author, table = member.author, member.table
        if author is None or not isinstance(table.request, Decision):
            return None
        position = Position(table, author.seat, table.request, author.secrets, declined)
        task = asyncio.create_task(self._player.decide(position))
        self._thought = _Thought(task, table.head)
        try:
            return await task
        except asyncio.CancelledError:
            ourselves = asyncio.current_task()
            if not task.cancelled() or (ourselves is not None and ourselves.cancelling()):
                raise
            return None
        finally:
            self._thought = None
            task.cancel()

    def withdraw_if_stale(self, member: Replica) -> None:
        """Interrupt the player if the decision is not asked any more."""
        thought = self._thought
        if thought is not None and not (member.asks and member.table.head == thought.head):
            thought.task.cancel()
