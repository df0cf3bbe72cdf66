"""A game's log as a page is given it: the file, or an audit of it."""

__all__ = ["audited", "log_file"]

import asyncio
import base64
import json

from client.schema.replies import AuditReport, LogFile, Verdict
from protocol.audit import audit


def log_file(log: bytes) -> LogFile:
    """The log, to be saved by the browser."""
    return LogFile(file=base64.b64encode(log).decode(), name="game.sslog")


async def audited(log: bytes) -> AuditReport:
    """The verdict of a full audit, for programs and for people."""
    report = await asyncio.to_thread(audit, log)
    text = json.dumps(report.to_json(), indent=2)
    verdict = Verdict.model_validate_json(text)
    return AuditReport(verdict=verdict, json_text=text, text=report.to_text())
