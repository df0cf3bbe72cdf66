"""Frozen records as plain data and back."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, ClassVar, NewType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import Malformed
from engine.records import MAX_INT, decode, encode

Name = NewType("Name", str)


class Colour(StrEnum):
    RED = "red"
    BLUE = "blue"


@dataclass(frozen=True, slots=True)
class Point:
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Flag:
    tag: ClassVar[str] = "flag"

    colour: Colour
    at: Point | None = None
    note: str = field(default="", metadata={"transient": True})


@dataclass(frozen=True, slots=True)
class Fleet:
    tag: ClassVar[str] = "fleet"

    ships: tuple[Name, ...]
    zones: frozenset[int]
    cargo: Mapping[Name, int]


Thing = Flag | Fleet

PLAIN = [
    (int, 7, 7),
    (bool, True, True),
    (str, "a", "a"),
    (bytes, b"a", b"a"),
    (Name, "a", "a"),
    (Colour, Colour.RED, "red"),
    (Point | None, None, None),
    (Point | None, Point(1, 2), [1, 2]),
    (tuple[int, ...], (3, 1), [3, 1]),
    (tuple[int, str], (3, "a"), [3, "a"]),
    (frozenset[int], frozenset({3, 1}), [1, 3]),
    (Mapping[str, int], {"b": 1, "a": 2}, [["a", 2], ["b", 1]]),
    (Thing, Flag(Colour.BLUE, Point(0, 9)), ["flag", "blue", [0, 9]]),
    (Thing, Fleet((Name("x"),), frozenset(), {Name("y"): 1}), ["fleet", ["x"], [], [["y", 1]]]),
]


@pytest.mark.parametrize(("kind", "value", "plain"), PLAIN)
def test_each_kind_of_value_has_one_plain_form(kind: Any, value: object, plain: object) -> None:
    assert encode(value) == plain
    assert decode(kind, plain) == value


def test_transient_fields_are_left_out() -> None:
    assert encode(Flag(Colour.RED, note="only here")) == ["flag", "red", None]


@pytest.mark.parametrize(
    ("kind", "data", "where"),
    [
        (int, -1, "answer"),
        (int, MAX_INT + 1, "answer"),
        (int, True, "answer"),
        (int, 1.0, "answer"),
        (str, b"a", "answer"),
        (bool, 1, "answer"),
        (Colour, "green", "answer"),
        (Colour, ["red"], "answer"),
        (tuple[int, ...], [1, "2"], "answer[1]"),
        (tuple[int, ...], "12", "answer"),
        (tuple[int, str], [1], "answer"),
        (frozenset[int], [2, 1], "answer"),
        (frozenset[int], [1, 1], "answer"),
        (Mapping[str, int], [["b", 1], ["a", 2]], "answer"),
        (Mapping[str, int], {"a": 1}, "answer"),
        (Mapping[str, int], [["a", 1, 2]], "answer[0]"),
        (Point, [1], "answer"),
        (Point, [1, 2, 3], "answer"),
        (Thing, ["flag", "red"], "answer"),
        (Thing, ["kite", "red"], "answer"),
        (Thing, [["flag"], "red"], "answer"),
        (Thing, None, "answer"),
        (Flag, ["fleet", "red", None], "answer"),
        (Thing, ["fleet", [], [], [["y", None]]], "answer[3][0][1]"),
    ],
)
def test_invalid_data_is_refused_with_its_place(kind: Any, data: object, where: str) -> None:
    with pytest.raises(Malformed) as error:
        decode(kind, data)
    assert error.value.where == where


def test_what_is_no_record_is_our_own_mistake() -> None:
    with pytest.raises(TypeError):
        encode(object())
    with pytest.raises(TypeError):
        encode(1.5)
    with pytest.raises(TypeError):
        decode(object, 1)


JUNK = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.text(max_size=4)
    | st.binary(max_size=4)
    | st.sampled_from(["flag", "fleet", "red"]),
    lambda inner: st.lists(inner, max_size=4),
    max_leaves=12,
)


@given(JUNK)
def test_whatever_is_accepted_is_what_would_be_written(data: object) -> None:
    try:
        value = decode(Thing, data)
    except Malformed:
        return
    assert encode(value) == data


@given(
    st.builds(
        Fleet,
        st.lists(st.text().map(Name), max_size=3).map(tuple),
        st.frozensets(st.integers(0, MAX_INT), max_size=4),
        st.dictionaries(st.text().map(Name), st.integers(0, MAX_INT), max_size=4),
    )
)
def test_records_survive_the_way_there_and_back(fleet: Fleet) -> None:
    assert decode(Thing, encode(fleet)) == fleet
