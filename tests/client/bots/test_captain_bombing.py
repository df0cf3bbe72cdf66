"""The captain's bombers, rockets, interceptors and researchers: only where they pay."""

import pytest

from client.bots.arena import play
from client.bots.captain import Captain
from client.scenarios import find, shortened
from client.seat.view import PlayerView
from engine.battle.raids import Intercept, Interceptors, Launch, LaunchRockets
from engine.board import SpaceId
from engine.economy.research import Hire
from engine.movement.declarations import Declare
from engine.movement.orders import Declaration, Done, Move
from engine.phases import Phase, Stage
from engine.pieces import PieceId
from engine.records import decode
from engine.setup import new_game
from tests.client.positions import USA, view_of
from tests.engine.battle.field import battlefield
from tests.engine.position import find as pieces_at
from tests.engine.position import laboratory, position

BOMBER = frozenset({PieceId(1)})
EAST, FORT, PLAINS = SpaceId("East"), SpaceId("Fort"), SpaceId("Plains")


def chosen(view: PlayerView, seed: int = 1) -> object:
    """What the captain answers; it is legal."""
    answer = decode(view.decision.answers, Captain(seed).choose(view))
    view.decision.check(view.game, answer)
    return answer


def moving(units: str, **more: object) -> PlayerView:
    return view_of(position(units, phase=Phase.COMBAT_MOVE, **more))  # type: ignore[arg-type]  # as written for `position`


def declaring(units: str) -> PlayerView:
    game = position(units, phase=Phase.COMBAT_MOVE)
    return PlayerView(game.replace(stage=Stage.DECLARE), Declare(USA), {})


class TestRaids:
    """BG-8.2: bombers that no attack needs raid complexes."""

    HELD = "Border: USA bomber\nPlains: Japan complex, 9 infantry\n"

    def test_a_bomber_with_nothing_better_flies_to_a_complex(self) -> None:
        order = chosen(moving(self.HELD))
        assert isinstance(order, Move)
        assert (order.pieces, order.route[-1]) == (BOMBER, PLAINS)

    def test_not_where_the_complex_can_take_no_more_damage(self) -> None:
        """Its cap is twice the value of the territory, 3."""
        assert chosen(moving(self.HELD, damage={"Plains": 6})) == Done()

    def test_not_into_guns_that_cost_more_than_the_bombs_bring(self) -> None:
        """One marker that is left to do is not worth a sixth of a bomber (BG-8.4)."""
        guarded = self.HELD.replace("9 infantry", "9 infantry, aa")
        assert chosen(moving(guarded, damage={"Plains": 5})) == Done()

    def test_not_into_fighters_that_would_rise(self) -> None:
        """BG-8.3."""
        guarded = self.HELD.replace("9 infantry", "9 infantry, 4 fighter")
        assert chosen(moving(guarded, options={"interceptors": "on"})) == Done()

    def test_it_declares_the_raid(self) -> None:
        answer = chosen(declaring("East: USA bomber / Japan complex, 3 infantry"))
        assert answer == Declaration(raid={EAST: BOMBER})

    def test_bombers_fight_beside_land_units(self) -> None:
        answer = chosen(declaring("Plains: USA bomber, 4 tank / Japan complex, infantry"))
        assert answer == Declaration()


@pytest.mark.parametrize(("raiding", "meeting"), [("bomber", 2), ("3 bomber", 0)])
def test_bg_8_3_fighters_rise_unless_they_are_fewer(raiding: str, meeting: int) -> None:
    combat = battlefield(
        f"East: USA {raiding} / Japan complex, 2 fighter",
        options={"interceptors": "on"},
        raiding={"East": raiding},
    )
    assert isinstance(combat.request, Intercept)
    answer = chosen(PlayerView(combat.game, combat.request, {}))
    fighters = pieces_at(combat.game, "East", "fighter")
    assert answer == Interceptors(frozenset(fighters[:meeting]))


def test_bg_4_2_every_gun_fires_a_rocket_where_it_hurts() -> None:
    game = position(
        "Prairie: USA aa\nBorder: USA aa\nPlains: Japan complex\nEast: Japan complex",
        phase=Phase.CONDUCT_COMBAT,
        breakthroughs={"USA": ["rockets"]},
        damage={"Plains": 6},
    )
    view = PlayerView(game.replace(stage=Stage.ROCKETS), LaunchRockets(USA), {})
    assert chosen(view) == Launch({SpaceId("Border"): EAST})


class TestResearch:
    """BG-4.1: a researcher now and then, where there is money and time for it."""

    def hired(self, treasury: int, **more: object) -> set[Hire]:
        units = str(more.pop("units", "West: USA complex, 3 infantry"))
        more.setdefault("scenario", laboratory())
        game = position(
            units,
            phase=Phase.RESEARCH,
            treasury={"USA": treasury},
            **more,  # type: ignore[arg-type]  # as written for `position`
        )
        answers = (chosen(view_of(game), seed) for seed in range(12))
        return {answer for answer in answers if isinstance(answer, Hire)}

    def test_the_rich_hire_now_and_then(self) -> None:
        assert self.hired(40) == {Hire(0), Hire(1)}

    def test_others_do_not(self) -> None:
        assert self.hired(20) == {Hire(0)}

    def test_one_at_a_time(self) -> None:
        assert self.hired(40, researchers={"USA": 1}) == {Hire(0)}

    def test_not_with_the_enemy_at_the_gates(self) -> None:
        units = "West: USA complex, infantry\nPrairie: Japan 9 tank"
        assert self.hired(40, units=units) == {Hire(0)}

    def test_not_where_researchers_work_for_one_turn_only(self) -> None:
        """[CL]."""
        classic = laboratory(('edition = "anniversary"', 'edition = "classic"'))
        assert self.hired(60, scenario=classic) == {Hire(0)}


@pytest.mark.no_cover
def test_a_world_war_is_played_to_its_end() -> None:
    played = shortened(find("anniversary-1941"), 2).scenario
    seats = tuple((power,) for power in played.powers)
    game = new_game(played, ("SS",), {"interceptors": "on"}, seats)
    match = play(game, {power: Captain(2) for power in played.powers}, seed=2)
    assert match.outcome.why
