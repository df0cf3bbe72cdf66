"""Sharing out, comparing and handing over, on small inventions."""

import pytest

pytest.importorskip("shapely", reason="drawing maps needs the extra `maps`")

import shapely
from shapely import LineString, Polygon, box

from tools.maps.coasts import hand_over
from tools.maps.contacts import Contacts, Mismatch
from tools.maps.partition import lengthened, roughened, rounded, shared_out
from tools.maps.plane import Frame, cleaned

FLAT = Frame(width=100, height=100, wraps=False)


@pytest.mark.parametrize("bent", [rounded, roughened])
def test_a_region_is_shared_out_whole(bent: type) -> None:
    region = box(0, 0, 100, 100)
    points = [(20, 20, "A"), (80, 30, "B"), (50, 80, "C"), (85, 60, "B")]
    shares = shared_out(points, region, bent)
    assert sorted(shares) == ["A", "B", "C"]
    assert sum(share.area for share in shares.values()) == pytest.approx(region.area, rel=1e-3)
    for x, y, name in points:
        assert shares[name].contains(shapely.Point(x, y))


@pytest.mark.parametrize("bent", [rounded, roughened])
def test_a_bent_border_keeps_its_ends_and_its_way(bent: type) -> None:
    border = LineString([(0, 0), (50, 10), (100, 0)])
    new = bent(border)
    assert (new.coords[0], new.coords[-1]) == ((0, 0), (100, 0))
    assert new.hausdorff_distance(border) < 12
    assert len(new.coords) > 10


def test_a_line_is_lengthened_at_both_ends() -> None:
    line = lengthened(LineString([(0, 0), (0, 1), (2, 1)]), 3)
    assert list(line.coords) == [(0, -3), (0, 0), (0, 1), (2, 1), (5, 1)]


def test_cleaning_drops_specks_and_fills_ponds_but_never_all() -> None:
    pond = [(2, 2), (3, 2), (3, 3), (2, 3)]
    shape = shapely.union_all([Polygon(box(0, 0, 9, 9).exterior, [pond]), box(20, 0, 21, 1)])
    assert cleaned(shape, smallest=5, lake=5).equals(box(0, 0, 9, 9))
    assert cleaned(shape, smallest=500, lake=5).equals(box(0, 0, 9, 9))
    assert cleaned(shape, smallest=500, lake=5, keep_largest=False).is_empty


def test_spaces_touch_along_a_border_and_not_at_a_corner() -> None:
    contacts = Contacts(
        {"A": box(0, 0, 50, 50), "B": box(50, 0, 90, 50), "C": box(50, 50, 90, 90)}, FLAT
    )
    assert contacts.touching() == {("A", "B"), ("B", "C")}
    assert contacts.mismatch([("A", "B"), ("A", "C")]) == Mismatch((("A", "C"),), (("B", "C"),))


def test_on_a_round_world_the_edges_touch() -> None:
    shapes = {"West": box(0, 0, 10, 50), "East": box(90, 0, 100, 50)}
    assert not Contacts(shapes, FLAT).touching()
    assert Contacts(shapes, Frame(100, 100, wraps=True)).touching() == {("East", "West")}


def test_a_coast_that_must_not_be_is_handed_to_the_zone_that_may_lie_there() -> None:
    land, near, far = box(0, 0, 100, 20), box(0, 20, 60, 80), box(60, 20, 100, 80)
    contacts = Contacts({"Land": land, "SZ far": far, "SZ near": near}, FLAT)
    wanted = frozenset({("Land", "SZ near"), ("SZ far", "SZ near")})
    assert contacts.mismatch(wanted).added == (("Land", "SZ far"),)
    hand_over(contacts, frozenset({"SZ far", "SZ near"}), wanted)
    assert len(contacts.mismatch(wanted)) == 0
    assert sum(shape.area for shape in contacts.shapes.values()) == pytest.approx(8000, rel=0.01)
    assert contacts.shapes["Land"].equals(land)
