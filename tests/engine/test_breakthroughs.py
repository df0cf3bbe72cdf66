"""What each breakthrough does (BG-4.2, 4.3)."""

import random
from dataclasses import replace
from typing import Any

import pytest

from engine.battle.casualties import Casualties, Losses
from engine.battle.raids import Interceptors
from engine.board import Power, SpaceId
from engine.economy.income import Collected
from engine.economy.mobilize import Mobilization, MobilizeUnits, Placement
from engine.economy.purchase import Purchase, PurchaseUnits, cost
from engine.movement.moves import position_after
from engine.movement.orders import Move
from engine.movement.phases import CombatMove
from engine.movement.proposals import destinations
from engine.movement.steps import passengers_of
from engine.odds import BattleEnd, Encounter, RetreatPolicy, forecast
from engine.phases import Phase, Stage
from engine.pieces import Figure, PieceId
from engine.questions.economy import Term
from engine.requests import Roll
from engine.units import INFANTRY, Kind
from tests.engine.battle.field import Combat, battlefield
from tests.engine.movement.drill import Drill, combat_move, illegal, noncombat_move
from tests.engine.position import asked, position, step

USA, JAPAN = Power("USA"), Power("Japan")


def owned(*breakthroughs: str, power: str = "USA") -> dict[str, tuple[str, ...]]:
    return {power: breakthroughs}


class TestUnits:
    """Super submarines, jets, shipyards, long range: the unit table changes for their owner."""

    @pytest.mark.parametrize(
        ("breakthrough", "kind", "field", "before", "after"),
        [
            ("super_submarines", "submarine", "attack", 2, 3),
            ("jet_fighters", "fighter", "attack", 3, 4),
            ("improved_shipyards", "battleship", "cost", 20, 17),
            ("improved_shipyards", "carrier", "cost", 14, 11),
            ("improved_shipyards", "cruiser", "cost", 12, 10),
            ("improved_shipyards", "destroyer", "cost", 8, 7),
            ("improved_shipyards", "transport", "cost", 7, 6),
            ("improved_shipyards", "submarine", "cost", 6, 5),
            ("long_range_aircraft", "fighter", "move", 4, 6),
            ("long_range_aircraft", "bomber", "move", 6, 8),
        ],
    )
    def test_bg_4_3_the_row(
        self, breakthrough: str, kind: str, field: str, before: int, after: int
    ) -> None:
        game = position(breakthroughs=owned(breakthrough))
        values = [getattr(game.rules.unit_type(game, p, Kind(kind)), field) for p in (JAPAN, USA)]
        assert values == [before, after]

    def test_nothing_else_changes(self) -> None:
        game = position(breakthroughs=owned("jet_fighters", "improved_shipyards"))
        fighter = game.rules.unit_type(game, USA, Kind("fighter"))
        assert (fighter.cost, fighter.attack, fighter.defence, fighter.move) == (10, 4, 4, 4)

    def test_super_submarines_hit_on_3(self) -> None:
        combat = battlefield(
            "SZ 3: USA submarine / Japan cruiser",
            attacked=("SZ 3",),
            breakthroughs=owned("super_submarines"),
        )
        combat.dive("")
        combat.roll(3, why="surprise strikes")
        assert combat.is_over

    def test_improved_shipyards_are_paid_less(self) -> None:
        game = position(breakthroughs=owned("improved_shipyards"), treasury={"USA": 17})
        assert PurchaseUnits(USA).legal(game, Purchase({Kind("battleship"): 1}))
        assert cost(game, USA, Purchase({Kind("destroyer"): 2})) == 14

    def test_long_range_aircraft_fly_further(self) -> None:
        drill = combat_move("West: USA fighter\nEast: Japan infantry", breakthroughs=owned())
        with illegal(drill, "BG-7"):
            drill.move("West: fighter", "SZ 2", "SZ 3", "SZ 8", "SZ 9", "SZ 4")
        far = combat_move(
            "West: USA fighter\nEast: Japan infantry",
            breakthroughs=owned("long_range_aircraft"),
        )
        far.move("West: fighter", "SZ 2", "SZ 3", "Plains")
        assert far.figure("Plains: fighter").left == 3


