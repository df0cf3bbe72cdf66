"""The main road in Firefox: alone at once, then two pages and a relay; both logs are audited."""

import base64
import os
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from protocol.audit import audit
from tests.browser.conftest import LOOP, REQUIRED
from tests.browser.firefox import FOUND, Firefox, Tab, firefox
from tests.browser.site import BUILT, served
from tests.p2p.test_relay import relay as relay_on_loopback

pytestmark = [
    pytest.mark.skipif(not BUILT.exists(), reason="`make site` builds it"),
    pytest.mark.skipif(FOUND is None and REQUIRED not in os.environ, reason="there is no Firefox"),
]

_WORDS = "correct horse"
_ASKED = (
    "() => !table.store.settling && table.store.picture.ask?.question && table.store.picture.ask.id"
)
_BUTTON = "#dock .body button.primary:not([disabled]), #dock .menu button"


@pytest_asyncio.fixture(loop_scope=LOOP)
async def browser(tmp_path: Path) -> AsyncIterator[Firefox]:
    async with firefox(tmp_path) as made:
        yield made


async def begin(browser: Firefox, url: str) -> Tab:
    """Open a page of the site, at its entrance."""
    tab = await browser.open(url)
    await tab.wait_for("body[data-ready][data-stage=entrance]")
    return tab


async def play_on(tab: Tab, answers: int) -> None:
    """Give some answers with the mouse, as the dock proposes them."""
    for _ in range(answers):
        before = await tab.until(_ASKED)
        if await tab.evaluate("() => document.querySelector('[data-key=auto]') !== null"):
            await tab.click("[data-key=auto]")
        await tab.click(_BUTTON)
        await tab.until("(id) => table.store.picture.ask?.id !== id", before)


async def log_of(tab: Tab) -> bytes:
    """The log as the page saves it."""
    return base64.b64decode(
        await tab.evaluate("async () => (await table.request('keep', {})).file")
    )


async def make_key(tab: Tab) -> None:
    """Make a key, as a new player does first."""
    await tab.fill("[data-key=passphrase]", _WORDS)
    await tab.fill("[data-key=again]", _WORDS)
    await tab.click("[data-key=key]")
    await tab.click("[data-key=written]")
    await tab.wait_for("body", "Your key is unlocked")


async def sit_down(browser: Firefox, invite: str) -> Tab:
    """Bob comes by an invite, with a new key, and signs."""
    tab = await begin(browser, invite)
    await make_key(tab)
    await tab.fill("[data-key=guest]", "Bob")
    await tab.click("[data-key=enter]")
    await tab.click("button", "Sign and play")
    return tab


async def test_a_player_alone_plays_at_once(browser: Firefox) -> None:
    with served() as url:
        tab = await begin(browser, url)
        await tab.fill("[data-key=name]", "Ann")
        await tab.click("[data-key=create]")
        await tab.wait_for("#dock", "SS-0.8")
        await play_on(tab, 3)
        report = audit(await log_of(tab))
    assert report.fault is None, report.to_text()


async def test_two_pages_meet_at_a_relay(browser: Firefox) -> None:
    async with relay_on_loopback() as relay:
        with served() as url:
            ann = await begin(browser, url)
            await make_key(ann)
            await ann.click("label, button, summary", "Against people")
            await ann.fill("[data-key=name]", "Ann")
            await ann.fill("[data-key=reach]", str(relay))
            await ann.click("[data-key=create]")
            bob = await sit_down(browser, await ann.value("[aria-label='invite: Japan']"))
            for tab in (ann, bob):
                await tab.wait_for("body[data-stage=game]")
                await tab.click("button", "Place the tokens")
            await ann.wait_for("#dock", "Buy units")
            await play_on(ann, 2)
            report = audit(await log_of(bob))
    assert report.fault is None, report.to_text()
