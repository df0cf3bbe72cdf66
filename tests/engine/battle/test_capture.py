"""BG-8.24 to 8.27: capture, liberation, capitals; BG-6.1: repairs."""

import pytest

from engine.battle.ending import repaired_after_turn
from engine.battle.events import Repaired
from engine.board import Power, SpaceId
from engine.capture import Plundered, TerritoryTaken, capture
from engine.game import Game
from tests.engine.battle.field import battlefield
from tests.engine.position import find, position, world

USA, UK, JAPAN, GERMANY = (Power(name) for name in ("USA", "UK", "Japan", "Germany"))


def taken(game: Game, space: str, power: Power) -> Game:
    return capture(game, SpaceId(space), power)


def holder(game: Game, space: str) -> Power:
    return game.control[SpaceId(space)]


def test_bg_8_24_a_surviving_land_unit_takes_the_territory() -> None:
    combat = battlefield("Border: USA infantry, fighter / Japan infantry")
    combat.roll(1, 6)
    combat.roll(6)
    assert holder(combat.game, "Border") == USA
    assert combat.game.record.captured == {"Border"}


def test_bg_8_24_aircraft_take_nothing() -> None:
    combat = battlefield("Border: USA infantry, fighter / Japan infantry")
    combat.roll(1, 6)
    combat.roll(2)
    combat.lose("infantry")
    assert combat.is_over
    assert holder(combat.game, "Border") == JAPAN


def test_bg_8_24_if_both_sides_vanish_the_old_controller_keeps_it() -> None:
    combat = battlefield("Border: USA infantry / Japan infantry")
    combat.roll(1)
    combat.roll(1)
    assert holder(combat.game, "Border") == JAPAN
    assert combat.game.record.captured == frozenset()


def test_bg_8_25_the_conqueror_holds_enemy_land() -> None:
    assert holder(taken(position(active="USA"), "Border", USA), "Border") == USA


def test_bg_8_25_an_allys_land_is_liberated() -> None:
    game = position(control={"Isle": "Japan"}, active="UK")
    assert holder(taken(game, "Isle", UK), "Isle") == USA


def test_bg_8_25_an_ally_without_its_capital_does_not_get_it_back_yet() -> None:
    game = position(control={"Isle": "Japan", "West": "Japan"}, active="UK")
    game = taken(game, "Isle", UK)
    assert holder(game, "Isle") == UK
    freed = taken(game, "West", UK)
    assert holder(freed, "West") == USA
    assert holder(freed, "Isle") == USA, "handed over at once"


def test_bg_8_25_enemies_hand_nothing_over_when_a_capital_is_freed() -> None:
    game = position(control={"West": "Japan", "Prairie": "Japan"}, active="UK")
    assert holder(taken(game, "West", UK), "Prairie") == JAPAN


def test_bg_8_25_what_was_handed_over_includes_complexes_but_not_the_allys_guns() -> None:
    game = position(
        "Prairie: UK complex, aa, infantry",
        control={"Prairie": "UK", "West": "Japan"},
        active="UK",
    )
    game = taken(game, "West", UK)
    assert holder(game, "Prairie") == USA
    assert find(game, "Prairie", "complex", "USA")
    assert find(game, "Prairie", "aa_gun", "UK")


def test_bg_8_25_a_power_without_a_capital_always_gets_its_own_back() -> None:
    game = position(
        control={"Isle": "Japan"},
        active="UK",
        scenario=world(('capital = "West", ', ""), ("West = {original", "West = {original")),
    )
    assert holder(taken(game, "Isle", UK), "Isle") == USA


def test_bg_8_26_complexes_and_guns_are_captured_intact() -> None:
    game = position("Border: Japan complex, 2 aa", damage={"Border": 2})
    game = taken(game, "Border", USA)
    assert len(find(game, "Border", "aa_gun", "USA")) == 2
    assert find(game, "Border", "complex", "USA")
    assert game.damage[SpaceId("Border")] == 2
    assert game.record.control_at_start[SpaceId("Border")] == JAPAN, "usable from the next turn"


