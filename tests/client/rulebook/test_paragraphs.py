"""A text of the rulebook is taken apart at its anchors."""

from client.rulebook.paragraphs import Paragraph, Picture, TextTable, parse

TEXT = """\
# Base game

## <a id="bg-8"></a>8 Conduct combat
### <a id="bg-8f"></a>8F Submarine steps
|flag|subs|
|---|---|
|no|strike|

- <a id="bg-8.9"></a>BG-8.9 *Flags.* Set **once** per [round](index.md).
- <a id="bg-8.9a"></a>BG-8.9a ⚖ A rule of its own; it has no title (and needs none).
- Without a number.
- <a id="ss-1.3"></a><a id="ss-1.3a"></a>SS-1.3a Place fewer. <a id="ss-1.3b"></a>b Free tokens.
- <a id="cd-7"></a>CD-7 **Odds.** As follows:

|n|P|
|---|---|
|4|7/128|

After the table.

- <a id="bg-11.3"></a>BG-11.3 [50] Objectives:
  - Japan: Manchuria.
  1. <a id="bg-11.3a"></a>Nested.

## <a id="bg-13"></a>13 Our rulings
|#|question|habit|ruling|
|---|---|---|---|
|<a id="r1"></a>R1|casualties|by group|one *joint* choice|
"""

BOOK = {paragraph.number: paragraph for paragraph in parse("base-game", TEXT)}


def paragraph(number: str) -> Paragraph:
    return BOOK[number]


def test_the_numbers_come_in_their_order() -> None:
    chapters = ["BG-8", "BG-8F", "BG-8.9", "BG-8.9a"]
    points = ["SS-1.3", "SS-1.3a", "SS-1.3b", "CD-7", "BG-11.3", "BG-11.3a", "BG-13", "R1"]
    assert list(BOOK) == [*chapters, *points]


def test_a_paragraph_ends_with_its_list_item() -> None:
    assert paragraph("BG-8.9").blocks == ("Flags. Set once per round.",)
    assert paragraph("BG-8.9a").within is None
    assert paragraph("BG-8.9").section == "8F Submarine steps"


def test_a_heading_holds_the_text_without_a_number() -> None:
    section = paragraph("BG-8F")
    title, table, line, after = section.blocks
    assert (title, line, after) == ("Submarine steps", "- Without a number.", "After the table.")
    assert table == TextTable((("flag", "subs"), ("no", "strike")))
    assert (paragraph("BG-8").level, section.level, paragraph("BG-8.9").level) == (2, 3, 0)


def test_points_stand_within_their_paragraph_and_alone() -> None:
    assert paragraph("SS-1.3").blocks == ("Place fewer. b Free tokens.",)
    assert paragraph("SS-1.3a").blocks == ("Place fewer.",)
    assert paragraph("SS-1.3b").blocks == ("Free tokens.",)
    assert paragraph("SS-1.3b").within == "SS-1.3"


def test_what_follows_a_colon_belongs_to_the_paragraph() -> None:
    assert paragraph("CD-7").blocks == (
        "Odds. As follows:",
        TextTable((("n", "P"), ("4", "7/128"))),
    )


def test_a_nested_list_belongs_to_the_paragraph() -> None:
    first, *rest = paragraph("BG-11.3").blocks
    assert first == "[50] Objectives:"
    assert rest == ["- Japan: Manchuria.", "1. Nested."]


def test_a_row_with_a_number_is_read_column_by_column() -> None:
    assert paragraph("R1").blocks == ("casualties", "habit: by group", "ruling: one joint choice")


def test_a_title_is_the_heading_the_emphasis_or_the_first_words() -> None:
    titles = {number: paragraph(number).title for number in ("BG-8F", "BG-8.9", "BG-8.9a", "R1")}
    assert titles == {
        "BG-8F": "Submarine steps",
        "BG-8.9": "Flags",
        "BG-8.9a": "A rule of its own",
        "R1": "Casualties",
    }


def test_a_picture_is_a_block_of_the_paragraph_that_it_stands_in() -> None:
    text = '- <a id="bg-8.5"></a>BG-8.5 Guns.\n  ![A gun.](pictures/big-gun.svg)\n- Other.\n'
    (found,) = parse("base-game", text)
    assert found.blocks == ("Guns.", Picture("big-gun", "A gun."))
