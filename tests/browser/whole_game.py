"""Whole games in pages of the site, answered by taps on a phone and with a mouse in Firefox."""

import asyncio
import base64
import json
import sys
from pathlib import Path
from typing import Any, Protocol

from protocol.audit import audit
from tests.browser.firefox import Tab
from tests.browser.hall import Looker
from tests.browser.site import SLOW
from tests.browser.test_touch import move_to_wake

__all__ = [
    "MAIN",
    "Finger",
    "Hand",
    "Mouse",
    "MouseInFirefox",
    "audited_elsewhere",
    "play_out",
    "saved_whole",
]

MAIN = "#dock .body button.primary:not([disabled]), #dock .menu button"
"""What the dock proposes: its main button, else the first of its menu."""

_BUY = '[aria-label="more: infantry"]'
_AUTO = '[data-key="auto"]'
_PAUSE = 0.1  # seconds between two looks at a page
_NOW = """() => {
  document.querySelector('#dock [data-key="outcome"]')?.click();
  const { ask, turn } = table.store.picture;
  if (turn?.outcome) return ["over", ""];
  const asked = ask?.question && !table.store.settling;
  return asked ? [`${ask.id} ${ask.staged.length}`, ask.question.name] : null;
}"""
"""What is asked of the player, and what kind of question it is: dice are not waited for."""

_LOG = "async () => (await table.request('keep', {})).file"


class Hand(Protocol):
    """Somebody at a page."""

    async def evaluate(self, function: str) -> Any:
        """What a function of the page returns."""

    async def press(self, selector: str) -> None:
        """Press the first such button."""

    async def before(self, question: str) -> None:
        """What this player does of itself before it takes what is proposed."""


class Mouse:
    """A player who has a mouse, in Chromium."""

    def __init__(self, looker: Looker) -> None:
        self.looker = looker

    async def evaluate(self, function: str) -> Any:
        """See `Hand.evaluate`."""
        return await self.looker.page.evaluate(function)

    async def press(self, selector: str) -> None:
        """See `Hand.press`."""
        await self.looker.page.locator(selector).first.click(timeout=SLOW)

    async def before(self, question: str) -> None:
        """See `Hand.before`."""
        if question == "PurchaseUnits":
            await self.press(_BUY)


class Finger(Mouse):
    """A player who taps on a phone, and sends the fleet at Hawaii to Wake as soon as it may move.

    Args:
        attacks: whether it is still at Hawaii.
    """

    def __init__(self, looker: Looker, *, attacks: bool = True) -> None:
        super().__init__(looker)
        self._attacks = attacks

    async def press(self, selector: str) -> None:
        """See `Hand.press`."""
        await self.looker.page.locator(selector).first.tap(timeout=SLOW)

    async def before(self, question: str) -> None:
        """See `Hand.before`."""
        await super().before(question)
        if question == "CombatMove" and self._attacks:
            self._attacks = False
            await move_to_wake(self.looker)
            await self.press('[data-key="tab now"]')


class MouseInFirefox:
    """A player who has a mouse, in Firefox."""

    def __init__(self, tab: Tab) -> None:
        self._tab = tab

    async def evaluate(self, function: str) -> Any:
        """See `Hand.evaluate`."""
        return await self._tab.evaluate(function)

    async def press(self, selector: str) -> None:
        """See `Hand.press`."""
        await self._tab.click(selector)

    async def before(self, question: str) -> None:
        """See `Hand.before`."""
        if question == "PurchaseUnits":
            await self.press(_BUY)


async def play_out(hand: Hand) -> int:
    """Answer whatever is asked until the game is over; how many answers that took."""
    answers = 0
    while (now := await _until(hand, _NOW))[0] != "over":
        await hand.before(now[1])
        if await hand.evaluate(f"() => document.querySelector('{_AUTO}') !== null"):
            await hand.press(_AUTO)
        asked = await hand.evaluate(f"() => JSON.stringify(({_NOW})())")
        await hand.press(MAIN)
        await _until(hand, f"() => JSON.stringify(({_NOW})()) !== {json.dumps(asked)}")
        answers += 1
    return answers


async def _until(hand: Hand, function: str) -> Any:
    """Wait until a function of the page returns something: for as long as others take to decide."""
    while not (found := await hand.evaluate(function)):  # noqa: ASYNC110 (it does not tell)
        await asyncio.sleep(_PAUSE)
    return found


async def saved_whole(hand: Hand) -> bytes:
    """The log as the page saves it, once all keys are disclosed after the end."""
    while not audit(log := base64.b64decode(await hand.evaluate(_LOG))).verified:  # noqa: ASYNC110 (it does not tell)
        await asyncio.sleep(1)
    return log


async def audited_elsewhere(log: bytes, folder: Path) -> str:
    """What `secret-subs audit` says of a saved log, in a process that knows nothing else.

    Raises:
        AssertionError: it does not verify it.
    """
    file = folder / "game.sslog"
    file.write_bytes(log)
    command = (sys.executable, "-m", "client", "audit", str(file))
    process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    said, _ = await process.communicate()
    assert process.returncode == 0, said.decode()
    assert "VERIFIED" in said.decode()
    return said.decode()
