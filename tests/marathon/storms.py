"""Simulated tables in a storm: broken connections, crashes while writing, lost machines, copies."""

__all__ = ["storms"]

import random
import traceback
from collections.abc import Iterator
from itertools import count

from tests.marathon.step import Step
from tests.p2p.simulation import World, cheap_work

_TICKS = 600
_MOST_LOSSES = 6
_MOST_COPIES = 3


def storms(first: int) -> Iterator[Step]:
    """One game of three seats and a spectator for each seed, from its first entry to its last."""
    for seed in count(first):
        draw = random.Random(seed)
        losses, copies = draw.randint(0, _MOST_LOSSES), draw.randint(0, _MOST_COPIES)
        try:
            with cheap_work():
                world = World(seed)
                world.storm(_TICKS, losses, copies)
                world.calm()
                world.check_finished()
        except Exception:  # noqa: BLE001 (whatever it is, it is what the search is for)
            yield Step(
                f"{seed}, {losses} machines lost, {copies} copies: {traceback.format_exc()}",
                failed=True,
            )
        else:
            yield Step()
