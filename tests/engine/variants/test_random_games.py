"""Random games under every combination of the house rules about submarines and convoys.

Answers are drawn among the legal ones; after every few the position must be a valid one.
"""

import itertools

import pytest

from engine.loading import builtin
from engine.setup import new_game
from engine.validate import validate
from engine.variants.compatibility import refusals
from tests.engine.secret_subs.owners import Referee

pytestmark = pytest.mark.no_cover  # whole games

RULES = ("SS", "DS", "SW", "CD")
COMBINATIONS = [
    chosen
    for count in range(1, len(RULES) + 1)
    for chosen in itertools.combinations(RULES, count)
    if not refusals(chosen, "anniversary")
]


def test_all_combinations_but_those_with_ds_and_sw_are_played() -> None:
    assert len(COMBINATIONS) == 2**4 - 1 - 4


@pytest.mark.parametrize("modules", COMBINATIONS, ids="+".join)
@pytest.mark.parametrize("seed", [1, 2])
def test_random_games(modules: tuple[str, ...], seed: int) -> None:
    name = "anniversary-1941" if "CD" in modules else "wake-island"
    scenario = builtin(name)
    seats = tuple((power,) for power in scenario.powers)
    options = {"die": "12", "ds_declare": "combat"} if "DS" in modules and seed == 2 else {}
    referee = Referee(new_game(scenario, modules, options, seats), seed=seed)
    for _ in range(12):
        referee.fuzz(20)
        assert validate(referee.game) == frozenset()
