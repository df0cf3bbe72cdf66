"""What the page shows of a number of the rulebook."""

from client.table.rulebook import opened


def pictures(number: str) -> list[str]:
    return [block.picture for block in opened(number).blocks if block.picture]


def test_a_chapter_without_a_picture_shows_that_of_its_first_paragraph_with_one() -> None:
    """A question cites a whole chapter, BG-7, whose paragraphs have the pictures."""
    assert pictures("BG-7") == pictures("BG-7.1") != []
    assert pictures("BG-8F") == pictures("BG-8.11") != []


def test_a_picture_of_its_own_is_shown_alone() -> None:
    assert pictures("BG-9") == ["noncombat move"]
    assert pictures("BG-9.3") == []
