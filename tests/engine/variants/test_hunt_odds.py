"""Odds of hunts (SW-3 to SW-6): the rulebook's numbers, and hunts played with random dice."""

import random
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest

from engine.battle.combat import NextBattle
from engine.battles import Role
from engine.board import Power, SpaceId
from engine.odds import BattleEnd, Encounter, Muster, Odds, Troop
from engine.phases import Phase
from engine.pieces import Figure, PieceId
from engine.requests import Roll
from engine.units import SUBMARINE
from engine.variants.secret_subs.token import Token
from engine.variants.submarine_warfare.hunting import (
    DirectDestroyer,
    Escape,
    EscapeAttempt,
    FightOn,
    Hunt,
    HuntTarget,
    NameTarget,
    NextHunter,
    PressDuel,
)
from engine.variants.submarine_warfare.odds import hunt_odds
from tests.engine.battle.field import Combat
from tests.engine.odds.chance import agrees
from tests.engine.position import figure
from tests.engine.secret_subs.owners import Referee, waters
from tests.engine.variants.depths import SZ_2, battle

HUNTED = 300


def hunting(units: str, **place: Any) -> Combat:
    return battle(units, modules=("SW",), came_from="SZ 1", **place)


def foretold(units: str, **place: Any) -> Odds:
    game = hunting(units, **place).start
    here = [p for p in game.pieces.at(SZ_2) if isinstance(p, Figure)]
    return hunt_odds(
        Encounter.of(
            game,
            SZ_2,
            [p for p in here if p.owner == game.active],
            [p for p in here if p.owner != game.active],
        )
    )


def lost(odds: Odds, role: Role) -> float:
    """How likely a side of one unit loses it."""
    return sum(one.chance for one in odds.outcomes if not sum(one.left(role)))


@pytest.mark.parametrize(
    ("hunters", "sunk", "hunter_lost"),
    [
        ("destroyer", Fraction(2, 7), Fraction(1, 7)),
        ("fighter", Fraction(1, 4), Fraction(1, 12)),
        ("bomber", Fraction(1, 3), Fraction(1, 12)),
    ],
)
def test_sw_3_the_chances_of_one_hunter(
    hunters: str, sunk: Fraction, hunter_lost: Fraction
) -> None:
    """The tests of the rulebook's chapter; the submarine always takes its chance to leave."""
    odds = foretold(f"USA {hunters} / Japan submarine")
    assert lost(odds, Role.DEFENDER) == pytest.approx(float(sunk))
    assert lost(odds, Role.ATTACKER) == pytest.approx(float(hunter_lost))
    assert odds.chance(BattleEnd.STANDOFF) == 0
    assert sum(one.chance for one in odds.outcomes) == pytest.approx(1)


def test_sw_6_a_destroyer_that_is_sent_sinks_with_four_sevenths() -> None:
    """It attacks by itself with 1/2; else the fighter sends it with 1/2, or attacks after it."""
    odds = foretold("USA destroyer, fighter / Japan submarine")
    duel, alone = Fraction(4, 7), Fraction(1, 4)
    first = duel / 2
    then = (1 - duel) / 2 * alone + Fraction(1, 2) * Fraction(1, 2) * duel
    assert lost(odds, Role.DEFENDER) == pytest.approx(float(first + then))


def test_sw_7_aircraft_spot_on_four_if_the_option_says_so() -> None:
    odds = foretold("USA fighter / Japan submarine", options={"sw_spot": "4"})
    assert lost(odds, Role.DEFENDER) == pytest.approx(4 / 6 * 1 / 2)


FIGURES = (
    "USA destroyer / Japan submarine",
    "USA 2 destroyer / Japan 3 submarine",
    "USA 2 destroyer, 2 fighter, bomber / Japan 2 submarine",
    "USA destroyer, 3 fighter / Japan submarine / Germany submarine",
)


