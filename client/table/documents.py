"""A game's log as a page is given it: the file, an audit, how it went, or all of it to look at."""

__all__ = ["audit_report", "audited", "game_page", "in_retrospect", "log_file"]

import asyncio
import base64
import json
import re
from collections.abc import Sequence
from pathlib import Path

from client.schema.replies import AuditReport, GamePage, LogFile, Verdict
from client.schema.retrospect import Retrospect
from client.table.report import game_report, game_retrospect, report_page
from protocol.audit import audit
from protocol.logfile import read_log
from protocol.printable import printable
from protocol.report import Report


def log_file(log: bytes) -> LogFile:
    """The log, to be saved by the browser."""
    return LogFile(file=base64.b64encode(log).decode(), name=f"{_name(log)}.sslog")


async def audited(log: bytes) -> AuditReport:
    """The verdict of a full audit."""
    return audit_report(await asyncio.to_thread(audit, log))


def audit_report(report: Report) -> AuditReport:
    """A verdict, for programs and for people."""
    text = json.dumps(report.to_json(), indent=2)
    verdict = Verdict.model_validate_json(text)
    return AuditReport(
        verdict=verdict, json_text=text, text=report.to_text(), blame=printable(report.blame)
    )


async def game_page(log: bytes, maps: Sequence[Path] = ()) -> GamePage:
    """The whole game as one page, to be saved by the browser; see `game_report`."""
    report = await asyncio.to_thread(game_report, log, maps)
    return GamePage(page=report_page(report), name=f"{_name(log)}.html")


async def in_retrospect(log: bytes) -> Retrospect:
    """Luck, losses and bluffs of a game; see `game_retrospect`."""
    return await asyncio.to_thread(game_retrospect, log)


def _name(log: bytes) -> str:
    """What a game is called among one's files, without an ending: ``wake-island-15c4fc8e``."""
    charter = read_log(log).founding.charter
    scenario = re.sub(r"[^a-z0-9]+", "-", charter.scenario.lower()).strip("-") or "game"
    return f"{scenario}-{charter.game_id.hex()[:8]}"
