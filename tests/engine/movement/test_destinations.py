"""Legal destinations, as a client lights them, and the way home for aircraft."""

import dataclasses

import pytest

from engine.board import SpaceId
from engine.errors import Illegal
from engine.movement.destinations import destinations, homeward
from engine.movement.orders import Move
from engine.units import Domain
from tests.engine.movement.drill import Drill, combat_move, noncombat_move


def test_every_destination_comes_with_a_legal_route() -> None:
    drill = combat_move("SZ 1: USA destroyer\nSZ 2: Japan cruiser\nWest: USA infantry")
    ship = drill.pick("SZ 1: destroyer")
    lit = destinations(drill.game, ship)
    assert sorted(lit) == ["SZ 2", "SZ 6", "SZ 7"]
    assert lit[next(iter(lit))] == ("SZ 2",)


def test_a_group_goes_where_all_of_it_can() -> None:
    drill = combat_move("Prairie: USA infantry, tank\nBorder: Japan infantry")
    assert sorted(destinations(drill.game, drill.pick("Prairie: infantry, tank"))) == [
        "Border",
        "West",
    ]
    assert sorted(destinations(drill.game, drill.pick("Prairie: tank"))) == ["Border", "West"]


def test_aircraft_are_shown_only_where_they_can_still_land() -> None:
    drill = combat_move("Isle: USA fighter\nSZ 8: Japan submarine")
    lit = destinations(drill.game, drill.pick("Isle: fighter"))
    assert "SZ 9" not in lit, "three spaces out, and Isle is the only land in reach"
    assert "SZ 8" in lit


def test_what_cannot_be_ordered_together_has_no_destinations() -> None:
    drill = combat_move("SZ 1: USA destroyer\nSZ 2: USA destroyer")
    with pytest.raises(Illegal):
        destinations(drill.game, (*drill.pick("SZ 1: destroyer"), *drill.pick("SZ 2: destroyer")))


def test_homeward_brings_all_home_that_can_be() -> None:
    drill = noncombat_move("SZ 1: USA carrier, destroyer\nSZ 3: USA 2 fighter, bomber")
    orders = 0
    while (order := homeward(drill.game)) is not None:
        drill.give(order)
        orders += 1
        assert orders < 10
    drill.done()
    assert drill.is_over
    game = drill.game
    assert [game.rules.domain(game, p) for p in game.pieces.values()].count(Domain.AIR) == 3


def test_homeward_sends_the_carrier_first() -> None:
    drill = noncombat_move("SZ 1: USA carrier\nSZ 3: USA fighter\nPrairie: USA infantry")
    spent = dataclasses.replace(drill.figure("SZ 3: fighter"), left=0)
    drill = Drill(drill.game.with_pieces(spent))
    order = homeward(drill.game)
    assert order == Move(frozenset(drill.pick("SZ 1: carrier")), (SpaceId("SZ 2"), SpaceId("SZ 3")))
    drill.give(order)
    assert homeward(drill.game) is None


def test_homeward_flies_to_the_nearest_land_that_serves() -> None:
    drill = noncombat_move("SZ 3: USA bomber, submarine")
    order = homeward(drill.game)
    assert order is not None
    assert len(order.route) == 2
    assert order.route[-1] in ("West", "Prairie")
