"""The table under a finger, on a phone: playback, arrows, the battle board, what was missed."""

from playwright.async_api import Locator, Page

from tests.browser.hall import PATIENCE, Hall, Looker
from tests.browser.test_playback import ON_ARROW, STEP, end_turn, paused_at
from tests.browser.test_table import opening

_FINGER = 44  # pixels
_SMALL = """() => [...document.querySelectorAll("button, input, select, summary, [role=tab]")]
    .filter((one) => one.checkVisibility())
    .map((one) => [one, (one.closest("label") ?? one).getBoundingClientRect()])
    .filter(([one, { x, y, width, height }]) => {
        const top = document.elementFromPoint(x + width / 2, y + height / 2);
        const reached = (dx, dy) =>
            document.elementFromPoint(x + width / 2 + dx, y + height / 2 + dy);
        const hits = (found) => found && (one.contains(found) || found.contains(one));
        return hits(top) && !one.matches(".inline, .line") && height < 43.5 &&
            !(hits(reached(0, -21)) && hits(reached(0, 21)));
    })
    .map(([one]) => one.outerHTML.slice(0, 90))"""
"""What can be tapped and is less than a finger high; words within sentences aside."""


async def phone(hall: Hall) -> Looker:
    """Play on a phone."""
    await hall.play()
    return await hall.look(wide=390, high=844, touch=True)


async def tap(page: Page, selector: str) -> None:
    """Tap on a button that is as high as a finger is wide."""
    button = page.locator(selector).first
    await button.scroll_into_view_if_needed()
    box = await button.bounding_box()
    assert box is not None
    assert box["height"] >= _FINGER, selector
    await button.tap()


async def middle(place: Locator) -> tuple[float, float]:
    """The middle of what is drawn."""
    box = await place.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


async def move_to_wake(looker: Looker) -> None:
    """Move the fleet at Hawaii to Wake by taps alone."""
    page = looker.page
    await page.evaluate("table.reveal('SZ Hawaii')")
    chip = page.locator('.stack[data-space="SZ Hawaii"] .chip.movable').first
    await page.touchscreen.tap(*await middle(chip))
    await page.locator('[data-key="all"]').tap()
    await looker.until("'SZ Wake' in table.store.lit")
    await page.touchscreen.tap(*await looker.at("SZ Wake"))
    await looker.until("table.store.picture.ask?.moves.length === 1 && !table.store.picked.size")


async def resting_arrow(page: Page) -> tuple[float, float]:
    """A point of the arrow, once the map moves no more."""
    point = None
    while (now := await page.evaluate(ON_ARROW)) is None or now != point:
        point = now
        await page.wait_for_timeout(400)
    x, y = now
    return x, y


async def test_the_cross_of_an_arrow_is_tapped(hall: Hall) -> None:
    """BG-7: a tap on the arrow of a staged move lights it up, one on its cross undoes it."""
    looker = await phone(hall)
    page = looker.page
    await opening(looker)
    await move_to_wake(looker)
    await page.touchscreen.tap(*await resting_arrow(page))
    await page.wait_for_selector("#crosses .cross")
    await page.touchscreen.tap(*await middle(page.locator("#crosses .cross")))
    await looker.until("table.store.picture.ask?.moves.length === 0")
    assert await page.locator("#staged .plan").count() == 0


async def test_a_battle_is_followed_by_taps(hall: Hall) -> None:
    """Pause, next and skip; the battle board is a tab, and what is asked another."""
    looker = await phone(hall)
    page = looker.page
    await opening(looker)
    await page.select_option('[data-key="speed"]', "slow")
    await move_to_wake(looker)
    await tap(page, '[data-key="tab now"]')
    await tap(page, '[data-key="done"]')
    await looker.until(f"{STEP} !== undefined")
    await tap(page, '[data-key="pause"]')
    await looker.until("table.store.playback.paused")
    before = await page.evaluate("JSON.stringify(table.store.playback.steps[0])")
    await tap(page, '[data-key="step"]')
    await looker.until(f"before => JSON.stringify({STEP}) !== before", before)
    await tap(page, '[data-key="tab battle"]')
    assert await page.is_visible("#battle h3")
    await tap(page, '[data-key="tab now"]')
    assert await page.is_visible("#dock")
    await tap(page, '[data-key="skip"]')
    await looker.until("table.store.playback === null")


