"""Numbers of rules within sentences.

A rule is cited as the rulebook prints it: ``BG-8.14``, ``SS-1.3b``, ``SS-A23``, ``R6``,
``ruling 25``. Several in a row share their chapter's letters: ``BG-8.2, 8.3``, ``DS-1 to 7``,
``SS-3.1c, A11``.
"""

__all__ = ["CHAPTERS", "Citation", "anchor_of", "citations", "is_number", "number_of"]

import re
from collections.abc import Iterator
from dataclasses import dataclass

from engine.variants import HOUSE_RULES

CHAPTERS = ("BG", *HOUSE_RULES)
"""Letters that the numbers of rules begin with."""

_CHAPTERS = "|".join(CHAPTERS)

_FIRST = re.compile(
    rf"""
    (?<![\w.-])
    (?: (?P<chapter>{_CHAPTERS})-(?P<number>\d+\.\d+(?:[a-z](?:\.\d)?)?|\d+[a-zA-J]?|[AV]\d+|T\d*)
      | R\d{{1,2}}
      | EX-[A-Z]\d?
      | (?P<ruling>rulings?)\ (?P<among>\d{{1,2}})
    )(?!\w)
    """,
    re.VERBOSE,
)
"""A number with its chapter."""

_LINK = r"(?:,\ (?:and\ )?|/|;\ |\ and\ |\ or\ |\ to\ )"

_NEXT_POINT = re.compile(_LINK + r"(?P<number>\d+\.\d+[a-z]?|\d+[A-J]|A\d{1,2}|\d+(?=\)))(?![\w-])")
"""Another number of the same chapter, without its letters; a bare 7 only before a bracket."""

_NEXT_WHOLE = re.compile(_LINK + r"(?P<number>\d{1,2})(?=[),.;:]|\ and\b|\ to\b|$)(?!\.\d)")
"""The same where numbers have no point, as in ``SW-4, 5`` and ``rulings 5 and 10``."""

_WRITTEN = re.compile(
    rf"(?:{_CHAPTERS}|EX)[- ]?\w*\d[\w.]*|EX-[A-Z]|R\d+|rulings? \d+", re.IGNORECASE
)
"""What a person writes for a number."""


@dataclass(frozen=True, slots=True)
class Citation:
    """A rule that a sentence cites.

    Attributes:
        start, end: which characters of the sentence cite it.
        number: the rule in full, as in ``BG-8.3``.
        through: all that lies between the citation before and this one is meant too.
    """

    start: int
    end: int
    number: str
    through: bool = False


def citations(sentence: str) -> Iterator[Citation]:
    """The rules that a sentence cites, in its order; whether they exist is not asked."""
    before = len(sentence)
    for start, end, number in _cited(sentence):
        yield Citation(start, end, number, through=sentence[before:start] == " to ")
        before = end


def _cited(sentence: str) -> Iterator[tuple[int, int, str]]:
    """Where a sentence cites a rule, and which."""
    at = 0
    while found := _FIRST.search(sentence, at):
        chapter = "ruling" if found["ruling"] else found["chapter"]
        number = f"ruling {found['among']}" if found["among"] else found[0]
        yield found.start(), found.end(), number
        at = found.end()
        if chapter is None:
            continue
        pattern = _NEXT_POINT if "." in number else _NEXT_WHOLE
        while more := pattern.match(sentence, at):
            yield more.start("number"), more.end(), _in_full(chapter, more["number"])
            at = more.end()


def is_number(text: str) -> bool:
    """Whether somebody who writes this means a rule, if perhaps none that there is."""
    return _WRITTEN.fullmatch(text.strip()) is not None


def anchor_of(number: str) -> str:
    """The anchor of a number in the texts: ``bg-8.14``, ``ruling-25``."""
    return number.lower().replace(" ", "-")


def number_of(anchor: str) -> str:
    """The number that an anchor of the texts stands for."""
    head, _, tail = anchor.partition("-")
    if head == "ruling":
        return f"ruling {tail}"
    if (re.fullmatch(r"\d+[a-j]", tail) and head == "bg") or tail[:1].isalpha():  # a section, as 8F
        tail = tail.upper()
    return f"{head.upper()}-{tail}" if tail else head.upper()


def _in_full(chapter: str, number: str) -> str:
    if chapter == "ruling":
        return f"ruling {number}"
    return f"SS-{number}" if number.startswith("A") else f"{chapter}-{number}"
