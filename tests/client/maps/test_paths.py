"""Rings written as SVG paths."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from client.maps.paths import path
from tests.client.maps.reading import area, rings

_CORNER = st.tuples(st.floats(-5000, 5000), st.floats(-5000, 5000))


def test_a_path_is_written_in_relative_steps_with_no_character_too_many() -> None:
    square = [(10, 20), (10.5, 20), (10.5, 19.25), (8, 19.25)]
    assert path([square]) == "M10 20l.5 0 0-.8-2.5 0z"


def test_a_ring_may_repeat_its_first_corner() -> None:
    open_ring = [(0, 0), (4, 0), (4, 4)]
    assert path([open_ring]) == path([[*open_ring, (0, 0)]])


def test_a_ring_that_shrinks_to_a_line_is_left_out() -> None:
    speck = [(0, 0), (0.01, 0.01), (0.02, 0)]
    assert path([speck]) == ""


def test_outline_and_hole_are_two_subpaths() -> None:
    outline, hole = [(0, 0), (9, 0), (9, 9), (0, 9)], [(3, 3), (6, 3), (6, 6), (3, 6)]
    assert rings(path([outline, hole])) == [outline, hole]


@given(st.lists(st.lists(_CORNER, min_size=3, max_size=30), max_size=4))
def test_no_rounding_adds_up_along_a_ring(drawn: list[list[tuple[float, float]]]) -> None:
    for ring in drawn:
        for read in rings(path([ring])):
            rounded = [(round(x * 10) / 10, round(y * 10) / 10) for x, y in ring]
            assert area(read) == pytest.approx(area(rounded))
            assert set(read) <= set(rounded)
