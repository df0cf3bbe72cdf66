"""`make marathon`: search for faults for hours; `make test` does so for two minutes.

Parts: `games` of bots on random scenarios under random house rules; `mutations`, changed bytes of
logs; `storms`, simulated nodes on a network that fails; `hostile`, the same with hostile seats;
`mutants`, the program with one line changed at a time, which those histories must notice;
`kills`, nodes killed at single system calls (needs strace); `relays`, either of two ways in killed
100 times, and the game on within 10 seconds each time; `held`, the same of nodes, of what holds
their log, and of the relay; `mail`, rounds that are played by mail alone, all processes killed
again and again; `replacements`, games of 1941 between real nodes, one of which is killed for good;
`rejoinings`, histories of the model of rejoining and agreements; `battles`, fought some hundred
times each to compare with their odds; `month`, tables of three seats that are online one at a time,
one in twenty of them through real nodes; `searches`, property tests with many more examples;
`pages`, whole games in browsers on the built site, 30 kills of a page, and all vectors in the
Python of one (needs `make site`);
`captains`, two series of games that must end as evenly, or unevenly, as they should.
"""

import argparse
import sys
import time
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Final

from tests.marathon.battles import battles
from tests.marathon.captains import captains
from tests.marathon.games import games
from tests.marathon.held import held
from tests.marathon.hostile import hostile
from tests.marathon.killing import kills
from tests.marathon.mail import mail
from tests.marathon.month import months
from tests.marathon.mutants import mutants
from tests.marathon.mutations import mutations
from tests.marathon.pages import pages
from tests.marathon.rejoinings import rejoinings
from tests.marathon.relays import relays
from tests.marathon.replacements import replacements
from tests.marathon.searches import searches
from tests.marathon.seasons import seasons
from tests.marathon.step import Step
from tests.marathon.storms import storms

FULL: Final[Mapping[str, int | None]] = {
    "games": 200,
    "mutations": 1_000,
    "storms": 1_000,
    "hostile": 10_000,
    "mutants": None,
    "kills": 30,
    "relays": 5,
    "held": 5,
    "mail": 1,
    "replacements": 2,
    "rejoinings": 1_200,
    "battles": 300,
    "month": 100,
    "seasons": 100,
    "pages": 4,
    "searches": None,
    "captains": None,
}
"""Every part, and how many of its steps are run where no time is set; None for all that it has."""

TIMED: Final = ("games", "mutations", "storms", "hostile", "kills")
"""The parts among which the time that is set is shared: each can be stopped after any step."""


_NEVER_TIMED: Final = ("searches", "captains")


def main() -> int:
    """Run the parts that are named; 0 if nothing failed."""
    parser = argparse.ArgumentParser(
        prog="tests.marathon",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("parts", nargs="*", metavar="PART", help="which parts (default: all)")
    parser.add_argument(
        "--minutes",
        type=float,
        help="run for so long, shared by the parts; `relays`, `held`, `mail`, `replacements`, "
        "`rejoinings`, `battles`, `month`, `seasons` and `pages` only if named, "
        "never `searches` and `captains`",
    )
    parser.add_argument("--first", type=int, default=1, help="first seed (default: 1)")
    parser.add_argument("--rounds", type=int, default=8, help="last round of a game (default: 8)")
    chosen = parser.parse_args()
    minutes: float | None = chosen.minutes
    possible = tuple(part for part in FULL if minutes is None or part not in _NEVER_TIMED)
    parts: list[str] = chosen.parts or list(FULL if minutes is None else TIMED)
    if not set(parts) <= set(possible):
        parser.error(f"parts are {', '.join(possible)}")
    end = None if minutes is None else time.monotonic() + 60 * minutes
    failed = 0
    for index, part in enumerate(parts):
        steps = _steps(part, chosen.first, chosen.rounds)
        if end is None:
            failed += run(part, islice(steps, FULL[part]))
        else:
            failed += run(part, steps, (end - time.monotonic()) / (len(parts) - index))
    return min(failed, 1)


def run(part: str, steps: Iterator[Step], seconds: float | None = None) -> int:
    """Take step after step until there is none or the time is up; how many failed."""
    began = time.monotonic()
    taken = failed = 0
    for step in steps:
        taken += 1
        failed += step.failed
        if step.report:
            print(f"{part}: {step.report}", flush=True)
        if seconds is not None and time.monotonic() - began >= seconds:
            break
    print(f"{part}: {failed} of {taken} failed, {time.monotonic() - began:.0f} s", flush=True)
    return failed


def _steps(part: str, first: int, rounds: int) -> Iterator[Step]:
    match part:
        case "games":
            return games(first, rounds)
        case "mutations":
            return mutations(first)
        case "storms":
            return storms(first)
        case "hostile":
            return hostile(first)
        case "mutants":
            return mutants(first)
        case "kills":
            return kills(first)
        case "relays":
            return relays(first)
        case "replacements":
            return replacements(first, rounds)
        case "held":
            return held(first)
        case "mail":
            return mail(first)
        case "battles":
            return battles(first)
        case "rejoinings":
            return rejoinings(first)
        case "month":
            return months(first)
        case "seasons":
            return seasons(first)
        case "pages":
            return pages(first)
        case "captains":
            return captains()
        case _:
            return searches()


if __name__ == "__main__":
    sys.exit(main())
