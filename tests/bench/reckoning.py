"""The program in a page against the installed one: what it computes in the same time."""

__all__ = ["logs", "reckoning"]

import json
import time
from pathlib import Path
from typing import Any, Final

from playwright.async_api import BrowserType, Page

from client.bots.captain import Captain
from client.scenarios import find
from protocol.audit import audit
from protocol.charter import Secrecy
from protocol.logfile import write_log
from tests.bench import captains, proving, replaying
from tests.bench.games import founded, played
from tests.bench.measure import Measure, elapsed
from tests.bench.visiting import BUILT, ENTRANCE, LONGEST, SLOW, in_browser, memory, visitor

_ROOT: Final = BUILT.parents[1]
_FILES: Final = (
    "client/bots/arena.py",
    "tests/__init__.py",
    *(
        f"tests/bench/{name}.py"
        for name in ("__init__", "captains", "measure", "proving", "replaying")
    ),
)
"""What is measured with, which no site has."""

_TOLD: Final = """
import json
from tests.bench import captains, proving, replaying
json.dumps([[one.what, one.value] for one in [
    *captains.turns(1), *replaying.answers(1), *proving.proofs()
]])
"""
_WORKER: Final = """async ([files, code]) => {
  const source = `
    import { loadProgram } from "${location.origin}/node/program.js";
    onmessage = async ({ data: [files, code] }) => {
      try {
        const python = await loadProgram();
        for (const [name, text] of Object.entries(files)) {
          const path = "/program/" + name;
          python.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
          python.FS.writeFile(path, text);
        }
        postMessage(python.runPython(code));
      } catch (error) {
        postMessage(String(error));
      }
    };`;
  const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  const worker = new Worker(url, { type: "module" });
  const told = await new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = ({ message }) => reject(new Error(message));
    worker.postMessage([files, code]);
  });
  worker.terminate();
  return told;
}"""
_SHUFFLE: Final = "shuffle of 10"


def reckoning(built: Path = BUILT) -> list[Measure]:
    """Bots, rules and proofs, in a worker of a page and here, one after the other."""
    return in_browser(_reckoned, built)


async def _reckoned(chromium: BrowserType, port: int) -> list[Measure]:
    files = {name: (_ROOT / name).read_text("utf-8") for name in _FILES}
    async with visitor(chromium, bypass_csp=True) as context:
        page = await context.new_page()
        await page.goto(f"http://127.0.0.1:{port}/LICENSE.txt")  # which begins no program
        there = dict(json.loads(await page.evaluate(_WORKER, [files, _TOLD])))
    measures = [*captains.turns(1), *replaying.answers(1), *proving.proofs()]
    here = {one.what: one.value for one in measures}
    turns, answers = (next(name for name in here if word in name) for word in ("turns", "answers"))
    return [
        Measure("a bot's turn of 1941 in a page", here[turns] / there[turns], "times", most=2.2),
        Measure("answers a second in a page", there[answers], "/s"),
        Measure("the same, against the installed program", there[answers] / here[answers], "times"),
        *(
            Measure(f"{name}, in a page", there[name], "ms", most=80)
            for name in here
            if _SHUFFLE in name and not name.endswith("proof")
        ),
    ]


def logs(entries: int = 2_000, built: Path = BUILT) -> list[Measure]:
    """A log that is dropped on the page: how long its audit takes, and what one sees of it."""
    table = played(founded(find("wake-island"), Secrecy.PROVED), entries, (Captain(1), Captain(2)))
    log = write_log(table.log)
    here, report = elapsed(lambda: audit(log))
    if not report.verified:
        raise RuntimeError(report.to_text())

    async def audited(chromium: BrowserType, port: int) -> list[Measure]:
        return await _audited(chromium, port, log, len(table.log), here)

    return in_browser(audited, built)


async def _audited(
    chromium: BrowserType, port: int, log: bytes, entries: int, here: float
) -> list[Measure]:
    async with visitor(chromium) as context:
        page = await context.new_page()
        await page.goto(f"http://127.0.0.1:{port}/")
        await page.wait_for_selector(ENTRANCE, timeout=SLOW)
        await page.evaluate(_STEPS)
        await page.evaluate(LONGEST)
        file: Any = {"name": "a.sslog", "mimeType": "application/octet-stream", "buffer": log}
        begun = time.perf_counter()
        await page.set_input_files('[data-key="open log"]', [file])
        await page.wait_for_selector("#dialog:has-text('The line holds')", timeout=SLOW)
        line = time.perf_counter() - begun
        await page.wait_for_selector("#dialog:has-text('Everything holds')", timeout=SLOW)
        whole = time.perf_counter() - begun
        steps = await page.evaluate("steps.size")
        longest = await page.evaluate(LONGEST)
        held = await memory(context)
        await page.click(_CLOSE)
        stopped = [await _stopped(page, file) for _ in range(_STOPS)]
    return [
        Measure(f"a log of {entries} entries in a page: its line", line, "s"),
        Measure("all of it", whole, "s"),
        Measure("all of it, against the installed program", whole / here, "times"),
        Measure("what is said meanwhile", steps, "words"),
        Measure("longest task meanwhile", longest, "ms", most=100),
        Measure("its page then", held, "MB", most=400),
        Measure(f"until an audit has stopped, the slowest of {_STOPS}", max(stopped), "s"),
    ]


async def _stopped(page: Page, file: Any) -> float:
    """Seconds from "Stop", while the rules are played again, until nothing of an audit runs."""
    async with page.expect_event("worker") as begun:
        await page.set_input_files('[data-key="open log"]', [file])
    worker = await begun.value
    await page.wait_for_selector("#dialog:has-text('The line holds')", timeout=SLOW)
    assert await page.inner_text(_CLOSE) == "Stop"
    begun_at = time.perf_counter()
    async with worker.expect_event("close"):
        await page.click(_CLOSE)
    await page.wait_for_selector("#dialog:not([open])", state="attached")
    return time.perf_counter() - begun_at


_CLOSE: Final = '[data-key="close log"]'
_STOPS: Final = 3

_STEPS: Final = """() => {
  window.steps = new Set();
  const dialog = document.querySelector("#dialog");
  new MutationObserver(() => steps.add(dialog.textContent))
    .observe(dialog, { subtree: true, childList: true, characterData: true });
}"""
