"""WB: two-hit battleships and their repair; ruling 38."""

import dataclasses

import pytest

from engine.board import Power
from engine.economy.convoys import convoy_dice
from engine.economy.purchase import Purchase
from engine.errors import Illegal, IncompatibleModules
from engine.game import Game
from engine.loading import builtin
from engine.phases import Phase, Stage
from engine.pieces import Figure, PieceId
from engine.run import Run
from engine.setup import compose
from engine.variants.rules_of_warfare.battleships import Repairs, RepairShips
from tests.engine.battle.field import STEPS, battlefield
from tests.engine.position import asked, position, step, world

USA = Power("USA")
CLASSIC = world(('edition = "anniversary"', 'edition = "classic"'))
SHIP = PieceId(1)


def opened(units: str, **circumstances: object) -> Game:
    """The USA in Purchase of a turn that has just begun."""
    game = position(units, modules=("WB",), scenario=CLASSIC, **circumstances)  # type: ignore[arg-type]  # as written for `position`
    game, _ = step(game.replace(stage=Stage.TURN_OPENS))
    return game.replace(stage=Stage.PURCHASE)


def ship(game: Game) -> Figure:
    found = game.pieces[SHIP]
    assert isinstance(found, Figure)
    return found


class TestWB1:
    def test_first_hit_damages_second_sinks(self) -> None:
        combat = battlefield(
            "SZ 3: USA battleship / Japan 2 transport",
            attacked=("SZ 3",),
            modules=("WB",),
            scenario=CLASSIC,
        )
        combat.roll(6, why="attackers fire")
        combat.roll(1, 6, why="defenders fire")
        assert combat.units("SZ 3", "USA") == "damaged battleship"
        combat.roll(3, why="attackers fire")  # a damaged one hits on 2, so this misses
        assert combat.units("SZ 3", "Japan") == "2 transport"
        combat.roll(1, 6, why="defenders fire")
        assert combat.units("SZ 3", "USA") == ""

    def test_damaged_is_2_2_1(self) -> None:
        combat = battlefield(
            "SZ 3: USA submarine / Japan damaged battleship",
            attacked=("SZ 3",),
            modules=("WB",),
            scenario=CLASSIC,
        )
        combat.roll(6, why="surprise")
        combat.roll(3, why="defenders fire")
        assert combat.units("SZ 3", "USA") == "submarine"
        game = position(
            "SZ 3: USA damaged battleship, battleship", modules=("WB",), scenario=CLASSIC
        )
        assert [game.rules.move_limit(game, piece) for piece in game.owned(USA)] == [1, 2]

    def test_support_shot_of_a_damaged_ship_hits_on_2(self) -> None:
        for die, left in ((3, "2 infantry"), (2, "infantry")):
            combat = battlefield(
                "SZ 3: USA damaged battleship, transport, infantry\nBorder: Japan 2 infantry",
                landing={"SZ 3": "Border"},
                bombarding={"SZ 3": "Border"},
                modules=("WB",),
                scenario=CLASSIC,
            )
            combat.roll(die, why="bombardment")
            combat.roll(6, why="attackers fire")
            combat.roll(6, 6, why="defenders fire")
            assert combat.units("Border", "Japan") == left

    def test_ruling_38_nothing_mends_free_of_charge(self) -> None:
        for repair in ("end_of_combat", "end_of_owner_turn"):
            game = position(
                "SZ 3: USA damaged battleship", modules=("WB",), options={"bb_repair": repair}
            )
            game, _ = step(game.replace(stage=Stage.TURN_CLOSES))
            assert ship(game).damaged


class TestWB2:
    UNITS = "SZ 2: USA damaged battleship\nWest: USA complex"

    def test_repaired_for_8_next_to_a_complex(self) -> None:
        game, _ = step(opened(self.UNITS), Purchase(), Repairs(frozenset({SHIP})))
        assert game.treasury[USA] == 22
        assert ship(game).damaged
        assert (ship(game).left, game.rules.move_limit(game, ship(game))) == (0, 0)
        game = game.replace(phase=4, stage=Stage.PHASE_OPENS)
        assert game.current_phase is Phase.MOBILIZE
        game, _ = step(game)
        assert not ship(game).damaged
        assert game.rules.move_limit(game, ship(game)) == 2

    def test_it_need_not_be(self) -> None:
        game, _ = step(opened(self.UNITS), Purchase(), Repairs(frozenset()))
        assert game.treasury[USA] == 30
        assert ship(game).left == 1

    def test_an_enemy_submarine_in_the_zone_forbids_it(self) -> None:
        game, _ = step(
            opened("SZ 2: USA damaged battleship / Japan submarine\nWest: USA complex"), Purchase()
        )
        assert game.stage is Stage.PHASE_CLOSES

    def test_so_does_the_want_of_a_complex(self) -> None:
        game, _ = step(opened("SZ 2: USA damaged battleship"), Purchase())
        assert game.stage is Stage.PHASE_CLOSES

    def test_so_does_poverty(self) -> None:
        game = opened(self.UNITS, treasury={"USA": 7})
        game, _ = step(game, Purchase())
        assert game.stage is Stage.PHASE_CLOSES

    def test_attacked_during_repair_it_rolls_nothing_and_one_hit_sinks_it(self) -> None:
        game, _ = step(opened(self.UNITS), Purchase(), Repairs(frozenset({SHIP})))
        combat = battlefield(
            "SZ 2: USA damaged battleship / Japan submarine",
            active="Japan",
            attacked=("SZ 2",),
            modules=("WB",),
            scenario=CLASSIC,
        )
        combat.run = Run(combat.game.replace(modules=game.modules), STEPS)
        combat.roll(1, why="surprise")
        assert combat.is_over
        assert combat.units("SZ 2") == "submarine"

    def test_ruling_38_a_third_of_the_price_rounded_up(self) -> None:
        game = position("SZ 2: USA damaged battleship\nWest: USA complex", modules=("WB",))
        game, _ = step(game.replace(stage=Stage.TURN_OPENS))
        game, _ = step(game.replace(stage=Stage.PURCHASE), Purchase(), Repairs(frozenset({SHIP})))
        assert game.treasury[USA] == 30 - 7

    def test_others_are_not_repaired(self) -> None:
        game = opened(self.UNITS)
        with pytest.raises(Illegal, match="WB-2"):
            RepairShips(USA).check(game, Repairs(frozenset({PieceId(2)})))
        assert asked(game) is not None


def test_refused_where_naval_bases_repair() -> None:
    scenario = builtin("classic")
    seats = (tuple(scenario.powers),)
    assert compose(scenario, ("WB",), {}, seats).modules == ("WB",)
    with pytest.raises(IncompatibleModules, match="naval bases"):
        compose(dataclasses.replace(scenario, edition="global-1940"), ("WB",), {}, seats)


def test_ruling_22_damaged_or_not_they_roll_one_convoy_die() -> None:
    game = position("SZ 3: USA damaged battleship, battleship", modules=("WB",))
    assert [convoy_dice(game, piece) for piece in game.owned(USA)] == [1, 1]
