"""The text files of a map."""

import pytest

from client.importing.drawing import Drawing, read_drawing
from client.importing.errors import CannotImport

SIZE = "map.width=360\nmap.height=180\n"


def drawn(**files: str) -> Drawing:
    texts = {f"{name}.txt": text.encode() for name, text in files.items()}
    return read_drawing(texts | {"map.properties": SIZE.encode()}, "small")


def test_a_space_lies_at_its_centre() -> None:
    drawing = drawn(
        centers="East  (300,40)\n",
        polygons="East  <  (0,0) (9,0) (9,9) >\n",
        place="East  (1,1)  (2,2)\n",
    )
    assert drawing.points == {"East": (300, 40)}
    assert drawing.place("East") == (120, 50)
    assert drawing.place("West") is None


def test_without_centres_in_the_middle_of_the_largest_polygon() -> None:
    drawing = drawn(polygons="Isle <  (0,0) (2,0) (2,2) (0,2) >  <  (100,50) (120,50) (110,80) >\n")
    assert drawing.points == {"Isle": (110, 60)}


def test_else_where_the_first_unit_stands() -> None:
    drawing = drawn(place="5 Sea Zone  (7,8)  (9,9) | overflow=true\n")
    assert drawing.points == {"5 Sea Zone": (7, 8)}


def test_names_have_single_spaces() -> None:
    assert drawn(centers="British  Columbia  (1,1)\n").named == {
        "centers.txt": frozenset({"British Columbia"})
    }


def test_a_picture_without_a_size_is_as_large_as_what_is_drawn_in_it() -> None:
    drawing = read_drawing({"centers.txt": b"East (99,49)"}, "small")
    assert drawing.size == (100, 50)


@pytest.mark.parametrize("text", [b"(1,2)", b"East", b"\xff (1,2)"])
def test_invalid_files_are_refused(text: bytes) -> None:
    with pytest.raises(CannotImport, match=r"small, centers.txt"):
        read_drawing({"centers.txt": text}, "small")
