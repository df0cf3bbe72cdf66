"""Whole games in pages of the built site, and pages that are killed in mid-game.

Four histories in turn: two players, one with taps in Chromium and one with a mouse in Firefox, who
meet at a relay and play Wake Island to its end; a player alone whose network is cut once the page
is loaded; a player whose page is killed 30 times, with its worker, its renderer or its whole
browser; and all test vectors of SPEC.md in the Python of a page. All logs are audited.
"""

import asyncio
import os
import random
import secrets
import shutil
import signal
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Final, Self

from playwright.async_api import (
    Browser,
    BrowserContext,
    Error,
    Page,
    ViewportSize,
    async_playwright,
)

from client import tables
from client.bots.captain import Captain
from client.bots.player import BotPlayer
from client.home import Home
from p2p.invite import Invite
from p2p.node import Node
from p2p.store import Store
from protocol.audit import audit
from protocol.identity import PHRASE_SIZE, Phrase
from tests.browser.firefox import FOUND, firefox
from tests.browser.hall import Looker, Silent
from tests.browser.site import BUILT, SLOW, at_entrance, opened, served
from tests.browser.test_entrance import WORDS, invite_to_japan, seat_at_relay
from tests.browser.test_firefox import sit_down
from tests.browser.test_site import begin, entries, log_of, play_on, resume
from tests.browser.whole_game import (
    MAIN,
    Finger,
    MouseInFirefox,
    audited_elsewhere,
    play_out,
    saved_whole,
)
from tests.marathon.step import Step
from tests.p2p.test_relay import relay as relay_on_loopback
from tests.page.test_page import WHEELS, vectors_in_a_page

__all__ = ["pages"]

CHROMIUM: Final = shutil.which("chromium") or shutil.which("chromium-browser")
_SANDBOX: Final = [] if os.geteuid() else ["--no-sandbox"]
_KILLS: Final = 30
_PHONE: Final = ViewportSize(width=390, height=844)


def pages(first: int) -> Iterator[Step]:
    """One history after the other, if there are a site and browsers."""
    if not BUILT.exists() or CHROMIUM is None or FOUND is None:
        yield Step("NO SITE, which `make site` builds, or no Chromium, or no Firefox: no pages")
        return
    for seed in count(first):
        history: Callable[[Path, int], Coroutine[None, None, str]]
        history = (together, cut_off, killed, vectors)[(seed - 1) % 4]
        began = time.monotonic()
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            try:
                told = asyncio.run(history(Path(folder), seed))
            except (AssertionError, TimeoutError, Error) as error:
                told = f"{type(error).__name__}: {error}"
                yield Step(f"{seed}: {history.__name__}: {told}", failed=True)
                continue
        seconds = time.monotonic() - began
        yield Step(f"{seed}: {history.__name__}: {told}, {seconds:.0f} s")


@asynccontextmanager
async def _chromium() -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        made = await playwright.chromium.launch(executable_path=CHROMIUM, args=_SANDBOX)
        yield made
        await made.close()


async def together(folder: Path, _: int) -> str:
    """Two browsers and a relay, to the end of the game.

    Raises:
        AssertionError: a page failed, or a log is not verified.
    """
    async with AsyncExitStack() as stack:
        browser = await stack.enter_async_context(_chromium())
        other = await stack.enter_async_context(firefox(folder / "profile"))
        relay = await stack.enter_async_context(relay_on_loopback())
        url = stack.enter_context(served())
        phone = await browser.new_context(viewport=_PHONE, has_touch=True)
        ann = await stack.enter_async_context(opened(phone, url))
        await seat_at_relay(ann.page, str(relay))
        bob = await sit_down(other, await invite_to_japan(ann.page))
        finger, mouse = Finger(ann), MouseInFirefox(bob)
        answers = await asyncio.gather(play_out(finger), play_out(mouse))
        logs = await saved_whole(finger), await saved_whole(mouse)
        end = (await ann.picture("turn"))["outcome"]
    assert entries(logs[0]) == entries(logs[1])
    await audited_elsewhere(logs[0], folder)
    given = f"{answers[0]} answers by taps, {answers[1]} by mouse"
    return f"{given}, {len(entries(logs[0]))} entries, {end}"


async def cut_off(folder: Path, _: int) -> str:
    """Alone, to the end: nothing is served any more, and the page is loaded again in mid-game.

    Raises:
        AssertionError: a page failed, or the log is not verified.
    """
    async with _chromium() as browser:
        context = await browser.new_context(viewport=_PHONE, has_touch=True)
        with served() as url:
            async with opened(context, url) as looker:
                await looker.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        await context.set_offline(offline=True)
        async with opened(context, url) as looker:
            await begin(looker.page)
            await play_on(looker, 10)
        async with opened(context, url) as looker:
            await resume(looker.page)
            finger = Finger(looker, attacks=False)
            answers = await play_out(finger)
            log = await saved_whole(finger)
    await audited_elsewhere(log, folder)
    return f"{10 + answers} answers without a network, {len(entries(log))} entries"


