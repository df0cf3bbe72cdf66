"""Files that go into a page and come out of it: logs, copies of everything, and seats."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, BrowserContext, FilePayload, Page, expect

from protocol.audit import audit
from tests.browser.conftest import LOOP
from tests.browser.hall import PATIENCE
from tests.browser.site import BUILT, SLOW, at_entrance, opened, served
from tests.browser.test_devices import WORDS, code_of, move, unlocked
from tests.browser.test_devices import homes as homes  # noqa: PLC0414 (a fixture)
from tests.browser.test_entrance import entrance
from tests.browser.test_site import begin, entries, log_of, play_on, resume
from tests.client.league.logs import changed, short_log

pytestmark = pytest.mark.skipif(not BUILT.exists(), reason="`make site` builds it")

DROP = """(element, bytes) => {
  const files = new DataTransfer();
  files.items.add(new File([new Uint8Array(bytes)], "game.sslog"));
  element.dispatchEvent(new DragEvent("drop", {dataTransfer: files, bubbles: true}));
}"""


@pytest_asyncio.fixture(loop_scope=LOOP)
async def context(browser: Browser) -> AsyncIterator[BrowserContext]:
    made = await browser.new_context(viewport={"width": 1366, "height": 768})
    yield made
    await made.close()


def file(content: bytes, name: str = "game.sslog") -> FilePayload:
    return {"name": name, "mimeType": "application/octet-stream", "buffer": content}


async def test_a_log_that_is_dropped_is_audited_and_watched_in_the_page(
    context: BrowserContext,
) -> None:
    """Nothing of it leaves the page: that is cut off from the network before."""
    log = short_log()
    with served() as url:
        async with opened(context, url) as looker:
            page = looker.page
            await page.evaluate("navigator.serviceWorker.ready.then(() => true)")
            await page.reload()
            await at_entrance(page)
            await context.set_offline(offline=True)
            await page.locator("body").evaluate(DROP, list(log))
            dialog = page.locator("#dialog")
            await expect(dialog).to_contain_text("The line holds", timeout=SLOW)
            await expect(dialog).to_contain_text("Everything holds", timeout=SLOW)
            await page.click('[data-key="watch log"]', timeout=SLOW)
            await page.wait_for_selector("body[data-stage=game][data-past]", timeout=SLOW)
            await expect(page.locator("#timeline")).to_contain_text("entry 20 of 20")
            await page.click('[data-key="back"]')
            await expect(page.locator("#timeline")).to_contain_text("entry 19 of 20")
            await page.click('[data-key="close log"]')
            await at_entrance(page)
            await page.wait_for_selector('[data-key="create"]', timeout=SLOW)


async def test_what_is_no_log_is_named_and_a_refused_one_is_watched_up_to_its_fault(
    context: BrowserContext,
) -> None:
    with served() as url:
        async with opened(context, url) as looker:
            page, dialog = looker.page, looker.page.locator("#dialog")
            await page.set_input_files('[data-key="open log"]', [file(b"PK\x03\x04", "a.zip")])
            await expect(dialog).to_contain_text("This is no log of a game", timeout=SLOW)
            await page.click('[data-key="close log"]')
            await page.set_input_files('[data-key="open log"]', [file(changed(short_log()))])
            await expect(dialog).to_contain_text("Nobody can be blamed for it", timeout=SLOW)
            await expect(dialog).to_contain_text("entry 20")
            await page.click("text=Watch the game up to there", timeout=SLOW)
            await expect(page.locator("#timeline")).to_contain_text("of 19", timeout=SLOW)


async def test_a_copy_of_everything_comes_to_another_browser(
    context: BrowserContext, browser: Browser, tmp_path: Path
) -> None:
    """A game against bots goes on there where it was copied, and calls as loudly."""
    copy = tmp_path / "all.copy"
    with served() as url:
        async with opened(context, url) as looker:
            page = looker.page
            await begin(page)
            await play_on(looker, 3)
            await looker.ready()  # the bots have had their turn, so that it is Ann's in the copy
            await page.click("#bell")
            await page.fill('[data-key="volume"]', "4")
            await page.click("#dialog >> text=Close")
            log = await log_of(page)
            await page.reload()
            await at_entrance(page)
            await expect(page.locator(".saves")).to_contain_text("your turn", timeout=SLOW)
            await page.fill('[data-key="copy passphrase"]', WORDS)
            async with page.expect_download(timeout=SLOW) as saving:
                await page.click('[data-key="make copy"]')
            await (await saving.value).save_as(copy)
        other = await browser.new_context()
        async with opened(other, url) as looker:
            page = looker.page
            await page.fill('[data-key="copy passphrase"]', "another horse")
            await page.set_input_files('[data-key="open copy"]', copy)
            await page.wait_for_selector("text=does not open the copy", timeout=SLOW)
            await page.fill('[data-key="copy passphrase"]', WORDS)
            await page.set_input_files('[data-key="open copy"]', copy)
            await page.wait_for_selector("text=The copy is here", timeout=SLOW)
            await page.click("dialog >> text=Close")
            await resume(page)
            assert (await looker.picture("page"))["alerts"]["volume"] == 4
            await play_on(looker, 2)
            await looker.ready()
            after = await log_of(page)
        await other.close()
    assert entries(after)[: len(entries(log))] == entries(log)
    assert len(entries(after)) > len(entries(log))
    assert audit(after).fault is None


async def test_a_game_is_deleted_when_it_was_asked_twice(context: BrowserContext) -> None:
    with served() as url:
        async with opened(context, url) as looker:
            await begin(looker.page)
            await looker.page.reload()
            await at_entrance(looker.page)
            await looker.page.click('[data-key^="forget"]')
            await looker.page.click("text=Keep it")
            assert await looker.page.locator('[data-key^="resume"]').count() == 1
            await looker.page.click('[data-key^="forget"]')
            await looker.page.click('[data-key="forget now"]')
            await expect(looker.page.locator('[data-key^="resume"]')).to_have_count(0)


async def carried(source: Page, target: Page, folder: Path) -> None:
    """Take a seat from one device to the other in a file."""
    code = await code_of(target)
    async with source.expect_download(timeout=SLOW) as saving:
        await move(source, code)
    seat = folder / "carried.seat"
    await (await saving.value).save_as(seat)
    await target.set_input_files('[data-key="seat file"]', seat)
    await target.wait_for_selector("text=The seat is here", timeout=SLOW)


async def test_a_seat_moves_from_a_program_to_a_page_and_back(
    context: BrowserContext, browser: Browser, homes: tuple[Path, Path], tmp_path: Path
) -> None:
    """SPEC-16.9: no page can be called, so that the seat comes as a file; its key comes with it."""
    with served() as url:
        async with entrance(homes[0], browser) as program, opened(context, url) as looker:
            page = looker.page
            await unlocked(program)
            await carried(program, page, tmp_path)
            await page.wait_for_selector('[data-key^="resume"]:not([disabled])', timeout=SLOW)
            await program.wait_for_selector("text=Moved to another device on", timeout=PATIENCE)
            await carried(page, program, tmp_path)
            await program.wait_for_selector('[data-key^="resume"]:not([disabled])')
            assert await page.is_disabled('[data-key^="resume"]')
