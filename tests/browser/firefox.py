"""The distribution's Firefox, driven by WebDriver BiDi, the protocol that it speaks by itself.

Playwright drives a Firefox of its own making only. What tests need of this one is little: tabs with
storage of their own, scripts, and a mouse.
"""

import asyncio
import itertools
import json
import os
import re
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, Final

from websockets.asyncio.client import ClientConnection, connect

__all__ = ["FOUND", "Firefox", "Tab", "firefox"]

FOUND: Final = shutil.which("firefox-esr") or shutil.which("firefox")

_SECONDS = 300
"""How long a browser may take for anything on a machine that has much to do."""

_LISTENS = re.compile(rb"WebDriver BiDi listening on (ws://\S+)")

_PLACE = """() => {
  const element = (%s)();
  if (!element || element.disabled) return null;
  element.scrollIntoView({block: "center", inline: "center"});
  const box = element.getBoundingClientRect();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const hits = (top) => element.contains(top) || top?.closest("label")?.contains(element);
  if (!box.width || !hits(document.elementFromPoint(x, y))) return null;
  globalThis.wasHit = false;
  const note = (event) => { globalThis.wasHit = hits(event.target); };
  addEventListener("click", note, {capture: true, once: true});
  return [x, y];
}"""
"""Where to click on an element, once it can be hit; the page then notes whether it was."""


class Firefox:
    """A browser that runs; its session is closed with it."""

    def __init__(self, line: ClientConnection) -> None:
        self._line = line
        self._numbers = itertools.count(1)
        self._waiting: dict[int, asyncio.Future[Any]] = {}

    async def listen(self) -> None:
        """Take what the browser says, for as long as it runs."""
        async for text in self._line:
            said = json.loads(text)
            waiting = self._waiting.pop(said.get("id"), None)
            if waiting is None or waiting.done():
                continue
            if said["type"] == "error":
                waiting.set_exception(RuntimeError(f"{said['error']}: {said['message']}"))
            else:
                waiting.set_result(said["result"])

    async def command(self, method: str, **params: object) -> Any:
        """Ask for something.

        Raises:
            RuntimeError: the browser refuses.
        """
        number = next(self._numbers)
        self._waiting[number] = asyncio.get_running_loop().create_future()
        await self._line.send(json.dumps({"id": number, "method": method, "params": params}))
        async with asyncio.timeout(_SECONDS):
            return await self._waiting[number]

    async def open(self, url: str) -> "Tab":
        """A tab of somebody else, who shares no storage with the others."""
        user = (await self.command("browser.createUserContext"))["userContext"]
        made = await self.command("browsingContext.create", type="tab", userContext=user)
        tab = Tab(self, made["context"])
        await self.command(
            "browsingContext.setViewport",
            context=tab.context,
            viewport={"width": 1366, "height": 768},
        )
        await tab.goto(url)
        return tab


class Tab:
    """A tab."""

    def __init__(self, browser: Firefox, context: str) -> None:
        self._browser = browser
        self.context = context

    async def goto(self, url: str) -> None:
        """Open a page."""
        await self._browser.command(
            "browsingContext.navigate", context=self.context, url=url, wait="interactive"
        )

    async def evaluate(self, function: str, *given: object) -> Any:
        """What a function of the page makes of some plain values.

        Raises:
            RuntimeError: it throws.
        """
        written = json.dumps(given)
        told = await self._browser.command(
            "script.callFunction",
            functionDeclaration=f"async () => JSON.stringify(await ({function})(...{written}))",
            target={"context": self.context},
            awaitPromise=True,
        )
        if told["type"] != "success":
            raise RuntimeError(told["exceptionDetails"]["text"])
        value = told["result"].get("value")
        return None if value is None else json.loads(value)

    async def until(self, function: str, *given: object) -> Any:
        """Wait until a function of the page returns something; what that is."""
        async with asyncio.timeout(_SECONDS):
            while not (found := await self.evaluate(function, *given)):  # noqa: ASYNC110 (it does not tell)
                await asyncio.sleep(0.05)
        return found

    async def wait_for(self, selector: str, text: str = "") -> None:
        """Wait until there is such an element, with such a text in it."""
        await self.until(f"() => ({_found(selector, text)})() !== undefined")

    async def click(self, selector: str, text: str = "") -> None:
        """Click with the mouse in the middle of an element, as soon as one is there to be hit.

        What is still being laid out may move away from under the mouse: then again.
        """
        await self._browser.command("browsingContext.activate", context=self.context)
        place = _PLACE % _found(selector, text, within=False)
        press = [{"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
        async with asyncio.timeout(_SECONDS):
            while True:
                x, y = await self.until(place)
                move = {"type": "pointerMove", "x": round(x), "y": round(y)}
                await self._browser.command(
                    "input.performActions",
                    context=self.context,
                    actions=[{"type": "pointer", "id": "mouse", "actions": [move, *press]}],
                )
                if await self.evaluate("() => globalThis.wasHit"):
                    return

    async def fill(self, selector: str, text: str) -> None:
        """Type a text into a field."""
        await self.click(selector)
        await self.evaluate("(at) => document.querySelector(at).select()", selector)
        keys = [{"type": kind, "value": key} for key in text for kind in ("keyDown", "keyUp")]
        await self._browser.command(
            "input.performActions",
            context=self.context,
            actions=[{"type": "key", "id": "keys", "actions": keys}],
        )

    async def value(self, selector: str) -> str:
        """What stands in a field."""
        await self.wait_for(selector)
        found: str = await self.evaluate("(at) => document.querySelector(at).value", selector)
        return found


def _found(selector: str, text: str, *, within: bool = True) -> str:
    """A function that finds an element by its text: a whole one, or within."""
    has = "includes" if within else "startsWith"
    return (
        f"() => [...document.querySelectorAll({json.dumps(selector)})]"
        f".find((one) => one.textContent.trim().{has}({json.dumps(text)}))"
    )


@asynccontextmanager
async def firefox(profile: Path) -> AsyncIterator[Firefox]:
    """A Firefox on an empty profile."""
    assert FOUND is not None, "there is no Firefox"
    process = await asyncio.create_subprocess_exec(
        FOUND,
        "--headless",
        "--no-remote",
        "--profile",
        str(profile),
        "--remote-debugging-port",
        "0",
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.PIPE,
        env={**os.environ, "HOME": str(profile), "MOZ_CRASHREPORTER_DISABLE": "1"},
    )
    assert process.stderr is not None
    try:
        async with asyncio.timeout(_SECONDS):
            while not (told := _LISTENS.search(said := await process.stderr.readline())):
                assert said, "Firefox has ended"
        silenced = asyncio.create_task(_drained(process.stderr))
        url = f"{told.group(1).decode()}/session"
        async with connect(url, max_size=None, ping_interval=None) as line:
            browser = Firefox(line)
            listening = asyncio.create_task(browser.listen())
            await browser.command("session.new", capabilities={})
            yield browser
            listening.cancel()
        silenced.cancel()
    finally:
        with suppress(ProcessLookupError):
            process.terminate()
        await process.wait()


async def _drained(stream: asyncio.StreamReader) -> None:
    while await stream.read(4096):
        pass
