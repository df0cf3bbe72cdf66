"""Every broken invariant of a position is found and named."""

import dataclasses
from collections.abc import Mapping
from typing import Any

import pytest

from engine.battles import Battle, BattleKind
from engine.board import Power, SpaceId
from engine.game import Game
from engine.phases import Phase
from engine.pieces import Figure, PieceId
from engine.units import Kind
from engine.validate import Broken, validate
from tests.engine.position import position
from tests.engine.test_homeland import HOMELAND

SOUND = """
    West: USA 2 infantry, tank, aa_gun, complex, fighter, bomber
    SZ 2: USA transport, carrier, 2 fighter / Japan submarine
    SZ 3: Japan damaged battleship / Germany cruiser
    East: Japan complex, aa_gun / Germany infantry
"""


def test_a_sound_position_has_no_fault() -> None:
    assert validate(position(SOUND, damage={"West": 16})) == frozenset()


def test_bg_7_12_nobody_leaves_a_homeland() -> None:
    strays = position("West: UK infantry", scenario=HOMELAND)
    assert validate(strays) == {Broken.AWAY_FROM_HOME}


@pytest.mark.parametrize(
    ("units", "fault"),
    [
        ("SZ 1: USA tank", Broken.LAND_UNIT_AT_SEA),
        ("SZ 1: USA complex", Broken.LAND_UNIT_AT_SEA),
        ("West: USA cruiser", Broken.SHIP_ON_LAND),
        ("Rock: USA infantry", Broken.NEUTRAL_ENTERED),
        ("SZ 1: USA fighter", Broken.NO_DECK),
        ("SZ 1: USA 3 fighter, carrier", Broken.NO_DECK),
        ("SZ 1: USA fighter / Japan carrier", Broken.NO_DECK),
        ("SZ 1: USA bomber / USA cruiser", Broken.NO_DECK),
        ("West: USA damaged tank", Broken.DAMAGED),
        ("SZ 1: USA damaged cruiser", Broken.DAMAGED),
        ("West: USA 2 complex", Broken.TWO_COMPLEXES),
        ("Cove: USA complex", Broken.FOREIGN_FACILITY),
        ("West: USA infantry / Japan infantry", Broken.ENEMIES_TOGETHER),
    ],
)
def test_invalid_units(units: str, fault: Broken) -> None:
    assert fault in validate(position(units))


@pytest.mark.parametrize(
    ("place", "fault"),
    [
        ({"damage": {"West": 17}}, Broken.DAMAGE),
        ({"damage": {"Isle": 1}}, Broken.DAMAGE),
        ({"treasury": {"USA": -1}}, Broken.TREASURY),
        ({"waiting": {"USA": {"tank": -1}}}, Broken.WAITING),
        ({"control": {"West": "Mars"}}, Broken.CONTROL),
        ({"control": {"Rock": "USA"}}, Broken.CONTROL),
    ],
)
def test_invalid_values(place: Mapping[str, Any], fault: Broken) -> None:
    assert fault in validate(position(SOUND, **place))


def carrying(*cargo: str, ship: str = "transport", **changed: Any) -> Game:
    """A ship in SZ 1 with cargo aboard; `changed` applies to the cargo."""
    game = position(f"SZ 1: USA {ship}, {', '.join(cargo)}", phase=Phase.NONCOMBAT_MOVE)
    vessel, *units = (p for p in game.pieces.values() if isinstance(p, Figure))
    return game.with_pieces(
        *(dataclasses.replace(unit, **{"aboard": vessel.id, **changed}) for unit in units)
    )


@pytest.mark.parametrize("cargo", [("tank", "infantry"), ("2 infantry",), ("artillery",)])
def test_bg_7_9_cargo_that_fits(cargo: tuple[str, ...]) -> None:
    assert validate(carrying(*cargo)) == frozenset()


def test_bg_7_9_cargo_that_does_not_fit() -> None:
    assert validate(carrying("tank", "artillery")) == {Broken.OVERLOADED}
    assert validate(carrying("3 infantry")) == {Broken.OVERLOADED}


def test_cargo_is_where_its_ship_is() -> None:
    assert Broken.ABOARD_NOTHING in validate(carrying("tank", at=SpaceId("SZ 2")))
    assert Broken.ABOARD_NOTHING in validate(carrying("tank", aboard=PieceId(99)))
    assert Broken.ABOARD_NOTHING in validate(carrying("tank", ship="cruiser"))
    assert Broken.ABOARD_NOTHING in validate(carrying("tank", owner=Power("Japan")))


def test_pieces_stand_on_the_board_with_ids_given_out() -> None:
    def stray(number: int, at: str) -> Figure:
        return Figure(id=PieceId(number), owner=Power("USA"), at=SpaceId(at), kind=Kind("tank"))

    game = position()
    assert validate(game.with_pieces(stray(50, "West"))) == {Broken.NO_SUCH_ID}
    assert validate(game.replace(next_id=60).with_pieces(stray(50, "Oz"))) == {Broken.NO_SUCH_SPACE}


def test_nothing_moves_farther_than_its_kind() -> None:
    game = position("West: USA infantry")
    infantry = game.pieces[PieceId(1)]
    assert validate(game.with_pieces(dataclasses.replace(infantry, left=2))) == {Broken.MOVEMENT}


def test_battles_are_fought_in_conduct_combat() -> None:
    battle = Battle(space=SpaceId("SZ 2"), kind=BattleKind.SEA, attacker=Power("USA"))
    assert validate(position(phase=Phase.CONDUCT_COMBAT).replace(battle=battle)) == frozenset()
    assert validate(position(phase=Phase.MOBILIZE).replace(battle=battle)) == {Broken.STRAY_BATTLE}


@pytest.mark.parametrize("phase", [Phase.COMBAT_MOVE, Phase.CONDUCT_COMBAT])
def test_enemies_meet_in_combat(phase: Phase) -> None:
    game = position("Border: USA infantry / Japan infantry", phase=phase)
    assert validate(game) == frozenset()


def test_bg_9_1_aircraft_may_be_above_the_enemy_during_noncombat_move() -> None:
    above = "East: USA fighter / Japan infantry"
    assert validate(position(above, phase=Phase.NONCOMBAT_MOVE)) == frozenset()
    assert validate(position(above, phase=Phase.MOBILIZE)) == {Broken.ENEMIES_TOGETHER}
