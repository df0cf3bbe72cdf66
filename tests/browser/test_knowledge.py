"""What is known of hidden tokens, where decisions are made: by mouse, on the real page."""

from playwright.async_api import Browser

from engine.records import encode
from engine.variants.secret_subs.combat import ChooseSides, SubmergeOrFight
from tests.browser.axe import found_by_axe
from tests.browser.exhibit import Exhibit, exhibited
from tests.browser.hall import Hall
from tests.browser.test_forms import answered, press, secrets_of
from tests.browser.test_table import opening
from tests.engine.secret_subs.test_combat import battle


async def test_a_token_on_the_map_says_what_it_may_be(hall: Hall) -> None:
    """SS-5: own tokens by group and size, the enemy's by what is possible, each in a sentence."""
    await hall.play()
    looker = await hall.look()
    await opening(looker)
    await looker.page.click("#views >> text=World")
    labels = [
        await chip.get_attribute("aria-label")
        for chip in await looker.page.locator("#map .chip.token[role=img]").all()
    ]
    own = [label for label in labels if label and label.startswith("Your token")]
    enemy = [label for label in labels if label and label.startswith("Japan's token")]
    assert own
    assert all("know it" in label for label in own)
    assert enemy
    assert all("hold" in label and "%" in label for label in enemy)


async def test_pointing_at_a_group_lights_up_the_tokens_that_may_hold_it(hall: Hall) -> None:
    """The tracker: a box says the last place, the tokens that may hold the group, and notes."""
    await hall.play()
    looker = await hall.look()
    page = looker.page
    await opening(looker)
    spaces = await looker.picture("spaces")
    found = [
        (token["id"], row["group"])
        for space in spaces.values()
        for token in space["tokens"]
        if token["power"] == "Japan"
        for row in token["odds"] or ()
        if row["group"] is not None
    ]
    group = found[0][1]
    holders = {token for token, one in found if one == group}
    noted = min(holders)
    await page.evaluate("token => table.request('note', { token, text: 'left early' })", noted)
    await page.click('[data-key="tab hidden"]')
    box = page.locator(f'[data-key="box Japan {group}"]')
    await box.hover()
    await looker.until("document.querySelectorAll('#map .chip.pointed').length")
    lit = {
        int(number)
        for chip in await page.locator("#map .chip.pointed[data-ids]").all()
        for number in (await chip.get_attribute("data-ids") or "").split(",")
        if number
    }
    assert lit <= holders
    reading = await page.inner_text("#playback .over")
    assert f"Group {group} of Japan" in reading
    assert "has not been seen yet. It may be token" in reading
    assert f"Your notes: #{noted}: left early." in reading
    assert await box.get_attribute("title") == reading
    await page.mouse.move(2, 2)
    await looker.until("!document.querySelectorAll('#map .chip.pointed').length")
    await box.focus()
    await looker.until("document.querySelectorAll('#map .chip.pointed').length")


async def test_a_box_of_the_tracker_stays_where_it_is_pointed_at(hall: Hall) -> None:
    """What is told of a group stands elsewhere: in the strip below the map."""
    await hall.play()
    looker = await hall.look()
    page = looker.page
    await opening(looker)
    await page.click('[data-key="tab hidden"]')
    box = page.locator('#tab .box[title*="has no submarines"]').first
    await box.scroll_into_view_if_needed()
    before = await box.bounding_box()
    await box.hover()
    await looker.until("table.store.pointed !== null")
    assert await box.bounding_box() == before
    assert await found_by_axe(page) == []


async def test_who_submerges_sees_both_outcomes(browser: Browser) -> None:
    """SS-3.1: the odds of every choice stand beside it; a tick marks the one that is made."""
    sea = battle("SZ 8: USA cruiser", "SZ 8: Japan k=1:2, j=2:1")
    sea.until(ChooseSides)
    exhibit = Exhibit(sea.run, 1, owners=secrets_of(sea))
    async with exhibited(browser, exhibit) as looker:
        await looker.wait_for("which fight?")
        rows = looker.page.locator("#dock .prospects li")
        assert await rows.count() == 4
        marked = looker.page.locator("#dock .prospects li.on")
        assert (await marked.inner_text()).startswith("All fight: win ")
        await press(looker, f"under {sea['k']}", f"under {sea['j']}")
        assert "nothing is lost" in await marked.inner_text()
        await press(looker, "stand")
        given = encode(SubmergeOrFight(frozenset((sea["k"], sea["j"]))))
        assert await answered(exhibit) == given
