"""Losses that keep the best chance (BG-8.13, 8.14)."""

import pytest

from engine.battles import Role
from engine.odds import SideOrders
from engine.units import ARTILLERY, BOMBER, CARRIER, FIGHTER, INFANTRY, TANK
from tests.engine.odds.trial import SEA, Battle, foretold


def test_a_carrier_is_lost_before_its_fighters() -> None:
    """BG-8.13: fighters defend on 4 and a carrier on 2, so the attacker wins less often."""
    units = "SZ 3: USA 3 fighter / Japan carrier, 2 fighter"
    best = foretold(Battle(units, space=SEA))
    fighters_first = foretold(
        Battle(units, space=SEA, defending=SideOrders(losses=(FIGHTER, CARRIER)))
    )
    assert best.win == pytest.approx(0.3314, abs=0.0001)
    assert fighters_first.win == pytest.approx(0.4383, abs=0.0001)


def test_infantry_is_lost_before_the_artillery_that_supports_it() -> None:
    """BG-8.18: an infantry without artillery hits on 1, an artillery always on 2."""
    odds = foretold(Battle("Plains: USA 2 infantry, artillery / Japan tank"))
    assert [troop.kind for troop in odds.attackers] == [ARTILLERY, INFANTRY]
    assert {one.attackers for one in odds.outcomes} == {(1, 2), (1, 1), (1, 0), (0, 0)}


def test_of_equally_strong_units_the_cheapest_is_lost_first() -> None:
    """Bombers and fighters of the Anniversary Edition defend on 1 and 4; infantry on 2."""
    odds = foretold(Battle("Plains: USA 4 tank / Japan infantry, bomber, artillery, fighter"))
    kinds = [troop.kind for troop in odds.defenders]
    order = [kinds.index(kind) for kind in (BOMBER, INFANTRY, ARTILLERY, FIGHTER)]
    for one in odds.outcomes:
        left = [one.defenders[index] for index in order]
        assert left == sorted(left)


def test_the_last_land_unit_is_kept_where_that_costs_no_chance_to_win() -> None:
    """BG-8.24: a tank attacks like a fighter and takes the territory as well."""
    odds = foretold(Battle("Plains: USA 2 tank, fighter / Japan 3 infantry"))
    fighter_last = foretold(
        Battle(
            "Plains: USA 2 tank, fighter / Japan 3 infantry",
            attacking=SideOrders(losses=(TANK, FIGHTER)),
        )
    )
    assert odds.win == pytest.approx(fighter_last.win)
    assert odds.taken == pytest.approx(odds.win)
    assert fighter_last.taken < odds.taken - 0.05


def test_who_has_won_loses_what_it_needs_least() -> None:
    """An infantry and a fighter against one infantry, all hit at once: the infantry stays."""
    units = "Plains: USA infantry, fighter / Japan infantry"
    odds = foretold(Battle(units))
    in_order = foretold(Battle(units, attacking=SideOrders(losses=(INFANTRY, FIGHTER))))
    assert odds.win == pytest.approx(in_order.win)
    assert odds.taken > in_order.taken + 0.1
    assert odds.cost(Role.ATTACKER) > in_order.cost(Role.ATTACKER)


def test_in_low_luck_too_who_has_won_keeps_a_land_unit() -> None:
    """R26: 22 in strength hit all three infantry, and their 6 hit once: a fighter goes."""
    odds = foretold(
        Battle(
            "Plains: USA 3 fighter, 3 bomber, infantry / Japan 3 infantry",
            options={"low_luck": "on"},
        )
    )
    assert (odds.win, odds.taken) == (1, 1)
    assert odds.cost(Role.ATTACKER) == 10


def test_an_order_of_ones_own_comes_first() -> None:
    units = "Plains: USA 2 tank, fighter / Japan 3 infantry"
    kept = foretold(Battle(units, attacking=SideOrders(losses=(FIGHTER,))))
    assert {one.attackers for one in kept.outcomes} <= {(1, 2), (0, 2), (0, 1), (0, 0)}


def test_who_is_sure_to_win_loses_the_cheapest() -> None:
    """A bomber takes an infantry from eight units, though their bomber defends worse."""
    odds = foretold(Battle("Plains: USA bomber / Japan 4 infantry, 2 tank, fighter, bomber"))
    bombers = [troop.kind for troop in odds.defenders].index(BOMBER)
    assert all(one.defenders[bombers] for one in odds.outcomes if one.chance > 1e-6)
    assert odds.cost(Role.DEFENDER) == pytest.approx(3 * 0.68, abs=0.02)


def test_who_may_lose_keeps_its_chance_whatever_that_costs() -> None:
    """The bomber, which defends on 1, goes before infantry."""
    odds = foretold(Battle("Plains: USA 3 infantry, tank / Japan 2 infantry, bomber"))
    kinds = [troop.kind for troop in odds.defenders]
    left = next(one for one in odds.outcomes if one.defenders[kinds.index(INFANTRY)] == 1)
    assert left.defenders[kinds.index(BOMBER)] == 0


def test_who_is_sure_to_win_keeps_its_order_where_the_cheapest_would_cost_more() -> None:
    """Submarines lost first leave more dice to the enemy, and more is lost in the end."""
    units = "SZ 3: USA 3 fighter, 4 submarine, 2 battleship / Japan 2 fighter, 2 carrier"
    odds = foretold(Battle(units, space=SEA))
    cheapest = foretold(Battle(units, space=SEA, attacking=SideOrders(by_price=True)))
    assert odds.win > 0.995
    assert odds.cost(Role.ATTACKER) < cheapest.cost(Role.ATTACKER)
