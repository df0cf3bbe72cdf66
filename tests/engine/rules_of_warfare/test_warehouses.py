"""WW: warehouses; rulings 8, 45, 46."""

from collections.abc import Mapping

import pytest

from engine.board import Power, SpaceId
from engine.capture import capture
from engine.economy.mobilize import Mobilization, MobilizeUnits, Placement
from engine.errors import Illegal
from engine.game import Game
from engine.movement.orders import Load, Move
from engine.movement.phases import NoncombatMove
from engine.movement.proposals import destinations
from engine.phases import Phase
from engine.run import Run
from engine.scenario import Scenario
from engine.units import AA_GUN, INFANTRY, SUBMARINE, TANK, Kind
from engine.variants.rules_of_warfare.warehouses import Discard, DiscardStored, StoreLost
from engine.variants.secret_subs.place import PlacementSlot, PlacementSlots, Placing
from tests.engine.battle.field import STEPS, battlefield
from tests.engine.movement.drill import illegal, noncombat_move
from tests.engine.position import asked, position, step, world
from tests.engine.secret_subs.owners import waters

USA, JAPAN = Power("USA"), Power("Japan")
WEST, BORDER = SpaceId("West"), SpaceId("Border")
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

    def test_one_aa_gun_is_placed_in_a_territory(self) -> None:
        """What has no legal space is kept; without the rule both are placed."""
        for modules, gun, count, legal in (
            ((), "", 2, True),
            (("WW",), "", 1, True),
            (("WW",), "", 2, False),
            (("WW",), "aa_gun, ", 1, False),
            (("WW",), "battleship, ", 1, True),
        ):
            game = position(
                f"West: USA {gun}complex",
                phase=Phase.MOBILIZE,
                waiting={"USA": {"aa_gun": 2}},
                modules=modules,
            )
            answer = Mobilization((Placement(AA_GUN, WEST, WEST, count),))
            decision = MobilizeUnits(USA)
            if legal:
                decision.check(game, answer)
            else:
                with pytest.raises(Illegal, match="WW-1: West can have only one AA gun"):
                    decision.check(game, answer)
            assert (answer in decision.candidates(game)) is legal

    def test_guns_without_a_legal_space_are_kept_without_a_question(self) -> None:
        game = position(
            "West: USA aa_gun, complex",
            phase=Phase.MOBILIZE,
            waiting={"USA": {"aa_gun": 1}},
            modules=("WW",),
            scenario=CLASSIC,
        )
        assert asked(game) is None
        game, _ = step(game)
        assert game.waiting[USA] == {AA_GUN: 1}

    def test_no_second_gun_moves_in_of_whatever_power(self) -> None:
        for guns in ("USA aa_gun", "UK aa_gun"):
            units = f"West: {guns}\nPrairie: USA aa_gun, artillery_battery"
            drill = noncombat_move(units, modules=("WW", "WA"))
            with illegal(drill, "WW-1"):
                drill.move("Prairie: aa_gun", "West")
            with illegal(drill, "WW-1"):
                drill.move("Prairie: aa_gun, artillery_battery", "West")
            gun = frozenset(drill.pick("Prairie: aa_gun"))
            assert Move(gun, (WEST,)) not in list(NoncombatMove(USA).candidates(drill.game))
            assert WEST not in destinations(drill.game, gun)
            drill.move("Prairie: artillery_battery", "West")

    def test_nor_from_a_ship(self) -> None:
        drill = noncombat_move("SZ 2: USA transport, aa_gun\nWest: USA aa_gun", modules=("WW",))
        with illegal(drill, "WW-1"):
            drill.unload("SZ 2: aa_gun", "West")
        drill.unload("SZ 2: aa_gun", "Prairie")

    def test_a_gun_moves_in_once_the_other_has_left_and_that_cannot_come_back(self) -> None:
        drill = noncombat_move(
            "West: USA aa_gun\nPrairie: USA aa_gun, infantry",
            control={"Border": "USA"},
            modules=("WW",),
        )
        with illegal(drill, "WW-1"):
            drill.move("West: aa_gun", "Prairie")
        drill.move("Prairie: aa_gun", "Border")
        drill.move("West: aa_gun", "Prairie")
        with illegal(drill, "WW-1"):
            drill.take_back("Border: aa_gun")
        drill.take_back("Prairie: aa_gun")
        drill.take_back("Border: aa_gun")
        assert drill.units("Prairie") == "aa_gun, infantry"

    def test_guns_that_stand_together_already_may_stay_and_come_back(self) -> None:
        drill = noncombat_move("West: USA 2 aa_gun", modules=("WW",))
        drill.move("West: aa_gun", "Prairie")
        drill.take_back("Prairie: aa_gun")
        assert drill.units("West") == "2 aa_gun"

    def test_a_captured_gun_leaves_no_place_for_another(self) -> None:
        units = "Border: Japan aa_gun\nPrairie: USA aa_gun"
        game = capture(position(units, modules=("WW",)), BORDER, USA)
        (captured,) = game.pieces.at(BORDER)
        assert captured.owner == USA
        with pytest.raises(Illegal, match="WW-1"):
            game.rules.may_stack(game, (AA_GUN,), BORDER)
        game.rules.may_stack(game, (AA_GUN,), BORDER, leaving={captured.id})

    def test_ships_of_a_sea_zone_may_carry_a_gun_each(self) -> None:
        drill = noncombat_move(
            "SZ 2: USA 2 transport\nWest: USA aa_gun\nPrairie: USA aa_gun", modules=("WW",)
        )
        first, second = drill.pick("SZ 2: 2 transport")
        drill.give(Load(first, frozenset(drill.pick("West: aa_gun"))))
        drill.give(Load(second, frozenset(drill.pick("Prairie: aa_gun"))))
        assert drill.units("SZ 2") == "2 aa_gun, 2 transport"

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
