"""Corner cases of batteries, cells and paratroops, each by the sentence that decides it."""

import pytest

from engine.board import Power, SpaceId
from engine.errors import Illegal
from engine.game import Game
from engine.phases import Phase, Stage
from engine.pieces import PieceId
from engine.requests import Roll
from engine.run import Run
from engine.validate import validate
from engine.variants.rules_of_warfare.batteries import (
    BatteryFire,
    BatteryRaid,
    FireBatteries,
    RaidByBatteries,
)
from engine.variants.rules_of_warfare.resistance import CELL, DiscardedUnit, Underground
from tests.engine.battle.field import STEPS, Combat, battlefield
from tests.engine.movement.drill import STEPS as MOVES
from tests.engine.movement.drill import Drill, combat_move, illegal, noncombat_move
from tests.engine.position import find, position, state, step, world
from tests.engine.rules_of_warfare.warfare import fire

USA, JAPAN, UK, GERMANY = map(Power, ("USA", "Japan", "UK", "Germany"))
PRAIRIE, BORDER, EAST = map(SpaceId, ("Prairie", "Border", "East"))
CLASSIC = world(('edition = "anniversary"', 'edition = "classic"'))


class TestBatteries:
    @pytest.mark.parametrize(("die", "most"), [("6", 3), ("12", 6), ("20", 10)])
    def test_wa_2_their_3_is_scaled_like_every_hit(self, die: str, most: int) -> None:
        for rolled, left in ((most, ""), (most + 1, "infantry")):
            combat = battlefield(
                "Prairie: USA artillery_battery\nBorder: USA infantry / Japan infantry",
                modules=("DS", "WA"),
                options={"die": die},
            )
            fire(combat, 1)
            combat.roll(rolled, why="batteries fire")
            if left:
                assert isinstance(combat.request, Roll)
                assert combat.request.why == "attackers fire"
            else:
                combat.roll(int(die), why="defenders fire")
                assert combat.game.control[BORDER] == USA

    def test_wa_2_an_allys_battery_does_not_fire(self) -> None:
        combat = battlefield(
            "Prairie: UK artillery_battery\nBorder: USA infantry / Japan infantry", modules=("WA",)
        )
        combat.roll(6, why="attackers fire")

    def test_wa_2_not_from_two_spaces_away(self) -> None:
        combat = battlefield(
            "West: USA artillery_battery\nBorder: USA infantry / Japan infantry", modules=("WA",)
        )
        combat.roll(6, why="attackers fire")

    def test_wa_2_one_fires_here_and_the_other_there(self) -> None:
        """Once a turn each: who has fired is not offered again."""
        combat = battlefield(
            "Border: USA artillery_battery\nPrairie: USA artillery_battery\n"
            "SZ 2: USA cruiser / Japan cruiser\nPlains: USA infantry / Japan infantry",
            attacked=("SZ 2",),
            control={"Border": "USA"},
            modules=("WA",),
        )
        combat.fight("SZ 2")
        fire(combat, 2)
        combat.roll(4, why="batteries fire")
        combat.roll(6, why="attackers fire")
        combat.roll(1, why="defenders fire")
        assert isinstance(combat.request, FireBatteries)
        with pytest.raises(Illegal, match="WA-2"):
            FireBatteries(USA).check(combat.game, BatteryFire(frozenset({PieceId(2)})))
        fire(combat, 1)
        combat.roll(3, why="batteries fire")

    def test_wa_2_at_transports_alone_nobody_fires(self) -> None:
        """They die before any die (BG-8.17)."""
        combat = battlefield(
            "Plains: USA artillery_battery\nSZ 3: USA cruiser / Japan 2 transport",
            attacked=("SZ 3",),
            modules=("WA",),
        )
        assert combat.is_over
        assert combat.units("SZ 3", "Japan") == ""

    def test_wa_2_a_transport_is_hit_only_when_nothing_else_can_be(self) -> None:
        combat = battlefield(
            "Plains: USA artillery_battery\nBorder: USA artillery_battery\n"
            "SZ 3: USA cruiser / Japan destroyer, transport",
            attacked=("SZ 3",),
            modules=("WA",),
        )
        fire(combat, 1, 2)
        combat.roll(1, 6, why="batteries fire")
        combat.roll(6, why="attackers fire")
        combat.roll(6, why="defenders fire")
        assert combat.units("SZ 3", "Japan") == ""  # the destroyer, then BG-8.17

    def test_wa_2_what_they_hit_fires_back_though_it_was_the_only_one(self) -> None:
        combat = battlefield(
            "Prairie: USA artillery_battery\nBorder: USA infantry / Japan infantry",
            modules=("WA",),
        )
        fire(combat, 1)
        combat.roll(3, why="batteries fire")
        combat.roll(2, why="defenders fire")
        assert combat.units("Border") == ""
        assert combat.game.control[BORDER] == JAPAN

    def test_wa_2_the_attackers_batteries_are_no_casualties(self) -> None:
        combat = battlefield(
            "Prairie: USA artillery_battery\nBorder: USA infantry / Japan 2 infantry",
            modules=("WA",),
        )
        fire(combat, 1)
        combat.roll(6, why="batteries fire")
        combat.roll(6, why="attackers fire")
        combat.roll(1, 1, why="defenders fire")  # one of the hits is void
        assert combat.units("Prairie") == "artillery_battery"

    def test_wa_3_a_battery_alone_defends_its_territory(self) -> None:
        combat = battlefield("Border: USA infantry / Japan artillery_battery", modules=("WA",))
        combat.roll(6, why="attackers fire")
        combat.roll(1, why="defenders fire")
        assert combat.game.control[BORDER] == JAPAN

    def test_wa_3_beside_a_gun_the_gun_is_captured_and_the_battery_is_not(self) -> None:
        combat = battlefield(
            "Border: USA infantry / Japan artillery_battery, aa_gun", modules=("WA",)
        )
        combat.roll(1, why="attackers fire")
        combat.roll(6, why="defenders fire")
        assert combat.units("Border") == "aa_gun, infantry"
        assert combat.units("Border", "Japan") == ""

    def test_wa_1_it_is_not_landed_in_an_assault(self) -> None:
        drill = combat_move("SZ 3: USA transport, artillery_battery", modules=("WA",))
        with illegal(drill, "BG-7.1"):
            drill.unload("SZ 3: artillery_battery", "Border")

    def test_wa_1_on_classic_it_fills_a_transport(self) -> None:
        """As a gun does (BG-7.9)."""
        drill = noncombat_move(
            "SZ 2: USA transport\nWest: USA artillery_battery, infantry",
            modules=("WA",),
            scenario=CLASSIC,
        )
        drill.load("SZ 2: transport", "West: artillery_battery")
        with illegal(drill, "BG-7.9"):
            drill.load("SZ 2: transport", "West: infantry")

    def test_wa_1_one_is_not_taken_back_to_where_another_has_come(self) -> None:
        drill = noncombat_move(
            "West: USA artillery_battery\nPrairie: USA artillery_battery\nBorder: USA infantry",
            control={"Border": "USA"},
            modules=("WA",),
        )
        drill.move("Prairie: artillery_battery", "Border")
        drill.move("West: artillery_battery", "Prairie")
        with illegal(drill, "WA-1"):
            drill.take_back("Border: artillery_battery")
        drill.take_back("Prairie: artillery_battery")
        drill.take_back("Border: artillery_battery")
        assert drill.units("Prairie") == "artillery_battery"

    def test_wa_4_after_a_raid_none_is_left_to_fire(self) -> None:
        game = position(
            "Prairie: USA artillery_battery\nBorder: USA infantry / Japan complex, infantry",
            phase=Phase.CONDUCT_COMBAT,
            modules=("WA",),
        )
        after, _ = step(
            game.replace(stage=Stage.PHASE_OPENS), BatteryRaid({PieceId(1): BORDER}), (5,)
        )
        combat = Combat(after.replace(stage=Stage.CONDUCT_COMBAT))
        combat.roll(6, why="attackers fire")

    def test_wa_4_two_raid_two_complexes_with_a_roll_each(self) -> None:
        game = position(
            "Border: USA artillery_battery\nPlains: USA artillery_battery\n"
            "Prairie: Japan complex\nEast: Japan complex",
            phase=Phase.CONDUCT_COMBAT,
            control={"Border": "USA", "Plains": "USA", "Prairie": "Japan"},
            modules=("WA",),
            scenario=CLASSIC,
        )
        aims = BatteryRaid({PieceId(1): PRAIRIE, PieceId(2): EAST})
        after, _ = step(game.replace(stage=Stage.PHASE_OPENS), aims, (6,), (3,))
        assert after.treasury[JAPAN] == 30 - 9

    def test_wa_4_no_gun_fires_at_them(self) -> None:
        game = position(
            "Prairie: USA artillery_battery\nBorder: Japan complex, aa_gun",
            phase=Phase.CONDUCT_COMBAT,
            modules=("WA",),
        )
        after, _ = step(
            game.replace(stage=Stage.PHASE_OPENS), BatteryRaid({PieceId(1): BORDER}), (4,)
        )
        assert after.damage[BORDER] == 4

    def test_wa_4_no_friendly_complex(self) -> None:
        game = position(
            "Prairie: USA artillery_battery\nWest: USA complex\nBorder: UK complex",
            phase=Phase.CONDUCT_COMBAT,
            control={"Border": "UK"},
            modules=("WA",),
        )
        with pytest.raises(Illegal, match="WA-4"):
            RaidByBatteries(USA).check(game, BatteryRaid({PieceId(1): BORDER}))

    def test_ruling_29_damage_stops_at_twice_the_value(self) -> None:
        game = position(
            "Prairie: USA artillery_battery\nBorder: Japan complex",
            phase=Phase.CONDUCT_COMBAT,
            damage={"Border": 3},
            modules=("WA",),
        )
        after, _ = step(
            game.replace(stage=Stage.PHASE_OPENS), BatteryRaid({PieceId(1): BORDER}), (6,)
        )
        assert after.damage[BORDER] == 4
        assert validate(after) == frozenset()


