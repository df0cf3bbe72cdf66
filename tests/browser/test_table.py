"""The table as people meet it: through a mouse, a keyboard, a phone, two browsers."""

import json
from pathlib import Path
from typing import Any

from playwright.async_api import Browser

from tests.browser.axe import found_by_axe
from tests.browser.hall import PATIENCE, Hall, Looker

_BATTLES = 6


async def answer_as_proposed(looker: Looker) -> None:
    """Take what the dock proposes: its main button, else the first of its menu.

    Dice that are played back are not waited for.
    """
    await looker.page.evaluate("document.querySelector('#dock [data-key=outcome]')?.click()")
    main = "#dock .body button.primary:not([disabled]), #dock .menu button"
    before = json.dumps(await looker.asked())
    await looker.page.locator(main).first.click()
    await looker.until("before => JSON.stringify(table.store.picture.ask) !== before", before)


async def test_a_whole_turn_by_mouse(hall: Hall) -> None:
    """BG-5 to BG-11 in one go: buy, drag a fleet into battle, take losses, mobilize, income."""
    await hall.play()
    looker = await hall.look()
    page = looker.page
    await looker.wait_for("SS-0.8")
    await page.click("text=Place the tokens")
    await looker.wait_for("Buy units")
    await page.click('[aria-label="more: infantry"]')
    await page.click('[aria-label="more: infantry"]')
    assert "13 IPC left of 19" in await looker.dock()
    await page.click('[data-key="buy"]')
    await looker.wait_for("Combat move")
    assert "buy 2 infantry" in await looker.dock()  # staged, not yet sent
    await fleet_to_wake(looker)
    await page.click('[data-key="done"]')
    while (await looker.picture("turn"))["active"] == "USA":
        await looker.ready()
        asked = await looker.asked()
        if asked["kind"] == "mobilize":
            await page.click('[data-key="auto"]')
        if asked["power"] != "USA" or (await looker.picture("turn"))["outcome"]:
            break
        await answer_as_proposed(looker)
        await page.wait_for_timeout(150)
    lines = [line["text"] for line in (await looker.picture("log")).values()]
    for told in ("USA buys 2 infantry for 6 IPC", "Battle in SZ Wake", "USA collects"):
        assert any(told in line for line in lines), told
    assert any("USA mobilizes" in line for line in lines)


async def fleet_to_wake(looker: Looker, *, submarines: bool = True) -> None:
    """Drag the warships at Hawaii to Wake over legal water, and see the route."""
    page = looker.page
    x, y = await looker.at("SZ Hawaii")
    await page.mouse.click(x, y - 14)
    await page.click('[data-key="all"]')
    if not submarines:
        await page.click('[aria-label^="less: token"]')
    await looker.until("'SZ Wake' in table.store.lit")
    chip = page.locator('.stack[data-space="SZ Hawaii"] .chip.picked').first
    box = await chip.bounding_box()
    assert box is not None
    await page.mouse.move(box["x"] + 12, box["y"] + 8)
    await page.mouse.down()
    tx, ty = await looker.at("SZ Wake")
    await page.mouse.move(tx - 20, ty - 40, steps=6)
    assert await page.locator("#route .way").count() == 1
    await page.mouse.up()
    await looker.until("table.store.picture.ask?.staged.some(w => w.includes('SZ Wake'))")


async def test_undo_takes_back_what_is_not_sent(hall: Hall) -> None:
    """A staged move stands on the map at once, and is gone after an undo."""
    await hall.play()
    looker = await hall.look()
    await opening(looker)
    await fleet_to_wake(looker)
    assert any(s["power"] == "USA" for s in (await looker.picture("spaces"))["SZ Wake"]["stacks"])
    assert await found_by_axe(looker.page) == [], "with a phase that is past"
    await looker.page.click("#undo")
    await looker.until("!table.store.picture.spaces['SZ Wake'].stacks.some(s => s.power === 'USA')")


async def set_up(looker: Looker) -> None:
    """Place the tokens as they are proposed (SS-0.8)."""
    await looker.wait_for("SS-0.8")
    await looker.page.click("text=Place the tokens")


async def opening(looker: Looker) -> None:
    """Set up, and buy nothing."""
    await set_up(looker)
    await looker.wait_for("Buy units")
    await looker.page.click('[data-key="buy"]')
    await looker.wait_for("Combat move")


