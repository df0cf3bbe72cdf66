"""Forecasts agree with the engine: the same battles, fought with random dice."""

import math
import statistics

import pytest

from engine.battles import Role
from engine.odds import RetreatPolicy, SideOrders
from engine.units import ARTILLERY, FIGHTER, INFANTRY, Kind
from tests.engine.odds.trial import SEA, Battle, fight, foretold
from tests.engine.position import world

pytestmark = pytest.mark.no_cover  # some thousand battles

FOUGHT = 160
FOUGHT_WEIGHING = 40  # each loss weighs all choices anew
SIGMAS = 4.5

GLOBAL = world(('edition = "anniversary"', 'edition = "global-1940"'))
CLASSIC = world(('edition = "anniversary"', 'edition = "classic"'))

BATTLES = {
    "BG-8.18 support": Battle("Plains: USA 3 infantry, 2 artillery / Japan 4 infantry"),
    "BG-8.7 land and air": Battle(
        "Plains: USA 2 infantry, tank, fighter / Japan 3 infantry, artillery"
    ),
    "BG-8.4 AA by type": Battle(
        "Plains: USA infantry, 3 fighter, 2 bomber / Japan 2 infantry, tank, aa_gun"
    ),
    "BG-8.4 AA alone": Battle("Plains: USA infantry, fighter / Japan aa_gun"),
    "BG-8.5 bombardment, limited by who lands": Battle(
        "SZ 3: USA transport, 2 infantry, battleship, cruiser, destroyer, cruiser\n"
        "Plains: USA tank / Japan 3 infantry, fighter",
        landing=True,
    ),
    "BG-8.20 partial retreat": Battle(
        "SZ 3: USA transport, 2 infantry\nPlains: USA 2 tank, fighter / Japan 4 infantry",
        landing=True,
        retreat=RetreatPolicy(after=1),
    ),
    "BG-8.19 retreat after two rounds": Battle(
        "Plains: USA 4 infantry, tank / Japan 5 infantry", retreat=RetreatPolicy(after=2)
    ),
    "BG-8.19 retreat of the last few": Battle(
        "Plains: USA 4 infantry, 2 fighter / Japan 4 infantry", retreat=RetreatPolicy(below=3)
    ),
    "BG-8.14 an order of losses": Battle(
        "Plains: USA 3 infantry, artillery, fighter / Japan 2 infantry, artillery, fighter",
        attacking=SideOrders(losses=(FIGHTER, ARTILLERY)),
        defending=SideOrders(losses=(FIGHTER,)),
    ),
    "BG-8.24 the last land unit is kept": Battle(
        "Plains: USA infantry, tank, 2 fighter / Japan 2 infantry, tank",
        attacking=SideOrders(keeps_land=True),
    ),
    "BG-8.15 two hits, transports last": Battle(
        "SZ 3: USA battleship, destroyer, fighter / Japan battleship, carrier, 2 transport",
        space=SEA,
    ),
    "BG-8.15 damaged before": Battle(
        "SZ 3: USA battleship, damaged battleship, cruiser / Japan damaged battleship, 2 cruiser",
        space=SEA,
    ),
    "BG-8F no destroyers": Battle(
        "SZ 3: USA 2 submarine, cruiser, fighter / Japan 2 submarine, cruiser, fighter, carrier",
        space=SEA,
    ),
    "BG-8F attacker's destroyer": Battle(
        "SZ 3: USA submarine, destroyer, fighter / Japan 3 submarine, transport", space=SEA
    ),
    "BG-8F defender's destroyer": Battle(
        "SZ 3: USA 3 submarine, bomber / Japan destroyer, submarine, carrier, fighter", space=SEA
    ),
    "BG-8F both": Battle(
        "SZ 3: USA 2 submarine, destroyer, fighter / Japan 2 submarine, destroyer, transport",
        space=SEA,
    ),
    "BG-8.11 defenders submerge": Battle(
        "SZ 3: USA battleship, 2 fighter / Japan 2 submarine, destroyer, transport",
        space=SEA,
        defending=SideOrders(submerges=True),
    ),
    "BG-8.11 attackers submerge": Battle(
        "SZ 3: USA 2 submarine, destroyer / Japan destroyer, cruiser",
        space=SEA,
        attacking=SideOrders(submerges=True),
    ),
    "BG-8.17 T2": Battle(
        "SZ 3: USA battleship, 2 fighter / Japan submarine, 2 transport",
        space=SEA,
        defending=SideOrders(submerges=True),
    ),
    "BG-8.22 T4": Battle("SZ 3: USA destroyer, fighter / Japan 2 submarine", space=SEA),
    "BG-8.19 a fleet that retreats": Battle(
        "SZ 3: USA 2 destroyer, submarine, fighter / Japan cruiser, destroyer, transport",
        space=SEA,
        retreat=RetreatPolicy(below=3),
    ),
    "BG-8.13 two defenders": Battle(
        "SZ 3: USA 3 destroyer, carrier, fighter / Japan destroyer, cruiser / Germany submarine, "
        "destroyer",
        space=SEA,
    ),
    "R26 low luck": Battle(
        "Plains: USA 4 infantry, tank, bomber / Japan 4 infantry, aa_gun",
        options={"low_luck": "on"},
    ),
    "R26 low luck at sea": Battle(
        "SZ 3: USA 2 submarine, destroyer, fighter / Japan destroyer, cruiser, submarine",
        space=SEA,
        options={"low_luck": "on"},
    ),
    "R28 low luck and AA fire": Battle(
        "Plains: USA 2 infantry, 3 fighter, 4 bomber / Japan 4 infantry, aa_gun",
        options={"low_luck": "on"},
        attacking=SideOrders(losses=(INFANTRY, Kind("bomber"), FIGHTER)),
    ),
    "R28 equal shares": Battle(
        "Plains: USA infantry, 4 fighter, 4 bomber, 4 tactical_bomber / Japan 7 infantry, aa_gun",
        options={"low_luck": "on"},
        scenario=GLOBAL,
    ),
    "BG-8.17 transports that may retreat when their escort dives": Battle(
        "SZ 3: USA submarine, 2 transport / Japan cruiser, carrier",
        space=SEA,
        attacking=SideOrders(submerges=True),
        retreat=RetreatPolicy(after=1),
    ),
    "BG-8.17 transports that do not retreat": Battle(
        "SZ 3: USA submarine, 2 transport / Japan cruiser, carrier",
        space=SEA,
        attacking=SideOrders(submerges=True),
    ),
    "BG-8.17 transports that cannot retreat when their escort dives": Battle(
        "SZ 3: USA submarine, 2 transport / Japan cruiser, carrier",
        space=SEA,
        attacking=SideOrders(submerges=True),
        retreat=RetreatPolicy(after=1),
        came_from={},
    ),
    "BG-8.19 no way back at sea: aircraft break off alone": Battle(
        "SZ 3: USA destroyer, 2 fighter / Japan 2 cruiser",
        space=SEA,
        retreat=RetreatPolicy(below=3),
        came_from={},
    ),
    "BG-8.19 no way back on land: aircraft stay with the others": Battle(
        "Plains: USA 2 infantry, 2 fighter / Japan 3 infantry",
        retreat=RetreatPolicy(after=1),
        came_from={},
    ),
    "BG-4.3 breakthroughs": Battle(
        "Plains: USA 4 infantry, artillery, 2 bomber / Japan 6 infantry, fighter, aa_gun",
        breakthroughs={
            "USA": ("heavy_bombers", "advanced_artillery"),
            "Japan": ("radar", "jet_fighters"),
        },
    ),
    "BG-4.3 the better of two dice": Battle(
        "Plains: USA infantry, 2 bomber / Japan 3 infantry",
        breakthroughs={"USA": ("heavy_bombers",)},
        options={"heavy_bombers": "best"},
    ),
    "[CL] land": Battle(
        "SZ 3: USA transport, 2 infantry, 2 battleship\n"
        "Plains: USA tank, fighter / Japan 3 infantry, aa_gun",
        landing=True,
        retreat=RetreatPolicy(after=1),
        scenario=CLASSIC,
    ),
    "[CL] sea": Battle(
        "SZ 3: USA 2 submarine, battleship, fighter / Japan submarine, carrier, fighter, transport",
        space=SEA,
        scenario=CLASSIC,
    ),
}


