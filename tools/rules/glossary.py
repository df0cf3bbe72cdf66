"""The page that tells what the rules' own words mean, each with its picture."""

__all__ = ["PICTURES", "glossary"]

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from defusedxml import ElementTree

from client.rulebook.book import Rulebook
from client.rulebook.citations import anchor_of
from client.rulebook.glossary import Term
from tools.rules.questions import linked

PICTURES = Path("docs", "rules", "pictures")
"""Where `make pictures` draws them, with the functions that draw the page's."""

_HEAD = """\
# Glossary

What the rules' own words mean, each with the paragraph that has the whole of it. The page opens
the same for every word that is underlined there. Made by `make rules`, the pictures by
`make pictures`.
"""


def glossary(book: Rulebook, terms: Iterable[Term], folder: Path) -> str:
    """The page.

    Args:
        book: to which it links.
        terms: that it tells of, in this order.
        folder: of the pictures, each named after its term.
    """
    titles = {file.stem: _title(file) for file in folder.glob("*.svg")}
    return "\n".join([_HEAD, *("\n".join(_entry(book, term, titles)) for term in terms)])


def _entry(book: Rulebook, term: Term, titles: Mapping[str, str]) -> Iterator[str]:
    paragraph = book.paragraph(term.rule)
    place = f"{paragraph.document}.md#{anchor_of(term.rule)}"
    name = term.name.replace(" ", "-")
    yield f"## {term.name[0].upper()}{term.name[1:]}\n"
    if name in titles:
        yield f"![{titles[name]}](pictures/{name}.svg)\n"
    yield f"{linked(term.about, book)}\n"
    yield f"[{paragraph.number}]({place}) {paragraph.title}\n"


def _title(file: Path) -> str:
    """What a picture shows, in words."""
    title = ElementTree.parse(file).findtext("{http://www.w3.org/2000/svg}title")
    return title or ""
