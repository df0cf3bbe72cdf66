"""Rulings between the rules about submarines and convoys, and with editions and the article's."""

import pytest

from engine.battle.record import Role
from engine.board import Power, SpaceId
from engine.errors import Illegal, IncompatibleModules
from engine.game import Game, Phase
from engine.loading import builtin
from engine.setup import compose
from engine.units import BATTLESHIP
from engine.variants.depth.depths import Depth, strength
from engine.variants.secret_subs.dock import Dock
from tests.engine.position import asked, position, world
from tests.engine.secret_subs.owners import waters
from tests.engine.variants.atlantic import atlantic
from tests.engine.variants.depths import at_depth, battle, sub

USA, SZ_2 = Power("USA"), SpaceId("SZ 2")
CLASSIC = world(('edition = "anniversary"', 'edition = "classic"'))


def classic(units: str, depth: str = "", modules: tuple[str, ...] = ("DS",)) -> Game:
    game = position(units, phase=Phase.COMBAT_MOVE, modules=modules, scenario=CLASSIC)
    return at_depth(game, {sub(game): depth}) if depth else game


@pytest.mark.parametrize(
    ("depth", "stops"), [("", True), ("periscope", False), ("submerged", False), ("silent", False)]
)
def test_ruling_16_on_classic_only_surfaced_submarines_are_in_the_way(
    depth: str,
    stops: bool,  # noqa: FBT001 - a column of the table
) -> None:
    """Others neither stop movement nor must be fought."""
    game = classic("SZ 2: Japan submarine\nSZ 1: USA transport", depth)
    ship = next(piece for piece in game.owned(USA))
    assert game.rules.stops(game, ship, SZ_2) is stops
    assert game.rules.may_ignore(game, SZ_2) is not stops


def test_ruling_16_on_classic_only_aircraft_search() -> None:
    """There are no destroyers but those of rule WD."""
    for units, able in (("USA battleship", False), ("USA fighter", True)):
        game = classic(f"SZ 2: {units} / Japan submarine", "periscope")
        if able:
            game.rules.may_declare(game, SZ_2)
        else:
            with pytest.raises(Illegal, match=r"BG-8\.23"):
                game.rules.may_declare(game, SZ_2)


def test_ruling_17_depth_shifts_whatever_the_edition_prints() -> None:
    """[CL] submarines are 2/2."""
    assert strength(Depth.PERISCOPE, Role.ATTACKER, 2, 2, 6) == 3
    assert strength(Depth.PERISCOPE, Role.DEFENDER, 2, 2, 6) == 2
    assert strength(Depth.SUBMERGED, Role.DEFENDER, 2, 2, 6) == 1


def test_ruling_20_submarine_warfare_on_classic_comes_with_destroyers() -> None:
    scenario = builtin("classic")
    seats = tuple((power,) for power in scenario.powers)
    with pytest.raises(IncompatibleModules, match="ruling 20"):
        compose(scenario, ("SW",), {}, seats)
    assert compose(scenario, ("SW", "WD"), {}, seats).modules == ("SW", "WD")


def test_ruling_22_battleships_damaged_or_not_roll_one_convoy_die() -> None:
    game = atlantic("SZ 8: Germany battleship, damaged battleship", modules=("CD", "WB"))
    request = asked(game)
    assert request is not None
    assert request.count == 2  # type: ignore[attr-defined]


def test_wb_1_a_die_of_any_size_scales_a_damaged_battleship_once() -> None:
    """It hits on 2 of 6 (WB-1), so on 4 of 12."""
    fight = battle(
        "USA damaged battleship / Japan cruiser", modules=("DS", "WB"), options={"die": "12"}
    )
    ship = next(iter(fight.game.owned(USA)))
    assert fight.game.rules.strength(fight.game, ship, BATTLESHIP, Role.ATTACKER) == 4


def test_ruling_9_on_classic_tokens_are_not_placed_among_enemies() -> None:
    """BG-10.3, as for any other ship."""
    units = "West: USA complex\nSZ 1: Japan transport"
    sea = waters(units, phase=Phase.MOBILIZE, bought=1, scenario=CLASSIC)
    assert [berth.at for berth in Dock.of(sea.game, USA).berths] == ["SZ 2"]
