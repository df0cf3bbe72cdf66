"""WA: artillery batteries; rulings 4, 26, 28, 29."""

import random

import pytest

from engine.battle.casualties import Losses
from engine.board import Power, SpaceId
from engine.economy.mobilize import Mobilization, MobilizeUnits, Placement
from engine.editions.classic import CashBombed
from engine.errors import Illegal
from engine.game import Game
from engine.phases import Phase, Stage
from engine.pieces import PieceId
from engine.run import Run
from engine.units import INFANTRY
from engine.variants.rules_of_warfare.batteries import (
    BATTERY,
    BatteryRaid,
    FireBatteries,
    RaidByBatteries,
)
from engine.variants.rules_of_warfare.warehouses import Discard
from tests.engine.battle.field import STEPS, battlefield
from tests.engine.movement.drill import combat_move, illegal, noncombat_move
from tests.engine.position import position, step, world
from tests.engine.rules_of_warfare.warfare import fire

USA, JAPAN = Power("USA"), Power("Japan")
CLASSIC = world(('edition = "anniversary"', 'edition = "classic"'))
WA = ("WA",)


class TestWA1:
    def test_unit_table(self) -> None:
        unit = position(modules=WA, scenario=CLASSIC).rules.scenario.units[BATTERY]
        assert (unit.cost, unit.move, unit.attack, unit.defence) == (8, 1, 0, 1)

    def test_moves_in_noncombat_move_only(self) -> None:
        drill = combat_move(
            "West: USA artillery_battery, infantry\nBorder: Japan infantry", modules=WA
        )
        with illegal(drill, "BG-7.1"):
            drill.move("West: artillery_battery", "Prairie")
        drill = noncombat_move("West: USA artillery_battery", modules=WA)
        drill.move("West: artillery_battery", "Prairie")
        assert drill.units("Prairie") == "artillery_battery"

    def test_one_per_territory_beside_a_gun_if_you_like(self) -> None:
        units = "West: USA artillery_battery, infantry\nPrairie: USA {}"
        drill = noncombat_move(units.format("artillery_battery"), modules=WA)
        with illegal(drill, "WA-1"):
            drill.move("West: artillery_battery", "Prairie")
        drill = noncombat_move(units.format("aa_gun"), modules=WA)
        drill.move("West: artillery_battery", "Prairie")

    def test_one_per_territory_from_a_ship_and_when_new(self) -> None:
        drill = noncombat_move(
            "SZ 2: USA transport, artillery_battery\nWest: USA artillery_battery", modules=WA
        )
        with illegal(drill, "WA-1"):
            drill.unload("SZ 2: artillery_battery", "West")
        drill.unload("SZ 2: artillery_battery", "Prairie")
        game = position(
            "West: USA complex",
            phase=Phase.MOBILIZE,
            waiting={"USA": {BATTERY: 2}},
            modules=WA,
        )
        west = SpaceId("West")
        with pytest.raises(Illegal, match="WA-1"):
            MobilizeUnits(USA).check(game, Mobilization((Placement(BATTERY, west, west, 2),)))
        MobilizeUnits(USA).check(game, Mobilization((Placement(BATTERY, west, west, 1),)))

    def test_shipped_like_a_gun_and_no_support_for_infantry(self) -> None:
        drill = noncombat_move(
            "West: USA artillery_battery, infantry\nSZ 2: USA transport",
            modules=WA,
            scenario=CLASSIC,
        )
        with illegal(drill, "BG-7.9"):
            drill.load("SZ 2: transport", "West: artillery_battery, infantry")
        drill.load("SZ 2: transport", "West: artillery_battery")
        game = drill.game
        assert not any(game.rules.supports(game, piece) for piece in game.pieces.values())


class TestWA2:
    SEA = "Plains: USA artillery_battery\nSZ 3: USA cruiser / Japan destroyer"

    def test_wa_t_the_destroyer_hit_still_fires_in_round_1(self) -> None:
        combat = battlefield(self.SEA, attacked=("SZ 3",), modules=WA)
        fire(combat, 1)
        combat.roll(3, why="batteries fire")
        assert combat.units("SZ 3", "Japan") == "destroyer"
        combat.roll(2, why="defenders fire")  # the attacker has nothing left to fire at
        assert combat.units("SZ 3") == ""

    def test_a_4_misses(self) -> None:
        combat = battlefield(self.SEA, attacked=("SZ 3",), modules=WA)
        fire(combat, 1)
        combat.roll(4, why="batteries fire")
        combat.roll(6, why="attackers fire")

    def test_wa_t_a_second_battle_of_the_turn_is_refused(self) -> None:
        combat = battlefield(
            "Plains: USA artillery_battery\n"
            "SZ 3: USA cruiser / Japan transport, destroyer\n"
            "Border: USA infantry / Japan infantry",
            attacked=("SZ 3",),
            modules=WA,
        )
        combat.fight("Border")
        fire(combat, 1)
        combat.roll(1, why="batteries fire")
        assert combat.units("Border", "Japan") == "infantry"
        combat.roll(1, why="defenders fire")  # a victim on land fires back too
        combat.roll(6, why="attackers fire")  # in SZ 3 nobody asks for the battery

    def test_it_need_not_fire_and_is_no_casualty_there(self) -> None:
        combat = battlefield(self.SEA, attacked=("SZ 3",), modules=WA)
        assert combat.attackers == (2,)
        fire(combat)
        combat.roll(6, why="attackers fire")

    def test_at_sea_it_fires_in_the_first_round_or_not_at_all(self) -> None:
        combat = battlefield(
            self.SEA, attacked=("SZ 3",), came_from={"SZ 3": "SZ 2"}, modules=WA
        )  # fmt: skip
        fire(combat)
        combat.roll(6, why="attackers fire")
        combat.roll(6, why="defenders fire")
        combat.press()
        combat.roll(6, why="attackers fire")

    def test_only_into_battles_next_door_that_its_owner_starts(self) -> None:
        far = battlefield(
            "East: USA artillery_battery\nSZ 3: USA cruiser / Japan destroyer",
            attacked=("SZ 3",),
            modules=WA,
        )
        far.roll(6, why="attackers fire")
        allied = battlefield(
            "Plains: UK artillery_battery\nSZ 3: USA cruiser / Japan destroyer",
            attacked=("SZ 3",),
            modules=WA,
        )
        allied.roll(6, why="attackers fire")

    def test_ruling_26_a_hit_damages_a_battleship(self) -> None:
        combat = battlefield(
            "Plains: USA artillery_battery\nSZ 3: USA cruiser / Japan battleship",
            attacked=("SZ 3",),
            modules=("WA", "WB"),
        )
        fire(combat, 1)
        combat.roll(3, why="batteries fire")
        combat.roll(6, why="attackers fire")
        combat.roll(6, why="defenders fire")
        assert combat.units("SZ 3", "Japan") == "damaged battleship"

    def test_samples_fire_and_hold(self) -> None:
        combat = battlefield(self.SEA, attacked=("SZ 3",), modules=WA)
        draw = random.Random(1)
        drawn = {FireBatteries(USA).sample(combat.game, draw).batteries for _ in range(30)}
        assert drawn == {frozenset(), frozenset({1})}


