"""The program with one line changed at a time: simulated tables must notice each."""

__all__ = ["mutants"]

from collections.abc import Iterator

from tests.marathon.step import Step
from tests.p2p.mutants import MUTANTS, noticed
from tests.p2p.simulated_node import cheap_work

_SEEDS = 300


def mutants(first: int) -> Iterator[Step]:
    """Some hundred histories for each, until one goes wrong that is good without the change."""
    for mutant in MUTANTS:
        with cheap_work():
            seed = noticed(mutant, range(first, first + _SEEDS))
        yield Step("" if seed else f"nobody notices: {mutant}", failed=seed is None)
