"""The moments of a game, at one of which the pages of a watcher or of a replay look."""

__all__ = ["Timeline"]

from collections.abc import Sequence

from client.presentation.waiting import DueTask
from client.table.history import History, Moment
from client.table.journal import Journal
from client.table.picture import Section
from engine.game import Game
from protocol.table import Appended


class Timeline:
    """All moments so far, and the one that is shown.

    Attributes:
        at: the number of entries before the moment that is shown; None for the game as it goes on.
    """

    def __init__(self, opening: Game, journal: Journal, seats: Sequence[str]) -> None:
        """Begin with the first position.

        Args:
            opening: that position.
            journal: the log in words; it must be told each entry before `add`.
            seats: the names of the players.
        """
        self.at: int | None = None
        self._journal = journal
        self._seats = seats
        self._history = History()
        self._add(opening, None, ())

    def add(self, appended: Appended, waiting: Sequence[DueTask]) -> None:
        """The game has gone on by an entry; `waiting` is whom it waits for after it."""
        self._add(appended.game, appended, waiting)

    def seek(self, entry: int) -> None:
        """Show the moment after so many entries; the last is the game as it goes on."""
        self.at = entry if entry < self._history.last else None

    @property
    def place(self) -> Section:
        """Where the moment stands, for the section `table`."""
        return self._history.place(self._number, self._seats)

    @property
    def waiting(self) -> tuple[DueTask, ...]:
        """Whom the game waited for at the moment."""
        return self._history.at(self._number).waiting

    def scene(self) -> dict[str, Section]:
        """The sections of the board, the log and the dice at the moment."""
        return self._history.shown(self._number, self._journal.lines)

    @property
    def _number(self) -> int:
        return self._history.last if self.at is None else self.at

    def _add(self, game: Game, appended: Appended | None, waiting: Sequence[DueTask]) -> None:
        lines, dice = len(self._journal.lines), self._journal.dice
        self._history.add(Moment(game, lines, dice, tuple(waiting), appended))
