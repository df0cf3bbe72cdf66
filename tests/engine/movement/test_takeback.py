"""What Combat move is for: BG-7.1, R6; taking orders back."""

import pytest

from engine.board import SpaceId
from engine.movement.orders import Load, TakeBack
from tests.engine.movement.drill import Drill, combat_move, illegal, noncombat_move
from tests.engine.position import find


@pytest.mark.parametrize(
    ("units", "move"),
    [
        ("West: USA infantry", ("West: infantry", "Prairie")),
        ("West: USA fighter", ("West: fighter", "SZ 2", "Prairie")),
        ("SZ 1: USA destroyer", ("SZ 1: destroyer", "SZ 2")),
        ("SZ 1: USA transport", ("SZ 1: transport", "SZ 2")),
        ("SZ 1: USA carrier\nWest: USA fighter", ("SZ 1: carrier", "SZ 2")),
    ],
)
def test_r6_a_noncombat_move_in_combat_move_is_refused_at_its_end(
    units: str, move: tuple[str, ...]
) -> None:
    drill = combat_move(units)
    drill.move(*move)
    with illegal(drill, "R6"):
        drill.done()
    kind = move[0].partition(": ")[2]
    drill.take_back(f"{move[-1]}: {kind}")
    drill.done()
    assert drill.is_over
    assert drill.units(move[0].partition(": ")[0], "USA") != ""


@pytest.mark.parametrize(
    ("units", "move"),
    [
        ("Prairie: USA infantry\nBorder: Japan infantry", ("Prairie: infantry", "Border")),
        ("Prairie: USA infantry", ("Prairie: infantry", "Border")),
        ("Prairie: USA fighter\nBorder: Japan infantry", ("Prairie: fighter", "Border")),
        ("SZ 1: USA destroyer\nSZ 2: Japan cruiser", ("SZ 1: destroyer", "SZ 2")),
        ("SZ 1: USA destroyer\nSZ 2: Japan submarine", ("SZ 1: destroyer", "SZ 2")),
        ("West: USA fighter\nSZ 2: Japan transport", ("West: fighter", "SZ 2")),
        ("SZ 1: USA transport / Japan cruiser", ("SZ 1: transport", "SZ 2")),
        ("SZ 1: USA submarine / Japan cruiser", ("SZ 1: submarine", "SZ 2")),
    ],
)
def test_bg_7_1_an_attack_or_an_escape_is_a_purpose(units: str, move: tuple[str, ...]) -> None:
    drill = combat_move(units)
    drill.move(*move)
    drill.done()
    assert drill.game.stage != "combat_move"


def test_r6_an_attack_that_could_hit_nothing_is_no_purpose() -> None:
    drill = combat_move("West: USA fighter\nSZ 2: Japan submarine")
    drill.move("West: fighter", "SZ 2")
    with illegal(drill, "R6"):
        drill.done()


@pytest.mark.parametrize(("zone", "awaited"), [("SZ 2", True), ("SZ 6", False)])
def test_bg_7_1_a_carrier_may_sail_where_an_attacking_fighter_can_reach_it(
    zone: str, awaited: bool
) -> None:
    """The fighter has 3 points left over Border: SZ 2 is 2 away, SZ 6 is 4."""
    drill = combat_move("Prairie: USA fighter\nBorder: Japan infantry\nSZ 7: USA carrier")
    drill.move("Prairie: fighter", "Border")
    drill.move("SZ 7: carrier", zone)
    if awaited:
        drill.done()
    else:
        with illegal(drill, "R6"):
            drill.done()


def test_bg_7_5_who_comes_back_has_not_escaped() -> None:
    drill = combat_move("SZ 1: USA transport / Japan cruiser")
    drill.move("SZ 1: transport", "SZ 2", "SZ 1")
    with illegal(drill, "R6"):
        drill.done()


def test_r6_purpose_is_tested_when_the_phase_is_closed_not_per_order() -> None:
    drill = combat_move("West: USA tank, infantry\nBorder: Japan infantry")
    drill.move("West: tank", "Prairie")
    drill.move("Prairie: tank", "Border")
    drill.done()
    assert drill.is_over


def test_bg_7_10_warships_that_sail_with_an_assault_have_a_purpose() -> None:
    drill = combat_move("SZ 2: USA transport, infantry, destroyer\nBorder: Japan infantry")
    drill.move("SZ 2: destroyer, transport", "SZ 3")
    with illegal(drill, "R6"):
        drill.done()
    drill.unload("SZ 3: infantry", "Border")
    drill.done()
    assert drill.is_over


def test_r6_a_transport_that_lands_nothing_has_no_purpose_in_an_assault() -> None:
    drill = combat_move("SZ 2: USA transport, infantry, transport\nBorder: Japan infantry")
    drill.move("SZ 2: 2 transport", "SZ 3")
    drill.unload("SZ 3: infantry", "Border")
    with illegal(drill, "R6"):
        drill.done()


def test_take_back_restores_what_an_order_changed() -> None:
    drill = combat_move("SZ 1: USA destroyer, cruiser\nSZ 3: Japan submarine")
    before = drill.game.pieces
    drill.move("SZ 1: destroyer, cruiser", "SZ 2", "SZ 3")
    drill.take_back("SZ 3: destroyer")
    drill.take_back("SZ 3: cruiser")
    assert dict(drill.game.pieces) == dict(before)


