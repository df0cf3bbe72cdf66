"""The sequence of a turn and a round (BG-3), and what is cleared when (SS-0.3a)."""

import dataclasses

import pytest

from engine.board import Power, SpaceId
from engine.errors import Illegal
from engine.game import Event, Game
from engine.loading import builtin
from engine.phases import Phase, Stage
from engine.pieces import Figure
from engine.requests import Step
from engine.rules import Rules
from engine.run import Run
from engine.setup import new_game
from engine.turn import FIRST_STEP, STEPS, ChooseFirst, First, PhaseBegan, RoundEnded, TurnBegan
from tests.engine.position import asked, find, play, position, step, world

USA, JAPAN, UK, GERMANY = (Power(name) for name in ("USA", "Japan", "UK", "Germany"))


def empty_round() -> tuple[Event, ...]:
    """What happens from the first turn to the first decision of the second round.

    Nobody has a unit or money, so nothing is asked before somebody has collected income.
    """
    game = position(treasury={"USA": 0, "Japan": 0, "UK": 0, "Germany": 0})
    events: list[Event] = []
    game = game.replace(stage=Stage.TURN_OPENS)
    while game.round == 1:
        game, happened = step(game)
        events.extend(happened)
    return tuple(events)


class TestBG31Phases:
    def test_a_turn_goes_through_its_phases_in_order(self) -> None:
        began = [event for event in empty_round() if isinstance(event, PhaseBegan)]
        assert [event.phase for event in began if event.power == USA] == [
            Phase.PURCHASE,
            Phase.COMBAT_MOVE,
            Phase.CONDUCT_COMBAT,
            Phase.NONCOMBAT_MOVE,
            Phase.MOBILIZE,
            Phase.COLLECT_INCOME,
        ]

    def test_turns_follow_each_other(self) -> None:
        turns = [event.powers for event in empty_round() if isinstance(event, TurnBegan)]
        assert turns == [(USA,), (JAPAN,), (UK,), (GERMANY,)]

    def test_every_stage_has_its_step_and_every_phase_its_first(self) -> None:
        assert set(STEPS) == set(Stage) - {Stage.OVER}
        assert set(FIRST_STEP) == set(Phase)

    def test_phases_that_have_ended_are_counted(self) -> None:
        run = Run(position())
        before = run.game.phases_closed
        play(run, ["purchase", [], []])
        assert run.game.phases_closed > before


def test_bg_3_2_a_round_ends_after_the_last_powers_turn() -> None:
    events = [e for e in empty_round() if isinstance(e, TurnBegan | RoundEnded)]
    assert events[-1] == RoundEnded(1)
    assert events.count(RoundEnded(1)) == 1


