"""What others did, played back on the map; what was missed; arrows of what is not sent."""

from typing import Any

import pytest

from tests.browser.hall import PATIENCE, Hall, Looker
from tests.browser.test_table import answer_as_proposed, fleet_to_wake, opening

ON_ARROW = """(() => {
    const path = document.querySelector("#staged .reach");
    for (let part = 0.02; part < 1; part += 0.02) {
        const along = path.getPointAtLength(path.getTotalLength() * part);
        const { x, y } = along.matrixTransform(path.getScreenCTM());
        if (document.elementFromPoint(x, y)?.closest("#staged")) return [x, y];
    }
})()"""
"""A point of the arrow that no chip lies over."""
LISTEN = """() => {
    window.heard = [];
    const live = document.getElementById("live");
    const all = { childList: true, subtree: true, characterData: true };
    new MutationObserver(() => heard.push(live.innerText)).observe(live, all);
}"""
_HEAD = """([arrow, goal]) => {
    const path = document.querySelector(arrow);
    const end = path.getPointAtLength(path.getTotalLength()).matrixTransform(path.getScreenCTM());
    const chips = [...document.querySelectorAll("#stacks .chip")]
        .filter((one) => one.closest("[data-space]").dataset.space === goal)
        .map((one) => one.getBoundingClientRect());
    return chips.length > 0 && chips.every((box) =>
        end.x <= box.left || end.x >= box.right || end.y <= box.top || end.y >= box.bottom);
}"""
"""Whether an arrow ends beside all chips of its goal."""
_HOLD = """() => {
    clearInterval(window.holding);
    window.holding = setInterval(() => {
        const playing = table.store.playback;
        if (playing?.steps.length && !playing.paused)
            document.dispatchEvent(new KeyboardEvent("keydown", { key: "p" }));
    }, 20);
}"""
_HIDE = """(seen) => {
    Object.defineProperty(document, "visibilityState", { value: seen, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
}"""
STEP = "table.store.playback?.steps[0]"


async def hold(looker: Looker) -> None:
    """Pause whatever is played back from its first step on, until `paused_at` has found one."""
    await looker.page.evaluate(_HOLD)


async def end_turn(looker: Looker) -> None:
    """Do nothing more in this turn, so that the bot moves; what it does is held."""
    await hold(looker)
    await looker.page.click('[data-key="done"]')
    await answer_until_next(looker)


async def answer_until_next(looker: Looker) -> None:
    """Take what is proposed until another power's turn begins."""
    while True:
        await looker.ready()
        if (asked := await looker.asked())["power"] != "USA":
            return
        await answer_as_proposed(looker)
        if asked["name"] in {"PlaceSubs", "EndOfTurn"}:
            return


async def paused_at(looker: Looker, kind: str) -> dict[str, Any]:
    """Go on to a step of a kind by the keyboard, and hold it."""
    page = looker.page
    for _ in range(60):
        await looker.until(f"{STEP} !== undefined")  # after the last step that is loaded, another
        if await page.evaluate("table.store.playback?.paused === false"):
            await page.keyboard.press("p")
        found: dict[str, Any] | None = await page.evaluate(STEP)
        if found is None or not await page.evaluate("table.store.playback?.paused"):
            continue
        if found["kind"] == kind:
            await page.evaluate("clearInterval(window.holding)")
            return found
        await page.keyboard.press("n")
        await looker.until(f"before => JSON.stringify({STEP}) !== JSON.stringify(before)", found)
    raise AssertionError(f"no {kind} is played")