def test_bg_8_26_guns_go_to_the_territorys_new_controller() -> None:
    game = position("Isle: Japan aa", control={"Isle": "Japan"}, active="UK")
    assert find(taken(game, "Isle", UK), "Isle", "aa_gun", "USA")


def test_bg_8_27_the_conqueror_of_a_capital_takes_the_whole_treasury() -> None:
    game = taken(position(treasury={"USA": 5, "Japan": 17}), "East", USA)
    assert (game.treasury[USA], game.treasury[JAPAN]) == (22, 0)
    assert Plundered(USA, JAPAN, 17) in game.events


def test_bg_8_27_other_territories_bring_no_plunder() -> None:
    game = taken(position(treasury={"USA": 5, "Japan": 17}), "Plains", USA)
    assert (game.treasury[USA], game.treasury[JAPAN]) == (5, 17)


def test_r24_liberators_collect_nothing() -> None:
    game = position(
        control={"West": "Japan"}, treasury={"UK": 5, "Japan": 17, "USA": 3}, active="UK"
    )
    game = taken(game, "West", UK)
    assert (game.treasury[UK], game.treasury[JAPAN], game.treasury[USA]) == (5, 17, 3)


def test_bg_8_27_a_freed_capital_may_be_plundered_again() -> None:
    game = position(control={"East": "USA"}, treasury={"Japan": 9}, active="Germany")
    game = taken(game, "East", GERMANY)
    assert holder(game, "East") == JAPAN
    assert taken(game, "East", USA).treasury[JAPAN] == 0


def test_bg_8_27_an_empty_treasury_is_no_plunder() -> None:
    game = taken(position(treasury={"Japan": 0}), "East", USA)
    assert [type(event) for event in game.events] == [TerritoryTaken]


def test_bg_6_1_damage_disappears_when_the_combat_ends() -> None:
    combat = battlefield(
        "SZ 3: USA battleship / Japan cruiser\nSZ 7: USA damaged battleship", attacked=("SZ 3",)
    )
    combat.roll(6)
    combat.roll(1)
    assert combat.units("SZ 3", "USA") == "damaged battleship"
    combat.roll(4)
    combat.roll(6)
    assert combat.units("SZ 3", "USA") == "battleship"
    assert len(combat.seen(Repaired)) == 1
    assert combat.units("SZ 7", "USA") == "damaged battleship", "not in that combat"


def test_bg_6_1_ships_that_retreated_are_repaired_too() -> None:
    combat = battlefield(
        "SZ 3: USA battleship / Japan cruiser", attacked=("SZ 3",), came_from={"SZ 3": "SZ 2"}
    )
    combat.roll(6)
    combat.roll(1)
    combat.retreat("SZ 2")
    assert combat.units("SZ 2", "USA") == "battleship"


@pytest.mark.parametrize(
    ("option", "left"),
    [("end_of_combat", "damaged battleship"), ("end_of_owner_turn", "battleship")],
)
def test_r9_or_at_the_end_of_the_owners_turn(option: str, left: str) -> None:
    combat = battlefield(
        "SZ 3: USA battleship / Japan cruiser\nSZ 7: USA damaged battleship\nSZ 9: Japan "
        "damaged battleship",
        attacked=("SZ 3",),
        options={"bb_repair": option},
    )
    combat.roll(6)
    combat.roll(1)
    combat.roll(4)
    combat.roll(6)
    at_sea = combat.units("SZ 3", "USA")
    assert at_sea == ("battleship" if option == "end_of_combat" else "damaged battleship")
    game = repaired_after_turn(combat.game)
    damaged = {
        space: any(getattr(piece, "damaged", False) for piece in game.pieces.at(SpaceId(space)))
        for space in ("SZ 7", "SZ 9")
    }
    assert damaged == {"SZ 7": left == "damaged battleship", "SZ 9": True}
