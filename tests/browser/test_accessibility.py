"""axe finds nothing serious on the table, while the past is played back and after it."""

import pytest
from playwright.async_api import Browser

from client.bots.fuzz import Fuzz
from client.scenarios import find
from client.table.replay import LogReplay
from client.table.server import serving
from protocol.logfile import read_log, write_log
from tests.bench.games import founded, played
from tests.browser.axe import found_by_axe
from tests.browser.hall import PATIENCE, Hall
from tests.browser.test_playback import end_turn, hold, paused_at
from tests.browser.test_table import fleet_to_wake, opening


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_axe_finds_nothing_serious(hall: Hall, scheme: str) -> None:
    """Arrows of what is not sent, dice that are played back, the battle board, a phone."""
    await hall.play()
    looker = await hall.look()
    page = looker.page
    await page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    await opening(looker)
    await fleet_to_wake(looker)
    await page.focus('[data-key="move 0"]')
    assert await found_by_axe(page) == []
    await hold(looker)
    await page.click('[data-key="done"]')
    await paused_at(looker, "fire")
    await page.wait_for_selector("#battle h3", timeout=PATIENCE)
    assert await found_by_axe(page) == []
    await page.keyboard.press("s")
    await page.set_viewport_size({"width": 390, "height": 844})
    await page.click('[data-key="tab battle"]')
    assert await found_by_axe(page) == []


async def test_the_panel_and_a_dialog_are_called_by_what_they_show(hall: Hall) -> None:
    await hall.play()
    looker = await hall.look()
    page = looker.page
    await looker.ready()
    for key, name in ("2", "Powers"), ("1", "Space"):
        await page.keyboard.press(key)
        await page.get_by_role("tabpanel", name=name, exact=True).wait_for(timeout=PATIENCE)
    await page.keyboard.press("/")
    await page.get_by_role("dialog", name="Find a space").wait_for(timeout=PATIENCE)
    await page.keyboard.press("Escape")
    await page.keyboard.press("?")
    await page.get_by_role("dialog", name="Keys").wait_for(timeout=PATIENCE)


@pytest.mark.parametrize("wide", [1366, 390])
async def test_axe_finds_nothing_serious_in_what_was_missed(hall: Hall, wide: int) -> None:
    """The strip while a move is played, and the card, folded and not."""
    await hall.play()
    looker = await hall.look()
    page = looker.page
    await opening(looker)
    await page.select_option('[data-key="speed"]', "slow")
    await end_turn(looker)
    await paused_at(looker, "move")
    await page.set_viewport_size({"width": wide, "height": 844})
    assert await found_by_axe(page) == []
    await looker.until("table.store.picture.ask !== null")  # or more would be played back at once
    await page.reload()
    await page.wait_for_selector("#away h3", timeout=PATIENCE)
    for _ in range(2):
        assert await found_by_axe(page) == []
        await page.click('#away [data-key="away"]')


async def test_axe_finds_nothing_serious_in_a_replay(browser: Browser) -> None:
    """Its timeline has signs for the eye and words for who listens."""
    log = write_log(played(founded(find("wake-island")), 40, (Fuzz(1), Fuzz(2))).log)
    async with serving(LogReplay(read_log(log), log)) as server:
        page = await browser.new_page()
        await page.goto(server.link)
        await page.wait_for_selector("#timeline:not([hidden])", timeout=PATIENCE)
        await page.click('[data-key="back"]')
        await page.wait_for_selector("text=entry 39 of 40", timeout=PATIENCE)
        assert await found_by_axe(page) == []
        await page.get_by_role("button", name="one entry on").click()
        await page.wait_for_selector("text=entry 40 of 40", timeout=PATIENCE)
        await page.close()
