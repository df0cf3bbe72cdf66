"""Land units: BG-7.2, 7.12 to 7.14 as far as they concern land, 9.1."""

from engine.board import SpaceId
from engine.capture import TerritoryTaken
from engine.movement.orders import Move
from engine.pieces import PieceId
from tests.engine.movement.drill import combat_move, illegal, noncombat_move

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