async def test_nobody_is_told_to_wait_for_themselves(hall: Hall) -> None:
    """While an answer is on its way the dock goes on showing what was asked.

    A heading that is `soon` is not seen at once, mostly never: it says why a question takes long.
    """
    await hall.play()
    looker = await hall.look()
    await looker.wait_for("SS-0.8")
    await looker.page.evaluate(
        """() => {
            window.titles = [];
            const dock = document.getElementById("dock");
            const read = () => titles.push(dock.querySelector("h2:not(.soon)")?.innerText ?? "");
            const all = { childList: true, subtree: true, characterData: true };
            new MutationObserver(read).observe(dock, all);
        }"""
    )
    await looker.page.click("text=Place the tokens")
    await looker.until("titles.some(title => title.includes('Buy units'))")
    titles = await looker.page.evaluate("titles")
    assert not [title for title in titles if "Waiting for you" in title]


async def test_who_waits_sees_since_when_and_can_remind_and_state_it(hall: Hall) -> None:
    """The panel is there while the table waits for another seat, and the other side is told."""
    await hall.play(people=2)
    ann, bob = await hall.look(0), await hall.look(1)
    await bob.page.click("text=Sign and play")
    await ann.wait_for("SS-0.8")
    await bob.wait_for("Ann (USA) to divide submarines into groups")
    panel = await bob.page.inner_text(".waits")
    assert "Ann is connected" in panel
    assert "The powers set up, one by one." in panel
    assert "Due since" not in panel
    await bob.page.click(".waits summary")
    panel = await bob.page.inner_text(".waits")
    assert "Due since" in panel
    assert "You can also wait" in panel
    for button, shown in (("call me", "Notifications"), ("read", "Glossary")):
        await bob.page.click(f'.waits [data-key="{button}"]')
        assert shown in await bob.page.inner_text("#dialog")
        await bob.page.keyboard.press("Escape")
    await bob.page.click('.waits [data-key="orders beforehand"]')
    assert await bob.page.get_attribute('[data-key="tab orders"]', "aria-selected") == "true"
    assert not await ann.page.query_selector(".waits")
    await plan_for_hawaii(bob)
    assert await bob.page.locator("#staged .planned .plan").count() == 1
    assert await found_by_axe(bob.page) == []
    await bob.page.click('.planned [data-key="forget 0"]')
    await bob.until("table.store.planned.moves.length === 0")
    await bob.page.click('[data-key="remind"]')
    await ann.until("Object.values(table.store.picture.log).some(l => /reminds you/.test(l.text))")
    await bob.page.click('[data-key="silence"]')
    await ann.until(
        "Object.values(table.store.picture.log).some(l => /still waiting/.test(l.text))"
    )


async def plan_for_hawaii(looker: Looker) -> None:
    """Draw an arrow for the next turn, and ask for its odds."""
    page = looker.page
    await page.click('.waits [data-key="plan"]')
    await page.locator('.stack[data-space="SZ Wake"] .chip.movable').first.click()
    await page.mouse.click(*await looker.at("SZ Hawaii"))
    await page.click('.planned [data-key="odds SZ Hawaii"]')
    await page.wait_for_selector(".planned .aim:has-text('you lose')", timeout=PATIENCE)


async def test_a_plan_is_drawn_by_keyboard_alone(hall: Hall) -> None:
    """While Ann divides her submarines, an arrow is drawn, weighed and taken back."""
    await hall.play(people=2)
    bob = await hall.look(1)
    page = bob.page
    await page.click("text=Sign and play")
    await bob.wait_for("to divide submarines into groups")
    await focus(bob, "plan")
    await page.keyboard.press("Enter")
    await find(bob, "SZ Wake")
    await page.keyboard.press("Space")
    await bob.until("table.store.picked.size > 0")
    await find(bob, "SZ Hawaii")
    await page.keyboard.press("Enter")
    await bob.until("table.store.planned.moves.length === 1")
    assert await page.locator("#staged .planned .plan").count() == 1
    await focus(bob, "odds SZ Hawaii")
    await page.keyboard.press("Enter")
    await page.wait_for_selector(".planned .aim:has-text('you lose')", timeout=PATIENCE)
    await focus(bob, "forget 0")
    await page.keyboard.press("Enter")
    await bob.until("table.store.planned.moves.length === 0")
    assert await page.locator("#staged .planned .plan").count() == 0


