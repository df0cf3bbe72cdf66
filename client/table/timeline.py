"""The moments of a game, at one of which the pages of a watcher or of a replay look."""

__all__ = ["Timeline"]

import itertools
from collections.abc import Mapping, Sequence

from client.errors import ClientError
from client.presentation.waiting import DueTask
from client.schema import table as shown
from client.schema.log import Dice, Line
from client.seat.viewer import Viewer
from client.table.history import Hindsight, History, Moment
from client.table.journal import Journal
from client.table.picture import Scene
from engine.game import Game
from protocol.table import Appended


class Timeline:
    """All moments so far, and the one that is shown.

    Attributes:
        at: the number of entries before the moment that is shown; None for the game as it goes on.
        eyes: as whom one looks.
    """

    def __init__(self, opening: Game, journal: Journal) -> None:
        """Begin with the first position.

        Args:
            opening: that position.
            journal: the log in words; it must be told each entry before `add`.
        """
        self.at: int | None = None
        self.eyes: shown.Eyes = "all"
        self._journal = journal
        self._history = History()
        self._add(opening, None, ())

    def add(self, appended: Appended, waiting: Sequence[DueTask]) -> None:
        """The game has gone on by an entry; `waiting` is whom it waits for after it."""
        self._add(appended.game, appended, waiting)

    def seek(self, entry: int) -> None:
        """Show the moment after so many entries; the last is the game as it goes on."""
        self.at = entry if entry < self._history.last else None

    def look_as(self, eyes: shown.Eyes) -> None:
        """Look as everybody, as one who knows the truth, or as the player of a seat.

        Raises:
            ClientError: what they knew is not disclosed.
        """
        if eyes not in self._history.hindsight.views:
            raise ClientError(
                "nobody has shown you what they held", "ask them to open their tokens"
            )
        self.eyes = eyes

    def look_back(self, hindsight: Hindsight) -> None:
        """The game is over, or more is known of what tokens held."""
        self._history.hindsight = hindsight

    @property
    def place(self) -> shown.Timeline:
        """Where the moment stands."""
        return self._history.place(self.number, self.eyes)

    @property
    def waiting(self) -> tuple[DueTask, ...]:
        """Whom the game waited for at the moment."""
        return self._moment.waiting

    @property
    def number(self) -> int:
        """How many entries there are before the moment that is shown."""
        return self._history.last if self.at is None else self.at

    @property
    def lines(self) -> Mapping[str, Line]:
        """The log at the moment."""
        return dict(itertools.islice(self._journal.lines.items(), self._moment.lines))

    @property
    def dice(self) -> Dice:
        """The dice that had fallen last at the moment."""
        return self._moment.dice

    def viewers(self, after: int, most: int) -> Sequence[Viewer]:
        """Who looks at the moment after so many entries, and at so many that follow.

        By the chosen eyes; they know what looking back shows, and draw no conclusions.
        """
        first, last = (min(number, self._history.last) for number in (after, after + most))
        return [self._history.viewer(number, self.eyes) for number in range(first, last + 1)]

    @property
    def seen(self) -> tuple[Game, Viewer]:
        """The public game at the moment, and who looks at it."""
        return self._history.seen(self.number, self.eyes)

    def scene(self) -> Scene:
        """The game at the moment."""
        return self._history.scene(self.number, self.eyes)

    @property
    def _moment(self) -> Moment:
        return self._history.at(self.number)

    def _add(self, game: Game, appended: Appended | None, waiting: Sequence[DueTask]) -> None:
        lines, dice = len(self._journal.lines), self._journal.dice
        author = self._journal.author
        self._history.add(Moment(game, lines, dice, tuple(waiting), appended, author))
