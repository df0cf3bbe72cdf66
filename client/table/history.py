"""All moments of a game as everybody saw them, each of which can be shown again."""

__all__ = ["Hindsight", "History", "Moment"]

from dataclasses import dataclass, field

from client.errors import ClientError
from client.presentation.waiting import DueTask
from client.schema.log import Dice
from client.schema.table import Eyes, Timeline, TurnMark
from client.seat.knowledge import Knowledge
from client.seat.viewer import Groups, Viewer
from client.table.picture import Scene, scene
from engine.game import Game
from protocol.table import Appended
from protocol.truth import Truth


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


@dataclass(frozen=True, slots=True)
class Hindsight:
    """What can be known of hidden tokens when one looks back.

    Attributes:
        truth: what tokens have held, by what was disclosed.
        seats: that have disclosed it.
        own: the seat that is played here; None for a watcher.
        groups: what the tokens of this seat hold, or have held.
    """

    truth: Truth = field(default_factory=Truth)
    seats: tuple[int, ...] = ()
    own: int | None = None
    groups: Groups = field(default_factory=dict)

    @property
    def views(self) -> tuple[Eyes, ...]:
        """As whom one can look back."""
        own = () if self.own is None or self.own in self.seats else (self.own,)
        truth: tuple[Eyes, ...] = ("truth",) if self.seats else ()
        return ("all", *truth, *sorted({*self.seats, *own}))

    def viewer(self, eyes: Eyes, moment: Moment, number: int, known: Knowledge) -> Viewer:
        """Who looks at a moment.

        Args:
            eyes: as whom.
            moment: the one that is looked at.
            number: of the entry before it.
            known: what everybody knew then.
        """
        match eyes:
            case "all":
                return Viewer(knowledge=known)
            case "truth":
                return Viewer(knowledge=known.disclosing(self.truth.after(number)))
            case seat:
                groups = dict(self.groups) if seat == self.own else {}
                groups |= self.truth.after(number)
                return Viewer(frozenset(moment.game.powers_of(seat)), groups, known)


class History:
    """The moments of one game, in their order.

    Attributes:
        turns: where each turn begins: after how many entries, in which round, whose it is.
        hindsight: what is known of tokens by now.
    """

    def __init__(self) -> None:
        self.turns: list[TurnMark] = []
        self._moments: list[Moment] = []
        self._known: tuple[int, Knowledge] | None = None
        self.hindsight = Hindsight()

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

    def at(self, number: int) -> Moment:
        """The moment after so many entries.

        Raises:
            ClientError: there is none yet.
        """
        if not 0 <= number <= self.last:
            raise ClientError(f"there is no entry {number}", f"the last is {self.last}")
        return self._moments[number]

    def scene(self, number: int, eyes: Eyes = "all") -> Scene:
        """The game at a moment; at the last one everybody knows what was disclosed."""
        return scene(*self.seen(number, eyes))

    def seen(self, number: int, eyes: Eyes = "all") -> tuple[Game, Viewer]:
        """The public game at a moment, and who looks at it, with all that can be known then."""
        if eyes == "all" and number == self.last and self.hindsight.seats:
            eyes = "truth"
        moment = self.at(number)
        return moment.game, self.hindsight.viewer(eyes, moment, number, self._knowledge(number))

    def viewer(self, number: int, eyes: Eyes) -> Viewer:
        """Who looks at a moment with these eyes, and draws no conclusions from what happened."""
        return self.hindsight.viewer(eyes, self.at(number), number, Knowledge())

    def place(self, number: int, eyes: Eyes = "all") -> Timeline:
        """Where a moment stands on the timeline, and who signed the entry before it."""
        moment = self.at(number)
        appended = moment.appended
        entry = None if appended is None else appended.entry
        return Timeline(
            at=number,
            last=self.last,
            turns=tuple(self.turns),
            entry=None if entry is None else f"signed by {moment.author}, {entry.hash.hex()[:16]}…",
            eyes=eyes,
            views=self.hindsight.views,
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
