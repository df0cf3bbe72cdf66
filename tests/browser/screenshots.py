"""Pictures of the page's main states, for people to look at: `make screenshots`.

`docs/screenshots.md` lists them. What axe finds serious in any of them is said.
"""

import asyncio
import shutil
import tempfile
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from playwright.async_api import Browser, Page, async_playwright

from client.bots.captain import Captain
from client.console import say
from client.scenarios import find, shortened
from client.table.replay import LogReplay
from client.table.report import game_report, report_page
from client.table.server import serving
from protocol.charter import Secrecy
from protocol.logfile import read_log, write_log
from tests.bench.games import closed, founded, played
from tests.browser.axe import found_by_axe
from tests.browser.hall import PATIENCE, Hall, Looker
from tests.browser.test_ending import at_the_end
from tests.browser.test_entrance import entrance, make_key
from tests.browser.test_odds import odds_open, reckoned
from tests.browser.test_playback import answer_until_next, hold, paused_at
from tests.browser.test_table import fleet_to_wake, plan_for_hawaii

TARGET = Path("build/screenshots")
_ENTRIES = 400
_LONGEST = 10_000


@dataclass(frozen=True, slots=True)
class Look:
    """A size of the window in pixels, in light or dark."""

    name: str
    wide: int
    high: int
    scheme: Literal["light", "dark"]


_SIZES: Final = ((1366, 768), (1920, 1080), (2560, 1440), (390, 844))
_SCHEMES: Final[Sequence[Literal["light", "dark"]]] = ("light", "dark")
LOOKS: Final = tuple(
    Look(f"{wide}-{scheme}", wide, high, scheme) for wide, high in _SIZES for scheme in _SCHEMES
)
LAPTOP, PHONE_NIGHT, PHONE_ON_ITS_SIDE = LOOKS[0], LOOKS[-1], Look("844-light", 844, 390, "light")
SMALL: Final = (LAPTOP, PHONE_NIGHT, PHONE_ON_ITS_SIDE)


@dataclass(frozen=True, slots=True)
class State:
    """A state of the page that is pictured.

    Attributes:
        shows: what is to be seen, in a few words.
        looks: in which it is pictured.
    """

    shows: str
    looks: Sequence[Look] = SMALL


STATES: Final[Mapping[str, State]] = {
    "set-up": State("the first page"),
    "rules": State("the first page with the settings of a game of 1941 among people"),
    "lobby": State("a host who waits for a guest"),
    "charter": State("the charter that a guest signs"),
    "world": State("the world in 1941, as it opens", LOOKS),
    "europe": State("Europe in 1941"),
    "opening": State("groups are divided among tokens (SS-0.8)"),
    "purchase": State("units are bought (BG-5)"),
    "in-hand": State("pieces in hand, and where they can go (BG-7)", LOOKS),
    "plan": State("what a player who waits plans, with its odds"),
    "arrows": State("moves that are not sent, one of them lit up"),
    "odds": State("the odds of a battle with units that are supposed", LOOKS),
    "fire": State("dice of a battle that are played back, with the board beside the map", LOOKS),
    "hidden": State("the trackers, and a group that is pointed at (SS-0.7)"),
    "log": State("the log"),
    "away": State("what happened while the player was away", LOOKS),
    "glossary": State("the terms of the rules"),
    "term": State("a term with its picture and its paragraph"),
    "replay": State("a log that is replayed"),
    "report": State("the report of an audit"),
    "ending": State("the end of a game, with what can be done then"),
    "rematch": State("a player who is invited to a rematch"),
    "page": State("the page of a whole game that is sent round"),
    "lesson": State("the guided turn"),
}
"""Every state, by the name that its pictures begin with."""


def listed() -> str:
    """The list of all pictures, as it stands in `docs/screenshots.md`."""
    rows = [f"| `{name}` | {one.shows} | {len(one.looks)} |" for name, one in STATES.items()]
    return "\n".join(("| state | shows | looks |", "|---|---|---|", *rows))


