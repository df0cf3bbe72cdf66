"""The site in a browser: what is sent, how soon one plays, first and later, and what it takes."""

__all__ = ["visit"]

import asyncio
import os
import shutil
import sys
import time
from pathlib import Path
from typing import Final

from playwright.async_api import Browser, BrowserContext, Page, async_playwright

from client.site_server import serving_site
from p2p.address import Address
from tests.bench.measure import Measure

BUILT: Final = Path(__file__).parents[2] / "build" / "site"
_MEGABYTE = 1_000_000
_SLOW = 120_000
_ENTRANCE = "body[data-ready][data-stage=entrance]"
_PLAYING = "#dock:has-text('SS-0.8')"


def visit(built: Path = BUILT) -> list[Measure]:
    """Every number of a visit; nothing where there is no browser, or no site was built."""
    chromium = shutil.which("chromium")
    if chromium is None or not built.exists():
        print("no browser, or no build/site: visits are not measured", file=sys.stderr)
        return []
    return [*_sizes(built), *asyncio.run(_measured(chromium, built))]


def _sizes(built: Path) -> list[Measure]:
    names = [
        line.split("  ", 1)[1] for line in (built / "files.txt").read_text("ascii").splitlines()
    ]

    def sent(ending: str) -> float:
        packed = ((built / f"{name}{ending}", built / name) for name in names)
        sizes = (one.stat().st_size if one.exists() else raw.stat().st_size for one, raw in packed)
        return sum(sizes) / _MEGABYTE

    return [
        Measure("the site, as brotli", sent(".br"), "MB", most=7.5),
        Measure("the site, as gzip", sent(".gz"), "MB"),
    ]


async def _measured(chromium: str, built: Path) -> list[Measure]:
    sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
    async with (
        serving_site(built, Address("127.0.0.1", 0)) as port,
        async_playwright() as playwright,
    ):
        browser = await playwright.chromium.launch(executable_path=chromium, args=sandbox)
        context = await browser.new_context()
        url = f"http://127.0.0.1:{port}/"
        found = [
            Measure("a site to its entrance, cold", await _seconds(context, url), "s"),
        ]
        page = context.pages[0]
        await page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        await page.close()
        found.append(Measure("a site to its entrance, warm", await _seconds(context, url), "s"))
        page = context.pages[0]
        begun = time.perf_counter()
        await page.fill('[data-key="name"]', "Ann")
        await page.click('[data-key="create"]')
        await page.wait_for_selector(_PLAYING, timeout=_SLOW)
        solo = time.perf_counter() - begun
        found.append(Measure("from its entrance into a solo game", solo, "s"))
        found.append(Measure("a solo game, cold", found[0].value + solo, "s", most=4))
        found.append(Measure("a solo game, warm", found[1].value + solo, "s", most=2.5))
        found.append(Measure("its page with a bot", await _memory(browser, page), "MB", most=400))
        await browser.close()
        return found


async def _seconds(context: BrowserContext, url: str) -> float:
    """Until a new page can be used."""
    page = await context.new_page()
    begun = time.perf_counter()
    await page.goto(url)
    await page.wait_for_selector(_ENTRANCE, timeout=_SLOW)
    return time.perf_counter() - begun


async def _memory(browser: Browser, page: Page) -> float:
    """What the largest renderer holds, which is that of the page."""
    await page.wait_for_timeout(500)
    session = await browser.new_browser_cdp_session()
    told = await session.send("SystemInfo.getProcessInfo")
    sizes = (_resident(one["id"]) for one in told["processInfo"] if one["type"] == "renderer")
    return max(sizes, default=0) / _MEGABYTE


def _resident(process: int) -> int:
    pages = int(Path(f"/proc/{process}/statm").read_text("ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")
