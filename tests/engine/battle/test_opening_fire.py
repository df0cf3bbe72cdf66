"""Anti-aircraft fire (BG-8.4), amphibious assaults and bombardment (BG-8.5)."""

import dataclasses

import pytest

from engine.battle.casualties import Casualties, Losses
from engine.battle.events import Fired
from engine.board import Power, SpaceId
from engine.errors import Illegal
from engine.phases import Stage
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
    sides_assembled = battlefield("Border: USA 2 fighter, bomber, infantry / Japan infantry, aa")
    game = sides_assembled.game
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


def assault(
    fleet: str,
    garrison: str,
    *,
    enemy_fleet: str = "",
    attacked: bool = False,
    overland: str = "",
) -> Combat:
    enemies = f" / Japan {enemy_fleet}" if enemy_fleet else ""
    partners = f"USA {overland} / " if overland else ""
    return battlefield(
        f"SZ 3: USA {fleet}{enemies}\nBorder: {partners}Japan {garrison}",
        attacked=("SZ 3",) if attacked else (),
        ignored=() if attacked else ("SZ 3",),
        landing={"SZ 3": "Border"},
        bombarding={"SZ 3": "Border"},
    )


def test_bg_8_5_ships_fire_once_and_what_they_hit_fires_back() -> None:
    combat = assault("battleship, cruiser, transport, 2 infantry", "2 infantry")
    combat.roll(3, 4, why="bombardment")
    combat.roll(2, 2, why="defenders fire")
    assert combat.is_over
    assert combat.units("Border") == ""


def test_bg_8_5_casualties_of_the_bombardment_leave_in_round_1() -> None:
    """Hit units take no second hit; the attackers' round-1 dice go to the others."""
    combat = assault("battleship, transport, 2 infantry", "2 infantry")
    combat.roll(4, why="bombardment")
    combat.roll(6, 1, why="attackers fire")
    combat.roll(6, 6, why="defenders fire")
    assert combat.units("Border") == "2 infantry"
    assert combat.game.control[SpaceId("Border")] == "USA"


def test_bg_8_5_at_most_one_ship_for_each_unit_landed_the_strongest_first() -> None:
    combat = assault("cruiser, battleship, transport, infantry", "2 infantry")
    combat.roll(4, why="bombardment")
    (shot,) = combat.seen(Fired)[-1].volley
    assert (shot.kind, shot.strength) == ("battleship", 4)


def test_bg_8_5_overland_partners_allow_no_ship_more() -> None:
    combat = assault("battleship, cruiser, transport, infantry", "2 infantry", overland="3 tank")
    combat.roll(6, why="bombardment")


def test_r7_any_sea_battle_silences_the_ships() -> None:
    """The only enemy submerges at once: no shot was fired, and still no bombardment."""
    combat = assault(
        "battleship, transport, infantry",
        "infantry",
        enemy_fleet="submarine",
        attacked=True,
    )
    combat.dive("submarine")
    combat.roll(6, why="attackers fire")
    assert not combat.seen(Fired)[0].why.startswith("bombard")


def test_bg_8_5_an_ignored_enemy_is_no_sea_battle() -> None:
    combat = assault("battleship, transport, infantry", "infantry", enemy_fleet="submarine")
    combat.roll(6, why="bombardment")


def test_bg_8_5_an_undefended_territory_is_occupied_without_dice() -> None:
    combat = battlefield(
        "SZ 3: USA battleship, transport, infantry",
        landing={"SZ 3": "Border"},
        bombarding={"SZ 3": "Border"},
    )
    assert combat.is_over
    assert combat.units("Border") == "infantry"
    assert combat.game.control[SpaceId("Border")] == "USA"


def test_bg_8_8_anti_aircraft_fire_then_bombardment_then_rounds() -> None:
    combat = assault("cruiser, transport, infantry", "2 infantry, aa", overland="fighter")
    combat.roll(6, why="anti-aircraft fire")
    combat.roll(6, why="bombardment")
    combat.roll(6, 6, why="attackers fire")


def test_bg_9_2_a_bombardment_is_a_fight() -> None:
    combat = assault("battleship, cruiser, transport, infantry", "2 infantry")
    combat.roll(6, why="bombardment")
    fought = {combat.kind(p.id) for p in combat.game.pieces.at(SpaceId("SZ 3")) if p.fought}
    assert fought == {"battleship"}


def test_bg_8_18_seaborne_artillery_supports_overland_infantry() -> None:
    combat = assault("transport, artillery", "infantry", overland="infantry")
    combat.roll(6, 2, why="attackers fire")
    combat.roll(6)
    assert combat.units("Border") == "artillery, infantry"


def test_bg_7_10_units_from_sea_land_and_air_fight_one_battle() -> None:
    combat = assault("transport, infantry", "infantry", overland="tank, fighter")
    assert combat.game.battle is not None
    assert len(combat.attackers) == 3
    assert combat.units("Border", "USA") == "fighter, infantry, tank"
