"""SPEC-18.8: from when on a seat is absent, by the clock of one node."""

from protocol.absence import GRACE, MINUTES_PER_DAY, absent_from

WEEK = 7 * MINUTES_PER_DAY


def test_a_seat_is_absent_once_it_has_been_silent_so_long() -> None:
    assert absent_from({0: 1_000, 2: 1_001}, 7, 0) == {0: 1_000 + WEEK, 2: 1_001 + WEEK}


def test_where_the_charter_says_0_nobody_ever_is() -> None:
    assert absent_from({0: 0}, 0, 0) == {}


def test_a_node_that_has_just_begun_calls_nobody_absent() -> None:
    assert absent_from({0: 0}, 7, 3 * WEEK) == {0: 3 * WEEK + GRACE}
