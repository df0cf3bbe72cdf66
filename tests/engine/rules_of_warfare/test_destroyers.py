"""WD: destroyers for the Classic edition; rulings 5, 22, 30."""

import pytest

from engine.board import Power
from engine.errors import Illegal, IncompatibleModules
from engine.game import Game
from engine.loading import builtin
from engine.phases import Stage
from engine.pieces import Figure, PieceId
from engine.setup import compose, new_game
from engine.units import BATTLESHIP, DESTROYER, Trait
from engine.variants.rules_of_warfare.destroyers import Swap, SwapBattleship
from engine.variants.rules_of_warfare.elite import Mark
from tests.engine.battle.field import battlefield
from tests.engine.movement.drill import combat_move
from tests.engine.position import position, step, world

USA, JAPAN = Power("USA"), Power("Japan")
CLASSIC = world(('edition = "anniversary"', 'edition = "classic"'))
WD = ("WD",)


def setting_up(units: str, *modules: str) -> Game:
    game = position(units, modules=modules or WD, scenario=CLASSIC)
    return game.replace(stage=Stage.SET_UP)


def kinds(game: Game) -> list[str]:
    return sorted(piece.kind for piece in game.pieces.values() if isinstance(piece, Figure))


class TestWD1:
    def test_wd_1_unit_table(self) -> None:
        unit = position(modules=WD, scenario=CLASSIC).rules.scenario.units[DESTROYER]
        assert (unit.cost, unit.attack, unit.defence, unit.move) == (15, 3, 3, 2)
        assert Trait.SURFACE_WARSHIP in unit.traits

    def test_no_support_shot(self) -> None:
        drill = combat_move(
            "SZ 3: USA destroyer, transport, infantry\nBorder: Japan infantry",
            modules=WD,
            scenario=CLASSIC,
        )
        drill.unload("SZ 3: infantry", "Border")
        drill.done()
        assert drill.is_over  # nothing may bombard
        assert not drill.game.record.bombarding

    def test_fights_at_sea_like_any_ship(self) -> None:
        combat = battlefield(
            "SZ 3: USA destroyer / Japan transport",
            attacked=("SZ 3",),
            modules=WD,
            scenario=CLASSIC,
        )
        combat.roll(3, why="attackers fire")
        combat.roll(6, why="defenders fire")
        assert combat.units("SZ 3") == "destroyer"


class TestWD2:
    def test_a_battleship_for_two_destroyers_in_its_zone(self) -> None:
        game, _ = step(setting_up("SZ 2: USA battleship"), Swap(PieceId(1)))
        assert kinds(game) == ["destroyer", "destroyer"]
        assert {piece.at for piece in game.pieces.values()} == {"SZ 2"}

    def test_one_for_each_power_that_wants_to(self) -> None:
        game = setting_up("SZ 2: USA 2 battleship\nSZ 3: Japan battleship")
        game, _ = step(game, Swap(), Swap(PieceId(3)))
        assert kinds(game) == ["battleship", "battleship", "destroyer", "destroyer"]
        with pytest.raises(Illegal, match="WD-2"):
            SwapBattleship(USA).check(game, Swap(PieceId(4)))

    def test_ruling_30_an_elite_battleship_is_not_swapped(self) -> None:
        game = setting_up("SZ 2: USA battleship, transport", "WD", "WE")
        game, _ = step(game, Mark(PieceId(1)))  # then there is none to be swapped
        assert BATTLESHIP in kinds(game)


class TestWD3:
    SUB = "SZ 3: USA submarine / Japan destroyer"

    def test_wd_3_by_default_they_do_nothing_against_submarines(self) -> None:
        combat = battlefield(self.SUB, attacked=("SZ 3",), modules=WD, scenario=CLASSIC)
        combat.roll(1, why="surprise strikes")
        assert combat.is_over

    def test_wd_3_wd_asw_cancels_opening_fire(self) -> None:
        combat = battlefield(
            self.SUB,
            attacked=("SZ 3",),
            modules=WD,
            options={"wd_asw": "on"},
            scenario=CLASSIC,
        )
        combat.roll(1, why="attackers fire")
        combat.roll(3, why="defenders fire")
        assert combat.units("SZ 3") == ""

    def test_ruling_5_it_is_on_with_secret_subs(self) -> None:
        scenario = builtin("classic")
        rules = compose(scenario, ("SS", "WD"), {"wd_asw": "off"}, (tuple(scenario.powers),))
        assert Trait.DESTROYER in rules.scenario.units[DESTROYER].traits


def test_refused_where_there_are_destroyers() -> None:
    scenario = builtin("anniversary-1942")
    with pytest.raises(IncompatibleModules, match="has destroyers"):
        new_game(scenario, WD, {}, (tuple(scenario.powers),))
