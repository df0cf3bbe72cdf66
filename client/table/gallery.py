"""A desk with a gallery: who only watches sees the game as it goes on, and any earlier moment."""

__all__ = ["Gallery"]

from collections.abc import Iterator, Sequence
from pathlib import Path

from client.seats.onlooker import Screen
from client.table import messages as said
from client.table.desk import Desk
from client.table.history import History, Moment
from client.table.messages import Asked
from client.table.opening import Serve
from client.table.picture import Section
from client.table.waiting import waited_for
from engine.game import Game
from p2p.sync import EntryAccepted
from protocol.table import Appended


class Gallery(Desk):
    """A desk at which whoever turns out to have no seat may look back on a timeline."""

    def __init__(self, screen: Screen, serve: Serve, maps: Sequence[Path] = ()) -> None:
        """A gallery; the arguments are those of `Desk`."""
        super().__init__(screen, serve, maps)
        self._history = History()
        self._at: int | None = None

    def _opened(self, game: Game) -> None:
        super()._opened(game)
        self._history, self._at = History(), None
        self._hold(game, None, ())

    def _recall(self, appended: Appended) -> None:
        super()._recall(appended)
        self._hold(appended.game, appended, ())

    def _told(self, accepted: EntryAccepted) -> Iterator[str]:
        yield from super()._told(accepted)
        waiting = () if self.table is None else tuple(waited_for(self.table))
        self._hold(accepted.appended.game, accepted.appended, waiting)

    def _hold(self, game: Game, appended: Appended | None, waiting: tuple[str, ...]) -> None:
        if self._journal is not None and self._seat is None:
            lines, dice = len(self._journal.lines), self._journal.dice
            self._history.add(Moment(game, lines, dice, waiting, appended))

    def _paint(self) -> dict[str, Section]:
        sections = super()._paint()
        if self._charter is None or self._journal is None or self._mode != "watch":
            return sections
        names = [seat.name for seat in self._charter.seats]
        at = self._history.last if self._at is None else self._at
        sections["table"] |= self._history.place(at, names)
        if self._at is not None:
            sections |= self._history.shown(at, self._journal.lines)
            sections["table"]["waiting"] = list(self._history.at(at).waiting)
        return sections

    async def carry_out(self, asked: Asked) -> Section:
        """See `Show.carry_out`; the end of the timeline is the game as it goes on."""
        if not isinstance(asked, said.Seek) or self._mode != "watch":
            return await super().carry_out(asked)
        self._at = asked.entry if asked.entry < self._history.last else None
        return self._rung()
