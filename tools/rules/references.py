"""Citations of rules in all that the repository holds."""

__all__ = ["Reference", "cited_by_tests", "of_repository"]

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from client.rulebook.book import Rulebook
from client.rulebook.citations import number_of
from engine.variants import HOUSE_RULES

FOLDERS = ("engine", "protocol", "p2p", "client", "tests", "tools", "docs")
SUFFIXES = frozenset((".py", ".md", ".toml", ".js", ".ts", ".html"))
MADE = frozenset(("docs/rules/index.md",))
"""What this tool writes itself."""
OTHERS = (
    "tests/house_rule/",
    "tests/client/rulebook/",
    "tests/rules/",
    "tests/web/citations.test.js",
    "client/web/vendor/",
)
"""Texts that are not about this rulebook: tests with rulebooks, and wrong numbers, of their own."""


@dataclass(frozen=True, slots=True)
class Reference:
    """A rule that a line of a file cites."""

    number: str
    file: str
    line: int


def of_repository(root: Path, book: Rulebook) -> Iterator[Reference]:
    """Every citation, file by file; those between the ends of a range too."""
    for path in _files(root):
        file = path.relative_to(root).as_posix()
        for line, text in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            for number in _numbers(text, book):
                yield Reference(number, file, line)


def cited_by_tests(references: Iterable[Reference]) -> Mapping[str, tuple[str, ...]]:
    """The test modules that cite each rule, in order of their paths."""
    found: dict[str, set[str]] = {}
    for reference in references:
        if reference.file.startswith("tests/") and "/test_" in reference.file:
            found.setdefault(reference.number, set()).add(reference.file)
    return {number: tuple(sorted(files)) for number, files in found.items()}


def _files(root: Path) -> Iterator[Path]:
    candidates = [*root.glob("*.md")]
    for folder in FOLDERS:
        candidates += (root / folder).rglob("*")
    for path in sorted(candidates):
        name = path.relative_to(root).as_posix()
        wanted = path.suffix in SUFFIXES and name not in MADE and not name.startswith(OTHERS)
        if wanted and path.is_file():
            yield path


_TEST = re.compile(r"\s*(?:async )?def (test_\w+)")
_NAMED = re.compile(
    rf"_(?:(?P<pair>ruling)|(?P<chapter>bg|{'|'.join(HOUSE_RULES).lower()}))"
    r"_(?P<number>\d+[a-z]?|t|a\d+)(?:_(?P<point>\d+[a-z]?))?(?=_|$)"
    r"|_(?P<ruling>[ra]\d+)(?=_|$)"
    r"|_ex_(?P<example>[a-z]\d?)(?=_|$)"
)
"""A number in the name of a test, as in ``test_bg_8_14_as_many_as_possible``."""


def _named(test: str) -> Iterator[str]:
    """The rules that the name of a test cites."""
    for found in _NAMED.finditer(test):
        if found["ruling"]:
            letter, number = found["ruling"][0], found["ruling"][1:]
            yield f"R{number}" if letter == "r" else f"SS-A{number}"
        elif found["example"]:
            yield f"EX-{found['example'].upper()}"
        elif found["pair"]:
            yield f"ruling {found['number']}"
        else:
            number = found["number"]
            dotted = found["chapter"] in ("bg", "ss") and found["point"]
            point = f".{found['point']}" if dotted else ""
            yield number_of(f"{found['chapter']}-{number}{point}")


def _numbers(text: str, book: Rulebook) -> Iterator[str]:
    if test := _TEST.match(text):
        yield from _named(test[1])
    yield from book.cited(text)
