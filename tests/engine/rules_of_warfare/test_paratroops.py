"""WP: paratroop drops; rulings 15, 44."""

import random

import pytest

from engine.battle.events import Lost
from engine.board import Power, SpaceId
from engine.charts import Breakthrough
from engine.economy.research import Chart, Hire
from engine.errors import Illegal
from engine.movement.declarations import may_declare
from engine.movement.orders import Move
from engine.movement.proposals import destinations, proposal
from engine.phases import Phase, Stage
from engine.pieces import PieceId
from engine.run import Run
from tests.engine.battle.field import STEPS, Combat, battlefield
from tests.engine.movement.drill import Drill, combat_move, illegal, noncombat_move
from tests.engine.position import laboratory, position, step, world

USA, JAPAN = Power("USA"), Power("Japan")
PLAINS = SpaceId("Plains")
CLASSIC = world(('edition = "anniversary"', 'edition = "classic"'))
WP = ("WP",)
FAR = ("Prairie", "Border", "Plains")


def dropping(units: str, **circumstances: object) -> Drill:
    """A bomber drops infantry from West on Plains."""
    drill = combat_move(f"West: USA bomber, infantry\n{units}", modules=WP, **circumstances)
    drill.move("West: bomber, infantry", *FAR)
    return drill


def fought(drill: Drill, *attacked: str) -> Combat:
    """Conduct combat after these moves, with attacks on these sea zones."""
    combat = battlefield("")
    plan = drill.game.rules.scenario.turns[0].phases
    phase = next(i for i, part in enumerate(plan) if part.phase is Phase.CONDUCT_COMBAT)
    game = drill.game.update_turn_record(attacked=frozenset(map(SpaceId, attacked)))
    combat.run = Run(game.replace(phase=phase, stage=Stage.CONDUCT_COMBAT), STEPS)
    return combat


class TestWP1:
    def test_drops_where_the_order_ends_and_the_bomber_flies_on(self) -> None:
        drill = dropping("Plains: Japan infantry")
        drill.move("Plains: bomber", "Border", "Prairie", "West")
        assert drill.units("Plains", "USA") == "infantry"
        drill.done()
        assert drill.is_over  # all have had a purpose

    def test_what_is_flown_over_is_not_taken(self) -> None:
        drill = dropping("Border: Japan infantry\nPlains: Japan infantry")
        assert drill.game.control[SpaceId("Border")] == JAPAN
        drill.take_back("Plains: bomber")
        assert drill.units("West", "USA") == "bomber, infantry"

    def test_a_way_over_enemy_territory_is_found(self) -> None:
        """It flies normally: no enemy below ends the flight."""
        units = "Prairie: USA bomber, infantry\nPlains: Japan infantry\nBorder: Japan infantry"
        found = destinations(combat_move(units, modules=WP).game, (PieceId(1), PieceId(2)))
        assert found[SpaceId("East")] == ("Border", "Plains", "East")

    def test_it_is_the_infantrys_whole_move(self) -> None:
        drill = noncombat_move("West: USA bomber, infantry", modules=WP, control={"Border": "USA"})
        drill.move("West: bomber, infantry", "Prairie", "Border")
        assert drill.figure("Border: infantry").left == 0
        assert drill.figure("Border: bomber").left == 4

    def test_one_infantry_at_the_start_of_the_movement(self) -> None:
        drill = combat_move(
            "West: USA bomber, 2 infantry\nPrairie: USA infantry\nPlains: Japan infantry",
            modules=WP,
        )
        with illegal(drill, "BG-7"):
            drill.move("West: bomber, 2 infantry", *FAR)
        drill.move("West: bomber", "Prairie")
        with illegal(drill, "BG-7"):  # the bomber has moved
            drill.move("Prairie: bomber, infantry", "Border", "Plains")

    def test_proposals_come_to_drops(self) -> None:
        game = combat_move("West: USA bomber, infantry\nPlains: Japan infantry", modules=WP).game
        draw = random.Random(3)
        orders = [proposal(game, draw) for _ in range(80)]
        assert any(isinstance(o, Move) and len(o.pieces) == 2 and len(o.route) > 1 for o in orders)


class TestWP2:
    def test_wp_t_empty_enemy_land_is_captured_at_the_end_of_conduct_combat(self) -> None:
        drill = dropping("SZ 3: USA destroyer / Japan destroyer")
        combat = fought(drill, "SZ 3")
        assert combat.game.control[PLAINS] == JAPAN  # while other battles are fought
        combat.roll(1, why="attackers fire")
        combat.roll(6, why="defenders fire")
        assert combat.is_over
        assert combat.game.control[PLAINS] == USA

    def test_otherwise_the_infantry_fights_there(self) -> None:
        combat = fought(dropping("Plains: Japan infantry"))
        combat.roll(1, why="attackers fire")
        combat.roll(6, why="defenders fire")
        assert combat.game.control[PLAINS] == USA

    def test_combat_drops_only_in_combat_move(self) -> None:
        drill = noncombat_move("West: USA bomber, infantry", modules=WP)
        with illegal(drill, "BG-7"):
            drill.move("West: bomber, infantry", *FAR)


