"""What goes wrong around a page in mid-game: each mishap is named, and nothing is lost."""

import hashlib
import json
import re
import shutil
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, BrowserContext, Page, Worker

from p2p.address import Address
from p2p.relay.server import relaying
from protocol.audit import audit
from tests.browser.conftest import LOOP
from tests.browser.hall import Hall, Looker
from tests.browser.site import BUILT, SLOW, at_entrance, opened, served
from tests.browser.test_entrance import invite_to_japan, seat_at_relay
from tests.browser.test_site import begin, entries, log_of, play_on, resume
from tests.browser.whole_game import MAIN
from tests.p2p.test_wire import ANYWHERE

pytestmark = pytest.mark.skipif(not BUILT.exists(), reason="`make site` builds it")


@pytest_asyncio.fixture(loop_scope=LOOP)
async def context(browser: Browser) -> AsyncIterator[BrowserContext]:
    made = await browser.new_context(viewport={"width": 1366, "height": 768})
    yield made
    await made.close()


TRIES = 5
"""A browser lets a newer site take its place soon after the last page is closed, not at once."""


def update(site: Path) -> None:
    """Put a newer version in a site's place, as its owner does."""
    changed = site / "js" / "h.js"
    changed.write_text(changed.read_text() + "\n// newer\n")
    digest = hashlib.sha256(changed.read_bytes()).hexdigest()
    service = site / "service.js"
    text = service.read_text()
    found = re.search(r"const FILES = (\{.*?\});", text)
    assert found is not None
    files = json.loads(found.group(1))
    assert files["js/h.js"] != digest
    newer = text.replace(files["js/h.js"], digest)
    service.write_text(re.sub(r'const VERSION = "\w+"', 'const VERSION = "newer"', newer))


async def script(page: Page) -> str:
    """A part of the program as the page is given it."""
    text: str = await page.evaluate("fetch('js/h.js').then((answer) => answer.text())")
    return text


async def worker_of(page: Page, name: str) -> Worker:
    """The worker of a page that runs a script of its site, as soon as there is one."""
    there = [worker for worker in page.workers if worker.url.endswith(f"/{name}")]
    if not there:
        there = [await page.wait_for_event("worker", timeout=SLOW)]
    (found,) = there
    assert found.url.endswith(f"/{name}")
    return found


async def test_a_site_that_is_updated_in_mid_game_changes_after_it(
    context: BrowserContext, tmp_path: Path
) -> None:
    site = tmp_path / "site"
    shutil.copytree(BUILT, site)
    with served(site) as url:
        async with opened(context, url) as looker:
            page = looker.page
            await begin(page)
            await page.evaluate("navigator.serviceWorker.ready.then(() => true)")
            await page.reload()
            await at_entrance(page)
            await resume(page)
            update(site)
            await page.evaluate("navigator.serviceWorker.ready.then((one) => one.update())")
            await page.wait_for_function(
                "navigator.serviceWorker.ready.then((one) => one.waiting !== null)", timeout=SLOW
            )
            await play_on(looker, 2)
            assert "// newer" not in await script(page), "a page keeps what it began with"
            await page.reload()
            await at_entrance(page)
            assert "// newer" not in await script(page)
            await resume(page)
            before = await log_of(page)
        for _ in range(TRIES):
            async with opened(context, url) as looker:
                if "// newer" in await script(looker.page):
                    await resume(looker.page)
                    await play_on(looker, 2)
                    after = await log_of(looker.page)
                    break
        else:
            pytest.fail("the newer site never takes its place")
    assert entries(after)[: len(entries(before))] == entries(before)
    assert audit(after).fault is None


@asynccontextmanager
async def playing(context: BrowserContext) -> AsyncIterator[Looker]:
    """A game alone in a page of the site."""
    with served() as url:
        async with opened(context, url) as looker:
            await begin(looker.page)
            yield looker


MISHAP = "void setTimeout(() => { throw new Error('a mishap'); })"


async def test_bots_that_stop_choosing_apart_choose_beside_the_player(
    context: BrowserContext,
) -> None:
    """They have a worker of their own, without which the game only gets slower."""
    async with playing(context) as looker:
        page = looker.page
        await play_on(looker, 1)
        bots = await worker_of(page, "choosing.js")
        async with bots.expect_event("close", timeout=SLOW):
            await bots.evaluate(MISHAP)
        await play_on(looker, 4)
        assert audit(await log_of(page)).fault is None


