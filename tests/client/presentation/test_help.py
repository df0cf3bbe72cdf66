"""`help`: words of the rulebook, and its numbers."""

import pytest

from client.presentation.help import help_text
from client.presentation.words import NotUnderstood


def test_help_on_a_number_prints_the_rule() -> None:
    assert help_text("SS-4.0", {}).startswith("SS-4.0: When")
    assert "own new carrier" in help_text("r27", {})


def test_help_on_a_word_explains_it_with_the_numbers_of_its_rules() -> None:
    assert help_text("submerge", {}).startswith("submerge: ")
    assert "(BG-8.11)" in help_text("submerge", {})


def test_help_on_a_number_that_no_rule_has_names_others() -> None:
    with pytest.raises(NotUnderstood, match=r"ss-4\.7") as refused:
        help_text("ss-4.7", {})
    assert "SS-4.1" in refused.value.advice


def test_help_alone_tells_how_to_ask_for_a_rule() -> None:
    assert "`help SS-4.0` prints a rule" in help_text("", {"send": "sign the staged answers"})
