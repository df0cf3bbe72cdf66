"""The table in a browser: how soon it is there, how soon it shows a change, what it takes."""

__all__ = ["table"]

import asyncio
import os
import shutil
import statistics
import sys
import tempfile
import time
from asyncio.subprocess import DEVNULL, PIPE
from pathlib import Path

from playwright.async_api import Browser, Page, async_playwright

from client.scenarios import find
from client.schema.board import Board
from client.schema.game import Stack
from client.schema.picture import Picture
from client.schema.replies import Nothing, Result
from client.schema.table import Table
from client.seat.viewer import Viewer
from client.table.choices import PlaybackSpeed, Settings
from client.table.drawing import drawing
from client.table.messages import Asked
from client.table.page_model import ChangeNotifier
from client.table.picture import board_of, scene
from client.table.server import serving
from engine.setup import new_game
from tests.bench.measure import Measure

_SCENARIO = "anniversary-1941"
_UPDATES = 20
_MEGABYTE = 1 << 20
_DRAWN = "() => document.querySelectorAll('#stacks .stack').length > 50"
_ASKED = "() => Boolean(table.store.picture.ask?.question)"
_STAMP = """() => new Promise(done => {
  const before = table.store.picture.table.entries;
  const look = () => table.store.picture.table.entries !== before
    ? requestAnimationFrame(() => setTimeout(() => done(Date.now()), 0)) : setTimeout(look, 1);
  look();
})"""


class _Restless:
    """The full set-up of 1941, in which every space changes with each change."""

    def __init__(self) -> None:
        scenario = find(_SCENARIO).scenario
        self._game = new_game(scenario, (), {}, tuple((power,) for power in scenario.powers))
        self.changes = ChangeNotifier()
        self.board: Board | None = board_of(self._game, drawing(self._game))

    def picture(self) -> Picture:
        """The same board, with something new about every space."""
        found = scene(self._game, Viewer())
        version = self.changes.version
        extra = Stack(power=self._game.active, kind="infantry", ids=(0,), left=version, moved=False)
        spaces = {
            name: space.model_copy(update={"stacks": (*space.stacks, extra)})
            for name, space in found.spaces.items()
        }
        return Picture(
            table=Table(mode="play", entries=version),
            turn=found.turn,
            spaces=spaces,
            powers=found.powers,
        )

    async def carry_out(self, asked: Asked) -> Result:
        """Nothing can be done here but to look."""
        _ = asked
        return Nothing()


def table() -> list[Measure]:
    """Measures of the table; none where there is no Chromium."""
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    return [] if found is None else asyncio.run(_all(found))


async def _all(chromium: str) -> list[Measure]:
    sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium, args=sandbox)
        try:
            return [*await _first_paint(browser), *await _updates(browser)]
        finally:
            await browser.close()


async def _first_paint(browser: Browser) -> list[Measure]:
    """From the command line to map and first question, with a browser that is open already."""
    page = await browser.new_page()
    with tempfile.TemporaryDirectory() as home:
        began = time.perf_counter()
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "client", "solo", "--scenario", _SCENARIO, "--players", "2"),
            *("--no-browser", "--home", home),
            stdin=DEVNULL,
            stdout=PIPE,
        )
        try:
            link = await _link(process)
            await page.goto(link)
            await _until(page, _DRAWN)
            drawn = time.perf_counter() - began
            await _until(page, _ASKED)
            asked = time.perf_counter() - began
            memory = _resident(process.pid)
        finally:
            process.terminate()
            await process.wait()
    return [
        Measure("Table of 1941: from command to drawn map", drawn, "s"),
        Measure("Table of 1941: from command to the first question", asked, "s"),
        Measure("Table of 1941: memory of the node", memory, "MB"),
    ]


async def _until(page: Page, expression: str) -> None:
    while not await page.evaluate(expression):  # noqa: ASYNC110 (a page notifies nobody)
        await asyncio.sleep(0.02)


async def _link(process: asyncio.subprocess.Process) -> str:
    if process.stdout is None:
        raise RuntimeError("the table was started without an output")
    async for line in process.stdout:
        words = line.decode().split()
        if words and words[-1].startswith("http://"):
            return words[-1]
    raise RuntimeError("the table gave no link")


def _resident(pid: int) -> float:
    """Megabytes that a process holds now."""
    pages = int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / _MEGABYTE


async def _updates(browser: Browser) -> list[Measure]:
    """From a change of every space to the frame that shows it."""
    model = _Restless()
    page = await browser.new_page()
    off = PlaybackSpeed()
    off.choose("off")
    async with serving(model, Settings(speed=off)) as server:
        await page.goto(server.link)
        await page.wait_for_selector("#stacks .stack", state="attached")
        delays = [await _delay(page, model) for _ in range(_UPDATES)]
        session = await page.context.new_cdp_session(page)
        await session.send("Performance.enable")
        metrics = (await session.send("Performance.getMetrics"))["metrics"]
        await page.close()
    heap = next(each["value"] for each in metrics if each["name"] == "JSHeapUsedSize")
    return [
        Measure(
            "Table of 1941: every space changed, to the frame", statistics.median(delays), "ms"
        ),
        Measure("Table of 1941: heap of the page", heap / _MEGABYTE, "MB"),
    ]


async def _delay(page: Page, model: _Restless) -> float:
    seen = asyncio.create_task(page.evaluate(_STAMP))
    await asyncio.sleep(0.1)
    changed = time.time()
    model.changes.notify()
    return float(await seen) - changed * 1000
