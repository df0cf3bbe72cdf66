"""WL: transports lost in battle cost income; rulings 23, 27, 35, 41."""

from engine.board import Power
from engine.economy.income import Collected
from engine.game import Game
from engine.phases import Phase, Stage
from engine.pieces import PieceId
from engine.questions.economy import Term
from engine.variants.rules_of_warfare.batteries import BatteryFire
from tests.engine.battle.field import Combat, battlefield
from tests.engine.position import position, step

USA, JAPAN = Power("USA"), Power("Japan")


def sunk() -> Combat:
    """Three transports of Japan, one with infantry, killed undefended (ruling 41)."""
    combat = battlefield(
        "SZ 3: USA destroyer / Japan infantry, 3 transport",
        landing={"SZ 3": "Atoll"},
        attacked=("SZ 3",),
        modules=("WL",),
    )
    assert combat.is_over
    assert combat.units("SZ 3", "Japan") == ""
    return combat


def collecting(after: Game) -> Game:
    game = position(active="Japan", phase=Phase.COLLECT_INCOME, modules=("WL",))
    return game.replace(modules=after.modules)


def test_wl_1_two_empty_ones_cost_2_once() -> None:
    game, events = step(collecting(sunk().game))
    (collected,) = [event for event in events if isinstance(event, Collected)]
    assert collected.terms[-1] == Term("lost transports", -2)
    assert collected.total == 13 - 2
    game, events = step(game.replace(stage=Stage.COLLECT_INCOME))
    (collected,) = [event for event in events if isinstance(event, Collected)]
    assert collected.total == 13


def test_wl_1_income_does_not_fall_below_0() -> None:
    combat = battlefield(
        "SZ 3: USA destroyer / Japan 9 transport", attacked=("SZ 3",), modules=("WL",)
    )
    game = collecting(combat.game)
    game = game.replace(
        control={space: power for space, power in game.control.items() if space == "East"}
    )
    game, _ = step(game)
    assert game.treasury[JAPAN] == 30


def test_wl_1_only_what_is_lost_in_a_battle_counts() -> None:
    game = position("SZ 3: Japan transport", modules=("WL",))
    game = game.rules.lose(game, PieceId(1), 1)  # as to a mine (ruling 35)
    assert game.rules.income_terms(game, JAPAN)[-1].reason == "territories"


def test_wl_1_other_ships_do_not_count() -> None:
    combat = battlefield(
        "SZ 3: USA 2 destroyer / Japan submarine", attacked=("SZ 3",), modules=("WL",)
    )
    combat.roll(1, 6, why="attackers fire")
    combat.roll(6, why="defenders fire")
    assert combat.game.rules.income_terms(combat.game, JAPAN)[-1].reason == "territories"


def test_ruling_27_a_transport_sunk_by_a_battery_was_lost_in_battle() -> None:
    combat = battlefield(
        "Plains: USA artillery_battery\nSZ 3: USA cruiser / Japan destroyer, transport",
        attacked=("SZ 3",),
        modules=("WA", "WL"),
    )
    combat.answer(BatteryFire(frozenset({PieceId(1)})))
    combat.roll(1, why="batteries fire")  # the destroyer is hit first (BG-8.15)
    combat.roll(1, why="attackers fire")
    combat.roll(6, why="defenders fire")
    assert combat.game.rules.income_terms(combat.game, JAPAN)[-1] == Term("lost transports", -1)