async def test_the_other_turn_is_played_back_and_ends_with_an_answer(hall: Hall) -> None:
    """An arrow leads from where pieces stand; keys and clicks pause, step, skip; it is heard."""
    await hall.play()
    looker = await hall.look()
    page = looker.page
    await page.evaluate(LISTEN)
    await page.select_option('[data-key="speed"]', "slow")
    await looker.until("table.store.picture.page.speed === 'slow'")
    await opening(looker)
    await end_turn(looker)
    step = await paused_at(looker, "move")
    assert await page.locator("#scenes .went:not(.under)").count() == len(step["legs"])
    said = await page.inner_text("#playback .words")
    assert step["text"][1:] in said
    assert any(step["text"] in heard for heard in await page.evaluate("heard"))
    leg = step["legs"][0]
    shown = await page.evaluate("name => table.store.playback.spaces[name]", leg["route"][0])
    standing = {token["id"] for token in shown["tokens"]}
    standing |= {one for stack in shown["stacks"] for one in stack["ids"]}
    assert set(leg["pieces"]) <= standing
    hidden = [token for token in shown["tokens"] if token["group"] is None]
    sliding = await page.locator("#scenes .slides").first.text_content() or ""
    assert sliding.count("?") == len([one for one in hidden if one["id"] in leg["pieces"]])
    await page.click('[data-key="step"]')
    await looker.until(
        "before => JSON.stringify(table.store.playback?.steps[0]) !== JSON.stringify(before)", step
    )
    await looker.ready()  # a question is open while the past is still played
    assert await page.evaluate("table.store.playback !== null")
    await answer_as_proposed(looker)
    assert await page.evaluate("table.store.playback === null || !table.store.playback.paused")


async def test_what_was_missed_is_told_until_it_is_read(hall: Hall) -> None:
    """The card and the view outlast a reload; its lines lead to places; it plays back all."""
    await hall.play()
    looker = await hall.look()
    page = looker.page
    await opening(looker)
    await page.select_option('[data-key="speed"]', "off")
    await looker.until("table.store.picture.page.speed === 'off'")
    await end_turn(looker)
    await looker.ready()
    await page.wait_for_selector("#away h3", timeout=PATIENCE)
    assert "In the meantime" in await page.inner_text("#away")
    assert await page.evaluate("table.store.playback") is None
    await page.click("#views >> text=Hawaii")
    await page.wait_for_timeout(100)
    place = await looker.at("SZ Wake")
    await page.reload()
    await page.wait_for_selector("#away h3", timeout=PATIENCE)
    await page.wait_for_timeout(100)
    assert await looker.at("SZ Wake") == pytest.approx(place, abs=1)
    assert "While you were away" in await page.inner_text("#away")
    if await page.get_attribute('#away [data-key="away"]', "aria-expanded") == "false":
        await page.click('#away [data-key="away"]')
    lines = [line["text"] for line in (await looker.picture("away"))["lines"]]
    assert lines
    text = await page.inner_text("#away")
    assert lines[-1] in text
    await page.keyboard.press("b")
    await looker.until(f"{STEP} !== undefined")
    assert await page.evaluate("table.store.playback.asked")
    await page.keyboard.press("s")
    await looker.until("table.store.playback === null")
    assert await looker.picture("away") is not None  # looking at it again reads nothing
    await page.click('[data-key="read"]')
    await looker.until("table.store.picture.away === null")
    await page.reload()
    await looker.ready()
    assert await looker.picture("away") is None


async def test_the_battle_board_stands_beside_the_map(hall: Hall) -> None:
    """At 1366 by 768, too, nothing of the map lies under it; a phone has it on a tab."""
    await hall.play()
    looker = await hall.look()
    page = looker.page
    await opening(looker)
    await fleet_to_wake(looker)
    await page.click('[data-key="done"]')
    await page.wait_for_selector("#battle h3", timeout=PATIENCE)
    map_box = await page.locator("#map").bounding_box()
    board = await page.locator("#battle").bounding_box()
    assert map_box is not None
    assert board is not None
    assert map_box["x"] + map_box["width"] <= board["x"] + 1
    assert map_box["width"] > 500
    await page.set_viewport_size({"width": 390, "height": 844})
    assert not await page.is_visible("#battle")
    await page.click('[data-key="tab battle"]')
    board = await page.locator("#battle").bounding_box()
    map_box = await page.locator("#map").bounding_box()
    assert map_box is not None
    assert board is not None
    assert map_box["y"] + map_box["height"] <= board["y"] + 1


