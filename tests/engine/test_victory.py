"""How a game ends (BG-3.2, 12; BG-8.27; resignation)."""

import pytest

from engine.board import Power, Side
from engine.errors import Illegal
from engine.game import Game
from engine.loading import builtin
from engine.phases import Outcome, Phase, Stage
from engine.resignation import SeatResigned, heirs
from engine.run import Run
from engine.setup import new_game
from engine.victory import GameEnded, capital_is_free, victory
from tests.engine.position import position, step, world

ALLIES, AXIS = Side("Allies"), Side("Axis")


def aims(text: str) -> tuple[str, str]:
    """The change of the world's file that replaces what wins."""
    return ('kind = "cities"\nat_least = 4', text)


def winner(game: Game) -> Side | None:
    outcome = victory(game)
    return None if outcome is None else outcome.winner


class TestBG121Cities:
    """Of five cities the Allies hold West, Isle and Cove, the Axis East and Fort; four win."""

    def test_nobody_has_enough(self) -> None:
        assert victory(position()) is None

    def test_a_side_with_enough_wins(self) -> None:
        assert winner(position(control={"Fort": "USA"})) == ALLIES
        assert winner(position(control={"Isle": "Japan", "Cove": "Japan"})) == AXIS

    def test_powers_of_a_side_count_together(self) -> None:
        assert winner(position(control={"Isle": "Germany", "Cove": "Japan"})) == AXIS

    def test_the_setting_is_one_for_both_sides(self) -> None:
        scenario = world(("at_least = 4", "at_least = 5"))
        assert victory(position(control={"Fort": "USA"}, scenario=scenario)) is None

    @pytest.mark.parametrize(
        ("setting", "side"), [("standard", None), ("short", ALLIES), ("total", None)]
    )
    def test_a_short_game(self, setting: str, side: Side | None) -> None:
        """The Allies hold three of five cities."""
        scenario = world(("at_least = 4", "at_least = 4\nshort = 3\ntotal = 5"))
        game = position(scenario=scenario, options={"victory_cities": setting})
        assert winner(game) == side

    def test_total_victory(self) -> None:
        scenario = world(("at_least = 4", "at_least = 4\ntotal = 5"))
        for fort, side in (("Germany", None), ("USA", ALLIES)):
            control = {"East": "USA", "Fort": fort}
            game = position(scenario=scenario, control=control, options={"victory_cities": "total"})
            assert winner(game) == side

    def test_a_scenario_without_them_plays_its_ordinary_game(self) -> None:
        assert winner(position(options={"victory_cities": "short"})) is None


class TestBG122Income:
    """The Axis' territories are worth 21 IPC when the game opens."""

    RICH = world(aims('kind = "income"\nside = "Axis"\nat_least = 24'))

    def test_a_side_with_so_much_wins(self) -> None:
        assert winner(position(scenario=self.RICH, control={"Prairie": "Japan"})) == AXIS

    def test_not_with_less(self) -> None:
        assert victory(position(scenario=self.RICH, control={"Isle": "Japan"})) is None

    def test_it_is_one_sides_alone(self) -> None:
        assert victory(position(scenario=self.RICH, control={"Fort": "USA"})) is None


class TestBG122Capitals:
    TAKEN = world(aims('kind = "capitals"\nside = "Axis"\nat_least = 1'))

    def test_enough_enemy_capitals_and_all_its_own(self) -> None:
        assert victory(position(scenario=self.TAKEN)) is None
        assert winner(position(scenario=self.TAKEN, control={"Cove": "Japan"})) == AXIS

    def test_not_while_one_of_its_own_is_taken(self) -> None:
        control = {"Cove": "Japan", "Fort": "USA"}
        assert victory(position(scenario=self.TAKEN, control=control)) is None


class TestLastRound:
    LAST = world(
        aims(
            'kind = "last_round"\nround = 3\ntie = "Axis"\n'
            "points = {Isle = 2, Atoll = 1, Border = 1}"
        )
    )

    def test_not_before(self) -> None:
        assert victory(position(scenario=self.LAST, round_=2)) is None

    def test_more_points_win(self) -> None:
        game = position(scenario=self.LAST, round_=3, control={"Border": "USA"})
        assert victory(game) == Outcome(ALLIES, "after round 3, Allies 3 to Axis 1")

    def test_a_draw_is_decided_by_the_scenario(self) -> None:
        game = position(scenario=self.LAST, round_=3)
        assert victory(game) == Outcome(
            AXIS, "after round 3, Allies 2 to Axis 2, and in a tie Axis win"
        )


