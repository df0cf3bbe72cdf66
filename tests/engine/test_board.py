"""The board: what touches what, and how far it is."""

from collections import deque

from hypothesis import given
from hypothesis import strategies as st

from engine.board import Board, Space, SpaceId
from tests.engine.position import world

BOARD = world().board


def at(name: str) -> SpaceId:
    return SpaceId(name)


def test_bg_1_1_territories_and_sea_zones() -> None:
    assert len(BOARD.territories) == 10
    assert BOARD.zones == tuple(f"SZ {n}" for n in range(1, 11))
    assert BOARD.is_sea(at("SZ 1"))
    assert not BOARD.is_sea(at("West"))


def test_what_touches_what() -> None:
    assert BOARD.adjacent(at("West"), at("SZ 1"))
    assert not BOARD.adjacent(at("West"), at("SZ 3"))
    assert BOARD.adjacent_land(at("SZ 2")) == ("West", "Prairie")
    assert BOARD.adjacent_zones(at("West")) == ("SZ 1", "SZ 2")


def test_bg_2_4_canals_are_found_from_both_ends() -> None:
    there = list(BOARD.canals_between(at("SZ 3"), at("SZ 8")))
    back = list(BOARD.canals_between(at("SZ 8"), at("SZ 3")))
    assert there == back
    assert [canal.name for canal in there] == ["Strait"]
    assert not list(BOARD.canals_between(at("SZ 3"), at("SZ 4")))


def test_distances_by_sea_by_land_and_through_the_air() -> None:
    assert BOARD.distances(at("SZ 1"), sea=True)[at("SZ 10")] == 5
    assert BOARD.distances(at("West"), sea=False)[at("East")] == 4
    assert at("Isle") not in BOARD.distances(at("West"), sea=False)
    air = BOARD.distances(at("West"))
    assert air[at("Isle")] == 3  # SZ 2, SZ 7, Isle: every zone and island is a step (BG-7.6)


def test_bg_7_13_nothing_leads_through_neutrals() -> None:
    assert at("Rock") not in BOARD.distances(at("SZ 9"))


def test_reach_stops_at_its_limit_and_at_closed_steps() -> None:
    near = BOARD.reach(at("SZ 1"), 1, lambda _, to: BOARD.is_sea(to))
    assert near == {"SZ 1": 0, "SZ 2": 1, "SZ 6": 1}
    assert BOARD.reach(at("SZ 1"), 9, lambda _, __: False) == {"SZ 1": 0}


@st.composite
def boards(draw: st.DrawFn) -> Board:
    size = draw(st.integers(1, 8))
    pairs = draw(
        st.sets(st.tuples(st.integers(0, size - 1), st.integers(0, size - 1)), max_size=16)
    )
    names = [at(str(n)) for n in range(size)]
    touching = {
        name: tuple(
            other
            for j, other in enumerate(names)
            if i != j and ((i, j) in pairs or (j, i) in pairs)
        )
        for i, name in enumerate(names)
    }
    return Board({name: Space(name, sea=True) for name in names}, touching)


@given(boards())
def test_distances_are_those_of_a_plain_search(board: Board) -> None:
    for start in board.spaces:
        found = {start: 0}
        ahead = deque([start])
        while ahead:
            here = ahead.popleft()
            for there in board.neighbours[here]:
                if there not in found:
                    found[there] = found[here] + 1
                    ahead.append(there)
        assert dict(board.distances(start)) == found
