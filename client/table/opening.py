"""Opening the table: the server, its link on the terminal, and the browser if there is one."""

__all__ = ["opening"]

import asyncio
import os
import tempfile
import webbrowser
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Final

from client.console import say
from client.home import Home
from client.table.choices import Settings
from client.table.page_model import PageModel, Serve, Served
from client.table.server import serving

_PORT: Final = 7716
"""Where the first table is opened: a browser remembers by the port what it may notify of."""


def opening(home: Home, *, browser: bool) -> Serve:
    """How a page model is opened: with its link on the terminal, and in the browser if wanted.

    Its pages are light or dark, play back as fast and call back as is kept in the home.
    """

    @asynccontextmanager
    async def serve(model: PageModel) -> AsyncIterator[Served]:
        async with serving(model, Settings.of(home), _PORT) as server:
            say(f"The table is open, for you alone: {server.link}")
            if not browser:
                yield server
                return
            with _door(server.link) as page:
                await asyncio.to_thread(_open, page)
                yield server

    return serve


@contextmanager
def _door(link: str) -> Iterator[str]:
    """A page that leads to the link, readable by this user only.

    A browser's command line can be read by every user of the machine, so the link must not stand
    in it.
    """
    handle, name = tempfile.mkstemp(prefix="secret-subs-", suffix=".html")
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(f'<!doctype html><meta http-equiv="refresh" content="0;url={link}">')
    path = Path(name)
    try:
        yield path.as_uri()
    finally:
        path.unlink(missing_ok=True)


def _open(page: str) -> None:
    """Open a page in the browser; a browser that would take the terminal over is left alone."""
    try:
        found = webbrowser.get()
    except webbrowser.Error:
        return
    if type(found) is not webbrowser.GenericBrowser:
        found.open(page)
