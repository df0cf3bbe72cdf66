"""Breakthroughs by which infantry rides: mechanized infantry, paratroopers (BG-4.3)."""

import random
from dataclasses import replace
from typing import Any

import pytest

from engine.battle.casualties import Casualties, Losses
from engine.board import Power, SpaceId
from engine.movement.moves import position_after
from engine.movement.orders import Move
from engine.movement.phases import CombatMove
from engine.movement.proposals import destinations
from engine.movement.steps import passengers_of
from engine.odds import BattleEnd, Encounter, RetreatPolicy, forecast
from engine.phases import Phase, Stage
from engine.pieces import Figure, PieceId
from tests.engine.battle.field import Combat
from tests.engine.movement.drill import Drill, combat_move, illegal, noncombat_move
from tests.engine.position import position
from tests.engine.test_breakthroughs import owned

USA, JAPAN = Power("USA"), Power("Japan")


class TestMechanizedInfantry:
    OWNED = owned("mechanized_infantry")

    def test_one_infantry_moves_2_with_each_tank(self) -> None:
        drill = noncombat_move(
            "West: USA tank, 2 infantry", control={"Border": "USA"}, breakthroughs=self.OWNED
        )
        drill.move("West: tank, infantry", "Prairie", "Border")
        assert drill.units("Border") == "infantry, tank"
        assert drill.figure("Border: infantry").left == 0

    def test_not_two_with_one_tank(self) -> None:
        drill = noncombat_move(
            "West: USA tank, 2 infantry", control={"Border": "USA"}, breakthroughs=self.OWNED
        )
        with illegal(drill, "BG-7"):
            drill.move("West: tank, 2 infantry", "Prairie", "Border")

    def test_not_without_a_tank(self) -> None:
        drill = noncombat_move(
            "West: USA artillery, infantry", control={"Border": "USA"}, breakthroughs=self.OWNED
        )
        with illegal(drill, "BG-7"):
            drill.move("West: artillery, infantry", "Prairie", "Border")

    def test_not_without_the_breakthrough(self) -> None:
        drill = noncombat_move("West: USA tank, infantry", control={"Border": "USA"})
        with illegal(drill, "BG-7"):
            drill.move("West: tank, infantry", "Prairie", "Border")

    def test_it_blitzes_with_the_tank(self) -> None:
        drill = combat_move(
            "Prairie: USA tank, infantry\nPlains: Japan infantry", breakthroughs=self.OWNED
        )
        drill.move("Prairie: tank, infantry", "Border", "Plains")
        assert drill.game.control[SpaceId("Border")] == USA
        assert drill.units("Plains", "USA") == "infantry, tank"

    def test_it_stops_where_the_tank_must(self) -> None:
        drill = combat_move(
            "Prairie: USA tank, infantry\nBorder: Japan infantry", breakthroughs=self.OWNED
        )
        with illegal(drill, "BG-7.2"):
            drill.move("Prairie: tank, infantry", "Border", "Plains")

    def test_it_attacks_two_spaces_away_and_may_retreat(self) -> None:
        drill = combat_move(
            "West: USA tank, infantry\nBorder: Japan infantry", breakthroughs=self.OWNED
        )
        drill.move("West: tank, infantry", "Prairie", "Border")
        assert drill.figure("Border: infantry").came_from == "Prairie"

    def test_the_pair_takes_its_move_back_together(self) -> None:
        drill = combat_move("West: USA tank, infantry", breakthroughs=self.OWNED)
        drill.move("West: tank, infantry", "Prairie", "Border")
        assert drill.game.control[SpaceId("Border")] == JAPAN
        drill.take_back("Border: tank")
        assert drill.units("West") == "infantry, tank"

    def test_infantry_that_has_moved_rides_no_more(self) -> None:
        drill = noncombat_move(
            "West: USA infantry\nPrairie: USA tank",
            control={"Border": "USA", "Plains": "USA"},
            breakthroughs=self.OWNED,
        )
        drill.move("West: infantry", "Prairie")
        with illegal(drill, "BG-7"):
            drill.move("Prairie: tank, infantry", "Border", "Plains")


