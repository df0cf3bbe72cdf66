"""Reading Natural Earth."""

import json
import struct
from pathlib import Path

import pytest

pytest.importorskip("shapely", reason="drawing maps needs the extra `maps`")

from tools.maps.errors import CannotDraw
from tools.maps.naturalearth import read_countries, read_lines


def shapefile(*lines: list[list[tuple[float, float]]]) -> bytes:
    """A file of polylines, each of several parts."""
    records = b""
    for number, parts in enumerate(lines, start=1):
        points = [point for part in parts for point in part]
        starts = [sum(map(len, parts[:i])) for i in range(len(parts))]
        content = struct.pack("<i4d2i", 3, 0, 0, 0, 0, len(parts), len(points))
        content += struct.pack(f"<{len(starts)}i", *starts)
        content += b"".join(struct.pack("<2d", *point) for point in points)
        records += struct.pack(">2i", number, len(content) // 2) + content
    return struct.pack(">i", 9994).ljust(100, b"\0") + records


def test_a_line_of_two_parts_is_two_lines(tmp_path: Path) -> None:
    parts = [[(0.0, 1.0), (2.0, 3.0)], [(4.0, 5.0), (6.0, 7.0), (8.0, 9.0)]]
    (tmp_path / "lines.shp").write_bytes(shapefile(parts, [[(1.0, 1.0), (2.0, 2.0)]]))
    lines = read_lines(tmp_path / "lines.shp")
    assert [list(line.coords) for line in lines] == [*parts, [(1.0, 1.0), (2.0, 2.0)]]


@pytest.mark.parametrize("data", [b"", b"text", shapefile([[(0.0, 0.0), (1.0, 1.0)]])[:-9]])
def test_what_is_no_shapefile_is_refused(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "lines.shp").write_bytes(data)
    with pytest.raises(CannotDraw, match=r"lines\.shp"):
        read_lines(tmp_path / "lines.shp")


def topology(arcs: list[list[tuple[int, int]]], rings: list[list[int]]) -> bytes:
    """A topology of one country, in whole degrees."""
    country = {"type": "Polygon", "arcs": rings, "properties": {"name": "Land"}}
    return json.dumps(
        {
            "transform": {"scale": [1, 1], "translate": [0, 0]},
            "arcs": arcs,
            "objects": {"countries": {"geometries": [country]}},
        }
    ).encode()


def test_arcs_are_steps_and_may_be_used_backwards(tmp_path: Path) -> None:
    there, back = [(0, 0), (4, 0), (0, 4)], [(0, 0), (0, 4), (4, 0)]
    (tmp_path / "countries.json").write_bytes(topology([there, back], [[0, ~1]]))
    (country,) = read_countries(tmp_path / "countries.json")
    assert country.name == "Land"
    assert [part.area for part in country.parts] == [16]


def test_land_across_the_antimeridian_is_one_piece(tmp_path: Path) -> None:
    ring = [(178, 0), (-356, 0), (0, 2), (356, 0), (0, -2)]
    (tmp_path / "countries.json").write_bytes(topology([ring], [[0]]))
    (country,) = read_countries(tmp_path / "countries.json")
    assert [part.bounds for part in country.parts] == [(178, 0, 182, 2)]


def test_what_is_no_topology_is_refused(tmp_path: Path) -> None:
    (tmp_path / "countries.json").write_bytes(b"{}")
    with pytest.raises(CannotDraw, match=r"countries\.json"):
        read_countries(tmp_path / "countries.json")
