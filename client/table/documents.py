"""A game's log as a page is given it: the file, or an audit of it."""

__all__ = ["audited", "log_file"]

import asyncio
import base64

from client.table.picture import Section
from protocol.audit import audit


def log_file(log: bytes) -> Section:
    """The log, to be saved by the browser."""
    return {"file": base64.b64encode(log).decode(), "name": "game.sslog"}


async def audited(log: bytes) -> Section:
    """The verdict of a full audit, for programs and for people."""
    report = await asyncio.to_thread(audit, log)
    return {"report": report.to_json(), "text": report.to_text()}
