"""BG-8.4: anti-aircraft fire."""

import dataclasses

import pytest

from engine.battle.casualties import Casualties, Losses
from engine.board import Power, SpaceId
from engine.errors import Illegal
from engine.game import Stage
from engine.requests import Roll
from tests.engine.battle.field import Combat, battlefield


def test_bg_8_4_one_die_for_each_aircraft_however_many_guns() -> None:
    combat = battlefield(
        "Border: USA 2 fighter, bomber, infantry / Japan infantry, 2 aa",
        control={"Border": "Japan"},
    )
    assert isinstance(combat.request, Roll)
    assert (combat.request.roller, combat.request.versus) == ("Japan", ("USA",))
    combat.roll(6, 6, 6, why="anti-aircraft fire")
    combat.roll(6, 6, 6, 6, why="attackers fire")


def test_bg_8_4_dice_are_for_types_and_casualties_never_fire() -> None:
    """The first die is the bomber's (types by name): it alone is hit and does not attack."""
    combat = battlefield("Border: USA 2 fighter, bomber, infantry / Japan infantry, aa")
    combat.roll(1, 2, 2, why="anti-aircraft fire")
    assert combat.units("Border", "USA") == "2 fighter, infantry"
    combat.roll(6, 6, 6, why="attackers fire")


def test_bg_8_4_the_owner_picks_within_the_type() -> None:
    """Fighters with different movement left are a choice; a bomber may not die for them."""
    drawn_up = battlefield("Border: USA 2 fighter, bomber, infantry / Japan infantry, aa")
    game = drawn_up.game
    near, far, bomber = (piece for piece in game.owned(Power("USA"))[:3])
    game = game.with_pieces(dataclasses.replace(near, left=3), dataclasses.replace(far, left=1))
    combat = Combat(game.replace(stage=Stage.CONDUCT_COMBAT, battle=None))
    combat.roll(2, 1, 2, why="anti-aircraft fire")
    assert isinstance(combat.request, Casualties)
    assert combat.request.power == "USA"
    with pytest.raises(Illegal, match="no hit can be assigned"):
        combat.answer(Losses({bomber.id: 1}))
    combat.answer(Losses({far.id: 1}))
    assert combat.units("Border", "USA") == "bomber, fighter, infantry"


def test_bg_8_4_only_before_the_first_round() -> None:
    combat = battlefield("Border: USA fighter, infantry / Japan infantry, aa")
    combat.roll(6, why="anti-aircraft fire")
    combat.roll(6, 6)
    combat.roll(6)
    combat.roll(6, 6, why="attackers fire")


def test_bg_8_4_guns_do_not_fire_at_land_units() -> None:
    combat = battlefield("Border: USA infantry / Japan infantry, aa")
    combat.roll(6, why="attackers fire")


def test_bg_1_2_a_gun_is_no_combat_unit() -> None:
    """Guarded by a gun alone a territory falls to land units without dice; the gun is captured."""
    combat = battlefield("Border: USA infantry / Japan aa")
    assert combat.is_over
    assert combat.game.control[SpaceId("Border")] == "USA"
    assert combat.units("Border", "USA") == "aa_gun, infantry"


def test_bg_8_4_a_gun_alone_still_fires_at_aircraft_first() -> None:
    combat = battlefield("Border: USA infantry, fighter / Japan aa")
    combat.roll(1, why="anti-aircraft fire")
    assert combat.is_over
    assert combat.units("Border", "USA") == "aa_gun, infantry"


def test_bg_8_24_aircraft_alone_under_fire_capture_nothing() -> None:
    combat = battlefield("Border: USA fighter / Japan aa")
    combat.roll(6, why="anti-aircraft fire")
    assert combat.is_over
    assert combat.game.control[SpaceId("Border")] == "Japan"


def test_bg_8_4_all_attackers_shot_down() -> None:
    combat = battlefield("Border: USA fighter / Japan aa, infantry")
    combat.roll(1, why="anti-aircraft fire")
    assert combat.is_over
    assert combat.units("Border") == "aa_gun, infantry"
