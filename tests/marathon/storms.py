"""Simulated tables in a storm: broken connections, crashes while writing, lost machines."""

__all__ = ["storms"]

import random
import traceback
from collections.abc import Iterator
from itertools import count

from tests.marathon.step import Step
from tests.p2p.simulation import World

_TICKS = 600
_MOST_LOSSES = 3


def storms(first: int) -> Iterator[Step]:
    """One game of three seats and a spectator for each seed, from its first entry to its last."""
    for seed in count(first):
        losses = random.Random(seed).randint(0, _MOST_LOSSES)
        world = World(seed)
        try:
            world.storm(_TICKS, losses)
            world.calm()
            world.check_finished()
        except Exception:  # noqa: BLE001 (whatever it is, it is what the search is for)
            yield Step(f"{seed}, {losses} machines lost: {traceback.format_exc()}", failed=True)
        else:
            yield Step()
