"""Borders that the drawing has and the rules have not are found, also across the edge."""

import pytest

pytest.importorskip("shapely", reason="drawing maps needs the extra `maps`")

import shapely

from tools.maps.contacts import Contacts
from tools.maps.plane import Frame

EAST, WEST, SEA = (
    shapely.box(10, 0, 40, 50),
    shapely.box(40, 0, 70, 50),
    shapely.box(95, 0, 110, 50),
)


def test_a_strip_lies_over_a_border_that_nothing_crosses() -> None:
    contacts = Contacts({"East": EAST, "West": WEST}, Frame(100, 50, wraps=False))
    assert contacts.mismatch([]).added == (("East", "West"),)
    strip = contacts.border("East", "West")
    assert strip.contains(shapely.LineString([(40, 0), (40, 50)]))
    assert strip.area < 50 * 5


def test_a_border_across_the_edge_has_its_strip() -> None:
    contacts = Contacts({"East": EAST, "Sea": SEA}, Frame(100, 50, wraps=True))
    assert contacts.mismatch([]).added == (("East", "Sea"),)
    assert not contacts.border("East", "Sea").is_empty
