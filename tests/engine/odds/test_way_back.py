"""Odds know whether the attacker can withdraw (BG-8.17, BG-8.19)."""

import dataclasses
import random

import pytest

from engine.battle.retreat import Retreat, Withdraw
from engine.board import Power, SpaceId
from engine.game import Game
from engine.odds import BattleEnd, Encounter, Odds, RetreatPolicy, forecast, way_back
from engine.pieces import Figure
from tests.engine.battle.field import Combat, battlefield
from tests.engine.odds.trial import LAND, SEA

SZ_2 = SpaceId("SZ 2")


def fleet(**world: object) -> Combat:
    """A destroyer and a fighter against a battleship."""
    return battlefield(
        "SZ 3: USA destroyer, fighter / Japan battleship",
        attacked=("SZ 3",),
        **world,  # type: ignore[arg-type]
    )


def odds(game: Game, after: int = 1) -> Odds:
    """The odds in SZ 3, if the attacker withdraws after so many rounds."""
    own, enemies = (
        [p for p in game.pieces.at(SEA) if isinstance(p, Figure) and (p.owner == "USA") is ours]
        for ours in (True, False)
    )
    met = Encounter.of(game, SEA, own, enemies)
    return forecast(met, draw=random.Random(1), retreat=RetreatPolicy(after=after))


def both_withdraw(game: Game) -> float:
    """How likely the destroyer withdraws along with the fighter, which may break off alone."""
    return sum(
        one.chance
        for one in odds(game).outcomes
        if one.end is BattleEnd.RETREATED and sum(one.attackers) == 2
    )


def is_open(game: Game) -> bool | None:
    return way_back(game, SEA, game.owned(game.active))


def test_bg_8_19_before_a_battle_the_way_back_follows_from_the_movement() -> None:
    """What began the turn in the zone opens no way back, nor does where aircraft came from."""
    assert is_open(fleet(came_from={"SZ 3": "SZ 2"}).start) is True
    assert is_open(fleet().start) is False
    assert is_open(fleet(came_from={"SZ 3 fighter": "SZ 2"}).start) is False


def test_bg_8_19_a_zone_cleared_this_turn_is_no_way_back() -> None:
    start = fleet(came_from={"SZ 3": "SZ 2"}).start
    cleared = start.update_turn_record(contested=frozenset({SZ_2}))
    assert is_open(cleared) is False
    assert both_withdraw(start) > 0
    assert both_withdraw(cleared) == 0
    assert odds(cleared).chance(BattleEnd.RETREATED) > 0


def test_bg_8_19_the_way_back_of_who_has_still_to_come_is_not_known() -> None:
    start = fleet(came_from={"SZ 3": "SZ 2"}).start
    assert way_back(start, LAND, start.owned(start.active)) is None


@pytest.mark.parametrize("origin", ["SZ 2", None])
def test_bg_8_19_in_a_battle_the_way_back_is_that_of_the_rules(origin: str | None) -> None:
    """The battleship misses, the destroyer stays: the rules ask for a retreat, or do not."""
    combat = fleet(came_from={} if origin is None else {"SZ 3": origin})
    combat.roll(6, 6)
    combat.roll(6)
    request = combat.request
    ways = [*request.candidates(combat.game)] if isinstance(request, Retreat) else []
    assert (Withdraw(SZ_2) in ways) is (origin is not None)
    assert is_open(combat.game) is (origin is not None)
    assert (both_withdraw(combat.game) > 0) is (origin is not None)


def test_bg_8_17_transports_without_a_way_back_are_lost_before_the_dice() -> None:
    """Their submarine dives in S1: with a way back they stay, and may be hit, until S7."""
    for origin, rounds in (("SZ 2", 1.0), (None, 0.0)):
        start = battlefield(
            "SZ 3: USA transport / Japan cruiser",
            attacked=("SZ 3",),
            came_from={} if origin is None else {"SZ 3": origin},
        ).start
        assert odds(start).rounds == rounds


def test_bg_8_19_a_way_back_can_be_given() -> None:
    """As for a battle that is only thought of."""
    start = fleet().start
    own = [p for p in start.owned(start.active) if isinstance(p, Figure)]
    enemies = [p for p in start.owned(Power("Japan")) if isinstance(p, Figure)]
    met = Encounter.of(start, SEA, own, enemies)
    assert met.way_back is False
    free = dataclasses.replace(met, way_back=True)
    chances = [
        forecast(one, draw=random.Random(1), retreat=RetreatPolicy(after=1)).chance(
            BattleEnd.RETREATED
        )
        for one in (met, free)
    ]
    assert chances[0] < chances[1]
