"""SPEC-17 and the program name the same house rules, options, values and defaults."""

import re
from pathlib import Path

from engine.editions import RULES
from engine.loading import builtin
from engine.options import BASE, bid
from engine.setup import declarations
from engine.variants import MODULES
from engine.variants.compatibility import CODES

SPEC = (Path(__file__).parents[3] / "SPEC.md").read_text(encoding="utf-8")
CHAPTER = SPEC.partition("\n## 17.")[2]


def rows(start: str, end: str) -> list[list[str]]:
    """The cells of the table between two paragraphs."""
    table = CHAPTER.partition(start)[2].partition(end)[0]
    lines = [line for line in table.splitlines() if line.startswith("| `")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def spelled(cell: str) -> list[str]:
    """The values of a cell; a range of numbers in full."""
    values = re.findall(r"`([^`]+)`", cell)
    if "…" in cell:
        return [str(number) for number in range(int(values[0]), int(values[1]) + 1)]
    return values


def test_spec_17_1_house_rules_in_their_order() -> None:
    assert [row[0].strip("`") for row in rows("**17.1", "**17.2")] == list(CODES)
    assert [row[1] for row in rows("**17.1", "**17.2")] == [rules.title for rules in MODULES]
    assert [rules.module for rules in MODULES] == list(CODES)


def test_spec_17_3_every_option_with_its_values_and_default() -> None:
    told = {
        row[0].strip("`"): (spelled(row[2]), row[3].strip("`")) for row in rows("**17.3", "**17.4")
    }
    known = [*BASE, *(o for rules in (*RULES.values(), *MODULES) for o in rules.declares)]
    has = {option.name: (list(option.values), option.default) for option in known}
    any_bid = bid(builtin("classic").powers[0])
    has["bid_P"] = (list(any_bid.values), any_bid.default)
    assert told == has


def test_spec_17_3_says_whose_each_option_is() -> None:
    owner = {row[0].strip("`"): row[1] for row in rows("**17.3", "**17.4")}
    for rules in MODULES:
        for option in rules.declares:
            assert owner[option.name] == f"`{rules.module}`"
    scenario = builtin("classic")
    declared = {re.sub("^bid_.*", "bid_P", o.name) for o in declarations(scenario, CODES)}
    assert declared == set(owner)
