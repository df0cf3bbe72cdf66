"""[G40]: convoy disruption on a board of that edition (BG-11.2, R16)."""

from itertools import chain, combinations
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from engine.board import SpaceId
from engine.economy.convoys import ShownRaiders, ShowRaiders
from engine.economy.income import Collected
from engine.editions.global_1940 import most_lost
from engine.game import Event, Game
from engine.phases import Phase
from engine.requests import Roll
from engine.scenario import Scenario
from engine.variants.convoys.state import LossDivided
from tests.engine.position import asked, position, step, world
from tests.engine.secret_subs.owners import waters

CONVOYS = """
[convoys.zones]
"SZ 1" = 8
"SZ 2" = 11

[convoys.territories]
West = 8
Prairie = 3
"""
"""West lies between both zones, Prairie at the second alone."""

LAST = "at_least = 4\n"
BOARD = ((LAST, LAST + CONVOYS), ('edition = "anniversary"', 'edition = "global-1940"'))


def board(*changes: tuple[str, str]) -> Scenario:
    return world(*BOARD, *changes)


def collecting(units: str, scenario: Scenario | None = None, **place: Any) -> Game:
    """The income phase of the USA."""
    return position(units, scenario=scenario or board(), phase=Phase.COLLECT_INCOME, **place)


def terms(happened: tuple[Event, ...]) -> dict[str, int]:
    """What the USA has collected, by reason."""
    return {
        term.reason: term.amount
        for event in happened
        if isinstance(event, Collected)
        for term in event.terms
    }


def test_bg_11_2_raiders_in_a_convoy_zone_cost_the_victim_income() -> None:
    """Of 12 IPC; 4 to 6 count nothing, 1 to 3 their face."""
    _, happened = step(collecting("SZ 2: Japan submarine, destroyer"), (3, 5, 2))
    assert terms(happened) == {"territories": 12, "convoys": -5}


def test_bg_11_2_dice_of_each_unit() -> None:
    """Submarine and carried fighter two, other warships one, carrier and transport none."""
    fleet = "submarine, carrier, fighter, battleship, cruiser, destroyer, transport"
    request = asked(collecting(f"SZ 2: Japan {fleet}"))
    assert isinstance(request, Roll)
    assert request.count == 2 + 2 + 1 + 1 + 1


def test_bg_11_2_without_the_rule_and_elsewhere_nobody_rolls() -> None:
    """[50] has none; nor has a zone without convoys, a friend, or a victim of another coast."""
    raider = "SZ 2: Japan submarine"
    assert asked(collecting(raider, world((LAST, LAST + CONVOYS)))) is None
    assert asked(collecting(raider, world(BOARD[1]))) is None
    assert asked(collecting("SZ 7: Japan submarine")) is None
    assert asked(collecting("SZ 2: UK submarine")) is None
    assert asked(collecting(raider, control={"West": "UK", "Prairie": "UK"})) is None


def test_bg_11_2_a_zone_loses_no_more_than_its_coasts_are_worth() -> None:
    """West is the UK's: Prairie, all that the USA has there, is worth 3."""
    game = collecting(
        "SZ 2: Japan 2 submarine", board(('capital = "West"', 'capital = "Isle"')),
        control={"West": "UK"},
    )  # fmt: skip
    _, happened = step(game, (3, 3, 3, 3))
    assert terms(happened)["convoys"] == -3


def test_bg_11_2_a_territory_loses_its_value_once_over_all_zones() -> None:
    """9 and 3 are sunk around West, which is worth 8, and Prairie, worth 3."""
    raiders = "SZ 1: Japan 2 submarine\nSZ 2: Japan 2 submarine"
    _, happened = step(collecting(raiders), (3, 3, 3, 3), (3, 3, 3, 3))
    assert terms(happened) == {"territories": 12, "convoys": -11}


def test_bg_11_2_what_one_victim_lost_is_not_lost_again() -> None:
    """Each power's phase begins anew."""
    game, _ = step(collecting("SZ 2: Japan submarine"), (3, 3))
    again = position(
        "", scenario=board(), phase=Phase.COLLECT_INCOME, treasury={"USA": 0}
    ).replace(modules=game.modules)  # fmt: skip
    _, happened = step(again)
    assert terms(happened) == {"territories": 12}


def test_bg_11_2_china_is_immune() -> None:
    """The power without a capital."""
    stateless = board(('USA = {side = "Allies", capital = "West", ', 'USA = {side = "Allies", '))
    assert asked(collecting("SZ 2: Japan submarine", stateless)) is None


def test_ruling_25_under_cd_the_raiders_divide_and_nothing_is_lost_twice() -> None:
    game = collecting("SZ 2: Japan submarine", modules=("CD",))
    _, happened = step(game, (3, 2), [{"Prairie": 2, "West": 3}])
    assert [event.power for event in happened if isinstance(event, LossDivided)] == ["Japan"]
    assert terms(happened) == {"territories": 12, "convoys": -5}


def test_ss_a23_of_secret_submarines_those_that_are_shown_raid() -> None:
    sea = waters(
        "", "SZ 2: Japan k=1:2", phase=Phase.COLLECT_INCOME, scenario=board()
    )  # fmt: skip
    assert sea.asks(ShowRaiders, "Japan")
    sea.roll(1, 1, 4, 5)
    sea.do(ShownRaiders(frozenset({sea["k"]})))
    assert terms(tuple(sea.events))["convoys"] == -2


def test_r16_no_ipc_is_lost_to_a_greedy_pass() -> None:
    """The shared coast bears the loss of the zone that has no other."""
    near, both = SpaceId("near"), SpaceId("both")
    x, y = SpaceId("x"), SpaceId("y")
    assert most_lost({both: 3, near: 3}, {both: {x: 3, y: 3}, near: {x: 3}}) == 6
    assert most_lost({both: 3, near: 4}, {both: {x: 3, y: 3}, near: {x: 3}}) == 6


ZONES = [SpaceId(name) for name in ("a", "b", "c", "d")]
COASTS = [SpaceId(name) for name in ("w", "x", "y", "z")]


@given(
    st.dictionaries(st.sampled_from(ZONES), st.integers(0, 8)),
    st.dictionaries(st.sampled_from(COASTS), st.integers(1, 6)),
    st.sets(st.tuples(st.sampled_from(ZONES), st.sampled_from(COASTS))),
)
def test_r16_the_greatest_loss_is_the_smallest_cut(
    sunk: dict[SpaceId, int], limits: dict[SpaceId, int], touching: set[tuple[SpaceId, SpaceId]]
) -> None:
    """No set of zones loses more than was sunk outside it and its own coasts can bear."""
    coasts = {
        zone: {coast: most for coast, most in limits.items() if (zone, coast) in touching}
        for zone in sunk
    }
    sets = chain.from_iterable(combinations(sunk, size) for size in range(len(sunk) + 1))
    cuts = [
        sum(ipc for zone, ipc in sunk.items() if zone not in inside)
        + sum(limits[coast] for coast in set(chain.from_iterable(coasts[z] for z in inside)))
        for inside in map(set, sets)
    ]
    assert most_lost(sunk, coasts) == min(cuts)
