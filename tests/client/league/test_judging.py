"""One log, in a process of its own: what takes too much costs its share, and is named."""

import multiprocessing
import os
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import pytest

from client.league import judging
from client.league.auditing import audited
from client.league.judging import Limits, Task, judge, judge_apart
from client.league.results import Results
from client.league.sources import Held, found_in
from client.league.verdicts import Outcome, Trouble, Verdict
from client.league.workers import LocalWorkers
from engine.movement import phases
from protocol.report import Level
from tests.client.league.logs import changed, short_log, tar_with
from tests.marathon.slow_logs import SLOW, huge_log

MEGABYTE = 1 << 20


@dataclass(frozen=True)
class Slow(Held):
    """A log that takes all the time that it is given."""

    def read(self) -> bytes:
        while True:
            pass


@dataclass(frozen=True)
class Large(Held):
    """A log that takes all the memory that it is given."""

    def read(self) -> bytes:
        return bytes(2_000 * MEGABYTE)


@dataclass(frozen=True)
class Greedy(Held):
    """A log that takes all the memory that it is given, to the last kilobyte."""

    def read(self) -> bytes:
        taken = []
        for size in (MEGABYTE, 1 << 10):
            with suppress(MemoryError):
                while True:
                    taken.append(bytes(size))
        raise MemoryError(taken)


@dataclass(frozen=True)
class Deadly(Held):
    """A log that has its process killed."""

    def read(self) -> bytes:
        os._exit(9)


def task(at: Held, seconds: int | None = None, memory: int | None = None) -> Task:
    return Task("game", at, Level.RULES, Limits(seconds, memory))


def trouble(verdict: Verdict) -> Trouble:
    assert verdict.problem is not None
    assert verdict.outcome is Outcome.UNREADABLE
    return verdict.problem.code


def test_a_process_of_its_own_says_what_this_one_says() -> None:
    for content in (short_log(), changed(short_log()), b"no log"):
        asked = task(Held(content), seconds=60, memory=1_000 * MEGABYTE)
        assert judge_apart(asked, set()) == judge(asked)


def test_a_log_that_takes_too_long_is_named() -> None:
    verdict = judge_apart(task(Slow(b""), seconds=1), set())
    assert trouble(verdict) is Trouble.TOO_SLOW


@pytest.mark.parametrize("way", SLOW)
def test_logs_that_are_made_to_be_slow_are_logs_of_games(
    way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of as many rounds as one likes, though a phase has so many orders and no more (R6)."""
    monkeypatch.setattr(phases, "MOST_ORDERS", 32)
    verdict = judge(task(Held(SLOW[way](3))))
    assert verdict.outcome is Outcome.VERIFIED


@pytest.mark.parametrize(
    ("way", "rounds"), [("orders", 80), ("proofs", 150), ("hands", 20), ("rejoins", 40)]
)
def test_a_valid_log_that_is_made_to_be_slow_costs_its_share(
    tmp_path: Path, way: str, rounds: int
) -> None:
    """Each would take some four times what it may; those beside it are judged all the same."""
    slow = SLOW[way](rounds)
    path = tar_with(tmp_path / "season.tar", "w", one=short_log(), slow=slow, two=short_log())
    with LocalWorkers.opened(2) as workers:
        logs = found_in([str(path)])
        found = list(audited(logs, Level.RULES, Limits(seconds=1), workers, Results()))
    assert [one.outcome for one in found] == [
        Outcome.VERIFIED,
        Outcome.UNREADABLE,
        Outcome.VERIFIED,
    ]
    assert trouble(found[1]) is Trouble.TOO_SLOW
    assert found[1].log.endswith(":slow.sslog")


def test_without_a_limit_by_the_system_the_clock_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judging, "limits_processes", lambda: False)
    began = time.monotonic()
    verdict = judge_apart(task(Slow(b""), seconds=1), set())
    assert trouble(verdict) is Trouble.TOO_SLOW
    assert time.monotonic() - began >= 1


def test_a_log_that_takes_too_much_memory_is_named() -> None:
    verdict = judge_apart(task(Large(b""), memory=500 * MEGABYTE), set())
    assert trouble(verdict) is Trouble.TOO_MUCH_MEMORY


def test_a_log_that_leaves_no_memory_to_say_so_is_named() -> None:
    verdict = judge_apart(task(Greedy(b""), memory=400 * MEGABYTE), set())
    assert trouble(verdict) is Trouble.TOO_MUCH_MEMORY


def test_a_log_that_is_huge_is_named() -> None:
    """A game with 240 MB after it: hundreds of entries that are none."""
    huge = huge_log()
    limits = Limits(seconds=60, memory=400 * MEGABYTE)
    assert trouble(judge_apart(Task("game", Held(huge), Level.RULES, limits), set())) is (
        Trouble.TOO_MUCH_MEMORY
    )


@pytest.mark.parametrize("begun", [b"", b"\x00\x00\xff\xff", b"\x00\x00\xff\xffsome of it"])
def test_a_process_whose_asker_is_killed_ends_without_a_word(
    begun: bytes, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """Also in the middle of handing a log over."""
    monkeypatch.setattr(judging, "ignore_interrupts", lambda: None)  # in this process
    here, there = multiprocessing.Pipe()
    os.write(here.fileno(), begun)
    here.close()
    judging._work(there)
    assert capfd.readouterr() == ("", "")


def test_a_log_whose_process_is_killed_is_named() -> None:
    running: set[object] = set()
    assert trouble(judge_apart(task(Deadly(b"")), running)) is Trouble.DIED  # type: ignore[arg-type]
    assert not running
