"""Research (BG-4.1): researchers, their dice, and the chart on which a breakthrough is rolled."""

import random
from typing import Any

import pytest

from engine.board import Power
from engine.charts import Breakthrough
from engine.economy.research import (
    BrokeThrough,
    Chart,
    ChooseChart,
    Hire,
    HireResearchers,
    Researched,
)
from engine.errors import Illegal
from engine.game import Game
from engine.loading import charts
from engine.phases import Phase, Stage
from engine.requests import Roll
from engine.setup import new_game
from engine.units import FIGHTER
from tests.engine.position import asked, laboratory, position, step, world

USA = Power("USA")
ANNIVERSARY = charts("anniversary")


SEATS = (USA, Power("UK")), (Power("Japan"), Power("Germany"))


def lab(units: str = "", treasury: int = 30, **circumstances: Any) -> Game:
    """The USA's Research phase."""
    money = {"USA": treasury}
    return position(
        units, phase=Phase.RESEARCH, treasury=money, scenario=laboratory(), **circumstances
    )


def refused(game: Game, count: int) -> str:
    with pytest.raises(Illegal) as error:
        HireResearchers(USA).check(game, Hire(count))
    return str(error.value)


class TestResearchers:
    def test_cost_5_ipc_each(self) -> None:
        after, _ = step(lab(), Hire(2), (1, 5))
        assert after.treasury[USA] == 20
        assert HireResearchers(USA).legal(lab(treasury=14), Hire(2))
        assert refused(lab(treasury=14), 3) == "BG-4.1: a researcher costs 5 IPC, but USA has 14"

    def test_old_and_new_roll_a_die_each(self) -> None:
        after, events = step(lab(researchers={"USA": 2}), Hire(1), (1, 2, 3))
        assert Researched(USA, 1, (1, 2, 3)) in events
        assert after.stage is Stage.PHASE_CLOSES

    def test_without_a_6_all_are_kept(self) -> None:
        after, _ = step(lab(researchers={"USA": 2}), Hire(1), (1, 5, 3))
        assert after.researchers[USA] == 3
        assert USA not in after.breakthroughs

    def test_old_ones_roll_though_nothing_is_bought(self) -> None:
        """With no money nothing is asked, and they roll all the same."""
        request = asked(lab(treasury=4, researchers={"USA": 1}))
        assert request == Roll(USA, 1, 6, "research")

    def test_nobody_rolls_nothing(self) -> None:
        after, events = step(lab(treasury=4))
        assert (after.stage, events) == (Stage.PHASE_CLOSES, ())


class TestBreakthrough:
    def test_a_6_brings_one_and_returns_all_researchers(self) -> None:
        after, events = step(lab(researchers={"USA": 2}), Hire(1), (6, 1, 2), Chart(2), (2,))
        assert after.breakthroughs[USA] == {Breakthrough.JET_FIGHTERS}
        assert after.researchers[USA] == 0
        assert BrokeThrough(USA, Breakthrough.JET_FIGHTERS) in events

    def test_r23_a_second_6_brings_nothing_more(self) -> None:
        after, _ = step(lab(), Hire(3), (6, 6, 6), Chart(1), (2,))
        assert after.breakthroughs[USA] == {Breakthrough.ROCKETS}

    @pytest.mark.parametrize("number", [1, 2])
    @pytest.mark.parametrize("die", range(1, 7))
    def test_the_die_names_it(self, number: int, die: int) -> None:
        after, _ = step(lab(), Hire(1), (6,), Chart(number), (die,))
        assert ANNIVERSARY is not None
        assert after.breakthroughs[USA] == {ANNIVERSARY.charts[number - 1][die - 1]}

    def test_what_is_owned_already_is_rolled_again(self) -> None:
        game = lab(breakthroughs={"USA": ["rockets", "war_bonds"]})
        after, _ = step(game, Hire(1), (6,), Chart(1), (2,), (5,), (1,))
        assert after.breakthroughs[USA] - {Breakthrough.ROCKETS, Breakthrough.WAR_BONDS} == {
            Breakthrough.ADVANCED_ARTILLERY
        }

    def test_a_chart_of_which_all_is_owned_cannot_be_chosen(self) -> None:
        assert ANNIVERSARY is not None
        game = lab(breakthroughs={"USA": ANNIVERSARY.charts[0]})
        after, _ = step(game, Hire(1), (6,), (4,))
        assert Breakthrough.RADAR in after.breakthroughs[USA]
        with pytest.raises(Illegal, match="no new breakthrough"):
            ChooseChart(USA).check(game, Chart(1))

    def test_who_has_everything_hires_nobody(self) -> None:
        assert ANNIVERSARY is not None
        everything = {b for chart in ANNIVERSARY.charts for b in chart}
        game = lab(breakthroughs={"USA": everything}, researchers={"USA": 1})
        assert "has every breakthrough" in refused(game, 1)
        after, events = step(game)
        assert (after.researchers[USA], events) == (1, ())

    def test_is_not_shared(self) -> None:
        game = lab("West: USA fighter\nCove: UK fighter", breakthroughs={"USA": ["jet_fighters"]})
        attacks = [game.rules.unit_type(game, Power(p), FIGHTER).attack for p in ("USA", "UK")]
        assert attacks == [4, 3]

    def test_its_effect_is_immediate(self) -> None:
        """Long-range aircraft have their range in the turn in which it is found (BG-4.1, 4.3)."""
        game = lab("West: USA fighter, bomber, infantry")
        after, _ = step(game, Hire(1), (6,), Chart(2), (5,))
        left = {p: after.pieces[p].left for p in after.pieces}
        assert left == {1: 6, 2: 8, 3: 1}


class TestWhoDoesNotResearch:
    def test_a_power_without_its_capital(self) -> None:
        game = lab(control={"West": "Japan"}, researchers={"USA": 2})
        assert "while an enemy holds its capital" in refused(game, 1)
        after, events = step(game)
        assert events == ()
        assert after.researchers[USA] == 2, "researchers stay (BG-8.27)"

    def test_nobody_where_the_option_is_off(self) -> None:
        game = new_game(laboratory(), (), {"research": "off"}, SEATS)
        phases = [part.phase for turn in game.rules.scenario.turns for part in turn.phases]
        assert Phase.RESEARCH not in phases
        assert phases.count(Phase.PURCHASE) == 4

    def test_nobody_where_the_scenario_has_no_research(self) -> None:
        phases = [part.phase for turn in world().turns for part in turn.phases]
        assert Phase.RESEARCH not in phases


def test_research_comes_before_purchase() -> None:
    game = position(phase=Phase.RESEARCH, scenario=laboratory(), treasury={"USA": 0})
    after, _ = step(game)
    after, _ = step(after)
    assert after.current_phase is Phase.PURCHASE


def test_samples_are_legal_and_of_every_kind() -> None:
    game, draw = lab(), random.Random(1)
    drawn = {HireResearchers(USA).sample(game, draw).count for _ in range(300)}
    assert drawn == set(range(7))
    assert all(HireResearchers(USA).legal(game, Hire(count)) for count in drawn)


def test_candidates_are_all_that_can_be_paid() -> None:
    assert list(HireResearchers(USA).candidates(lab(treasury=11))) == [Hire(0), Hire(1), Hire(2)]
