"""WM-3: what a mine does to ships before they fight, worked out by hand and played."""

import random
from collections import Counter

import pytest

from client.presentation.plans import dangers, plans
from client.seat.viewer import Viewer
from engine.board import Power, SpaceId
from engine.odds import Encounter, Muster, RetreatPolicy, SideOrders, Troop, forecast
from engine.odds.combat import Combat
from engine.phases import Phase
from engine.pieces import Figure
from engine.units import BATTLESHIP, DESTROYER, SUBMARINE
from engine.variants.rules_of_warfare.elite import Elite, Roster
from engine.variants.rules_of_warfare.odds import cargo_past_mine, past_mine, rolls_due
from tests.engine.movement.drill import combat_move
from tests.engine.odds.chance import agrees
from tests.engine.position import position
from tests.engine.rules_of_warfare.warfare import mined

USA, JAPAN = Power("USA"), Power("Japan")
PLAINS = SpaceId("Plains")
SZ_2 = SpaceId("SZ 2")
FLEET = "SZ 1: USA battleship, 2 destroyer\nSZ 2: Japan cruiser"
PLAYED = 400


def test_wm_3_a_die_for_each_ship_is_what_is_played() -> None:
    """Whole battleships are damaged (WB, ruling 34), destroyers lost; the mine is then gone."""
    drill = mined(combat_move(FLEET, modules=("WM", "WB")), "SZ 2")
    own = [p for p in drill.game.pieces.at(SpaceId("SZ 1")) if isinstance(p, Figure)]
    met = Encounter.of(drill.game, SZ_2, own, [])
    passed = past_mine(met, range(len(met.attackers)))
    expected: dict[tuple[int, bool], float] = {}
    for muster in passed.musters:
        alive = Counter[str]()
        for troop, number in zip(passed.attackers, muster.attackers, strict=True):
            alive["damaged" if troop.damaged else troop.kind] += number
        end = alive["destroyer"], bool(alive["damaged"])
        expected[end] = expected.get(end, 0.0) + muster.chance
    assert sum(expected.values()) == pytest.approx(1)
    assert expected[2, False] == pytest.approx((5 / 6) ** 3)
    draw, seen = random.Random(1), Counter[tuple[int, bool]]()
    for _ in range(PLAYED):
        drill = mined(combat_move(FLEET, modules=("WM", "WB")), "SZ 2")
        drill.move("SZ 1: battleship, 2 destroyer", "SZ 2")
        drill.run.answer(tuple(draw.randint(1, 6) for _ in range(3)))
        left = [p for p in drill.game.pieces.at(SZ_2) if isinstance(p, Figure) and p.owner == USA]
        destroyers = sum(ship.kind == DESTROYER for ship in left)
        seen[destroyers, any(ship.damaged for ship in left)] += 1
    for end, chance in expected.items():
        assert agrees(seen[end], PLAYED, chance), end


def test_ruling_6_a_token_rolls_one_die_and_loses_one_submarine() -> None:
    game = position("SZ 1: USA destroyer", phase=Phase.COMBAT_MOVE, modules=("WM",))
    met = Encounter(
        game=game,
        space=SZ_2,
        attackers=(Troop(USA, SUBMARINE, 3),),
        defenders=(Troop(JAPAN, DESTROYER, 1),),
        musters=(Muster(0.5, (0,), (1,)), Muster(0.5, (3,), (1,))),
    )
    found = {m.attackers: m.chance for m in past_mine(met, (), (0,)).musters}
    assert found == pytest.approx({(0,): 1 / 2, (2,): 1 / 2 * 1 / 6, (3,): 1 / 2 * 5 / 6})


def test_wm_3_a_plan_counts_the_roll_that_is_due_and_not_one_that_was_made() -> None:
    """A destroyer against a submarine; the mine sinks it with 1/6 before, and stays on a 2."""
    units = "SZ 1: USA destroyer\nSZ 2: Japan submarine"
    drill = mined(combat_move(units, modules=("WM",)), "SZ 2")
    viewer = Viewer(frozenset({USA}))
    assert rolls_due(drill.game, SZ_2, drill.game.owned(USA))
    drill.move("SZ 1: destroyer", "SZ 2")
    before = plans(drill.game, viewer)[SZ_2]
    drill.run.answer((2,))
    after = plans(drill.game, viewer)[SZ_2]
    assert before.win == pytest.approx(5 / 6 * after.win, abs=1)
    assert before.notes == ("a mine is met first and hits the ship or token with 17 %",)
    assert after.notes == ()


def test_wm_3_without_a_battle_it_is_told_what_entering_may_cost() -> None:
    drill = mined(combat_move("SZ 1: USA 2 destroyer", modules=("WM",)), "SZ 2")
    drill.move("SZ 1: 2 destroyer", "SZ 2")
    assert dangers(drill.game, ()) == {
        SZ_2: ["a mine is met first and hits each ship or token with 17 %"]
    }
    drill.run.answer((2, 3))
    assert not dangers(drill.game, ())


def test_wm_3_and_we_1_an_elite_battleship_that_a_mine_damages_rerolls_at_2() -> None:
    """It then wins with 1/3 instead of 19/20, by hand, and its support shot hits less often."""
    units = "SZ 1: USA battleship, infantry\nSZ 2: Japan cruiser\nPlains: Japan infantry"
    game = position(units, phase=Phase.COMBAT_MOVE, modules=("WM", "WB", "WE"))
    own, soldier, enemy, defender = [p for p in game.pieces.values() if isinstance(p, Figure)]
    roster = Roster({USA: Elite(BATTLESHIP, own.id)})
    game = game.replace(modules={**game.modules, "WE": roster})
    fleet = past_mine(Encounter.of(game, SZ_2, [own], [enemy]), (0,))
    odds = forecast(fleet, draw=random.Random(1))
    assert odds.win == pytest.approx(5 / 6 * 19 / 20 + 1 / 6 * 1 / 3)
    landing = Encounter.of(
        game, PLAINS, [soldier], [defender], bombarding=[own], landed={soldier.id}
    )
    shots = Combat(cargo_past_mine(landing, ()), SideOrders(), SideOrders(), RetreatPolicy())
    hits = sum(start.chance * start.bombs[1] for start in shots.opened())
    assert hits == pytest.approx(5 / 6 * (1 - (1 / 3) ** 2) + 1 / 6 * (1 - (2 / 3) ** 2))