async def test_a_purchase_is_taken_back_by_agreement(hall: Hall) -> None:
    """SPEC-18: Ann proposes; Bob sees in words and on the map what changes, and accepts."""
    await hall.play(people=2)
    ann, bob = await hall.look(0), await hall.look(1)
    await bob.page.click("text=Sign and play")
    for looker in (ann, bob):
        await set_up(looker)
    await ann.wait_for("Buy units")
    treasury = (await ann.picture("powers"))["USA"]["treasury"]
    await ann.page.click('[data-key="buy infantry+"]')
    await ann.page.click('[data-key="buy"]')
    await ann.wait_for("Combat move")
    await ann.page.click('[data-key="send"]')
    await bob.until("n => table.store.picture.powers.USA.treasury < n", treasury)
    await ann.page.click('[data-key="propose an agreement"]')
    chosen = await ann.page.evaluate(
        """() => [...document.querySelectorAll('[data-key="terms"] option')]
            .find(one => /take back/.test(one.value)).value"""
    )
    await ann.page.select_option('[data-key="terms"]', chosen)
    await ann.page.click('[data-key="propose"]')
    await bob.wait_for("Ann proposes to take back")
    assert f"USA: {treasury} IPC instead of" in await bob.dock()
    await ann.page.click('[data-key="remind signers"]')
    await bob.until("Object.values(table.store.picture.log).some(l => /reminds you/.test(l.text))")
    await bob.page.click('[data-key="preview"]')
    await bob.until("n => table.store.picture.powers.USA.treasury === n", treasury)
    await bob.page.click('[data-key="preview"]')
    await bob.until("n => table.store.picture.powers.USA.treasury < n", treasury)
    await bob.page.click('[data-key="accept proposal"]')
    await ann.wait_for("Buy units")
    assert (await ann.picture("powers"))["USA"]["treasury"] == treasury
    await ann.until("Object.values(table.store.picture.log).some(l => /Agreed by/.test(l.text))")


async def test_undo_of_a_purchase_brings_back_what_was_chosen(hall: Hall) -> None:
    """BG-5: one thing more or less is bought without counting everything again."""
    await hall.play()
    looker = await hall.look()
    await set_up(looker)
    await looker.wait_for("Buy units")
    await looker.page.click('[data-key="buy infantry+"]')
    await looker.page.click('[data-key="buy"]')
    await looker.wait_for("Combat move")
    await looker.until("!table.store.settling")
    await looker.page.click("#undo")
    await looker.wait_for("Buy for 3 IPC")


async def test_what_is_illegal_says_why_before_it_is_sent(hall: Hall) -> None:
    """BG-7.9: infantry cannot walk into the sea; rule and piece are named, nothing is staged."""
    await hall.play()
    looker = await hall.look()
    await opening(looker)
    page = looker.page
    staged = (await looker.picture("ask"))["staged"]
    await page.locator('.stack[data-space="Midway"] .chip.movable').first.click()
    x, y = await looker.at("SZ Midway")
    await page.mouse.click(x, y)
    await page.wait_for_selector(".toast.refused", timeout=PATIENCE)
    refusal = await page.inner_text(".toast.refused")
    assert refusal.startswith("BG-7.9: the infantry in Midway can go to sea only")
    assert (await looker.picture("ask"))["staged"] == staged


async def test_a_loaded_fleet_sails_with_all_that_is_aboard(hall: Hall) -> None:
    """BG-7.9: three infantry board two transports by one drag; "all of them" sails with its cargo.

    The name of an island stands for the island, also where it is written over the sea.
    """
    await hall.play()
    looker = await hall.look()
    await opening(looker)
    page = looker.page
    await page.locator('.stack[data-space="Hawaii"] .chip.movable').first.click()
    await looker.until("'SZ Hawaii' in table.store.lit")
    x, y = await looker.at("SZ Hawaii")
    await page.mouse.click(x, y - 14)
    await looker.until(
        "table.store.picture.ask?.staged.filter(w => w.includes('load')).length === 2"
    )
    await page.mouse.click(x, y - 14)
    await page.click('[data-key="all"]')
    await looker.until("'SZ Wake' in table.store.lit")
    await page.click('[data-key="to SZ Wake"]')
    aboard = "s => s.power === 'USA' && s.kind === 'infantry'"
    await looker.until(f"table.store.picture.spaces['SZ Wake'].stacks.some({aboard})")
    await page.click('.stack[data-space="Wake Island"] .name')
    await looker.until("table.store.space === 'Wake Island'")


