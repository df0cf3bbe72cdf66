"""Many logs judged at a time; what is said of them comes in the order of the logs."""

__all__ = ["audited"]

from collections import deque
from collections.abc import Iterable, Iterator
from typing import Final

from client.league.judging import Limits, Task
from client.league.results import Results
from client.league.sources import Found
from client.league.verdicts import Problem, Verdict, fingerprint
from client.league.version import program_version
from client.league.workers import Pending, Workers
from protocol.report import Level

_AHEAD: Final = 4
"""Logs given out for each that is judged at a time: nobody waits for one slow log for long."""


def audited(
    logs: Iterable[Found],
    level: Level,
    limits: Limits,
    workers: Workers,
    results: Results,
) -> Iterator[Verdict]:
    """Verdicts on logs, each one remembered before it is told.

    Args:
        logs: where they are.
        level: of the audits.
        limits: to what one log may take.
        workers: who judge.
        results: of this audit so far; what they know is not judged again.
    """
    waiting: deque[Pending | Verdict] = deque()
    for log in logs:
        waiting.append(_begun(log, level, limits, workers, results))
        if len(waiting) > _AHEAD * workers.at_once:
            yield results.remember(_ended(waiting.popleft()))
    while waiting:
        yield results.remember(_ended(waiting.popleft()))


def _begun(
    log: Found, level: Level, limits: Limits, workers: Workers, results: Results
) -> Pending | Verdict:
    if isinstance(log.at, Problem):
        return Verdict(
            log=log.name,
            sha256=None,
            version=program_version(),
            level=level,
            problem=log.at,
            report=None,
        )
    task = Task(log.name, log.at, level, limits)
    known = results.known(log.name, level)
    if known is not None:
        content = log.at.read()
        if not isinstance(content, Problem) and fingerprint(content) == known.sha256:
            return known
    return workers.submit(task)


def _ended(pending: Pending | Verdict) -> Verdict:
    return pending if isinstance(pending, Verdict) else pending.result()
