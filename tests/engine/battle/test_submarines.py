"""BG-8F: submarines, BG-8.9 to 8.11."""

import random

import pytest

from engine.battle.submarines import Dive, Submerge
from engine.battles import Role
from engine.board import Power
from engine.errors import Illegal
from engine.pieces import PieceId
from engine.requests import Roll
from tests.engine.battle.field import Combat, battlefield


def why(combat: Combat) -> str:
    assert isinstance(combat.request, Roll), combat.request
    return combat.request.why


@pytest.mark.parametrize(
    ("a_dd", "d_dd", "attacking", "defending"),
    [
        (False, False, True, True),
        (True, False, True, False),
        (False, True, False, True),
        (True, True, False, False),
    ],
)
def test_bg_8f_the_table(*, a_dd: bool, d_dd: bool, attacking: bool, defending: bool) -> None:
    """Each row: whose submarines may submerge, and strike first if they do not."""
    combat = battlefield(
        f"SZ 3: USA {'destroyer' if a_dd else 'cruiser'}, submarine"
        f" / Japan {'destroyer' if d_dd else 'cruiser'}, submarine",
        attacked=("SZ 3",),
    )
    for surprised, power in ((attacking, "USA"), (defending, "Japan")):
        if surprised:
            assert combat.request == Submerge(Power(power))
            combat.dive("")
    if attacking or defending:
        combat.roll(*[6] * (attacking + defending), why="surprise strikes")
    combat.roll(*[6] * (2 - attacking), why="attackers fire")
    combat.roll(*[6] * (2 - defending), why="defenders fire")
    assert combat.game.battle is not None
    assert combat.game.battle.round == 2


def test_r3_the_attacker_decides_then_the_defender_then_dice() -> None:
    """R3: the defender sees what the attacker has chosen; nobody sees dice before."""
    combat = battlefield("SZ 3: USA 2 submarine, cruiser / Japan submarine", attacked=("SZ 3",))
    assert combat.request == Submerge(Power("USA"))
    combat.dive("submarine")
    assert combat.request == Submerge(Power("Japan"))
    assert len(combat.attackers) == 2
    combat.dive("")
    combat.roll(6, 6, why="surprise strikes")


def test_bg_8_11_each_power_decides_for_its_own_in_turn_order() -> None:
    combat = battlefield(
        "SZ 3: USA cruiser / Germany submarine / Japan submarine", attacked=("SZ 3",)
    )
    assert combat.request == Submerge(Power("Japan"))
    combat.dive("submarine")
    assert combat.request == Submerge(Power("Germany"))
    with pytest.raises(Illegal, match="not one of your submarines"):
        combat.answer(Dive(frozenset({PieceId(3)})))
    combat.dive("")


def test_bg_8_11_submerging_is_for_the_whole_battle() -> None:
    """The submerged sub cannot fire or be hit; the battle goes on without it."""
    combat = battlefield("SZ 3: USA 2 cruiser / Japan 2 submarine", attacked=("SZ 3",))
    combat.dive("submarine")
    combat.roll(6, why="surprise strikes")
    combat.roll(3, 3, why="attackers fire")
    assert combat.is_over
    assert combat.units("SZ 3") == "2 cruiser, submarine"


def test_bg_8_11_the_attackers_submerged_sub_has_fought() -> None:
    """It takes no Noncombat move this turn."""
    combat = battlefield("SZ 3: USA submarine / Japan cruiser", attacked=("SZ 3",))
    combat.dive("submarine")
    assert combat.is_over
    assert [piece.fought for piece in combat.game.owned(Power("USA"))] == [True]


def test_bg_8_9_a_destroyer_marked_in_s3_still_counts_in_s4() -> None:
    """R4: the attacker's destroyer dies in round 1; the sub strikes first from round 2."""
    combat = battlefield(
        "SZ 3: USA destroyer, cruiser / Japan submarine, cruiser", attacked=("SZ 3",)
    )
    combat.roll(6, 6, why="attackers fire")
    combat.roll(1, 6, why="defenders fire")
    combat.lose("destroyer")
    assert combat.request == Submerge(Power("Japan"))
    combat.dive("")
    combat.roll(6, why="surprise strikes")


def test_bg_8_9_sinking_a_destroyer_in_s2_frees_nobody_in_this_round() -> None:
    """The attackers' subs sink the destroyer in S2... of a side whose own subs it does not block.

    The defenders' destroyer blocks the attackers' subs, so only the defenders' may strike in S2:
    a strike on the attackers' cruiser leaves the flags of the round as they were.
    """
    combat = battlefield(
        "SZ 3: USA submarine, cruiser / Japan submarine, destroyer", attacked=("SZ 3",)
    )
    combat.dive("")
    combat.roll(1, why="surprise strikes")
    combat.lose("cruiser")
    combat.roll(2, why="attackers fire")
    combat.lose("destroyer")
    combat.roll(6, why="defenders fire")
    assert combat.request == Submerge(Power("USA"))


def test_bg_8_10_aircraft_hit_submarines_only_along_with_a_destroyer() -> None:
    alone = battlefield("SZ 3: USA cruiser, fighter / Japan submarine", attacked=("SZ 3",))
    alone.dive("")
    alone.roll(6, why="surprise strikes")
    assert isinstance(alone.request, Roll)
    assert alone.request.count == 1
    escorted = battlefield("SZ 3: USA destroyer, fighter / Japan submarine", attacked=("SZ 3",))
    escorted.roll(6, 3, why="attackers fire")
    escorted.roll(6, why="defenders fire")
    assert escorted.units("SZ 3", "Japan") == ""


def test_bg_8_10_an_allys_destroyer_serves_the_defenders_aircraft() -> None:
    """The German destroyer lets the Japanese fighter hit the submarine."""
    combat = battlefield(
        "SZ 3: USA submarine / Japan carrier, fighter / Germany destroyer", attacked=("SZ 3",)
    )
    combat.roll(6, why="attackers fire")
    combat.roll(6, 6, 4, why="defenders fire")
    assert combat.units("SZ 3", "USA") == ""


def test_bg_8_10_submarines_never_hit_aircraft() -> None:
    """Both strikes must go to the cruiser, so one is void, and the fighter lives."""
    combat = battlefield("SZ 3: USA cruiser, fighter / Japan 2 submarine", attacked=("SZ 3",))
    combat.dive("")
    combat.roll(1, 1, why="surprise strikes")
    assert combat.units("SZ 3", "USA") == "fighter"


def test_submerge_lists_one_answer_for_each_number_of_submarines() -> None:
    combat = battlefield("SZ 3: USA cruiser / Japan 3 submarine", attacked=("SZ 3",))
    request = combat.request
    assert isinstance(request, Submerge)
    sizes = [len(answer.pieces) for answer in request.candidates(combat.game)]
    assert sizes == [0, 1, 2, 3]
    draw = random.Random(1)
    drawn = [request.sample(combat.game, draw) for _ in range(60)]
    assert {len(answer.pieces) for answer in drawn} == {0, 1, 2, 3}
    assert all(request.legal(combat.game, answer) for answer in drawn)


def test_roles_are_each_others_other() -> None:
    assert Role.ATTACKER.other is Role.DEFENDER
    assert Role.DEFENDER.other is Role.ATTACKER
