"""Numbers of rules are found in sentences as people write them."""

import pytest

from client.rulebook.citations import anchor_of, citations, is_number, number_of


@pytest.mark.parametrize(
    ("sentence", "numbers"),
    [
        ("As many hits as possible (BG-8.14).", ["BG-8.14"]),
        (
            "They may submerge (BG-8F), but not twice (SS-3.1c, A11).",
            ["BG-8F", "SS-3.1c", "SS-A11"],
        ),
        ("Bombers raid (BG-8.2, 8.3).", ["BG-8.2", "BG-8.3"]),
        ("Casualties: BG-8.13 to 8.15", ["BG-8.13", "BG-8.15"]),
        ("a round of a hunt (SW-4, 5)", ["SW-4", "SW-5"]),
        ("depths (DS-1 to 7)", ["DS-1", "DS-7"]),
        ("R6: it is taken back, see also R12.", ["R6", "R12"]),
        ("SS-2.0e, 3.6", ["SS-2.0e", "SS-3.6"]),
        ("always on (rulings 5 and 10); ruling 38", ["ruling 5", "ruling 10", "ruling 38"]),
        ("BG-8.7, 8.9; R4", ["BG-8.7", "BG-8.9", "R4"]),
        ("EX-A8, EX-P and WA-T", ["EX-A8", "EX-P", "WA-T"]),
        ("the bookkeeping of SS-4.3b.1", ["SS-4.3b.1"]),
        ("BG-4.2, 3 IPC and SW-5, 2 points", ["BG-4.2", "SW-5"]),
        ("SPEC-10.9, version 0.8, XBG-1.1, R1x and HR2 are none", []),
    ],
)
def test_a_sentence_cites(sentence: str, numbers: list[str]) -> None:
    assert [cited.number for cited in citations(sentence)] == numbers


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
