"""What each breakthrough but those of infantry that rides does (BG-4.2, 4.3)."""

import random
from typing import Any

import pytest

from engine.battle.raids import Interceptors
from engine.board import Power, SpaceId
from engine.economy.income import Collected
from engine.economy.mobilize import Mobilization, MobilizeUnits, Placement
from engine.economy.purchase import Purchase, PurchaseUnits, cost
from engine.phases import Phase
from engine.pieces import PieceId
from engine.questions.economy import Term
from engine.requests import Roll
from engine.units import INFANTRY, Kind
from tests.engine.battle.field import Combat, battlefield
from tests.engine.movement.drill import combat_move, illegal
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
