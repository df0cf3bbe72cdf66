"""One log judged: in this process, or in one of its own that may take so much and no more.

A process of its own is forked from one that has the program loaded, where the system can do so;
elsewhere it is started anew, which takes some tenths of a second.
"""

__all__ = ["Limits", "Task", "judge", "judge_apart"]

import multiprocessing
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from multiprocessing.connection import Connection
from multiprocessing.context import BaseContext
from multiprocessing.process import BaseProcess
from typing import Final

from client.league.recording import recorded
from client.league.sources import Place
from client.league.verdicts import Problem, Trouble, Verdict, fingerprint, report_form
from client.league.version import program_version
from p2p.system import (
    ended_for_time,
    ignore_interrupts,
    interrupts_blocked,
    limit_process,
    limits_processes,
)
from protocol.audit import audit
from protocol.errors import Unreadable
from protocol.printable import printable
from protocol.report import Level

_COMMAND: Final = "client.cli"
"""What the command `secret-subs` imports: each process runs that script's imports, too."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What one log may take.

    Attributes:
        seconds: of a processor; None for any number.
        memory: bytes of the process that judges it, program included; None for any number.
    """

    seconds: int | None = None
    memory: int | None = None


@dataclass(frozen=True, slots=True)
class Task:
    """A log to be judged.

    Attributes:
        name: of the log.
        at: where it is.
        level: of the audit.
        limits: to what it may take.
        recording: whether a record of the game is asked for.
    """

    name: str
    at: Place
    level: Level
    limits: Limits
    recording: bool = False

    def unreadable(self, code: Trouble, reason: str, sha256: str | None = None) -> Verdict:
        """That there is no verdict."""
        return Verdict(
            log=self.name,
            sha256=sha256,
            version=program_version(),
            level=self.level,
            problem=Problem(code=code, reason=reason),
            report=None,
        )


def judge(task: Task) -> Verdict:
    """Judge a log in this process, whatever it takes.

    Raises:
        MemoryError: it takes more than there is.
    """
    content = task.at.read()
    if isinstance(content, Problem):
        return task.unreadable(content.code, content.reason)
    sha256 = fingerprint(content)
    try:
        report = audit(content, task.level)
    except Unreadable as error:
        return task.unreadable(Trouble.NO_LOG, printable(str(error)), sha256)
    return Verdict(
        log=task.name,
        sha256=sha256,
        version=program_version(),
        level=task.level,
        problem=None,
        report=report_form(report),
        record=recorded(content)
        if task.recording and report.verified and report.level is Level.RULES
        else None,
    )


def judge_apart(task: Task, running: set[BaseProcess]) -> Verdict:
    """Judge a log in a process of its own.

    Args:
        task: what is to be judged, within its limits.
        running: the processes that run; this one is among them while it does.
    """
    context = _context()
    here, there = context.Pipe()
    process = context.Process(  # type: ignore[attr-defined]  # each context has its own class of it
        target=_work, args=(there,), daemon=True
    )
    with _running(process, running), here:
        there.close()
        wait = None if limits_processes() else task.limits.seconds
        try:
            here.send(task)
            if here.poll(wait):
                return Verdict.of_line(here.recv_bytes().decode())
        except (EOFError, OSError):
            process.join()
            if not ended_for_time(process.exitcode):
                reason = f"the process that judged it ended with {process.exitcode}"
                return task.unreadable(Trouble.DIED, reason)
    return task.unreadable(
        Trouble.TOO_SLOW, f"it takes more than {task.limits.seconds} seconds of a processor"
    )


@contextmanager
def _running(process: BaseProcess, running: set[BaseProcess]) -> Iterator[None]:
    with interrupts_blocked():
        process.start()
    running.add(process)
    try:
        yield
    finally:
        running.discard(process)
        process.kill()
        process.join()


@cache
def _context() -> BaseContext:
    """How processes are started; the one that forks them is started once."""
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([__name__, _COMMAND])
    return context


def _work(asker: Connection) -> None:
    """Judge a log that somebody asks about, and say what is found."""
    ignore_interrupts()
    # The task is no argument: who is killed while a large one is handed over as such leaves a
    # process that tells the user of it.
    try:
        task: Task = asker.recv()
    except (EOFError, OSError):
        return
    limit_process(task.limits.seconds, task.limits.memory)
    megabytes = (task.limits.memory or 0) >> 20
    reason = f"it takes more than {megabytes} MB" if megabytes else "it takes too much memory"
    # Made while there is memory for it: where none is left, nothing more can be said.
    exhausted = _line_of(task.unreadable(Trouble.TOO_MUCH_MEMORY, reason))
    try:
        line = _line_of(judge(task))
    except MemoryError:
        line = exhausted
    with suppress(OSError):  # who asked has been killed
        asker.send_bytes(line)


def _line_of(verdict: Verdict) -> bytes:
    return verdict.to_line().encode()
