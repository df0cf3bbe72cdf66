"""Moving by mouse on the board of 1941: several places at once, one more, calling, taking back."""

import pytest
from playwright.async_api import Browser

from engine.loading import builtin
from engine.pieces import PieceId
from engine.run import Run
from engine.setup import new_game
from tests.browser.exhibit import Exhibit, exhibited
from tests.browser.hall import PATIENCE, Looker
from tests.browser.test_forms import click_piece, press

_GOES = """([pieces, to]) => table.request(
    "answer", { question: table.store.picture.ask.id, answer: { do: "move", pieces, to } })"""
_ENDS = """() => {
    const path = document.querySelector("#staged .plan");
    const end = path.getPointAtLength(path.getTotalLength()).matrixTransform(path.getScreenCTM());
    return Math.abs(end.x - table.onScreen("SZ 8").x);
}"""
"""How far beside its goal, in pixels, the arrow of a move ends."""
_FRAMES = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"


@pytest.fixture
def exhibit() -> Exhibit:
    """Germany opens, without research and without hidden submarines."""
    scenario = builtin("anniversary-1941")
    run = Run(new_game(scenario, (), {"research": "off"}, scenario.seatings[2]))
    return Exhibit(run, run.game.seat_of(scenario.turns[0].powers[0]))


def units(exhibit: Exhibit, space: str, kind: str) -> list[PieceId]:
    """Germany's units of a kind in a space, as the page shows them."""
    stacks = exhibit.picture().spaces[space].stacks
    return [PieceId(i) for s in stacks if (s.power, s.kind) == ("Germany", kind) for i in s.ids]


async def to_combat_moves(looker: Looker) -> None:
    """Buy nothing, and look at Europe from near."""
    await press(looker, "buy")
    await looker.until("table.store.picture.ask?.question?.form.kind === 'orders'")
    await looker.page.click("#views button:has-text('Europe')")
    await looker.page.evaluate(_FRAMES)


async def in_hand(looker: Looker) -> set[int]:
    """What is picked up."""
    return set(await looker.page.evaluate("[...table.store.picked]"))


async def go(looker: Looker, space: str) -> None:
    """Click a place that lights up, twice as hasty people do, and wait for the one order."""
    await looker.until("space => space in table.store.lit", space)
    x, y = await looker.at(space)
    await looker.page.mouse.click(x, y)
    await looker.page.mouse.click(x, y)
    await looker.until("table.store.picture.ask?.staged.length > 1")


async def test_units_of_two_places_attack_by_one_click_and_are_undone_by_one(
    browser: Browser, exhibit: Exhibit
) -> None:
    """BG-7.2: Shift takes one more with each click, Ctrl what stands elsewhere too.

    What is out of reach says why, by the unit's name; undo takes back the whole of a click.
    """
    async with exhibited(browser, exhibit) as looker:
        await to_combat_moves(looker)
        near, far = units(exhibit, "Bulgaria Romania", "tank"), units(exhibit, "Poland", "tank")
        await looker.page.keyboard.down("Shift")
        for count in (1, 2):
            await click_piece(looker, near[0])
            assert len(await in_hand(looker)) == count
        await looker.page.keyboard.up("Shift")
        await looker.page.keyboard.down("Control")
        await click_piece(looker, far[0])
        await looker.page.keyboard.up("Control")
        assert await in_hand(looker) == {*near, *far}
        await looker.until("'Ukraine' in table.store.lit")
        x, y = await looker.at("Belorussia")
        await looker.page.mouse.click(x, y)
        refused = looker.page.locator(".toast.refused")
        await refused.wait_for(timeout=PATIENCE)
        assert "the tank in Bulgaria Romania must stop in" in await refused.inner_text()
        await go(looker, "Ukraine")
        assert set(units(exhibit, "Ukraine", "tank")) == {*near, *far}
        await looker.page.click("#undo")
        await looker.until("table.store.picture.ask?.staged.length === 1")
        assert units(exhibit, "Poland", "tank") == far


