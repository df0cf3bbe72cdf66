"""The repository's rulebook, implementations and references, and what is wrong with them."""

__all__ = ["GLOSSARY_PAGE", "INDEX", "QUESTIONS", "Repository"]

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from client.rulebook.book import Rulebook, rulebook
from client.rulebook.glossary import GLOSSARY
from tools.rules import implementations, references, refusals
from tools.rules.glossary import PICTURES, glossary
from tools.rules.implementations import Implementation
from tools.rules.index import AHEAD, NOT_PLAYED, index, must_be_implemented
from tools.rules.questions import questions
from tools.rules.references import Reference
from tools.rules.refusals import Refusal

INDEX = Path("docs", "rules", "index.md")
QUESTIONS = Path("docs", "rules", "questions.md")
GLOSSARY_PAGE = Path("docs", "rules", "glossary.md")


@dataclass(frozen=True)
class Repository:
    """Everything that a repository says of rules."""

    book: Rulebook
    implementations: tuple[Implementation, ...]
    references: tuple[Reference, ...]
    refusals: tuple[Refusal, ...] = ()
    pictures: Path = PICTURES

    @classmethod
    def at(cls, root: Path) -> "Repository":
        """What the files below a folder say, under the rulebook of this program.

        Raises:
            MarkError: a mark cannot be read.
        """
        book = rulebook()
        return cls(
            book,
            tuple(implementations.of_repository(root)),
            tuple(references.of_repository(root, book)),
            tuple(refusals.of_repository(root)),
            root / PICTURES,
        )

    def index(self) -> str:
        """The page that lists every rule."""
        tests = references.cited_by_tests(self.references)
        return index(self.book, self.implementations, self.refusals, tests)

    def questions(self) -> str:
        """The page that lists every question of the rules."""
        return questions(self.book)

    def glossary(self) -> str:
        """The page that tells what the rules' own words mean."""
        return glossary(self.book, GLOSSARY, self.pictures)

    def faults(self) -> Iterator[str]:
        """What is wrong, one sentence each: where, and what to do."""
        yield from self._wrong_numbers()
        yield from self._wrong_places()
        yield from self._untested()

    def _wrong_numbers(self) -> Iterator[str]:
        for reference in self.references:
            if reference.number not in self.book:
                yield (
                    f"{reference.file}:{reference.line}: the rulebook has no {reference.number}; "
                    "cite a number of docs/rules"
                )
        for number in (*NOT_PLAYED, *AHEAD):
            if number not in self.book:
                yield f"tools/rules/index.py: the rulebook has no {number}"

    def _wrong_places(self) -> Iterator[str]:
        marked = Counter((mark.number, mark.edition) for mark in self.implementations)
        for (number, edition), times in marked.items():
            if times > 1:
                places = [m.place for m in self.implementations if m.number == number]
                for_it = f"{number} [{edition}]" if edition else number
                yield f"{for_it} is implemented {times} times: {', '.join(places)}; leave one mark"
            if number in NOT_PLAYED:
                yield f"{number} is implemented, and said to be played nowhere"
            if edition and f"[{edition}]" not in "".join(self.book.paragraph(number).markdown):
                yield f"{number} says nothing of [{edition}]: leave the edition out"
        numbers = {number for number, _ in marked}
        for paragraph in self.book.paragraphs.values():
            if must_be_implemented(paragraph) and not self._is_marked(paragraph.number, numbers):
                yield f"{paragraph.number} is implemented nowhere: mark the place that decides it"

    def _is_marked(self, number: str, marked: set[str]) -> bool:
        """Whether a paragraph has a place as a whole, or each of its points has."""
        points = self._points(number)
        return number in marked or (
            bool(points) and all(self._is_marked(p, marked) for p in points)
        )

    def _untested(self) -> Iterator[str]:
        tested = references.cited_by_tests(self.references)
        for paragraph in self.book.paragraphs.values():
            numbers = {paragraph.number, *self._points(paragraph.number)}
            if must_be_implemented(paragraph) and numbers.isdisjoint(tested):
                yield f"no test cites {paragraph.number}: say which one holds it"

    def _points(self, number: str) -> list[str]:
        return [p.number for p in self.book.paragraphs.values() if p.within == number]
