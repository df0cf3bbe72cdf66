"""From the globe to the plane."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("shapely", reason="drawing maps needs the extra `maps`")

from tools.maps.boards import BOARDS, Board
from tools.maps.points import Place
from tools.maps.projection import Bump, Projection, Ramp, Scale

boards = pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.name)

PLAIN = Projection(west=-180, east=180, south=-60, north=60, width=360)


def test_without_a_scale_degrees_of_longitude_are_even() -> None:
    assert PLAIN.point(Place(90, 0))[0] == pytest.approx(270)
    assert PLAIN.wraps


def test_a_bump_takes_its_room_from_elsewhere() -> None:
    wide = Projection(
        west=-180,
        east=180,
        south=-60,
        north=60,
        width=360,
        longitudes=Scale(bumps=(Bump(at=0, width=10, height=1),)),
    )
    europe = wide.point(Place(5, 0))[0] - wide.point(Place(-5, 0))[0]
    pacific = wide.point(Place(170, 0))[0] - wide.point(Place(160, 0))[0]
    assert europe > 10 > pacific


def test_a_ramp_makes_degrees_smaller_from_its_end_on() -> None:
    low = Projection(
        west=-180,
        east=180,
        south=-60,
        north=60,
        width=360,
        latitudes=Scale(ramps=(Ramp(start=10, end=20, factor=0.5),)),
    )

    def tall(projection: Projection, south: float, north: float) -> float:
        return projection.point(Place(0, south))[1] - projection.point(Place(0, north))[1]

    assert tall(low, 0, 10) == pytest.approx(tall(PLAIN, 0, 10), rel=0.02)
    assert tall(low, 20, 50) == pytest.approx(tall(PLAIN, 20, 50) / 2, rel=0.02)


@boards
@given(east=st.floats(-360, 360), north=st.floats(-50, 70), step=st.floats(0.5, 5))
def test_north_is_up_east_is_right_and_the_world_is_round(
    board: Board, east: float, north: float, step: float
) -> None:
    here = board.projection.point(Place(east, north))
    assert board.projection.point(Place(east, north + step))[1] < here[1]
    assert board.projection.point(Place(east + 360, north)) == pytest.approx(here, abs=1e-6)
    right = board.projection.point(Place(east + step, north))[0]
    assert right > here[0] or (east - board.projection.west) % 360 + step >= 360
