"""Ships and submarines: BG-2.4, 2.5, 7.3 to 7.5, 9.1."""

import dataclasses

import pytest

from engine.movement.legs import mobile
from tests.engine.movement.drill import combat_move, illegal, noncombat_move
from tests.engine.position import world


@pytest.mark.parametrize("warship", ["battleship", "carrier", "cruiser", "destroyer"])
def test_bg_7_3_a_ship_stops_on_entering_a_hostile_zone(warship: str) -> None:
    drill = combat_move(f"SZ 1: USA destroyer\nSZ 2: Japan {warship}")
    with illegal(drill, "BG-7.3"):
        drill.move("SZ 1: destroyer", "SZ 2", "SZ 3")
    drill.move("SZ 1: destroyer", "SZ 2")
    assert drill.figure("SZ 2: destroyer").left == 0


def test_bg_7_3_submarines_and_transports_may_be_passed() -> None:
    drill = combat_move(
        "SZ 1: USA destroyer\nSZ 2: Japan submarine, transport\nSZ 3: Japan cruiser"
    )
    drill.move("SZ 1: destroyer", "SZ 2", "SZ 3")
    assert drill.units("SZ 3", "USA") == "destroyer"


def test_bg_7_4_a_submarine_passes_a_hostile_zone() -> None:
    drill = combat_move("SZ 1: USA submarine\nSZ 2: Japan battleship\nSZ 3: Japan cruiser")
    drill.move("SZ 1: submarine", "SZ 2", "SZ 3")
    assert drill.units("SZ 3", "USA") == "submarine"


def test_bg_7_4_a_submarine_stops_at_a_destroyer() -> None:
    drill = combat_move("SZ 1: USA submarine\nSZ 2: Japan destroyer")
    with illegal(drill, "BG-7.4"):
        drill.move("SZ 1: submarine", "SZ 2", "SZ 3")
    drill.move("SZ 1: submarine", "SZ 2")
    assert drill.figure("SZ 2: submarine").left == 0


def test_bg_7_4_a_submarine_beside_a_destroyer_may_leave() -> None:
    drill = combat_move("SZ 2: USA submarine / Japan destroyer\nSZ 4: Japan transport")
    drill.move("SZ 2: submarine", "SZ 3", "SZ 4")
    drill.done()
    assert drill.game.stage != "combat_move"


def test_bg_7_5_what_starts_in_a_hostile_zone_may_leave_it() -> None:
    drill = combat_move("SZ 2: USA destroyer, transport / Japan cruiser")
    drill.move("SZ 2: transport", "SZ 1")
    drill.done()
    assert drill.game.record.attacked == {"SZ 2"}, "what stays fights"


def test_bg_7_5_leaving_and_coming_back_to_fight() -> None:
    drill = combat_move("SZ 2: USA transport, cruiser / Japan cruiser\nWest: USA infantry")
    with illegal(drill, "BG-7.9"):
        drill.load("SZ 2: transport", "West: infantry")
    drill.move("SZ 2: transport", "SZ 1")
    drill.load("SZ 1: transport", "West: infantry")
    drill.move("SZ 1: transport", "SZ 2")
    assert drill.units("SZ 2", "USA") == "cruiser, infantry, transport"


def test_bg_7_ships_have_two_spaces() -> None:
    drill = combat_move("SZ 1: USA battleship\nSZ 4: Japan submarine")
    with illegal(drill, "BG-7"):
        drill.move("SZ 1: battleship", "SZ 2", "SZ 3", "SZ 4")


def test_bg_7_ships_stay_at_sea() -> None:
    drill = combat_move("SZ 1: USA cruiser")
    with illegal(drill, "BG-1.1"):
        drill.move("SZ 1: cruiser", "West")


def test_bg_2_5_a_canal_needs_all_its_territories_friendly_since_the_turn_began() -> None:
    fleet = "SZ 3: USA destroyer, fighter\nSZ 8: Japan submarine"
    with illegal(drill := combat_move(fleet + "\nSZ 8: USA carrier"), "BG-2.5"):
        drill.move("SZ 3: destroyer", "SZ 8")
    drill.move("SZ 3: fighter", "SZ 8")
    assert drill.units("SZ 8", "USA") == "carrier, fighter", "aircraft ignore canals (BG-2.4)"
    open_since = combat_move(fleet, control={"Atoll": "UK"})
    open_since.move("SZ 3: destroyer", "SZ 8")


def test_r13_a_canal_taken_this_turn_is_shut() -> None:
    drill = combat_move(
        "SZ 3: USA destroyer\nSZ 8: Japan submarine",
        control={"Atoll": "USA"},
        control_at_start={"Atoll": "Japan"},
    )
    with illegal(drill, "BG-2.5"):
        drill.move("SZ 3: destroyer", "SZ 8")


def test_bg_2_4_exempt_kinds_pass() -> None:
    strait = 'territories = ["Isle", "Atoll"]'
    open_to_subs = world((strait, strait + '\nexempt = ["submarine"]'))
    drill = combat_move(
        "SZ 3: USA submarine, destroyer\nSZ 8: Japan transport", scenario=open_to_subs
    )
    drill.move("SZ 3: submarine", "SZ 8")
    with illegal(drill, "BG-2.5"):
        drill.move("SZ 3: destroyer", "SZ 8")


def test_bg_9_1_ships_enter_no_hostile_zone_in_noncombat_move() -> None:
    drill = noncombat_move("SZ 1: USA destroyer, submarine\nSZ 2: Japan cruiser")
    with illegal(drill, "BG-9.1"):
        drill.move("SZ 1: destroyer", "SZ 2")
    drill.move("SZ 1: submarine", "SZ 2")
    assert drill.units("SZ 2", "USA") == "submarine"


def test_r21_a_submarine_may_enter_a_destroyers_zone_and_stops_there() -> None:
    drill = noncombat_move("SZ 1: USA submarine\nSZ 2: Japan destroyer")
    with illegal(drill, "BG-7.4"):
        drill.move("SZ 1: submarine", "SZ 2", "SZ 3")
    drill.move("SZ 1: submarine", "SZ 2")


def test_bg_9_1_ships_may_end_beside_enemy_submarines_and_transports() -> None:
    drill = noncombat_move("SZ 1: USA destroyer\nSZ 2: Japan submarine, transport")
    drill.move("SZ 1: destroyer", "SZ 2", "SZ 3")
    assert drill.units("SZ 3") == "destroyer"


def test_bg_9_1_what_has_moved_or_fought_stays_in_noncombat_move() -> None:
    drill = noncombat_move("SZ 1: USA cruiser, destroyer, submarine")
    cruiser, destroyer, submarine = drill.game.pieces.at(drill.figure("SZ 1: cruiser").at)
    assert not mobile(drill.game, dataclasses.replace(cruiser, moved=True))
    assert not mobile(drill.game, dataclasses.replace(destroyer, fought=True))
    assert mobile(drill.game, submarine)


def test_bg_8_19_where_a_ship_came_from_is_remembered() -> None:
    drill = combat_move("SZ 1: USA destroyer\nSZ 3: Japan cruiser")
    drill.move("SZ 1: destroyer", "SZ 2", "SZ 3")
    assert drill.figure("SZ 3: destroyer").came_from == "SZ 2"
    assert drill.figure("SZ 3: destroyer").moved
