"""Pieces: an immutable collection with an index by space and one by owner."""

import dataclasses

from hypothesis import given
from hypothesis import strategies as st

from engine.board import Power, SpaceId
from engine.pieces import Figure, PieceId, Pieces
from engine.records import encode
from engine.units import TANK
from engine.view import record_as_json
from tests.engine.position import find, position

SPACES = [SpaceId(name) for name in ("A", "B", "C")]


POWERS = [Power(name) for name in ("USA", "Japan")]


def tank(number: int, at: str = "A", owner: str = "USA") -> Figure:
    return Figure(id=PieceId(number), owner=Power(owner), at=SpaceId(at), kind=TANK)


def test_pieces_are_found_by_id_and_by_space() -> None:
    pieces = Pieces([tank(3, "B"), tank(1), tank(2)])
    assert list(pieces) == [1, 2, 3]
    assert pieces.at(SpaceId("A")) == (tank(1), tank(2))
    assert pieces.at(SpaceId("C")) == ()


def test_a_change_makes_a_new_collection() -> None:
    before = Pieces([tank(1), tank(2)])
    after = before.replaced([tank(1, "B"), tank(5, "B")], [PieceId(2)])
    assert dict(before) == {1: tank(1), 2: tank(2)}
    assert dict(after) == {1: tank(1, "B"), 5: tank(5, "B")}
    assert after.at(SpaceId("B")) == (tank(1, "B"), tank(5, "B"))
    assert after.at(SpaceId("A")) == ()


def test_bg_8_16_cargo_is_lost_with_its_ship() -> None:
    game = position("SZ 1: USA transport, transport, infantry, tank")
    first, second = find(game, "SZ 1", "transport")
    cargo = [*find(game, "SZ 1", "infantry"), *find(game, "SZ 1", "tank")]
    ships = dict(zip(cargo, (first, second), strict=True))
    units = [p for p in game.pieces.values() if isinstance(p, Figure)]
    loaded = game.with_pieces(
        *(dataclasses.replace(u, aboard=ships[u.id]) for u in units if u.id in ships)
    )
    after = loaded.without_pieces([first])
    assert set(after.pieces) == {second, cargo[1]}


def test_pieces_are_found_by_owner_also_after_one_has_changed_hands() -> None:
    before = Pieces([tank(1), tank(2), tank(3, owner="Japan")])
    assert before.of(Power("USA")) == (tank(1), tank(2))
    after = before.replaced([tank(2, owner="Japan")])
    assert after.of(Power("USA")) == (tank(1),)
    assert after.of(Power("Japan")) == (tank(2, owner="Japan"), tank(3, owner="Japan"))
    assert before.of(Power("Japan")) == (tank(3, owner="Japan"),)


def test_a_piece_keeps_its_plain_form_and_a_changed_one_has_its_own() -> None:
    before = tank(1)
    assert encode(before) is encode(before)
    after = before.replace(at=SpaceId("B"))
    assert encode(after) == encode(tank(1, "B")) != encode(before)
    assert record_as_json(before) == {**record_as_json(after), "at": "A"}


def test_pieces_outside_some_spaces_come_in_ascending_id() -> None:
    pieces = Pieces([tank(1, "C"), tank(2, "A"), tank(3, "B")])
    assert pieces.outside({SpaceId("A")}) == [tank(1, "C"), tank(3, "B")]


_placed = st.tuples(st.sampled_from(SPACES), st.sampled_from(POWERS))


@given(
    st.lists(
        st.tuples(
            st.dictionaries(st.integers(1, 9), _placed, max_size=4),
            st.sets(st.integers(1, 9), max_size=3),
        ),
        max_size=8,
    )
)
def test_the_indexes_are_those_of_a_collection_built_anew(
    changes: list[tuple[dict[int, tuple[SpaceId, Power]], set[int]]],
) -> None:
    pieces = Pieces()
    for placed, removed in changes:
        gone = sorted(removed & set(pieces) - set(placed))
        fresh = [tank(n, at, owner) for n, (at, owner) in placed.items()]
        pieces = pieces.replaced(fresh, map(PieceId, gone))
        anew = Pieces(pieces.values())
        assert list(pieces.items()) == list(anew.items())
        assert [pieces.at(space) for space in SPACES] == [anew.at(space) for space in SPACES]
        assert [pieces.of(power) for power in POWERS] == [anew.of(power) for power in POWERS]


def test_bg_7_9_what_is_carried_is_found_also_after_a_change() -> None:
    ship, unit = tank(1), tank(2)
    before = Pieces([ship, unit])
    assert before.carried == ()
    aboard = unit.replace(aboard=ship.id)
    after = before.replaced([aboard])
    assert (before.carried, after.carried) == ((), (aboard,))
    along = unit.replace(brought_by=ship.id)
    assert after.replaced([along, tank(3)]).carried == (along,)