async def test_a_place_calls_who_can_come_and_sends_them_back(
    browser: Browser, exhibit: Exhibit
) -> None:
    """R6: what was brought to a place is taken back there, all of it or one kind."""
    async with exhibited(browser, exhibit) as looker:
        await to_combat_moves(looker)
        x, y = await looker.at("Ukraine")
        await looker.page.mouse.click(x, y)
        lines = looker.page.locator("#tab .rows li")
        await lines.filter(has_text="Poland").first.wait_for(timeout=PATIENCE)
        for start in ("Poland", "Bulgaria Romania"):
            line = lines.filter(has=looker.page.locator('[aria-label*="tank in"]'))
            await line.filter(has_text=start).locator("button[data-key$='+']").click()
        await looker.page.click('[data-key="come Ukraine"]:not([disabled])', timeout=PATIENCE)
        await looker.until("table.store.picture.ask?.staged.length > 1")
        assert len(units(exhibit, "Ukraine", "tank")) == 2
        await looker.page.click('[data-key="back"]', timeout=PATIENCE)
        await looker.until(
            "!table.store.picture.spaces.Ukraine.stacks.some(stack => stack.power === 'Germany')"
        )
        assert len(units(exhibit, "Poland", "tank")) == 2


async def test_all_are_brought_for_whom_there_is_room_and_the_others_are_told_why(
    browser: Browser, exhibit: Exhibit
) -> None:
    """BG-7.9: many could board the one transport, each alone."""
    async with exhibited(browser, exhibit) as looker:
        await to_combat_moves(looker)
        await looker.click_beside("SZ 5")
        await looker.page.click('[data-key="come SZ 5"]:has-text("all")', timeout=PATIENCE)
        await looker.until("table.store.picture.ask?.staged.length > 1")
        left = looker.page.locator(".toast", has_text="behind: ")
        await left.wait_for(timeout=PATIENCE)
        assert "has no room" in await left.inner_text()
        land = [*units(exhibit, "SZ 5", "infantry"), *units(exhibit, "SZ 5", "tank")]
        assert len(land) == 2


async def test_an_arrow_is_seen_wherever_the_map_is_cut(browser: Browser, exhibit: Exhibit) -> None:
    """A world has no edge: what lies west of its seam may be seen east of it."""
    async with exhibited(browser, exhibit) as looker:
        await to_combat_moves(looker)
        await looker.page.evaluate(_GOES, [units(exhibit, "SZ 7", "submarine"), "SZ 8"])
        await looker.until("document.querySelector('#staged .plan') !== null")
        for west in (500, -300, -1200, 500 + 4000, -1200 - 4000):
            await looker.page.evaluate("west => table.frameTo([west, 0, 2000, 1989])", west)
            await looker.page.evaluate(_FRAMES)
            assert await looker.page.evaluate(_ENDS) < 60


async def test_new_units_are_proposed_and_placed_on_the_map(
    browser: Browser, exhibit: Exhibit
) -> None:
    """BG-10.1: all that is bought has a place already; clicks on the map place it anew."""
    async with exhibited(browser, exhibit) as looker:
        page = looker.page
        await press(looker, "buy tank+", "buy tank+", "buy")
        await looker.until("table.store.picture.ask?.question?.form.kind === 'orders'")
        await press(looker, "done")
        await looker.until("table.store.picture.ask?.question?.name === 'NoncombatMove'")
        await press(looker, "done")
        await looker.until("table.store.picture.ask?.question?.form.kind === 'mobilize'")
        assert "all placed" in await looker.dock()
        await press(looker, "empty", "hold tank")
        x, y = await looker.at("Germany")
        await page.mouse.click(x, y)
        assert "1 to place" in await looker.dock()
        await page.mouse.click(x, y)
        assert "all placed" in await looker.dock()
        await press(looker, "place")
        await looker.until("table.store.picture.ask?.question?.form.kind !== 'mobilize'")
        assert len(units(exhibit, "Germany", "tank")) == 2
