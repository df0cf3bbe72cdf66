"""What a player has chosen for all pages of this machine, and the files in which it is kept.

A browser could not keep it: of several tables at once each has a port of its own, and so is another
site.
"""

__all__ = ["Alerts", "PlaybackSpeed", "Settings", "Theme"]

from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Self, get_args

from pydantic import ValidationError

from client.errors import ClientError
from client.home import Home
from client.schema.table import CallingBack, Speed

_DARK: Final = {"light": False, "dark": True}
_SPEEDS: Final[dict[str, Speed]] = {speed: speed for speed in get_args(Speed)}


class Theme:
    """Whether the pages of a table are light or dark.

    Attributes:
        dark: None before anything is chosen; then the pages follow the system.
    """

    def __init__(self, file: Path | None = None) -> None:
        """Read the file; one that is missing or damaged says nothing.

        Without a file the choice lasts as long as this object.
        """
        self._file = file
        self.dark: bool | None = None
        self.read()

    def read(self) -> None:
        """Read the file again: a copy of a home may have brought another."""
        self.dark = _DARK.get(_word(self._file), self.dark)

    def choose(self, *, dark: bool) -> None:
        """Choose, and keep it.

        Raises:
            ClientError: it cannot be kept; it is chosen nevertheless.
        """
        self.dark = dark
        _keep(self._file, "dark" if dark else "light")


class PlaybackSpeed:
    """How fast the pages of a table play back what others did.

    Attributes:
        chosen: normal before anything is chosen.
    """

    def __init__(self, file: Path | None = None) -> None:
        """Read the file, as `Theme` does."""
        self._file = file
        self.chosen: Speed = "normal"
        self.read()

    def read(self) -> None:
        """Read the file again, as `Theme.read` does."""
        self.chosen = _SPEEDS.get(_word(self._file), self.chosen)

    def choose(self, speed: Speed) -> None:
        """Choose, and keep it.

        Raises:
            ClientError: it cannot be kept; it is chosen nevertheless.
        """
        self.chosen = speed
        _keep(self._file, speed)


class Alerts:
    """How the pages of a table call a player back.

    Attributes:
        chosen: nothing before anything is chosen: nobody is disturbed unasked.
    """

    def __init__(self, file: Path | None = None) -> None:
        """Read the file, as `Theme` does."""
        self._file = file
        self.chosen = CallingBack(notify=False, volume=0)
        self.read()

    def read(self) -> None:
        """Read the file again, as `Theme.read` does."""
        with suppress(ValidationError):
            self.chosen = CallingBack.model_validate_json(_word(self._file))

    def choose(self, chosen: CallingBack) -> None:
        """Choose, and keep it.

        Raises:
            ClientError: it cannot be kept; it is chosen nevertheless.
        """
        self.chosen = chosen
        _keep(self._file, chosen.model_dump_json())


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that a player chooses for pages."""

    theme: Theme = field(default_factory=Theme)
    speed: PlaybackSpeed = field(default_factory=PlaybackSpeed)
    alerts: Alerts = field(default_factory=Alerts)

    @classmethod
    def of(cls, home: Home) -> Self:
        """What is kept in a home."""
        return cls(Theme(home.theme), PlaybackSpeed(home.playback), Alerts(home.alerts))

    def read(self) -> None:
        """Read the files again; one that is missing or damaged changes nothing."""
        for one in (self.theme, self.speed, self.alerts):
            one.read()


def _word(file: Path | None) -> str:
    if file is None:
        return ""
    try:
        return file.read_text("ascii").strip()
    except (OSError, UnicodeDecodeError):
        return ""


def _keep(file: Path | None, word: str) -> None:
    if file is None:
        return
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(word, encoding="ascii")
    except OSError as error:
        raise ClientError(f"cannot write {file}: {error.strerror}") from error
