"""A real browser, or a clear word that there is none."""

import os
import shutil
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final

import pytest
import pytest_asyncio
from playwright.async_api import Browser, async_playwright

from tests.browser.hall import Hall

REQUIRED = "SECRET_SUBS_BROWSER_REQUIRED"


LOOP: Final = "session"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run these tests in one event loop, since a browser belongs to the loop that started it."""
    in_one_loop = pytest.mark.asyncio(loop_scope=LOOP)
    for item in items:
        if Path(__file__).parent in item.path.parents and pytest_asyncio.is_async_test(item):
            item.add_marker(in_one_loop, append=False)


@pytest_asyncio.fixture(scope="session", loop_scope=LOOP)
async def chromium() -> AsyncIterator[Browser]:
    """The distribution's Chromium, started once for all tests of a worker."""
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    if found is None:
        if os.environ.get(REQUIRED):
            pytest.fail(f"there is no Chromium, and {REQUIRED} says that there must be one")
        pytest.skip("NO BROWSER: the table is not tested; `apt-get install chromium` brings one")
    sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
    async with async_playwright() as playwright:
        opened = await playwright.chromium.launch(executable_path=found, args=sandbox)
        yield opened
        await opened.close()


@pytest_asyncio.fixture(loop_scope=LOOP)
async def browser(chromium: Browser) -> AsyncIterator[Browser]:
    """Chromium with no page open and nothing remembered, as each test finds and leaves it."""
    yield chromium
    for context in chromium.contexts:
        await context.close()


@pytest_asyncio.fixture(loop_scope=LOOP)
async def hall(tmp_path: Path, browser: Browser) -> AsyncIterator[Hall]:
    """A hall that is cleared up at the end, and in which no page may have failed."""
    async with Hall(tmp_path, browser) as opened:
        yield opened