class TestAdvancedArtillery:
    UNITS = "Border: USA artillery, 3 infantry / Japan 4 infantry"

    def strengths(self, **circumstances: Any) -> list[tuple[str, int, int]]:
        combat = battlefield(self.UNITS, **circumstances)
        assert combat.game.battle is not None
        return [(shot.kind, shot.strength, shot.count) for shot in combat.game.battle.volley]

    def test_each_artillery_supports_two_infantry(self) -> None:
        assert self.strengths(breakthroughs=owned("advanced_artillery")) == [
            ("infantry", 1, 1),
            ("artillery", 2, 1),
            ("infantry", 2, 2),
        ]

    def test_one_without_it(self) -> None:
        assert self.strengths() == [("infantry", 1, 2), ("artillery", 2, 1), ("infantry", 2, 1)]


class TestRadar:
    UNITS = "East: USA fighter, infantry / Japan infantry, aa, complex"

    def hit_by(self, die: int, **circumstances: Any) -> bool:
        combat = battlefield(self.UNITS, **circumstances)
        combat.roll(die, why="anti-aircraft fire")
        return "fighter" not in combat.units("East", "USA")

    def test_aa_hits_on_1_and_2(self) -> None:
        radar = owned("radar", power="Japan")
        assert self.hit_by(1, breakthroughs=radar)
        assert self.hit_by(2, breakthroughs=radar)
        assert not self.hit_by(3, breakthroughs=radar)
        assert not self.hit_by(2)

    def test_the_attackers_radar_does_not_matter(self) -> None:
        assert not self.hit_by(2, breakthroughs=owned("radar"))

    def test_raiders_too(self) -> None:
        combat = battlefield(
            "East: USA bomber / Japan complex, aa",
            raiding={"East": "bomber"},
            breakthroughs=owned("radar", power="Japan"),
        )
        combat.roll(2, why="anti-aircraft fire")
        assert combat.is_over

    def test_of_guns_of_two_powers_the_better_fires(self) -> None:
        combat = battlefield(
            "East: USA fighter, infantry / Japan infantry, aa / Germany aa",
            breakthroughs=owned("radar", power="Germany"),
        )
        assert isinstance(combat.request, Roll)
        assert combat.request.roller == "Germany"
        combat.roll(2)
        assert combat.units("East", "USA") == "infantry"


class TestHeavyBombers:
    BATTLE = "Border: USA bomber, infantry / Japan 3 infantry"
    RAID = "East: USA 2 bomber / Japan complex"

    def battle(self, **options: str) -> Combat:
        return battlefield(self.BATTLE, breakthroughs=owned("heavy_bombers"), options=options)

    def raid(self, **options: str) -> Combat:
        return battlefield(
            self.RAID,
            raiding={"East": "2 bomber"},
            breakthroughs=owned("heavy_bombers"),
            options=options,
        )

    def test_r10_both_dice_count_on_attack(self) -> None:
        combat = self.battle()
        combat.roll(6, 4, 4, why="attackers fire")
        assert isinstance(combat.request, Roll), "two like infantry are no choice"
        combat.roll(6, 6, 6)
        assert combat.units("Border", "Japan") == "infantry"

    def test_r10_or_the_better_one(self) -> None:
        combat = self.battle(heavy_bombers="best")
        combat.roll(6, 5, 4, why="attackers fire")
        combat.roll(6, 6, 6)
        assert combat.units("Border", "Japan") == "2 infantry"

    def test_both_dice_of_each_are_damage(self) -> None:
        combat = self.raid()
        combat.roll(1, 2, 3, 4, why="bombs")
        assert combat.game.damage == {"East": 10}

    def test_or_the_better_of_each(self) -> None:
        combat = self.raid(heavy_bombers="best")
        combat.roll(1, 2, 3, 4, why="bombs")
        assert combat.game.damage == {"East": 6}

    def test_one_die_on_the_defence(self) -> None:
        combat = battlefield(
            "Border: USA infantry / Japan bomber",
            breakthroughs=owned("heavy_bombers", power="Japan"),
        )
        combat.roll(6)
        combat.roll(6)

    def test_one_die_against_interceptors(self) -> None:
        """BG-8.3: everybody hits on 1, and rolls once; the bombs are two dice each again."""
        combat = battlefield(
            "East: USA bomber / Japan complex, fighter",
            raiding={"East": "bomber"},
            breakthroughs=owned("heavy_bombers"),
            options={"interceptors": "on"},
        )
        combat.answer(Interceptors(frozenset({PieceId(3)})))
        combat.roll(6, 6, why="interception")
        combat.roll(1, 2, why="bombs")


