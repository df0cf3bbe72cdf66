"""All moments of a game as everybody saw them, each of which can be shown again."""

__all__ = ["History", "Moment"]

from collections.abc import Sequence
from dataclasses import dataclass

from client.errors import ClientError
from client.presentation.waiting import DueTask
from client.seat.knowledge import Knowledge
from client.table.picture import Section, Viewer, scene
from engine.game import Game
from protocol.table import Appended


@dataclass(frozen=True, slots=True)
class Moment:
    """The game after an entry.

    Attributes:
        game: as it stood then.
        lines: how many lines the journal had.
        dice: of the battle that was fought last (`Journal.dice`).
        waiting: whom the table waited for, and for what, as far as that is known.
        appended: the entry; None before the first.
    """

    game: Game
    lines: int
    dice: Section
    waiting: tuple[DueTask, ...]
    appended: Appended | None


class History:
    """The moments of one game, in their order.

    Attributes:
        turns: where each turn begins: after how many entries, in which round, whose it is.
    """

    def __init__(self) -> None:
        self.turns: list[Section] = []
        self._moments: list[Moment] = []
        self._known: tuple[int, Knowledge] | None = None

    @property
    def last(self) -> int:
        """The number of the latest moment: how many entries there are."""
        return len(self._moments) - 1

    def add(self, moment: Moment) -> None:
        """The game has gone on."""
        self._moments.append(moment)
        turn = {"round": moment.game.round, "power": moment.game.active}
        if not self.turns or {**self.turns[-1], "at": 0} != {**turn, "at": 0}:
            self.turns.append({"at": self.last, **turn})

    def at(self, number: int) -> Moment:
        """The moment after so many entries.

        Raises:
            ClientError: there is none yet.
        """
        if not 0 <= number <= self.last:
            raise ClientError(f"there is no entry {number}", f"the last is {self.last}")
        return self._moments[number]

    def shown(self, number: int, log: Section) -> dict[str, Section]:
        """The sections of a picture at a moment, of which `log` has all lines so far."""
        moment = self.at(number)
        return {
            **scene(moment.game, Viewer(knowledge=self._knowledge(number))),
            "log": dict(list(log.items())[: moment.lines]),
            "dice": moment.dice,
        }

    def place(self, number: int, names: Sequence[str]) -> Section:
        """Where a moment stands on the timeline, and who signed the entry before it."""
        appended = self.at(number).appended
        entry = None if appended is None else appended.entry
        return {
            "at": number,
            "last": self.last,
            "turns": list(self.turns),
            "entries": number,
            "entry": None
            if entry is None
            else f"signed by {names[entry.seat]}, {entry.hash.hex()[:16]}…",
        }

    def _knowledge(self, number: int) -> Knowledge:
        """What everybody knew of the tokens then; followed on where it can be."""
        at, known = self._known or (0, Knowledge(self._moments[0].game))
        if at > number:
            at, known = 0, Knowledge(self._moments[0].game)
        for moment in self._moments[at + 1 : number + 1]:
            if moment.appended is not None:
                known.learn(moment.appended.events, moment.game)
        self._known = (number, known)
        return known
