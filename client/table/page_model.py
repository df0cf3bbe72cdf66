"""What a table server shows: the session of somebody who plays or watches, or a replay."""

__all__ = ["ChangeNotifier", "PageModel", "Serve", "Served"]

import asyncio
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import Protocol, TypeAlias

from client.schema.board import Board
from client.schema.picture import Picture
from client.schema.replies import Result
from client.table.messages import Asked


class ChangeNotifier:
    """Tells waiting pages that something has changed.

    Attributes:
        version: how many changes there have been so far.
    """

    def __init__(self) -> None:
        self.version = 0
        self._change = asyncio.Event()

    def notify(self) -> None:
        """Something has changed."""
        self.version += 1
        self._change.set()
        self._change = asyncio.Event()

    async def wait(self, since: int) -> None:
        """Wait for a version later than `since`."""
        while self.version <= since:
            await self._change.wait()


class PageModel(Protocol):
    """Something to be looked at through pages, all of which see the same."""

    @property
    def changes(self) -> ChangeNotifier:
        """Notified whenever the picture may have changed."""

    @property
    def board(self) -> Board | None:
        """What never changes in a game; None before there is one.

        The same object each time.
        """

    def picture(self) -> Picture:
        """What is to be seen now."""

    async def carry_out(self, asked: Asked) -> Result:
        """Do what a page asks for; what comes back is told to that page alone.

        Raises:
            ClientError, EngineError, NodeError, ProtocolError: it is refused; nothing has changed.
        """


class Served(Protocol):
    """A page model that is open to pages."""

    @property
    def looked_at(self) -> bool:
        """Whether any page is open."""

    async def left(self) -> None:
        """Wait until no page has looked on for a while."""


Serve: TypeAlias = Callable[[PageModel], AbstractAsyncContextManager[Served]]
"""Opens a page model to pages for as long as the context lasts."""
