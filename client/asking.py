"""Asks the keeper of a game to remind its player, while nobody plays there."""

__all__ = ["AskingKeeper"]

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from client.errors import ClientError
from client.presentation.players import seat_names
from client.presentation.reminding import reminder_lines, reply_words
from client.seat.invitations import Invitation
from client.seat.observer import Observer
from client.seat.participant import Screen
from p2p.choice import Choice
from p2p.failures import task_group
from p2p.lobby_protocol import Proposed
from p2p.messages import ReminderReply
from p2p.node import Node
from p2p.player import KeeperReminds, Notice, Position

CONNECT_SECONDS: Final = 30.0
REPLY_SECONDS: Final = 60.0
_TRIES: Final = 5
_NOBODY: Final = "no keeper that reminds has answered"
_LATER: Final = "try again when it is on, or ask its operator whether it reminds"


class AskingKeeper:
    """A player's node that asks a keeper, and leaves; it decides nothing in the game."""

    wants_past = False

    def __init__(self, screen: Screen, address: str | None, *, off: bool) -> None:
        """Ask to be reminded at an address, or not at all any more, or where that is now."""
        self.observer = Observer()
        self._screen = screen
        self._address = address
        self._off = off
        self._told: asyncio.Queue[KeeperReminds] = asyncio.Queue()

    async def run(self, node: Node, memo: Path | None = None) -> None:  # noqa: ARG002 (it keeps nothing)
        """See `Participant.run`.

        Raises:
            ClientError: no keeper that reminds has answered, or it does not remind there.
        """
        self.observer.attach(node)
        async with task_group() as group:
            running = group.create_task(node.run())
            await self._ask(node)
            running.cancel()

    async def _ask(self, node: Node) -> None:
        await self._next(CONNECT_SECONDS)
        if self._off:
            node.keepers.forget()
            await self._reply()
        elif self._address is not None:
            node.keepers.remind_at(self._address)
            reply = await self._reply()
            for _ in range(_TRIES):
                if reply not in (ReminderReply.CODE_SENT, ReminderReply.WRONG_CODE):
                    break
                code = (await asyncio.to_thread(input, "Code: ")).strip()
                node.keepers.confirm(code)
                reply = await self._reply()
            if reply is not ReminderReply.CONFIRMED:
                raise ClientError("the keeper does not remind you there", "see what it said")
        if node.table is not None:
            names = seat_names(node.table.log.players)
            terms = node.keepers.terms
            self.show("\n".join(reminder_lines({names[seat]: terms[seat] for seat in terms})))

    async def _reply(self) -> ReminderReply:
        """What a keeper replies; that another one comes meanwhile is no reply.

        Raises:
            ClientError: see `_next`.
        """
        while (reply := await self._next(REPLY_SECONDS)) is ReminderReply.NOTHING:
            pass
        return reply

    async def _next(self, seconds: float) -> ReminderReply:
        """What a keeper says next.

        Raises:
            ClientError: nothing, for so many seconds.
        """
        try:
            async with asyncio.timeout(seconds):
                return (await self._told.get()).said.reply
        except TimeoutError:
            raise ClientError(_NOBODY, _LATER) from None

    async def consents(self, proposed: Proposed) -> bool:  # noqa: ARG002 (it signs none)
        """See `Player.consents`: the game has begun."""
        return False

    async def decide(self, position: Position) -> Choice:  # noqa: ARG002 (it decides nothing)
        """See `Player.decide`: the player does that later."""
        never: asyncio.Future[Choice] = asyncio.get_running_loop().create_future()
        return await never

    def notice(self, notice: Notice) -> None:
        """See `Player.notice`."""
        self.observer.observe(notice)
        if isinstance(notice, KeeperReminds):
            table = self.observer.table
            name = "" if table is None else seat_names(table.log.players)[notice.seat]
            if words := reply_words(name, notice.said.reply):
                self.show(words)
            self._told.put_nowait(notice)

    def show(self, text: str) -> None:
        """See `Screen.show`."""
        self._screen.show(text)

    def invite(self, invitations: Sequence[Invitation]) -> None:
        """See `Participant.invite`: there is nobody to invite."""