async def main() -> None:
    """Play a little of several games, and picture what is met on the way."""
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    if found is None:
        raise SystemExit("there is no Chromium: `apt-get install chromium` brings one")
    parts: Sequence[Callable[[Path, Browser], Awaitable[None]]] = (
        way_in,
        world,
        turn,
        planned,
        log,
        end,
        sent_round,
        lesson,
    )
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        for part in parts:
            with tempfile.TemporaryDirectory() as folder:
                await part(Path(folder), browser)
        await browser.close()


async def way_in(folder: Path, browser: Browser) -> None:
    """The set-up page, the lobby, and the charter to be signed."""
    async with entrance(folder / "ann", browser) as ann, entrance(folder / "bob", browser) as bob:
        await picture(ann, "set-up")
        await make_key(ann)
        await ann.click("text=The world in 1941")
        await ann.click("text=Against people")
        await ann.click('[data-key="near On this machine"]')
        await ann.click('[data-key="rule DS"]')
        await ann.fill('[data-key="name"]', "Ann")
        await picture(ann, "rules")
        await ann.click('[data-key="create"]')
        await ann.wait_for_selector("text=Waiting for one player", timeout=PATIENCE)
        await picture(ann, "lobby")
        invite = await ann.locator(".invite input").first.input_value()
        await make_key(bob)
        await bob.fill('[data-key="invite"]', invite)
        await bob.fill('[data-key="guest"]', "Bob")
        await bob.click('[data-key="enter"]')
        await bob.wait_for_selector("text=Sign this charter?", timeout=PATIENCE)
        await picture(bob, "charter")


async def world(folder: Path, browser: Browser) -> None:
    """The world in 1941: as it opens, and in part."""
    async with Hall(folder, browser) as hall:
        await hall.play(scenario="anniversary-1941")
        looker = await hall.look()
        await looker.wait_for("SS-0.8")
        await picture(looker.page, "world")
        await looker.page.click("#views >> text=Europe")
        await picture(looker.page, "europe")


async def turn(folder: Path, browser: Browser) -> None:
    """A turn at Wake: purchase, moves, battle, what another does meanwhile; and the panel."""
    async with Hall(folder, browser) as hall:
        await hall.play()
        looker = await hall.look()
        page = looker.page
        await looker.wait_for("SS-0.8")
        await picture(page, "opening")
        await words(page)
        await page.click("text=Place the tokens")
        await looker.wait_for("Buy units")
        await picture(page, "purchase")
        await page.click('[data-key="buy"]')
        await looker.wait_for("Combat move")
        await in_hand(looker)
        await fleet_to_wake(looker)
        await page.focus('[data-key="move 0"]')
        await picture(page, "arrows")
        await supposing(looker)
        await hold(looker)
        await page.click('[data-key="done"]')
        await paused_at(looker, "fire")
        await picture(page, "fire")
        await page.keyboard.press("s")
        await page.click('[data-key="tab hidden"]')
        await page.locator("#tab .box").first.hover()
        await picture(page, "hidden")
        await page.click('[data-key="tab log"]')
        await picture(page, "log")
        await hold(looker)
        await answer_until_next(looker)
        await paused_at(looker, "move")
        await page.reload()
        await page.wait_for_selector("#away h3", timeout=PATIENCE)
        await picture(page, "away")


async def planned(folder: Path, browser: Browser) -> None:
    """A player who waits for the other's first answer plans its own turn."""
    async with Hall(folder, browser) as hall:
        await hall.play(people=2)
        ann, bob = await hall.look(0), await hall.look(1)
        await bob.page.click("text=Sign and play")
        await ann.wait_for("SS-0.8")
        await bob.wait_for("to divide submarines into groups")
        await plan_for_hawaii(bob)
        await picture(bob.page, "plan")


