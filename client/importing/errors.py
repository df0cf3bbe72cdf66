"""What the importer says when it cannot make a scenario at all."""

__all__ = ["CannotImport"]

from client.errors import ClientError
from protocol.printable import printable_lines


class CannotImport(ClientError):
    """A map that cannot be read, or of which no playable scenario can be made."""

    def __init__(self, what: str, advice: str = "") -> None:
        super().__init__(printable_lines(what), printable_lines(advice))
