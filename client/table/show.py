"""What a table server shows: a desk where somebody plays or watches, or a replay."""

__all__ = ["Bell", "Show"]

import asyncio
from typing import Protocol

from client.table.messages import Asked
from client.table.picture import Section


class Bell:
    """Tells waiting pages that something has changed.

    Attributes:
        rung: how often it has rung so far.
    """

    def __init__(self) -> None:
        self.rung = 0
        self._change = asyncio.Event()

    def ring(self) -> None:
        """Something has changed."""
        self.rung += 1
        self._change.set()
        self._change = asyncio.Event()

    async def wait(self, since: int) -> None:
        """Wait until it has rung more often than `since` times."""
        while self.rung <= since:
            await self._change.wait()


class Show(Protocol):
    """Something to be looked at through pages, all of which see the same."""

    @property
    def bell(self) -> Bell:
        """Rings whenever the picture may have changed."""

    @property
    def board(self) -> Section | None:
        """What never changes in a game (`picture.board_of` and its map); None before there is one.

        The same object each time.
        """

    def picture(self) -> dict[str, Section]:
        """What is to be seen now, by section."""

    async def carry_out(self, asked: Asked) -> Section:
        """Do what a page asks for; what comes back is told to that page alone.

        Raises:
            ClientError, EngineError, NodeError, ProtocolError: it is refused; nothing has changed.
        """
