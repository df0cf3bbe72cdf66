"""On the page the number of a rule opens its paragraph, wherever a sentence cites one."""

from playwright.async_api import Browser, Locator

from engine.phases import Phase
from engine.run import Run
from tests.browser.axe import found_by_axe
from tests.browser.exhibit import Exhibit, exhibited
from tests.browser.hall import PATIENCE, Hall, Looker
from tests.browser.test_forms import press
from tests.engine.position import position


def raiding() -> Exhibit:
    """Bombers and fighters above a complex, about to be told what they attack."""
    game = position(
        "Plains: USA 3 bomber, 2 fighter / Japan complex, infantry",
        phase=Phase.COMBAT_MOVE,
        options={"interceptors": "on"},
    )
    return Exhibit(Run(game), 0)


async def opened(looker: Looker, number: str) -> Locator:
    """The dialog, once it shows a rule."""
    await looker.page.locator(f"#dialog[open] h3:has-text('{number}')").wait_for(timeout=PATIENCE)
    return looker.page.locator("#dialog")


async def test_the_number_in_a_refusal_opens_the_rule(browser: Browser) -> None:
    """BG-8.2: fighters alone raid nothing, and the player can read why."""
    async with exhibited(browser, raiding()) as looker:
        await press(looker, "done", "escort Plains fighter+")
        await looker.page.click("#dock .rule:text-is('BG-8.2')", timeout=PATIENCE)
        dialog = await opened(looker, "BG-8.2")
        assert "Bombers may raid or fight, not both" in await dialog.inner_text()
        await looker.page.keyboard.press("Escape")
        await dialog.wait_for(state="hidden", timeout=PATIENCE)


async def test_a_paragraph_opens_the_rules_that_it_cites(browser: Browser) -> None:
    """BG-7.14 ends with BG-7.15."""
    async with exhibited(browser, raiding()) as looker:
        await press(looker, "done")
        await looker.page.click("#dock .rule:text-is('BG-7.14')", timeout=PATIENCE)
        dialog = await opened(looker, "BG-7.14")
        await dialog.locator(".rule:text-is('BG-7.15')").click(timeout=PATIENCE)
        assert "Scramble" in await (await opened(looker, "BG-7.15")).inner_text()


async def test_a_term_in_a_prompt_opens_what_it_means(hall: Hall) -> None:
    """SS-0.8 speaks of groups: mouse and keyboard lead to what they are, with a picture."""
    await hall.play()
    looker = await hall.look()
    page = looker.page
    await looker.wait_for("SS-0.8")
    await page.click("#dock .term:text-is('groups')", timeout=PATIENCE)
    dialog = page.locator("#dialog[open]")
    await dialog.locator("h3:text-is('group')").wait_for(timeout=PATIENCE)
    said = await dialog.inner_text()
    assert "On which token a group is, only its owner knows" in said
    assert "SS-0.1" in said
    picture = dialog.locator(".picture").first
    assert "two submarines" in (await picture.get_attribute("aria-label") or "")
    await dialog.locator(".term:text-is('tracker')").first.focus()
    await page.keyboard.press("Enter")
    await dialog.locator("h3:text-is('tracker')").wait_for(timeout=PATIENCE)
    await dialog.locator(".rule:text-is('SS-0.7')").first.click()
    assert "SS-0.7" in await (await opened(looker, "SS-0.7")).inner_text()
    assert await dialog.locator(".picture").count() == 1


async def test_the_glossary_opens_by_a_key_and_by_taps(hall: Hall) -> None:
    """Every term of the game that is played, none of house rules that are not."""
    await hall.play()
    looker = await hall.look(wide=390, high=844, touch=True)
    page = looker.page
    await looker.wait_for("SS-0.8")
    await page.locator("#help").tap()
    await page.locator('#dialog [data-key="glossary"]').tap()
    terms = page.locator("#dialog .glossary dt .term")
    names = await terms.all_inner_texts()
    assert {"token", "decoy", "shuffle", "reveal", "submerge"} <= set(names)
    assert "sea mine" not in names
    drawn = page.locator("#dialog .glossary .picture")
    assert await drawn.count() > len(names) // 2
    edges = await drawn.evaluate_all("all => all.map(one => one.getBoundingClientRect().right)")
    assert max(edges) <= 390
    assert await found_by_axe(page) == []
    await page.locator("#dialog dt .term:text-is('decoy')").tap()
    await page.locator("#dialog h3:text-is('decoy')").wait_for(timeout=PATIENCE)
    assert await found_by_axe(page) == []
    await page.keyboard.press("Escape")
    await page.locator("#dialog[open]").wait_for(state="hidden", timeout=PATIENCE)
    await page.keyboard.press("g")
    await page.locator("#dialog .glossary").wait_for(timeout=PATIENCE)


async def test_the_key_to_the_decision_passes_over_words_that_explain(hall: Hall) -> None:
    """`a` leads to what answers, not to a term or a place of the question; a term has the focus."""
    await hall.play()
    looker = await hall.look()
    await looker.wait_for("SS-0.8")
    await looker.page.keyboard.press("a")
    focused = "document.activeElement.closest('#dock') && document.activeElement.className"
    assert not {"term", "inline"}.intersection((await looker.page.evaluate(focused)).split())
    await looker.page.keyboard.press("g")
    await looker.page.locator("#dialog dt .term").first.focus()
    await looker.page.keyboard.press("Enter")
    await looker.until("document.activeElement.matches('#dialog h3')")
    await looker.page.keyboard.press("Escape")
    await looker.page.keyboard.press("?")
    await looker.until("document.activeElement.matches('#dialog h3')")
    await looker.page.keyboard.press("Escape")
    await looker.page.keyboard.press("1")
    await looker.page.keyboard.press("t")
    await looker.until("document.activeElement.closest('#dialog')")
    await looker.page.keyboard.press("Escape")
    await looker.until("document.activeElement.id === 'tab'")