async def test_what_was_missed_is_read_and_played_by_taps(hall: Hall) -> None:
    """The card unfolds, its lines lead to places, it plays back, and goes when it is read."""
    looker = await phone(hall)
    page = looker.page
    await opening(looker)
    await page.select_option('[data-key="speed"]', "slow")
    await end_turn(looker)
    await paused_at(looker, "move")
    await looker.until("table.store.picture.ask !== null")  # or more would be played back at once
    await page.reload()
    await page.wait_for_selector("#away h3", timeout=PATIENCE)
    if await page.get_attribute('#away [data-key="away"]', "aria-expanded") == "false":
        await tap(page, '#away [data-key="away"]')
    await tap(page, "#away li button.line")
    await tap(page, '[data-key="tab now"]')
    await tap(page, '[data-key="play back"]')
    await looker.until(f"{STEP} !== undefined")
    await tap(page, '[data-key="skip"]')
    await looker.until("table.store.playback === null")
    await tap(page, '[data-key="read"]')
    await looker.until("table.store.picture.away === null")


async def test_a_whole_turn_is_played_by_taps(hall: Hall) -> None:
    """BG-3: from the first purchase to Japan's turn and back, with no target below a finger's."""
    looker = await phone(hall)
    page = looker.page
    await looker.wait_for("SS-0.8")
    asked: list[str] = []
    main = "#dock .body button.primary:not([disabled]), #dock .menu button"
    while (await looker.picture("turn"))["round"] == 1:
        await looker.ready()
        if (await looker.picture("turn"))["round"] > 1:
            break
        question = await looker.asked()
        assert await page.evaluate(_SMALL) == [], question["name"]
        if question["name"] == "CombatMove" and "CombatMove" not in asked:
            await move_to_wake(looker)
            assert await page.evaluate(_SMALL) == []
            await page.locator('[data-key="tab now"]').tap()
        asked.append(question["name"])
        before = await page.evaluate("table.store.picture.ask?.id")
        await page.locator(main).first.tap()
        await looker.until("before => table.store.picture.ask?.id !== before", before)
    assert {"PurchaseUnits", "CombatMove", "Casualties", "NoncombatMove"} <= set(asked)
    assert await page.evaluate("document.documentElement.scrollWidth") == 390


async def test_a_plan_is_drawn_by_taps(hall: Hall) -> None:
    """While Ann divides her submarines, an arrow is drawn, weighed and taken back on a phone."""
    await hall.play(people=2)
    bob = await hall.look(1, wide=390, high=844, touch=True)
    page = bob.page
    await page.locator("text=Sign and play").tap()
    await bob.wait_for("to divide submarines into groups")
    await tap(page, '.waits [data-key="plan"]')
    await page.evaluate("table.reveal('SZ Wake')")
    chip = page.locator('.stack[data-space="SZ Wake"] .chip.movable').first
    await page.touchscreen.tap(*await middle(chip))
    await bob.until("table.store.picked.size > 0")
    await page.touchscreen.tap(*await bob.at("SZ Hawaii"))
    await bob.until("table.store.planned.moves.length === 1")
    assert await page.locator("#staged .planned .plan").count() == 1
    await tap(page, '[data-key="tab now"]')
    assert await page.evaluate(_SMALL) == []
    await tap(page, '.planned [data-key="odds SZ Hawaii"]')
    await page.wait_for_selector(".planned .aim:has-text('you lose')", timeout=PATIENCE)
    await tap(page, '.planned [data-key="forget 0"]')
    await bob.until("table.store.planned.moves.length === 0")
