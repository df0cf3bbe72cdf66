r"""Text of strangers as it may be shown: what a terminal would obey, or nobody sees, is escaped.

A control character, an escape sequence, a mark that turns the direction of a line or a separator of
lines could draw over what stands there, forge a line, or show words in another order. Each such
character is written as Python writes it (`\\x1b`, `\\u202e`); what else there is stays as it is.
"""

__all__ = ["printable", "printable_lines"]


def printable(text: str) -> str:
    """A text in one line, of characters that show and plain spaces."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def printable_lines(text: str) -> str:
    """A text whose lines are our own: of what does not show only its line feeds stay."""
    return "\n".join(printable(line) for line in text.split("\n"))
