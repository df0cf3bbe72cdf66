"""The program in a worker of a page: the entrance and all tables of one home, for that page alone.

What the worker around it brings is in client/web/node.
"""

__all__ = ["first_picture", "start"]

import asyncio
import traceback
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from client.home import Home
from client.schema.picture import Picture
from client.table.choices import Settings
from client.table.entrance import EntrancePage
from client.table.page_model import PageModel, Served
from client.table.pages import Pages, pictured
from client.table.worker_line import WorkerLine, talk


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
    line = WorkerLine(say)
    running = asyncio.ensure_future(_run(line))

    def ended(task: asyncio.Future[None]) -> None:
        error = None if task.cancelled() else task.exception()
        failed("".join(traceback.format_exception(error)) if error else "it was cancelled")

    running.add_done_callback(ended)
    return line.heard


def first_picture(home: Home) -> Picture:
    """What the page shows first, in a home in which nothing was kept; the same on any machine."""
    picture = pictured(_entrance(home, WorkerLine(lambda _: None)), Settings.of(home))
    entrance = picture.entrance and picture.entrance.model_copy(update={"reach": ""})
    return picture.model_copy(update={"entrance": entrance})


async def _run(line: WorkerLine) -> None:
    home = Home.of(None)
    while True:
        await _entrance(home, line).run()


def _entrance(home: Home, line: WorkerLine) -> EntrancePage:
    @asynccontextmanager
    async def serve(model: PageModel) -> AsyncIterator[Served]:
        pages = Pages(model, Settings.of(home))
        talking = asyncio.create_task(talk(pages, line))
        try:
            yield pages
        finally:
            talking.cancel()

    return EntrancePage(home, _Nowhere(), serve)
