"""An answer answers one question, and a view that fails takes nothing else down with it."""

import asyncio
from collections.abc import Callable

import pytest
from playwright.async_api import Browser

from client.errors import ClientError
from client.schema.forms import MenuForm
from client.table.answering import Answer, Send, Undo
from engine.phases import Phase
from engine.run import Run
from tests.browser.exhibit import Exhibit, exhibited
from tests.browser.hall import Looker
from tests.client.asking import sent
from tests.engine.battle.field import battlefield
from tests.engine.position import position

TWICE = 0.15  # seconds between two clicks of an impatient finger


def attack() -> Exhibit:
    """Three rounds of a battle in which the attacker is asked each time whether to go on."""
    fight = battlefield(
        "Plains: USA 6 tank / Japan 4 infantry",
        came_from={"Plains": "Border"},
        control={"Border": "USA"},
    )
    fight.roll(*[6] * 6)
    fight.roll(*[6] * 4)
    return Exhibit(fight.run, 0, dice=[6] * 60)


def combat_move() -> Exhibit:
    """Combat move with an attack to declare, and what follows it."""
    units = "SZ 3: USA battleship / Japan destroyer\nPlains: USA infantry\nBorder: Japan infantry"
    return Exhibit(Run(position(units, phase=Phase.COMBAT_MOVE)), 0)


async def click_twice(looker: Looker) -> None:
    """Click where the main button stands, and there again, without looking."""
    await looker.until("!table.store.settling")
    box = await looker.page.locator("#dock .body button.primary").first.bounding_box()
    assert box is not None
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    await looker.page.mouse.click(*middle)
    await asyncio.sleep(TWICE)
    await looker.page.mouse.click(*middle)


@pytest.mark.parametrize("table", [attack, combat_move], ids=["going on", "moving"])
async def test_two_clicks_never_answer_two_questions(
    browser: Browser, table: Callable[[], Exhibit]
) -> None:
    """BG-8.19, 7.14: the second click meets a question that nobody can have read yet."""
    exhibit = table()
    async with exhibited(browser, exhibit) as looker:
        for answers in (1, 2):
            await looker.ready()
            await click_twice(looker)
            await asyncio.sleep(TWICE)
            assert len(exhibit.answers) == answers


async def test_an_answer_to_an_earlier_question_is_refused_and_changes_nothing() -> None:
    """The id that is returned is that of a question which is asked no more."""
    exhibit = attack()
    playing = asyncio.create_task(exhibit.play())
    while exhibit.picture().ask is None:
        await exhibit.changes.wait(exhibit.changes.version)
    asked = exhibit.picture().ask
    assert asked is not None
    assert asked.question is not None
    assert isinstance(asked.question.form, MenuForm)
    go_on = sent({"do": "option", "number": asked.question.form.usual})
    await exhibit.carry_out(Answer(type="answer", id=1, question=asked.id, answer=go_on))
    while (now := exhibit.picture().ask) is None or now.id == asked.id:
        await asyncio.wait_for(exhibit.changes.wait(exhibit.changes.version), 5)
    before = exhibit.picture()
    stale = (
        Answer(type="answer", id=2, question=asked.id, answer=go_on),
        Undo(type="undo", id=3, question=asked.id),
        Send(type="send", id=4, question=asked.id),
    )
    for request in stale:
        with pytest.raises(ClientError, match="no longer asked, so nothing was done"):
            await exhibit.carry_out(request)
    assert exhibit.picture() == before
    assert len(exhibit.answers) == 1
    playing.cancel()


async def test_undo_makes_another_question_of_the_same_decision() -> None:
    """What was staged in between may be another answer with the same number of them."""
    exhibit = combat_move()
    playing = asyncio.create_task(exhibit.play())
    while exhibit.picture().ask is None:
        await exhibit.changes.wait(exhibit.changes.version)
    (infantry,) = exhibit.picture().spaces["Plains"].stacks[0].ids
    seen = [exhibit.state.question]
    for data in ({"do": "move", "pieces": [infantry], "to": "Border"}, None) * 2:
        request: Answer | Undo = (
            Undo(type="undo", id=1, question=seen[-1])
            if data is None
            else Answer(type="answer", id=1, question=seen[-1], answer=sent(data))
        )
        await exhibit.carry_out(request)
        seen.append(exhibit.state.question)
    assert len(set(seen)) == 5
    playing.cancel()


async def test_a_view_that_fails_is_shown_as_such_and_the_next_is_drawn(browser: Browser) -> None:
    """The other parts of the page go on, and the same part with the next change."""
    exhibit = attack()
    async with exhibited(browser, exhibit) as looker:
        await looker.ready()
        await looker.page.evaluate("delete table.store.picture.battle.sides.attacker")
        await looker.page.keyboard.press("4")
        fault = looker.page.locator("#battle .fault")
        await fault.wait_for()
        assert "TypeError" in await fault.inner_text()
        assert await fault.get_by_role("button", name="Reload the page").is_visible()
        assert await looker.page.is_visible("#tab input[type=search]")
        await looker.page.click("#dock .body button.primary")
        await looker.page.locator("#battle table.sides").wait_for()
        assert await fault.count() == 0


async def test_a_rules_number_opens_its_paragraph(browser: Browser) -> None:
    """BG-8.19: whoever is asked can read what is asked."""
    async with exhibited(browser, attack()) as looker:
        await looker.ready()
        number = await looker.page.inner_text("#dock h2 .rule")
        await looker.page.click("#dock h2 .rule")
        await looker.page.locator(f"#dialog[open] h3:has-text('{number}')").wait_for()
        assert len(await looker.page.inner_text("#dialog p:not(.quiet)")) > 0
