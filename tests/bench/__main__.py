"""`make bench`: measure everything and print it.

`python -m tests.bench leagues.cluster leagues.site` measures these alone.
"""

import argparse
import sys
from collections.abc import Callable, Sequence
from functools import partial

from protocol.charter import Secrecy
from tests.bench import (
    auditing,
    captains,
    delaying,
    depositing,
    foretelling,
    holding,
    leagues,
    mailing,
    meeting,
    playing,
    proving,
    reckoning,
    relaying,
    replaying,
    resuming,
    rolling,
    starting,
    table,
    visiting,
)
from tests.bench.measure import Measure

BENCHES: tuple[Callable[[], list[Measure]], ...] = (
    partial(auditing.speed, Secrecy.HASHED),
    partial(auditing.speed, Secrecy.PROVED),
    auditing.jobs,
    proving.proofs,
    depositing.tokens,
    replaying.answers,
    resuming.starts,
    resuming.page,
    foretelling.odds,
    captains.turns,
    rolling.round_trips,
    rolling.evenness,
    delaying.rounds,
    auditing.memory,
    auditing.war,
    relaying.ping_pong,
    relaying.forwarding,
    relaying.idle,
    holding.holding,
    holding.loading,
    mailing.mailing,
    *(partial(leagues.speed, scenario) for scenario in leagues.LOGS),
    leagues.cluster,
    leagues.site,
    table.table,
    visiting.visit,
    visiting.phone,
    meeting.in_chromium,
    meeting.in_firefox,
    reckoning.reckoning,
    reckoning.logs,
    playing.playing,
    starting.speed,
)


def name_of(bench: Callable[[], list[Measure]]) -> str:
    """What it is called: module and function, whatever its arguments are."""
    function = bench.func if isinstance(bench, partial) else bench
    return f"{function.__module__.rpartition('.')[2]}.{function.__name__}"


def chosen(arguments: Sequence[str] | None = None) -> list[Callable[[], list[Measure]]]:
    """The benches that are named; all of them if none is."""
    names = list(dict.fromkeys(map(name_of, BENCHES)))
    parser = argparse.ArgumentParser(prog="tests.bench", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="which (default: all)")
    asked: list[str] = parser.parse_args(arguments).names
    if not set(asked) <= set(names):
        parser.error(f"names are {', '.join(names)}")
    return [bench for bench in BENCHES if not asked or name_of(bench) in asked]


def main() -> int:
    """Print every measure as it is made; 0 if every aim is reached."""
    measures = []
    for bench in chosen():
        for measure in bench():
            print(measure, flush=True)
            measures.append(measure)
    return 0 if all(measure.met for measure in measures) else 1


if __name__ == "__main__":
    sys.exit(main())
