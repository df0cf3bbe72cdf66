"""Other roads through the built site than a game."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser, BrowserContext

from tests.browser.conftest import LOOP
from tests.browser.site import BUILT, SLOW, opened, served
from tests.browser.test_lesson import LESSON, answered, by_mouse, followed

pytestmark = pytest.mark.skipif(not BUILT.exists(), reason="`make site` builds it")


@pytest_asyncio.fixture(loop_scope=LOOP)
async def context(browser: Browser) -> AsyncIterator[BrowserContext]:
    made = await browser.new_context(viewport={"width": 1366, "height": 768})
    yield made
    await made.close()


async def test_the_guided_turn_is_followed_to_its_questions(context: BrowserContext) -> None:
    with served() as url:
        async with opened(context, url) as looker:
            page = looker.page
            await page.click('[data-key="learn"]')
            await page.wait_for_selector("#guide h2", timeout=SLOW)
            assert await followed(looker, by_mouse) == LESSON
            await answered(looker, page.click)
