"""BG-8.19 to 8.21: retreat."""

import random

import pytest

from engine.battle.events import Retreated
from engine.battle.retreat import BreakOff, Press, Retreat, Withdraw
from engine.board import Power, SpaceId
from engine.claims import From
from engine.errors import Illegal
from engine.game import Game
from engine.phases import Stage
from engine.pieces import PieceId
from engine.questions.battle import RetreatSpace
from engine.requests import Seal
from engine.rules import Rules
from tests.engine.battle.field import Combat, battlefield


def options(combat: Combat) -> list[str]:
    assert isinstance(combat.request, Retreat), combat.request
    shown = []
    for answer in combat.request.candidates(combat.game):
        match answer:
            case Press():
                shown.append("press")
            case Withdraw(to):
                shown.append(to)
            case BreakOff():
                shown.append("break off")
    return shown


def after_a_round(combat: Combat, attacking: int, defending: int) -> Combat:
    combat.roll(*[6] * attacking)
    combat.roll(*[6] * defending)
    return combat


def test_bg_8_19_to_one_space_from_which_a_land_unit_came() -> None:
    combat = after_a_round(
        battlefield(
            "Plains: USA infantry, tank / Japan 3 infantry",
            control={"Border": "USA"},
            came_from={"Plains": "Border"},
        ),
        2,
        3,
    )
    assert options(combat) == ["press", "Border"]
    combat.retreat("Border")
    assert combat.is_over
    assert combat.units("Border") == "infantry, tank"
    assert combat.units("Plains") == "3 infantry"


def test_bg_8_19_all_withdraw_together_even_those_from_elsewhere() -> None:
    combat = after_a_round(
        battlefield(
            "SZ 3: USA cruiser, destroyer / Japan 2 cruiser",
            attacked=("SZ 3",),
            came_from={"SZ 3 cruiser": "SZ 2", "SZ 3 destroyer": "SZ 8"},
        ),
        2,
        2,
    )
    assert options(combat) == ["press", "SZ 2", "SZ 8"]
    combat.retreat("SZ 8")
    assert combat.units("SZ 8") == "cruiser, destroyer"
    assert [(event.to, len(event.pieces)) for event in combat.seen(Retreated)] == [("SZ 8", 2)]


def test_r12_units_that_were_there_and_aircraft_open_no_space() -> None:
    combat = battlefield(
        "SZ 3: USA cruiser, fighter / Japan cruiser",
        attacked=("SZ 3",),
        came_from={"SZ 3 fighter": "SZ 2"},
    )
    combat = after_a_round(combat, 2, 1)
    assert combat.game.battle is not None
    assert combat.game.battle.round == 2


def test_r12_no_other_space_will_do() -> None:
    combat = after_a_round(
        battlefield(
            "SZ 3: USA cruiser / Japan cruiser", attacked=("SZ 3",), came_from={"SZ 3": "SZ 2"}
        ),
        1,
        1,
    )
    with pytest.raises(Illegal, match="cannot withdraw to SZ 4, only to SZ 2"):
        combat.retreat("SZ 4")
    with pytest.raises(Illegal, match="aircraft break off alone only"):
        combat.break_off()


def test_bg_8_19_not_to_a_hostile_space() -> None:
    combat = after_a_round(
        battlefield(
            "SZ 3: USA 2 submarine / Japan cruiser, destroyer\nSZ 2: Japan destroyer",
            attacked=("SZ 3",),
            came_from={"SZ 3": "SZ 2"},
        ),
        2,
        2,
    )
    assert combat.game.battle is not None
    assert combat.game.battle.round == 2


def test_bg_8_19_nor_into_hostile_territory() -> None:
    combat = after_a_round(
        battlefield("Plains: USA tank / Japan infantry", came_from={"Plains": "Border"}), 1, 1
    )
    assert combat.game.battle is not None
    assert combat.game.battle.round == 2


def test_bg_8_19_aircraft_stay_where_they_are_and_leave_the_battle() -> None:
    combat = after_a_round(
        battlefield(
            "SZ 3: USA cruiser, fighter / Japan 2 cruiser",
            attacked=("SZ 3",),
            came_from={"SZ 3 cruiser": "SZ 2"},
        ),
        2,
        2,
    )
    combat.retreat("SZ 2")
    assert combat.is_over
    assert combat.units("SZ 3", "USA") == "fighter"


def test_bg_8_19_aircraft_alone_break_off_when_the_others_are_gone() -> None:
    combat = battlefield("Border: USA infantry, fighter / Japan 2 infantry")
    combat.roll(6, 6)
    combat.roll(1, 6)
    combat.lose("infantry")
    assert options(combat) == ["press", "break off"]
    combat.break_off()
    assert combat.is_over
    assert combat.units("Border") == "fighter, 2 infantry"


def test_bg_8_19_a_transport_takes_its_cargo_along() -> None:
    combat = after_a_round(
        battlefield(
            "SZ 3: USA cruiser, transport, infantry / Japan 2 cruiser\nBorder: Japan infantry",
            attacked=("SZ 3",),
            landing={"SZ 3": "Border"},
            came_from={"SZ 3": "SZ 2"},
        ),
        1,
        2,
    )
    combat.retreat("SZ 2")
    assert combat.units("SZ 2") == "cruiser, infantry, transport"


