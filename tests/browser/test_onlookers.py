"""Tables that are only looked at, the one against bots, and what a page can be asked to keep."""

import asyncio
import os
import re
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from playwright.async_api import Browser, Page

from client.bots.fuzz import Fuzz
from client.scenarios import find, shortened
from client.table.replay import LogReplay
from client.table.report import game_report, report_page
from client.table.server import serving
from protocol.logfile import read_log, write_log
from tests.bench.games import closed, founded, played
from tests.browser.hall import PATIENCE, Hall, Looker
from tests.browser.test_playback import STEP, paused_at

_ENTRIES = 40
_LINK = re.compile(r"http://127\.0\.0\.1:\S+")


_LOWEST_COUNTER = """() => Math.min(...[...document.querySelectorAll("#map g rect")]
    .map((one) => one.getBoundingClientRect().height))"""
"""How high the smallest counter on the map of a whole game is, in pixels."""


@asynccontextmanager
async def command(home: Path, *arguments: str) -> AsyncIterator[tuple[Process, str]]:
    """A command of the program that opens a table, and the table's link; it ends with the test."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "client", *arguments, "--no-browser", "--home", str(home)),
        stdin=DEVNULL,
        stdout=PIPE,
        env={**os.environ},
    )
    try:
        yield process, await asyncio.wait_for(_link(process), PATIENCE / 1000)
    finally:
        if process.returncode is None:
            process.terminate()
        await process.wait()


async def _link(process: Process) -> str:
    assert process.stdout is not None
    async for line in process.stdout:
        if found := _LINK.search(line.decode()):
            return found[0]
    raise AssertionError("the table gave no link")


async def test_solo_opens_a_table_against_bots_that_can_be_played(
    tmp_path: Path, browser: Browser
) -> None:
    """One command: the map stands while the bots come, then the first decision is asked for."""
    async with command(tmp_path, "solo", "--as", "Japan") as (_, link):
        page = await browser.new_page()
        await page.goto(link)
        await page.wait_for_selector("#stacks .stack", state="attached", timeout=PATIENCE)
        await page.wait_for_selector("#dock:has-text('SS-0.8')", timeout=2 * PATIENCE)
        await page.click("text=Place the tokens")
        await page.wait_for_selector("#dock:has-text('Waiting for')", timeout=PATIENCE)
        powers = await page.evaluate("table.store.picture.powers")
        assert [power for power, facts in powers.items() if facts["mine"]] == ["Japan"]
        await page.close()


async def test_after_a_game_of_solo_another_begins_with_a_click(
    tmp_path: Path, browser: Browser
) -> None:
    """The page of `solo` has a first page behind it: a rematch needs no other command."""
    async with command(tmp_path, "solo") as (_, link):
        page = await browser.new_page()
        await page.goto(link)
        await page.click("text=Place the tokens", timeout=2 * PATIENCE)
        first = await page.evaluate("table.store.picture.table.safety")
        await page.click("text=Resign…")
        await page.click("#dialog .danger")
        await page.focus('[data-key="swapped"]', timeout=PATIENCE)
        await page.keyboard.press("Enter")
        await page.wait_for_selector("text=Place the tokens", timeout=2 * PATIENCE)
        await page.wait_for_selector("#dock h2:focus", timeout=PATIENCE)  # who uses keys goes on
        assert await page.evaluate("table.store.picture.table.safety") != first
        powers = await page.evaluate("table.store.picture.powers")
        assert [power for power, facts in powers.items() if facts["mine"]] == ["Japan"]
        await page.close()


async def test_a_watcher_sees_the_table_and_can_change_nothing(hall: Hall) -> None:
    """The same table with a timeline, without questions and secrets: no page can answer one."""
    await hall.play(watchers=1)
    player, watcher = await hall.look(0), await hall.look(1)
    await player.wait_for("SS-0.8")
    await player.page.click("text=Place the tokens")
    await watcher.until("table.store.picture.spaces?.['SZ Hawaii'].tokens.length > 0")
    assert not await watcher.page.locator("#dock .primary").count()
    assert await watcher.picture("ask") is None
    spaces = await watcher.picture("spaces")
    tokens = [token for space in spaces.values() for token in space["tokens"]]
    assert tokens
    assert all(token["group"] is None for token in tokens if not token["open"])
    last = await watcher.page.evaluate("table.store.picture.table.timeline.last")
    await watcher.page.click('[data-key="first"]')  # the past, while the game goes on
    await watcher.until("!table.store.picture.spaces['SZ Hawaii'].tokens.length")
    await player.wait_for("Buy units")
    await player.page.click('[data-key="buy"]')
    await player.wait_for("Combat move")
    await player.page.click('[data-key="done"]')
    await watcher.until("last => table.store.picture.table.timeline.last > last", last)
    assert (await watcher.picture("table"))["timeline"]["at"] == 0
    await watcher.page.click('[data-key="last"]')
    await watcher.until("(({ at, last }) => at === last)(table.store.picture.table.timeline)")
    undo = "table.request('undo', { question: '' }).then(() => '', error => error.message)"
    assert "you have nothing to decide now" in await watcher.page.evaluate(undo)


async def test_a_replay_can_be_scrubbed_and_its_report_kept(browser: Browser) -> None:
    """Any entry of a log is a place on the timeline; the report stands by itself when saved."""
    log = write_log(played(founded(find("wake-island")), _ENTRIES, (Fuzz(1), Fuzz(2))).log)
    async with serving(LogReplay(read_log(log), log)) as server:
        page = await browser.new_page()
        await page.goto(server.link)
        await page.wait_for_selector("#timeline:not([hidden])", timeout=PATIENCE)
        last = await page.evaluate("table.store.picture.table.timeline.last")
        assert last == _ENTRIES
        await page.click('[data-key="first"]')
        await page.wait_for_selector(f"text=entry 0 of {last}", timeout=PATIENCE)
        assert not await page.evaluate("Object.keys(table.store.picture.log).length")
        await page.focus('[data-key="range"]')
        await page.keyboard.press("ArrowRight")
        await page.wait_for_selector(f"text=entry 1 of {last}", timeout=PATIENCE)
        await page.click('[data-key="tab log"]')  # as true once the game is over
        assert "◷ claim shown at the end" in await page.inner_text(".states")
        saved = await _report(page)
        await page.close()
    assert "Verified" in saved
    assert "SHA-256 of this copy" in saved  # each seat keeps the signed ends in the order they came
    assert "<style>" in saved
    assert "http" not in saved.replace("http-equiv", "")


async def test_a_replay_is_played_back_step_by_step(browser: Browser) -> None:
    """A log moves as a game does: arrows and dice; where it is stopped the timeline stands."""
    log = write_log(played(founded(find("wake-island")), _ENTRIES, (Fuzz(1), Fuzz(2))).log)
    async with serving(LogReplay(read_log(log), log)) as server:
        page = await browser.new_page()
        looker = Looker(page, page.context)
        await page.goto(server.link)
        await page.wait_for_selector(f"text=entry {_ENTRIES} of {_ENTRIES}", timeout=PATIENCE)
        await page.click('[data-key="play"]')  # from the end: all of it again
        step = await paused_at(looker, "move")
        assert await page.locator("#scenes .went:not(.under)").count() == len(step["legs"])
        assert f"entry {step['entry']} of {_ENTRIES}" in await page.inner_text("#timeline")
        await page.click('[data-key="play"]')
        await looker.until("table.store.playback === null")
        assert (await looker.picture("table"))["timeline"]["at"] == step["entry"]
        await page.click('[data-key="play"]')
        await looker.until(f"{STEP} !== undefined")
        assert (await page.evaluate(STEP))["entry"] > step["entry"]
        await page.click('[data-key="first"]')
        await page.wait_for_selector(f"text=entry 0 of {_ENTRIES}", timeout=PATIENCE)
        assert await page.evaluate("table.store.playback") is None
        await page.close()


async def test_a_finished_game_is_looked_back_at_with_the_truth(browser: Browser) -> None:
    """SPEC-13.4: by the keyboard too, and the panel says what the others could believe."""
    game = played(founded(shortened(find("wake-island"), 1)), 10_000, (Fuzz(1), Fuzz(2)))
    log, _ = closed(game, 0, 1)
    async with serving(LogReplay(read_log(log), log)) as server:
        page = await browser.new_page()
        looker = Looker(page, page.context)
        faults: list[str] = []
        page.on("pageerror", lambda error: faults.append(str(error)))
        await page.goto(server.link)
        await page.wait_for_selector("#dock:has-text('All see what')", timeout=PATIENCE)
        assert not await page.locator('[data-key="turn before"]').count(), "the card needs the room"
        await page.focus('[data-key="range"]')
        await page.keyboard.press("ArrowLeft")
        await page.wait_for_selector('[data-key="turn before"]')
        assert await page.evaluate("document.activeElement.dataset.key") == "range"
        await page.click('[data-key="turn before"]')
        await looker.until("(({ at, last }) => at < last)(table.store.picture.table.timeline)")
        hidden = """Object.values(table.store.picture.spaces).flatMap(({ tokens }) => tokens)
            .filter(({ group }) => group === null).length"""
        assert await page.evaluate(hidden)
        await page.focus('[data-key="as truth"]')
        await page.keyboard.press("Enter")
        await looker.until("table.store.picture.table.timeline.eyes === 'truth'")
        assert await page.get_attribute('[data-key="as truth"]', "aria-pressed") == "true"
        assert not await page.evaluate(hidden)
        at = await page.evaluate(
            """Object.entries(table.store.picture.spaces)
            .find(([, { tokens }]) => tokens.some(({ believed }) => believed))[0]"""
        )
        await page.keyboard.press("/")
        await page.wait_for_selector('[data-key="find"]:focus', timeout=PATIENCE)
        await page.keyboard.type(at)
        await page.keyboard.press("Enter")
        await page.wait_for_selector("text=the others could believe", timeout=PATIENCE)
        await page.click('[data-key="as 1"]')
        await page.wait_for_selector('[data-key="as 1"][aria-pressed="true"]', timeout=PATIENCE)
        assert not faults
        await page.close()


async def test_luck_and_bluffs_are_told_at_the_table_and_lead_to_their_moments(
    browser: Browser,
) -> None:
    """SPEC-13.4: each bluff opens the moment before it."""
    founding = founded(shortened(find("wake-island"), 2))
    log, _ = closed(played(founding, 10_000, (Fuzz(1), Fuzz(2))), 0, 1)
    async with serving(LogReplay(read_log(log), log)) as server:
        page = await browser.new_page()
        looker = Looker(page, page.context)
        await page.goto(server.link)
        await page.click('[data-key="retrospect"]', timeout=PATIENCE)
        await page.wait_for_selector("#dialog table.retrospect", timeout=PATIENCE)
        told = await page.inner_text("#dialog")
        assert "of such throws" in told
        assert "for all that anybody could tell" in told
        line = page.locator('#dialog [data-key^="bluff "]').first
        entry = int((await line.get_attribute("data-key") or "").split()[1])
        await line.click()
        await looker.until(
            "at => table.store.picture.table.timeline.at === at && !table.store.dialog", entry - 1
        )
        await page.close()


async def test_the_page_of_a_game_opens_from_a_disk_and_loads_nothing(
    browser: Browser, tmp_path: Path
) -> None:
    """By the keyboard, with its policy in force: the end, a moment before, with other eyes."""
    game = played(founded(shortened(find("wake-island"), 1)), 10_000, (Fuzz(1), Fuzz(2)))
    log, _ = closed(game, 0, 1)
    file = tmp_path / "game.html"
    file.write_text(report_page(game_report(log)), encoding="utf-8")
    page = await browser.new_page()
    asked: list[str] = []
    faults: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda line: faults.append(line.text) if line.type == "error" else None)
    await page.goto(file.as_uri())
    entries = len(game.log)
    assert f"entry {entries} of {entries}" in await page.inner_text("#when")
    assert "Verified" in await page.inner_text("#verdict")
    assert "?" not in "".join(await page.locator("#map svg text").all_text_contents())
    await page.focus("#before")
    await page.keyboard.press("Enter")
    await page.focus("text=As everybody saw it")
    await page.keyboard.press("Enter")
    assert f"entry {entries} of" not in await page.inner_text("#when")
    assert "?" in "".join(await page.locator("#map svg text").all_text_contents())
    await page.select_option("#space", "SZ Hawaii")
    assert "SZ Hawaii" in await page.inner_text("#panel")
    await page.set_viewport_size({"width": 390, "height": 844})
    await page.reload()
    assert await page.evaluate(_LOWEST_COUNTER) >= 9
    assert (set(asked), faults) == ({file.as_uri()}, [])
    await page.close()


async def test_nobody_waits_in_a_replay(browser: Browser) -> None:
    """The battle board of a log says what was fought, at its end too; the log can wait for none."""
    log = write_log(played(founded(find("wake-island")), _ENTRIES, (Fuzz(1), Fuzz(2))).log)
    async with serving(LogReplay(read_log(log), log)) as server:
        page = await browser.new_page()
        await page.goto(server.link)
        for entry in (_ENTRIES, _ENTRIES - 1):
            await page.wait_for_selector(f"text=entry {entry} of {_ENTRIES}", timeout=PATIENCE)
            assert await page.evaluate("table.store.picture.table.waiting.length")
            board = await page.inner_text("#battle")
            assert "SZ Wake" in board
            assert "Waiting" not in board
            await page.click('[data-key="back"]')
        await page.close()


async def test_light_or_dark_is_kept_in_the_home(tmp_path: Path, browser: Browser) -> None:
    """The next table has another address, where the browser itself would have forgotten it."""
    for before, after in (("", "dark"), ("dark", "light"), ("light", "dark")):
        async with command(tmp_path, "table") as (_, link):
            page = await browser.new_page(color_scheme="light")
            looker = Looker(page, page.context)
            await page.goto(link)
            await page.wait_for_selector("body[data-link='open']", timeout=PATIENCE)
            assert await page.get_attribute("html", "data-theme") == before
            await page.click("#theme")
            assert await page.get_attribute("html", "data-theme") == after
            await looker.until(f"table.store.picture.page.dark === {str(after == 'dark').lower()}")
            await page.close()


async def _report(page: Page) -> str:
    await page.click('[data-key="tab seats"]')
    await page.click("text=Audit now")
    await page.wait_for_selector(".report .verified", timeout=PATIENCE)
    async with page.expect_download() as download:
        await page.click('[data-key="save report"]')
    saved = Path(await (await download.value).path())
    return await asyncio.to_thread(saved.read_text, "utf-8")
