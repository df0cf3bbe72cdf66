"""The largest circle in a shape."""

from math import dist, hypot

import pytest
from hypothesis import given
from hypothesis import strategies as st

from client.maps.circle import largest_circle
from tests.client.maps.reading import Point, inside


def test_in_a_rectangle_it_touches_both_long_sides() -> None:
    found = largest_circle([[(0, 0), (10, 0), (10, 4), (0, 4)]], precision=0.01)
    assert found.radius == pytest.approx(2, abs=0.01)
    assert found.y == pytest.approx(2, abs=0.02)


def test_it_keeps_out_of_a_hole() -> None:
    outline = [(0.0, 0.0), (20.0, 0.0), (20.0, 10.0), (0.0, 10.0)]
    hole = [(8.0, 3.0), (12.0, 3.0), (12.0, 7.0), (8.0, 7.0)]
    found = largest_circle([outline, hole], precision=0.01)
    assert inside((found.x, found.y), [outline, hole])
    assert found.radius == pytest.approx(4, abs=0.01)


def test_of_two_islands_it_takes_the_wider() -> None:
    small, large = [(0, 0), (2, 0), (2, 2), (0, 2)], [(9, 0), (15, 0), (15, 6), (9, 6)]
    found = largest_circle([small, large], precision=0.01)
    assert (found.x, found.y, found.radius) == pytest.approx((12, 3, 3), abs=0.02)


@given(st.lists(st.floats(2, 20), min_size=3, max_size=12))
def test_it_lies_within_the_shape(reach: list[float]) -> None:
    star: list[Point] = []
    for i, length in enumerate(reach):
        along = i / len(reach) * 4
        x, y = (
            (1 - along, along),
            (1 - along, 2 - along),
            (along - 3, 2 - along),
            (along - 3, along - 4),
        )[int(along)]
        star.append((x * length / hypot(x, y), y * length / hypot(x, y)))
    found = largest_circle([star], precision=0.01)
    if found.radius > 0:
        assert inside((found.x, found.y), [star])
        assert all(dist((found.x, found.y), corner) >= found.radius - 1e-9 for corner in star)
