"""The odds table of CD-7, from the engine's own convoy dice."""

from fractions import Fraction

import pytest

from engine.board import Power, SpaceId
from engine.economy.convoys import ipc_lost
from engine.errors import IncompatibleModules
from engine.loading import builtin
from engine.variants.convoys.odds import best_placement, chance_of_collapse, front

BOARD = builtin("anniversary-1941")
UK = Power("UK")
ZONES = ("SZ 8", "SZ 2", "SZ 3", "SZ 6", "SZ 7")

TABLE = [
    (4, (1, 1, 1, 1, 0), Fraction(7, 128)),
    (5, (2, 1, 1, 1, 0), Fraction(1673, 9216)),
    (6, (2, 1, 1, 1, 1), Fraction(363, 1024)),
    (7, (2, 2, 1, 1, 1), Fraction(3945, 8192)),
    (8, (3, 2, 1, 1, 1), Fraction(10479, 16384)),
    (10, (4, 2, 2, 1, 1), Fraction(3672263, 4718592)),
]


def chance(subs: tuple[int, ...], dice: int = 2) -> Fraction:
    placed = {SpaceId(zone): n * dice for zone, n in zip(ZONES, subs, strict=True)}
    return chance_of_collapse(BOARD, UK, placed)


@pytest.mark.parametrize(("raiders", "subs", "exact"), TABLE)
def test_cd_7_the_best_placement_and_its_exact_chance(
    raiders: int, subs: tuple[int, ...], exact: Fraction
) -> None:
    best = best_placement(BOARD, UK, raiders)
    assert best.chance == exact == chance(subs)
    assert sum(best.raiders.values()) == raiders


@pytest.mark.parametrize("raiders", [0, 1, 2, 3])
def test_cd_7_fewer_than_four_submarines_have_no_chance(raiders: int) -> None:
    assert best_placement(BOARD, UK, raiders).chance == 0


def test_cd_7_the_second_best_placement_of_six() -> None:
    assert round(float(chance((2, 2, 1, 1, 0))), 3) == 0.266


@pytest.mark.parametrize(("raiders", "percent"), [(4, "0.00"), (5, "1.39"), (6, "4.05")])
def test_cd_7_one_die_per_raider(raiders: int, percent: str) -> None:
    assert f"{float(best_placement(BOARD, UK, raiders, dice=1).chance) * 100:.2f}" == percent


def test_cd_7_the_pieces_of_the_four_submarine_chance() -> None:
    """One sub makes at least 1 with 3/4, 2 with 7/12, 4 with 1/6; two subs 4 with 239/432."""
    sums: dict[int, Fraction] = {0: Fraction(1)}
    at_least = {}
    for subs in (1, 2):
        for _ in range(2):
            rolled: dict[int, Fraction] = {}
            for total, p in sums.items():
                for die in range(1, 7):
                    after = total + ipc_lost(die)
                    rolled[after] = rolled.get(after, Fraction(0)) + p / 6
            sums = rolled
        at_least[subs] = {
            n: sum((p for total, p in sums.items() if total >= n), Fraction(0)) for n in (1, 2, 4)
        }
    assert at_least[1] == {1: Fraction(3, 4), 2: Fraction(7, 12), 4: Fraction(1, 6)}
    assert at_least[2][4] == Fraction(239, 432)
    assert chance((1, 1, 1, 1, 0)) == Fraction(1, 6) * Fraction(7, 12) * Fraction(3, 4) ** 2


def test_cd_7_england_borders_five_zones_of_together_nine() -> None:
    assert front(BOARD, UK) == ZONES
    assert BOARD.convoys is not None
    assert sum(BOARD.convoys.zones[zone] for zone in front(BOARD, UK)) == 9


def test_a_power_that_cannot_collapse_has_no_odds() -> None:
    with pytest.raises(IncompatibleModules, match="only UK"):
        front(BOARD, Power("Germany"))
    with pytest.raises(IncompatibleModules, match="no convoy limits"):
        front(builtin("wake-island"), Power("USA"))
