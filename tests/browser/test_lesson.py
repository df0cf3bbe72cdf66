"""The guided turn, followed step by step to its questions: by mouse, by keyboard, by taps."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

from playwright.async_api import Browser

from client.home import Home
from client.table.entrance import EntrancePage
from client.table.page_model import PageModel
from client.table.server import Server, serving
from tests.browser.axe import found_by_axe
from tests.browser.hall import PATIENCE, Looker, Silent, look_at

_MOST_TABS = 90
_PAUSE = 120  # milliseconds for the map to come to rest
_FINGER = 40  # pixels

# Nothing is awaited of the others or only to be watched, and the answer to what was done has come.
_ACTS = """!table.store.settling && table.step && (table.step.read
    || !["dice", "volleys", "watch", "japan"].includes(table.step.id))"""
_TALL = "document.documentElement.scrollHeight - innerHeight"  # what could be scrolled away
_ON_THE_SEA = {"fleet", "follow"}  # steps that have the water beside a stack clicked

Step = dict[str, Any]


@asynccontextmanager
async def start_page(
    home: Path, browser: Browser, *, wide: int = 1366, high: int = 768, touch: bool = False
) -> AsyncIterator[Looker]:
    """A page at the entrance of a home; it must not fail."""
    opened: asyncio.Future[Server] = asyncio.get_running_loop().create_future()

    @asynccontextmanager
    async def serve(model: PageModel) -> AsyncIterator[Server]:
        async with serving(model) as server:
            opened.set_result(server)
            yield server

    running = asyncio.create_task(EntrancePage(Home(home), Silent(), serve).run())
    link = (await opened).link
    looker = await look_at(browser, link, wide=wide, high=high, touch=touch)
    try:
        await looker.page.wait_for_selector("#entrance:not([hidden])", timeout=PATIENCE)
        yield looker
    finally:
        await looker.context.close()
        running.cancel()
        with suppress(asyncio.CancelledError):
            await running
    assert not looker.faults


async def now(looker: Looker) -> Step | None:
    """The step that is shown."""
    step: Step | None = await looker.page.evaluate("table.step")
    return step


def target_of(step: Step) -> str:
    """What a step would have clicked."""
    return '[data-key="next"]' if step.get("read") else str(step["target"])


async def by_mouse(looker: Looker, step: Step) -> None:
    """Click what the step points at; on the map, the sea beside it."""
    target = target_of(step)
    if target.startswith(".stack"):
        x, y = await looker.at(step["space"])
        await looker.page.mouse.click(x, y - 30 if step["id"] in _ON_THE_SEA else y)
    else:
        await looker.page.click(target, timeout=PATIENCE)


async def by_keys(looker: Looker, step: Step) -> None:
    """As the step tells who plays by keyboard: nothing is clicked."""
    page = looker.page
    if step["id"] in {"fleet", "goal", "follow", "joining"}:
        await page.keyboard.press("/")
        await page.keyboard.type(step["space"])
        await page.keyboard.press("Enter")
    if step["id"] in {"all", "joined by"}:
        await page.keyboard.press("Space")
    elif step["id"] in {"goal", "joining"}:
        await page.keyboard.press("Enter")
    elif step["id"] == "trackers":
        await page.keyboard.press("2")
    elif step["id"] not in _ON_THE_SEA:
        await tab_to(looker, target_of(step))
        await page.keyboard.press("Enter")


async def tab_to(looker: Looker, target: str) -> None:
    """Press Tab until something has the focus."""
    for _ in range(_MOST_TABS):
        if await looker.page.evaluate("at => document.activeElement?.matches(at)", target):
            return
        await looker.page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {target}")


async def by_taps(looker: Looker, step: Step) -> None:
    """Tap on what the step points at, after “Show me” where the sheet is another."""
    page = looker.page
    target = target_of(step)
    if target.startswith(".stack"):
        await page.evaluate("space => table.reveal(space)", step["space"])
        await page.wait_for_timeout(_PAUSE)
        x, y = await looker.at(step["space"])
        await page.touchscreen.tap(x, y - 24 if step["id"] in _ON_THE_SEA else y)
        return
    if not step.get("read"):
        await page.locator('[data-key="show me"]').tap()
    button = page.locator(target).first
    await button.wait_for(timeout=PATIENCE)
    box = await button.bounding_box()
    assert box is not None
    assert box["height"] >= _FINGER, step["id"]
    await button.tap()


async def followed(looker: Looker, follow: Callable[[Looker, Step], Awaitable[None]]) -> list[str]:
    """Follow the guide to its end; the steps that were taken, in order.

    A step comes again where what it asked for did not come off: on a map that still moves, a click
    may fall beside its aim.
    """
    taken: list[str] = []
    while "end" not in taken:
        await looker.until(_ACTS)
        step = await now(looker)
        assert step is not None
        if step["id"] not in taken:
            taken.append(step["id"])
        await follow(looker, step)
        if step["id"] != "end":
            await looker.until("id => table.step?.id !== id", step["id"])
    return taken


LESSON = [
    *("welcome", "tokens", "decoy", "place", "seen", "purchase", "buy"),
    *("trackers", "tracker", "fleet", "all", "goal", "sailing", "battle", "dive", "reveal"),
    *("known", "follow", "joined by", "joining", "noncombat"),
    *("new placed", "shuffle", "pass", "back", "end"),
]


async def answered(looker: Looker, take: Callable[[str], Awaitable[None]]) -> None:
    """Answer the five questions, the first wrongly: each tells why."""
    page = looker.page
    await page.wait_for_selector(".quiz", timeout=PATIENCE)
    for number, chosen in enumerate((1, 1, 2, 0, 1)):
        await take(f'[data-key="answer {number} {chosen}"]')
    why = await page.locator(".quiz .why").all_inner_texts()
    assert [words.partition(".")[0] for words in why] == ["No", "Yes", "Yes", "Yes", "Yes"]
    assert "4 of 5 right" in await page.inner_text("#dialog")


async def test_it_is_played_by_mouse(browser: Browser, tmp_path: Path) -> None:
    """A decoy is found, tokens are turned up and shuffled: whatever the steps point at works."""
    async with start_page(tmp_path, browser) as looker:
        page = looker.page
        await page.click('[data-key="learn"]')
        await page.wait_for_selector("#guide h2", timeout=PATIENCE)
        assert await found_by_axe(page) == []
        assert await followed(looker, by_mouse) == LESSON
        lines = [line["text"] for line in (await looker.picture("log")).values()]
        for told in ("tokens turned up in SZ Wake", "takes back an empty token", "USA shuffles #"):
            assert any(told in line for line in lines), told
        await answered(looker, page.click)
        assert await found_by_axe(page) == []
        await page.click('[data-key="to the start"]')
        await page.click('[data-key="leave now"]')
        await page.wait_for_selector("text=Go on with the guided turn", timeout=PATIENCE)


async def test_it_is_played_by_keyboard(browser: Browser, tmp_path: Path) -> None:
    """Nothing needs a mouse, from the start page to the last question."""
    async with start_page(tmp_path, browser) as looker:
        page = looker.page
        await tab_to(looker, '[data-key="learn"]')
        await page.keyboard.press("Enter")
        await page.wait_for_selector("#guide h2", timeout=PATIENCE)
        assert await followed(looker, by_keys) == LESSON

        async def choose(target: str) -> None:
            await page.focus(target)
            await page.keyboard.press("Space")

        await answered(looker, choose)


async def test_it_is_played_by_taps_on_a_phone(browser: Browser, tmp_path: Path) -> None:
    """A whole turn on 390 by 844: every target is as high as a finger is wide."""
    async with start_page(tmp_path, browser, wide=390, high=844, touch=True) as looker:
        page = looker.page
        await page.locator('[data-key="learn"]').tap()
        await page.wait_for_selector("#guide h2", timeout=PATIENCE)
        assert await found_by_axe(page) == []
        # A phone sees the tokens at Midway as one chip, and a tap on it picks both up.
        taken_at_once = [step for step in LESSON if step != "joined by"]
        assert await followed(looker, by_taps) == taken_at_once
        await answered(looker, lambda target: page.locator(target).tap())


async def test_it_is_left_and_gone_on_with(browser: Browser, tmp_path: Path) -> None:
    """After a reload, and after leaving the table, the same step is shown."""
    async with start_page(tmp_path, browser) as looker:
        page = looker.page
        await page.click('[data-key="learn"]')
        await page.wait_for_selector("#guide h2", timeout=PATIENCE)
        for step in ("welcome", "tokens", "decoy", "place", "seen"):
            await looker.until("id => table.step?.id === id && !table.store.settling", step)
            shown = await now(looker)
            assert shown is not None
            await by_mouse(looker, shown)
        await looker.until("table.step?.id === 'purchase'")
        await page.reload()
        await looker.until("table.step?.id === 'purchase'")
        await page.click('[data-key="tab seats"]')
        await page.click('[data-key="leave"]')
        await page.click('[data-key="leave now"]')
        await page.click('[data-key="learn"]', timeout=PATIENCE)
        await looker.until("table.step?.id === 'purchase'")


async def test_what_is_done_otherwise_is_taken_and_told(browser: Browser, tmp_path: Path) -> None:
    """Other pieces are picked up: the guide says how to go on, and comes back by itself."""
    async with start_page(tmp_path, browser) as looker:
        page = looker.page
        await page.click('[data-key="learn"]')
        await page.click('[data-key="next"]', timeout=PATIENCE)
        await page.click('[data-key="next"]')
        await page.click('[data-key="open"]')  # without a decoy
        await looker.until("table.step?.id === 'seen' && !table.store.settling")
        await page.click('[data-key="next"]')
        await page.click('[data-key="buy"]')  # nothing
        await looker.until("table.step?.id === 'trackers' && !table.store.settling")
        await page.click('[data-key="tab hidden"]')
        await page.click('[data-key="next"]')
        await page.locator('.stack[data-space="SZ Midway"] .chip.movable').first.click()
        await looker.until("table.step?.id === 'other'")
        await page.keyboard.press("Escape")
        await looker.until("table.step?.id === 'fleet'")
        await by_mouse(looker, {"id": "fleet", "space": "SZ Hawaii", "target": ".stack"})
        await page.click('[data-key="all"]')
        await looker.until("table.step?.id === 'goal'")
        x, y = await looker.at("SZ Johnston")
        await page.mouse.click(x, y)
        await looker.until("table.step?.id === 'astray' && !table.store.settling")
        assert await page.evaluate(_TALL) <= 0
        await page.click('[data-key="undo"]')
        await looker.until("['fleet', 'all'].includes(table.step?.id)")
        await page.click('[data-key="hide guide"]')
        await page.click('[data-key="guide"]')
        await page.wait_for_selector("#guide h2", timeout=PATIENCE)
