"""SPEC-4.7: which characters cannot be seen, and which names look alike."""

import hashlib
import re
import unicodedata
from importlib import resources
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.confusables import TABLE, _table, invisible, skeleton
from tests.conformance.names import skeleton as by_the_library
from tests.protocol.vectors import check_vectors

SPEC = (Path(__file__).parents[2] / "SPEC.md").read_text(encoding="utf-8")

ALIKE = [
    ("Ann", "\u0410nn"),  # Cyrillic A
    ("Bob", "B\u03bfb"),  # Greek omicron
    ("Bill", "BiII"),
    ("Bill", "Bi11"),
    ("Tom", "Torn"),
    ("Zo\u00eb", "Zo\u0451"),  # Cyrillic yo
    ("OLE", "0LE"),
    ("\u03a1aul", "Paul"),  # Greek Rho
    ("\uff21nn", "Ann"),  # full width
    ("\U0001d400nn", "Ann"),  # a letter of mathematics
]
UNLIKE = [("Ann", "Anna"), ("Ann", "ann"), ("Zoe", "Zo\u00eb"), ("Japan", "Italy"), ("WI", "WL")]


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_names_that_look_alike(one: str, other: str) -> None:
    assert one != other
    assert skeleton(one) == skeleton(other)


@pytest.mark.parametrize(("one", "other"), UNLIKE)
def test_names_that_can_be_told_apart(one: str, other: str) -> None:
    assert skeleton(one) != skeleton(other)


@pytest.mark.parametrize(
    "character",
    "\u034f\u115f\u1160\u17b4\u180b\u200b\u2060\u3164\ufe0f\uffa0\u2800\U0001d159",
    ids=ascii,
)
def test_what_is_drawn_as_nothing(character: str) -> None:
    assert invisible(character)
    assert skeleton(f"A{character}nn") == "Ann"


def test_what_shows_is_not_called_invisible() -> None:
    assert not any(map(invisible, "Ann Zo\u00eb \u0391\u05d0\u5b89\uac00\u0301"))


def text_of_a_label() -> st.SearchStrategy[str]:
    known = st.characters(
        exclude_categories=["Cc", "Cs", "Cn", "Co", "Zs", "Zl", "Zp"],
    ).filter(lambda c: unicodedata.ucd_3_2_0.category(c) != "Cn")
    listed = sorted({*_table().prototypes, *_table().decompositions, *_table().classes})
    drawn = st.text(known | st.sampled_from(listed), min_size=1, max_size=12)
    return drawn.map(lambda text: unicodedata.normalize("NFC", text)).filter(
        lambda text: all(unicodedata.ucd_3_2_0.category(c) != "Cn" for c in text)
    )


@given(text_of_a_label())
def test_the_table_says_what_uts_39_says(text: str) -> None:
    """The tables of the library, which knows a newer Unicode, agree about what text can hold."""
    assert skeleton(text) == by_the_library(text)


def test_every_syllable_of_hangul_has_its_parts() -> None:
    for code in range(0xAC00, 0xD7A4):
        assert skeleton(chr(code)) == by_the_library(chr(code))


def test_what_is_looked_like_is_decomposed() -> None:
    for prototype in _table().prototypes.values():
        assert unicodedata.normalize("NFD", prototype) == prototype


def test_spec_4_7_fixes_the_table() -> None:
    """A node with another table would refuse charters that others have signed."""
    data = resources.files("protocol").joinpath(TABLE).read_bytes()
    stated = re.search(r"SHA-256 is `([0-9a-f]{64})`", SPEC)
    assert stated is not None
    assert hashlib.sha256(data).hexdigest() == stated[1]


def test_vectors_of_skeletons() -> None:
    texts = sorted(
        {name for pair in (*ALIKE, *UNLIKE) for name in pair} | {"\uac00\u3131", "\u01d6"}
    )
    check_vectors("skeletons", {text: skeleton(text) for text in texts})
