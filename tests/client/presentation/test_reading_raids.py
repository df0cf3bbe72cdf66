"""Lines about research, who fights first, raids, rockets and submarines that withdraw."""

from typing import Any

import pytest

from client.presentation.catalog import CATALOG
from client.presentation.words import NotUnderstood
from client.schema.forms import DeclareForm, MenuForm
from client.seat.view import PlayerView
from engine.battle.combat import Fight, NextBattle
from engine.battle.raids import Intercept, Launch, LaunchRockets
from engine.battle.retreat import BreakOff, Press, Retreat, Withdraw
from engine.board import Power, SpaceId
from engine.economy.research import Chart, ChooseChart, Hire, HireResearchers
from engine.editions.classic import WithdrawSubmarines
from engine.game import Game
from engine.loading import builtin
from engine.movement.declarations import Declare
from engine.movement.orders import Declaration
from engine.phases import Phase, Stage
from engine.pieces import PieceId
from engine.requests import Decision
from engine.setup import new_game
from engine.turn import ChooseFirst, First
from tests.client.positions import read_answer, view_of
from tests.engine.battle.field import Combat, battlefield
from tests.engine.position import find, laboratory, position, world

USA, UK = Power("USA"), Power("UK")
EAST, PLAINS, PRAIRIE, WEST = map(SpaceId, ("East", "Plains", "Prairie", "West"))
SZ_2, SZ_4 = SpaceId("SZ 2"), SpaceId("SZ 4")

_PLAN = """phases = [
    "combat_move", "conduct_combat",
    {phase = "combat_move", power = "UK"}, {phase = "conduct_combat", power = "UK"},
]
"""
TOGETHER = world(
    ('[[turns]]\npower = "USA"\n', f'[[turns]]\npower = "USA"\n{_PLAN}'),
    ('[[turns]]\npower = "UK"\n', ""),
)


def asked(game: Game, decision: Decision[Any]) -> PlayerView:
    return PlayerView(game, decision, {})


def read(verb: str, view: PlayerView, text: str, says: str) -> object:
    """What a line means; it is legal, and is told as a person would say it."""
    answer = read_answer(verb, view, text)
    view.decision.check(view.game, answer)
    assert CATALOG.phrase(view, answer) == says
    return answer


def test_bg_4_1_researchers_are_hired_by_their_number() -> None:
    view = view_of(position(phase=Phase.RESEARCH, scenario=laboratory()))
    assert isinstance(view.decision, HireResearchers)
    assert read("hire", view, "2", "hire 2 researchers") == Hire(2)
    assert read("hire", view, "nobody", "hire nobody") == Hire()
    with pytest.raises(NotUnderstood, match="is not a number"):
        read_answer("hire", view, "many")


def test_bg_4_4_where_no_researcher_is_kept_the_question_says_so() -> None:
    """[CL] a die is paid for each time; [50] the rule that is cited keeps them."""
    classic = builtin("classic")
    for game, rule, kept in (
        (new_game(classic, (), {}, classic.seatings[2]), "BG-4.4", False),
        (position(phase=Phase.RESEARCH, scenario=laboratory()), "BG-4.1", True),
    ):
        question = CATALOG.question(view_of(game))
        assert question.name == "HireResearchers"
        assert question.rules == (rule,)
        assert ("none is kept" in question.asks) != kept


def test_bg_4_1_a_chart_is_named_by_its_number_and_told_with_what_is_on_it() -> None:
    view = asked(position(scenario=laboratory()), ChooseChart(USA))
    assert read_answer("chart", view, "2") == Chart(2)
    assert CATALOG.phrase(view, Chart(2)).startswith("chart 2: super submarines, jet fighters, ")
    assert CATALOG.phrase(view, Chart(9)) == "chart 9"


def test_bg_3_3_the_power_that_fights_first_is_named() -> None:
    game = position(phase=Phase.COMBAT_MOVE, scenario=TOGETHER)
    view = asked(game.replace(stage=Stage.PHASE_OPENS), ChooseFirst(USA))
    assert read("first", view, "uk", "let UK fight first") == First(UK)
    with pytest.raises(NotUnderstood, match="no power in this turn"):
        read_answer("first", view, "Japan")


