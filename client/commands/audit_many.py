"""Audits of many logs, as the command line asks for them: a line of JSON each, and a summary."""

__all__ = ["Many", "add_options", "audit_many", "judged", "many_of"]

import argparse
import os
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from client.commands.parser import Parser
from client.console import progress, remark, say_json_line
from client.errors import ClientError
from client.league.auditing import audited
from client.league.cluster import LOCAL, ClusterWorkers
from client.league.judging import Limits
from client.league.results import Results
from client.league.sources import found_in
from client.league.summary import Summary
from client.league.verdicts import Verdict
from client.league.workers import LocalWorkers, Workers
from protocol.report import Level

_MEGABYTE: Final = 1 << 20
_LEAST_MEMORY: Final = 200
"""Megabytes; the program itself has about half of that."""


@dataclass(frozen=True, slots=True)
class Many:
    """What is asked of many logs.

    Attributes:
        paths: paths or URLs of files, folders and archives.
        level: of the audits.
        jobs: how many at a time; None for one for each processor.
        resume: the results so far, to which those of this audit are added; None for none.
        limits: to what one log may take.
        dask: address of a cluster's scheduler, or "local"; None for no cluster.
        shared: whether the workers of the cluster see the same paths.
    """

    paths: tuple[str, ...]
    level: Level
    jobs: int | None
    resume: Path | None
    limits: Limits
    dask: str | None = None
    shared: bool = False

    @property
    def asks_more(self) -> bool:
        """Whether this would be asked of many logs alone."""
        return self.resume is not None or self.limits != Limits() or self.dask is not None

    def workers(self) -> AbstractContextManager[Workers]:
        """Who judges."""
        jobs = self.jobs or os.cpu_count() or 1
        if self.dask is None:
            return LocalWorkers.opened(jobs)
        return ClusterWorkers.opened(self.dask, jobs, sending=not self.shared)


def add_options(command: Parser) -> None:
    """Add the options that say how many logs are judged."""
    command.add_argument(
        "--resume",
        type=Path,
        metavar="FILE",
        help="add the results to FILE, and judge nothing again that stands there by this version",
    )
    command.add_argument(
        "--limit-seconds",
        type=int,
        metavar="N",
        help="seconds of a processor that one log may take",
    )
    command.add_argument(
        "--limit-memory",
        type=int,
        metavar="MB",
        help=f"memory that judging one log may take, program included (from {_LEAST_MEMORY} up)",
    )
    command.add_argument(
        "--dask",
        metavar="ADDRESS",
        help=f"have the workers of a Dask cluster judge; {LOCAL!r}: one of --jobs processes here",
    )
    command.add_argument(
        "--shared",
        action="store_true",
        help="the workers of the cluster see the same paths: send no logs",
    )


def many_of(args: argparse.Namespace, level: Level) -> Many:
    """What the options ask.

    Raises:
        ClientError: an option's value cannot be.
    """
    if args.jobs is not None and args.jobs < 1:
        raise ClientError(f"--jobs {args.jobs}", "give a number from 1 up")
    if args.limit_seconds is not None and args.limit_seconds < 1:
        raise ClientError(f"--limit-seconds {args.limit_seconds}", "give a number from 1 up")
    if args.limit_memory is not None and args.limit_memory < _LEAST_MEMORY:
        raise ClientError(
            f"--limit-memory {args.limit_memory}", f"give a number from {_LEAST_MEMORY} up"
        )
    if args.shared and args.dask is None:
        raise ClientError("--shared is about a cluster", "name it with --dask")
    memory = None if args.limit_memory is None else args.limit_memory * _MEGABYTE
    return Many(
        tuple(args.paths),
        level,
        args.jobs,
        args.resume,
        Limits(args.limit_seconds, memory),
        args.dask,
        shared=args.shared,
    )


def judged(asked: Many, *, recording: bool = False) -> Iterator[Verdict]:
    """Verdicts on all logs, in their order, showing how far it is.

    Args:
        asked: which logs, and how.
        recording: whether records of the games are asked for.

    Raises:
        ClientError: the results so far are none, or there is no such cluster.
        OSError: they cannot be read or written.
    """
    with ExitStack() as stack:
        results = (
            Results()
            if asked.resume is None
            else stack.enter_context(Results.kept_in(asked.resume))
        )
        workers = stack.enter_context(asked.workers())
        display = stack.enter_context(progress())
        task = display.add_task("auditing", total=None)
        logs = found_in(asked.paths, asked.resume)
        for verdict in audited(
            logs, asked.level, asked.limits, workers, results, recording=recording
        ):
            yield verdict
            display.advance(task)


def audit_many(asked: Many) -> Summary:
    """Print a verdict on each log, and what they come to.

    Raises:
        ClientError, OSError: as `judged`.
    """
    summary = Summary()
    for verdict in judged(asked):
        summary.add(verdict)
        say_json_line(verdict.to_json())
    say_json_line({"summary": summary.to_json()})
    remark(summary.to_text())
    return summary
