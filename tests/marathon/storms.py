"""Simulated tables in a storm: broken connections, crashes, lost machines, copies, agreements."""

__all__ = ["storms"]

import random
import traceback
from collections.abc import Iterator
from itertools import count

from tests.marathon.step import Step
from tests.p2p.hostile import TABLES
from tests.p2p.simulated_node import cheap_work
from tests.p2p.simulation import World
from tests.protocol import toy
from tests.protocol.toy_match import toy_founding

_TICKS = 600
_MOST_LOSSES = 6
_MOST_COPIES = 3


def storms(first: int) -> Iterator[Step]:
    """One game of honest seats for each seed, from its first entry to its last."""
    for seed in count(first):
        draw = random.Random(seed)
        losses, copies = draw.randint(0, _MOST_LOSSES), draw.randint(0, _MOST_COPIES)
        try:
            with cheap_work():
                powers, dice = draw.choice(TABLES)
                steps = draw.choice((toy.STEPS, toy.OPEN_STEPS))
                world = World(seed, founding=toy_founding(dice=dice, powers=powers), steps=steps)
                world.storm(_TICKS, losses, copies, proposals=draw.choice((0.0, 0.3)))
                world.calm()
                world.check_finished()
        except Exception:  # noqa: BLE001 (whatever it is, it is what the search is for)
            yield Step(
                f"{seed}, {losses} machines lost, {copies} copies: {traceback.format_exc()}",
                failed=True,
            )
        else:
            yield Step()
