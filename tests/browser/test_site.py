"""The whole program in a page: a game against a bot, kept in the browser whatever happens."""

import asyncio
import base64
import random
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import pytest_asyncio
from playwright.async_api import Browser, BrowserContext, Page, Route, ViewportSize, expect

from client.site_server import serving_site
from p2p.address import Address
from protocol.audit import audit
from protocol.logfile import RecordKind, read_log
from tests.browser.conftest import LOOP
from tests.browser.hall import Looker
from tests.browser.site import BUILT, SLOW, at_entrance, opened, served, where_the_worker
from tests.browser.test_entrance import entrance, invite_to_japan, make_key, seat_at_relay
from tests.browser.whole_game import MAIN, Finger, Mouse, play_out, saved_whole
from tests.p2p.test_relay import relay as relay_on_loopback

pytestmark = pytest.mark.skipif(not BUILT.exists(), reason="`make site` builds it")


@pytest_asyncio.fixture(loop_scope=LOOP)
async def context(browser: Browser) -> AsyncIterator[BrowserContext]:
    made = await browser.new_context(viewport={"width": 1366, "height": 768})
    yield made
    await made.close()


async def begin(page: Page) -> None:
    """Play alone at once: no key, no invite, nothing to wait for."""
    await page.fill('[data-key="name"]', "Ann")
    await page.click('[data-key="create"]')
    await page.wait_for_selector("#dock:has-text('SS-0.8')", timeout=SLOW)


async def play_on(looker: Looker, answers: int) -> None:
    """Give some answers, as the dock proposes them."""
    page = looker.page
    for _ in range(answers):
        await looker.ready()
        if (await looker.picture("turn"))["outcome"]:
            return
        before = (await looker.picture("ask"))["id"]
        auto = page.locator('[data-key="auto"]')
        if await auto.count():
            await auto.first.click()
        await page.locator(MAIN).first.click(timeout=SLOW)
        await looker.until("id => table.store.picture.ask?.id !== id", before)


async def log_of(page: Page) -> bytes:
    """The log as the page saves it."""
    saved: dict[str, Any] = await page.evaluate("table.request('keep', {})")
    return base64.b64decode(saved["file"])


def entries(log: bytes) -> list[bytes]:
    return [one.content for one in read_log(log).records if one.kind is RecordKind.ENTRY]


async def resume(page: Page) -> None:
    await page.click('[data-key^="resume"]')
    await page.wait_for_selector("body[data-stage=game]", timeout=SLOW)


async def test_the_first_page_is_used_before_the_program_runs(context: BrowserContext) -> None:
    """It is what the program then shows; what is asked waits; who comes again is told of games."""
    with served() as url:
        async with opened(context, url) as looker:
            built = "fetch('entrance.json').then((answer) => answer.json())"
            assert await looker.page.evaluate("table.store.picture") == (
                await looker.page.evaluate(built)
            )
            await begin(looker.page)
        may_run = asyncio.Event()

        async def late(route: Route) -> None:
            await may_run.wait()
            await route.continue_()

        await context.route("**/node/worker.js", late)
        page = await context.new_page()
        await page.goto(url)
        await page.wait_for_selector("#entrance:has-text('You can begin meanwhile')", timeout=SLOW)
        await page.wait_for_selector("#entrance:has-text('are listed once the program runs')")
        assert await page.get_attribute("body", "data-ready") is None
        await page.fill('[data-key="name"]', "Ann")
        await page.click('[data-key="create"]')
        await page.wait_for_selector("#veil:not([hidden])", timeout=SLOW)
        may_run.set()
        await page.wait_for_selector("#dock:has-text('SS-0.8')", timeout=SLOW)
        assert await page.evaluate("table.store.picture.seats[0].name") == "Ann"
        await page.close()


async def test_a_game_begins_at_once_and_is_audited_elsewhere(context: BrowserContext) -> None:
    with served() as url:
        async with opened(context, url) as looker:
            await begin(looker.page)
            await play_on(looker, 8)
            log = await log_of(looker.page)
    report = audit(log)
    assert report.fault is None, report.to_text()
    assert report.entries > 10


async def test_it_goes_on_without_a_network_once_it_was_opened(context: BrowserContext) -> None:
    with served() as url:
        async with opened(context, url) as looker:
            await begin(looker.page)
            await play_on(looker, 2)
            before = await log_of(looker.page)
            await looker.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    async with opened(context, url) as looker:
        await resume(looker.page)
        await play_on(looker, 3)
        after = await log_of(looker.page)
    assert entries(after)[: len(entries(before))] == entries(before)
    assert len(entries(after)) > len(entries(before))


async def test_a_page_killed_at_any_moment_loses_nothing(context: BrowserContext) -> None:
    """What was signed stays signed: the log goes on from where it was, and passes the audit.

    Twice here, 30 times in the marathon.
    """
    draw = random.Random(20)
    known = b""
    with served() as url:
        async with opened(context, url) as looker:
            await begin(looker.page)
            known = await log_of(looker.page)
        for _ in range(2):
            page = await context.new_page()
            await page.goto(url)
            await at_entrance(page)
            await resume(page)
            looker = Looker(page, context)
            await looker.ready()
            log = await log_of(page)
            assert entries(log)[: len(entries(known))] == entries(known)
            await play_on(looker, draw.randrange(3))
            known = await log_of(page)
            await page.locator(MAIN).first.click(timeout=SLOW, no_wait_after=True)
            await page.wait_for_timeout(draw.randrange(120))
            await page.close(run_before_unload=False)
    assert audit(known).fault is None