class TestWA3:
    def test_at_home_it_defends_on_1_and_is_destroyed_not_captured(self) -> None:
        for die, left in ((1, ""), (2, "infantry")):
            combat = battlefield("Border: USA infantry / Japan artillery_battery", modules=WA)
            combat.roll(1, why="attackers fire")
            combat.roll(die, why="defenders fire")
            assert combat.units("Border") == left

    def test_it_stops_blitzes(self) -> None:
        drill = combat_move(
            "Prairie: USA tank\nBorder: Japan artillery_battery", modules=WA, scenario=CLASSIC
        )
        with illegal(drill, "BG-7.2"):
            drill.move("Prairie: tank", "Border", "Plains")


class TestWA4:
    UNITS = (
        "Plains: USA artillery_battery\nEast: Japan complex\n"
        "SZ 3: USA battleship / Japan battleship"
    )

    def opening(self, units: str, modules: tuple[str, ...] = WA) -> Game:
        game = position(units, phase=Phase.CONDUCT_COMBAT, modules=modules, scenario=CLASSIC)
        return game.replace(stage=Stage.PHASE_OPENS)

    def test_wa_t_two_batteries_add_up(self) -> None:
        game = self.opening(
            "Prairie: USA artillery_battery\nPlains: USA artillery_battery\nBorder: Japan complex"
        )
        both = {PieceId(1): SpaceId("Border"), PieceId(2): SpaceId("Border")}
        game, events = step(game, BatteryRaid(both), (5, 2))
        assert game.treasury[JAPAN] == 30 - 7
        assert events[-1] == CashBombed(SpaceId("Border"), JAPAN, 7)

    def test_never_below_0(self) -> None:
        game = self.opening(self.UNITS).replace(treasury={USA: 1, JAPAN: 2})
        game, _ = step(game, BatteryRaid({PieceId(1): SpaceId("East")}), (5,))
        assert game.treasury[JAPAN] == 0

    def test_instead_of_firing(self) -> None:
        game, _ = step(self.opening(self.UNITS), BatteryRaid({PieceId(1): SpaceId("East")}), (1,))
        game = game.replace(stage=Stage.CONDUCT_COMBAT).update_turn_record(
            attacked=frozenset({SpaceId("SZ 3")})
        )
        combat = battlefield("")
        combat.run = Run(game, STEPS)
        combat.roll(6, why="attackers fire")

    def test_only_next_door(self) -> None:
        game = self.opening(self.UNITS)
        with pytest.raises(Illegal, match="WA-4"):
            RaidByBatteries(USA).check(game, BatteryRaid({PieceId(1): SpaceId("Border")}))
        draw = random.Random(1)
        assert len({len(RaidByBatteries(USA).sample(game, draw).targets) for _ in range(20)}) == 2

    def test_ruling_29_damage_markers_where_raids_bring_them(self) -> None:
        game = position(self.UNITS, phase=Phase.CONDUCT_COMBAT, modules=WA)
        game = game.replace(stage=Stage.PHASE_OPENS)
        game, _ = step(game, BatteryRaid({PieceId(1): SpaceId("East")}), (4,))
        assert game.damage == {"East": 4}
        assert game.treasury[JAPAN] == 30

    def test_ruling_28_dice_of_5_and_6_hit_stored_units(self) -> None:
        game = self.opening(self.UNITS, ("WA", "WW"))
        game = game.replace(waiting={JAPAN: {INFANTRY: 1, BATTERY: 1}})
        game, _ = step(game, BatteryRaid({PieceId(1): SpaceId("East")}), (6,), Discard(INFANTRY))
        assert game.waiting[JAPAN] == {BATTERY: 1}


def test_casualties_are_the_defenders_choice() -> None:
    combat = battlefield(
        "Plains: USA artillery_battery\nSZ 3: USA cruiser / Japan destroyer, carrier",
        attacked=("SZ 3",),
        modules=WA,
    )
    fire(combat, 1)
    combat.roll(3, why="batteries fire")
    combat.answer(Losses({combat.pick("carrier", combat.defenders)[0]: 1}))
    combat.roll(6, why="attackers fire")
