"""The page that says of every rule where it is implemented, refused by and tested."""

__all__ = ["AHEAD", "NOT_PLAYED", "Kind", "index", "kind_of", "must_be_implemented"]

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from enum import Enum, auto
from itertools import groupby

from client.rulebook.book import Rulebook
from client.rulebook.citations import anchor_of
from client.rulebook.paragraphs import Paragraph
from tools.rules.implementations import Implementation
from tools.rules.refusals import Refusal


class Kind(Enum):
    """What a number of the rulebook stands for."""

    CHAPTER = auto()
    RULE = auto()
    RULING = auto()
    PAIR = auto()
    """A ruling between two house rules, or one and an edition."""
    FACT = auto()
    """Something that secrecy makes hard to check."""
    EXAMPLE = auto()


NOT_PLAYED: Mapping[str, str] = {
    "BG-7.15": "edition of 1940",
    "BG-9.5": "edition of 1940",
    "BG-11.4": "edition of 1940",
    "BG-12.3": "edition of 1940",
}
"""Rules that no game of this program plays, and why not."""

AHEAD: Mapping[str, str] = {}
"""Rules whose text is ahead of the code, and what the code still does."""

_HEAD = """\
# Index of the rules

Where each rule of the rulebook is implemented, which functions refuse an answer by it, and which
tests of the rules cite it; where there is none, which other tests do. Made by `make rules`.

A place may implement several rules; every rule has one. A second one with the mark of an edition,
[CL] or [G40], is what that edition plays instead. What comes out of two house rules by themselves
has no place of its own: [decision 21](../decisions/0021-house-rules-meet-in-questions.md).\
"""


def kind_of(paragraph: Paragraph) -> Kind:
    """What its number stands for."""
    number = paragraph.number
    if paragraph.level:
        return Kind.CHAPTER
    if number.startswith("ruling "):
        return Kind.PAIR
    if re.fullmatch(r"R\d+|SS-A\d+", number):
        return Kind.RULING
    if re.fullmatch(r"SS-V\d+", number):
        return Kind.FACT
    return Kind.EXAMPLE if re.fullmatch(r"EX-\w+|\w+-T\d*", number) else Kind.RULE


def must_be_implemented(paragraph: Paragraph) -> bool:
    """Whether the code must have a place for it: every rule and ruling that is played in full."""
    kinds = (Kind.RULE, Kind.RULING)
    return (
        kind_of(paragraph) in kinds
        and paragraph.within is None
        and paragraph.number not in {*NOT_PLAYED, *AHEAD}
    )


def index(
    book: Rulebook,
    implementations: Iterable[Implementation],
    refusals: Iterable[Refusal],
    tests: Mapping[str, tuple[str, ...]],
    *,
    ahead: Mapping[str, str] = AHEAD,
    not_played: Mapping[str, str] = NOT_PLAYED,
) -> str:
    """The page, in Markdown."""
    places: dict[str, list[Implementation]] = {}
    for implementation in sorted(implementations):
        places.setdefault(implementation.number, []).append(implementation)
    refused: dict[str, list[Refusal]] = {}
    for refusal in sorted(set(refusals)):
        refused.setdefault(refusal.number, []).append(refusal)
    page = [_HEAD, *_exceptions(book, ahead, not_played)]
    shown = (p for p in book.paragraphs.values() if _has_row(p, places.keys() | refused.keys()))
    for (document, section), rows in groupby(shown, lambda p: (p.document, p.section)):
        page += [
            f"\n## {section} ({document})\n",
            "|rule|implemented in|refuses in|tests|",
            "|---|---|---|---|",
        ]
        page += [_row(paragraph, book, places, refused, tests) for paragraph in rows]
    return "\n".join(page) + "\n"


def _exceptions(
    book: Rulebook, ahead: Mapping[str, str], not_played: Mapping[str, str]
) -> Iterator[str]:
    if ahead:
        yield "\nThe text is ahead of the code in these rules; the code still does this:\n"
    yield from (f"- {_link(number, book)}: {what}" for number, what in ahead.items())
    yield "\nNot played:\n"
    yield from (f"- {_link(number, book)}: {why}" for number, why in not_played.items())


def _has_row(paragraph: Paragraph, found: Collection[str]) -> bool:
    """Every paragraph has one; a point or a chapter if code is found for it."""
    if paragraph.within is not None or kind_of(paragraph) is Kind.CHAPTER:
        return paragraph.number in found
    return True


def _row(
    paragraph: Paragraph,
    book: Rulebook,
    places: Mapping[str, list[Implementation]],
    refused: Mapping[str, list[Refusal]],
    tests: Mapping[str, tuple[str, ...]],
) -> str:
    own = [_place(implementation) for implementation in places.get(paragraph.number, ())]
    if not own and kind_of(paragraph) is Kind.PAIR:
        own = [_PAIRS]
    refusing = [_code(refusal.place, refusal.file) for refusal in refused.get(paragraph.number, ())]
    points = [p.number for p in book.paragraphs.values() if p.within == paragraph.number]
    numbers = (paragraph.number, *points)
    cited = sorted({file for number in numbers for file in tests.get(number, ())})
    cited = [file for file in cited if file.startswith(_OF_RULES)] or cited
    title = paragraph.title.replace("|", "\\|")
    columns = (
        f"{_link(paragraph.number, book)} {title}",
        "<br>".join(own),
        "<br>".join(refusing),
        _tests(cited),
    )
    return f"|{'|'.join(columns)}|"


_PAIRS = "[`engine.variants.compatibility: RULINGS`](../../engine/variants/compatibility.py)"
"""Where rulings between house rules stand that come out of what both answer by themselves."""


_OF_RULES = ("tests/engine/", "tests/protocol/")
"""Where the tests of the rules are."""


def _place(implementation: Implementation) -> str:
    edition = f" [{implementation.edition}]" if implementation.edition else ""
    return f"{_code(implementation.place, implementation.file)}{edition}"


def _code(place: str, file: str) -> str:
    return f"[`{place}`](../../{file})"


def _tests(files: Iterable[str]) -> str:
    shown = (f"[{f.removeprefix('tests/').removesuffix('.py')}](../../{f})" for f in files)
    return " · ".join(shown)


def _link(number: str, book: Rulebook) -> str:
    return f"[{number}]({book.paragraph(number).document}.md#{anchor_of(number)})"