async def test_a_whole_turn_by_keyboard_alone(hall: Hall) -> None:
    """Set-up, purchase, one attack and all that follows, without a pointer."""
    await hall.play()
    looker = await hall.look()
    page = looker.page
    await looker.wait_for("SS-0.8")
    zone = await page.locator('#dock [data-key^="more "]').first.get_attribute("data-key")
    assert zone is not None
    await focus(looker, zone)
    await page.keyboard.press("Enter")
    await focus(looker, zone.replace("more", "less"))
    await page.keyboard.press("Enter")
    await looker.until("key => document.activeElement.dataset.key === key", zone)
    await focus(looker, "open")
    await page.keyboard.press("Enter")
    await looker.wait_for("Buy units")
    await focus(looker, "buy infantry+")
    await page.keyboard.press("Enter")
    await focus(looker, "buy")
    await page.keyboard.press("Enter")
    await looker.wait_for("Combat move")
    await looker.until("document.activeElement.matches('#dock h2')")
    await find(looker, "SZ Hawaii")
    await page.keyboard.press("Space")
    await looker.until("'SZ Wake' in table.store.lit")
    await find(looker, "SZ Wake")
    await page.keyboard.press("1")
    await looker.until("document.activeElement.id === 'tab'")
    await find(looker, "SZ Wake")
    await page.keyboard.press("Enter")
    await looker.until("table.store.picture.ask?.staged.some(w => w.includes('SZ Wake'))")
    for _ in range(30):
        turn = await looker.picture("turn")
        if turn["active"] != "USA" or turn["outcome"]:
            break
        await looker.ready()
        await page.keyboard.press("s")  # what dice have decided is asked once they were seen fall
        await looker.ready()
        before = json.dumps(await looker.asked())
        await page.keyboard.press("Escape")
        await focus_main(looker)
        await page.keyboard.press("Enter")
        await looker.until("before => JSON.stringify(table.store.picture.ask) !== before", before)
        await page.wait_for_timeout(150)
    lines = [line["text"] for line in (await looker.picture("log")).values()]
    assert any("USA collects" in line for line in lines)


async def focus(looker: Looker, key: str) -> None:
    """Walk with Tab to the control with this key, once the question takes answers."""
    await looker.until("!table.store.settling")
    await looker.page.keyboard.press("a")
    for _ in range(80):
        if await looker.page.evaluate("document.activeElement.dataset.key") == key:
            return
        await looker.page.keyboard.press("Tab")
    raise AssertionError(f"{key} cannot be reached with Tab")


async def focus_main(looker: Looker) -> None:
    """Walk with Tab to the button that answers what is asked."""
    await looker.page.keyboard.press("a")
    for _ in range(80):
        if await looker.page.evaluate(
            "document.activeElement.matches('#dock .body button.primary, #dock .menu button')"
        ):
            return
        await looker.page.keyboard.press("Tab")
    raise AssertionError("no answer can be reached with Tab")


async def find(looker: Looker, space: str) -> None:
    """Go to a space by its name."""
    await looker.page.keyboard.press("/")
    await looker.page.keyboard.type(space)
    await looker.page.keyboard.press("Enter")
    await looker.until("space => table.store.space === space", space)


