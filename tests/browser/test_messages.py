"""Messages have a place of their own: they cover nothing that is needed, and lie over dialogs."""

import pytest

from tests.browser.axe import found_by_axe
from tests.browser.hall import PATIENCE, Hall, Looker
from tests.browser.test_playback import end_turn, hold, paused_at
from tests.browser.test_table import fleet_to_wake, opening

_COVERED = """() => {
    const needed = "#map, #dock, #tabs, #battle, #playback .controls, #playback .said";
    const said = document.querySelector(".toast.refused").getBoundingClientRect();
    const covered = (one) => {
        const box = one.getBoundingClientRect();
        const wide = Math.min(said.right, box.right) - Math.max(said.left, box.left);
        const high = Math.min(said.bottom, box.bottom) - Math.max(said.top, box.top);
        return box.width && wide > 1 && high > 1;
    };
    const all = [...document.querySelectorAll(needed)].filter(covered);
    return all.map((one) => one.id || one.className);
}"""
"""What messages lie over of all that is needed."""
_CUT = """() => {
    const said = document.querySelector("#playback .said");
    const more = document.createElement("p");
    more.textContent = "many words ".repeat(200);
    said.querySelector(".words").append(more);
    said.style.display = "flex"; // on a phone it gives way to a message
    const { scrollHeight, clientHeight } = said;
    const row = Number.parseFloat(getComputedStyle(more).lineHeight);
    more.remove();
    said.style.display = "";
    return [scrollHeight > clientHeight, clientHeight % row];
}"""
"""Whether the strip has more to tell than it shows, and the pixels of a row that it would cut."""


async def take_up(looker: Looker) -> None:
    """Take the warships at Hawaii in hand."""
    x, y = await looker.at("SZ Hawaii")
    await looker.page.mouse.click(x, y - 14)
    await looker.page.click('[data-key="all"]')
    await looker.until("'SZ Wake' in table.store.lit")


@pytest.mark.parametrize(
    ("wide", "high"), [(1366, 768), (1920, 1080), (2560, 1440), (390, 844)], ids=str
)
async def test_a_refusal_covers_nothing(hall: Hall, wide: int, high: int) -> None:
    """BG-7: Japan is too far; why is said in the strip, whatever the size of the window.

    What the strip tells has whole rows, too.
    """
    await hall.play()
    looker = await hall.look()
    page = looker.page
    await opening(looker)
    await take_up(looker)
    await page.set_viewport_size({"width": wide, "height": high})
    assert await page.evaluate(_CUT) == [True, 0]
    await page.evaluate("table.reveal('SZ Japan')")
    await page.wait_for_timeout(300)
    await page.mouse.click(*await looker.at("SZ Japan"))
    refusal = page.locator("#told .toast.refused")
    await refusal.wait_for(timeout=PATIENCE)
    assert "2 movement points left, not 3" in await refusal.inner_text()
    await page.wait_for_timeout(300)  # it rises to its place
    assert await page.evaluate(_COVERED) == []
    assert await found_by_axe(page) == []


async def test_what_is_said_while_a_dialog_is_open_lies_over_it(hall: Hall) -> None:
    """The strip is behind a dialog, and cannot be read."""
    await hall.play()
    looker = await hall.look()
    page = looker.page
    await opening(looker)
    await take_up(looker)
    await page.mouse.click(*await looker.at("SZ Japan"))
    await page.wait_for_selector("#told .toast.refused", timeout=PATIENCE)
    await page.keyboard.press("?")
    await page.wait_for_selector("#toasts .toast.refused", timeout=PATIENCE)
    assert await page.locator("#toasts:popover-open").count()
    assert not await page.locator("#told .toast").count()
    await page.keyboard.press("Escape")
    await page.wait_for_selector("#told .toast.refused", timeout=PATIENCE)


async def test_the_strip_tells_what_the_pointer_is_over(hall: Hall) -> None:
    """A card beside the pointer would lie over what is pointed at, or attacked."""
    await hall.play()
    looker = await hall.look()
    page = looker.page
    await opening(looker)
    x, y = await looker.at("SZ Wake")
    await page.mouse.move(x, y + 20)
    await page.wait_for_selector("#playback .over", timeout=PATIENCE)
    await take_up(looker)
    await page.mouse.move(x, y + 20)
    await looker.until("document.querySelector('#playback .over b')?.textContent === 'SZ Wake'")
    told = await page.inner_text("#playback .over p:first-child")
    assert told.count("?") == 3
    doubts = await page.inner_text("#playback .over .doubts")
    assert doubts.count("#") == 3
    assert " group " in doubts
    assert "%" in doubts
    await page.mouse.move(2, 2)
    await page.wait_for_selector("#playback .over", state="detached", timeout=PATIENCE)


_WATCH = """() => {
    window.errors = [];
    const look = () => document.querySelectorAll(".toast.refused, .fault").forEach((one) =>
        window.errors.includes(one.innerText) || window.errors.push(one.innerText));
    new MutationObserver(look).observe(document, { childList: true, subtree: true });
}"""


async def errors_of(looker: Looker) -> list[str]:
    """What a page that is loaded again reports of itself."""
    page = looker.page
    await page.reload()
    await page.wait_for_selector("#stacks .stack", state="attached", timeout=PATIENCE)
    await page.wait_for_timeout(700)
    found: list[str] = await page.evaluate("errors")
    return found


async def test_a_page_that_is_loaded_shows_no_error(hall: Hall) -> None:
    """With a question, a dialog, a staged move, dice that are played back."""
    await hall.play()
    looker = await hall.look()
    page = looker.page
    await looker.context.add_init_script(f"({_WATCH})()")
    await looker.wait_for("SS-0.8")
    assert await errors_of(looker) == []
    await opening(looker)
    await page.keyboard.press("g")
    assert await errors_of(looker) == []
    await page.select_option('[data-key="speed"]', "slow")
    await fleet_to_wake(looker)
    assert await errors_of(looker) == []
    await hold(looker)
    await page.click('[data-key="done"]')
    await paused_at(looker, "fire")
    assert await errors_of(looker) == []


async def test_a_page_that_is_loaded_amid_another_turn_shows_no_error(hall: Hall) -> None:
    """What was missed stands on its card."""
    await hall.play()
    looker = await hall.look()
    page = looker.page
    await looker.context.add_init_script(f"({_WATCH})()")
    await opening(looker)
    await page.select_option('[data-key="speed"]', "slow")
    await end_turn(looker)
    await paused_at(looker, "move")
    assert await errors_of(looker) == []
    await page.select_option('[data-key="speed"]', "off")  # the card waits while others' moves play
    await page.wait_for_selector("#away h3", timeout=PATIENCE)
