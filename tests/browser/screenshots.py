"""Pictures of the table's main states, for people to look at: `make screenshots`."""

import asyncio
import shutil
import tempfile
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Literal, TypeAlias

from playwright.async_api import Browser, Page, async_playwright

from client.bots.captain import Captain
from client.console import say
from client.scenarios import find
from client.table.replay import LogReplay
from client.table.server import serving
from protocol.logfile import read_log, write_log
from tests.bench.games import founded, played
from tests.browser.hall import PATIENCE, Hall, Looker
from tests.browser.test_entrance import entrance, make_key
from tests.browser.test_playback import paused_at
from tests.browser.test_table import answer_as_proposed, fleet_to_wake, opening

TARGET = Path("build/screenshots")
_ENTRIES = 400

Look: TypeAlias = tuple[str, int, int, Literal["light", "dark"]]
LAPTOP: Look = ("laptop", 1366, 768, "light")
NIGHT: Look = ("night", 1366, 768, "dark")
DESKTOP: Look = ("desktop", 1920, 1080, "dark")
LARGE: Look = ("large", 2560, 1440, "light")
PHONE: Look = ("phone", 390, 844, "light")
PHONE_NIGHT: Look = ("phone-night", 390, 844, "dark")
ALL: Sequence[Look] = (LAPTOP, NIGHT, PHONE, PHONE_NIGHT)
SIZES: Sequence[Look] = (LAPTOP, DESKTOP, LARGE, PHONE, PHONE_NIGHT)


async def main() -> None:
    """Play a little of several games, and picture what is met on the way."""
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    if found is None:
        raise SystemExit("there is no Chromium: `apt-get install chromium` brings one")
    parts: Sequence[Callable[[Path, Browser], Awaitable[None]]] = (
        way_in,
        world,
        turn,
        playback,
        log,
    )
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        for part in parts:
            with tempfile.TemporaryDirectory() as folder:
                await part(Path(folder), browser)
        await browser.close()


async def way_in(folder: Path, browser: Browser) -> None:
    """The set-up page, the lobby as host and guest see it, and the charter to be signed."""
    async with entrance(folder / "ann", browser) as ann, entrance(folder / "bob", browser) as bob:
        await pictures(ann, "set-up")
        await make_key(ann)
        await ann.click("text=The world in 1941")
        await ann.click("text=Against people")
        await ann.click('[data-key="rule DS"]')
        await ann.fill('[data-key="name"]', "Ann")
        await ann.wait_for_timeout(400)
        await ann.screenshot(path=TARGET / "set-up-rules.png", full_page=True)
        await ann.click('[data-key="create"]')
        await ann.wait_for_selector("text=Waiting for one player", timeout=PATIENCE)
        await pictures(ann, "lobby", (LAPTOP, PHONE))
        invite = await ann.locator(".invite input").first.input_value()
        await make_key(bob)
        await bob.fill('[data-key="invite"]', invite)
        await bob.fill('[data-key="guest"]', "Bob")
        await bob.click('[data-key="enter"]')
        await bob.wait_for_selector("text=Sign this charter?", timeout=PATIENCE)
        await pictures(bob, "charter", (LAPTOP, PHONE_NIGHT))


async def world(folder: Path, browser: Browser) -> None:
    """The world in 1941: as it opens, whole, and in parts."""
    async with Hall(folder, browser) as hall:
        await hall.play(scenario="anniversary-1941")
        looker = await hall.look()
        await looker.wait_for("SS-0.8")
        await pictures(looker.page, "world")
        for part in ("World", "Europe", "Pacific", "China"):
            await looker.page.click(f"#views >> text={part}")
            await pictures(looker.page, part.lower(), (LAPTOP, PHONE))


async def turn(folder: Path, browser: Browser) -> None:
    """A turn at Wake: purchase, route, battle, and the tabs of the panel."""
    async with Hall(folder, browser) as hall:
        await hall.play()
        looker = await hall.look()
        page = looker.page
        await looker.wait_for("SS-0.8")
        await pictures(page, "opening", (LAPTOP, PHONE))
        await page.click("text=Place the tokens")
        await looker.wait_for("Buy units")
        await pictures(page, "purchase", (LAPTOP, PHONE))
        await page.click('[data-key="buy"]')
        await looker.wait_for("Combat move")
        x, y = await looker.at("SZ Hawaii")
        await page.mouse.click(x, y - 14)
        await page.click('[data-key="all"]')
        await looker.until("'SZ Wake' in table.store.lit")
        await pictures(page, "lit")
        await page.keyboard.press("Escape")
        await fleet_to_wake(looker)
        await pictures(page, "planned", (LAPTOP, PHONE))
        await page.click('[data-key="done"]')
        await looker.ready()
        await pictures(page, "battle")
        for tab in ("hidden", "orders", "log", "seats"):
            await page.click(f'[data-key="tab {tab}"]')
            await pictures(page, f"tab-{tab}", (LAPTOP, PHONE))
        await answer_until_over(looker)
        await pictures(page, "waiting", (LAPTOP, PHONE))


async def playback(folder: Path, browser: Browser) -> None:
    """Arrows of what is not sent; dice and moves that are played back; what was missed."""
    async with Hall(folder, browser) as hall:
        await hall.play()
        looker = await hall.look()
        page = looker.page
        await opening(looker)
        await fleet_to_wake(looker)
        await page.focus('[data-key="move 0"]')
        await pictures(page, "arrows", SIZES)
        await page.click('[data-key="done"]')
        await paused_at(looker, "fire")
        await pictures(page, "fire", SIZES)
        await page.keyboard.press("s")
        await answer_until_over(looker)
        await paused_at(looker, "move")
        await pictures(page, "played-back", SIZES)
        await page.reload()
        await page.wait_for_selector("#away h3", timeout=PATIENCE)
        await pictures(page, "away", SIZES)


async def answer_until_over(looker: Looker) -> None:
    """Take what is proposed, a few times."""
    for _ in range(4):
        await looker.ready()
        if (await looker.picture("turn"))["active"] != "USA":
            return
        await answer_as_proposed(looker)


async def log(folder: Path, browser: Browser) -> None:
    """A replay in the middle of a game, and the report."""
    _ = folder
    table = played(founded(find("wake-island")), _ENTRIES, (Captain(1), Captain(2)))
    written = write_log(table.log)
    async with serving(LogReplay(read_log(written), written)) as server:
        page = await browser.new_page()
        await page.goto(server.link)
        await page.wait_for_selector("#stacks .stack")
        await pictures(page, "replay")
        await page.click('[data-key="tab seats"]')
        await page.click("text=Audit now")
        await page.wait_for_selector(".report", timeout=PATIENCE)
        await pictures(page, "report", (LAPTOP, PHONE))
        await page.close()


async def pictures(page: Page, name: str, looks: Sequence[Look] = ALL) -> None:
    """Take a picture in each of these looks, once the page has come to rest."""
    for look, wide, high, scheme in looks:
        await page.set_viewport_size({"width": wide, "height": high})
        await page.emulate_media(color_scheme=scheme)
        await page.wait_for_timeout(500)
        await page.screenshot(path=TARGET / f"{name}-{look}.png")
    _, wide, high, scheme = LAPTOP
    await page.set_viewport_size({"width": wide, "height": high})
    await page.emulate_media(color_scheme=scheme)
    await page.wait_for_timeout(200)


if __name__ == "__main__":
    TARGET.mkdir(parents=True, exist_ok=True)
    asyncio.run(main())
    say(f"pictures in {TARGET}")
