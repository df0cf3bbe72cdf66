"""What the importer says when it cannot make a scenario at all."""

__all__ = ["CannotImport", "printable"]

from client.errors import ClientError


class CannotImport(ClientError):
    """A map that cannot be read, or of which no playable scenario can be made."""

    def __init__(self, what: str, advice: str = "") -> None:
        super().__init__(printable(what), printable(advice))


def printable(text: str) -> str:
    """Text as it may be shown in a terminal: a stranger's map says what it likes."""
    return "".join(
        c if c.isprintable() or c == "\n" else c.encode("unicode_escape").decode() for c in text
    )
