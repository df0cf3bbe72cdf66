"""The program in a worker of a page: the entrance and all tables of one home, for that page alone.

What the worker around it brings is in client/web/node.
"""

__all__ = ["start"]

import asyncio
import traceback
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress

from client.errors import InvalidMessage
from client.home import Home
from client.table.choices import Settings
from client.table.entrance import EntrancePage
from client.table.page_model import PageModel, Served
from client.table.pages import PageGone, Pages


class _Line:
    """What carries texts between the worker and its page; an empty one ends a conversation."""

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


class _Nowhere:
    """The terminal of a page: there is none, and the page shows the same."""

    def show(self, text: str) -> None:
        """See `Screen.show`."""


def start(say: Callable[[str], None], failed: Callable[[str], None]) -> Callable[[str], None]:
    """Run the program for as long as the worker lasts.

    Args:
        say: takes what the page is told.
        failed: takes why the program has stopped, which it never does by itself.

    Returns:
        What takes what the page says.
    """
    line = _Line(say)
    running = asyncio.ensure_future(_run(line))

    def ended(task: asyncio.Future[None]) -> None:
        error = None if task.cancelled() else task.exception()
        failed("".join(traceback.format_exception(error)) if error else "it was cancelled")

    running.add_done_callback(ended)
    return line.heard


async def _run(line: _Line) -> None:
    home = Home.of(None)

    @asynccontextmanager
    async def serve(model: PageModel) -> AsyncIterator[Served]:
        pages = Pages(model, Settings.of(home))
        talking = asyncio.create_task(_talk(pages, line))
        try:
            yield pages
        finally:
            talking.cancel()

    while True:
        await EntrancePage(home, _Nowhere(), serve).run()


async def _talk(pages: Pages, line: _Line) -> None:
    """Talk with the page, from the beginning whenever it begins anew."""
    while True:
        with suppress(PageGone, InvalidMessage):
            await line.receive()  # its greeting: nobody else can reach the worker
            await pages.talk(line)
