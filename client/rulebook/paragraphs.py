"""The texts of the rulebook, taken apart into what carries a number.

In the texts an anchor stands before every number: ``<a id="bg-8.14"></a>BG-8.14 Hits carry``. What
follows belongs to it up to the next number, an empty line (unless its own last sentence ends with
a colon) or the next list item. A point (``SS-1.3b``) is part of its paragraph, and has a number of
its own; so have chapters, rulings and examples.
"""

__all__ = ["Block", "Paragraph", "Picture", "TextTable", "parse", "plain"]

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from client.rulebook.citations import number_of

_ANCHOR = re.compile(r'<a id="([^"]+)"></a>')
_HEADING = re.compile(r"(#+) (.*)")
_LEAD = re.compile(r"\s*(?:- |\d+\. )?")
_PICTURE = re.compile(r"!\[([^\]]+)\]\(pictures/([\w-]+)\.svg\)")
_RULE = re.compile(r"[|:-]+")
"""The line below a table's heading."""
_UNTITLED = re.compile(r"^(?:\[\w+\]|⚖|\s|\(?[a1]\) )+")
"""Editions, the mark of a decision and a first point's letter, which may open a paragraph."""
_STOP = re.compile(r"[.:;](?:\s|$)|,? [\u2013(→]| ⚖")
_SHORTEST, _LONGEST = 16, 64
"""Characters of a title that is made of a paragraph's first words."""


