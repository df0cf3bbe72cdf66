"""A real browser, or a clear word that there is none."""

import os
import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from playwright.async_api import Browser, async_playwright

from tests.browser.hall import Hall

REQUIRED = "SECRET_SUBS_BROWSER_REQUIRED"


@pytest.fixture
async def browser() -> AsyncIterator[Browser]:
    """The distribution's Chromium."""
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


@pytest.fixture
async def hall(tmp_path: Path, browser: Browser) -> AsyncIterator[Hall]:
    """A hall that is cleared up at the end, and in which no page may have failed."""
    async with Hall(tmp_path, browser) as opened:
        yield opened
