"""The guided turn at the page: the session of a learner, without a node."""

__all__ = ["LessonSession"]

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from client.lesson import BOT, LEARNER, Lesson, bot
from client.schema.picture import Picture
from client.seat.observer import Observer
from client.seat.participant import Screen
from client.table.page_model import Serve
from client.table.session import BrowserSession
from engine.pieces import PieceId
from p2p.choice import Choice
from p2p.events import EntryAccepted
from p2p.player import Connected, GameStarted, Position
from protocol.entry_builder import Declined
from protocol.table import Table


class _LessonObserver(Observer):
    """Follows a lesson, which has no node."""

    def __init__(self, lesson: Lesson) -> None:
        super().__init__()
        self._lesson = lesson

    @property
    def table(self) -> Table:
        """See `Observer.table`."""
        return self._lesson.table

    @property
    def seat(self) -> int:
        """See `Observer.seat`."""
        return LEARNER

    @property
    def groups(self) -> Mapping[PieceId, int]:
        """See `Observer.groups`."""
        return self._lesson.groups


class LessonSession(BrowserSession):
    """Plays the guided turn through pages."""

    def __init__(self, screen: Screen, serve: Serve, maps: Sequence[Path], lesson: Lesson) -> None:
        """A session of a lesson; the rest is as in `BrowserSession`."""
        super().__init__(screen, serve, maps, observer=_LessonObserver(lesson))
        self._lesson = lesson
        self._bot = bot()

    async def learn(self) -> None:
        """Play until the game is over and its pages are closed, or the learner leaves.

        Raises:
            OSError: the game cannot be kept.
        """
        lesson = self._lesson
        self.notice(GameStarted(lesson.founding, lesson.begun))
        self.state.connections.observe(Connected(lesson.founding.charter.seats[BOT].key))
        async with self._serve(self) as served:
            while lesson.table.due is not None:
                await self._go_on()
            await served.left()

    def picture(self) -> Picture:
        """See `PageModel.picture`."""
        seen = super().picture()
        return seen.model_copy(update={"table": seen.table.model_copy(update={"lesson": True})})

    async def _go_on(self) -> None:
        """Everything up to one decision, and that decision."""
        lesson = self._lesson
        while (appended := lesson.follow()) is not None:
            self.notice(EntryAccepted(appended))
        if (view := lesson.bot_view) is not None:
            chosen = await asyncio.to_thread(self._bot.choose, view)
            self.notice(EntryAccepted(lesson.answer(view, chosen)))
        elif (position := lesson.position) is not None:
            lesson.keep()
            await self._ask(position)

    async def _ask(self, position: Position) -> None:
        """Have the learner decide, and carry it out entry by entry."""
        choice: Choice | None = await self.decide(position)
        while choice is not None:
            try:
                appended, choice = self._lesson.decide(choice)
            except Declined as declined:
                choice = await self.decide(replace(position, declined=declined))
            else:
                self.notice(EntryAccepted(appended))
