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
    *,
    recording: bool = False,
) -> Iterator[Verdict]:
    """Verdicts on logs, each one remembered before it is told.

    Args:
        logs: where they are.
        level: of the audits.
        limits: to what one log may take.
        workers: who judge.
        results: of this audit so far; what they know is not judged again.
        recording: whether records of the games are asked for.
    """
    waiting: deque[Pending | Verdict] = deque()
    for log in logs:
        if isinstance(log.at, Problem):
            waiting.append(_unread(log.name, log.at, level))
        else:
            task = Task(log.name, log.at, level, limits, recording)
            waiting.append(_known(task, results) or workers.submit(task))
        if len(waiting) > _AHEAD * workers.at_once:
            yield results.remember(_ended(waiting.popleft()))
    while waiting:
        yield results.remember(_ended(waiting.popleft()))


def _unread(name: str, problem: Problem, level: Level) -> Verdict:
    return Verdict(
        log=name,
        sha256=None,
        version=program_version(),
        level=level,
        problem=problem,
        report=None,
    )


def _known(task: Task, results: Results) -> Verdict | None:
    """What the results say of a log, if they tell all that is asked and it is the same still."""
    known = results.known(task.name, task.level)
    if known is None or (task.recording and known.record is None and known.is_game):
        return None
    content = task.at.read()
    same = not isinstance(content, Problem) and fingerprint(content) == known.sha256
    return known if same else None


def _ended(pending: Pending | Verdict) -> Verdict:
    return pending if isinstance(pending, Verdict) else pending.result()
