"""The site in a browser: what is sent, how soon one plays, first and later, and what it takes."""

__all__ = [
    "BUILT",
    "ENTRANCE",
    "LONGEST",
    "SLOW",
    "browser_of",
    "in_browser",
    "memory",
    "phone",
    "visit",
    "visitor",
]

import asyncio
import os
import shutil
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from playwright.async_api import Browser, BrowserContext, BrowserType, Page, async_playwright

from client.site_server import serving_site
from p2p.address import Address
from tests.bench.measure import Measure
from tests.bench.slowing import Line, slowed

BUILT: Final = Path(__file__).parents[2] / "build" / "site"
MEGABYTE: Final = 1_000_000
SLOW: Final = 60_000
_CHROMIUM: Final = shutil.which("chromium")
ENTRANCE: Final = "body[data-ready][data-stage=entrance]"
_USABLE: Final = 'body[data-stage=entrance] [data-key="create"]'
_KEPT: Final = "navigator.serviceWorker.ready.then(() => true)"
_TIMES: Final = 2
_PLAYED: Final = 4_000
"""Milliseconds of a game: a browser keeps what it has compiled once that has been in use."""

_BITS, _DELAY, _PART = 1.6e6, 0.15, 4
"""A middling phone: bits and seconds of its line, and its processor against this one."""

_WORLD: Final = "text=The world in 1941 (Anniversary Edition)"
_DONE: Final = "#dock .body button.primary:not([disabled]), #dock .menu button"
_TURN: Final = 8
_WATCH: Final = """
window.appeared = (selector, text) => new Promise((found) => {
  const look = () => document.querySelector(selector)?.textContent.includes(text)
    ? found() : requestAnimationFrame(look);
  look();
});
window.tasks = [];
new PerformanceObserver((seen) => tasks.push(...seen.getEntries().map((one) => one.duration)))
  .observe({ type: "longtask" });
"""
LONGEST: Final = "Math.max(0, ...tasks.splice(0))"


def visit(built: Path = BUILT) -> list[Measure]:
    """Every number of a visit; nothing where there is no browser, or no site was built."""
    return [*_sizes(built), *in_browser(_visited, built)] if built.exists() else []


def phone(built: Path = BUILT) -> list[Measure]:
    """The same for who has a middling phone."""
    return in_browser(_by_phone, built)


def in_browser(
    measured: Callable[[BrowserType, int], Awaitable[list[Measure]]], built: Path
) -> list[Measure]:
    """What visitors with Chromium measure, of a site that is served at a port."""
    if _CHROMIUM is None or not built.exists():
        print("no browser, or no build/site: visits are not measured", file=sys.stderr)
        return []

    async def run() -> list[Measure]:
        async with (
            serving_site(built, Address("127.0.0.1", 0)) as port,
            async_playwright() as playwright,
        ):
            return await measured(playwright.chromium, port)

    return asyncio.run(run())


def _sizes(built: Path) -> list[Measure]:
    names = [
        line.split("  ", 1)[1] for line in (built / "files.txt").read_text("ascii").splitlines()
    ]

    def sent(ending: str) -> float:
        packed = ((built / f"{name}{ending}", built / name) for name in names)
        sizes = (one.stat().st_size if one.exists() else raw.stat().st_size for one, raw in packed)
        return sum(sizes) / MEGABYTE

    return [
        Measure("the site, as brotli", sent(".br"), "MB", most=7.5),
        Measure("the site, as gzip", sent(".gz"), "MB"),
    ]


async def _visited(chromium: BrowserType, server: int) -> list[Measure]:
    shown, usable, again, cold, warm, solo = [], [], [], [], [], []
    until = whole = 0.0
    for _ in range(_TIMES):
        async with Line(server) as line, visitor(chromium) as context:
            page = await context.new_page()
            first, early, seconds = await _opened(page, line.port)
            shown.append(first)
            usable.append(early)
            begun = await _begun(page)
            until = line.sent / MEGABYTE
            cold.append(seconds + begun)
            await page.evaluate(_KEPT)
            whole = line.sent / MEGABYTE
            await page.wait_for_timeout(_PLAYED)
            await page.close()
            page = await context.new_page()
            _, early, seconds = await _opened(page, line.port)
            again.append(early)
            solo.append(await _begun(page))
            warm.append(seconds + solo[-1])
    tasks, held = await _world(chromium, server)
    return [
        Measure("sent until one plays", until, "MB", most=7.5),
        Measure("sent until the site is kept for later", whole, "MB"),
        Measure("a site to its first words", min(shown), "s"),
        Measure("a site to a first page that can be used, cold", min(usable), "s", most=1),
        Measure("a site to a first page that can be used, warm", min(again), "s", most=1),
        Measure("a site to a solo game, cold", min(cold), "s", most=4),
        Measure("a site to a solo game, warm", min(warm), "s", most=2.5),
        Measure("of that from the entrance into the game", min(solo), "s"),
        Measure("the same in a private window, cold", await _privately(chromium, server), "s"),
        *tasks,
        *held,
    ]


