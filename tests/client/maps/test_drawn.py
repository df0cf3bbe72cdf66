"""The maps that come with the program show their scenarios, as client/maps/README.md says."""

import json
from functools import cache
from math import dist
from pathlib import Path
from typing import Any

import pytest

from client.maps.form import connections, drawn_for
from engine.board import Board, SpaceId
from engine.loading import builtin
from tests.client.maps.reading import area, inside, rings

_FOLDER = Path(__file__).parents[3] / "client" / "maps"
_MAPS = sorted(_FOLDER.glob("*.json"))
_PLAYED = {
    "anniversary-1941": "anniversary",
    "anniversary-1942": "anniversary",
    "classic": "classic",
    "wake-island": "wake-island",
}

scenarios = pytest.mark.parametrize("scenario", sorted(_PLAYED))
maps = pytest.mark.parametrize("file", _MAPS, ids=lambda file: file.stem)


@cache
def _map(file: Path) -> Any:
    return json.loads(file.read_bytes())


def _board(scenario: str) -> tuple[Board, Any]:
    return builtin(scenario).board, _map(_FOLDER / f"{_PLAYED[scenario]}.json")


@scenarios
def test_a_scenario_finds_its_map_by_its_spaces(scenario: str) -> None:
    board, drawn = _board(scenario)
    file = drawn_for(board.spaces)
    assert file is not None
    assert json.loads(file) == drawn


def test_a_map_beside_the_scenario_comes_first(tmp_path: Path) -> None:
    """An imported board keeps its own shapes, also where the program has drawn the same spaces."""
    board = builtin("wake-island").board
    drawn = drawn_for(board.spaces)
    assert drawn is not None
    own = {**json.loads(drawn), "name": "my own shapes"}
    file = tmp_path / "own.map.json"
    file.write_text(json.dumps(own), encoding="utf-8")
    (tmp_path / "broken.map.json").write_bytes(b"{")
    found = drawn_for(board.spaces, [tmp_path / "broken.map.json", file])
    assert found is not None
    assert json.loads(found)["name"] == "my own shapes"


def test_a_board_that_nobody_drew_finds_none() -> None:
    assert drawn_for(["Utopia"]) is None


@scenarios
def test_every_space_is_drawn_as_what_it_is(scenario: str) -> None:
    board, drawn = _board(scenario)
    shown = {name: space["kind"] for name, space in drawn["spaces"].items()}
    assert shown == {name: "zone" if board.is_sea(name) else "territory" for name in board.spaces}


@scenarios
def test_the_connections_are_those_of_the_scenario(scenario: str) -> None:
    board, drawn = _board(scenario)
    assert tuple(map(tuple, drawn["connections"])) == connections(board)


@scenarios
def test_territories_that_touch_are_seen_to_touch(scenario: str) -> None:
    """Both have corners of their border in common, at either edge of a map that wraps."""
    board, drawn = _board(scenario)
    around = drawn["width"] if drawn["wraps"] else 10 * drawn["width"]
    corners = {
        name: {
            (round(x % around, 1), round(y, 1)) for ring in rings(space["path"]) for x, y in ring
        }
        for name, space in drawn["spaces"].items()
    }
    unseen = [
        (a, b)
        for a, b in connections(board)
        if not (board.is_sea(SpaceId(a)) or board.is_sea(SpaceId(b)))
        and len(corners[a] & corners[b]) < 2
    ]
    assert not unseen


@maps
def test_every_path_parses_and_has_an_area(file: Path) -> None:
    drawn = _map(file)
    barriers = [drawn["barriers"]] if "barriers" in drawn else []
    for path in (drawn["scenery"], *drawn["shore"], *barriers):
        assert rings(path)
    for name, space in drawn["spaces"].items():
        assert sum(map(area, rings(space["path"]))) > 50, name


@maps
def test_the_anchor_and_its_circle_are_within_the_path(file: Path) -> None:
    for name, space in _map(file)["spaces"].items():
        x, y, radius = space["anchor"]
        shape = rings(space["path"])
        assert inside((x, y), shape), name
        assert radius > 2, name
        assert all(dist((x, y), corner) > radius - 0.3 for ring in shape for corner in ring), name


@maps
def test_the_anchor_of_a_space_is_in_no_other(file: Path) -> None:
    drawn = _map(file)
    shapes = {name: rings(space["path"]) for name, space in drawn["spaces"].items()}
    turns = (0, drawn["width"], -drawn["width"]) if drawn["wraps"] else (0,)
    boxes = {
        name: (min(c[0] for r in shape for c in r), max(c[0] for r in shape for c in r))
        for name, shape in shapes.items()
    }
    for name, space in drawn["spaces"].items():
        x, y, _ = space["anchor"]
        covering = [
            other
            for other, shape in shapes.items()
            for turn in turns
            if boxes[other][0] <= x + turn <= boxes[other][1] and inside((x + turn, y), shape)
        ]
        assert covering == [name]


@maps
def test_the_map_stays_within_its_frame(file: Path) -> None:
    drawn = _map(file)
    beyond = drawn["width"] if drawn["wraps"] else 0
    for space in drawn["spaces"].values():
        for x, y in (corner for ring in rings(space["path"]) for corner in ring):
            assert -beyond <= x <= drawn["width"] + beyond
            assert -0.1 <= y <= drawn["height"] + 0.1


@maps
def test_views_are_parts_of_the_map(file: Path) -> None:
    drawn = _map(file)
    assert drawn["views"]
    for x, y, width, height in drawn["views"].values():
        assert 0 <= x < drawn["width"]
        assert width > 0
        assert y >= -0.1
        assert y + height <= drawn["height"] + 0.1


@maps
def test_a_map_is_small_enough_to_send(file: Path) -> None:
    assert file.stat().st_size < 400 << 10


def test_what_only_seems_to_touch_is_barred() -> None:
    """The drawing of Eire borders on the United Kingdom, and no army crosses there by the rules."""
    board, drawn = _board("classic")
    assert "Eire" not in board.neighbours[SpaceId("United Kingdom")]
    corners = [corner for ring in rings(drawn["barriers"]) for corner in ring]
    for name in ("Eire", "United Kingdom"):
        x, y, radius = drawn["spaces"][name]["anchor"]
        assert min(dist((x, y), corner) for corner in corners) < 4 * radius, name
    assert "barriers" not in _board("anniversary-1941")[1]
