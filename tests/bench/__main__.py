"""`make bench`: measure everything and print it."""

import sys
from collections.abc import Callable
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
    playing,
    proving,
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
    playing.playing,
    starting.speed,
)


def main() -> int:
    """Print every measure as it is made; 0 if every aim is reached."""
    measures = []
    for bench in BENCHES:
        for measure in bench():
            print(measure, flush=True)
            measures.append(measure)
    return 0 if all(measure.met for measure in measures) else 1


if __name__ == "__main__":
    sys.exit(main())