class TestIncreasedProduction:
    OWNED = owned("increased_production")

    def legal(self, space: str, count: int, **circumstances: Any) -> bool:
        game = position(
            f"{space}: USA complex",
            phase=Phase.MOBILIZE,
            waiting={"USA": {"infantry": 20}},
            breakthroughs=self.OWNED,
            **circumstances,
        )
        place = Placement(INFANTRY, SpaceId(space), SpaceId(space), count)
        return MobilizeUnits(USA).legal(game, Mobilization((place,)))

    def test_two_more_units_where_the_value_is_3_or_more(self) -> None:
        assert self.legal("West", 10)
        assert not self.legal("West", 11)
        assert self.legal("Prairie", 5)
        assert not self.legal("Prairie", 6)

    def test_not_where_it_is_less(self) -> None:
        assert self.legal("Isle", 1)
        assert not self.legal("Isle", 2)
        assert self.legal("Border", 2, control={"Border": "USA"})
        assert not self.legal("Border", 3, control={"Border": "USA"})

    def test_damage_counts_against_the_whole(self) -> None:
        assert self.legal("Prairie", 1, damage={"Prairie": 4})
        assert not self.legal("Prairie", 2, damage={"Prairie": 4})
        assert not self.legal("Prairie", 1, damage={"Prairie": 6})

    @pytest.mark.parametrize(("markers", "ipc"), [(1, 1), (2, 1), (3, 2), (4, 2)])
    def test_one_ipc_repairs_up_to_two_damage(self, markers: int, ipc: int) -> None:
        game = position("West: USA complex", damage={"West": 4}, breakthroughs=self.OWNED)
        repair = Purchase({}, {SpaceId("West"): markers})
        assert cost(game, USA, repair) == ipc
        after, _ = step(game, repair)
        assert after.treasury[USA] == 30 - ipc

    @pytest.mark.parametrize(("prairie", "west", "ipc"), [(1, 1, 1), (1, 2, 2), (3, 3, 3)])
    def test_one_ipc_repairs_a_marker_in_each_of_two_complexes(
        self, prairie: int, west: int, ipc: int
    ) -> None:
        game = position(
            "West: USA complex\nPrairie: USA complex",
            damage={"West": 3, "Prairie": 3},
            treasury={"USA": 3},
            breakthroughs=self.OWNED,
        )
        repair = Purchase({}, {SpaceId("Prairie"): prairie, SpaceId("West"): west})
        assert cost(game, USA, repair) == ipc
        assert repair in list(PurchaseUnits(USA).candidates(game))

    def test_two_complexes_and_the_money_for_one_marker(self) -> None:
        game = position(
            "West: USA complex\nPrairie: USA complex",
            damage={"West": 1, "Prairie": 2},
            treasury={"USA": 1},
            breakthroughs=self.OWNED,
        )
        decision = PurchaseUnits(USA)
        repairs = [answer.repairs for answer in decision.candidates(game)]
        assert repairs == [
            {},
            {"West": 1},
            {"Prairie": 1},
            {"Prairie": 1, "West": 1},
            {"Prairie": 2},
        ]
        drawn = [decision.sample(game, random.Random(seed)) for seed in range(60)]
        assert all(decision.legal(game, answer) for answer in drawn)
        assert {"Prairie": 1, "West": 1} in [answer.repairs for answer in drawn]

    def test_what_can_be_bought_takes_it_into_account(self) -> None:
        game = position(
            "West: USA complex",
            damage={"West": 3},
            treasury={"USA": 1},
            breakthroughs=self.OWNED,
        )
        repairs = [answer.repairs for answer in PurchaseUnits(USA).candidates(game)]
        assert repairs == [{}, {"West": 1}, {"West": 2}]


class TestWarBonds:
    def test_d6_ipc_more_at_income(self) -> None:
        game = position(phase=Phase.COLLECT_INCOME, breakthroughs=owned("war_bonds"))
        assert asked(game) == Roll(USA, 1, 6, "war bonds")
        after, events = step(game, (4,))
        assert after.treasury[USA] == 30 + 12 + 4
        assert events == (Collected(USA, (Term("territories", 12), Term("war bonds", 4)), 16),)

    def test_nothing_without_the_capital(self) -> None:
        game = position(
            phase=Phase.COLLECT_INCOME, breakthroughs=owned("war_bonds"), control={"West": "Japan"}
        )
        assert asked(game) is None

    def test_others_roll_nothing(self) -> None:
        game = position(
            active="Japan", phase=Phase.COLLECT_INCOME, breakthroughs=owned("war_bonds")
        )
        assert asked(game) is None


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
