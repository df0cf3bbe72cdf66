"""The table in a browser while something moves: the longest task, and how long frames take."""

__all__ = ["playing"]

import asyncio
import os
import shutil
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, Page, async_playwright

from client.bots.captain import Captain
from client.scenarios import find
from client.schema.board import Board
from client.schema.picture import Picture
from client.schema.replies import Nothing, Result
from client.schema.table import Table as TableView
from client.seat.viewer import Viewer
from client.table import messages as said
from client.table.drawing import drawing
from client.table.journal import Journal
from client.table.messages import Asked
from client.table.page_model import ChangeNotifier
from client.table.picture import board_of, scene
from client.table.playback import Recording
from client.table.server import serving
from engine.board import SpaceId
from engine.game import Game
from engine.run import Run
from engine.setup import new_game
from protocol.table import Table
from tests.bench.games import founded, played
from tests.bench.measure import Measure
from tests.browser.exhibit import Exhibit

_SCENARIO = "anniversary-1941"
_ENTRIES = 500
_LONGEST = 100.0
"""Milliseconds: a longer task is felt."""
_PLAYED = 25  # seconds of playback that are watched
_LARGEST_FLEET = """() => {
  const fleets = [...document.querySelectorAll('.stack[data-space^="SZ"]')]
    .map((one) => [one.dataset.space, one.querySelectorAll(".chip.movable").length]);
  return fleets.sort(([, a], [, b]) => b - a)[0][0];
}"""
_WATCH = """() => {
  window.tasks = [];
  window.frames = [];
  new PerformanceObserver((seen) => tasks.push(...seen.getEntries().map((one) => one.duration)))
    .observe({ type: "longtask" });
  let last = performance.now();
  const frame = (now) => { frames.push(now - last); last = now; requestAnimationFrame(frame); };
  requestAnimationFrame(frame);
}"""


class _Recorded:
    """A war of 1941 that somebody watches, at any entry of it."""

    def __init__(self, entries: int) -> None:
        founding = founded(find(_SCENARIO))
        log = played(founding, entries, (Captain(1), Captain(2))).log
        table = Table.start(founding)
        journal = Journal(table.game)
        self._games: list[Game] = [table.game]
        self._recording = Recording(table.game, journal.names)
        for entry in log:
            appended = table.append_on_trust(entry.raw)
            told = journal.tell(appended, appended.game, ("Ann", "Bob"))
            self._recording.add(appended.entry.seat, told, appended.game)
            self._games.append(appended.game)
        self.changes = ChangeNotifier()
        self.board: Board | None = board_of(table.game, drawing(table.game))
        self.at = 0

    def longest_battle(self) -> range:
        """The battle that took most entries: from before its first to after its last."""
        longest, begun = range(0), 0
        for entry, game in enumerate(self._games):
            if game.battle is None or game.battle.space != _space(self._games[entry - 1]):
                longest = max(longest, range(begun, entry), key=len)
                begun = entry if game.battle is None else entry - 1
        return longest

    def picture(self) -> Picture:
        """What is to be seen of the entry."""
        found = scene(self._games[self.at], Viewer())
        return Picture(
            table=TableView(mode="watch", entries=self.at),
            turn=found.turn,
            battle=found.battle,
            spaces=found.spaces,
            powers=found.powers,
        )

    def show(self, entries: int) -> None:
        """So many entries have come, at once."""
        self.at = entries
        self.changes.notify()

    async def carry_out(self, asked: Asked) -> Result:
        """Play back what is asked for."""
        match asked:
            case said.OpenPlayback(after=after, whole=whole):
                return self._recording.playback(after, (Viewer(),), whole=whole)
            case _:
                return Nothing()


def _space(game: Game) -> SpaceId | None:
    return None if game.battle is None else game.battle.space


def playing(entries: int = _ENTRIES, seconds: float = _PLAYED) -> list[Measure]:
    """Measures of motion; none where there is no Chromium."""
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    return [] if found is None else asyncio.run(_all(Path(found), entries, seconds))


