"""The dice that fell last and what came of them, step by step: what the battle board shows."""

__all__ = ["BattleLog", "end_of"]

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

from client.presentation.catalog import CATALOG
from client.presentation.events import told_together
from client.presentation.names import Names
from client.presentation.shots import shot_seen
from client.schema.log import Clash, Dice, RollStep, RoundStep, Step, TextStep, VolleyStep
from engine.battle.events import BattleOpened, BattleOver, Fired, Lost, RoundBegan
from engine.battles import BattleKind
from engine.game import Event
from engine.turn import PhaseBegan


@dataclass(frozen=True, slots=True)
class _Loss:
    event: Lost
    names: Names


_TITLES = {BattleKind.RAID: "Raid on", BattleKind.HOUSE: "Hunt in"}


class BattleLog:
    """The last battle, raid or throw, and those before it in the phase."""

    def __init__(self) -> None:
        self._title: str | None = None
        self._space: str | None = None
        self._steps: list[Step | _Loss] = []
        self._earlier: tuple[Clash, ...] = ()
        self._over = True
        self._end: str | None = None
        self._past = True
        self._begun = 0

    @property
    def place(self) -> tuple[int, int]:
        """How many clashes have begun, and how many steps the latest has."""
        return self._begun, len(self._steps)

    def since(self, place: tuple[int, int]) -> tuple[Clash | None, tuple[Step, ...]]:
        """The clash that has begun since, without its steps, and the steps since."""
        begun, steps = place
        if begun == self._begun:
            return None, _shown(self._steps[steps:])
        clash = Clash(title=self._title or "", space=self._space, steps=())
        return clash, _shown(self._steps)

    @property
    def dice(self) -> Dice:
        """The dice that fell last, for a page."""
        return Dice(latest=self._clash, end=self._end, earlier=self._earlier)

    @property
    def _clash(self) -> Clash | None:
        if self._title is None:
            return None
        return Clash(title=self._title, space=self._space, steps=_shown(self._steps))

    def add(self, event: Event, names: Names) -> None:
        """Add what an event brings, if it belongs here."""
        match event:
            case BattleOpened(space, kind):
                self._begin(f"{_TITLES.get(kind, 'Battle in')} {space}", space)
                self._over = False
            case PhaseBegan():
                self._past = True
            case RoundBegan(space, number):
                self._take_up(space)
                self._steps.append(RoundStep(round=number))
            case Fired(space, why, volley):
                self._take_up(space)
                self._steps.append(VolleyStep(why=why, shots=tuple(map(shot_seen, volley))))
            case BattleOver():
                self._tell(event, names)
                self._over = True
                if not self._past:
                    self._end = end_of(event)
            case _:
                self._add(event, names)

    def _add(self, event: Event, names: Names) -> None:
        """Dice outside the volleys of a battle, or what came of some, in the words of the log."""
        record = CATALOG.event(event)
        dice = None if record.dice is None else record.dice(event)
        if dice is not None:
            if self._past or (self._over and self._title != dice.title):
                self._begin(dice.title, dice.space)
            text = CATALOG.tell(event, names)
            self._steps.append(RollStep(text=text, dice=tuple(dice.rolled)))
        elif record.beside_dice:
            self._tell(event, names)

    def _begin(self, title: str, space: str | None) -> None:
        if self._past:
            self._earlier = ()
        elif self._steps and self._clash is not None:
            self._earlier = (self._clash, *self._earlier)
        self._title, self._space, self._steps = title, space, []
        self._end = None
        self._past = False
        self._begun += 1

    def _take_up(self, space: str) -> None:
        """Go on with a battle whose beginning was not told."""
        if self._past:
            self._begin(f"Battle in {space}", space)
            self._over = False

    def _tell(self, event: Event, names: Names) -> None:
        """Add words; what happens when dice are past belongs to none of them."""
        if self._past:
            return
        loss = _Loss(event, names) if isinstance(event, Lost) else None
        self._steps.append(loss or TextStep(text=CATALOG.tell(event, names)))


def _shown(steps: Iterable[Step | _Loss]) -> tuple[Step, ...]:
    """Steps as the board shows them: what a power loses at once is one."""
    found: list[Step] = []
    for _, run in groupby(steps, _loser):
        together = list(run)
        losses = [one for one in together if isinstance(one, _Loss)]
        if losses:
            text = told_together([one.event for one in losses], losses[0].names)
            found.append(TextStep(text=text))
        else:
            found += [one for one in together if not isinstance(one, _Loss)]
    return tuple(found)


def _loser(step: Step | _Loss) -> str | None:
    return step.event.owner if isinstance(step, _Loss) else None


def end_of(event: BattleOver) -> str:
    """How a battle has ended."""
    match event.won:
        case None:
            return "both sides stay"
        case won:
            return f"the {'attacker' if won else 'defender'} has won"
