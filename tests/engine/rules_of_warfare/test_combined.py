"""Whole games under random combinations of the items: legal answers only, no broken position."""

import random
import re
from functools import cache

import pytest

from engine.board import Power
from engine.charts import Breakthrough
from engine.game import Game
from engine.loading import builtin, load
from engine.requests import Decision
from engine.scenario import Scenario
from engine.setup import new_game
from engine.validate import validate
from engine.variants.compatibility import refusals
from engine.variants.rules_of_warfare.article import ITEMS
from tests.engine.position import WORLD, position
from tests.engine.secret_subs.owners import Referee
from tests.engine.test_play import CROWD

pytestmark = pytest.mark.no_cover  # whole games

ANSWERS = 250


@cache
def crowd(edition: str) -> Scenario:
    """The small world, full of units, as far as an edition has them."""
    units = CROWD
    if edition == "classic":
        for kind in ("artillery", "cruiser", "destroyer"):
            units = re.sub(rf"(, )?{kind} = \d", "", units).replace("{, ", "{")
    text = WORLD.replace("\n[[canals]]", units).replace('"anniversary"', f'"{edition}"')
    for power in ("USA", "Japan", "UK", "Germany"):
        stacks = re.findall(rf"{power} = \{{([a-z_0-9=, ]*)\}}", units)
        number = sum(int(count) for stack in stacks for count in re.findall(r"\d+", stack))
        before, after = text.split(f"{power} = {{side", 1)
        text = f"{before}{power} = {{side{after.replace('units = 0', f'units = {number}', 1)}"
    return load(text.encode(), "crowd")


def combination(edition: str, draw: random.Random) -> tuple[str, ...]:
    """Items that go together on this edition, now and then with Secret Subs."""
    chosen = [item for item in ("SS", *ITEMS) if draw.randrange(3)]
    while clashes := refusals(tuple(chosen), edition):
        chosen.remove(next(code for code in clashes[0].pair if code in chosen))
    return tuple(chosen)


def opening(scenario: Scenario, modules: tuple[str, ...]) -> Game:
    sides = sorted(set(scenario.sides.values()))
    seats = tuple(
        tuple(power for power in scenario.powers if scenario.side(power) == side) for side in sides
    )
    return new_game(scenario, modules, {}, seats)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", ["crowd anniversary", "crowd classic", "classic"])
def test_random_combinations_are_played(name: str, seed: int) -> None:
    draw = random.Random(f"{name} {seed}")
    scenario = crowd(name.split()[1]) if name.startswith("crowd") else builtin(name)
    game = opening(scenario, combination(scenario.edition, draw))
    referee = Referee(game, seed=seed)
    for _ in range(ANSWERS):
        if not isinstance(referee.run.request, Decision):
            break
        referee.fuzz(1)
        assert validate(referee.game) == frozenset(), game.rules.modules


def test_research_knows_the_units_of_the_game_that_it_is_in() -> None:
    """Games on one scenario with other units each do not share what research makes of them."""
    owned = {"USA": frozenset({Breakthrough.JET_FIGHTERS})}
    for modules in ((), ("WA",)):
        game = position(breakthroughs=owned, modules=modules)
        for kind in game.rules.scenario.units:
            assert game.rules.unit_type(game, Power("USA"), kind).kind == kind