async def test_a_second_tab_is_told_of_the_first(context: BrowserContext) -> None:
    """Two nodes on one store could sign twice."""
    with served() as url:
        async with opened(context, url) as first:
            second = await context.new_page()
            await second.goto(url)
            await second.wait_for_selector("text=open in another tab", timeout=SLOW)
            await begin(first.page)
            await first.page.close()
            await second.reload()
            await at_entrance(second)
            assert await second.locator('[data-key^="resume"]').count() == 1


async def test_a_browser_without_webassembly_is_told_so(context: BrowserContext) -> None:
    page = await context.new_page()
    await page.add_init_script("delete globalThis.WebAssembly")
    with served() as url:
        await page.goto(url)
        await page.wait_for_selector("text=does not run WebAssembly", timeout=SLOW)
        assert not await page.is_visible("text=Opening the table")


REFUSED = "() => Promise.reject(new DOMException('not here', 'SecurityError'))"


@pytest.mark.parametrize(
    "offers",
    [
        "delete StorageManager.prototype.getDirectory;",
        f"StorageManager.prototype.getDirectory = {REFUSED};",
        "delete FileSystemFileHandle.prototype.createSyncAccessHandle;",
    ],
)
async def test_a_window_that_may_keep_nothing_says_so(context: BrowserContext, offers: str) -> None:
    """A private window may have no storage, refuse it, or lend no files: no game begins there."""
    page = await context.new_page()
    await where_the_worker(context, offers)
    with served() as url:
        await page.goto(url)
        await page.wait_for_selector("text=This browser keeps no files for this page", timeout=SLOW)


async def test_a_page_without_https_says_so(context: BrowserContext) -> None:
    """Browsers keep nothing for it; the same site over https is what helps."""

    async def answer(route: Route) -> None:
        name = urlsplit(route.request.url).path.lstrip("/") or "index.html"
        await route.fulfill(path=BUILT / name)

    await context.route("http://site.example/**", answer)
    page = await context.new_page()
    await page.goto("http://site.example/")
    await page.wait_for_selector("text=This page was not loaded over https", timeout=SLOW)
    assert not await page.is_visible("text=Opening the table")


async def test_a_worker_that_dies_is_noticed(context: BrowserContext) -> None:
    with served() as url:
        page = await context.new_page()
        await page.route("**/program.bin", lambda route: route.fulfill(body="no program"))
        await page.goto(url)
        await page.wait_for_selector("text=The program in this page has stopped", timeout=SLOW)


async def test_a_page_and_a_program_meet_at_a_relay(
    context: BrowserContext, browser: Browser, tmp_path: Path
) -> None:
    """Who is invited from a page neither needs to know that, nor sees it."""
    async with relay_on_loopback() as relay, entrance(tmp_path / "bob", browser) as bob:
        with served() as url:
            async with opened(context, url) as ann:
                await seat_at_relay(ann.page, str(relay))
                invite = await invite_to_japan(ann.page)
                await make_key(bob)
                await bob.fill('[data-key="invite"]', invite)
                await bob.fill('[data-key="guest"]', "Bob")
                await bob.click('[data-key="enter"]')
                await bob.click("text=Sign and play", timeout=SLOW)
                for page in (ann.page, bob):
                    await page.wait_for_selector('body[data-stage="game"]', timeout=SLOW)
                await ann.page.click("text=Place the tokens")
                await bob.click("text=Place the tokens")
                await ann.wait_for("Buy units")


async def test_a_site_beside_a_relay_proposes_it(context: BrowserContext) -> None:
    relay = "wss://relay.example/"
    async with (
        serving_site(BUILT, Address("127.0.0.1", 0), relay) as port,
        opened(context, f"http://127.0.0.1:{port}/") as ann,
    ):
        await make_key(ann.page)
        await ann.page.click("text=Against people")
        await ann.until("table.store.typed.reach !== null")
        assert await ann.page.input_value('[data-key="reach"]') == relay


async def test_two_pages_meet_at_a_relay_and_play_to_the_end(browser: Browser) -> None:
    """By taps and by mouse. The invite is a link to the site, all of it behind the `#`."""
    size = ViewportSize(width=390, height=844)
    phone = await browser.new_context(viewport=size, has_touch=True)
    laptop = await browser.new_context(viewport={"width": 1366, "height": 768})
    async with relay_on_loopback() as relay:
        with served() as url:
            async with opened(phone, url) as ann:
                await seat_at_relay(ann.page, str(relay))
                await ann.page.click('[data-key="fold secrecy"]')
                await ann.page.fill('[data-key="rounds"]', "1")
                invite = await invite_to_japan(ann.page)
                assert invite.startswith(f"{url}#secret-subs:")
                async with opened(laptop, url) as bob:
                    await bob.page.goto(invite)  # as who puts it where the address stands
                    typed = bob.page.locator('[data-key="invite"]')
                    await expect(typed).to_have_value(invite.removeprefix(f"{url}#"), timeout=SLOW)
                    await at_entrance(bob.page)
                    assert bob.page.url == url, "and no list of pages seen keeps it"
                    await make_key(bob.page)
                    await bob.page.fill('[data-key="guest"]', "Bob")
                    await bob.page.click('[data-key="enter"]')
                    await bob.page.click("text=Sign and play", timeout=SLOW)
                    hands = Finger(ann), Mouse(bob)
                    await asyncio.gather(*map(play_out, hands))
                    logs = [await saved_whole(hand) for hand in hands]
    await phone.close()
    await laptop.close()
    assert entries(logs[0]) == entries(logs[1])