async def test_a_program_that_stops_in_mid_game_says_so_and_goes_on_when_reloaded(
    context: BrowserContext,
) -> None:
    with served() as url:
        page = await context.new_page()
        await page.goto(url)
        await at_entrance(page)
        await begin(page)
        before = await log_of(page)
        await (await worker_of(page, "worker.js")).evaluate(MISHAP)
        await page.wait_for_selector("text=The program in this page has stopped", timeout=SLOW)
        await page.reload()
        await at_entrance(page)
        await resume(page)
        after = await log_of(page)
    assert entries(after)[: len(entries(before))] == entries(before)


FULL = """void (FileSystemSyncAccessHandle.prototype.write = () => {
  throw new DOMException("no room", "QuotaExceededError");
})"""
"""What a browser does whose disk is full, which reserves some room for a file in advance."""


async def test_a_disk_that_gets_full_is_named_and_nothing_is_sent_that_is_not_kept(
    context: BrowserContext,
) -> None:
    """Once there is room again, the game goes on where it was."""
    async with playing(context) as looker:
        page = looker.page
        await play_on(looker, 2)
        before = await log_of(page)
        await (await worker_of(page, "worker.js")).evaluate(FULL)
        await page.locator(MAIN).first.click(timeout=SLOW, no_wait_after=True)
        await page.wait_for_selector("text=the disk is full; nothing is lost", timeout=SLOW)
        await resume(page)
        await play_on(looker, 2)
        after = await log_of(page)
    assert entries(after)[: len(entries(before))] == entries(before)
    assert audit(after).fault is None


async def test_a_page_that_opens_on_a_full_disk_says_so(context: BrowserContext) -> None:
    async with playing(context) as looker:
        page = looker.page
        browser = await context.new_cdp_session(page)
        origin = {"origin": await page.evaluate("origin")}
        await browser.send("Storage.overrideQuotaForOrigin", {**origin, "quotaSize": 1})
        await page.reload()
        await page.wait_for_selector("text=The disk is full", timeout=SLOW)
        await browser.send("Storage.overrideQuotaForOrigin", origin)
        await page.reload()
        await at_entrance(page)


AHEAD = "{ const now = Date.now; Date.now = () => now() + 3 * 86_400_000; }"
"""A clock that is set three days ahead."""


async def test_neither_a_wrong_clock_nor_a_relay_that_goes_costs_anything(
    context: BrowserContext, hall: Hall
) -> None:
    """The page says whose clock is ahead; then that nobody is reached, and goes on by itself."""
    async with AsyncExitStack() as stack:
        relay = await stack.enter_async_context(AsyncExitStack())
        port = await relay.enter_async_context(relaying(ANYWHERE, ""))
        url = stack.enter_context(served())
        looker = await stack.enter_async_context(opened(context, url))
        page = looker.page
        await (await worker_of(page, "worker.js")).evaluate(AHEAD)
        await seat_at_relay(page, f"ws://127.0.0.1:{port}/")
        hall.come(await invite_to_japan(page), "Bob")
        await page.wait_for_selector('body[data-stage="game"]', timeout=SLOW)
        await play_on(looker, 1)
        await looker.wait_for("Two clocks differ by 3 days: yours is ahead of Bob's")
        await looker.wait_for("Buy units")
        before = await log_of(page)
        await relay.aclose()
        await page.wait_for_selector('.seatmark.off[title^="Bob"]', timeout=SLOW)
        while not await page.is_visible("text=Bob is not connected"):  # something needs Bob then
            if await page.is_visible(MAIN) and not await page.evaluate("table.store.settling"):
                await page.locator(MAIN).first.click(timeout=SLOW, no_wait_after=True)
            await page.wait_for_timeout(200)
        await relay.enter_async_context(relaying(Address("127.0.0.1", port), ""))
        await page.wait_for_selector('.seatmark.on[title^="Bob"]', timeout=SLOW)
        await play_on(looker, 2)
        after = await log_of(page)
    assert entries(after)[: len(entries(before))] == entries(before)
    assert audit(after).fault is None
