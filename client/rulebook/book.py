"""The whole rulebook, to be looked up by number."""

__all__ = ["DOCUMENTS", "Linked", "NoSuchRule", "Rulebook", "rulebook"]

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import chain, dropwhile, islice, takewhile
from pathlib import Path

from client.errors import ClientError
from client.rulebook.citations import anchor_of, citations
from client.rulebook.paragraphs import Block, Paragraph, Picture, parse

DOCUMENTS = ("base-game", "secret-subs", "variants")
"""The texts, by their files' names."""


class NoSuchRule(ClientError):
    """A number that the rulebook does not have; `advice` names those that come close."""


@dataclass(frozen=True, slots=True)
class Linked:
    """A stretch of a sentence, and the number of the rule that it cites, if it cites one."""

    words: str
    number: str | None = None


@dataclass(frozen=True)
class Rulebook:
    """Every paragraph by its number, in the order of the texts."""

    paragraphs: Mapping[str, Paragraph]

    @classmethod
    def of(cls, texts: Iterable[tuple[str, str]]) -> "Rulebook":
        """The rulebook made of texts, each with its document's name.

        Raises:
            ValueError: two paragraphs have one number (a mistake in the texts).
        """
        book: dict[str, Paragraph] = {}
        for document, text in texts:
            for paragraph in parse(document, text):
                if paragraph.number in book:
                    raise ValueError(f"{document}: there are two paragraphs {paragraph.number}")
                book[paragraph.number] = paragraph
        return cls(book)

    def __contains__(self, number: str) -> bool:
        return number in self.paragraphs

    def paragraph(self, text: str) -> Paragraph:
        """The paragraph of a number as a person writes it: ``SS-4.0``, ``ss 4.0``, ``R27``.

        Raises:
            NoSuchRule: there is none.
        """
        known = {anchor_of(number): number for number in self.paragraphs}
        wanted = anchor_of(text.strip())
        if wanted in known:
            return self.paragraphs[known[wanted]]
        close = [known[anchor] for anchor in get_close_matches(wanted, known, n=3)]
        advice = f"is it {', '.join(close)}?" if close else "write one like BG-8.14, SS-A23 or R6"
        raise NoSuchRule(f'the rulebook has no rule "{text.strip()}"', advice)

    def under(self, chapter: Paragraph) -> tuple[Paragraph, ...]:
        """The paragraphs and sections under a heading; none under a paragraph."""
        if not chapter.level:
            return ()
        after = dropwhile(lambda other: other.number != chapter.number, self.paragraphs.values())
        following = islice(after, 1, None)
        own = takewhile(
            lambda other: (
                other.document == chapter.document
                and (other.level == 0 or other.level > chapter.level)
            ),
            following,
        )
        return tuple(other for other in own if other.within is None)

    def between(self, first: str, last: str) -> tuple[str, ...]:
        """The numbers of the paragraphs between two, in the order of the text, without the two."""
        numbers = [p.number for p in self.paragraphs.values() if not p.level and p.within is None]
        if first not in numbers or last not in numbers:
            return ()
        return tuple(numbers[numbers.index(first) + 1 : numbers.index(last)])

    def cited(self, text: str) -> Iterator[str]:
        """The numbers of the rules that a text cites, those between two ends of a range as well."""
        before = ""
        for citation in citations(text):
            if citation.through:
                yield from self.between(before, citation.number)
            yield citation.number
            before = citation.number

    def printed(self, number: str) -> str:
        """A paragraph as a terminal shows it: number, title of a chapter, text, what is under it.

        Raises:
            NoSuchRule: there is none.
        """
        paragraph = self.paragraph(number)
        first, *rest = paragraph.blocks
        under = (f"{other.number}: {other.title}" for other in self.under(paragraph))
        lines = (_lines(block) for block in rest)
        return "\n  ".join([f"{paragraph.number}: {first}", *chain.from_iterable(lines), *under])

    def linked(self, sentence: str) -> tuple[Linked, ...]:
        """A sentence cut up at the rules that it cites; numbers that nothing has stay words."""
        parts: list[Linked] = []
        at = 0
        for cited in citations(sentence):
            if cited.number in self:
                if at < cited.start:
                    parts.append(Linked(sentence[at : cited.start]))
                parts.append(Linked(sentence[cited.start : cited.end], cited.number))
                at = cited.end
        if at < len(sentence):
            parts.append(Linked(sentence[at:]))
        return tuple(parts)


@cache
def rulebook() -> Rulebook:
    """The rulebook that comes with the program."""
    folder = _folder()
    return Rulebook.of(
        (name, (folder / f"{name}.md").read_text(encoding="utf-8")) for name in DOCUMENTS
    )


def _lines(block: Block) -> list[str]:
    """A block in lines; the columns of a table stand below each other."""
    if isinstance(block, Picture):
        return []  # what it shows is said beside it
    if isinstance(block, str):
        return [block]
    widths = [max(map(len, column)) for column in zip(*block.rows, strict=True)]
    return [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in block.rows
    ]


def _folder() -> Traversable:
    """Where the texts are: in the installed package, or among the documents of a source tree."""
    installed = files("client.rulebook")
    if (installed / f"{DOCUMENTS[0]}.md").is_file():
        return installed
    return Path(__file__).parents[2] / "docs" / "rules"