class TestBG33TwoPowersShareATurn:
    """Together, but for combat: all of it for one of them, then for the other."""

    PLAN = (
        'phases = ["purchase", "combat_move", "conduct_combat", '
        '{phase = "combat_move", power = "UK"}, {phase = "conduct_combat", power = "UK"}, '
        '"noncombat_move", {phase = "noncombat_move", power = "UK"}]'
    )
    SCENARIO = world(
        ('[[turns]]\npower = "USA"\n', f'[[turns]]\npower = "USA"\n{PLAN}\n'),
        ('[[turns]]\npower = "UK"\n', ""),
    )
    UNITS = "Isle: USA infantry\nCove: UK infantry"

    def at(self, phase: Phase, power: Power, units: str = UNITS) -> Game:
        game = position(units, active=power, phase=phase, scenario=self.SCENARIO)
        return game.replace(stage=Stage.PHASE_OPENS)

    def played(self, first: Power | None, units: str = UNITS) -> list[tuple[Phase, Power]]:
        """Phases from the end of Purchase to the end of the turn."""
        game = self.at(Phase.COMBAT_MOVE, USA, units)
        answers = [] if first is None else [First(first)]
        phases: list[tuple[Phase, Power]] = []
        while game.stage is not Stage.TURN_CLOSES:
            game, events = step(game, *answers)
            answers = []
            began = [event for event in events if isinstance(event, PhaseBegan)]
            phases.extend((event.phase, event.power) for event in began)
        return phases

    def test_both_are_ready_when_the_turn_begins(self) -> None:
        game, events = step(self.at(Phase.PURCHASE, USA).replace(stage=Stage.TURN_OPENS))
        assert TurnBegan(1, (USA, UK)) in events
        assert [piece.left for piece in game.pieces.values()] == [1, 1]

    def test_the_one_whose_turn_it_is_chooses_who_fights_first(self) -> None:
        request = asked(self.at(Phase.COMBAT_MOVE, USA))
        assert request == ChooseFirst(USA)
        assert list(ChooseFirst(USA).candidates(self.at(Phase.COMBAT_MOVE, USA))) == [
            First(USA),
            First(UK),
        ]
        with pytest.raises(Illegal, match=r"BG-3\.3"):
            ChooseFirst(USA).check(self.at(Phase.COMBAT_MOVE, USA), First(JAPAN))

    @pytest.mark.parametrize(("first", "second"), [(USA, UK), (UK, USA)])
    def test_all_combat_of_one_comes_before_any_of_the_other(
        self, first: Power, second: Power
    ) -> None:
        assert self.played(first) == [
            (Phase.COMBAT_MOVE, first),
            (Phase.CONDUCT_COMBAT, first),
            (Phase.COMBAT_MOVE, second),
            (Phase.CONDUCT_COMBAT, second),
            (Phase.NONCOMBAT_MOVE, USA),
            (Phase.NONCOMBAT_MOVE, UK),
        ]

    def test_there_is_nothing_to_choose_without_pieces(self) -> None:
        assert self.played(None, "Isle: USA infantry")[0] == (Phase.COMBAT_MOVE, USA)

    def test_the_second_may_attack_where_the_first_just_fought(self) -> None:
        game = self.at(Phase.COMBAT_MOVE, UK)
        fought = game.update_turn_record(
            attacked=frozenset({SpaceId("SZ 3")}), fought=frozenset({SpaceId("SZ 3")})
        )
        after, _ = step(fought)
        assert not after.record.attacked
        assert not after.record.fought


class TestTurnOpens:
    GAME = position("West: USA tank\nSZ 1: USA cruiser / Japan destroyer\nEast: Japan infantry")

    def test_the_powers_pieces_have_their_movement(self) -> None:
        spent = self.GAME.with_pieces(
            *(dataclasses.replace(p, left=0) for p in self.GAME.pieces.values())
        )
        game, _ = step(spent.replace(stage=Stage.TURN_OPENS))
        assert {p.id: p.left for p in game.pieces.values()} == {1: 2, 2: 2, 3: 0, 4: 0}

    def test_control_at_its_start_is_remembered(self) -> None:
        """For BG-2.5, 7.6 and 10.1."""
        game, _ = step(self.GAME.replace(stage=Stage.TURN_OPENS))
        assert game.record.control_at_start == game.control

    def test_the_record_of_the_turn_before_is_forgotten(self) -> None:
        game = self.GAME.update_turn_record(captured=frozenset({SpaceId("Isle")}))
        game, _ = step(game.replace(stage=Stage.TURN_OPENS))
        assert game.record.captured == frozenset()