async def test_two_browsers_play_each_other_and_neither_is_told_the_others_secrets(
    hall: Hall,
) -> None:
    """SS-0.4, SS-0.7: a group is told to a page only if it is public or its player's own."""
    await hall.play(people=2)
    ann, bob = await hall.look(0), await hall.look(1)
    await bob.page.click("text=Sign and play")
    for looker in (ann, bob):
        await set_up(looker)
    await ann.wait_for("Buy units")
    await ann.page.click('[data-key="buy"]')
    await ann.wait_for("Combat move")
    await ann.page.click('[data-key="done"]')
    await ann.page.wait_for_timeout(500)
    await ann.page.click('[data-key="tab log"]')
    await ann.page.fill('[data-key="say"]', "Well sailed, <b>Guest</b>.")
    await ann.page.keyboard.press("Enter")
    await bob.until(
        "Object.values(table.store.picture.log).some(l => l.text.includes('sailed, <b>Guest'))"
    )
    spaces = await bob.picture("spaces")
    assert spaces.keys() == (await ann.picture("spaces")).keys()
    for looker, power in ((ann, "USA"), (bob, "Japan")):
        tokens = list(tokens_told(looker.told))
        assert any(token["power"] != power for token in tokens)
        for token in tokens:
            if token["power"] != power and not token["open"]:
                assert token["group"] is None
                assert token["size"] is None
            if token["power"] == power:
                assert token["group"] is not None


