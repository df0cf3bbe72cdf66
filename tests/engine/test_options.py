"""What is written after ``--rules``, and how settings are settled."""

import pytest

from engine.board import Power
from engine.errors import IncompatibleModules
from engine.options import BASE, OBJECTIVES, Selection, bid, count, flag, parse, settle

LEVEL = count("level", range(1, 4), default=2, text="a number")


@pytest.mark.parametrize(
    ("text", "modules", "options"),
    [
        ("", ("SS",), {}),
        ("SS", ("SS",), {}),
        ("none", (), {}),
        ("none,DS", ("DS",), {}),
        ("DS", ("SS", "DS"), {}),
        ("SS,shuffle_markers=minimum", ("SS",), {"shuffle_markers": "minimum"}),
        ("shuffle_markers=minimum", ("SS",), {"shuffle_markers": "minimum"}),
        (" none , objectives = off ", (), {"objectives": "off"}),
    ],
)
def test_what_people_write(text: str, modules: tuple[str, ...], options: dict[str, str]) -> None:
    assert parse(text) == Selection(modules, options)


@pytest.mark.parametrize("text", ["=minimum", "objectives=", "a=1,a=2"])
def test_invalid_writing_is_refused(text: str) -> None:
    with pytest.raises(IncompatibleModules):
        parse(text)


def test_what_is_not_chosen_has_its_default() -> None:
    assert settle([*BASE, LEVEL], {"objectives": "off"}) == {
        "bb_repair": "end_of_combat",
        "casualty_dispute": "attacker",
        "dardanelles_closed": "off",
        "heavy_bombers": "both",
        "interceptors": "off",
        "level": "2",
        "low_luck": "off",
        "objectives": "off",
        "research": "on",
        "subs_block_landing": "off",
        "victory_cities": "standard",
    }


def test_invalid_names_and_values_are_told_what_there_is() -> None:
    with pytest.raises(IncompatibleModules, match=r"no option colour.*there are level, objectives"):
        settle([OBJECTIVES, LEVEL], {"colour": "red"})
    with pytest.raises(IncompatibleModules, match="level=4: write one of 1, 2, 3"):
        settle([LEVEL], {"level": "4"})
    with pytest.raises(IncompatibleModules, match="bid_UK=much: write one of 0, 1, 2, …, 99"):
        settle([bid(Power("UK"))], {"bid_UK": "much"})


def test_every_spelling_has_a_meaning_and_every_option_a_text() -> None:
    for option in BASE:
        assert option.default in option.values
        assert "BG-" in option.text
    assert flag("x", default=True, text="").values == {"on": True, "off": False}
    assert LEVEL.values == {"1": 1, "2": 2, "3": 3}