class TestBG32WhenItIsTested:
    def test_at_the_end_of_a_round_only(self) -> None:
        game = position(active="Japan", phase=Phase.COLLECT_INCOME, control={"Fort": "USA"})
        assert Run(game).game.turn == 2

    def test_after_the_last_turn_of_a_round_the_end_is_told(self) -> None:
        game = position(active="Germany", phase=Phase.COLLECT_INCOME, control={"Fort": "USA"})
        outcome = Outcome(ALLIES, "4 victory cities held by Allies")
        after, events = step(game.replace(stage=Stage.TURN_CLOSES))
        assert after.outcome == outcome
        assert after.stage is Stage.OVER
        assert GameEnded(outcome) in events

    def test_nothing_is_asked_after_it(self) -> None:
        game = position(active="Germany", phase=Phase.COLLECT_INCOME, control={"Fort": "USA"})
        assert Run(game).request is None

    def test_otherwise_the_next_round_begins(self) -> None:
        run = Run(position(active="Germany", phase=Phase.COLLECT_INCOME))
        assert (run.game.round, run.game.active) == (2, "USA")


class TestResignation:
    """SPEC-13.1: powers pass to the next seat of their side; without one the side has lost."""

    def test_the_only_seat_of_a_side_loses(self) -> None:
        run = Run(position())
        events = run.resign(0)
        outcome = Outcome(AXIS, "USA and UK resigned")
        assert run.outcome == outcome
        assert events == (GameEnded(outcome),)
        assert run.request is None

    def test_powers_pass_to_the_next_seat_of_their_side(self) -> None:
        run = Run(position(seats=(("USA",), ("Japan", "Germany"), ("UK",))))
        asked = run.request
        events = run.resign(0)
        assert events == (SeatResigned(0, {Power("USA"): 2}),)
        assert run.outcome is None
        assert run.request is asked
        assert run.game.seat_of(Power("USA")) == 2
        assert [run.game.powers_of(seat) for seat in range(3)] == [
            (),
            ("Japan", "Germany"),
            ("USA", "UK"),
        ]

    def test_the_next_seat_is_counted_round(self) -> None:
        game = position(active="Germany", seats=(("USA", "UK"), ("Japan",), ("Germany",)))
        run = Run(game)
        run.resign(2)
        assert run.game.seat_of(Power("Germany")) == 1

    def test_of_several_the_next_one_after_the_seat_plays_on(self) -> None:
        names = (("Germany",), ("Japan", "USSR"), ("UK", "USA", "China"), ("Italy",))
        seats = tuple(tuple(map(Power, powers)) for powers in names)
        game = new_game(builtin("anniversary-1941"), (), {}, seats)
        assert heirs(game, 1) == {Power("Japan"): 3, Power("USSR"): 2}
        assert heirs(game, 3) == {Power("Italy"): 0}

    def test_a_seat_that_has_got_powers_passes_them_on_with_its_own(self) -> None:
        run = Run(position(seats=(("Japan", "Germany"), ("USA",), ("UK",))))
        run.resign(1)
        run.resign(2)
        assert run.outcome == Outcome(AXIS, "USA and UK resigned")

    def test_nobody_who_has_resigned_is_asked_again(self) -> None:
        run = Run(position(seats=(("USA",), ("UK",), ("Japan", "Germany"))))
        run.resign(0)
        with pytest.raises(Illegal, match="BG-12"):
            run.resign(0)

    def test_a_step_that_is_played_again_knows_of_it(self) -> None:
        run = Run(position(seats=(("USA",), ("UK",), ("Japan", "Germany"))))
        run.resign(0)
        fork = run.fork()
        here = fork.bookmark()
        run.rewind(here)
        for one in (run, fork):
            one.answer(["purchase", [], []])
            assert one.game.seat_of(Power("USA")) == 1

    def test_who_has_powers_of_both_sides_loses_with_the_side_that_has_no_other(self) -> None:
        run = Run(position(seats=(("USA", "Japan", "Germany"), ("UK",))))
        run.resign(0)
        outcome = Outcome(ALLIES, "USA, Japan and Germany resigned")
        assert run.outcome == outcome

    def test_who_plays_both_sides_alone_leaves_no_winner(self) -> None:
        run = Run(position(seats=(("USA", "UK", "Japan", "Germany"),)))
        run.resign(0)
        assert run.game.outcome is not None
        assert run.game.outcome.winner is None

    def test_only_in_place_of_a_decision_asked_of_the_seat(self) -> None:
        run = Run(position())
        with pytest.raises(Illegal, match="BG-12"):
            run.resign(1)
        assert run.outcome is None


def test_bg_8_27_a_power_is_free_while_it_holds_its_capital() -> None:
    assert capital_is_free(position(), Power("USA"))
    assert not capital_is_free(position(control={"West": "Japan"}), Power("USA"))
    assert not capital_is_free(position(control={"West": "UK"}), Power("USA"))
