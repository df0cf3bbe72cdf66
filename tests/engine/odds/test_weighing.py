"""Losses weighed against one another: the best chance of both sides (BG-8.13, 8.14)."""

import itertools
from dataclasses import replace

import pytest

from engine.odds import BattleEnd, RetreatPolicy, SideOrders
from engine.units import Kind
from tests.engine.odds.oracle import best_chance
from tests.engine.odds.trial import SEA, Battle, foretold
from tests.engine.position import world

BATTLES = [
    ("anniversary", "2 battleship, 1 submarine", "3 carrier, 2 fighter, 1 transport"),
    ("anniversary", "2 battleship, 1 submarine", "3 fighter, 1 submarine"),
    ("anniversary", "3 bomber, 2 cruiser", "1 battleship, 2 carrier, 2 submarine"),
    ("anniversary", "2 submarine, 1 destroyer, 2 fighter", "2 submarine, 1 destroyer, 1 carrier"),
    ("anniversary", "2 destroyer, 2 fighter, 1 submarine", "2 cruiser, 1 carrier, 2 destroyer"),
    ("anniversary", "1 bomber, 1 destroyer, 1 carrier", "2 submarine, 1 transport, 1 fighter"),
    ("anniversary", "3 fighter", "1 carrier, 2 fighter"),
    (
        "global-1940",
        "2 carrier, 2 tactical_bomber, 1 submarine",
        "1 carrier, 1 fighter, 2 destroyer",
    ),
    ("global-1940", "1 battleship, 2 submarine", "1 carrier, 2 fighter, 1 submarine"),
]


def units(text: str) -> dict[str, int]:
    return {kind: int(n) for n, kind in (part.split() for part in text.split(", "))}


def battle(edition: str, attackers: str, defenders: str) -> Battle:
    scenario = world(('edition = "anniversary"', f'edition = "{edition}"'))
    return Battle(f"SZ 3: USA {attackers} / Japan {defenders}", space=SEA, scenario=scenario)


@pytest.mark.parametrize(("edition", "attackers", "defenders"), BATTLES)
def test_both_sides_keep_the_best_chance(edition: str, attackers: str, defenders: str) -> None:
    """BG-8.14: as good as trying every legal loss in every state."""
    odds = foretold(battle(edition, attackers, defenders))
    best = best_chance(edition, units(attackers), units(defenders))
    assert odds.win == pytest.approx(best, abs=1e-6)


def test_no_order_of_kinds_is_better_than_what_is_weighed() -> None:
    fleets = battle("anniversary", "2 battleship, 1 submarine", "3 fighter, 1 submarine")
    best = foretold(fleets).win
    for named in itertools.permutations((Kind("battleship"), Kind("submarine"))):
        assert foretold(replace(fleets, attacking=SideOrders(losses=named))).win < best - 0.01
    for named in itertools.permutations((Kind("fighter"), Kind("submarine"))):
        assert foretold(replace(fleets, defending=SideOrders(losses=named))).win >= best - 1e-6


def test_battles_drawn_are_those_that_are_weighed() -> None:
    fleets = battle("anniversary", "2 battleship, 1 submarine", "3 fighter, 1 submarine")
    exact, drawn = foretold(fleets), foretold(fleets, budget=0, trials=4_000)
    assert drawn.trials == 4_000
    assert abs(drawn.win - exact.win) < 2 * drawn.error
    assert drawn.rounds == pytest.approx(exact.rounds, rel=0.05)


def test_losses_are_those_of_who_goes_on_whatever_retreat_is_planned() -> None:
    """BG-8.14, BG-8.19: ships go before fighters, though these then break off alone."""
    fleets = battle("anniversary", "1 submarine, 1 destroyer, 2 fighter", "2 cruiser, 1 submarine")
    stays = replace(fleets, retreat=RetreatPolicy(after=1), came_from={})
    assert foretold(stays).chance(BattleEnd.RETREATED) > 0.05


def test_every_loss_is_weighed_among_a_dozen_ships_a_side() -> None:
    """The weakest first to the end would be off by 7 points, for bombers cannot hit submarines."""
    odds = foretold(
        battle(
            "anniversary",
            "4 submarine, 3 cruiser, 3 bomber, 2 carrier",
            "5 submarine, 4 cruiser, 3 carrier",
        )
    )
    assert not odds.weakest_first
    assert odds.exact
    assert odds.win == pytest.approx(0.8318, abs=1e-3)


LARGE = battle(
    "anniversary",
    "5 battleship, 3 cruiser, 3 submarine",
    "6 cruiser, 2 destroyer, 1 fighter, 5 submarine, 3 transport",
)
BEST = 0.8863
"""The attacker's best chance in it, every loss weighed: that takes several times as long."""


@pytest.mark.no_cover
def test_a_battle_too_large_to_weigh_is_weighed_once_it_is_small_enough() -> None:
    odds = foretold(LARGE)
    assert odds.weakest_first
    assert odds.exact
    assert odds.win == pytest.approx(BEST, abs=0.02)
    assert sum(one.chance for one in odds.outcomes) == pytest.approx(1)


@pytest.mark.no_cover
def test_large_battles_drawn_are_weighed_in_part_too() -> None:
    exact, drawn = foretold(LARGE), foretold(LARGE, budget=0, trials=500)
    assert drawn.trials == 500
    assert abs(drawn.win - exact.win) <= drawn.error
    assert drawn.rounds == pytest.approx(exact.rounds, rel=0.05)
