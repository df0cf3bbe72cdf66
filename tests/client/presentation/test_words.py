"""Names as people write them."""

import pytest

from client.presentation.words import NotUnderstood, kind_name, listed, one_of, several, stack
from engine.units import Kind

SPACES = ("Wake Island", "SZ Wake", "SZ 1", "SZ 10", "Iwo Jima")


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("sz wake", "SZ Wake"),
        ("SZWAKE", "SZ Wake"),
        ("iwo", "Iwo Jima"),
        ("jima", "Iwo Jima"),
        ("sz 1", "SZ 1"),
        ("wake", "Wake Island"),
    ],
)
def test_a_name_is_understood_by_any_unique_part_its_beginning_first(
    typed: str, meant: str
) -> None:
    assert one_of(typed, SPACES, "space") == meant


@pytest.mark.parametrize(("typed", "told"), [("sz", "SZ Wake, SZ 1, SZ 10"), ("guam", "Iwo Jima")])
def test_what_could_mean_several_things_or_none_is_refused_with_all_of_them(
    typed: str, told: str
) -> None:
    with pytest.raises(NotUnderstood, match=told):
        one_of(typed, SPACES, "space")


def test_units_are_counted_as_in_speech() -> None:
    order = [Kind(kind) for kind in ("infantry", "tank", "aa_gun", "submarine")]
    units = [Kind("tank"), Kind("infantry"), Kind("tank"), Kind("aa_gun"), Kind("infantry")]
    assert stack(units, order) == "2 infantry, 2 tanks, AA gun"
    assert kind_name(Kind("battleship"), 3) == "3 battleships"
    assert several(Kind("aa_gun")) == "AA guns"
    assert several(Kind("artillery")) == "artillery"
    assert stack([], order) == ""


def test_lists_end_in_and() -> None:
    assert listed(["Wake"]) == "Wake"
    assert listed(["Wake", "Midway", "Guam"]) == "Wake, Midway and Guam"
