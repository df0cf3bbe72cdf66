"""What is declared when Combat move ends: BG-7.3 to 7.5, 7.11, 7.14, 8.5b, 8.23, R8, R15."""

import random

import pytest

from engine.board import SpaceId
from engine.errors import Illegal
from engine.movement.declarations import Declare
from engine.movement.orders import Declaration, Declared
from engine.records import encode
from tests.engine.movement.drill import Drill, combat_move, illegal

SUBS_BLOCK = {"subs_block_landing": "on"}


def test_bg_7_3_submarines_and_transports_are_attacked_or_ignored_per_zone() -> None:
    units = "SZ 1: USA destroyer\nSZ 2: USA cruiser / Japan submarine\nSZ 6: Japan transport"
    drill = combat_move(units)
    drill.move("SZ 1: destroyer", "SZ 6")
    drill.done()
    assert isinstance(drill.run.request, Declare)
    drill.declare("SZ 6")
    assert drill.game.record.attacked == {"SZ 6"}
    assert drill.game.record.ignored == {"SZ 2"}
    told = [event for event in drill.events if isinstance(event, Declared)]
    assert [(event.attacked, event.ignored) for event in told] == [(("SZ 6",), ("SZ 2",))]


def test_bg_7_3_what_is_in_a_hostile_zone_fights() -> None:
    drill = combat_move("SZ 1: USA destroyer, submarine\nSZ 2: Japan cruiser")
    drill.move("SZ 1: destroyer, submarine", "SZ 2")
    drill.done()
    assert drill.is_over, "nothing to choose"
    assert drill.game.record.attacked == {"SZ 2"}


def test_bg_7_4_submarines_alone_may_ignore_a_hostile_zone() -> None:
    drill = combat_move("SZ 1: USA submarine\nSZ 2: Japan cruiser")
    drill.move("SZ 1: submarine", "SZ 2")
    drill.done()
    drill.declare()
    assert drill.game.record.ignored == {"SZ 2"}


def test_bg_7_14_there_is_no_choice_where_there_is_no_enemy() -> None:
    drill = combat_move("SZ 1: USA destroyer\nSZ 2: USA cruiser / Japan submarine")
    drill.done()
    with illegal(drill, "BG-7.3"):
        drill.declare("SZ 1")
    with illegal(drill, "BG-7.3"):
        drill.declare("SZ 9")


def test_bg_8_23_aircraft_alone_cannot_attack_submarines_alone() -> None:
    drill = combat_move("SZ 2: USA carrier, fighter\nSZ 3: Japan submarine\nSZ 1: Japan transport")
    drill.move("SZ 2: fighter", "SZ 3")
    with illegal(drill, "R6"):
        drill.done()
    drill.move("SZ 2: carrier", "SZ 3")
    drill.done()
    drill.declare("SZ 3")
    assert drill.game.record.attacked == {"SZ 3"}, "the carrier can hit a submarine"


@pytest.mark.parametrize(
    ("attackers", "defenders", "possible"),
    [
        ("transport", "submarine", False),
        ("transport", "transport", False),
        ("submarine", "submarine", True),
        ("submarine", "transport", True),
        ("cruiser", "submarine", True),
        ("carrier, fighter", "transport", True),
    ],
)
def test_bg_8_23_an_attack_must_be_able_to_hit_something(
    attackers: str,
    defenders: str,
    possible: bool,
) -> None:
    drill = combat_move(f"SZ 2: USA {attackers} / Japan {defenders}\nWest: USA infantry")
    drill.done()
    if possible:
        drill.declare("SZ 2")
        assert drill.game.record.attacked == {"SZ 2"}
    else:
        assert drill.game.record.ignored == {"SZ 2"}


def assault(ships: str, enemies: str = "", **circumstances: object) -> Drill:
    """Two infantry land in Border from SZ 3, where these ships sail with their transport."""
    units = f"SZ 2: USA transport, 2 infantry{ships}\nBorder: Japan infantry"
    drill = combat_move(units + enemies, **circumstances)
    named = ships.removeprefix(", ")
    drill.move("SZ 2: transport" + (f", {named}" if named else ""), "SZ 3")
    drill.unload("SZ 3: 2 infantry", "Border")
    return drill


def test_r15_an_ignored_submarine_bars_no_landing_in_50() -> None:
    drill = assault("", "\nSZ 3: Japan submarine")
    drill.done()
    assert drill.game.record.ignored == {"SZ 3"}


def test_bg_7_11_with_subs_block_landing_it_bars_an_unescorted_one() -> None:
    drill = assault("", "\nSZ 3: Japan submarine", options=SUBS_BLOCK)
    with illegal(drill, "BG-7.11"):
        drill.done()
    drill.take_back("SZ 3: transport")
    drill.done()
    assert drill.is_over


