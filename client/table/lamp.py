"""Whether the pages of a table are light or dark, as their player has last chosen it."""

__all__ = ["Lamp"]

from pathlib import Path

from client.errors import ClientError

_WORDS = {"light": False, "dark": True}


class Lamp:
    """What was chosen, and the file in which it outlasts the table.

    A browser could not keep it: each table has a port of its own, so it is another site.

    Attributes:
        dark: None before anything is chosen; then the pages are as the system has it.
    """

    def __init__(self, file: Path | None = None) -> None:
        """As the file has it; a file that is missing or damaged has nothing.

        Without a file the choice lasts as long as the lamp.
        """
        self._file = file
        self.dark = None if file is None else _WORDS.get(_word(file))

    def turn(self, *, dark: bool) -> None:
        """Choose, and keep it.

        Raises:
            ClientError: it cannot be kept; it is chosen nevertheless.
        """
        self.dark = dark
        if self._file is None:
            return
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            self._file.write_text("dark" if dark else "light", encoding="ascii")
        except OSError as error:
            raise ClientError(f"{self._file}: cannot be kept: {error.strerror}") from error


def _word(file: Path) -> str:
    try:
        return file.read_text("ascii").strip()
    except (OSError, UnicodeDecodeError):
        return ""
