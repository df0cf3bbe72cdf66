"""Simulated tables in a storm: broken connections, crashes, lost machines, copies, agreements."""

__all__ = ["storms"]

import traceback
from collections.abc import Iterator
from itertools import count

from tests.marathon.step import Step
from tests.p2p.deposited import deposits_in_a_storm, owner_is_away
from tests.p2p.simulated_node import cheap_work
from tests.p2p.storms import storm_history


def storms(first: int) -> Iterator[Step]:
    """Games of honest seats for each seed; in two of them openings are deposited."""
    for seed in count(first):
        try:
            with cheap_work():
                storm_history(seed)
                deposits_in_a_storm(seed)
                owner_is_away(seed)
        except Exception:  # noqa: BLE001 (whatever it is, it is what the search is for)
            yield Step(f"{seed}: {traceback.format_exc()}", failed=True)
        else:
            yield Step()