def near(mean: float, sample: list[int], told: str) -> None:
    """Whether numbers that were drawn fit a mean that was foretold."""
    spread = max(statistics.pstdev(sample), 0.02)
    error = SIGMAS * spread / math.sqrt(len(sample))
    assert abs(statistics.fmean(sample) - mean) <= error, (told, statistics.fmean(sample), mean)


@pytest.mark.parametrize("name", BATTLES)
def test_what_is_foretold_is_what_the_engine_plays(name: str) -> None:
    battle = BATTLES[name]
    fought = FOUGHT if "submarine" not in battle.units else FOUGHT_WEIGHING
    odds, tally = foretold(battle), fight(battle, fought, seed=2)
    assert odds.trials == 0
    assert math.isclose(sum(one.chance for one in odds.outcomes), 1, abs_tol=1e-8)
    for chance, number in ((odds.win, tally.won), (odds.taken, tally.taken)):
        slack = SIGMAS * math.sqrt(max(chance * (1 - chance), 0.0004) / fought)
        assert abs(number / fought - chance) <= slack, (number / fought, chance)
    near(odds.rounds, tally.rounds, "rounds")
    near(odds.cost(Role.ATTACKER), tally.lost[Role.ATTACKER], "attacker's losses")
    near(odds.cost(Role.DEFENDER), tally.lost[Role.DEFENDER], "defender's losses")


@pytest.mark.parametrize("name", [n for n in BATTLES if n not in ("BG-8.4 AA alone", "BG-8.17 T2")])
def test_drawn_odds_are_within_the_error_that_they_state(name: str) -> None:
    exact = foretold(BATTLES[name])
    drawn = foretold(BATTLES[name], budget=0, trials=500)
    assert drawn.trials == 500
    assert drawn.error == pytest.approx(0.0438, abs=0.0001)
    for of in ("win", "taken"):
        assert abs(getattr(exact, of) - getattr(drawn, of)) < 2 * drawn.error
    assert drawn.rounds == pytest.approx(exact.rounds, rel=0.1)


def test_named_losses_change_the_odds() -> None:
    """BG-8.14: who loses fighters first has worse odds than who loses infantry first."""
    units = "Plains: USA 3 infantry, 2 fighter / Japan 3 infantry"
    good = foretold(Battle(units))
    bad = foretold(Battle(units, attacking=SideOrders(losses=(FIGHTER, INFANTRY))))
    assert good.win > bad.win + 0.1


def test_kinds_that_are_named_but_absent_change_nothing() -> None:
    units = "Plains: USA 2 infantry, tank / Japan 2 infantry"
    orders = SideOrders(losses=(Kind("bomber"), INFANTRY))
    assert foretold(Battle(units, attacking=orders)).outcomes == foretold(Battle(units)).outcomes