def tokens_told(value: Any) -> Any:
    """Every token that was ever told of."""
    if isinstance(value, dict):
        if "under" in value and "open" in value:
            yield value
        for inner in value.values():
            yield from tokens_told(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from tokens_told(inner)


async def test_a_reload_in_the_middle_of_a_battle_loses_nothing(
    browser: Browser, tmp_path: Path
) -> None:
    """The page asks for a snapshot; question, dice and staged answers are there again.

    The dice are real: a battle may end before anything is asked in it, and then another is fought.
    """
    for attempt in range(_BATTLES):
        async with Hall(tmp_path / str(attempt), browser) as hall:
            await hall.play()
            looker = await hall.look()
            await opening(looker)
            await fleet_to_wake(looker, submarines=False)
            await looker.page.click('[data-key="done"]')
            await looker.until("table.store.picture.turn.phase !== 'combat_move'")
            await looker.until("table.store.picture.ask?.question")
            before = [await looker.picture(part) for part in ("ask", "dice", "battle")]
            if not before[-1]:
                continue
            await looker.page.reload()
            await looker.page.wait_for_selector("body[data-ready]", timeout=PATIENCE)
            assert [await looker.picture(part) for part in ("ask", "dice", "battle")] == before
            assert await looker.page.is_visible("#battle")
            return
    raise AssertionError("no battle asked anything")


async def test_everything_fits_a_phone(hall: Hall) -> None:
    """390 by 844: nothing sticks out sideways, and the answer can be reached."""
    await hall.play()
    looker = await hall.look(wide=390, high=844)
    await opening(looker)
    wide = await looker.page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 390
    box = await looker.page.locator('[data-key="done"]').bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 390


async def test_nothing_is_fetched_from_elsewhere(hall: Hall) -> None:
    """All that a page asks for comes from its own node."""
    await hall.play()
    looker = await hall.look()
    await looker.wait_for("SS-0.8")
    origin = hall.servers[0].link.partition("#")[0]
    assert looker.asked_for
    assert all(url.startswith(origin) for url in looker.asked_for)


async def test_a_page_without_the_links_token_sees_nothing(hall: Hall) -> None:
    """Another user of the machine who guesses the port is shown no game."""
    await hall.play()
    address = hall.servers[0].link.partition("#")[0]
    looker = await hall.look()
    looker.faults.clear()
    stranger = await looker.context.browser.new_context()  # type: ignore[union-attr]  # it has one
    page = await stranger.new_page()
    await page.goto(address + "#" + "x" * 43)
    await page.wait_for_selector("text=may not open the table")
    assert await page.evaluate("table.store.board") is None
    await page.goto(hall.servers[0].link)  # in the same tab: no browser loads it by itself
    await page.wait_for_selector("text=Place the tokens", timeout=PATIENCE)
    await stranger.close()


async def test_who_has_skipped_the_map_may_load_the_page_again(hall: Hall) -> None:
    """That leaves the name of a place where the link's token stood."""
    await hall.play()
    looker = await hall.look()
    await looker.wait_for("SS-0.8")
    await looker.page.focus(".skip")
    await looker.page.keyboard.press("Enter")
    assert looker.page.url.endswith("#side")
    await looker.page.reload()
    await looker.wait_for("SS-0.8")


async def test_standing_orders_answer_while_the_player_is_away(hall: Hall) -> None:
    """BG-8.13, SS-3.1, BG-8.19: chosen on the page, sent by the node, told in the log."""
    await hall.play()
    looker = await hall.look()
    page = looker.page
    await opening(looker)
    await page.click('[data-key="tab orders"]')
    await page.click('[data-key="losses"]')
    await page.click('[data-key="later infantry"]')
    await page.click('[data-key="keep land"]')
    await page.click('[data-key="submerge never"]')
    await page.click('[data-key="retreat"]')
    await looker.until("table.store.picture.memo.standing.retreat === 35")
    assert (await looker.picture("memo"))["standing"]["keep_land"]
    assert (await looker.picture("memo"))["standing"]["losses"][0] != "infantry"
    await fleet_to_wake(looker)
    await page.click('[data-key="done"]')
    obeyed = "Object.values(table.store.picture.log).some(l => l.text.includes('By your standing'))"
    ready = "table.store.picture.ask?.question || table.store.picture.turn?.outcome"
    for _ in range(_BATTLES):
        await looker.until(f"{obeyed} || {ready}")
        if await page.evaluate(obeyed):
            break
        await answer_as_proposed(looker)  # what no order covers, such as what to attack
    assert await page.evaluate(obeyed)
    sections = [message.get("changes", message.get("picture", {})) for message in looker.told]
    questions = [found["ask"]["question"] for found in sections if found.get("ask")]
    asked = {question["form"]["kind"] for question in questions if question}
    assert not asked & {"casualties", "sides", "groups"}


async def test_instructions_are_shown_to_all_and_hold_from_the_next_entry(hall: Hall) -> None:
    """BG-3.4: chosen on the page, waiting at first, then in force and told with every power."""
    await hall.play()
    looker = await hall.look()
    page = looker.page
    await opening(looker)
    await page.click('[data-key="tab orders"]')
    await page.click('[data-key="instruct USA submerge never"]')
    await looker.until("table.store.picture.table.instructions.USA.submerge === 'never'")
    assert await page.evaluate("table.store.picture.table.instructions.USA.waits")
    await page.click('[data-key="instruct USA losses"]')
    await looker.until("table.store.picture.table.instructions.USA.losses.length > 3")
    await page.wait_for_selector("text=attackers too", timeout=PATIENCE)
    await page.click('[data-key="tab hidden"]')
    await page.wait_for_selector("text=Instructions: losses:", timeout=PATIENCE)
    await page.click('[data-key="done"]')
    await looker.until("!table.store.picture.table.instructions.USA.waits")
    assert (await looker.picture("table"))["instructions"]["USA"]["submerge"] == "never"


async def test_a_keeper_is_shown_at_the_table_and_adds_to_the_dice(hall: Hall) -> None:
    """SPEC-7.5: it sits among the players, plays nothing, and every roll has its share."""
    await hall.play(keepers=1)
    looker = await hall.look()
    await opening(looker)
    await looker.page.click('[data-key="tab seats"]')
    await looker.page.wait_for_selector("text=Kim", timeout=PATIENCE)
    await looker.page.wait_for_selector("text=keeper", timeout=PATIENCE)
    seats = (await looker.picture("seats")).values()
    assert [seat["powers"] for seat in seats if seat["name"] == "Kim"] == [[]]
    assert [seat["here"] for seat in seats if seat["name"] == "Kim"] == [True]


async def test_a_note_on_a_token_stays_with_its_player(hall: Hall) -> None:
    """A note survives a reload and is told to no other page."""
    await hall.play(people=2)
    ann, bob = await hall.look(0), await hall.look(1)
    await bob.page.click("text=Sign and play", timeout=PATIENCE)
    for looker in (ann, bob):
        await set_up(looker)
    await ann.wait_for("Buy units")
    x, y = await ann.at("SZ Hawaii")
    await ann.page.mouse.click(x, y - 14)
    await ann.page.locator(".note").first.fill("leads the wolf pack")
    await ann.page.keyboard.press("Tab")
    await ann.until("Object.keys(table.store.picture.memo.notes).length === 1")
    await ann.page.reload()
    await ann.until("Object.keys(table.store.picture.memo?.notes ?? {}).length === 1")
    assert "wolf pack" not in json.dumps(bob.told)
