"""SPEC-18.8: who is absent, by the clock of one node."""

from protocol.absence import GRACE, MINUTES_PER_DAY, absent

WEEK = 7 * MINUTES_PER_DAY


def test_a_seat_is_absent_once_it_has_been_silent_so_long() -> None:
    silent = {0: 1_000, 2: 1_001}
    assert absent(silent, 7, 0, 1_000 + WEEK - 1) == frozenset()
    assert absent(silent, 7, 0, 1_000 + WEEK) == {0}
    assert absent(silent, 7, 0, 1_001 + WEEK) == {0, 2}


def test_where_the_charter_says_0_nobody_ever_is() -> None:
    assert absent({0: 0}, 0, 0, 1_000 * WEEK) == frozenset()


def test_a_node_that_has_just_begun_calls_nobody_absent() -> None:
    now = 3 * WEEK
    assert absent({0: 0}, 7, now - GRACE + 1, now) == frozenset()
    assert absent({0: 0}, 7, now - GRACE, now) == {0}