async def test_a_staged_move_has_an_arrow_that_takes_it_back(hall: Hall) -> None:
    """BG-7: it lights up under the pointer and under the focus; its cross undoes it alone."""
    await hall.play()
    looker = await hall.look()
    page = looker.page
    await opening(looker)
    await fleet_to_wake(looker)
    assert await page.locator("#staged .plan").count() == 1
    await page.focus('[data-key="move 0"]')
    await page.wait_for_selector("#crosses .cross")
    assert "SZ Wake" in await page.inner_text(".legs")
    await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
    await looker.until("table.store.picture.ask?.moves.length === 0")
    assert await page.locator("#staged .plan").count() == 0
    spaces = await looker.picture("spaces")
    assert not any(stack["power"] == "USA" for stack in spaces["SZ Wake"]["stacks"])
    await fleet_to_wake(looker)
    middle = await page.evaluate(ON_ARROW)
    await page.mouse.move(*middle)
    await page.wait_for_selector("#crosses .cross")
    cross = await page.locator("#crosses .cross").bounding_box()
    assert cross is not None
    await page.mouse.click(cross["x"] + cross["width"] / 2, cross["y"] + cross["height"] / 2)
    await looker.until("table.store.picture.ask?.moves.length === 0")


async def test_who_wants_less_motion_sees_arrows_and_no_motion(hall: Hall) -> None:
    """prefers-reduced-motion: the step is shown as long, and nothing slides, turns or falls."""
    await hall.play()
    looker = await hall.look()
    page = looker.page
    await page.emulate_media(reduced_motion="reduce")
    await page.select_option('[data-key="speed"]', "slow")
    await opening(looker)
    await end_turn(looker)
    await paused_at(looker, "move")
    moving = "document.getElementById('scenes').getAnimations({ subtree: true }).length"
    assert await page.evaluate(moving) == 0
    assert await page.locator("#scenes .went").count() > 0


async def test_an_arrow_ends_before_the_chips_at_its_goal(hall: Hall) -> None:
    """Its head is seen, whether the move is staged or played back."""
    await hall.play()
    looker = await hall.look()
    page = looker.page
    await opening(looker)
    await fleet_to_wake(looker)
    assert await page.evaluate(_HEAD, ["#staged .plan", "SZ Wake"])
    await page.keyboard.press("+")
    await page.wait_for_timeout(200)
    assert await page.evaluate(_HEAD, ["#staged .plan", "SZ Wake"])
    await page.click("#undo")
    await end_turn(looker)
    step = await paused_at(looker, "move")
    goal = step["legs"][0]["route"][-1]
    assert await page.evaluate(_HEAD, ["#scenes .went:not(.under)", goal])


async def test_a_watcher_sees_each_move_as_it_is_made(hall: Hall) -> None:
    """The table of one who only looks on plays back what the players sign, and stays at the end."""
    await hall.play(watchers=1)
    player, watcher = await hall.look(0), await hall.look(1)
    page = watcher.page
    await page.select_option('[data-key="speed"]', "slow")
    await hold(watcher)
    await opening(player)
    await fleet_to_wake(player)
    await player.page.click('[data-key="done"]')
    step = await paused_at(watcher, "move")
    assert step["legs"][0]["route"][-1] == "SZ Wake"
    assert all(token["group"] is None for token in step["spaces"]["SZ Wake"]["tokens"])
    assert await page.locator("#scenes .slides .token").count() > 0
    await page.keyboard.press("s")
    await watcher.until("(({ at, last }) => at === last)(table.store.picture.table.timeline)")


async def test_nothing_is_played_to_a_hidden_tab(hall: Hall) -> None:
    """What happens while nobody looks is on the card when the player comes back."""
    await hall.play()
    looker = await hall.look()
    page = looker.page
    await opening(looker)
    await page.select_option('[data-key="speed"]', "slow")
    await end_turn(looker)
    await paused_at(looker, "move")
    await page.evaluate(_HIDE, "hidden")
    await looker.until("table.store.playback === null")
    await looker.until("table.store.picture.away !== null")
    await page.evaluate(_HIDE, "visible")
    await page.wait_for_selector("#away h3", timeout=PATIENCE)
    assert await page.evaluate("table.store.playback") is None