class TestRaids:
    """BG-7.14, 8.2: bombers raid or fight, as their owner declares."""

    UNITS = "East: USA 2 bomber, fighter / Japan complex, fighter"

    def declaring(self, **options: str) -> PlayerView:
        game = position(self.UNITS, phase=Phase.COMBAT_MOVE, options=options)
        return asked(game.replace(stage=Stage.DECLARE), Declare(USA))

    def test_a_raid_names_its_target_and_its_bombers(self) -> None:
        view = self.declaring()
        one = read(
            "attack",
            view,
            "nothing; raid East with bomber",
            "attack nothing at sea; raid East with a bomber",
        )
        assert one == Declaration(raid={EAST: frozenset({PieceId(1)})})

    def test_what_is_said_where_a_battle_is_without_a_choice_is_true_and_can_be_typed(self) -> None:
        """BG-7.3: the destroyer is met in any case."""
        units = f"{self.UNITS}\nSZ 4: USA cruiser / Japan destroyer"
        game = position(units, phase=Phase.COMBAT_MOVE)
        view = asked(game.replace(stage=Stage.DECLARE), Declare(USA))
        said = "attack nothing else at sea; raid East with a bomber"
        read("attack", view, said.removeprefix("attack "), said)

    def test_bombers_that_attack_alone_are_known(self) -> None:
        """BG-8.2: with a fighter beside them they may mean to fight."""
        for others, alone in ((", fighter", False), ("", True)):
            units = f"East: USA 2 bomber{others} / Japan complex, fighter"
            game = position(units, phase=Phase.COMBAT_MOVE).replace(stage=Stage.DECLARE)
            form = CATALOG.question(asked(game, Declare(USA))).form
            assert isinstance(form, DeclareForm)
            assert form.raids["East"].alone is alone

    def test_all_bombers_fly_where_none_is_named(self) -> None:
        everybody = read_answer("attack", self.declaring(), "raid east")
        assert everybody == Declaration(raid={EAST: frozenset({PieceId(1), PieceId(2)})})

    def test_bg_8_3_fighters_escort_where_they_may(self) -> None:
        both = "raid East with bomber, fighter"
        escorted = read_answer("attack", self.declaring(interceptors="on"), both)
        assert isinstance(escorted, Declaration)
        assert escorted.raid == {EAST: {PieceId(1), PieceId(3)}}
        with pytest.raises(NotUnderstood, match="USA's fighter in East cannot do this now"):
            read_answer("attack", self.declaring(), both)

    def test_a_target_needs_a_bomber_above_a_complex(self) -> None:
        with pytest.raises(NotUnderstood, match="there could be one on East"):
            read_answer("attack", self.declaring(), "raid Plains")

    def test_bg_8_3_fighters_meet_a_raid(self) -> None:
        units = "East: USA bomber / Japan complex, 2 fighter, bomber"
        combat = battlefield(units, options={"interceptors": "on"}, raiding={"East": "bomber"})
        view = met(combat, Intercept)
        everybody = frozenset(find(combat.game, "East", "fighter"))
        told = "intercept with 2 fighters"
        all_up = read("intercept", view, "all", told)
        assert all_up == read("intercept", view, "2 fighters", told)
        assert getattr(all_up, "pieces", None) == everybody
        read("intercept", view, "fighter", "intercept with a fighter")
        read("intercept", view, "none", "intercept with none")
        with pytest.raises(NotUnderstood, match="Japan's bomber in East cannot do this now"):
            read_answer("intercept", view, "bomber")


def test_bg_4_2_rockets_fly_from_a_gun_to_a_complex() -> None:
    game = position(
        "Prairie: USA aa\nWest: USA aa\nPlains: Japan complex\nEast: Japan complex",
        phase=Phase.CONDUCT_COMBAT,
        breakthroughs={"USA": ["rockets"]},
    )
    view = asked(game.replace(stage=Stage.ROCKETS), LaunchRockets(USA))
    typed = "West > Plains; Prairie > East"
    told = "launch Prairie > East; West > Plains"
    launched = read("launch", view, typed, told)
    assert launched == Launch({PRAIRIE: EAST, WEST: PLAINS})
    assert read("launch", view, "nothing", "launch nothing") == Launch()
    for typed, why in (
        ("Prairie", "cannot be read"),
        ("West > East; West > Plains", "two rockets from West"),
    ):
        with pytest.raises(NotUnderstood, match=why):
            read_answer("launch", view, typed)


