"""The points of the boards."""

from pathlib import Path

import pytest

pytest.importorskip("shapely", reason="drawing maps needs the extra `maps`")

from engine.loading import builtin
from tools.maps import points
from tools.maps.boards import BOARDS, Board
from tools.maps.errors import CannotDraw
from tools.maps.points import Place, read_points

HEAD = "kind,space,north,east\n"


def read(folder: Path, rows: str) -> points.Points:
    (folder / "points.csv").write_text(HEAD + rows)
    return read_points(folder / "points.csv")


def test_a_row_is_a_point_for_a_purpose(tmp_path: Path) -> None:
    found = read(
        tmp_path,
        "territory,Wake Island,19,167\nzone,SZ Wake,23,168\nzone,SZ Wake,18,170\n"
        "scenery,,54,-165\nopen sea,,40,135\ndivide,,24,108\n",
    )
    assert found.territories == {"Wake Island": (Place(167, 19),)}
    assert found.zones == {"SZ Wake": (Place(168, 23), Place(170, 18))}
    assert (found.scenery, found.open_sea) == ((Place(-165, 54),), (Place(135, 40),))
    assert found.divide == (Place(108, 24),)


@pytest.mark.parametrize("row", ["zone,SZ 1,north,2", "lake,Baikal,53,108", "pond,,1,2", "zone"])
def test_a_bad_row_is_refused_with_its_line(tmp_path: Path, row: str) -> None:
    with pytest.raises(CannotDraw, match="line 2"):
        read(tmp_path, row + "\n")


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.name)
def test_the_boards_have_points_for_just_their_spaces(board: Board) -> None:
    found = read_points(Path(points.__file__).parent / "points" / f"{board.name}.csv")
    played = builtin(board.scenario).board
    assert set(found.territories) == set(played.territories)
    assert set(found.zones) == set(played.zones)
