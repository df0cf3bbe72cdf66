"""How many logs an hour of one core judges, what a cluster is worth, and how long a site takes."""

__all__ = ["LOGS", "cluster", "site", "speed"]

import contextlib
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import psutil

from client.bots.captain import Captain
from client.league.auditing import audited
from client.league.cluster import LOCAL, ClusterWorkers
from client.league.judging import Limits, Task, judge
from client.league.results import Results
from client.league.site import pages
from client.league.sources import Held, found_in
from client.league.verdicts import Verdict
from client.league.workers import LocalWorkers, Workers
from client.scenarios import find
from protocol.charter import Secrecy
from protocol.logfile import write_log
from protocol.report import Level
from protocol.table import Table
from tests.bench.games import founded, played
from tests.bench.measure import Measure, clocked, elapsed

LOGS: Final = {"wake-island": (2, 10_000), "classic": (2, 3_000), "anniversary-1941": (6, 3_000)}
"""Seats and most entries of the games that are judged, by scenario."""

_HOUR: Final = 3_600
_NAMES: Final = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal")


def speed(scenario: str, most: int | None = None) -> list[Measure]:
    """Logs per core-hour at the levels rules and line, of games of so many entries at most."""
    table = _game(scenario, most)
    log = Held(write_log(table.log))
    measures = []
    for level in (Level.RULES, Level.LINE):
        task = Task(scenario, log, level, Limits())
        seconds, verdict = clocked(lambda task=task: judge(task), 3)  # type: ignore[misc]
        if verdict.report is None or not verdict.report["verified"]:
            raise RuntimeError(f"the log does not verify: {verdict.to_line()}")
        what = f"{scenario}, {len(table.log):,} entries: audits of the {level}"
        measures.append(Measure(what, _HOUR / seconds, "an hour"))
    return measures


def cluster(each: int = 16) -> list[Measure]:
    """How much sooner two workers of a cluster judge so many games of each scenario than one.

    On an idle machine of two processors, which scheduler and client share. What two processes
    without a cluster reach is the most that it could. All have loaded the program before.
    """
    with tempfile.TemporaryDirectory() as folder:
        for scenario in LOGS:
            content = write_log(_game(scenario).log)
            (Path(folder) / scenario).mkdir()
            for number in range(each):
                (Path(folder) / scenario / f"{number:04}").write_bytes(content)
        few = str(Path(folder) / "classic")
        with LocalWorkers.opened(1) as one:
            list(_judged(few, one))
            alone, said = elapsed(lambda: list(_judged(folder, one)))
        with LocalWorkers.opened(2) as both:
            beside, known = elapsed(lambda: list(_judged(folder, both)))
        with ClusterWorkers.opened(LOCAL, 2, sending=True) as two:
            memory = max(_memory(two) for _ in _judged(few, two))
            together, same = elapsed(lambda: list(_judged(folder, two)))
    if not said == known == same:
        raise RuntimeError("they say something else")
    return [
        Measure("audit by one process / by two", alone / beside, "times"),
        Measure("audit by one process / by a cluster of two", alone / together, "times", 1.8),
        Measure("memory of a worker, with the processes that judge", memory, "MB"),
    ]


def _game(scenario: str, most: int | None = None) -> Table:
    seats, entries = LOGS[scenario]
    founding = founded(find(scenario), Secrecy.HASHED, seats)
    return played(founding, most or entries, [Captain(seed) for seed in range(seats)])


def _memory(workers: ClusterWorkers) -> float:
    """Megabytes that nobody else shares with a worker and its processes, of the one with most."""
    found: list[int] = []
    for number in workers.processes():
        worker = psutil.Process(number)
        sizes = []
        for process in (worker, *worker.children(recursive=True)):
            with contextlib.suppress(psutil.NoSuchProcess):  # it has judged its log
                sizes.append(process.memory_full_info().uss)
        found.append(sum(sizes))
    return max(found) / (1 << 20)


def site(games: int = 10_000) -> list[Measure]:
    """How long the pages of a league of so many games take."""
    table = played(founded(find("wake-island")), 200, (Captain(1), Captain(2)))
    log = Held(write_log(table.log))
    made = judge(Task("game", log, Level.RULES, Limits(), recording=True))
    verdicts = [_another(made, number) for number in range(games)]
    seconds, sizes = clocked(lambda: [len(page.content) for page in pages(verdicts)])
    return [
        Measure(f"site of {games:,} games", seconds, "s"),
        Measure(f"site of {games:,} games, in all", sum(sizes) / (1 << 20), "MB"),
    ]


def _judged(folder: str, workers: Workers) -> Iterator[str]:
    for verdict in audited(found_in([folder]), Level.RULES, Limits(), workers, Results()):
        yield verdict.to_line()


def _another(verdict: Verdict, number: int) -> Verdict:
    """The verdict on another game, between two others, won by one of them."""
    if verdict.report is None or verdict.record is None:
        raise RuntimeError(f"the log does not verify: {verdict.to_line()}")
    names = _NAMES[number % 8], _NAMES[(number // 8 + 1) % 8]
    players = tuple(
        player.model_copy(update={"name": name, "key": name.encode().hex().ljust(64, "0")})
        for player, name in zip(verdict.record.players, names, strict=True)
    )
    result = {"outcome": "conquest", "winner": "Axis", "win_verified": True, "unsigned": []}
    return verdict.model_copy(
        update={
            "log": f"{number}.sslog",
            "report": {**verdict.report, **result, "game": f"{number:064x}"},
            "record": verdict.record.model_copy(update={"players": players}),
        }
    )
