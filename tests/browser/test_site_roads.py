"""The roads through the built site besides a game: the guided turn, a spectator, another device."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, BrowserContext, ViewportSize

from tests.browser.conftest import LOOP
from tests.browser.hall import Hall, Looker
from tests.browser.site import BUILT, SLOW, opened, served
from tests.browser.test_devices import code_of, move
from tests.browser.test_entrance import WORDS, invite_to_japan, make_key, seat_at_relay
from tests.browser.test_lesson import LESSON, answered, by_mouse, followed
from tests.browser.test_site import entries, log_of, play_on, resume
from tests.p2p.test_relay import relay as relay_on_loopback

pytestmark = pytest.mark.skipif(not BUILT.exists(), reason="`make site` builds it")


@pytest_asyncio.fixture(loop_scope=LOOP)
async def context(browser: Browser) -> AsyncIterator[BrowserContext]:
    made = await browser.new_context(viewport={"width": 1366, "height": 768})
    yield made
    await made.close()


@asynccontextmanager
async def against_bob(context: BrowserContext, hall: Hall) -> AsyncIterator[tuple[Looker, str]]:
    """Ann plays in a page of the site, at a relay, against a node elsewhere; the site's URL."""
    async with relay_on_loopback() as relay:
        with served() as url:
            async with opened(context, url) as ann:
                await seat_at_relay(ann.page, str(relay))
                hall.come(await invite_to_japan(ann.page), "Bob")
                await ann.page.wait_for_selector('body[data-stage="game"]', timeout=SLOW)
                yield ann, url


async def test_the_guided_turn_is_followed_to_its_questions(context: BrowserContext) -> None:
    with served() as url:
        async with opened(context, url) as looker:
            page = looker.page
            await page.click('[data-key="learn"]')
            await page.wait_for_selector("#guide h2", timeout=SLOW)
            assert await followed(looker, by_mouse) == LESSON
            await answered(looker, page.click)


async def test_a_game_is_watched_while_it_is_played(
    context: BrowserContext, browser: Browser, hall: Hall
) -> None:
    """Who only looks is asked nothing, and sees no secret."""
    async with against_bob(context, hall) as (ann, _):
        await ann.page.click('[data-key="tab seats"]')
        await ann.page.click('[data-key="invite spectator"]')
        link = ann.page.get_by_label("invite: a spectator", exact=True)
        invite = await link.input_value(timeout=SLOW)
        other = await browser.new_context()
        async with opened(other, invite) as eve:
            await make_key(eve.page)
            await eve.page.click('[data-key="enter"]')
            await eve.page.wait_for_selector('body[data-stage="game"]', timeout=SLOW)
            assert (await eve.picture("table"))["mode"] == "watch"
            last = (await eve.picture("table"))["timeline"]["last"]
            await play_on(ann, 2)
            await eve.until("last => table.store.picture.table.timeline.last > last", last)
            assert await eve.picture("ask") is None
            spaces = await eve.picture("spaces")
            tokens = [token for space in spaces.values() for token in space["tokens"]]
            assert tokens
            assert all(token["group"] is None for token in tokens if not token["open"])
        await other.close()


async def test_a_seat_moves_to_the_page_of_a_phone_and_plays_on(
    context: BrowserContext, browser: Browser, hall: Hall, tmp_path: Path
) -> None:
    """SPEC-16.9: no page can be called, so it comes as a file; the laptop plays it no more."""
    async with against_bob(context, hall) as (ann, url):
        await play_on(ann, 2)
        before = entries(await log_of(ann.page))
        await ann.page.reload()
        await ann.page.fill('[data-key="passphrase"]', WORDS)
        await ann.page.click('[data-key="key"]')
        await ann.page.wait_for_selector("text=Your key is unlocked", timeout=SLOW)
        size = ViewportSize(width=390, height=844)
        phone = await browser.new_context(viewport=size, has_touch=True)
        async with opened(phone, url) as there:
            code = await code_of(there.page)
            async with ann.page.expect_download(timeout=SLOW) as saving:
                await move(ann.page, code)
            seat = tmp_path / "ann.seat"
            await (await saving.value).save_as(seat)
            await there.page.set_input_files('[data-key="seat file"]', seat)
            await there.page.wait_for_selector("text=The seat is here", timeout=SLOW)
            await resume(there.page)
            await play_on(there, 2)
            after = entries(await log_of(there.page))
            assert after[: len(before)] == before
            assert len(after) > len(before)
            assert await ann.page.is_disabled('[data-key^="resume"]')
        await phone.close()
