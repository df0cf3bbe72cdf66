"""On the page the number of a rule opens its paragraph, wherever a sentence cites one."""

from playwright.async_api import Browser, Locator

from engine.phases import Phase
from engine.run import Run
from tests.browser.exhibit import Exhibit, exhibited
from tests.browser.hall import PATIENCE, Looker
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
