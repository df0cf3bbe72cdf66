"""SIGKILL at either of two relays, again and again: the players are on at once, and lose nothing.

Three nodes that only call play a game; whichever relay is killed is started again, and the next is
not killed before both are there and the game has gone on. The nodes wait as long as they do for
people.
"""

import asyncio
import random
import tempfile
import time
from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path
from typing import Final

from p2p.choice import Choice
from p2p.player import Position
from tests.marathon.step import Step
from tests.p2p import party
from tests.p2p.company import Company, RelayProcess

__all__ = ["KILLS", "play", "relays"]

KILLS: Final = 20
"""In one game."""
AIM: Final = 10.0
"""Seconds after which the game goes on at the latest."""
_PATIENCE: Final = 120.0
_NEWS: Final = 6
"""Entries beyond what anybody had that all must get: more than any of them signs alone."""
_THINKING: Final = 0.05
_ENDLESS: Final = 10**6


class Thinking(party.Drawing):
    """One who thinks for a moment, so that a game lasts, and ends it when it is told to."""

    async def decide(self, position: Position) -> Choice:
        await asyncio.sleep(_THINKING)
        return await super().decide(position)


async def _killed(company: Company, pair: Sequence[RelayProcess], one: RelayProcess) -> float:
    """Kill a relay: how many seconds until everybody has what was signed after that."""
    for each in pair:
        await each.listens()
    one.kill()
    began, most = time.monotonic(), max(company.held)
    one.start()
    await company.until_entries(most + _NEWS)
    return time.monotonic() - began


def play(home: Path, draw: random.Random, kills: int) -> list[float]:
    """One game to its end: how many seconds after each kill it went on.

    Raises:
        AssertionError: something was lost, or signed twice.
        TimeoutError: it did not go on at all.
    """
    company, pair, taken = Company(home, Thinking), (RelayProcess(), RelayProcess()), list[float]()

    async def kill() -> None:
        await company.until_entries(_NEWS)
        for _ in range(kills):
            async with asyncio.timeout(_PATIENCE):
                taken.append(await _killed(company, pair, draw.choice(pair)))
        for player in company.players:
            player.length = 0

    for one in pair:
        one.start()
    try:
        asyncio.run(company.play([one.access for one in pair], _ENDLESS, kill(), patience=None))
    finally:
        for one in pair:
            one.kill()
    return taken


def relays(first: int) -> Iterator[Step]:
    """One game for each seed."""
    for seed in count(first):
        with tempfile.TemporaryDirectory() as home:
            try:
                taken = play(Path(home), random.Random(seed), KILLS)
            except (AssertionError, ExceptionGroup, TimeoutError) as error:
                yield Step(f"{seed}: {type(error).__name__}: {error}", failed=True)
                continue
        slow = sum(seconds > AIM for seconds in taken)
        yield Step(
            f"{seed}: {len(taken)} kills, on after {sorted(taken)[len(taken) // 2]:.1f} s, at most "
            f"{max(taken):.1f} s",
            failed=slow > 0,
        )
