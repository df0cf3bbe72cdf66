"""The rulebook is looked up by number, and sentences are linked to it."""

import pytest

from client.rulebook.book import Linked, NoSuchRule, Rulebook, rulebook


def test_a_rule_is_found_as_people_write_its_number() -> None:
    for written in ("SS-4.0", "ss-4.0", " SS 4.0 "):
        assert rulebook().paragraph(written).number == "SS-4.0"
    assert rulebook().paragraph("r27").document == "base-game"
    assert "CD replaces BG-11.2" in rulebook().printed("ruling 25")


def test_a_wrong_number_is_told_with_those_that_come_close() -> None:
    with pytest.raises(NoSuchRule, match=r'no rule "SS-4\.9"') as refused:
        rulebook().paragraph("SS-4.9")
    assert "SS-4.1" in refused.value.advice


def test_a_number_stands_for_one_paragraph() -> None:
    text = '- <a id="bg-1.1"></a>BG-1.1 Space.\n- <a id="bg-1.1"></a>BG-1.1 Side.\n'
    with pytest.raises(ValueError, match=r"two paragraphs BG-1\.1"):
        Rulebook.of([("base-game", text)])


def test_a_chapter_lists_what_is_under_it() -> None:
    book = rulebook()
    steps = [other.number for other in book.under(book.paragraph("BG-8F"))]
    assert steps == ["BG-8.9", "BG-8.10", "BG-8.11", "BG-8.12"]
    combat = [other.number for other in book.under(book.paragraph("BG-8"))]
    assert combat[:2] == ["BG-8A", "BG-8.1"]
    assert combat[-1] == "BG-8.27"
    assert book.under(book.paragraph("BG-8.9")) == ()


def test_a_rule_is_printed_with_its_tables_in_columns() -> None:
    printed = rulebook().printed("BG-8F")
    assert printed.startswith("BG-8F: Submarine steps\n")
    assert "no      no      S1: submerge or S2 strike" in printed
    assert "BG-8.9: Flags are set once per round" in printed


def test_a_sentence_is_cut_up_at_the_rules_that_it_cites() -> None:
    assert rulebook().linked("Take it back (R6, BG-7.1), or BG-99.1.") == (
        Linked("Take it back ("),
        Linked("R6", "R6"),
        Linked(", "),
        Linked("BG-7.1", "BG-7.1"),
        Linked("), or BG-99.1."),
    )
    assert rulebook().linked("Nothing is cited.") == (Linked("Nothing is cited."),)
