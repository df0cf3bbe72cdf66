"""The end of a game in the browser: what it shows, a rematch, and the page to send round."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path

import pytest
from playwright.async_api import Browser, Page

from client.bots.captain import Captain
from client.scenarios import find, shortened
from client.table.report import game_report, report_page
from protocol.charter import Secrecy
from tests.bench.games import closed, founded, played
from tests.browser.axe import found_by_axe
from tests.browser.hall import PATIENCE
from tests.browser.test_entrance import enter, entrance, invite_to_japan, make_key, seat_ann

_SIZES = ((1366, 768), (390, 844))


@asynccontextmanager
async def at_the_end(folder: Path, browser: Browser) -> AsyncIterator[tuple[Page, Page]]:
    """Ann has made a game, Bob has joined it, and Ann, who begins, has resigned."""
    async with (
        entrance(folder / "ann", browser) as ann,
        entrance(folder / "bob", browser) as bob,
    ):
        await seat_ann(ann)
        invite = await invite_to_japan(ann)
        await make_key(bob)
        await enter(bob, invite)
        await bob.click("text=Sign and play", timeout=PATIENCE)
        await ann.wait_for_selector("text=Place the tokens", timeout=PATIENCE)
        await resign(ann)
        for page in (ann, bob):
            await page.wait_for_selector(".outcome >> text=Won by Axis", timeout=PATIENCE)
        yield ann, bob


async def resign(page: Page) -> None:
    """Give a game up."""
    await page.click("#dock >> text=Resign…")
    await page.click("dialog button.danger")


async def narrow(page: Page) -> float:
    """How far a page reaches to the right of its window."""
    reach: float = await page.evaluate(
        "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    )
    return reach


async def check_sizes(page: Page) -> None:
    """Axe finds nothing serious and nothing sticks out, on a laptop and on a phone."""
    for wide, high in _SIZES:
        await page.set_viewport_size({"width": wide, "height": high})
        assert await found_by_axe(page) == []
        assert await narrow(page) <= 0
    await page.set_viewport_size({"width": _SIZES[0][0], "height": _SIZES[0][1]})


async def test_a_rematch_with_sides_swapped_in_two_browsers(
    tmp_path: Path, browser: Browser
) -> None:
    """SPEC-16.23: one click offers it, one accepts, the charter is signed, and Bob begins."""
    async with at_the_end(tmp_path, browser) as (ann, bob):
        assert not await bob.is_visible('[data-key="swapped"]'), "nobody can call him"
        await ann.wait_for_selector("#timeline:not([hidden])", timeout=PATIENCE)
        for page in (ann, bob):
            seats = await page.evaluate(
                "Object.values(table.store.picture.seats).map((seat) => seat.here)"
            )
            assert all(seats), "both are shown as there"
        await check_sizes(ann)
        await ann.click('[data-key="swapped"]')
        await bob.wait_for_selector("text=Ann invites you to a rematch", timeout=PATIENCE)
        await check_sizes(bob)
        await bob.click('[data-key="accept rematch"]')
        await bob.wait_for_selector("text=Sign this charter?", timeout=PATIENCE)
        await bob.click("text=Sign and play")
        for page in (bob, ann):
            await page.click("text=Place the tokens", timeout=PATIENCE)
        await bob.wait_for_selector("text=Buy units", timeout=PATIENCE)
        await ann.wait_for_selector('body[data-stage="game"]', timeout=PATIENCE)
        assert await ann.is_hidden("#timeline"), "the game goes on"


async def test_who_is_gone_is_named_in_the_lobby_of_the_rematch(
    tmp_path: Path, browser: Browser
) -> None:
    async with at_the_end(tmp_path, browser) as (ann, bob):
        await bob.click('[data-key="done here"]')
        await bob.click('[data-key="leave now"]')
        await ann.wait_for_selector('.seatmark.off[title^="Bob"]', timeout=PATIENCE)
        await ann.click('[data-key="rematch"]')
        await ann.wait_for_selector("text=Waiting for one player", timeout=PATIENCE)
        await ann.wait_for_selector("text=Bob was not connected", timeout=PATIENCE)


async def test_bots_play_again_at_once(tmp_path: Path, browser: Browser) -> None:
    async with entrance(tmp_path, browser) as page:
        await page.click('[data-key="create"]')
        await page.wait_for_selector("text=Place the tokens", timeout=3 * PATIENCE)
        await page.click("text=Seats")
        await page.wait_for_selector("text=The log", timeout=PATIENCE)
        people = "text=Safety phrase", "text=Invite somebody"
        assert not [one for one in people if await page.locator(one).count()], "bots need neither"
        await resign(page)
        await page.click('[data-key="swapped"]', timeout=PATIENCE)
        await page.wait_for_selector(".outcome", state="detached", timeout=PATIENCE)
        await page.wait_for_selector('body[data-stage="game"]', timeout=3 * PATIENCE)
        seats = await page.evaluate("Object.values(table.store.picture.seats)")
        assert [seat["powers"] for seat in seats if seat["you"]] == [["Japan"]]


@cache
def page_to_send_round() -> str:
    """Of a round with proofs: they and the captains take seconds."""
    table = played(
        founded(shortened(find("wake-island"), 1), Secrecy.PROVED),
        10_000,
        (Captain(1), Captain(2)),
    )
    return report_page(game_report(closed(table, 0)[0]))


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_axe_finds_nothing_serious_on_the_page_to_send_round(
    tmp_path: Path, browser: Browser, scheme: str
) -> None:
    file = tmp_path / "game.html"
    file.write_text(page_to_send_round(), encoding="utf-8")
    page = await browser.new_page(bypass_csp=True)
    await page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    await page.goto(file.as_uri())
    await page.wait_for_selector("#proof table")
    numbers = await page.locator("tbody tr:first-child td.number").count()
    assert numbers > 0
    assert await page.locator("th.number").count() == numbers, "heads stand over their numbers"
    await check_sizes(page)
    await page.close()
