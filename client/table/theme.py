"""Whether the pages of a table are light or dark, as their player has last chosen it."""

__all__ = ["Theme"]

from pathlib import Path

from client.errors import ClientError

_DARK = {"light": False, "dark": True}


class Theme:
    """What was chosen, and the file in which it outlasts the table.

    A browser could not keep it: each table has a port of its own, so it is another site.

    Attributes:
        dark: None before anything is chosen; then the pages follow the system.
    """

    def __init__(self, file: Path | None = None) -> None:
        """Read the file; one that is missing or damaged says nothing.

        Without a file the choice lasts as long as this object.
        """
        self._file = file
        self.dark = None if file is None else _DARK.get(_word(file))

    def choose(self, *, dark: bool) -> None:
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
            raise ClientError(f"cannot write {self._file}: {error.strerror}") from error


def _word(file: Path) -> str:
    try:
        return file.read_text("ascii").strip()
    except (OSError, UnicodeDecodeError):
        return ""
