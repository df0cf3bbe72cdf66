"""A program that breaks a rule is noticed at a simulated table; the marathon tries all of them."""

from collections.abc import Iterator

import pytest

from tests.p2p.mutants import MUTANTS, Mutant, noticed
from tests.p2p.simulated_node import cheap_work

pytestmark = pytest.mark.no_cover  # histories

_SEEDS = range(1, 11)


@pytest.fixture(autouse=True)
def _cheap_work() -> Iterator[None]:
    with cheap_work():
        yield


@pytest.mark.parametrize("mutant", MUTANTS, ids=str)
def test_a_broken_rule_is_noticed(mutant: Mutant) -> None:
    assert noticed(mutant, _SEEDS) is not None