async def words(page: Page) -> None:
    """The glossary, and a term of it."""
    await page.keyboard.press("g")
    await picture(page, "glossary")
    await page.click("#dialog dt .term:text-is('shuffle')")
    await page.wait_for_selector("#dialog h3.named", timeout=PATIENCE)
    await picture(page, "term")
    await page.keyboard.press("Escape")


async def in_hand(looker: Looker) -> None:
    """The fleet at Hawaii is taken up, and cannot go as far as Japan."""
    page = looker.page
    x, y = await looker.at("SZ Hawaii")
    await page.mouse.click(x, y - 14)
    await page.click('[data-key="all"]')
    await looker.until("'SZ Wake' in table.store.lit")
    await page.mouse.click(*await looker.at("SZ Japan"))
    await page.wait_for_selector(".toast.refused", timeout=PATIENCE)
    await picture(page, "in-hand")
    await page.keyboard.press("Escape")


async def supposing(looker: Looker) -> None:
    """The odds in SZ Wake, if a destroyer came along and met a fighter more."""
    page = looker.page
    await odds_open(looker, "SZ Wake")
    await page.click('[data-key="odds attack destroyer +"]')
    await page.click('[data-key="odds defence fighter +"]')
    await reckoned(looker)
    await picture(page, "odds")
    await page.keyboard.press("Escape")


async def log(folder: Path, browser: Browser) -> None:
    """A replay in the middle of a game, and the report."""
    _ = folder
    table = played(founded(find("wake-island")), _ENTRIES, (Captain(1), Captain(2)))
    written = write_log(table.log)
    async with serving(LogReplay(read_log(written), written)) as server:
        page = await browser.new_page()
        await page.goto(server.link)
        await page.wait_for_selector("#stacks .stack", state="attached")
        await picture(page, "replay")
        await page.click('[data-key="tab seats"]')
        await page.click("text=Audit now")
        await page.wait_for_selector(".report", timeout=PATIENCE)
        await picture(page, "report")
        await page.close()


async def end(folder: Path, browser: Browser) -> None:
    """The end of a game, and the invitation to a rematch."""
    async with at_the_end(folder, browser) as (ann, bob):
        await picture(ann, "ending")
        await ann.click('[data-key="swapped"]')
        await bob.wait_for_selector("text=invites you to a rematch", timeout=PATIENCE)
        await picture(bob, "rematch")


async def sent_round(folder: Path, browser: Browser) -> None:
    """The page of a whole game, in which one player has opened its tokens."""
    file = folder / "game.html"
    bots = Captain(1), Captain(2)
    table = played(founded(shortened(find("wake-island"), 2), Secrecy.PROVED), _LONGEST, bots)
    file.write_text(report_page(game_report(closed(table, 0)[0])), encoding="utf-8")
    page = await browser.new_page()
    await page.goto(file.as_uri())
    await page.wait_for_selector("#proof table")
    await picture(page, "page")
    await page.close()


async def lesson(folder: Path, browser: Browser) -> None:
    """The guided turn, as it begins."""
    async with entrance(folder, browser) as page:
        await page.click('[data-key="learn"]')
        await page.wait_for_selector("#guide h2", timeout=PATIENCE)
        await picture(page, "lesson")


async def picture(page: Page, name: str) -> None:
    """Take the pictures of a state, once the page has come to rest; it is a laptop's again then."""
    for look in (*STATES[name].looks, None):
        to = look or LAPTOP
        await page.set_viewport_size({"width": to.wide, "height": to.high})
        await page.emulate_media(color_scheme=to.scheme)
        await page.wait_for_timeout(400)
        if look is not None:
            await page.screenshot(path=TARGET / f"{name}-{look.name}.png")
            for fault in await found_by_axe(page):
                say(f"{name}-{look.name}: {fault}")


if __name__ == "__main__":
    TARGET.mkdir(parents=True, exist_ok=True)
    asyncio.run(main())
    say(f"pictures in {TARGET}")
