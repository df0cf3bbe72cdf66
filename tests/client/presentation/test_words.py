"""Names as people write them."""

import pytest

from client.presentation.words import (
    NotUnderstood,
    kind_name,
    kind_of,
    listed,
    one_of,
    reason,
    refusal,
    several,
    stack,
)
from engine.errors import Illegal
from engine.units import COMPLEX, Kind
from tests.engine.position import find, position

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


@pytest.mark.parametrize(
    ("typed", "message"), [("sz", "SZ Wake, SZ 1, SZ 10"), ("guam", "Iwo Jima")]
)
def test_what_could_mean_several_things_or_none_is_refused_with_all_of_them(
    typed: str, message: str
) -> None:
    with pytest.raises(NotUnderstood, match=message):
        one_of(typed, SPACES, "space")


def test_units_are_counted_as_in_speech() -> None:
    order = [Kind(kind) for kind in ("infantry", "tank", "aa_gun", "submarine")]
    units = [Kind("tank"), Kind("infantry"), Kind("tank"), Kind("aa_gun"), Kind("infantry")]
    assert stack(units, order) == "2 infantry, 2 tanks, AA gun"
    assert kind_name(Kind("battleship"), 3) == "3 battleships"
    assert several(Kind("aa_gun")) == "AA guns"
    assert several(Kind("artillery")) == "artillery"
    assert several(Kind("mechanized_infantry")) == "mechanized infantry"
    assert several(Kind("convoy")) == "convoys"
    assert several(Kind("marines")) == "marines"
    assert several(Kind("fortress")) == "fortresses"
    assert stack([], order) == ""


def test_bg_6_a_kind_is_called_by_its_name_before_any_abbreviation() -> None:
    """A scenario may have a kind that is called as another is abbreviated."""
    kinds = (Kind("carrier"), Kind("cv"))
    assert kind_of("cv", kinds) == "cv"
    assert kind_of("carriers", kinds) == "carrier"


@pytest.mark.parametrize("text", ["factory", "2 factories", "industrial complex", "complexes"])
def test_bg_6_a_factory_is_a_complex(text: str) -> None:
    assert kind_of(text.removeprefix("2 "), [Kind("infantry"), COMPLEX]) == COMPLEX


def test_lists_end_in_and() -> None:
    assert listed(["Wake"]) == "Wake"
    assert listed(["Wake", "Midway", "Guam"]) == "Wake, Midway and Guam"


def test_a_refusal_calls_a_unit_by_what_it_is_and_where() -> None:
    """Nobody at a table knows a figure by its number; a token is known by it."""
    game = position("Prairie: USA tank")
    (tank,) = find(game, "Prairie", "tank", "USA")
    refused = Illegal("BG-7.2", "{piece} must stop in {space}", piece=tank, space="Border")
    assert refusal(game, refused) == "BG-7.2: the tank in Prairie must stop in Border"
    assert reason(game, refused) == "the tank in Prairie must stop in Border"
    gone = Illegal("BG-7", "{piece} is not on the board", piece=99)
    assert reason(game, gone) == "piece 99 is not on the board"
    untrue = Illegal("SS-0.5", "token #{token} does not hold group 1", "NOT_PRESENT", token=7)
    assert refusal(game, untrue) == "SS-0.5: token #7 does not hold group 1 [NOT_PRESENT]"
