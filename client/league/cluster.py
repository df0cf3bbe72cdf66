"""Logs judged on a Dask cluster: of this machine, or of many.

Nothing else imports `distributed`, which is installed with the extra ``secret-subs[league]``. What
the cluster cannot judge, because too many of its workers died, this machine judges itself, so the
verdicts are those of an audit without a cluster.
"""

__all__ = ["LOCAL", "ClusterWorkers", "dask_setup"]

import logging
import multiprocessing
import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from client.errors import ClientError
from client.league.judging import Task, judge_apart
from client.league.sources import Held
from client.league.verdicts import Problem, Verdict
from client.league.version import program_version
from client.league.workers import LocalWorkers, Pending, Workers
from p2p.system import ignore_interrupts

if TYPE_CHECKING:
    from distributed import Client, Future

LOCAL: Final = "local"
"""Instead of an address: a cluster of processes of this machine."""

_INSTALL: Final = "install it with: pip install 'secret-subs[league]'"
_LOOK: Final = 10
"""After so many seconds without a verdict it is looked whether the cluster has workers left."""
_SETTINGS: Final = {
    "distributed.admin.large-graph-warning-threshold": "1 TiB",  # a log is sent as it is
    "distributed.deploy.lost-worker-timeout": "1 day",  # until a worker that died is given up
    "distributed.scheduler.allowed-failures": 10,  # a log kills its own process, no worker
    # A worker only waits for the process that judges, which has limits of its own. What Dask does
    # every few milliseconds to watch over it would take a twentieth of each processor; to have all
    # of them give memory back to the system at once costs as much again.
    "distributed.admin.system-monitor.interval": "10 s",
    "distributed.admin.tick.interval": "1 s",
    "distributed.nanny.pre-spawn-environ.MALLOC_TRIM_THRESHOLD_": None,
    "distributed.scheduler.active-memory-manager.start": False,
    "distributed.worker.memory.pause": False,
    "distributed.worker.memory.spill": False,
    "distributed.worker.memory.target": False,
    "distributed.worker.memory.terminate": False,
    "distributed.worker.preload": [__name__],  # see `dask_setup`
    "distributed.worker.profile.enabled": False,
}


class ClusterWorkers:
    """The workers of a cluster.

    Attributes:
        at_once: how many logs they judge at a time: one for each of their threads.
    """

    def __init__(self, client: "Client", here: Workers, *, sending: bool) -> None:
        """See `opened`; `here` judge what the cluster cannot."""
        self._client = client
        self._here = here
        self._sending = sending
        self._staffed = True
        self.at_once = max(1, sum(client.nthreads().values()))

    @classmethod
    @contextmanager
    def opened(cls, address: str, jobs: int, *, sending: bool) -> Iterator["ClusterWorkers"]:
        """Those of a cluster, all of which run this version of the program.

        Args:
            address: of its scheduler, as in ``tcp://host:8786``; or `LOCAL`.
            jobs: how many workers a local cluster has, and how many processes here judge what
                the cluster cannot.
            sending: whether logs on the disk are sent; otherwise workers read them by their paths.

        Raises:
            ClientError: `distributed` is not installed, there is no such cluster, or a worker runs
                another version.
        """
        try:
            import dask  # noqa: PLC0415 (an extra, which who needs none goes without)
            from distributed import Client, LocalCluster  # noqa: PLC0415 (the same)
        except ImportError as error:
            raise ClientError("a cluster needs distributed", _INSTALL) from error
        with ExitStack() as stack:
            stack.enter_context(dask.config.set(_SETTINGS))
            where = address
            if address == LOCAL:
                where = stack.enter_context(
                    LocalCluster(
                        n_workers=jobs,
                        threads_per_worker=1,
                        dashboard_address="127.0.0.1:0",  # any that is free
                        scheduler_kwargs={"dashboard": False},
                        silence_logs=logging.CRITICAL,
                    )
                )
            try:
                client = stack.enter_context(Client(where, set_as_default=False))
            except (OSError, ValueError) as error:
                raise ClientError(
                    f"no cluster answers at {address}", "name it as in tcp://host:8786"
                ) from error
            _compare_versions(client)
            here = stack.enter_context(LocalWorkers.opened(jobs))
            yield cls(client, here, sending=sending)

    def processes(self) -> tuple[int, ...]:
        """Of the workers, by the numbers that their systems give them."""
        found: dict[str, int] = self._client.run(os.getpid)
        return tuple(sorted(found.values()))

    def submit(self, task: Task) -> Pending:
        """See `client.league.workers.Workers`."""
        if not self._has_workers():
            return self._here.submit(task)
        if self._sending and not isinstance(task.at, Held):
            content = task.at.read()
            if isinstance(content, Problem):
                return _Known(task.unreadable(content.code, content.reason))
            task = replace(task, at=Held(content))
        try:
            future = self._client.submit(judge_at_worker, task, pure=False)
        except Exception:  # noqa: BLE001 (a cluster fails in more ways than it documents)
            return self._here.submit(task)
        return _Remote(task, future, self)

    def judged(self, task: Task, future: "Future") -> Verdict:
        """The verdict of a worker; of this machine if that fails, or the cluster has none left."""
        with suppress(Exception):  # as above
            while self._has_workers():
                try:
                    found = future.result(_LOOK)
                except TimeoutError:
                    self._staffed = False  # unless the scheduler says otherwise
                else:
                    if isinstance(found, Verdict):
                        return found
                    break
        return self._here.submit(task).result()

    def _has_workers(self) -> bool:
        """Whether the cluster has workers; asked again only after nothing has come for a while.

        Who had none is asked before each log: it costs a message, and they may have come back.
        """
        if not self._staffed:
            with suppress(Exception):  # the scheduler is gone
                self._staffed = bool(self._client.nthreads())
        return self._staffed


class _Known:
    """A verdict that nobody is waited for."""

    def __init__(self, verdict: Verdict) -> None:
        self._verdict = verdict

    def result(self) -> Verdict:
        """See `Pending`."""
        return self._verdict


class _Remote:
    """A verdict of a worker."""

    def __init__(self, task: Task, future: "Future", workers: ClusterWorkers) -> None:
        self._task = task
        self._future = future
        self._workers = workers

    def result(self) -> Verdict:
        """See `Pending`.

        Raises:
            ClientError: a worker that has come since runs another version of the program.
        """
        verdict = self._workers.judged(self._task, self._future)
        if verdict.version != program_version():
            raise _other_version("a new worker", verdict.version)
        return verdict


def dask_setup(_: object) -> None:
    """Leave interrupts from the keyboard to who has made the cluster; Dask calls it in workers."""
    ignore_interrupts()


def judge_at_worker(task: Task) -> Verdict:
    """Judge a log in a process of a worker's own."""
    # Dask marks its workers as daemons, which may have no processes of their own; theirs end with
    # them all the same, for what forks them ends.
    multiprocessing.current_process().daemon = False
    return judge_apart(task, set())


def _compare_versions(client: "Client") -> None:
    try:
        asked: Callable[[], str] = program_version
        found: dict[str, str] = client.run(asked)
    except Exception as error:
        raise ClientError(
            f"a worker of the cluster has no secret-subs: {type(error).__name__}: {error}",
            "install this version on all of them",
        ) from error
    if not found:
        raise ClientError("the cluster has no workers", "start some")
    for worker, version in sorted(found.items()):
        if version != program_version():
            raise _other_version(worker, version)


def _other_version(worker: str, version: str) -> ClientError:
    return ClientError(
        f"{worker} runs version {version} of the program, this is {program_version()}",
        "install the same everywhere",
    )