class TestCells:
    def rolling(
        self, units: str, cells: int = 3, control: dict[str, str] | None = None, owner: Power = USA
    ) -> Game:
        held = {"Prairie": "Japan", **(control or {})}
        game = position(units, phase=Phase.COMBAT_MOVE, control=held, modules=("WR",))
        under = Underground({PRAIRIE: {owner: cells}})
        return game.replace(modules={"WR": under}, stage=Stage.PHASE_OPENS)

    def test_wr_2_in_sequence_a_6_then_a_discard_then_it_is_free(self) -> None:
        after, _ = step(self.rolling("Prairie: Japan infantry"), (6, 1, 1))
        assert state(after, "WR", Underground).cells == {PRAIRIE: {USA: 2}}
        assert after.pieces.at(PRAIRIE) == ()
        assert state(after, "WR", Underground).freed == {PRAIRIE: USA}

    def test_wr_2_the_garrison_may_be_an_ally_of_who_holds_it(self) -> None:
        after, _ = step(self.rolling("Prairie: Germany tank", cells=2), (1, 2))
        assert after.pieces.at(PRAIRIE) == ()
        assert state(after, "WR", Underground).freed == {}

    def test_wr_2_a_complex_is_no_unit_and_goes_along(self) -> None:
        game, _ = step(self.rolling("Prairie: Japan complex", cells=1), (1,))
        assert find(game, "Prairie", "complex", "Japan")
        game, _ = step(game.replace(stage=Stage.COMBAT_CLOSES))
        assert game.control[PRAIRIE] == USA
        assert find(game, "Prairie", "complex", "USA")
        assert state(game, "WR", Underground).cells == {}

    def test_wr_2_until_combat_closes_it_is_still_the_enemys(self) -> None:
        game, _ = step(self.rolling("West: USA tank", cells=1), (1,))
        assert game.control[PRAIRIE] == JAPAN
        drill = Drill(game)
        drill.move("West: tank", "Prairie", "Border")
        assert drill.game.control[PRAIRIE] == USA  # the tank blitzes through it
        game, _ = step(drill.game.replace(stage=Stage.COMBAT_CLOSES))
        assert game.control[PRAIRIE] == USA
        assert validate(game.replace(phase=game.phase + 1)) <= frozenset()

    def test_wr_2_the_discard_is_the_controllers_and_any_unit(self) -> None:
        game = self.rolling("Prairie: Japan bomber, infantry, aa_gun", cells=1)
        after, _ = step(game, (1,), DiscardedUnit(PieceId(1)))
        assert {p.id for p in after.pieces.at(PRAIRIE)} == {2, 3}

    def test_wr_1_what_was_the_enemys_when_the_game_began_is_no_place_for_them(self) -> None:
        game = position(
            phase=Phase.MOBILIZE,
            control={"Isle": "Japan", "Border": "UK"},
            waiting={"USA": {CELL: 1}, "Japan": {CELL: 1}},
            modules=("WR",),
        )
        assert list(game.rules.placements(game, USA, CELL)) == ["Isle"]
        assert list(game.rules.placements(game, JAPAN, CELL)) == [BORDER]

    def test_wr_3_where_an_ally_holds_it_they_wait_for_the_owner(self) -> None:
        game = self.rolling("", control={"Prairie": "UK"})
        after, _ = step(game)  # no die
        assert state(after, "WR", Underground).cells == {PRAIRIE: {USA: 3}}

    def test_wr_3_cells_of_two_owners_each_in_their_own_turn(self) -> None:
        game = self.rolling("Prairie: Japan 2 infantry", cells=1)
        both = Underground({PRAIRIE: {UK: 1, USA: 1}})
        after, _ = step(game.replace(modules={"WR": both}), (6,))
        assert state(after, "WR", Underground).cells == {PRAIRIE: {UK: 1}}

    def test_wr_1_they_do_not_bar_a_blitz(self) -> None:
        drill = combat_move("West: USA tank", control={"Prairie": "Japan"}, modules=("WR",))
        under = {"WR": Underground({PRAIRIE: {GERMANY: 2}})}
        drill.run = Run(drill.game.replace(modules=under), MOVES)
        drill.move("West: tank", "Prairie", "Border")
        assert drill.units("Border") == "tank"