@pytest.mark.no_cover
@pytest.mark.parametrize("units", FIGURES)
def test_a_hunt_is_foretold_as_it_is_played(units: str) -> None:
    odds, draw = foretold(units), random.Random(units)
    tally: Counter[str] = Counter()
    for _ in range(HUNTED):
        fight = hunting(units)
        before = Counter(p.owner == "USA" for p in fight.game.pieces.values())
        while fight.request is not None:
            play_on(fight, draw)
        after = Counter(p.owner == "USA" for p in fight.game.pieces.values())
        tally["cleared"] += not after[False]
        tally["hunter lost"] += after[True] < before[True]
        tally["sunk"] += after[False] < before[False]
    whole = {role: sum(troop.count for troop in odds.troops(role)) for role in Role}
    expected = {
        "cleared": odds.win + odds.chance(BattleEnd.NOBODY),
        "hunter lost": some_lost(odds, Role.ATTACKER, whole),
        "sunk": some_lost(odds, Role.DEFENDER, whole),
    }
    for what, chance in expected.items():
        assert agrees(tally[what], HUNTED, chance), (what, tally[what] / HUNTED, chance)


def some_lost(odds: Odds, role: Role, whole: Mapping[Role, int]) -> float:
    return sum(one.chance for one in odds.outcomes if sum(one.left(role)) < whole[role])


def play_on(fight: Combat, draw: random.Random) -> None:
    """Answer what is asked as `hunt_odds` says."""
    if isinstance(fight.request, Roll):
        asked = fight.request
        fight.roll(*(draw.randint(1, asked.sides) for _ in range(asked.count)))
    else:
        fight.answer(chosen(fight))


def chosen(fight: Combat | Referee) -> object:
    asked: Any = fight.request if isinstance(fight, Combat) else fight.asked
    game = fight.game
    match asked:
        case NextHunter():
            ready = [h for h in asked.candidates(game) if isinstance(h, Hunt)]
            order = {"destroyer": 0, "fighter": 1, "bomber": 2}
            return min(ready, key=lambda h: order[figure(game, h.hunter).kind])
        case DirectDestroyer():
            return [*asked.candidates(game)][-1]
        case Escape():
            return EscapeAttempt(leaves=True)
        case PressDuel():
            return FightOn()
        case _:
            return next(iter(asked.candidates(game)))


@pytest.mark.no_cover
@pytest.mark.parametrize("units", ["USA 2 destroyer, fighter", "USA fighter, bomber, destroyer"])
def test_ruling_2_a_hunt_among_tokens_is_foretold_as_it_is_played(units: str) -> None:
    """Three tokens, of 2, 1 and 0 submarines in any order: the hunter names them as they lie."""
    place = SpaceId("SZ 8")
    sea = waters(
        f"SZ 8: {units}",
        "SZ 8: Japan k=1:2, j=2:1, i=3:0",
        phase=Phase.CONDUCT_COMBAT,
        attacked=["SZ 8"],
        beside=("SW",),
    )
    tokens = [p.id for p in sea.game.pieces.values() if isinstance(p, Token)]
    orders = list(permutations((1, 2, 3)))
    size = {1: 2, 2: 1, 3: 0}
    own = [p for p in sea.game.pieces.at(place) if isinstance(p, Figure)]
    met = Encounter.of(sea.game, place, own, [])
    count = tuple(troop.count for troop in met.attackers)
    odds = hunt_odds(
        Encounter(
            game=sea.game,
            space=place,
            attackers=met.attackers,
            defenders=tuple(Troop(Power("Japan"), SUBMARINE, 2, like=token) for token in tokens),
            musters=tuple(
                Muster(1 / len(orders), count, tuple(size[group] for group in order))
                for order in orders
            ),
        )
    )
    draw = random.Random(units)
    cleared = lost_one = 0
    for seed in range(HUNTED):
        dealt = dict(zip(tokens, draw.choice(orders), strict=True))
        game = Referee(sea.game, {**sea.secrets, **dealt}, sea.names, seed)
        while game.game.battle is not None or game.asks(NextBattle):
            game.do(chosen_named(game, tokens))
        left = [p for p in game.game.pieces.at(place) if p.owner == "Japan"]
        cleared += not left
        lost_one += len(game.game.pieces.at(place)) - len(left) < len(own)
    assert agrees(cleared, HUNTED, odds.win + odds.chance(BattleEnd.NOBODY))
    expected = sum(o.chance for o in odds.outcomes if sum(o.attackers) < len(own))
    assert agrees(lost_one, HUNTED, expected)


def chosen_named(sea: Referee, tokens: list[PieceId]) -> object:
    if sea.asks(NameTarget):
        return HuntTarget(next(token for token in tokens if token in sea.game.pieces))
    return chosen(sea)