async def killed(folder: Path, seed: int) -> str:
    """A player against bots at nodes of their own, whose page is killed again and again.

    When a game is over, the next begins.

    Raises:
        AssertionError: an entry was lost, or something was signed twice.
    """
    draw, ways, kept = random.Random(seed), Counter[str](), 0
    for game in count():
        kept += await _killed_in_one(folder / f"{game}", draw, ways)
        if ways.total() >= _KILLS:
            return f"{ways.total()} kills of {dict(ways)} in {game + 1} games, {kept} entries"
    raise AssertionError


async def _killed_in_one(folder: Path, draw: random.Random, ways: Counter[str]) -> int:
    """One game, until it is over or there are enough kills; how many entries were kept."""
    async with AsyncExitStack() as stack:
        relay = await stack.enter_async_context(relay_on_loopback())
        url = stack.enter_context(served())
        browsers = await stack.enter_async_context(_Browsers(folder / "profile"))
        looker = await browsers.opened(url)
        await seat_at_relay(looker.page, str(relay))
        invite = await invite_to_japan(looker.page)
        store = await stack.enter_async_context(_bot(folder / "bob", invite))
        await looker.page.wait_for_selector('body[data-stage="game"]', timeout=SLOW)
        while ways.total() < _KILLS:
            await play_on(looker, draw.randrange(3))
            await looker.ready()
            if (await looker.picture("turn"))["outcome"]:
                break
            known = entries(await log_of(looker.page))
            await looker.page.locator(MAIN).first.click(timeout=SLOW, no_wait_after=True)
            await looker.page.wait_for_timeout(draw.randrange(300))
            way = draw.choice(("worker", "renderer", "browser"))
            ways[way] += 1
            await browsers.kill(way, looker)
            looker = await browsers.opened(url)
            await _unlock(looker.page)
            await resume(looker.page)
            await looker.ready()
            now = entries(await log_of(looker.page))
            assert now[: len(known)] == known, f"an entry is lost, killed at {dict(ways)}"
        log = await log_of(looker.page)
        assert not store.read().evidence, "something was signed twice"
    assert (fault := audit(log).fault) is None, fault
    return len(entries(log))


async def vectors(_folder: Path, _: int) -> str:
    """All test vectors, of game logs, too.

    Raises:
        AssertionError: one comes out otherwise.
    """
    if not WHEELS.exists():
        return "NO WHEELS, which `make site` fetches: no vectors"
    return f"{await asyncio.to_thread(vectors_in_a_page)} tests of vectors hold"


class _Browsers:
    """One Chromium after the other, on the same profile."""

    def __init__(self, profile: Path) -> None:
        self._profile = profile
        self._driver = async_playwright()
        self._context: BrowserContext | None = None

    async def __aenter__(self) -> Self:
        self._playwright = await self._driver.__aenter__()
        return self

    async def __aexit__(self, *error: object) -> None:
        with suppress(Error):
            if self._context is not None:
                await self._context.close()
        await self._driver.__aexit__(*error)

    async def opened(self, url: str) -> Looker:
        """A page of the site, once it is at its entrance."""
        if self._context is None:
            self._context = await self._playwright.chromium.launch_persistent_context(
                self._profile, executable_path=CHROMIUM, args=_SANDBOX
            )
        page = await self._context.new_page()
        await page.goto(url)
        try:
            await at_entrance(page)
        except Error as error:
            raise AssertionError(f"no entrance: {await page.inner_text('body')}") from error
        return Looker(page, self._context)

    async def kill(self, way: str, looker: Looker) -> None:
        """End what a page runs in, at once."""
        page = looker.page
        if way == "browser":
            self._context = None
            os.kill(_process(self._profile), signal.SIGKILL)
            with suppress(Error):
                await looker.context.close()
            return
        if way == "renderer":
            line = await looker.context.new_cdp_session(page)
            async with page.expect_event("crash"):
                crashing = asyncio.create_task(line.send("Page.crash"))
            crashing.cancel()
        else:
            (worker,) = (one for one in page.workers if one.url.endswith("/worker.js"))
            async with worker.expect_event("close"):
                await worker.evaluate("void close()")
        with suppress(Error):
            await page.close()


def _process(profile: Path) -> int:
    """The browser that has a profile open."""
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            said = (folder / "cmdline").read_bytes().split(b"\0")
            if f"--user-data-dir={profile}".encode() in said and not any(
                one.startswith(b"--type=") for one in said
            ):
                return int(folder.name)
    raise AssertionError(f"no browser has {profile}")


@asynccontextmanager
async def _bot(home: Path, invite: str) -> AsyncIterator[Store]:
    """A captain that comes by an invite and plays; its store."""
    phrase = Phrase(secrets.token_bytes(PHRASE_SIZE))
    table = tables.join(Home(home), phrase, "Bob", Invite.parse(invite))
    player = BotPlayer(Silent(), Captain(1), 1)
    with table.store as store:
        node = Node(store, phrase, player, linger=None, bot=True)
        playing = asyncio.create_task(player.run(node))
        yield store
        playing.cancel()
        with suppress(asyncio.CancelledError):
            await playing


async def _unlock(page: Page) -> None:
    await page.fill('[data-key="passphrase"]', WORDS)
    await page.click('[data-key="key"]')
    await page.wait_for_selector('[data-key^="resume"]:not([disabled])', timeout=SLOW)
