"""Two pages of the site that meet at a relay: what a joint roll takes between them."""

__all__ = ["in_chromium", "in_firefox"]

import asyncio
import os
import shutil
import statistics
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from playwright.async_api import BrowserType

from tests.bench.measure import Measure
from tests.bench.relaying import relay_process
from tests.bench.visiting import BUILT, in_browser, visitor
from tests.browser.firefox import FOUND, firefox
from tests.browser.site import SLOW, opened, served
from tests.browser.test_entrance import invite_to_japan, make_key, seat_at_relay
from tests.browser.test_firefox import begin, sit_down
from tests.browser.test_firefox import make_key as key_in_firefox

_STARTS: Final = 'const node = python.pyimport("client.table.in_page");'
_TIMED: Final = """
import asyncio
import time
from js import BroadcastChannel
from client.bots.fuzz import Fuzz
from client.seat.view import PlayerView
from client.table.session import BrowserSession
from p2p.choice import Choice
from p2p.events import EntryAccepted
from protocol.due import Duty
from protocol.entry import Decide

bots = {}
told = BroadcastChannel.new("rolls")
asked = None

def noticed(session, notice, then=BrowserSession.notice):
    global asked
    if isinstance(notice, EntryAccepted) and session.observer.table is not None:
        now, entry = time.perf_counter(), notice.appended.entry
        if notice.appended.rolls and asked is not None:
            told.postMessage(1e3 * (now - asked))
        due = session.observer.table.due
        pending = due is not None and due.duty is Duty.SHARE
        asked = now if pending and entry.seat == session.observer.seat else None
    then(session, notice)

async def decided(session, position):
    await asyncio.sleep(0.1)
    bot = bots.setdefault(position.seat, Fuzz(position.seat + 1))
    view = PlayerView(position.game, position.decision, position.groups, session.observer.knowledge)
    return Choice((Decide(bot.choose(view)),))

BrowserSession.notice = noticed
BrowserSession.decide = decided
"""
"""As `rolling.Timing` does, in the program of a page, which then answers by itself after a moment.

What is timed begins when an entry of this seat that a roll waits for is in the page's files, and
ends when the entry that brings the other seat's share is: who sends that one has the dice before.
"""

_LISTEN: Final = """() => {
  window.rolls = [];
  new BroadcastChannel("rolls").onmessage = ({ data }) => rolls.push(data);
}"""
_ROLLS: Final = "() => rolls"
_ENOUGH: Final = 10  # rolls that one of them has caused
_PLAYED: Final = f"() => rolls.length >= {_ENOUGH} || Boolean(table.store.picture.turn?.outcome)"
_AIM: Final = 40  # milliseconds
_LONG: Final = 10 * SLOW


def in_chromium(built: Path = BUILT) -> list[Measure]:
    """A game between two pages of Chromium."""
    if not built.exists():
        return []
    with _meeting(built) as (url, relay):

        async def meet(chromium: BrowserType, _: int) -> list[Measure]:
            return _measures("Chromium", await _chromium(chromium, url, relay), _AIM)

        return in_browser(meet, built)


def in_firefox(built: Path = BUILT) -> list[Measure]:
    """The same between two of Firefox, which may take twice as long."""
    if not built.exists() or FOUND is None:
        print("no Firefox, or no build/site: rolls are not measured there", file=sys.stderr)
        return []
    with _meeting(built) as (url, relay):
        return _measures("Firefox", asyncio.run(_firefox(url, relay)), 2 * _AIM)


@contextmanager
def _meeting(built: Path) -> Iterator[tuple[str, str]]:
    """The URL of a site that times rolls, and a relay."""
    with _timed(built) as site, relay_process() as (access, _), served(site) as url:
        yield url, str(access)


@contextmanager
def _timed(built: Path) -> Iterator[Path]:
    """The site with a program that tells how long rolls take; all else is as it was built."""
    with tempfile.TemporaryDirectory() as folder:
        site = Path(folder) / "site"
        shutil.copytree(built, site, copy_function=os.symlink)
        worker = site / "node" / "worker.js"
        text = worker.read_text("utf-8")
        if _STARTS not in text:
            raise RuntimeError(f"{worker} does not start the program as it did")
        for one in worker.parent.glob("worker.js*"):
            one.unlink()
        worker.write_text(text.replace(_STARTS, f"python.runPython(`{_TIMED}`);\n  {_STARTS}"))
        yield site


async def _chromium(chromium: BrowserType, url: str, relay: str) -> list[float]:
    """Milliseconds of the rolls that either page has caused."""
    async with (
        visitor(chromium) as hosting,
        visitor(chromium) as guest,
        opened(hosting, url) as ann,
    ):
        await seat_at_relay(ann.page, relay)
        async with opened(guest, await invite_to_japan(ann.page)) as bob:
            pages = (ann.page, bob.page)
            for page in pages:
                await page.evaluate(_LISTEN)
            await make_key(bob.page)
            await bob.page.fill('[data-key="guest"]', "Bob")
            await bob.page.click('[data-key="enter"]')
            await bob.page.click("text=Sign and play", timeout=SLOW)
            await ann.page.wait_for_function(_PLAYED, timeout=_LONG)
            return [one for page in pages for one in await page.evaluate(_ROLLS)]


async def _firefox(url: str, relay: str) -> list[float]:
    """The same there."""
    with tempfile.TemporaryDirectory() as profile:
        async with firefox(Path(profile)) as browser:
            ann = await begin(browser, url)
            await ann.evaluate(_LISTEN)
            await key_in_firefox(ann)
            await ann.click("label, button, summary", "Against people")
            await ann.fill("[data-key=name]", "Ann")
            await ann.fill("[data-key=reach]", relay)
            await ann.click("[data-key=create]")
            bob = await sit_down(browser, await ann.value("[aria-label='invite: Japan']"))
            await bob.evaluate(_LISTEN)
            await ann.until(_PLAYED)
            return [one for tab in (ann, bob) for one in await tab.evaluate(_ROLLS)]


def _measures(browser: str, taken: list[float], most: float) -> list[Measure]:
    if not taken:
        raise RuntimeError(f"no page of {browser} caused a roll")
    what = f"a joint roll of two pages of {browser}, median of {len(taken)}"
    return [
        Measure(what, statistics.median(taken), "ms", most=most),
        Measure("the slowest of them", max(taken), "ms"),
    ]