@dataclass(frozen=True, slots=True)
class TextTable:
    """A table of the rulebook: its heading, then its rows."""

    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture of the rulebook: its name, and what it shows."""

    name: str
    words: str


Block = str | TextTable | Picture
"""A line of plain text, a table, or a picture."""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """What the rulebook says under one number.

    Attributes:
        number: ``BG-8.14``, ``SS-1.3b``, ``R6``, ``ruling 25``; a chapter or section: ``BG-8F``.
        document: the text that it stands in, ``base-game``.
        section: the heading above it; its own if it is a chapter.
        markdown: its lines, as they are written; the number itself may open the first.
        within: the paragraph whose text holds this point; None for a paragraph of its own.
        level: how deep its heading stands, 2 for a chapter; 0 for what has no heading.
    """

    number: str
    document: str
    section: str
    markdown: tuple[str, ...]
    within: str | None = None
    level: int = 0

    @property
    def blocks(self) -> tuple[Block, ...]:
        """The paragraph as plain text, without its number."""
        first, *rest = self.markdown
        blocks: list[Block] = [_numberless(self.number, plain(first))]
        rows: list[tuple[str, ...]] = []
        for line in rest:
            if line.startswith("|"):
                if not _RULE.fullmatch(line):
                    rows.append(tuple(plain(cell) for cell in _cells(line)))
                continue
            if rows:
                blocks.append(TextTable(tuple(rows)))
                rows = []
            picture = _PICTURE.fullmatch(line)
            blocks.append(Picture(picture[2], picture[1]) if picture else plain(line))
        if rows:
            blocks.append(TextTable(tuple(rows)))
        return tuple(blocks)

    @property
    def title(self) -> str:
        """What it is about: its heading, the words that it begins with in italics, or its first."""
        if self.level:
            return re.sub(r"^\d+[A-Z]? ", "", self.section)
        opening = _UNTITLED.sub("", _numberless(self.number, _ANCHOR.sub("", self.markdown[0])))
        if lead := re.match(r"(\*{1,2})(?P<words>[^*]{4,})\1", opening):
            return lead["words"].strip(" .:")
        words = plain(opening)
        for stop in _STOP.finditer(words, _SHORTEST):
            words = words[: stop.start()]
            break
        words = words.rstrip(" .:;⚖")
        words = words[:1].upper() + words[1:]
        return words if len(words) <= _LONGEST else words[:_LONGEST].rsplit(" ", 1)[0] + " …"


def _whole(number: str) -> str | None:
    """The paragraph that a point belongs to, by its number: ``SS-1.3`` for ``SS-1.3b``."""
    if point := re.fullmatch(r"([A-Z]+-\d+(?:\.\d+)?)[a-z]|(.*[a-z])\.\d", number):
        return point[1] or point[2]
    return None


def plain(markdown: str) -> str:
    """A line without anchors, links and emphasis."""
    text = re.sub(r"\[([^\]]+)\]\([^)]+\)", r"\1", _ANCHOR.sub("", markdown))
    return re.sub(r"(\*{1,2})(?=\S)(.+?)(?<=\S)\1", r"\2", text).strip()


def parse(document: str, text: str) -> Iterator[Paragraph]:
    """The numbered paragraphs of a text, in their order; a paragraph comes before its points."""
    reader = _Reader(document)
    for line in text.splitlines():
        reader.read(line)
    yield from reader.paragraphs()


@dataclass(slots=True)
class _Part:
    number: str
    section: str
    lines: list[str]
    within: str | None = None
    level: int = 0


@dataclass(slots=True)
class _Reader:
    """Reads a text line by line."""

    document: str
    section: str = ""
    columns: tuple[str, ...] = ()
    """The heading of the table that is being read."""
    chapter: _Part | None = None
    open: list[_Part] = field(default_factory=list)
    """The paragraph that goes on, and the point of it that does."""
    parts: list[_Part] = field(default_factory=list)

    def read(self, line: str) -> None:
        if heading := _HEADING.match(line):
            self._heading(len(heading[1]), heading[2])
        elif not line.strip():
            self.columns = ()
            if not (self.open and self.open[0].lines[-1].endswith(":")):
                self.open.clear()
        elif line.startswith("|"):
            self._row(line)
        else:
            self._prose(line)

    def paragraphs(self) -> Iterator[Paragraph]:
        for part in self.parts:
            yield Paragraph(
                part.number,
                self.document,
                part.section,
                tuple(part.lines),
                part.within,
                part.level,
            )

    def _heading(self, level: int, text: str) -> None:
        self.section, self.chapter, self.columns = plain(text), None, ()
        self.open.clear()
        if anchor := _ANCHOR.match(text):
            own = text[anchor.end() :]
            self.chapter = _Part(number_of(anchor[1]), self.section, [own], level=level)
            self.parts.append(self.chapter)

    def _row(self, line: str) -> None:
        cells = _cells(line)
        if not self.columns:
            self.columns = cells
        if anchor := _ANCHOR.match(cells[0]):
            _, question, *answers = cells
            told = [
                f"{column}: {answer}"
                for column, answer in zip(self.columns[2:], answers, strict=True)
            ]
            self.open.clear()
            self.parts.append(_Part(number_of(anchor[1]), self.section, [question, *told]))
        else:
            self._continue(line)

    def _prose(self, line: str) -> None:
        lead = _LEAD.match(line)
        mark = lead[0] if lead else ""
        if mark == "- ":
            self.open.clear()
        before, *numbered = _ANCHOR.split(line[len(mark) :])
        if before or not numbered:
            self._continue(mark.strip() + " " + before if mark.strip() else before)
            mark = ""
        at_start = not before
        for anchor, words in zip(numbered[::2], numbered[1::2], strict=True):
            self._begin(number_of(anchor), mark if at_start else None, words)
            at_start = False

    def _begin(self, number: str, mark: str | None, words: str) -> None:
        """A number, at the start of a line (with the mark of its list item) or within it."""
        while self.open and _whole(number) != self.open[-1].number:
            self.open.pop()
        for part in self.open:
            if mark is None:
                part.lines[-1] += words
            else:
                part.lines.append(f"{mark.strip()} {words}".strip())
        within = self.open[-1].number if self.open else None
        self.open.append(_Part(number, self.section, [words], within))
        self.parts.append(self.open[-1])

    def _continue(self, line: str) -> None:
        """A line that opens no number of its own."""
        for part in self.open or ([self.chapter] if self.chapter else []):
            part.lines.append(line)


def _cells(row: str) -> tuple[str, ...]:
    return tuple(cell.strip() for cell in row.strip().strip("|").split("|"))


def _numberless(number: str, words: str) -> str:
    """Words without the number that opens them; a point may be opened by its letter alone."""
    own = re.escape(number)
    last = re.split(r"[-. ]", number)[-1]
    letter = re.escape(last[-1] if _whole(number) else last)
    return re.sub(rf"^(\**)\(?(?:{own}[a-z]?|{letter})\)?(?=[\s*.])\.?\s*", r"\1", words)
