"""All moments of a game as everybody saw them, each of which can be shown again."""

__all__ = ["History", "Moment"]

from collections.abc import Mapping
from dataclasses import dataclass

from client.errors import ClientError
from client.presentation.waiting import DueTask
from client.schema.log import Dice
from client.schema.table import Timeline, TurnMark
from client.seat.knowledge import Knowledge
from client.seat.viewer import Viewer
from client.table.picture import Scene, scene
from engine.game import Game
from engine.pieces import PieceId
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
        author: who signed it.
    """

    game: Game
    lines: int
    dice: Dice
    waiting: tuple[DueTask, ...]
    appended: Appended | None
    author: str


class History:
    """The moments of one game, in their order.

    Attributes:
        turns: where each turn begins: after how many entries, in which round, whose it is.
    """

    def __init__(self) -> None:
        self.turns: list[TurnMark] = []
        self._moments: list[Moment] = []
        self._known: tuple[int, Knowledge] | None = None
        self._disclosed: Mapping[PieceId, int] = {}

    @property
    def last(self) -> int:
        """The number of the latest moment: how many entries there are."""
        return len(self._moments) - 1

    def add(self, moment: Moment) -> None:
        """The game has gone on."""
        self._moments.append(moment)
        turn = TurnMark(at=self.last, round=moment.game.round, power=moment.game.active)
        before = self.turns[-1] if self.turns else None
        if before is None or (before.round, before.power) != (turn.round, turn.power):
            self.turns.append(turn)

    def disclose(self, groups: Mapping[PieceId, int]) -> None:
        """Keys have shown what tokens held: the last moment tells it."""
        self._disclosed = groups

    def at(self, number: int) -> Moment:
        """The moment after so many entries.

        Raises:
            ClientError: there is none yet.
        """
        if not 0 <= number <= self.last:
            raise ClientError(f"there is no entry {number}", f"the last is {self.last}")
        return self._moments[number]

    def scene(self, number: int) -> Scene:
        """The game at a moment, as everybody saw it."""
        known = self._knowledge(number)
        if number == self.last:
            known = known.disclosing(self._disclosed)
        return scene(self.at(number).game, Viewer(knowledge=known))

    def place(self, number: int) -> Timeline:
        """Where a moment stands on the timeline, and who signed the entry before it."""
        moment = self.at(number)
        appended = moment.appended
        entry = None if appended is None else appended.entry
        return Timeline(
            at=number,
            last=self.last,
            turns=tuple(self.turns),
            entry=None if entry is None else f"signed by {moment.author}, {entry.hash.hex()[:16]}…",
        )

    def _knowledge(self, number: int) -> Knowledge:
        """What everybody knew of the tokens then; followed on where it can be."""
        at, known = self._known or (0, Knowledge.of(self._moments[0].game))
        if at > number:
            at, known = 0, Knowledge.of(self._moments[0].game)
        for moment in self._moments[at + 1 : number + 1]:
            if moment.appended is not None:
                known = known.learning(moment.appended.events, moment.game)
        self._known = (number, known)
        return known