class TestParatroopers:
    OWNED = owned("paratroopers")
    UNITS = "West: USA bomber, 2 infantry, fighter"

    def drop(self, units: str = UNITS + "\nPlains: Japan infantry", **circumstances: Any) -> Drill:
        drill = combat_move(units, breakthroughs=self.OWNED, **circumstances)
        drill.move("West: bomber, infantry", "SZ 2", "SZ 3", "Plains")
        return drill

    def test_a_bomber_takes_one_infantry(self) -> None:
        drill = combat_move(self.UNITS + "\nPlains: Japan infantry", breakthroughs=self.OWNED)
        with illegal(drill, "BG-7"):
            drill.move("West: bomber, 2 infantry", "SZ 2", "SZ 3", "Plains")
        drill.move("West: bomber, infantry", "SZ 2", "SZ 3", "Plains")
        assert drill.units("Plains", "USA") == "bomber, infantry"

    def test_not_without_the_breakthrough(self) -> None:
        drill = combat_move(self.UNITS + "\nPlains: Japan infantry")
        with illegal(drill, "BG-7"):
            drill.move("West: bomber, infantry", "SZ 2", "SZ 3", "Plains")

    def test_a_fighter_takes_nobody(self) -> None:
        drill = combat_move(self.UNITS + "\nBorder: Japan infantry", breakthroughs=self.OWNED)
        with illegal(drill, "BG-7"):
            drill.move("West: fighter, infantry", "SZ 2", "SZ 3", "Border")

    def test_it_stops_in_the_first_hostile_territory(self) -> None:
        drill = combat_move(self.UNITS + "\nPlains: Japan infantry", breakthroughs=self.OWNED)
        with illegal(drill, "BG-7"):
            drill.move("West: bomber, infantry", "Prairie", "Border", "Plains")
        drill.move("West: bomber, infantry", "Prairie", "Border")
        with illegal(drill, "BG-4.2"):
            drill.move("Border: bomber", "Plains")

    def test_only_from_where_the_bomber_starts(self) -> None:
        drill = combat_move(
            "Isle: USA bomber\nWest: USA infantry\nBorder: Japan infantry",
            breakthroughs=self.OWNED,
        )
        drill.move("Isle: bomber", "SZ 7", "SZ 2", "West")
        with illegal(drill, "BG-7"):
            drill.move("West: bomber, infantry", "SZ 2", "SZ 3", "Border")

    def test_only_to_attack(self) -> None:
        drill = noncombat_move(self.UNITS, breakthroughs=self.OWNED)
        with illegal(drill, "BG-7"):
            drill.move("West: bomber, infantry", "SZ 2", "SZ 7", "Isle")

    def test_it_fights_and_captures(self) -> None:
        drill = self.drop()
        combat = combat_after(drill)
        combat.roll(1, 1, why="attackers fire")
        combat.roll(6)
        assert combat.game.control[SpaceId("Plains")] == USA

    def test_r29_the_aircraft_stay_while_the_paratroops_live(self) -> None:
        drill = self.drop(self.UNITS + "\nPlains: Japan 2 infantry")
        combat = combat_after(drill)
        combat.roll(6, 6, why="attackers fire")
        combat.roll(6, 6, why="defenders fire")
        combat.roll(6, 6, why="attackers fire")
        combat.roll(1, 6, why="defenders fire")
        combat.lose("infantry")
        combat.break_off()
        assert combat.units("Plains", "USA") == "bomber"

    def test_r29_nor_do_they_leave_when_ships_have_landed_others(self) -> None:
        drill = combat_move(
            "West: USA bomber, infantry\nSZ 2: USA transport, tank\nBorder: Japan 3 infantry",
            breakthroughs=self.OWNED,
        )
        drill.move("West: bomber, infantry", "Prairie", "Border")
        drill.move("SZ 2: transport", "SZ 3")
        drill.unload("SZ 3: tank", "Border")
        combat = combat_after(drill)
        combat.roll(6, 6, 6, why="attackers fire")
        combat.roll(6, 6, 6, why="defenders fire")
        combat.roll(6, 6, 6, why="attackers fire")

    def test_r29_the_odds_know_that_nobody_retreats(self) -> None:
        """With a tank that came overland all withdraw; WP lets aircraft leave paratroops."""
        drill = self.drop(self.UNITS + "\nBorder: USA tank\nPlains: Japan 3 infantry")

        def encounter() -> Encounter:
            figures = [p for p in drill.game.pieces.at(SpaceId("Plains")) if isinstance(p, Figure)]
            return Encounter.of(
                drill.game,
                SpaceId("Plains"),
                [p for p in figures if p.owner == USA],
                [p for p in figures if p.owner != USA],
            )

        alone = encounter()
        assert [troop.dropped for troop in alone.attackers] == [False, True]
        drill.move("Border: tank", "Plains")
        joined = encounter()
        other = position(modules=("WP",), phase=Phase.COMBAT_MOVE)

        def retreats(encounter: Encounter) -> float:
            odds = forecast(encounter, draw=random.Random(1), retreat=RetreatPolicy(after=1))
            return odds.chance(BattleEnd.RETREATED)

        assert retreats(joined) == pytest.approx(26 / 27 * 17 / 18)  # unless three hit or are hit
        assert retreats(alone) == pytest.approx(12 / 27)  # the infantry, and nothing else
        assert 19 / 27 < retreats(replace(alone, game=other)) < 20 / 27  # the bomber is not hit

    def test_an_undefended_territory_falls_to_it(self) -> None:
        drill = self.drop(self.UNITS)
        combat = combat_after(drill)
        assert combat.is_over
        assert combat.game.control[SpaceId("Plains")] == USA

    def test_the_bomber_may_not_raid(self) -> None:
        drill = self.drop(self.UNITS + "\nPlains: Japan infantry, complex")
        assert drill.game.rules.raiders(drill.game, SpaceId("Plains")) == ()

    def test_bg_8_16_it_dies_with_a_bomber_shot_down(self) -> None:
        drill = self.drop(self.UNITS + "\nPlains: Japan infantry, aa")
        combat = combat_after(drill)
        combat.roll(1, why="anti-aircraft fire")
        assert combat.is_over
        assert combat.units("Plains") == "aa_gun, infantry"

    def test_which_bomber_is_shot_down_matters_then(self) -> None:
        drill = combat_move(
            "West: USA 2 bomber, infantry\nPlains: Japan infantry, aa", breakthroughs=self.OWNED
        )
        drill.move("West: 2 bomber, infantry", "SZ 2", "SZ 3", "Plains")
        combat = combat_after(drill)
        combat.roll(1, 6, why="anti-aircraft fire")
        assert isinstance(combat.request, Casualties)
        carrying = next(p for p in combat.attackers if passengers_of(combat.game, (p,)))
        other = next(p for p in find_bombers(combat) if p != carrying)
        combat.answer(Losses({other: 1}))
        assert combat.units("Plains", "USA") == "bomber, infantry"

    def test_it_retreats_only_overland(self) -> None:
        """Alone it can go nowhere; with others it withdraws to where they came from."""
        drill = self.drop()
        alone = combat_after(drill)
        alone.roll(6, 6)
        alone.roll(6)
        assert alone.game.battle is not None
        assert alone.game.battle.origins == ()
        together = combat_move(
            "West: USA bomber, infantry\nBorder: USA tank\nPlains: Japan 2 infantry",
            control={"Border": "USA"},
            breakthroughs=self.OWNED,
        )
        together.move("West: bomber, infantry", "SZ 2", "SZ 3", "Plains")
        together.move("Border: tank", "Plains")
        combat = combat_after(together)
        combat.roll(6, 6, 6)
        combat.roll(6, 6)
        combat.retreat("Border")
        assert combat.units("Border") == "infantry, tank"

    def test_bomber_and_infantry_take_their_move_back_together(self) -> None:
        drill = self.drop()
        drill.take_back("Plains: bomber")
        assert drill.units("West") == "bomber, fighter, 2 infantry"

    def test_walking_infantry_needs_no_bomber(self) -> None:
        drill = combat_move(
            "Prairie: USA bomber, 2 infantry\nBorder: Japan infantry", breakthroughs=self.OWNED
        )
        drill.move("Prairie: bomber, 2 infantry", "Border")
        assert not passengers_of(drill.game, drill.pick("Border: bomber"))


