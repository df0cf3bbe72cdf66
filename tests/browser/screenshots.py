"""Pictures of the table's main states, for people to look at: `make screenshots`."""

import asyncio
import shutil
import tempfile
from pathlib import Path

from playwright.async_api import Browser, async_playwright

from client.console import say
from tests.browser.hall import Hall, Looker
from tests.browser.test_table import answer_as_proposed, fleet_to_wake, opening

TARGET = Path("build/screenshots")


async def main() -> None:
    """Play a little of two games, and picture what is met on the way."""
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    if found is None:
        raise SystemExit("there is no Chromium: `apt-get install chromium` brings one")
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        with tempfile.TemporaryDirectory() as folder:
            await world(Path(folder) / "world", browser)
            await turn(Path(folder) / "turn", browser)
        await browser.close()


async def world(folder: Path, browser: Browser) -> None:
    """The world in 1941, by day and by night, and on a phone."""
    async with Hall(folder, browser) as hall:
        await hall.play(scenario="anniversary-1941")
        for name, wide, high, scheme in (
            ("world-light", 1366, 768, "light"),
            ("world-dark", 1366, 768, "dark"),
            ("world-phone", 390, 844, "light"),
        ):
            looker = await hall.look(wide=wide, high=high)
            await looker.page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            await looker.wait_for("SS-0.8")
            await picture(looker, name)
            if name == "world-light":
                await looker.page.click("#views >> text=Europe")
                await picture(looker, "europe-light")
                await looker.page.click("#views >> text=Pacific")
                await picture(looker, "pacific-light")


async def turn(folder: Path, browser: Browser) -> None:
    """A turn at Wake: purchase, route, battle, and the tabs of the panel."""
    async with Hall(folder, browser) as hall:
        await hall.play()
        looker = await hall.look()
        await looker.wait_for("SS-0.8")
        await picture(looker, "opening")
        await opening(looker)
        await picture(looker, "combat-move")
        x, y = await looker.at("SZ Hawaii")
        await looker.page.mouse.click(x, y - 14)
        await looker.page.click('[data-key="all"]')
        await picture(looker, "lit")
        await looker.page.keyboard.press("Escape")
        await fleet_to_wake(looker)
        await looker.page.click('[data-key="done"]')
        await looker.ready()
        await picture(looker, "battle")
        for tab in ("hidden", "log", "seats"):
            await looker.page.click(f'[data-key="tab {tab}"]')
            await picture(looker, f"tab-{tab}")
        for _ in range(2):
            await looker.ready()
            await answer_as_proposed(looker)
        phone = await hall.look(wide=390, high=844)
        await phone.page.wait_for_selector("body[data-ready]")
        await picture(phone, "phone")


async def picture(looker: Looker, name: str) -> None:
    """Take a picture once the page has come to rest."""
    await looker.page.wait_for_timeout(700)
    await looker.page.screenshot(path=TARGET / f"{name}.png")


if __name__ == "__main__":
    TARGET.mkdir(parents=True, exist_ok=True)
    asyncio.run(main())
    say(f"pictures in {TARGET}")
