"""The odds of a battle with units that are not there, on the page."""

from pathlib import Path

from playwright.async_api import Browser

from tests.browser.axe import found_by_axe
from tests.browser.hall import PATIENCE, Hall, Looker
from tests.browser.test_table import fleet_to_wake

_ONE_AFTER_ANOTHER = """async () => {
  const press = (key) => document.dispatchEvent(new KeyboardEvent("keydown", { key }));
  const dialog = document.querySelector("#dialog");
  press("g");
  await null;
  dialog.querySelector(".primary").click();
  await null;
  press("?");
  await new Promise((passed) => setTimeout(passed, 100));
  return dialog.open && dialog.innerText;
}"""
"""A dialog is closed and another opened before the browser has told of the first."""


async def odds_open(looker: Looker, space: str) -> None:
    """Open the odds in a space by its name and a key, and wait for the first answer."""
    page = looker.page
    await page.keyboard.press("/")
    await page.fill('[data-key="find"]', space)
    await page.keyboard.press("Enter")
    await page.keyboard.press("o")
    await reckoned(looker)


async def reckoned(looker: Looker) -> None:
    """Wait until what is shown answers what is asked."""
    await looker.until("document.querySelector('#dialog [role=status]')?.ariaBusy === 'false'")


async def said(looker: Looker) -> str:
    """The odds in words."""
    return await looker.page.inner_text("#dialog [role=status]")


async def test_units_are_supposed_by_mouse_and_by_keys(tmp_path: Path, browser: Browser) -> None:
    async with Hall(tmp_path, browser) as hall:
        await hall.play()
        looker = await hall.look()
        page = looker.page
        await looker.wait_for("SS-0.8")
        await page.click("text=Place the tokens")
        await looker.wait_for("Buy units")
        await page.click('[data-key="buy"]')
        await looker.wait_for("Combat move")
        await fleet_to_wake(looker)
        await odds_open(looker, "SZ Wake")
        staged = await said(looker)
        assert "attacker wins" in staged
        for _ in range(4):
            await page.click('[data-key="odds defence battleship +"]')
        await reckoned(looker)
        worse = await said(looker)
        assert worse != staged
        await page.focus('[data-key="odds attack bomber +"]')
        for _ in range(9):
            await page.keyboard.press("Enter")
        await reckoned(looker)
        assert await said(looker) != worse
        bombers = page.locator("[aria-label='bomber of the attacker'] output")
        assert await bombers.inner_text() == "9"
        assert not await found_by_axe(page)
        await page.click('[data-key="odds as now"]')
        await reckoned(looker)
        assert await said(looker) == staged
        await page.keyboard.press("Escape")
        await page.wait_for_selector("#dialog:not([open])", state="attached", timeout=PATIENCE)
        assert "find a space by name" in await page.evaluate(_ONE_AFTER_ANOTHER)
        await page.keyboard.press("Escape")
        await page.wait_for_selector("#dialog:not([open])", state="attached", timeout=PATIENCE)
