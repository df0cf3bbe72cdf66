"""`secret-subs audit`: a verdict on a log, or on a piece of evidence, from the file alone.

Of one file that is no archive it tells all; of anything else `client.commands.audit_many` tells a
line for each log.
"""

__all__ = ["configure"]

import argparse
from contextlib import closing
from enum import IntEnum
from pathlib import Path

from client.commands.audit_many import Many, add_options, audit_many, many_of
from client.commands.parser import Parser
from client.console import complain, progress, say, say_json
from client.errors import ClientError
from client.league.sources import holds_one
from client.league.verdicts import Outcome
from client.parallel_audit import audit_in_parallel, jobs_for, read_file
from client.presentation.log_tokens import LogTokens
from engine.errors import counted
from protocol.audit import audit_steps
from protocol.errors import Unreadable
from protocol.evidence import EVIDENCE_MAGIC
from protocol.logfile import read_log
from protocol.report import Audit, Level, Report
from protocol.verdict import Evidence, Fault


class ExitStatus(IntEnum):
    """Exit statuses."""

    VERIFIED = 0
    REFUSED = 1
    UNREADABLE = 2


def configure(command: Parser) -> None:
    """Give the command its options."""
    command.epilog = (
        "Exit status: 0 verified, 1 refused (of many logs: one or more), 2 unreadable (of many: "
        "one or more, and none refused), or a question without an answer. Of a folder, an archive "
        "(.zip, .tar, also compressed) or several files each log has one line of JSON."
    )
    command.add_argument(
        "paths", nargs="+", metavar="PATH", help="a log, evidence, a folder, an archive"
    )
    command.add_argument("--json", action="store_true", help="one JSON object instead of text")
    level = command.add_mutually_exclusive_group()
    level.add_argument(
        "--level",
        type=Level,
        choices=list(Level),
        default=Level.RULES,
        help="line: links, dice shares, statements, each seat's last signature; secrets: besides "
        "all signatures, commitments, openings, proofs; rules (default): play it all again",
    )
    level.add_argument(
        "--quick", action="store_const", dest="level", const=Level.LINE, help="as --level line"
    )
    level.add_argument(
        "--full", action="store_const", dest="level", const=Level.RULES, help="as --level rules"
    )
    command.add_argument(
        "--evidence",
        action="store_true",
        help="the file is evidence: verified if it proves what it claims",
    )
    command.add_argument(
        "--claims",
        action="store_true",
        help="list every claim about hidden groups: proved, disclosed or open",
    )
    command.add_argument(
        "--support",
        type=int,
        metavar="N",
        help="show which groups each token could hold after entry N, and how likely each is",
    )
    command.add_argument(
        "--jobs",
        type=int,
        metavar="N",
        help="number of processes (default: up to four for a long log; one for each processor "
        "for many logs)",
    )
    add_options(command)
    command.set_defaults(run=_run)


def _run(args: argparse.Namespace) -> int:
    try:
        return _judged(args)
    # A question that has no answer is no verdict: no script may take it for a refusal.
    except ClientError as error:
        complain(error)
        return ExitStatus.UNREADABLE
    except BrokenPipeError:
        raise
    except OSError as error:
        complain(f"{error.filename or 'the output'}: {error.strerror or error}")
        return ExitStatus.UNREADABLE


def _judged(args: argparse.Namespace) -> int:
    _check(args)
    many = many_of(args, args.level)
    if len(many.paths) > 1 or many.asks_more or not holds_one(many.paths[0]):
        return _judged_many(args, many)
    file = Path(many.paths[0])
    try:
        data = read_file(file)
        if args.evidence and not data.startswith(EVIDENCE_MAGIC):
            return _unreadable(args, f"{file} is not an evidence file")
        report = _followed("auditing", _audit(data, args))
    except Unreadable as error:
        return _unreadable(args, f"{file}: {error}")
    except MemoryError:
        return _unreadable(args, f"{file}: there is not enough memory to judge it")
    except OSError as error:
        return _unreadable(args, f"cannot read {file}: {error.strerror}")
    moment = None if args.support is None else _moment(data, args.support, report)
    if args.json:
        support = {} if moment is None else {"support": moment.to_json()}
        say_json({**report.to_json(), **support})
    else:
        claims = report.claims_text() if args.claims else ""
        say(report.to_text() + claims + ("" if moment is None else moment.to_text()))
    return ExitStatus.VERIFIED if report.verified else ExitStatus.REFUSED


def _judged_many(args: argparse.Namespace, many: Many) -> int:
    given = {
        "--evidence": args.evidence,
        "--claims": args.claims,
        "--support": args.support is not None,
    }
    for option, asked in given.items():
        if asked:
            raise ClientError(f"{option} is about one file", "name that file alone")
    summary = audit_many(many)
    for outcome, status in (
        (Outcome.REFUSED, ExitStatus.REFUSED),
        (Outcome.UNREADABLE, ExitStatus.UNREADABLE),
    ):
        if summary.outcomes[outcome]:
            return status
    return ExitStatus.VERIFIED


def _check(args: argparse.Namespace) -> None:
    if args.claims and (args.level is Level.LINE or args.evidence):
        raise ClientError("--claims needs an audit of the secrets", "give --level secrets or rules")
    if args.support is not None and (args.level is not Level.RULES or args.evidence):
        raise ClientError("--support needs an audit of the rules", "leave out --level")


def _audit(data: bytes, args: argparse.Namespace) -> Audit:
    jobs = jobs_for(len(data)) if args.jobs is None else args.jobs
    if args.level is not Level.RULES or jobs == 1 or data.startswith(EVIDENCE_MAGIC):
        return audit_steps(data, args.level)
    return audit_in_parallel(data, jobs)


def _followed(what: str, steps: Audit) -> Report:
    with progress() as display, closing(steps):
        task = display.add_task(what, total=None)
        while True:
            try:
                judged, total = next(steps)
            except StopIteration as end:
                report: Report = end.value
                return report
            display.update(task, completed=judged, total=total)


def _moment(data: bytes, entry: int, report: Report) -> LogTokens:
    if report.level is not Level.RULES or not 0 <= entry <= report.entries:
        found = "was found" if report.entries == 1 else "were found"
        raise ClientError(
            f"--support {entry}: only {counted(report.entries, 'entry')} {found} valid",
            f"give a number from 0 to {report.entries}",
        )
    moment = LogTokens(read_log(data))
    with progress() as display:
        task = display.add_task("watching", total=entry)
        for _ in moment.after(entry):
            display.advance(task)
    return moment


def _unreadable(args: argparse.Namespace, reason: str) -> int:
    if args.json:
        fault = Fault(0, "unreadable", "SPEC-6.9", None, None, Evidence.NONE, reason)
        report = Report(verified=False, level=args.level, fault=fault)
        say_json(report.to_json())
    else:
        complain(reason)
    return ExitStatus.UNREADABLE
