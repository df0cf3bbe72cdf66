"""A log that somebody opens on a page: audited as it stands, then to be looked at.

It runs in a worker of its own, which knows no key and no game; what that brings is in
client/web/node.
"""

__all__ = ["start"]

import asyncio
import json
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Final

from client.schema.replies import LogJudged
from client.table.choices import Settings
from client.table.documents import audit_report
from client.table.pages import Pages
from client.table.replay import LogReplay
from client.table.worker_line import WorkerLine, talk
from protocol.audit import audit_steps
from protocol.errors import Refused, Unreadable
from protocol.evidence import EVIDENCE_MAGIC
from protocol.logfile import read_log
from protocol.report import Audit, Level, Report

_SHOWN: Final = 50
"""Steps of an audit after which its progress is told again."""

_STEPS: Final = {
    Level.LINE: "Checking the line…",
    Level.RULES: "Playing it all again…",
}

_NO_MEMORY: Final = (
    "It takes more memory than this browser gives a page.\n"
    "Audit it with an installed program: secret-subs audit FILE."
)


def start(log: bytes, say: Callable[[str], None]) -> Callable[[str], None]:
    """Judge a log, and then show it for as long as the worker lasts.

    Args:
        log: the whole file.
        say: takes one JSON object at a time: ``step``, ``judged`` (`LogJudged`), ``watchable``,
            ``said`` by the model, or ``failed``.

    Returns:
        What takes what the page says once the log is watched.
    """
    line = WorkerLine(lambda text: say(json.dumps({"said": text})))
    running = asyncio.ensure_future(_run(bytes(log), say, line))

    def ended(task: asyncio.Future[None]) -> None:
        error = None if task.cancelled() else task.exception()
        if isinstance(error, MemoryError):
            say(json.dumps({"failed": _NO_MEMORY}))
        elif error is not None:
            say(json.dumps({"failed": f"The program failed: {type(error).__name__}: {error}"}))

    running.add_done_callback(ended)
    return line.heard


async def _run(log: bytes, say: Callable[[str], None], line: WorkerLine) -> None:
    report = None
    try:
        for told in _judged(log):
            if isinstance(told, Report):
                report = told
                judged = LogJudged(
                    level=None if told.level is None else told.level.value,
                    report=audit_report(told),
                )
                say(f'{{"judged":{judged.model_dump_json()}}}')
            else:
                say(json.dumps({"step": told}))
    except Unreadable as error:
        say(json.dumps({"failed": f"This is no log of a game, and no evidence: {error}."}))
        return
    replay = None if report is None else _replayed(log, report)
    say(json.dumps({"watchable": replay is not None}))
    if replay is not None:
        await talk(Pages(replay, Settings()), line)


def _judged(log: bytes) -> Iterator[str | Report]:
    """The verdict at each level, and before it how far it has come.

    Raises:
        Unreadable: there is nothing to be judged.
    """
    levels = (Level.RULES,) if log.startswith(EVIDENCE_MAGIC) else (Level.LINE, Level.RULES)
    for level in levels:
        yield from _followed(audit_steps(log, level), _STEPS[level])


def _followed(steps: Audit, what: str) -> Iterator[str | Report]:
    yield what
    with closing(steps):
        while True:
            try:
                judged, total = next(steps)
            except StopIteration as end:
                yield end.value
                return
            if judged % _SHOWN == 0:
                yield f"{what} {judged} of {total}"


def _replayed(log: bytes, report: Report) -> LogReplay | None:
    """The game, as far as the log is good; None where nothing of it can be played."""
    if log.startswith(EVIDENCE_MAGIC):
        return None
    try:
        return LogReplay(read_log(log), log, upto=report.entries)
    except (Refused, Unreadable):
        return None
