"""Conversations with the pages that show a model, whatever carries them."""

__all__ = ["Line", "PageGone", "Pages", "pictured"]

import asyncio
from contextlib import suppress
from typing import Final, Protocol

from client.errors import ClientError, InvalidMessage, RefusedAnswer
from client.rulebook.citations import CHAPTERS
from client.schema.board import Board
from client.schema.forms import Refusal
from client.schema.picture import Changes, Picture
from client.schema.replies import (
    CopyBrought,
    Done,
    Nothing,
    Patch,
    Refused,
    Result,
    Snapshot,
)
from client.schema.table import PageSettings
from client.table.choices import Settings
from client.table.messages import Asked, Hello, Light, OpenRule, SetAlerts, SetSpeed, read
from client.table.page_model import PageModel
from client.table.rulebook import TERMS, opened
from engine.errors import EngineError
from p2p.errors import NodeError
from protocol.errors import ProtocolError

_FAREWELL: Final = 6.0  # seconds without a page after which nobody is taken to look on


class PageGone(Exception):
    """The page is closed, or loaded anew."""


class Line(Protocol):
    """What carries texts to and from one page."""

    async def receive(self) -> str:
        """What is said next.

        Raises:
            PageGone: nothing any more.
            InvalidMessage: no text.
        """

    async def send(self, text: str) -> None:
        """Say something.

        Raises:
            PageGone: nobody hears it.
        """


def pictured(model: PageModel, settings: Settings) -> Picture:
    """What a page shows of a model, as this person likes pages."""
    page = PageSettings(
        dark=settings.theme.dark,
        speed=settings.speed.chosen,
        alerts=settings.alerts.chosen,
        chapters=CHAPTERS,
        terms=TERMS,
    )
    return model.picture().model_copy(update={"page": page})


class Pages:
    """All pages that are open on one model."""

    def __init__(self, model: PageModel, settings: Settings) -> None:
        self._model = model
        self._settings = settings
        self._open = 0
        self._quiet = asyncio.Event()

    @property
    def looked_at(self) -> bool:
        """Whether any page is open."""
        return self._open > 0

    async def left(self) -> None:
        """Wait until no page has looked on for a while."""
        while True:
            while self._open:
                self._quiet.clear()
                await self._quiet.wait()
            await asyncio.sleep(_FAREWELL)
            if not self._open:
                return

    async def talk(self, line: Line) -> None:
        """Talk with a page until it is gone.

        Raises:
            PageGone: it is.
            InvalidMessage: it has said what no page says.
        """
        self._open += 1
        try:
            await _Page(line, self._model, self._settings).talk()
        finally:
            self._open -= 1
            self._quiet.set()


class _Page:
    """One page: what it has been sent so far, and what it says."""

    def __init__(self, line: Line, model: PageModel, settings: Settings) -> None:
        self._line = line
        self._model = model
        self._settings = settings
        self._number = 0
        self._board: Board | None = None
        self._seen: Picture | None = None
        self._busy = asyncio.Lock()

    async def talk(self) -> None:
        """Show what is to be seen, and do what is asked for, until the page is gone."""
        showing = asyncio.create_task(self._keep_showing())
        try:
            while True:
                await self._take(await self._line.receive())
        finally:
            showing.cancel()
            with suppress(asyncio.CancelledError, PageGone):
                await showing

    async def _keep_showing(self) -> None:
        while True:
            changes = self._model.changes
            version = changes.version
            await self._refresh()
            await changes.wait(version)

    async def _refresh(self) -> None:
        async with self._busy:
            board = self._model.board
            picture = pictured(self._model, self._settings)
            if self._seen is None or board is not self._board:
                await self._say(Snapshot(n=self._next, board=board, picture=picture))
            elif (changes := Changes.between(self._seen, picture)) is not None:
                await self._say(Patch(n=self._next, changes=changes))
            self._board, self._seen = board, picture

    async def _take(self, text: str) -> None:
        asked = read(text)
        if isinstance(asked, Hello):
            raise InvalidMessage("a second greeting", "reload the page")
        found = await self._reply(asked)
        await self._refresh()
        async with self._busy:
            match found:
                case Refusal(rule=rule, reason=why):
                    await self._say(Refused(n=self._next, id=asked.id, rule=rule, why=why))
                case result:
                    await self._say(Done(n=self._next, id=asked.id, result=result))

    async def _reply(self, asked: Asked) -> Result | Refusal:
        """What comes of a request, or why it is refused."""
        try:
            return await self._carry_out(asked)
        except RefusedAnswer as error:
            return Refusal(rule=error.rule, reason=error.reason)
        except (ClientError, EngineError, NodeError, ProtocolError) as error:
            return Refusal(rule="", reason=str(error))

    async def _carry_out(self, asked: Asked) -> Result:
        if isinstance(asked, OpenRule):
            return opened(asked.number)
        if not isinstance(asked, Light | SetSpeed | SetAlerts):
            found = await self._model.carry_out(asked)
            if isinstance(found, CopyBrought):
                self._settings.read()
            return found
        try:
            match asked:
                case Light(dark=dark):
                    self._settings.theme.choose(dark=dark)
                case SetSpeed(speed=speed):
                    self._settings.speed.choose(speed)
                case SetAlerts(alerts=alerts):
                    self._settings.alerts.choose(alerts)
        finally:
            self._model.changes.notify()
        return Nothing()

    @property
    def _next(self) -> int:
        """The number of the next message."""
        return self._number + 1

    async def _say(self, message: Snapshot | Patch | Done | Refused) -> None:
        self._number = message.n
        await self._line.send(message.model_dump_json())