class TestSS03aMarkers:
    """Cleared for the active power at the start of Mobilize, for everybody at every turn's end."""

    def marked(self, phase: Phase) -> Game:
        game = position("SZ 1: USA cruiser\nSZ 5: Japan cruiser", phase=phase)
        return game.with_pieces(
            *(
                dataclasses.replace(p, moved=True, fought=True, came_from=SpaceId("SZ 2"), left=1)
                for p in game.pieces.values()
            )
        )

    def marks(self, game: Game) -> list[bool]:
        return [
            piece.moved or piece.fought or piece.came_from is not None or piece.left > 0
            for piece in game.pieces.values()
        ]

    def test_at_the_start_of_mobilize(self) -> None:
        game, _ = step(self.marked(Phase.MOBILIZE).replace(stage=Stage.PHASE_OPENS))
        assert self.marks(game) == [False, True]

    @pytest.mark.parametrize("phase", [Phase.NONCOMBAT_MOVE, Phase.COMBAT_MOVE])
    def test_not_at_the_start_of_other_phases(self, phase: Phase) -> None:
        game, _ = step(self.marked(phase).replace(stage=Stage.PHASE_OPENS))
        assert self.marks(game) == [True, True]

    def test_at_the_end_of_a_turn(self) -> None:
        game, _ = step(self.marked(Phase.COLLECT_INCOME).replace(stage=Stage.TURN_CLOSES))
        assert self.marks(game) == [False, False]

    def test_bg_7_9_a_transport_has_done_unloading(self) -> None:
        game = position("SZ 1: USA transport", phase=Phase.COLLECT_INCOME)
        (ship,) = (p for p in game.pieces.values() if isinstance(p, Figure))
        game = game.with_pieces(dataclasses.replace(ship, unloaded=SpaceId("West"), loaded=True))
        game, _ = step(game.replace(stage=Stage.TURN_CLOSES))
        assert game.pieces[ship.id] == dataclasses.replace(ship, left=0)


class TestBG61Repair:
    """Option bb_repair: two-hit ships are whole at the end of their combat, or of their turn."""

    @pytest.mark.parametrize(
        ("setting", "damaged"),
        [("end_of_combat", [True, True]), ("end_of_owner_turn", [False, True])],
    )
    def test_at_the_end_of_the_owners_turn(self, setting: str, damaged: list[bool]) -> None:
        game = position(
            "SZ 1: USA damaged battleship\nSZ 5: Japan damaged battleship",
            phase=Phase.COLLECT_INCOME,
            options={"bb_repair": setting},
        )
        game, _ = step(game.replace(stage=Stage.TURN_CLOSES))
        ships = [p for p in game.pieces.values() if isinstance(p, Figure)]
        assert [ship.damaged for ship in ships] == damaged


class Bell(Rules):
    """A house rule that answers every point of the turn, by the round's number."""

    module = "BELL"

    def turn_closes(self, game: Game) -> Step:
        """Ring the money: 1 IPC more for everybody."""
        game = yield from super().turn_closes(game)
        return game.replace(treasury={power: ipc + 1 for power, ipc in game.treasury.items()})

    def set_up(self, game: Game) -> Step:
        """Start with 1 IPC each."""
        game = yield from super().set_up(game)
        return game.replace(treasury=dict.fromkeys(game.treasury, 1))


def test_house_rules_act_at_the_points_of_a_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.setup.MODULES", (Bell,))
    seats = ((USA,), (JAPAN,))
    game, _ = step(new_game(builtin("wake-island"), ("BELL",), {}, seats))
    assert game.treasury == {USA: 1, JAPAN: 1}
    game, _ = step(game.replace(stage=Stage.TURN_CLOSES))
    assert game.treasury == {USA: 2, JAPAN: 2}
    assert game.turn == 1


def test_new_units_can_move_in_the_next_turn() -> None:
    """BG-10.1, SS-1.5: from mobilization to the owner's next turn nothing has movement left."""
    game = position("West: USA complex", phase=Phase.MOBILIZE, waiting={"USA": {"tank": 1}})
    game, _ = step(game, ["mobilization", [["tank", "West", "West", 1]]])
    (tank,) = find(game, "West", "tank")
    assert game.pieces[tank].left == 0
    game, _ = step(game.replace(stage=Stage.TURN_OPENS))
    assert game.pieces[tank].left == 2
