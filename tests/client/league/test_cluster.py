"""A Dask cluster judges like this machine, also when its workers die."""

import os
import signal
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
from client.league.verdicts import Problem, Trouble
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
    monkeypatch.setattr(cluster, "judge_apart", None)  # nothing is left to this process
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
    def result(self, _: float) -> None:
        raise TimeoutError


class Deserted:
    """A cluster whose workers come and go, so many at each look."""

    def __init__(self, *left: int) -> None:
        self._left = list(left)

    def nthreads(self) -> dict[str, int]:
        return dict.fromkeys(map(str, range(self._left.pop(0))), 1)


@pytest.mark.parametrize("future", [Broken(), Waiting()])
def test_what_the_cluster_cannot_judge_is_judged_here(season: list[str], future: object) -> None:
    (path, *_) = [log.name for log in found_in(season)]
    left = Deserted(2, 1, 0)
    assert cluster._Remote(task(path), future, left).result() == judge(task(path))


def kill(workers: ClusterWorkers) -> None:
    for number in workers.processes():
        os.kill(number, signal.SIGKILL)


def test_workers_that_die_are_replaced_though_none_is_left_for_a_while(
    season: list[str], workers: ClusterWorkers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "judge_apart", None)  # nothing is left to this process
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
