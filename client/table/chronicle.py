"""The dice that fell last and what came of them, step by step: what the battle board shows."""

__all__ = ["Chronicle", "shot_seen"]

from client.presentation.tell import tell
from client.presentation.telling.names import Names
from client.table.picture import Section
from engine.battle.events import (
    BattleOpened,
    BattleOver,
    Bombed,
    ComplexDamaged,
    Damaged,
    Fired,
    Landed,
    Lost,
    Retreated,
    RocketsLaunched,
    RoundBegan,
    Submerged,
)
from engine.battles import BattleKind, Shots
from engine.capture import Plundered, TerritoryTaken
from engine.economy.convoys import ConvoysLost, ConvoysRaided
from engine.economy.research import BrokeThrough, Researched
from engine.editions.classic import CashBombed
from engine.game import Event
from engine.turn import PhaseBegan
from engine.variants.depth.events import DivedAway, Searched, SubsFire
from engine.variants.rules_of_warfare.batteries import Bombarded
from engine.variants.rules_of_warfare.elite import Rerolled
from engine.variants.rules_of_warfare.mines import MineHit, MineRolled
from engine.variants.rules_of_warfare.monetary_aid import AidGiven
from engine.variants.rules_of_warfare.resistance import CellRolled
from engine.variants.rules_of_warfare.warehouses import StoreLost
from engine.variants.secret_subs.events import TokensRevealed
from engine.variants.submarine_warfare.events import Directed, Dueled, Escaped, Halted, Looked

_TITLES = {BattleKind.RAID: "Raid on", BattleKind.HOUSE: "Hunt in"}

_TOLD = (
    BrokeThrough,
    CashBombed,
    ComplexDamaged,
    ConvoysLost,
    Damaged,
    Directed,
    DivedAway,
    Escaped,
    Landed,
    Lost,
    MineHit,
    Plundered,
    Rerolled,
    Retreated,
    StoreLost,
    Submerged,
    SubsFire,
    TerritoryTaken,
    TokensRevealed,
)
"""What is told among the dice that brought it about."""


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
                self.steps.append({"why": why, "shots": [shot_seen(shot) for shot in volley]})
            case BattleOver():
                self._tell(event, names)
                self.over = True
            case _ if isinstance(event, _TOLD):
                self._tell(event, names)
            case _:
                self._throw(event, names)

    def _throw(self, event: Event, names: Names) -> None:
        """Dice outside the volleys of a battle, with the words of the log."""
        match event:
            case Bombed(space, _, dice):
                self._thrown(event, names, space, f"Raid on {space}", dice)
            case Searched(space, _, dice):
                self._thrown(event, names, space, f"Battle in {space}", dice)
            case Looked(space, _, die):
                self._thrown(event, names, space, f"Hunt in {space}", (die,))
            case Dueled(space, _, _, dice):
                self._thrown(event, names, space, f"Hunt in {space}", dice)
            case Halted(space, _, rolled):
                dice = tuple(die for _, (die, _) in sorted(rolled.items()))
                self._thrown(event, names, space, "Submarines sail past destroyers", dice)
            case RocketsLaunched(_, targets, rolled):
                dice = tuple(rolled[gun] for gun in sorted(targets))
                self._thrown(event, names, min(targets.values()), "Rockets", dice)
            case Bombarded(space, _, dice):
                self._thrown(event, names, space, "Batteries raid", dice)
            case MineRolled(space, _, dice):
                self._thrown(event, names, space, "Among mines", dice)
            case CellRolled(_, space, die):
                self._thrown(event, names, space, "Resistance", (die,))
            case ConvoysRaided(space, _, _, dice):
                self._thrown(event, names, space, "Convoys", dice)
            case AidGiven(die=die) if die:
                self._thrown(event, names, None, "Monetary aid", (die,))
            case Researched(_, _, dice):
                self._thrown(event, names, None, "Research", dice)
            case _:
                return

    def _thrown(
        self, event: Event, names: Names, space: str | None, title: str, dice: tuple[int, ...]
    ) -> None:
        if self._past or (self.over and self.title != title):
            self._begin(title, space)
        self.steps.append({"told": tell(event, names).strip(), "dice": list(dice)})

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
            self.steps.append({"told": tell(event, names).strip()})


def shot_seen(shot: Shots) -> Section:
    """Dice of units that are alike, each with whether it counts as a hit."""
    dice: list[list[object]] = []
    for start in range(0, len(shot.dice), shot.best_of):
        group = shot.dice[start : start + shot.best_of]
        best = group.index(min(group))
        dice += [[die, i == best and die <= shot.strength] for i, die in enumerate(group)]
    return {
        "role": shot.role.value,
        "kind": shot.kind,
        "strength": shot.strength,
        "dice": dice,
        "hits": shot.hits,
        "sure": shot.sure,
    }
