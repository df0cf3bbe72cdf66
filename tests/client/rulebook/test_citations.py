"""Numbers of rules are found in sentences as people write them."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from client.rulebook.citations import CHAPTERS, anchor_of, citations, is_number, number_of

EXAMPLES = json.loads((Path(__file__).parent / "citations.json").read_text(encoding="utf-8"))
CASES = EXAMPLES["sentences"]
"""The page is held to the same ones: tests/web/citations.test.js."""


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["sentence"])
def test_a_sentence_cites(case: Mapping[str, Any]) -> None:
    sentence: str = case["sentence"]
    found = {sentence[cited.start : cited.end]: cited.number for cited in citations(sentence)}
    assert found == case["cites"]


def test_the_page_is_tried_with_chapters_that_there_are() -> None:
    assert set(EXAMPLES["chapters"]) <= set(CHAPTERS)


def test_a_citation_knows_its_place_and_its_range() -> None:
    sentence = "see BG-8.13 to 8.15"
    first, last = citations(sentence)
    assert sentence[first.start : first.end] == "BG-8.13"
    assert sentence[last.start : last.end] == "8.15"
    assert (first.through, last.through) == (False, True)
    assert [cited.through for cited in citations("CD-1 to CD-4, CD-6")] == [False, True, False]


@pytest.mark.parametrize(
    ("number", "anchor"),
    [
        ("BG-8.14", "bg-8.14"),
        ("BG-8.1a", "bg-8.1a"),
        ("BG-8F", "bg-8f"),
        ("DS-5a", "ds-5a"),
        ("SS-A23", "ss-a23"),
        ("SS-4.3b.1", "ss-4.3b.1"),
        ("R27", "r27"),
        ("ruling 25", "ruling-25"),
        ("EX-A8", "ex-a8"),
        ("DS", "ds"),
    ],
)
def test_every_number_has_an_anchor(number: str, anchor: str) -> None:
    assert anchor_of(number) == anchor
    assert number_of(anchor) == number


@pytest.mark.parametrize("text", ["SS-4.0", "ss 4.0", "bg-8f", "R27", "r6", "ruling 25", "BG-99.9"])
def test_what_is_written_like_a_number_asks_for_a_rule(text: str) -> None:
    assert is_number(text)


@pytest.mark.parametrize("text", ["submerge", "rocket", "sub", "", "search", "bg"])
def test_a_word_does_not(text: str) -> None:
    assert not is_number(text)
