"""The exact test of dice, against chances that can be counted."""

from itertools import product

import pytest

from client.league.chances import luck
from client.league.records import Shot


def shot(strength: int, count: int, hits: int, best_of: int = 1) -> Shot:
    return Shot(strength=strength, best_of=best_of, count=count, hits=hits)


def test_shots_of_several_chances_are_tested_as_counting_all_dice_does() -> None:
    rolls = list(product(range(1, 7), repeat=5))
    numbers = [
        sum(die <= 3 for die in roll[:3]) + sum(die <= 1 for die in roll[3:]) for roll in rolls
    ]
    for hits in range(6):
        found = luck([shot(3, 3, min(hits, 3)), shot(1, 2, max(0, hits - 3))])
        times = numbers.count(hits)
        as_rare = sum(numbers.count(other) for other in range(6) if numbers.count(other) <= times)
        assert found.p == pytest.approx(as_rare / len(rolls))
        assert found.expected == pytest.approx(sum(numbers) / len(rolls))
        assert (found.shots, found.hits) == (5, hits)


def test_the_better_of_two_dice_counts_once() -> None:
    assert luck([shot(1, 1, 1, best_of=2)]).expected == pytest.approx(11 / 36)
    assert luck([shot(1, 1, 1, best_of=2)]).p == pytest.approx(11 / 36)


def test_many_shots_are_tested_in_no_time_and_small_chances_are_seen() -> None:
    fair = luck([shot(2, 60_000, 20_000), shot(3, 40_000, 20_000)])
    assert fair.p > 0.99
    assert luck([shot(3, 100_000, 50_500)]).p == pytest.approx(0.0016, abs=0.0002)
    assert luck([shot(3, 100_000, 60_000)]).p < 1e-15


def test_shots_that_cannot_miss_or_hit_say_nothing() -> None:
    assert luck([]).p == 1
    assert luck([shot(6, 4, 4), shot(0, 3, 0)]).p == 1
    assert luck([shot(6, 4, 3)]).p == 0
