"""The compatibility matrix: which house rules go together, and what is then in force."""

import itertools
from pathlib import Path

import pytest

from engine.variants import HOUSE_RULES, MODULES
from engine.variants.compatibility import (
    CODES,
    EDITIONS,
    RULINGS,
    FreePair,
    RefusedPair,
    RuledPair,
    Verdict,
    judge,
    refusals,
    rulings,
)

ROOT = Path(__file__).parents[3]
PAIRS = (
    *itertools.combinations(CODES, 2),
    *((code, column) for code in CODES for column in EDITIONS.values()),
)


def entry_of(verdict: Verdict) -> str:
    """A verdict as the rulebook prints it."""
    match verdict:
        case FreePair():
            return "F"
        case RefusedPair():
            return "X"
        case RuledPair(number=number):
            return str(number)


def test_every_pair_has_a_verdict_whichever_is_named_first() -> None:
    for one, other in PAIRS:
        assert judge(one, other) == judge(other, one)


def test_the_table_is_that_of_the_rulebook() -> None:
    text = (ROOT / "docs" / "rules" / "variants.md").read_text(encoding="utf-8")
    table = text[text.index("|  |DS|") :].partition("\n\n")[0]
    (_, _, *columns, _), _, *rows = (line.split("|") for line in table.splitlines())
    printed = {
        (one, other): entry
        for _, one, *entries, _ in rows
        for other, entry in zip(columns, entries, strict=True)
        if entry
    }
    assert printed.keys() == set(PAIRS)
    assert printed == {pair: entry_of(judge(*pair)) for pair in PAIRS}


def test_every_ruling_is_in_force_for_some_pair() -> None:
    verdicts = [judge(*pair) for pair in PAIRS]
    assert {v.number for v in verdicts if isinstance(v, RuledPair)} == set(RULINGS)
    assert all(v.text for v in verdicts if isinstance(v, RuledPair))


def test_the_refused_pairs_are_five_and_say_why() -> None:
    refused = {v.pair: v.reason for pair in PAIRS if isinstance(v := judge(*pair), RefusedPair)}
    assert set(refused) == {
        ("DS", "SW"),
        ("WD", "50"),
        ("WD", "42"),
        ("WD", "G40"),
        ("WB", "G40"),
    }
    assert all(refused.values())


@pytest.mark.parametrize(
    ("pair", "number"),
    [
        (("SS", "DS"), 1),
        (("SS", "SW"), 2),
        (("SS", "CD"), 3),
        (("SS", "WA"), 4),
        (("SS", "WD"), 5),
        (("SS", "WM"), 6),
        (("SS", "WE"), 7),
        (("SS", "WW"), 8),
        (("SS", "CL"), 9),
        (("DS", "CD"), 12),
        (("DS", "WP"), 15),
        (("SW", "WK"), 19),
        (("CD", "WR"), 46),
        (("CD", "WL"), 23),
        (("WD", "WE"), 30),
        (("WP", "50"), 44),
        (("WW", "G40"), 45),
    ],
)
def test_rulings_stand_where_the_table_has_them(pair: tuple[str, str], number: int) -> None:
    assert judge(*pair) == RuledPair(pair, number)


@pytest.mark.parametrize("pair", [("SS", "WR"), ("SW", "CD"), ("WM", "WR"), ("WL", "CL")])
def test_other_pairs_are_free(pair: tuple[str, str]) -> None:
    assert judge(*pair) in (FreePair(pair), FreePair((pair[1], pair[0])))


def test_a_trio_goes_together_when_every_pair_does() -> None:
    assert refusals(("SS", "DS", "CD"), "anniversary") == ()
    (refused,) = refusals(("SS", "DS", "SW"), "anniversary")
    assert refused.pair == ("DS", "SW")


def test_ruling_20_submarine_warfare_on_classic_needs_destroyers() -> None:
    (refused,) = refusals(("SW",), "classic")
    assert "WD" in refused.reason
    assert refusals(("SW", "WD"), "classic") == ()


def test_the_rulings_in_force_come_with_their_edition() -> None:
    assert [r.number for r in rulings(("CD", "SS", "SW"), "anniversary")] == [2, 3, 10]
    assert rulings(("SW", "CD"), "anniversary") == ()


def test_every_house_rule_has_a_name() -> None:
    assert tuple(HOUSE_RULES) == CODES
    assert len({rules.title for rules in MODULES}) == len(MODULES)
    assert all(rules.about for rules in MODULES)