class TestWP3:
    def test_wp_t_the_bomber_neither_attacks_nor_raids(self) -> None:
        drill = dropping("Plains: Japan infantry, complex")
        assert drill.game.rules.raiders(drill.game, PLAINS) == ()
        combat = fought(drill)
        combat.roll(6, why="attackers fire")  # one die, the infantry's
        combat.roll(1, why="defenders fire")
        assert combat.units("Plains", "USA") == "bomber"

    def test_nor_where_it_flies_on_though_its_infantry_has_fallen(self) -> None:
        drill = combat_move(
            "West: USA bomber, infantry\nPrairie: USA tank\nBorder: Japan infantry\n"
            "Plains: Japan complex, infantry",
            modules=WP,
        )
        drill.move("West: bomber, infantry", "Prairie", "Border")
        drill.move("Border: bomber", "Plains")
        assert drill.game.rules.raiders(drill.game, PLAINS) == ()
        game, _ = step(
            drill.game.replace(phase=drill.game.phase + 1, stage=Stage.PHASE_OPENS, events=())
        )
        combat = battlefield("")
        combat.run = Run(game.replace(stage=Stage.CONDUCT_COMBAT), STEPS)
        combat.roll(6, why="attackers fire")
        combat.roll(1, why="defenders fire")
        assert combat.is_over  # nothing is fought over Plains

    def test_wp_3_nor_at_sea(self) -> None:
        drill = dropping("Plains: Japan infantry\nSZ 3: Japan destroyer")
        drill.move("Plains: bomber", "SZ 3")
        with pytest.raises(Illegal, match=r"BG-8\.23"):
            may_declare(drill.game, SpaceId("SZ 3"))

    def test_ruling_15_nor_does_it_search(self) -> None:
        game = dropping("Plains: Japan infantry").game
        bomber = game.pieces[PieceId(1)]
        assert not game.rules.may_search(game, bomber)
        still = combat_move("West: USA bomber", modules=WP).game
        assert still.rules.may_search(still, bomber)


class TestWP4:
    def test_wp_t_a_1_takes_bomber_and_infantry(self) -> None:
        drill = dropping("Plains: Japan infantry, aa_gun")
        events = drill.run.answer((1,))
        assert drill.units("Plains", "USA") == ""
        assert [event.kind for event in events if isinstance(event, Lost)] == ["bomber", "infantry"]
        assert drill.units("West") == ""

    def test_else_it_is_placed_and_the_move_stays(self) -> None:
        drill = dropping("Plains: Japan infantry, aa_gun")
        drill.run.answer((2,))
        assert drill.units("Plains", "USA") == "bomber, infantry"
        with illegal(drill, "R6"):
            drill.take_back("Plains: infantry")

    @pytest.mark.parametrize(
        ("number", "dice", "left"),
        [
            (6, (), "5 bomber, 5 infantry"),
            (3, (3,), "2 bomber, 2 infantry"),
            (3, (4,), "3 bomber, 3 infantry"),
        ],
    )
    def test_r28_in_low_luck_all_bombers_are_fired_at_together(
        self, number: int, dice: tuple[int, ...], left: str
    ) -> None:
        drill = combat_move(
            f"West: USA {number} bomber, {number} infantry\nPlains: Japan infantry, aa_gun",
            modules=WP,
            options={"low_luck": "on"},
        )
        drill.move(f"West: {number} bomber, {number} infantry", *FAR)
        if dice:
            drill.run.answer(dice)
        assert drill.units("Plains", "USA") == left

    def test_guns_on_the_way_fire_in_the_classic_edition(self) -> None:
        drill = dropping("Border: Japan aa_gun\nPlains: Japan infantry", scenario=CLASSIC)
        drill.run.answer((1,))
        assert not drill.game.owned(USA)

    def test_they_retreat_only_with_units_that_came_overland(self) -> None:
        units = "Border: USA tank\nPlains: Japan 2 infantry"
        drill = dropping(units, control={"Border": "USA"})
        drill.move("Border: tank", "Plains")
        combat = fought(drill)
        combat.roll(6, 6, why="attackers fire")
        combat.roll(6, 6, why="defenders fire")
        combat.retreat("Border")
        assert combat.units("Border") == "infantry, tank"
        combat = fought(dropping(units, control={"Border": "USA"}))
        combat.roll(6, why="attackers fire")
        combat.roll(6, 6, why="defenders fire")
        combat.roll(6, why="attackers fire")  # alone they fight on

    def test_aircraft_beside_them_may_break_off(self) -> None:
        """BG-8.19: nothing is there that could withdraw."""
        drill = dropping(
            "Border: USA fighter\nPlains: Japan 2 infantry", control={"Border": "USA"}
        )  # fmt: skip
        drill.move("Border: fighter", "Plains")
        combat = fought(drill)
        combat.roll(6, 6, why="attackers fire")
        combat.roll(6, 6, why="defenders fire")
        combat.break_off()
        combat.roll(6, why="attackers fire")


def test_ruling_44_the_breakthrough_is_rolled_again() -> None:
    scenario = laboratory()
    assert scenario.charts is not None
    number, chart = next(
        (i, c) for i, c in enumerate(scenario.charts.charts, 1) if Breakthrough.PARATROOPERS in c
    )
    game = position(phase=Phase.RESEARCH, scenario=scenario, modules=WP)
    die = chart.index(Breakthrough.PARATROOPERS) + 1
    other = next(i for i, found in enumerate(chart, 1) if found != Breakthrough.PARATROOPERS)
    game, _ = step(game, Hire(1), (6,), Chart(number), (die,), (other,))
    assert game.breakthroughs[USA] == {chart[other - 1]}
