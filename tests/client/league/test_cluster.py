"""A Dask cluster judges like this machine, also when its workers die."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import dask
import fsspec
import psutil
import pytest

from client.errors import ClientError
from client.league import cluster
from client.league.auditing import audited
from client.league.cluster import LOCAL, ClusterWorkers
from client.league.judging import Limits, Task, judge
from client.league.results import Results
from client.league.sources import OnDisk, found_in
from client.league.urls import AtUrl
from client.league.verdicts import Problem, Trouble, Verdict
from client.league.workers import LocalWorkers, Pending
from protocol.report import Level
from tests.client.league.logs import changed, short_log

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning")  # Dask's own, as it ends


@pytest.fixture
def season(tmp_path: Path) -> list[str]:
    """The paths of good and bad logs."""
    for number in range(8):
        content = changed(short_log()) if number % 3 == 0 else short_log()
        (tmp_path / f"game-{number}").write_bytes(content)
    return [str(tmp_path), str(tmp_path / "none")]


@pytest.fixture
def workers() -> Iterator[ClusterWorkers]:
    """Two workers of this machine."""
    with ClusterWorkers.opened(LOCAL, 2, sending=True) as opened:
        yield opened


def test_verdicts_are_the_same_though_a_worker_is_killed(
    season: list[str], workers: ClusterWorkers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(LocalWorkers, "submit", None)  # nothing is left to this process
    logs = list(found_in(season))
    alone = [judge(task(log.name)).to_line() for log in logs]
    assert workers.at_once == 2
    found: list[str] = []
    for verdict in audited(iter(logs), Level.RULES, Limits(60), workers, Results()):
        if not found:
            os.kill(min(workers.processes()), signal.SIGKILL)
        found.append(verdict.to_line())
    assert found == alone


def task(name: str) -> Task:
    return Task(name, OnDisk(Path(name)), Level.RULES, Limits(60))


def test_a_cluster_of_this_machine_listens_to_nobody_else(workers: ClusterWorkers) -> None:
    """Nor on a port that another cluster may have."""
    me = psutil.Process()
    processes = [me, *map(psutil.Process, workers.processes())]
    listening = {
        connection.laddr
        for process in processes
        for connection in process.net_connections()
        if connection.status == psutil.CONN_LISTEN
    }
    assert {address.ip for address in listening} == {"127.0.0.1"}
    assert 8787 not in {address.port for address in listening}


def test_a_cluster_of_another_version_gets_no_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "program_version", lambda: "0.0.1")
    other = {"tcp://a": "0.0.1", "tcp://b": "0.0.2"}

    class Cluster:
        def run(self, _: object) -> dict[str, str]:
            return other

    with pytest.raises(ClientError, match=r"tcp://b runs version 0.0.2 of the program"):
        cluster._compare_versions(Cluster())
    del other["tcp://b"]
    cluster._compare_versions(Cluster())
    other.clear()
    with pytest.raises(ClientError, match="no workers"):
        cluster._compare_versions(Cluster())


class Broken:
    def result(self, _: float) -> None:
        raise RuntimeError("four workers have died")


class Waiting:
    """For what comes after so many looks, if ever."""

    def __init__(self, verdict: Verdict | None = None, looks: int = 0) -> None:
        self.asked = 0
        self._verdict = verdict
        self._looks = looks

    def result(self, _: float) -> Verdict:
        self.asked += 1
        if self._verdict is None or self.asked < self._looks:
            raise TimeoutError
        return self._verdict


class Deserted:
    """A cluster whose workers come and go, so many at each look; then it is gone."""

    def __init__(self, future: Broken | Waiting, *left: int) -> None:
        self.submitted = 0
        self._future = future
        self._left = list(left)

    def submit(self, *_: object, **__: object) -> Broken | Waiting:
        self.submitted += 1
        return self._future

    def nthreads(self) -> dict[str, int]:
        if not self._left:
            raise OSError("the scheduler is gone")
        return dict.fromkeys(map(str, range(self._left.pop(0))), 1)


class Here:
    """Who judges in this process, and counts."""

    at_once = 1

    def __init__(self) -> None:
        self.judged = 0

    def submit(self, task: Task) -> Pending:
        self.judged += 1
        return cluster._Known(judge(task))


@pytest.mark.parametrize("left", [(2, 1, 0), (2, 2)], ids=["no worker", "no scheduler"])
@pytest.mark.parametrize("kind", [Broken, Waiting])
def test_what_the_cluster_cannot_judge_is_judged_here(
    season: list[str], kind: type[Broken | Waiting], left: tuple[int, ...]
) -> None:
    (path, *_) = [log.name for log in found_in(season)]
    here = Here()
    workers = ClusterWorkers(Deserted(kind(), *left), here, sending=True)
    assert workers.submit(task(path)).result() == judge(task(path))
    assert here.judged == 1


def test_a_cluster_without_workers_is_waited_for_once_and_used_again_when_it_has_some(
    season: list[str],
) -> None:
    (path, *_) = [log.name for log in found_in(season)]
    nobody, here = Waiting(), Here()
    deserted = Deserted(nobody, 2, *[0] * 8, 2)
    workers = ClusterWorkers(deserted, here, sending=True)
    given_out = [workers.submit(task(path)) for _ in range(4)]
    for pending in given_out:
        assert pending.result() == judge(task(path))
    assert nobody.asked == 1, "of four that nobody judges one is waited for"
    for _ in range(4):
        assert workers.submit(task(path)).result() == judge(task(path))
    assert (deserted.submitted, here.judged) == (4, 8)
    deserted._future = Waiting(judge(task(path)))
    assert workers.submit(task(path)).result() == judge(task(path))
    assert (deserted.submitted, here.judged) == (5, 8)


def test_a_log_that_takes_long_is_waited_for_while_there_are_workers(season: list[str]) -> None:
    (path, *_) = [log.name for log in found_in(season)]
    verdict, here = judge(task(path)), Here()
    workers = ClusterWorkers(Deserted(Waiting(verdict, 4), 2, 1, 2, 1), here, sending=True)
    assert workers.submit(task(path)).result() == verdict
    assert here.judged == 0


def test_an_interrupt_ends_the_audit_and_no_worker_speaks_of_it(
    tmp_path: Path,
) -> None:
    """From the keyboard it reaches all processes; what was judged is gone on from."""
    season, file = tmp_path / "season", tmp_path / "results.jsonl"
    season.mkdir()
    for number in range(60):
        (season / f"game-{number}").write_bytes(short_log())
    command = [sys.executable, "-m", "client", "audit", str(season), "--jobs", "2"]
    interrupted = subprocess.Popen(
        [*command, "--dask", LOCAL, "--resume", str(file)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    while not file.exists() or not file.stat().st_size:
        time.sleep(0.01)
    os.killpg(interrupted.pid, signal.SIGINT)
    _, said = interrupted.communicate()
    assert interrupted.returncode == 130
    assert said == b""
    resumed = subprocess.run([*command, "--resume", str(file)], check=False, capture_output=True)
    whole = subprocess.run(command, check=False, capture_output=True)
    assert resumed.stdout == whole.stdout


def kill(workers: ClusterWorkers) -> None:
    for number in workers.processes():
        os.kill(number, signal.SIGKILL)


def test_workers_that_die_are_replaced_though_none_is_left_for_a_while(
    season: list[str], workers: ClusterWorkers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(LocalWorkers, "submit", None)  # nothing is left to this process
    monkeypatch.setattr(cluster, "_LOOK", 600)
    (path, *_) = [log.name for log in found_in(season)]
    kill(workers)
    assert workers.submit(task(path)).result() == judge(task(path))
    # However long it takes: Dask gives up what has not come back in 15 seconds.
    assert dask.config.get("distributed.deploy.lost-worker-timeout") == "1 day"


def test_a_cluster_that_has_lost_all_its_workers_keeps_nobody_waiting(
    season: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(cluster._SETTINGS, "distributed.deploy.lost-worker-timeout", "0 s")
    monkeypatch.setattr(cluster, "_LOOK", 1)
    (path, *_) = [log.name for log in found_in(season)]
    with ClusterWorkers.opened(LOCAL, 2, sending=True) as workers:
        kill(workers)
        assert workers.submit(task(path)).result() == judge(task(path))


def test_logs_are_read_from_urls() -> None:
    memory = fsspec.filesystem("memory")
    memory.pipe({"/season/b": short_log(), "/season/a": changed(short_log()), "/season/c": b"hi"})
    found = list(found_in(["memory://season"]))
    assert [one.name for one in found] == [f"memory:///season/{name}" for name in "abc"]
    contents = [one.at.read() for one in found if isinstance(one.at, AtUrl)]
    assert contents[:2] == [changed(short_log()), short_log()]
    assert isinstance(contents[2], Problem)
    assert contents[2].code is Trouble.NO_LOG
    gone = AtUrl("memory:///season/none").read()
    assert isinstance(gone, Problem)
    assert gone.code is Trouble.NOT_READ
    with pytest.raises(ClientError, match="there is nothing"):
        list(found_in(["memory://nowhere"]))
    with pytest.raises(ClientError, match="cannot be read"):
        list(found_in(["nosuch://nowhere"]))
