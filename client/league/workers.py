"""Who judges logs: so many processes of this machine at a time, one for each log."""

__all__ = ["LocalWorkers", "Pending", "Workers"]

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from multiprocessing.process import BaseProcess
from typing import Protocol

from client.league.judging import Task, judge_apart
from client.league.verdicts import Verdict


class Pending(Protocol):
    """A verdict that is waited for."""

    def result(self) -> Verdict:
        """Wait for it."""
        ...


class Workers(Protocol):
    """Who judges logs.

    Attributes:
        at_once: how many of them.
    """

    @property
    def at_once(self) -> int:
        """How many logs they judge at a time."""
        ...

    def submit(self, task: Task) -> Pending:
        """Have a log judged."""
        ...


class LocalWorkers:
    """Processes of this machine; a thread waits for each."""

    def __init__(self, jobs: int) -> None:
        self.at_once = jobs
        self._waiting = ThreadPoolExecutor(jobs)
        self._running: set[BaseProcess] = set()

    @classmethod
    @contextmanager
    def opened(cls, jobs: int) -> Iterator["LocalWorkers"]:
        """So many of them; what they have not finished at the end is given up."""
        workers = cls(jobs)
        try:
            yield workers
        finally:
            workers._close()

    def submit(self, task: Task) -> Pending:
        """See `Workers`."""
        return self._waiting.submit(judge_apart, task, self._running)

    def _close(self) -> None:
        self._waiting.shutdown(wait=False, cancel_futures=True)
        for process in list(self._running):
            process.kill()
        self._waiting.shutdown()