def test_take_back_takes_cargo_and_ship_together() -> None:
    drill = combat_move("West: USA 2 infantry\nSZ 2: USA transport\nBorder: Japan infantry")
    before = drill.game.pieces
    drill.load("SZ 2: transport", "West: 2 infantry")
    drill.move("SZ 2: transport", "SZ 3")
    drill.unload("SZ 3: infantry", "Border")
    drill.take_back("SZ 3: transport")
    assert dict(drill.game.pieces) == dict(before)


def test_taking_back_an_unloading_alone_leaves_the_ship_where_it_is() -> None:
    drill = combat_move("SZ 2: USA transport, infantry, tank\nBorder: Japan infantry")
    start = drill.game.pieces
    drill.move("SZ 2: transport", "SZ 3")
    before = drill.game.pieces
    drill.unload("SZ 3: infantry, tank", "Border")
    drill.take_back("SZ 3: infantry", aboard=True)
    with illegal(drill, "BG-7.9"):
        drill.unload("SZ 3: infantry", "Plains")  # the tank still lands in Border
    drill.take_back("SZ 3: tank", aboard=True)
    assert dict(drill.game.pieces) == dict(before)
    drill.unload("SZ 3: infantry, tank", "Plains")
    drill.take_back("SZ 3: transport")
    assert dict(drill.game.pieces) == dict(start)


def test_cargo_that_goes_back_aboard_may_be_taken_back_further() -> None:
    drill = combat_move("West: USA infantry\nSZ 2: USA transport\nBorder: Japan infantry")
    start = drill.game.pieces
    drill.load("SZ 2: transport", "West: infantry")
    drill.move("SZ 2: transport", "SZ 3")
    drill.unload("SZ 3: infantry", "Border")
    drill.take_back("SZ 3: infantry", aboard=True)
    with illegal(drill, "BG-7.9"):
        drill.done()
    drill.take_back("SZ 3: infantry", aboard=True)
    assert dict(drill.game.pieces) == dict(start)


def test_units_named_with_their_ship_go_back_all_the_way() -> None:
    drill = combat_move("SZ 2: USA transport, infantry, tank\nBorder: Japan infantry")
    start = drill.game.pieces
    drill.move("SZ 2: transport", "SZ 3")
    drill.unload("SZ 3: infantry", "Border")
    drill.give(TakeBack(frozenset(p.id for p in drill.game.pieces.at(SpaceId("SZ 3")))))
    assert dict(drill.game.pieces) == dict(start)


def test_take_back_of_nothing_is_refused() -> None:
    drill = combat_move("SZ 1: USA destroyer, cruiser\nSZ 2: Japan submarine")
    with illegal(drill, "R6"):
        drill.take_back("SZ 1: destroyer")
    drill.move("SZ 1: destroyer", "SZ 2")
    with illegal(drill, "R6"):
        drill.give(TakeBack(frozenset()))


def test_take_back_works_in_noncombat_move_too() -> None:
    drill = noncombat_move(
        "West: USA infantry\nPrairie: USA tank\nSZ 2: USA transport\nIsle: USA infantry"
    )
    before = drill.game.pieces
    drill.load("SZ 2: transport", "West: infantry")
    drill.move("SZ 2: transport", "SZ 7")
    drill.take_back("SZ 7: transport")
    assert dict(drill.game.pieces) == dict(before)
    drill.load("SZ 2: transport", "West: infantry")
    drill.move("SZ 2: transport", "SZ 7")
    aboard = drill.game.pieces
    drill.unload("SZ 7: infantry", "Isle")
    with illegal(drill, "R6"):
        drill.take_back("Isle: 2 infantry")  # one of them was there
    drill.take_back("Isle: infantry")
    assert dict(drill.game.pieces) == dict(aboard)
    drill.move("SZ 7: transport", "SZ 2")
    drill.unload("SZ 2: infantry", "Prairie")
    drill.take_back("SZ 2: transport")
    assert dict(drill.game.pieces) == dict(before)


def test_a_load_of_noncombat_move_is_taken_back_by_naming_the_ship() -> None:
    """The ship itself has not changed: loading is no move of its own there."""
    drill = noncombat_move("West: USA 2 infantry\nSZ 2: USA transport")
    before = drill.game.pieces
    drill.load("SZ 2: transport", "West: 2 infantry")
    drill.take_back("SZ 2: transport")
    assert dict(drill.game.pieces) == dict(before)
    with illegal(drill, "R6"):
        drill.take_back("SZ 2: transport")


def test_so_is_a_load_of_an_allys_ship() -> None:
    game = noncombat_move("West: USA infantry\nSZ 2: UK transport").game
    drill = Drill(game.update_turn_record(phase_began=game.pieces))
    (soldier,), (ship,) = find(game, "West", "infantry"), find(game, "SZ 2", "transport")
    with illegal(drill, "R6"):
        drill.give(TakeBack(frozenset({ship})))
    drill.give(Load(ship, frozenset({soldier})))
    drill.give(TakeBack(frozenset({ship})))
    assert dict(drill.game.pieces) == dict(game.pieces)


def test_cargo_that_was_aboard_goes_back_aboard() -> None:
    drill = noncombat_move("SZ 2: USA transport, infantry")
    before = drill.game.pieces
    drill.unload("SZ 2: infantry", "West")
    drill.take_back("West: infantry")
    assert dict(drill.game.pieces) == dict(before)
    drill.move("SZ 2: transport", "SZ 1")


def test_an_order_is_never_given_for_a_power() -> None:
    drill = combat_move("West: USA infantry")
    drill.move("West: infantry", "Prairie")
    assert not drill.is_over, "taking back is the only legal order, but it is asked for"
