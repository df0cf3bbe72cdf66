"""WW: warehouses; rulings 8, 45, 46."""

from collections.abc import Mapping

import pytest

from engine.board import Power, SpaceId
from engine.capture import capture
from engine.economy.mobilize import Mobilization, MobilizeUnits
from engine.game import Game
from engine.phases import Phase
from engine.run import Run
from engine.scenario import Scenario
from engine.units import INFANTRY, SUBMARINE, TANK, Kind
from engine.variants.rules_of_warfare.warehouses import Discard, DiscardStored, StoreLost
from engine.variants.secret_subs.place import PlacementSlot, PlacementSlots, Placing
from tests.engine.battle.field import STEPS, battlefield
from tests.engine.position import position, step, world
from tests.engine.secret_subs.owners import waters

USA, JAPAN, WEST = Power("USA"), Power("Japan"), SpaceId("West")
CLASSIC = world(('edition = "anniversary"', 'edition = "classic"'))
STORE = {"infantry": 2, "tank": 1}


def mobilizing(waiting: Mapping[str, int], scenario: Scenario | None = None, *on: str) -> Game:
    return position(
        "West: USA complex",
        phase=Phase.MOBILIZE,
        waiting={"USA": waiting},
        modules=on,
        scenario=scenario,
    )


class TestWW1:
    def test_what_is_kept_waits_where_it_would_be_lost(self) -> None:
        for modules, left in (((), {}), (("WW",), {INFANTRY: 2})):
            game = mobilizing({"infantry": 2}, CLASSIC, *modules)
            game, _ = step(game, Mobilization())
            assert game.waiting[USA] == left

    def test_ships_without_a_legal_space_are_kept(self) -> None:
        game = position(
            "West: USA complex\nSZ 1: Japan transport\nSZ 2: Japan transport",
            phase=Phase.MOBILIZE,
            waiting={"USA": {"transport": 1}},
            modules=("WW",),
            scenario=CLASSIC,
        )
        game, _ = step(game)
        assert game.waiting[USA] == {Kind("transport"): 1}

    def test_it_is_placed_later_within_a_complexes_limit(self) -> None:
        game = mobilizing({"infantry": 9}, None, "WW")
        counts = [
            sum(placement.count for placement in answer.placements)
            for answer in MobilizeUnits(USA).candidates(game)
        ]
        assert max(counts) == 8

    def test_ruling_8_submarines_too_and_count_as_bought_when_they_leave(self) -> None:
        units = "West: USA complex"
        for beside, left in (((), {}), (("WW",), {SUBMARINE: 2})):
            sea = waters(units, phase=Phase.MOBILIZE, bought=2, beside=beside)
            sea.do(Placing())
            assert sea.game.waiting[USA] == left
        sea = waters(units, phase=Phase.MOBILIZE, beside=("WW",), waiting={"USA": {"submarine": 2}})
        three = {sea[f"USA{group}"]: PlacementSlot(SpaceId("SZ 2"), WEST) for group in (1, 2, 3)}
        assert sea.refused(Placing({}, three)).code == "NEW_LIMIT"
        sea.do(Placing({1: 2}, three))
        assert sea.game.waiting[USA] == {}


class TestWW2:
    def test_each_5_or_6_of_a_raid_destroys_a_stored_unit(self) -> None:
        combat = battlefield(
            "East: USA 3 bomber / Japan complex", raiding={"East": "3 bomber"}, modules=("WW",)
        )
        combat.run = Run(combat.game.replace(waiting={JAPAN: {INFANTRY: 2, TANK: 1}}), STEPS)
        combat.roll(5, 2, 6, why="bombs")
        assert combat.request == DiscardStored(JAPAN)
        combat.answer(Discard(INFANTRY))
        combat.answer(Discard(TANK))
        assert combat.game.waiting[JAPAN] == {INFANTRY: 1}

    def test_not_more_than_there_are(self) -> None:
        combat = battlefield(
            "East: USA 2 bomber / Japan complex", raiding={"East": "2 bomber"}, modules=("WW",)
        )
        combat.run = Run(combat.game.replace(waiting={JAPAN: {INFANTRY: 1}}), STEPS)
        combat.roll(5, 6, why="bombs")
        assert combat.game.waiting[JAPAN] == {}
        assert combat.seen(StoreLost) == [StoreLost(JAPAN, {INFANTRY: 1})]


class TestWW3:
    def test_without_the_capital_the_store_is_frozen(self) -> None:
        units = "West: Japan complex\nPrairie: USA complex"
        for modules in ((), ("WW",)):
            game = position(
                units,
                phase=Phase.MOBILIZE,
                control={"West": "Japan"},
                waiting={"USA": STORE},
                modules=modules,
            )
            assert bool(game.rules.placements(game, USA, INFANTRY)) is not bool(modules)

    def test_nor_do_stored_submarines_leave_it(self) -> None:
        """SS-1.2, SS-A22, ruling 8."""
        sea = waters(
            "West: Japan complex\nPrairie: USA complex",
            phase=Phase.MOBILIZE,
            control={"West": "Japan"},
            waiting={"USA": {"submarine": 2}},
            beside=("WW",),
        )
        assert PlacementSlots.of(sea.game, USA).free_slots == ()
        assert sea.game.waiting[USA] == {SUBMARINE: 2}

    @pytest.mark.parametrize(("units", "left"), [("", 0), ("Plains: Japan complex", 3)])
    def test_with_the_last_complex_the_store_is_lost(self, units: str, left: int) -> None:
        game = position(
            f"East: USA tank / Japan complex\n{units}", waiting={"Japan": STORE}, modules=("WW",)
        )
        game = capture(game, SpaceId("East"), USA)
        assert sum(game.waiting[JAPAN].values()) == left

    def test_ruling_46_a_power_that_leaves_takes_its_store_along(self) -> None:
        game = position(waiting={"Japan": STORE}, modules=("WW",))
        assert not game.rules.remove_power(game, JAPAN).waiting[JAPAN]
