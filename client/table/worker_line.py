"""A line between a page and a model in a worker of that page."""

__all__ = ["WorkerLine", "talk"]

import asyncio
from collections.abc import Callable
from contextlib import suppress

from client.errors import InvalidMessage
from client.table.pages import PageGone, Pages


class WorkerLine:
    """What carries texts between a worker and its page; an empty one ends a conversation."""

    def __init__(self, say: Callable[[str], None]) -> None:
        self._say = say
        self._heard: asyncio.Queue[str] = asyncio.Queue()

    def heard(self, text: str) -> None:
        """The page has said something."""
        self._heard.put_nowait(text)

    async def receive(self) -> str:
        """See `Line.receive`."""
        text = await self._heard.get()
        if not text:
            raise PageGone
        return text

    async def send(self, text: str) -> None:
        """See `Line.send`."""
        self._say(text)


async def talk(pages: Pages, line: WorkerLine) -> None:
    """Talk with the page, from the beginning whenever it begins anew."""
    while True:
        with suppress(PageGone, InvalidMessage):
            await line.receive()  # its greeting: nobody else can reach the worker
            await pages.talk(line)