def test_bg_8_12_submarines_withdraw_to_zones_next_door() -> None:
    """[CL]: each may go its own way; nobody goes twice."""
    classic = world(('edition = "anniversary"', 'edition = "classic"'))
    units = "SZ 3: USA battleship / Japan 2 submarine, transport"
    combat = battlefield(units, attacked=("SZ 3",), scenario=classic)
    combat.roll(6, why="attackers fire")
    combat.roll(6, 6, 6, why="defenders fire")
    view = met(combat, WithdrawSubmarines)
    first, second = combat.pick("2 submarine", combat.defenders)
    told = "withdraw a submarine > SZ 2; a submarine > SZ 4"
    parted = read("withdraw", view, "submarine > SZ 2; submarine > SZ 4", told)
    assert getattr(parted, "to", None) == {first: SZ_2, second: SZ_4}
    read("withdraw", view, "2 ss to sz 2", "withdraw 2 submarines > SZ 2")
    read("withdraw", view, "none", "withdraw none")
    for typed, why in (
        ("2 submarines > SZ 2; submarine > SZ 4", "2 submarines in SZ 3 cannot do this"),
        ("transport > SZ 2", "transport in SZ 3 cannot do this"),
        ("submarine", "where to"),
    ):
        with pytest.raises(NotUnderstood, match=why):
            read_answer("withdraw", view, typed)


def met(combat: Combat, decision: type[Decision[Any]]) -> PlayerView:
    """The battle as whoever is asked for this sees it."""
    assert isinstance(combat.request, decision)
    return asked(combat.game, combat.request)


def menu_hint(view: PlayerView) -> str | None:
    form = CATALOG.decision(view.decision).form(view)
    assert isinstance(form, MenuForm)
    return form.hint


@pytest.mark.parametrize(
    "decision",
    [
        HireResearchers,
        ChooseChart,
        ChooseFirst,
        Declare,
        LaunchRockets,
        Intercept,
        WithdrawSubmarines,
    ],
)
def test_each_of_them_has_a_verb_of_its_own_with_help(decision: type[Decision[Any]]) -> None:
    view = asked(position(), decision(USA))
    assert CATALOG.decision(view.decision).rules[0].startswith("BG-")
    assert all(verb.help for verb in CATALOG.verbs(view).values())
    assert CATALOG.verbs(view)


class TestBattles:
    """BG-8.1, 8.19: what is told in the menu can be typed."""

    def test_the_next_battle_is_named_by_its_space(self) -> None:
        combat = battlefield(
            "SZ 2: USA destroyer / Japan destroyer\nBorder: USA tank / Japan infantry",
            attacked=("SZ 2",),
        )
        view = met(combat, NextBattle)
        assert read("fight", view, "border", "fight in Border") == Fight(SpaceId("Border"))
        assert read_answer("fight", view, "in SZ 2") == Fight(SZ_2)
        with pytest.raises(NotUnderstood, match="no battle in"):
            read_answer("fight", view, "West")

    def test_it_is_told_why_some_battles_wait(self) -> None:
        sea = "SZ 4: USA cruiser, transport, infantry / Japan transport"
        east = "SZ 5: USA cruiser, transport, infantry / Japan transport\nEast: Japan infantry"
        landing = {"SZ 4": "East", "SZ 5": "East"}
        attacked = ("SZ 4", "SZ 5")
        inland = "Border: USA tank / Japan infantry"
        combat = battlefield(f"{sea}\n{east}\n{inland}", attacked=attacked, landing=landing)
        assert menu_hint(met(combat, NextBattle)) == (
            "Assaults, with the sea battles before them, come before the other battles (BG-8.1)."
        )
        combat = battlefield("SZ 2: USA submarine / Japan submarine\n" + inland, attacked=("SZ 2",))
        assert menu_hint(met(combat, NextBattle)) is None, "all of them may be chosen"

    def test_the_attacker_goes_on_withdraws_or_breaks_off(self) -> None:
        combat = battlefield(
            "Border: USA tank, fighter / Japan infantry", came_from={"Border tank": "Prairie"}
        )
        combat.roll(6, 6)
        combat.roll(6)
        view = met(combat, Retreat)
        assert read("go", view, "on", "go on") == Press()
        assert read("withdraw", view, "to Prairie", "withdraw to Prairie") == Withdraw(PRAIRIE)
        with pytest.raises(NotUnderstood, match="after go"):
            read_answer("go", view, "home")
        assert read_answer("aircraft", view, "break off") == BreakOff()