@pytest.mark.parametrize("escort", ["destroyer", "submarine", "battleship"])
def test_bg_7_11_a_warship_lifts_the_bar(escort: str) -> None:
    drill = assault(f", {escort}", "\nSZ 3: Japan submarine", options=SUBS_BLOCK)
    drill.done()
    drill.declare()
    assert drill.game.record.ignored == {"SZ 3"}


def test_bg_7_11_where_the_bar_stands_the_enemy_cannot_be_ignored() -> None:
    drill = assault("", "\nSZ 3: Japan submarine, transport\nWest: USA fighter", options=SUBS_BLOCK)
    drill.move("West: fighter", "SZ 2", "SZ 3")
    drill.done()
    assert drill.game.record.attacked == {"SZ 3"}


def test_bg_8_5b_as_many_ships_may_bombard_as_units_land() -> None:
    drill = assault(", battleship, 2 cruiser")
    drill.done()
    with illegal(drill, "BG-8.5b"):
        drill.declare(bombard={"Border": "SZ 3: battleship, 2 cruiser"})
    drill.declare(bombard={"Border": "SZ 3: battleship, cruiser"})
    assert len(drill.game.record.bombarding["Border"]) == 2  # type: ignore[index]  # a space's name


def test_r8_the_attacker_may_leave_ships_out() -> None:
    drill = assault(", battleship, cruiser")
    drill.done()
    drill.declare()
    assert drill.game.record.bombarding == {}


def test_bg_8_5_only_battleships_and_cruisers_beside_the_landing_bombard() -> None:
    drill = assault(", destroyer, cruiser", "\nSZ 4: USA cruiser")
    drill.done()
    with illegal(drill, "BG-8.5"):
        drill.declare(bombard={"Border": "SZ 3: destroyer"})
    with illegal(drill, "BG-8.5"):
        drill.declare(bombard={"Border": "SZ 4: cruiser"})
    with illegal(drill, "BG-8.5"):
        drill.declare(bombard={"Plains": "SZ 3: cruiser"})


def test_bg_8_5b_a_ship_bombards_one_territory() -> None:
    drill = combat_move(
        "SZ 2: USA 2 transport, tank, artillery, cruiser\n"
        "Border: Japan infantry\nPlains: Japan infantry"
    )
    drill.move("SZ 2: 2 transport, cruiser", "SZ 3")
    drill.unload("SZ 3: tank", "Border")
    drill.unload("SZ 3: artillery", "Plains")
    drill.done()
    with illegal(drill, "BG-8.5b"):
        drill.declare(bombard={"Border": "SZ 3: cruiser", "Plains": "SZ 3: cruiser"})
    with illegal(drill, "BG-8.5b"):
        drill.give(Declaration(bombard={SpaceId("Border"): frozenset()}))
    drill.declare(bombard={"Plains": "SZ 3: cruiser"})
    assert list(drill.game.record.bombarding) == ["Plains"]


def test_bg_8_5a_a_declared_sea_battle_forfeits_bombardment() -> None:
    drill = assault(", cruiser", "\nSZ 3: Japan submarine")
    drill.done()
    with illegal(drill, "BG-8.5"):
        drill.declare("SZ 3", bombard={"Border": "SZ 3: cruiser"})
    drill.declare(bombard={"Border": "SZ 3: cruiser"})
    assert drill.is_over


def test_bg_8_5c_an_undefended_territory_is_not_bombarded() -> None:
    drill = combat_move("SZ 2: USA transport, infantry, cruiser\nBorder: Japan aa_gun")
    drill.move("SZ 2: transport, cruiser", "SZ 3")
    drill.unload("SZ 3: infantry", "Border")
    drill.done()
    assert drill.is_over, "nothing to declare"


def test_every_declaration_that_is_listed_or_drawn_is_legal() -> None:
    drill = assault(", battleship, cruiser", "\nSZ 3: Japan submarine\nSZ 1: Japan submarine")
    drill = type(drill)(drill.game)
    drill.done()
    decision = drill.run.request
    assert isinstance(decision, Declare)
    listed = list(decision.candidates(drill.game))
    assert len(listed) == 5, "attack, or ignore with none, either or both of the ships"
    assert len({str(encode(answer)) for answer in listed}) == len(listed)
    drawn = {str(encode(decision.sample(drill.game, random.Random(seed)))) for seed in range(200)}
    assert drawn == {str(encode(answer)) for answer in listed}
    for answer in listed:
        decision.check(drill.game, answer)
    with pytest.raises(Illegal):
        decision.check(drill.game, type(listed[0])(frozenset(("SZ 7",))))  # type: ignore[arg-type]  # a zone's name
