"""A paragraph of the rulebook and its terms, as the page shows them."""

__all__ = ["RuleBlock", "RuleHeading", "RuleParagraph", "RuleTerm"]

from client.schema.model import Model


class RuleBlock(Model):
    """A line of a paragraph, a table, or a picture.

    Attributes:
        text: the line; empty for anything else.
        rows: of the table, the first of which is the heading.
        picture: its name.
    """

    text: str = ""
    rows: tuple[tuple[str, ...], ...] = ()
    picture: str = ""


class RuleHeading(Model):
    """A paragraph that a chapter lists."""

    number: str
    title: str


class RuleParagraph(Model):
    """What the rulebook says under a number, and what it lists under a chapter."""

    number: str
    title: str
    document: str
    section: str
    blocks: tuple[RuleBlock, ...]
    under: tuple[RuleHeading, ...]


class RuleTerm(Model):
    """A term of the rulebook.

    Attributes:
        rule: the number of the paragraph that it opens.
        about: what it means.
        forms: how it stands in sentences, in small letters.
        module: the house rule that it belongs to, by its id; None for the base game.
    """

    name: str
    rule: str
    about: str
    forms: tuple[str, ...]
    module: str | None
