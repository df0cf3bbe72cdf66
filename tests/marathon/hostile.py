"""Simulated tables at which all seats but one may be hostile."""

__all__ = ["hostile"]

import traceback
from collections.abc import Iterator
from itertools import count

from tests.marathon.step import Step
from tests.p2p.hostile import hostile_history
from tests.p2p.simulated_node import cheap_work


def hostile(first: int) -> Iterator[Step]:
    """One table for each seed, until it is over or stands still."""
    for seed in count(first):
        try:
            with cheap_work():
                hostile_history(seed)
        except Exception:  # noqa: BLE001 (whatever it is, it is what the search is for)
            yield Step(f"{seed}: {traceback.format_exc()}", failed=True)
        else:
            yield Step()