def landed(overland: str) -> Combat:
    return battlefield(
        f"SZ 3: USA transport, 2 infantry\nPlains: USA {overland} / Japan 4 infantry",
        landing={"SZ 3": "Plains"},
        control={"Border": "USA"},
        came_from={"Plains tank": "Border", "Plains fighter": "Border", "SZ 3": "SZ 2"},
    )


def test_bg_8_20_seaborne_units_never_retreat_overland_ones_may() -> None:
    combat = after_a_round(landed("tank, fighter"), 4, 4)
    assert options(combat) == ["press", "Border"]
    combat.retreat("Border")
    assert combat.units("Border") == "tank"
    assert combat.units("Plains", "USA") == "fighter, 2 infantry"
    assert combat.game.battle is not None
    assert len(combat.attackers) == 2
    combat.roll(6, 6, why="attackers fire")


def test_bg_8_20_aircraft_over_a_landing_may_break_off_alone() -> None:
    combat = after_a_round(landed("fighter"), 3, 4)
    assert options(combat) == ["press", "break off"]
    combat.break_off()
    combat.roll(6, 6, why="attackers fire")
    combat.roll(*[6] * 4)
    combat.roll(6, 6, why="attackers fire")


def test_bg_8_20_only_seaborne_units_are_not_asked() -> None:
    combat = battlefield(
        "SZ 3: USA transport, 2 infantry\nPlains: Japan infantry",
        landing={"SZ 3": "Plains"},
        came_from={"SZ 3": "SZ 2"},
    )
    combat = after_a_round(combat, 2, 1)
    combat.roll(6, 6, why="attackers fire")


def test_bg_8_21_the_defender_never_retreats() -> None:
    combat = after_a_round(
        battlefield(
            "SZ 3: USA cruiser / Japan cruiser", attacked=("SZ 3",), came_from={"SZ 3": "SZ 2"}
        ),
        1,
        1,
    )
    assert isinstance(combat.request, Retreat)
    assert combat.request.power == "USA"


def test_bg_8_22_the_attacker_may_leave_where_nothing_can_be_hit() -> None:
    combat = battlefield(
        "SZ 3: USA 2 submarine / Japan carrier, fighter",
        attacked=("SZ 3",),
        came_from={"SZ 3": "SZ 2"},
    )
    combat.dive("")
    combat.roll(1, 6)
    combat.retreat("SZ 2")
    assert combat.units("SZ 2") == "2 submarine"
    assert combat.units("SZ 3") == "fighter"


def test_a_drawn_retreat_is_legal_and_every_kind_comes_up() -> None:
    combat = after_a_round(
        battlefield(
            "SZ 3: USA cruiser / Japan 2 cruiser", attacked=("SZ 3",), came_from={"SZ 3": "SZ 2"}
        ),
        1,
        2,
    )
    request = combat.request
    assert isinstance(request, Retreat)
    draw = random.Random(3)
    drawn = {request.draft(combat.game, draw, {}) for _ in range(40)}
    assert drawn == {Press(), Withdraw(SpaceId("SZ 2"))}


class FromElsewhere(Rules):
    """A house rule: SZ 4 is open too, to an owner who shows which piece came from there."""

    def retreat_spaces(self, game: Game) -> tuple[RetreatSpace, ...]:
        (ship,) = self.retreating_pieces(game)
        ways = (RetreatSpace(SpaceId("SZ 4"), ship, From(ship, (PieceId(7),))),)
        return (*super().retreat_spaces(game), *ways)


def with_claims() -> Combat:
    game = battlefield(
        "SZ 3: USA cruiser / Japan 2 cruiser", attacked=("SZ 3",), came_from={"SZ 3": "SZ 2"}
    ).game
    rules = FromElsewhere(game.rules.scenario, game.rules.options, game.rules.seats)
    again = game.replace(rules=rules, battle=None, stage=Stage.CONDUCT_COMBAT)
    return after_a_round(Combat(again), 1, 2)


def test_ss_a6_a_way_that_must_be_shown_is_asked_for_with_its_claim() -> None:
    combat = with_claims()
    (ship,) = combat.attackers
    combat.answer(Withdraw(SpaceId("SZ 4"), ship))
    assert combat.request == Seal(Power("USA"), From(ship, (PieceId(7),)))
    combat.answer(None)
    assert combat.units("SZ 4") == "cruiser"


def test_ss_a6_the_piece_must_be_named() -> None:
    with pytest.raises(Illegal, match="cannot withdraw to SZ 4"):
        with_claims().retreat("SZ 4")


@pytest.mark.parametrize(("true_group", "to"), [(1, {"SZ 2", "SZ 4"}), (2, {"SZ 2"})])
def test_ss_a6_an_owner_drafts_only_what_its_secrets_justify(true_group: int, to: set[str]) -> None:
    combat = with_claims()
    (ship,) = combat.attackers
    request = combat.request
    assert isinstance(request, Retreat)
    secrets = {ship: 1, PieceId(7): true_group}
    draw = random.Random(5)
    drawn = [request.draft(combat.game, draw, secrets) for _ in range(60)]
    assert {answer.to for answer in drawn if isinstance(answer, Withdraw)} == to