async def _privately(chromium: BrowserType, server: int) -> float:
    async with visitor(chromium) as context:
        private = await browser_of(context).new_context()
        await private.add_init_script(_WATCH)
        page = await private.new_page()
        _, _, seconds = await _opened(page, server)
        return seconds + await _begun(page)


async def _by_phone(chromium: BrowserType, server: int) -> list[Measure]:
    async with (
        Line(server, _BITS, _DELAY) as line,
        visitor(chromium) as context,
        slowed(browser_of(context), _PART),
    ):
        page = await context.new_page()
        shown, usable, cold = await _opened(page, line.port)
        solo = await _begun(page)
        await page.evaluate(_KEPT)
        await page.close()
        page = await context.new_page()
        _, again, warm = await _opened(page, line.port)
    return [
        Measure("by phone: a site to its first words, cold", shown, "s"),
        Measure("by phone: a site to a first page that can be used, cold", usable, "s"),
        Measure("by phone: a site to its program, cold", cold, "s"),
        Measure("by phone: from there into a solo game", solo, "s"),
        Measure("by phone: a site to a first page that can be used, warm", again, "s"),
        Measure("by phone: a site to its program, warm", warm, "s"),
    ]


@asynccontextmanager
async def visitor(
    chromium: BrowserType, *, bypass_csp: bool = False
) -> AsyncIterator[BrowserContext]:
    """Somebody who was never there, in a browser of their own.

    Each has a folder for the profile: a page of `Browser.new_context` is in a private window, which
    asks another process for each byte of a file, and keeps nothing that it has compiled.
    """
    if _CHROMIUM is None:
        raise RuntimeError("there is no Chromium")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        context = await chromium.launch_persistent_context(
            profile,
            executable_path=_CHROMIUM,
            args=["--no-sandbox"] if os.geteuid() == 0 else [],
            viewport={"width": 1366, "height": 768},
            bypass_csp=bypass_csp,
        )
        await context.add_init_script(_WATCH)
        try:
            yield context
        finally:
            await context.close()


def browser_of(context: BrowserContext) -> Browser:
    """The browser of a visitor.

    Raises:
        RuntimeError: it has none, as on Android.
    """
    if context.browser is None:
        raise RuntimeError("a visitor without a browser")
    return context.browser


async def _opened(page: Page, port: int) -> tuple[float, float, float]:
    """Seconds until a new page says something, can be used, and has a program that answers."""
    begun = time.perf_counter()
    await page.goto(f"http://127.0.0.1:{port}/", timeout=SLOW, wait_until="commit")
    await _appeared(page, "#veil", "…")
    shown = time.perf_counter() - begun
    await _appeared(page, f"{_USABLE}, {ENTRANCE}")
    usable = time.perf_counter() - begun
    await _appeared(page, ENTRANCE)
    return shown, usable, time.perf_counter() - begun


async def _appeared(page: Page, selector: str, text: str = "") -> None:
    """Wait for the very frame in which something is there: a locator looks twice a second."""
    seen = page.evaluate("([selector, text]) => appeared(selector, text)", [selector, text])
    async with asyncio.timeout(SLOW / 1000):
        await seen


async def _begun(page: Page) -> float:
    """Seconds until a game against a bot asks its first question."""
    begun = time.perf_counter()
    await page.fill('[data-key="name"]', "Ann")
    await page.click('[data-key="create"]')
    await _appeared(page, "#dock", "SS-0.8")
    return time.perf_counter() - begun


async def _world(chromium: BrowserType, server: int) -> tuple[list[Measure], list[Measure]]:
    """A game of 1941, opened and played until bots have chosen."""
    async with visitor(chromium) as context:
        page = await context.new_page()
        await _opened(page, server)
        empty = Measure("its page at the entrance", await memory(context), "MB")
        await page.click(_WORLD)
        await page.evaluate(LONGEST)
        await _begun(page)
        opened = await page.evaluate(LONGEST)
        for _ in range(_TURN):
            automatic = page.locator('[data-key="auto"]')
            if await automatic.count():
                await automatic.first.click()
            await page.locator(_DONE).first.click(timeout=SLOW)
            await page.wait_for_timeout(500)
        await page.wait_for_timeout(10_000)
        tasks = [
            Measure("longest task while a game of 1941 opens", opened, "ms", most=100),
            Measure("longest while bots choose", await page.evaluate(LONGEST), "ms", most=100),
        ]
        held = Measure("its page with bots, 1941", await memory(context), "MB", most=400)
        return tasks, [empty, held]


async def memory(context: BrowserContext) -> float:
    """What the largest renderer of a visitor holds for itself alone: that of the page."""
    session = await browser_of(context).new_browser_cdp_session()
    told = await session.send("SystemInfo.getProcessInfo")
    sizes = (_held(one["id"]) for one in told["processInfo"] if one["type"] == "renderer")
    return max(sizes, default=0) / MEGABYTE


def _held(process: int) -> int:
    """Bytes of a process that belong to no file, as a browser's own task manager counts."""
    lines = Path(f"/proc/{process}/status").read_text("ascii").splitlines()
    return sum(1024 * int(line.split()[1]) for line in lines if line.startswith("RssAnon"))