class TestParatroops:
    def test_wp_1_two_infantry_need_two_bombers(self) -> None:
        drill = combat_move("West: USA bomber, 2 infantry\nPlains: Japan infantry", modules=("WP",))
        with illegal(drill, "BG-7"):
            drill.move("West: bomber, 2 infantry", "Prairie", "Border", "Plains")

    def test_wp_1_neutral_land_is_closed_to_it(self) -> None:
        drill = combat_move("Isle: USA bomber, infantry", modules=("WP",))
        with illegal(drill, "BG-7"):
            drill.move("Isle: bomber, infantry", "SZ 7", "SZ 8", "SZ 9", "Rock")

    def test_wp_1_over_water_to_an_island(self) -> None:
        drill = combat_move("Isle: USA bomber, infantry", modules=("WP",))
        drill.move("Isle: bomber, infantry", "SZ 7", "SZ 8", "Atoll")
        assert drill.units("Atoll") == "bomber, infantry"

    def test_wp_1_not_by_a_fighter(self) -> None:
        drill = combat_move("West: USA fighter, infantry\nBorder: Japan tank", modules=("WP",))
        with illegal(drill, "BG-7"):
            drill.move("West: fighter, infantry", "SZ 2", "SZ 3", "Border")

    def test_wp_1_in_noncombat_move_on_friendly_land_far_away(self) -> None:
        drill = noncombat_move("West: USA bomber, infantry", modules=("WP",))
        drill.move("West: bomber, infantry", "SZ 2", "SZ 7", "Isle")
        assert drill.units("Isle") == "bomber, infantry"
        with illegal(drill, "BG-7"):
            drill.move("Isle: infantry", "SZ 7")

    def test_wp_1_a_bomber_that_has_flown_in_combat_move_takes_none_after_it(self) -> None:
        drill = noncombat_move("West: USA bomber, infantry", modules=("WP",))
        bomber = drill.figure("West: bomber")
        game = drill.game.with_pieces(bomber.replace(moved=True, left=4))
        drill.run = Run(game, MOVES)
        with illegal(drill, "BG-7"):
            drill.move("West: bomber, infantry", "SZ 2", "SZ 7", "Isle")

    def test_wp_2_a_capital_taken_so_is_plundered_when_combat_closes(self) -> None:
        drill = combat_move(
            "West: USA bomber, infantry\nBorder: USA infantry",
            control={"Border": "USA"},
            modules=("WP",),
            treasury={"Japan": 17, "USA": 0},
        )
        drill.move("West: bomber, infantry", "Prairie", "Border", "Plains", "East")
        game = drill.game.replace(phase=drill.game.phase + 1, stage=Stage.CONDUCT_COMBAT)
        assert game.control[EAST] == JAPAN
        combat = battlefield("")
        combat.run = Run(game, STEPS)
        assert combat.game.control[EAST] == USA
        assert combat.game.treasury[USA] == 17

    def test_wp_2_dropped_infantry_is_supported_by_artillery(self) -> None:
        """It fights as normal (BG-8.18)."""
        drill = combat_move(
            "West: USA bomber, infantry\nBorder: USA artillery\nPlains: Japan infantry",
            control={"Border": "USA"},
            modules=("WP",),
        )
        drill.move("West: bomber, infantry", "Prairie", "Border", "Plains")
        drill.move("Border: artillery", "Plains")
        combat = battlefield("")
        game = drill.game.replace(phase=drill.game.phase + 1, stage=Stage.CONDUCT_COMBAT)
        combat.run = Run(game, STEPS)
        combat.roll(2, 6, why="attackers fire")
        combat.roll(6, why="defenders fire")
        assert combat.units("Plains", "Japan") == ""

    def test_wp_4_in_the_battle_no_gun_fires_a_second_time(self) -> None:
        drill = combat_move(
            "West: USA bomber, infantry\nPlains: Japan infantry, aa_gun", modules=("WP",)
        )
        drill.move("West: bomber, infantry", "Prairie", "Border", "Plains")
        drill.run.answer((6,))
        combat = battlefield("")
        game = drill.game.replace(phase=drill.game.phase + 1, stage=Stage.CONDUCT_COMBAT)
        combat.run = Run(game, STEPS)
        combat.roll(6, why="attackers fire")

    def test_wp_4_radar_hits_on_2(self) -> None:
        drill = combat_move(
            "West: USA bomber, infantry\nPlains: Japan infantry, aa_gun",
            modules=("WP",),
            breakthroughs={"Japan": ["radar"]},
        )
        drill.move("West: bomber, infantry", "Prairie", "Border", "Plains")
        drill.run.answer((2,))
        assert drill.units("Plains", "USA") == ""

    def test_wp_4_a_gun_on_the_way_does_not_fire_in_this_edition(self) -> None:
        drill = combat_move(
            "West: USA bomber, infantry\nBorder: Japan aa_gun\nPlains: Japan infantry",
            modules=("WP",),
        )
        drill.move("West: bomber, infantry", "Prairie", "Border", "Plains")
        assert drill.units("Plains", "USA") == "bomber, infantry"
