"""The polygons of a map as a drawn map."""

import json

from client.importing.conversion import convert
from client.importing.drawing import read_drawing
from client.importing.gamefile import is_game, read_game
from client.importing.naming import OWN
from client.importing.picture import picture
from client.importing.source import TEXTS, read_map
from client.maps.form import Map, SpaceKind, connections, text
from tests.client.importing.maps import POLYGONS, imported, published
from tests.client.maps.reading import inside, rings

SIZE = "map.width=400\nmap.height=200\n"


def drawn(polygons: str, properties: str = SIZE) -> Map | None:
    texts = {"polygons.txt": polygons, "map.properties": properties}
    drawing = read_drawing({name: text.encode() for name, text in texts.items()}, "small")
    return picture(imported(texts=texts).scenario, drawing, OWN)


def test_every_space_has_its_own_polygon_under_our_name() -> None:
    found = drawn(POLYGONS)
    assert found is not None
    assert (found.width, found.height) == (400, 200)
    assert {name: space.kind for name, space in found.spaces.items()} == {
        "East": SpaceKind.TERRITORY,
        "West": SpaceKind.TERRITORY,
        "Rock": SpaceKind.TERRITORY,
        "SZ 2": SpaceKind.ZONE,
        "SZ 10": SpaceKind.ZONE,
    }
    assert rings(found.spaces["East"].path) == [[(300, 0), (399, 0), (399, 199), (300, 199)]]


def test_corners_that_say_nothing_are_left_out() -> None:
    found = drawn(POLYGONS)
    assert found is not None
    assert rings(found.spaces["West"].path) == [[(0, 0), (100, 0), (100, 199), (0, 199)]]


def test_an_island_is_cut_out_of_its_sea_zone() -> None:
    found = drawn(POLYGONS)
    assert found is not None
    sea = rings(found.spaces["SZ 2"].path)
    assert len(sea) == 2
    assert not inside((160, 60), sea)
    assert len(rings(found.spaces["SZ 10"].path)) == 1


def test_it_wraps_unless_the_map_says_otherwise() -> None:
    round_world, flat = drawn(POLYGONS), drawn(POLYGONS, SIZE + "map.scrollWrapX=false\n")
    assert round_world is not None
    assert flat is not None
    assert (round_world.wraps, flat.wraps) == (True, False)


def test_without_a_polygon_of_every_space_there_is_no_picture() -> None:
    assert drawn(POLYGONS.partition("Rock")[0]) is None
    assert drawn(POLYGONS.replace("(170,50) (170,70) (150,70) ", "")) is None


def test_a_published_board_is_drawn_whole() -> None:
    board = "world_war_ii_classic"
    files = read_map(published(board))
    path = min(path for path, data in files.games.items() if is_game(data))
    texts = {name: found for name in TEXTS if (found := files.text(path, name)) is not None}
    game, drawing = read_game(files.games[path], board), read_drawing(texts, board)
    made = convert(game, drawing, OWN, called="board", source=board)
    shown = picture(made.scenario, drawing, OWN)
    assert shown is not None
    file = json.loads(text(shown))
    assert set(file["spaces"]) == set(made.scenario.board.spaces)
    assert tuple(map(tuple, file["connections"])) == connections(made.scenario.board)
    for name, space in file["spaces"].items():
        x, y, _ = space["anchor"]
        assert inside((x, y), rings(space["path"])), name
