"""What must hold of every forecast."""

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.battles import Role
from engine.board import Power, SpaceId
from engine.odds import BattleEnd, Encounter, Odds, RetreatPolicy, SideOrders, Troop, forecast
from engine.units import Kind
from tests.engine.position import position
from tests.examples import examples

SHIPS = ("battleship", "carrier", "cruiser", "destroyer", "submarine", "transport", "fighter")
LAND = ("infantry", "artillery", "tank", "fighter", "bomber")
GAME = position()


def troops(owner: str, kinds: tuple[str, ...]) -> st.SearchStrategy[tuple[Troop, ...]]:
    counts = st.dictionaries(st.sampled_from(kinds), st.integers(1, 3), min_size=1, max_size=4)
    return counts.map(
        lambda found: tuple(Troop(Power(owner), Kind(kind), n) for kind, n in found.items())
    )


@st.composite
def encounters(draw: st.DrawFn) -> Encounter:
    sea = draw(st.booleans())
    kinds = SHIPS if sea else LAND
    return Encounter(
        game=GAME,
        space=SpaceId("SZ 3" if sea else "Plains"),
        attackers=draw(troops("USA", kinds)),
        defenders=draw(troops("Japan", kinds)),
    )


def orders() -> st.SearchStrategy[SideOrders]:
    return st.builds(SideOrders, keeps_land=st.booleans(), submerges=st.booleans())


RETREATS = st.sampled_from(
    (RetreatPolicy(), RetreatPolicy(after=1), RetreatPolicy(after=3), RetreatPolicy(below=2))
)


def known(
    encounter: Encounter, attacking: SideOrders, defending: SideOrders, retreat: RetreatPolicy
) -> Odds:
    return forecast(
        encounter,
        draw=random.Random(1),
        attacking=attacking,
        defending=defending,
        retreat=retreat,
        budget=10**7,
    )


@pytest.mark.no_cover
@examples(60)
@given(encounters(), orders(), orders(), RETREATS)
def test_ends_add_up_and_are_what_they_are_called(
    encounter: Encounter, attacking: SideOrders, defending: SideOrders, retreat: RetreatPolicy
) -> None:
    odds = known(encounter, attacking, defending, retreat)
    assert math.isclose(math.fsum(one.chance for one in odds.outcomes), 1, abs_tol=1e-6)
    assert abs(1 - math.fsum(one.chance for one in odds.outcomes)) <= odds.error
    assert len({(o.end, o.taken, o.attackers, o.defenders) for o in odds.outcomes}) == len(
        odds.outcomes
    )
    for one in odds.outcomes:
        for role, all_of_them in ((Role.ATTACKER, odds.attackers), (Role.DEFENDER, odds.defenders)):
            at_first = [troop.count for troop in all_of_them]
            assert all(0 <= left <= n for left, n in zip(one.left(role), at_first, strict=True))
        assert sum(one.attackers) > 0 or one.end not in (
            BattleEnd.WON,
            BattleEnd.STANDOFF,
            BattleEnd.RETREATED,
        )
        assert sum(one.defenders) > 0 or one.end not in (BattleEnd.LOST, BattleEnd.STANDOFF)
        assert not one.taken or one.end is BattleEnd.WON
    if retreat == RetreatPolicy():
        assert odds.chance(BattleEnd.RETREATED) == 0


@pytest.mark.no_cover
@examples(15)
@given(encounters(), st.integers(0, 2**32))
def test_drawn_odds_are_near_the_exact_ones(encounter: Encounter, seed: int) -> None:
    exact = known(encounter, SideOrders(), SideOrders(), RetreatPolicy())
    drawn = forecast(encounter, draw=random.Random(seed), budget=0, trials=600)
    assert abs(exact.win - drawn.win) <= 2.6 * drawn.error
    assert drawn.trials in (0, 600)


def test_a_battle_with_nobody_is_won_or_lost_at_once() -> None:
    tanks = (Troop(Power("USA"), Kind("tank"), 2),)
    won = known(
        Encounter(game=GAME, space=SpaceId("Plains"), attackers=tanks, defenders=()),
        SideOrders(),
        SideOrders(),
        RetreatPolicy(),
    )
    assert (won.win, won.taken, won.rounds) == (1, 1, 0)


def test_outcomes_are_the_same_whatever_the_seed_if_they_are_exact() -> None:
    tanks = (Troop(Power("USA"), Kind("tank"), 2),)
    infantry = (Troop(Power("Japan"), Kind("infantry"), 3),)
    encounter = Encounter(game=GAME, space=SpaceId("Plains"), attackers=tanks, defenders=infantry)
    one, other = (forecast(encounter, draw=random.Random(seed)) for seed in (1, 2))
    assert one == other
    assert one.win + one.chance(BattleEnd.LOST) + one.chance(BattleEnd.NOBODY) == pytest.approx(1)
