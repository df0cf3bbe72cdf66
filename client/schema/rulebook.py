"""A paragraph of the rulebook, as the page shows it."""

__all__ = ["RuleBlock", "RuleHeading", "RuleParagraph"]

from client.schema.model import Model


class RuleBlock(Model):
    """A line of a paragraph, or a table: its rows, the first of which is the heading."""

    text: str = ""
    rows: tuple[tuple[str, ...], ...] = ()


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