async def _all(chromium: Path, entries: int, seconds: float) -> list[Measure]:
    sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium, args=sandbox)
        try:
            return [*await _playback(browser, entries, seconds), *await _drags(browser)]
        finally:
            await browser.close()


async def _playback(browser: Browser, entries: int, seconds: float) -> list[Measure]:
    """A batch with battles is played back, then one battle; then all entries come at once."""
    model = _Recorded(entries)
    page = await _page(browser)
    async with serving(model) as server:
        await page.goto(server.link)
        await page.wait_for_selector("#stacks .stack", state="attached")
        await page.evaluate(_WATCH)
        model.show(entries // 4)
        await asyncio.sleep(seconds)
        turn = await _seen(page)
        battle = model.longest_battle()
        await _opened(page, model, battle.start)
        model.show(battle.stop)
        await page.wait_for_selector("#battle:not([hidden])", timeout=1e3 * seconds)
        await asyncio.sleep(seconds)
        fought = await _seen(page)
        await _opened(page, model, 0)
        model.show(entries)
        await asyncio.sleep(3)
        many = await _seen(page)
        await page.close()
    return [
        *_measures("a turn is played back", turn),
        *_measures(f"a battle of {len(battle)} entries plays", fought),
        *_measures(f"{entries} entries come", many),
    ]


async def _opened(page: Page, model: _Recorded, entries: int) -> None:
    """Look at an entry, as who opens the page then, and note tasks and frames from there."""
    model.show(entries)
    await page.reload()
    await page.wait_for_selector("#stacks .stack", state="attached")
    await page.evaluate(_WATCH)


async def _drags(browser: Browser) -> list[Measure]:
    """All that can move in Germany, then the largest fleet, is dragged across Europe."""
    scenario = find(_SCENARIO).scenario
    game = new_game(scenario, (), {}, scenario.seatings[2])
    exhibit = Exhibit(Run(game), game.seat_of(game.active))
    going = asyncio.create_task(exhibit.play())
    page = await _page(browser)
    async with serving(exhibit) as server:
        await page.goto(server.link)
        while not await page.query_selector('[data-key="done"]'):
            await page.click("#dock .body button.primary:not([disabled])")
            await page.wait_for_timeout(600)
        army = await _dragged(page, "Germany")
        await page.click("#views >> text=World")
        await page.wait_for_timeout(400)
        fleet = await _dragged(page, await page.evaluate(_LARGEST_FLEET))
        await page.close()
    going.cancel()
    return [*_measures("units are dragged", army), *_measures("a fleet is dragged", fleet)]


async def _dragged(page: Page, space: str) -> dict[str, Any]:
    """Pick up all that can move in a space, drag it about, and drop it where it cannot stay."""
    chip = page.locator(f'.stack[data-space="{space}"] .chip.movable').first
    await chip.click(force=True)
    if await page.query_selector('[data-key="all"]'):
        await page.click('[data-key="all"]')
    box = await chip.bounding_box()
    if box is None:
        raise RuntimeError(f"nothing can move in {space}")
    await page.evaluate(_WATCH)
    await page.mouse.move(box["x"] + 9, box["y"] + 8)
    await page.mouse.down()
    for turn in range(6):
        await page.mouse.move(400 + 90 * turn, 200 + 60 * (turn % 4), steps=15)
    await page.mouse.up()
    await page.wait_for_timeout(500)
    found = await _seen(page)
    await page.keyboard.press("Escape")
    return found


async def _page(browser: Browser) -> Page:
    context = await browser.new_context(viewport={"width": 1366, "height": 768})
    return await context.new_page()


async def _seen(page: Page) -> dict[str, Any]:
    found: dict[str, Any] = await page.evaluate(
        "({ longest: Math.max(0, ...tasks), frames: [...frames].sort((a, b) => a - b) })"
    )
    return found


def _measures(while_: str, seen: dict[str, Any]) -> list[Measure]:
    frames = seen["frames"]
    slow = frames[int(len(frames) * 0.95)] if frames else 0.0
    return [
        Measure(f"Page: longest task while {while_}", seen["longest"], "ms", most=_LONGEST),
        Measure(f"Page: 95 % of frames while {while_}", slow, "ms"),
    ]
