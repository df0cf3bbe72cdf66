"""`secret-subs audit` of many logs: a line of JSON for each, and a summary."""

__all__ = ["MEGABYTE", "Many", "audit_many"]

import os
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from client.console import progress, remark, say_json_line
from client.league.auditing import audited
from client.league.cluster import ClusterWorkers
from client.league.judging import Limits
from client.league.results import Results
from client.league.sources import found_in
from client.league.summary import Summary
from client.league.workers import LocalWorkers, Workers
from protocol.report import Level

MEGABYTE: Final = 1 << 20


@dataclass(frozen=True, slots=True)
class Many:
    """What is asked of many logs.

    Attributes:
        paths: paths or URLs of files and folders, paths of archives.
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


def audit_many(asked: Many) -> Summary:
    """Print a verdict on each log, and what they come to.

    Raises:
        ClientError: the results so far are none, or there is no such cluster.
        OSError: they cannot be read or written.
    """
    summary = Summary()
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
        for verdict in audited(logs, asked.level, asked.limits, workers, results):
            summary.add(verdict)
            say_json_line(verdict.to_json())
            display.advance(task)
    say_json_line({"summary": summary.to_json()})
    remark(summary.to_text())
    return summary
