"""What Combat move is for: BG-7.1, R6; taking orders back."""

import pytest

from engine.movement.orders import TakeBack
from tests.engine.movement.drill import combat_move, illegal, noncombat_move


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
    drill.take_back("SZ 3: infantry", aboard=True)
    assert dict(drill.game.pieces) == dict(before)


def test_take_back_of_nothing_is_refused() -> None:
    drill = combat_move("SZ 1: USA destroyer, cruiser\nSZ 2: Japan submarine")
    with illegal(drill, "R6"):
        drill.take_back("SZ 1: destroyer")
    drill.move("SZ 1: destroyer", "SZ 2")
    with illegal(drill, "R6"):
        drill.give(TakeBack(frozenset()))


def test_take_back_works_in_noncombat_move_until_something_has_gone_ashore() -> None:
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
    drill.unload("SZ 7: infantry", "Isle")
    with illegal(drill, "R6"):
        drill.take_back("SZ 7: transport")
    with illegal(drill, "R6"):
        drill.take_back("Isle: 2 infantry")


def test_an_order_is_never_given_for_a_power() -> None:
    drill = combat_move("West: USA infantry")
    drill.move("West: infantry", "Prairie")
    assert not drill.is_over, "taking back is the only legal order, but it is asked for"