def combat_after(drill: Drill) -> Combat:
    """Conduct combat after what has been ordered; nothing needs to be declared."""
    drill.done()
    assert drill.is_over
    plan = drill.game.rules.scenario.turns[drill.game.turn].phases
    index = next(i for i, part in enumerate(plan) if part.phase is Phase.CONDUCT_COMBAT)
    return Combat(drill.game.replace(phase=index, stage=Stage.CONDUCT_COMBAT))


def find_bombers(combat: Combat) -> list[PieceId]:
    return [piece for piece in combat.attackers if combat.kind(piece) == "bomber"]


class TestWhereTheyCouldGo:
    """What a person or a bot is offered for a group that rides."""

    def test_infantry_on_tanks(self) -> None:
        drill = combat_move("West: USA tank, infantry", breakthroughs=owned("mechanized_infantry"))
        found = destinations(drill.game, drill.pick("West: tank, infantry"))
        assert found == {"Prairie": ("Prairie",), "Border": ("Prairie", "Border")}

    def test_infantry_in_bombers(self) -> None:
        """Only to hostile territories that the bomber can reach, over none before it."""
        drill = combat_move("West: USA bomber, infantry", breakthroughs=owned("paratroopers"))
        found = destinations(drill.game, drill.pick("West: bomber, infantry"))
        assert found == {
            "Prairie": ("Prairie",),
            "Border": ("Prairie", "Border"),
            "Plains": ("SZ 2", "SZ 3", "Plains"),
        }

    def test_nowhere_without_the_breakthrough(self) -> None:
        drill = combat_move("West: USA tank, infantry", breakthroughs=owned())
        assert set(destinations(drill.game, drill.pick("West: tank, infantry"))) == {"Prairie"}

    def test_samples_come_to_it(self) -> None:
        drill = combat_move(
            "West: USA 2 bomber, 2 tank, 2 infantry\nBorder: Japan infantry",
            breakthroughs=owned("paratroopers", "mechanized_infantry"),
        )
        decision, draw = drill.run.request, random.Random(1)
        assert isinstance(decision, CombatMove)
        orders = [decision.sample(drill.game, draw) for _ in range(300)]
        assert all(decision.legal(drill.game, order) for order in orders)
        moves = [order for order in orders if isinstance(order, Move)]
        passengers = [
            r
            for move in moves
            for r in passengers_of(position_after(drill.game, move), move.pieces)
        ]
        vehicles = {
            passenger.brought_by for passenger in passengers if passenger.brought_by is not None
        }
        assert {drill.game.pieces[vehicle].left for vehicle in vehicles} == {2, 6}
