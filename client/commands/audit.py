"""`secret-subs audit`: a verdict on a log, or on a piece of evidence, from the file alone."""

__all__ = ["add"]

import argparse
import json
from enum import IntEnum
from pathlib import Path

from client.commands.common import Families
from client.console import complain, progress, say
from protocol.audit import auditing
from protocol.errors import Unreadable
from protocol.evidence import EVIDENCE_MAGIC
from protocol.report import Evidence, Fault, Method, Report


class Verdict(IntEnum):
    """Exit statuses."""

    VERIFIED = 0
    REFUSED = 1
    UNREADABLE = 2


def add(families: Families) -> None:
    """Add the command to the command line."""
    text = "verify a log or a piece of evidence; exit status 0 verified, 1 refused, 2 unreadable"
    command = families.add_parser("audit", help=text, description=text)
    command.add_argument("file", type=Path, metavar="FILE", help="the log or the evidence")
    command.add_argument("--json", action="store_true", help="one JSON object instead of text")
    command.add_argument(
        "--quick",
        action="store_true",
        help="check the chain and each seat's last signature only: endorsed, not replayed",
    )
    command.add_argument(
        "--evidence",
        action="store_true",
        help="the file must be evidence: verified if it shows what it says",
    )
    command.set_defaults(run=_run)


def _run(chosen: argparse.Namespace) -> int:
    try:
        data = chosen.file.read_bytes()
        if chosen.evidence and not data.startswith(EVIDENCE_MAGIC):
            return _unreadable(chosen, f"{chosen.file}: this is no file of evidence")
        report = _judge(data, quick=chosen.quick)
    except Unreadable as error:
        return _unreadable(chosen, f"{chosen.file}: {error}")
    except OSError as error:
        return _unreadable(chosen, f"{chosen.file}: cannot be read: {error.strerror}")
    say(json.dumps(report.to_json(), indent=2) if chosen.json else report.to_text())
    return Verdict.VERIFIED if report.verified else Verdict.REFUSED


def _judge(data: bytes, *, quick: bool) -> Report:
    with progress() as display:
        task = display.add_task("auditing", total=None)
        steps = auditing(data, quick=quick)
        while True:
            try:
                judged, total = next(steps)
            except StopIteration as end:
                report: Report = end.value
                return report
            display.update(task, completed=judged, total=total)


def _unreadable(chosen: argparse.Namespace, reason: str) -> int:
    if chosen.json:
        fault = Fault(0, "unreadable", "SPEC-6.9", None, Evidence.NONE, reason)
        report = Report(verified=False, method=Method.FULL, fault=fault)
        say(json.dumps(report.to_json(), indent=2))
    else:
        complain(reason)
    return Verdict.UNREADABLE
