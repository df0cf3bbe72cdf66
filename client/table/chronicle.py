"""The dice that fell last and what came of them, step by step: what the battle board shows."""

__all__ = ["Chronicle"]

from client.presentation.catalog import CATALOG
from client.presentation.names import Names
from client.presentation.shots import shot_seen
from client.table.viewing import Section
from engine.battle.events import BattleOpened, BattleOver, Fired, RoundBegan
from engine.battles import BattleKind
from engine.game import Event
from engine.turn import PhaseBegan

_TITLES = {BattleKind.RAID: "Raid on", BattleKind.HOUSE: "Hunt in"}


class Chronicle:
    """The last battle, raid or throw.

    Attributes:
        title: what it is; None before the first.
        space: where.
        over: whether it has come to its end.
        steps: rounds, dice and what came of them, in order.
        earlier: title and steps of what was fought or thrown before in the phase, the latest first.
    """

    def __init__(self) -> None:
        self.title: str | None = None
        self.space: str | None = None
        self.over = True
        self.steps: list[Section] = []
        self.earlier: list[Section] = []
        self._past = True

    @property
    def section(self) -> Section:
        """For a page; its steps are never changed afterwards."""
        return {
            "title": self.title,
            "space": self.space,
            "over": self.over,
            "steps": list(self.steps),
            "earlier": list(self.earlier),
        }

    def note(self, event: Event, names: Names) -> None:
        """Add what an event brings, if it belongs here."""
        match event:
            case BattleOpened(space, kind):
                self._begin(f"{_TITLES.get(kind, 'Battle in')} {space}", space)
                self.over = False
            case PhaseBegan():
                self._past = True
            case RoundBegan(space, number):
                self._take_up(space)
                self.steps.append({"round": number})
            case Fired(space, why, volley):
                self._take_up(space)
                self.steps.append(
                    {
                        "why": why,
                        "shots": [shot_seen(shot).model_dump(mode="json") for shot in volley],
                    }
                )
            case BattleOver():
                self._tell(event, names)
                self.over = True
            case _:
                self._add(event, names)

    def _add(self, event: Event, names: Names) -> None:
        """Dice outside the volleys of a battle, or what came of some, in the words of the log."""
        record = CATALOG.event(event)
        dice = None if record.dice is None else record.dice(event)
        if dice is not None:
            if self._past or (self.over and self.title != dice.title):
                self._begin(dice.title, dice.space)
            told = CATALOG.tell(event, names)
            self.steps.append({"told": told, "dice": list(dice.rolled)})
        elif record.beside_dice:
            self._tell(event, names)

    def _begin(self, title: str, space: str | None) -> None:
        if self._past:
            self.earlier = []
        elif self.steps:
            self.earlier.insert(0, {"title": self.title, "steps": self.steps})
        self.title, self.space, self.steps = title, space, []
        self._past = False

    def _take_up(self, space: str) -> None:
        """Go on with a battle whose beginning was not told."""
        if self._past:
            self._begin(f"Battle in {space}", space)
            self.over = False

    def _tell(self, event: Event, names: Names) -> None:
        """Add words; what happens when dice are past belongs to none of them."""
        if not self._past:
            self.steps.append({"told": CATALOG.tell(event, names)})
