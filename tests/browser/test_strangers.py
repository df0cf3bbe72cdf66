"""SPEC-16.22: strangers find a table on the page, knock, and are let in, declined or barred."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

from playwright.async_api import Browser, Page

from client.network import free_port
from client.seat.memo import Memo
from p2p.address import Address
from p2p.meeting import Meeting
from p2p.relay.server import relaying
from tests.browser.hall import PATIENCE
from tests.browser.test_entrance import entrance, make_key, seat_ann


@asynccontextmanager
async def listed_by_ann(
    home: Path, browser: Browser, watchers: int = 0
) -> AsyncIterator[tuple[Page, str]]:
    """A page whose player has a table listed at a relay, and the URL of that relay."""
    async with AsyncExitStack() as stack:
        port = await stack.enter_async_context(relaying(Address("127.0.0.1", 0), ""))
        relay = f"ws://127.0.0.1:{port}/"
        ann = await stack.enter_async_context(entrance(home, browser))
        await seat_ann(ann)
        await ann.click("text=From other machines")
        await ann.fill('[data-key="reach"]', relay)
        await ann.fill('[data-key="watchers"]', str(watchers))
        await ann.click('[data-key="create"]')
        await ann.check('[data-key="open relays"]', timeout=PATIENCE)
        yield ann, relay


async def found(page: Page, name: str, relay: str) -> None:
    """A stranger with a new key, who looks until it has found the table."""
    await make_key(page)
    await page.fill('[data-key="lists"]', relay)
    await page.click('[data-key="find listed"]')
    while await page.wait_for_selector("text=/None was found|Knock to play/", timeout=PATIENCE):
        if await page.is_visible("text=Knock to play"):
            break
        await page.click('[data-key="find listed"]')
        await page.wait_for_timeout(500)
    await page.fill('[data-key="stranger"]', name)


async def knock(page: Page, what: str = "play") -> None:
    await page.click(f"text=Knock to {what}")
    await page.wait_for_selector("text=is asked whether to let you in", timeout=PATIENCE)


async def test_a_host_declines_a_stranger_lets_it_in_and_plays_with_it(
    tmp_path: Path, browser: Browser
) -> None:
    async with (
        listed_by_ann(tmp_path / "ann", browser) as (ann, relay),
        entrance(tmp_path / "bob", browser) as bob,
    ):
        await found(bob, "Bob", relay)
        place = f"127.0.0.1:{free_port()}"
        await bob.click('[data-key="fold called stranger"]')
        await bob.fill('[data-key="called stranger"]', place)
        await knock(bob)
        await ann.wait_for_selector("text=Bob would play.", timeout=PATIENCE)
        await ann.click("text=Not now")
        await bob.wait_for_selector("text=perhaps another time", timeout=PATIENCE)
        await knock(bob)
        await ann.click("text=Let them play Japan", timeout=PATIENCE)
        await bob.click("text=Sign and play", timeout=PATIENCE)
        for page in (ann, bob):
            await page.wait_for_selector('body[data-stage="game"]', timeout=PATIENCE)
        (memo,) = (tmp_path / "bob").rglob("*.memo")
        assert Memo.load(memo).address == place, "others call where the stranger has said"
        await bob.click('[data-key="tab seats"]')
        await bob.click('[data-key="meet next"]', timeout=PATIENCE)
        await bob.wait_for_selector("text=It holds from the next start", timeout=PATIENCE)
        assert Memo.load(memo).meeting is Meeting.HOLDERS


async def test_a_stranger_watches_and_one_who_is_barred_is_not_asked_about_again(
    tmp_path: Path, browser: Browser
) -> None:
    async with (
        listed_by_ann(tmp_path / "ann", browser, watchers=1) as (ann, relay),
        entrance(tmp_path / "eve", browser) as eve,
        entrance(tmp_path / "mal", browser) as mal,
    ):
        await found(mal, "Mal", relay)
        await knock(mal)
        await ann.click("text=Never", timeout=PATIENCE)
        await mal.wait_for_selector("text=the host does not let you in", timeout=PATIENCE)
        await mal.click("text=Knock to play")
        await found(eve, "Eve", relay)
        await knock(eve, "watch")
        await ann.wait_for_selector("text=Eve would watch.", timeout=PATIENCE)
        assert not await ann.locator("text=Mal would play").count()
        await ann.click("text=Let them watch")
        await eve.wait_for_selector("text=Waiting for the other players", timeout=PATIENCE)
        await ann.wait_for_selector('[data-key^="let watch"]', state="detached")
