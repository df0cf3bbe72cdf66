"""The built site, served as any static file server would, and a page of it."""

import functools
import http.server
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

from playwright.async_api import BrowserContext, Page, Route

from tests.browser.hall import Looker
from tests.patience import PATIENCE

__all__ = ["BUILT", "SLOW", "opened", "served", "where_the_worker"]

BUILT = Path(__file__).parents[2] / "build" / "site"
SLOW = int(1000 * PATIENCE)
"""Milliseconds that a whole program may take to start on a machine that has much to do."""


class _Handler(http.server.SimpleHTTPRequestHandler):
    extensions_map = {  # noqa: RUF012 (as its base class has it)
        **http.server.SimpleHTTPRequestHandler.extensions_map,
        ".js": "text/javascript",
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
    }

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def served(folder: Path = BUILT, port: int = 0) -> Iterator[str]:
    """A folder on loopback; its URL."""
    handler = functools.partial(_Handler, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", port), handler) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:
            server.shutdown()
            thread.join()


@asynccontextmanager
async def opened(context: BrowserContext, url: str) -> AsyncIterator[Looker]:
    """A page of the site, at its entrance; it must not fail."""
    page = await context.new_page()
    page.set_default_timeout(SLOW)
    looker = Looker(page, context)
    page.on("pageerror", lambda error: looker.faults.append(str(error)))
    await page.goto(url)
    await at_entrance(page)
    yield looker
    await page.close()
    assert not looker.faults


async def at_entrance(page: Page) -> None:
    """Wait until the program in the page has started."""
    await page.wait_for_selector("body[data-ready][data-stage=entrance]", timeout=SLOW)


async def where_the_worker(context: BrowserContext, does: str) -> None:
    """Have the worker of each page that is opened run a script first.

    Its whole program is as it was; what is changed is what the browser offers it.
    """

    async def changed(route: Route) -> None:
        answer = await route.fetch()
        await route.fulfill(response=answer, body=f"{does}\n{await answer.text()}")

    await context.route("**/node/worker.js", changed)
