"""What stands on the map can be read and hit, on a laptop and under a finger."""

import pytest

from tests.browser.hall import Hall, Looker
from tests.browser.test_table import opening

_OVERLAPS = """() => {
  const seen = [...document.querySelectorAll('#stacks .chip')]
    .filter(e => e.getBoundingClientRect().width)
    .map(e => [e.closest('.stack').dataset.space, e.getBoundingClientRect()]);
  const found = [];
  seen.forEach(([a, p], i) => seen.slice(i + 1).forEach(([b, q]) => {
    const wide = Math.min(p.right, q.right) - Math.max(p.left, q.left);
    const high = Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top);
    if (a !== b && wide > 4 && high > 4) found.push(`${a} and ${b}`);
  }));
  return found;
}"""
_SMALL = """() => [...document.querySelectorAll('#dock button, #tabs button, #views button')]
  .filter(e => e.getBoundingClientRect().width && !e.matches('.inline'))
  .filter(e => e.getBoundingClientRect().height < 40).map(e => e.textContent)"""


UPRIGHT, ON_ITS_SIDE = (390, 844), (844, 390)


@pytest.mark.parametrize("wide", [1366, 390])
async def test_no_chip_of_1941_covers_another_spaces_chip(hall: Hall, wide: int) -> None:
    """The full set-up, as it opens and in every part of the map that has a button."""
    await hall.play(scenario="anniversary-1941")
    looker = await hall.look(wide=wide, high=768)
    await looker.wait_for("SS-0.8")
    assert await looker.page.evaluate(_OVERLAPS) == []
    for part in ("Europe", "Atlantic", "Africa", "China", "Pacific"):
        await looker.page.click(f"#views >> text={part}")
        await looker.page.wait_for_timeout(100)
        assert await looker.page.evaluate(_OVERLAPS) == [], part


async def test_a_finger_hits_a_chip_that_it_only_nearly_touches(hall: Hall) -> None:
    """A chip is 20 pixels high; what a finger means is the nearest within 15 around it."""
    await hall.play()
    looker = await hall.look(wide=390, high=844, touch=True)
    await opening(looker)
    await looker.page.evaluate("table.reveal('Hawaii')")
    chip = looker.page.locator('.stack[data-space="Hawaii"] .chip.movable').last
    box = await chip.bounding_box()
    assert box is not None
    await looker.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] + 10)
    await looker.until("table.store.picked.size > 0")
    assert await looker.page.evaluate("table.store.space") == "Hawaii"


async def test_nothing_lies_on_the_map(hall: Hall) -> None:
    """The buttons for its parts stand below it, on a phone and on a laptop."""
    await hall.play()
    looker = await hall.look(wide=390, high=844, touch=True)
    await opening(looker)
    above = """document.querySelector('#map').getBoundingClientRect().bottom
        <= document.querySelector('#views').getBoundingClientRect().top"""
    assert await looker.page.evaluate(above)
    await looker.page.set_viewport_size({"width": 1366, "height": 768})
    assert await looker.page.evaluate(above)


@pytest.mark.parametrize(("wide", "high"), [UPRIGHT, ON_ITS_SIDE])
async def test_buttons_on_a_phone_are_as_high_as_a_finger_is_wide(
    hall: Hall, wide: int, high: int
) -> None:
    """40 pixels at least, in the dock, among the tabs and on the map."""
    await hall.play()
    looker = await hall.look(wide=wide, high=high, touch=True)
    await looker.wait_for("SS-0.8")
    assert await looker.page.evaluate(_SMALL) == []
    await looker.page.click("text=Place the tokens")
    await looker.wait_for("Buy units")
    assert await looker.page.evaluate(_SMALL) == []


@pytest.mark.parametrize(("wide", "high"), [UPRIGHT, ON_ITS_SIDE])
async def test_on_a_phone_what_is_asked_and_each_tab_have_the_panel_alone(
    hall: Hall, wide: int, high: int
) -> None:
    """The question comes first; a space that is tapped takes its place; a tab brings it back."""
    await hall.play()
    looker = await hall.look(wide=wide, high=high, touch=True)
    await looker.wait_for("SS-0.8")
    await shows(looker, dock=True)
    await looker.page.click('[data-key="tab seats"]')
    await shows(looker, dock=False)
    await looker.page.click('[data-key="tab now"]')
    await shows(looker, dock=True)


async def test_a_phone_on_its_side_has_the_map_beside_what_is_asked(hall: Hall) -> None:
    """The map has most of the little height there is, and more than half of the width."""
    await hall.play(scenario="anniversary-1941")
    looker = await hall.look(wide=844, high=390, touch=True)
    await looker.wait_for("SS-0.8")
    for wide, high in (ON_ITS_SIDE, (667, 375)):
        await looker.page.set_viewport_size({"width": wide, "height": high})
        world = await looker.page.locator("#map").bounding_box()
        asked = await looker.page.locator("#side").bounding_box()
        assert world is not None
        assert asked is not None
        assert world["height"] > 0.6 * high
        assert 0.5 * wide < world["width"] <= asked["x"]
        assert asked["y"] == 0
        assert asked["height"] == high
        foot = await looker.page.locator('[data-key="open"]').bounding_box()
        assert foot is not None
        assert foot["y"] + foot["height"] <= high, "what answers the question stays in sight"


async def shows(looker: Looker, *, dock: bool) -> None:
    """Whether the panel shows what is asked, or a tab."""
    assert await looker.page.is_visible("#dock") == dock
    assert await looker.page.is_visible("#tab") != dock


async def test_a_size_that_comes_back_brings_back_the_view(hall: Hall) -> None:
    """The whole of a small map fills a larger window; on the way back nothing has crept."""
    await hall.play()
    looker = await hall.look()
    page = looker.page
    await looker.wait_for("SS-0.8")
    before = [await looker.at(name) for name in ("Honshu", "California")]
    for wide, high in ((2560, 1440), (390, 844), (1920, 1080)):
        await page.set_viewport_size({"width": wide, "height": high})
        await page.wait_for_timeout(200)
        board = await page.locator("#board").bounding_box()
        assert board is not None
        west, east = [(await looker.at(name))[0] for name in ("Honshu", "California")]
        assert board["x"] < west < east < board["x"] + board["width"]
        assert east - west > 0.5 * board["width"]
    await page.set_viewport_size({"width": 1366, "height": 768})
    await page.wait_for_timeout(200)
    after = [await looker.at(name) for name in ("Honshu", "California")]
    assert [round(x) for spot in after for x in spot] == [round(x) for spot in before for x in spot]


async def test_nothing_is_wider_than_the_window(hall: Hall) -> None:
    """Whichever tab is open, also in windows between those of a laptop and of a phone."""
    await hall.play(scenario="anniversary-1941")
    looker = await hall.look(wide=1024)
    await looker.wait_for("SS-0.8")
    for wide, high in ((1024, 768), (760, 768), UPRIGHT, ON_ITS_SIDE):
        await looker.page.set_viewport_size({"width": wide, "height": high})
        for tab in ("space", "hidden", "orders", "log", "seats"):
            await looker.page.click(f'[data-key="tab {tab}"]')
            found = await looker.page.evaluate("document.documentElement.scrollWidth")
            assert found == wide, tab
