"""The rulebook's paragraphs and terms for the page."""

__all__ = ["TERMS", "opened"]

from client.rulebook.book import Rulebook, rulebook
from client.rulebook.glossary import GLOSSARY
from client.rulebook.paragraphs import Block, Paragraph, Picture, TextTable
from client.schema.rulebook import RuleBlock, RuleHeading, RuleParagraph, RuleTerm

TERMS = tuple(
    RuleTerm(name=one.name, rule=one.rule, about=one.about, forms=one.forms, module=one.module)
    for one in GLOSSARY
)
"""The glossary."""


def opened(number: str) -> RuleParagraph:
    """The paragraph of a number.

    Raises:
        NoSuchRule: there is none.
    """
    book = rulebook()
    paragraph = book.paragraph(number)
    return RuleParagraph(
        number=paragraph.number,
        title=paragraph.title,
        document=paragraph.document,
        section=paragraph.section,
        blocks=tuple(map(_block, (*paragraph.blocks, *_lent(book, paragraph)))),
        under=tuple(RuleHeading(number=p.number, title=p.title) for p in book.under(paragraph)),
    )


def _lent(book: Rulebook, chapter: Paragraph) -> tuple[Picture, ...]:
    """For a chapter without a picture those of its first paragraph that has any."""
    for one in (chapter, *book.under(chapter)):
        pictures = tuple(block for block in one.blocks if isinstance(block, Picture))
        if pictures:
            return () if one is chapter else pictures
    return ()


def _block(block: Block) -> RuleBlock:
    match block:
        case TextTable(rows):
            return RuleBlock(rows=rows)
        case Picture(name):
            return RuleBlock(picture=name.replace("-", " "))
        case text:
            return RuleBlock(text=text)
