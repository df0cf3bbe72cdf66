"""One step of one piece: on land (BG-7.2, 7.9, 7.13, 9.1) and at sea (BG-2.4, 2.5, 7.3 to 7.5)."""

import dataclasses

import pytest

from engine.board import SpaceId
from engine.capture import TerritoryTaken
from engine.movement.orders import Move
from engine.movement.steps import can_move
from engine.pieces import PieceId
from tests.engine.movement.drill import combat_move, illegal, noncombat_move
from tests.engine.position import world

BORDER, PLAINS = SpaceId("Border"), SpaceId("Plains")


def test_bg_7_2_a_unit_stops_on_entering_a_hostile_territory() -> None:
    drill = combat_move("Prairie: USA infantry, tank\nBorder: Japan infantry")
    with illegal(drill, "BG-7.2"):
        drill.move("Prairie: tank", "Border", "Plains")
    drill.move("Prairie: tank, infantry", "Border")
    assert drill.units("Border", "USA") == "infantry, tank"
    assert drill.figure("Border: tank").left == 0


def test_bg_7_2_infantry_walks_one_space() -> None:
    drill = combat_move("West: USA infantry\nBorder: Japan infantry")
    with illegal(drill, "BG-7"):
        drill.move("West: infantry", "Prairie", "Border")


def test_bg_7_2_a_tank_blitzes_through_an_empty_hostile_territory() -> None:
    drill = combat_move("Prairie: USA tank\nPlains: Japan infantry")
    drill.move("Prairie: tank", "Border", "Plains")
    assert drill.game.control[BORDER] == "USA"
    assert BORDER in drill.game.record.captured
    assert any(isinstance(event, TerritoryTaken) for event in drill.events)
    assert drill.units("Plains", "USA") == "tank"


def test_bg_7_2_a_blitzing_tank_may_return() -> None:
    drill = combat_move("Prairie: USA tank, infantry")
    drill.move("Prairie: tank", "Border", "Prairie")
    assert drill.game.control[BORDER] == "USA"
    drill.done()
    assert drill.is_over


def test_bg_7_2_a_blitz_may_be_two_orders() -> None:
    drill = combat_move("Prairie: USA tank\nPlains: Japan infantry")
    drill.move("Prairie: tank", "Border")
    assert drill.game.control[BORDER] == "Japan", "not yet: the tank has not gone on"
    drill.move("Border: tank", "Plains")
    assert drill.game.control[BORDER] == "USA"


def test_r14_a_gun_or_a_complex_stops_a_blitz() -> None:
    for blocker in ("aa_gun", "complex"):
        drill = combat_move(f"Prairie: USA tank\nBorder: Japan {blocker}\nPlains: Japan infantry")
        with illegal(drill, "BG-7.2"):
            drill.move("Prairie: tank", "Border", "Plains")


def test_bg_8_1b_a_tank_may_blitz_past_own_units_in_an_empty_hostile_territory() -> None:
    drill = combat_move("Prairie: USA tank, infantry\nPlains: Japan infantry")
    drill.move("Prairie: infantry", "Border")
    drill.move("Prairie: tank", "Border", "Plains")
    drill.done()
    assert drill.is_over, "the infantry's step into hostile land had its purpose"


def test_bg_7_2_infantry_never_blitzes() -> None:
    drill = combat_move("Prairie: USA infantry, tank")
    drill.move("Prairie: infantry", "Border")
    assert drill.game.control[BORDER] == "Japan"
    assert drill.figure("Border: infantry").left == 0


def test_bg_7_2_what_has_blitzed_cannot_take_it_back() -> None:
    drill = combat_move("Prairie: USA tank, infantry\nPlains: Japan infantry")
    drill.move("Prairie: tank", "Border", "Plains")
    with illegal(drill, "R6"):
        drill.take_back("Plains: tank")


def test_bg_7_9_land_units_do_not_walk_into_the_sea() -> None:
    drill = combat_move("West: USA infantry\nSZ 2: USA transport")
    with illegal(drill, "BG-7.9"):
        drill.move("West: infantry", "SZ 2")


def test_bg_7_13_neutral_land_is_closed_also_to_aircraft() -> None:
    drill = noncombat_move("SZ 9: USA carrier, fighter")
    with illegal(drill, "BG-7.13"):
        drill.move("SZ 9: fighter", "Rock")


def test_bg_7_1_guns_do_not_move_in_combat_move() -> None:
    drill = combat_move("Prairie: USA aa_gun, infantry")
    with illegal(drill, "BG-7.1"):
        drill.move("Prairie: aa_gun", "Border")


def test_bg_9_2_guns_move_in_noncombat_move() -> None:
    drill = noncombat_move("Prairie: USA aa_gun, infantry")
    drill.move("Prairie: aa_gun", "West")
    assert drill.units("West") == "aa_gun"


def test_bg_6_complexes_never_move() -> None:
    drill = noncombat_move("West: USA complex, infantry")
    with illegal(drill, "BG-7"):
        drill.move("West: complex", "Prairie")


def test_bg_9_1_no_hostile_land_in_noncombat_move() -> None:
    drill = noncombat_move("Prairie: USA tank")
    with illegal(drill, "BG-9.1"):
        drill.move("Prairie: tank", "Border")


def test_bg_9_1_land_taken_this_turn_is_friendly_space() -> None:
    drill = noncombat_move(
        "Prairie: USA infantry", control={"Border": "USA"}, control_at_start={"Border": "Japan"}
    )
    drill.move("Prairie: infantry", "Border")
    assert drill.units("Border") == "infantry"


def test_bg_7_an_order_is_refused_for_what_is_not_there_to_be_moved() -> None:
    drill = combat_move("Prairie: USA infantry, tank\nWest: USA tank\nBorder: Japan infantry")
    enemy = drill.game.enemies_at(drill.game.active, BORDER)[0].id
    own = min(drill.game.pieces)
    for wrong in (
        Move(frozenset(), (BORDER,)),
        Move(frozenset((PieceId(99),)), (BORDER,)),
        Move(frozenset((enemy,)), (PLAINS,)),
        Move(frozenset((own,)), ()),
        Move(frozenset((own,)), (SpaceId("Nowhere"),)),
        Move(frozenset((own,)), (PLAINS,)),
        Move(frozenset(drill.pick("Prairie: tank") + drill.pick("West: tank")), (BORDER,)),
    ):
        with illegal(drill, "BG-7"):
            drill.give(wrong)


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
    assert not can_move(drill.game, dataclasses.replace(cruiser, moved=True))
    assert not can_move(drill.game, dataclasses.replace(destroyer, fought=True))
    assert can_move(drill.game, submarine)


def test_bg_8_19_where_a_ship_came_from_is_remembered() -> None:
    drill = combat_move("SZ 1: USA destroyer\nSZ 3: Japan cruiser")
    drill.move("SZ 1: destroyer", "SZ 2", "SZ 3")
    assert drill.figure("SZ 3: destroyer").came_from == "SZ 2"
    assert drill.figure("SZ 3: destroyer").moved
