"""The named questions: what the base game asks, so that house rules can answer without its knowing.

Here are the questions alone: what is asked, of what sort the answer is, and which paragraph of the
rulebook it is about. They know values and nothing else, not even what a game is (`engine.pause.G`).
The base game's answers stand beside its chapters; `engine.rules` puts them together. A house rule,
an edition or a breakthrough is a subclass of `engine.rules.Rules` that answers some questions
itself and asks `super()` for the next answer; `engine.setup.compose` makes one class of all that a
game is played by, in a fixed order. Three sorts compose without surprises:

* a *value* returns what holds; `super()` is the next answer, in the end the base game's;
* a *veto* returns None or raises `Illegal`; any refusal stands;
* a *point* is a step that runs there: it takes a game and returns one, pausing if it must.

An answer that never asks `super()` says so: `@replaces`.
"""

__all__ = ["CHAPTERS", "Questions", "replaces"]

from collections.abc import Callable, Mapping
from typing import ClassVar, Generic, TypeVar

from engine.board import Power
from engine.options import Option
from engine.pause import Action, G
from engine.questions.battle import BattleQuestions
from engine.questions.economy import EconomyQuestions
from engine.questions.movement import MovementQuestions
from engine.questions.pieces import PieceQuestions
from engine.questions.turn import TurnQuestions
from engine.scenario import Scenario
from engine.units import Kind, UnitType

F = TypeVar("F", bound=Callable[..., object])
T = TypeVar("T")


def replaces(answer: F) -> F:
    """Mark an answer that stands in the place of all after it: it never asks `super()`."""
    answer.__dict__["replaces"] = True
    return answer


class Questions(
    PieceQuestions[G],
    TurnQuestions[G],
    MovementQuestions[G],
    BattleQuestions[G],
    EconomyQuestions[G],
    Generic[G],
):
    """All questions, and the setting that a game is played in.

    Attributes:
        scenario: map, powers, set-up and unit table.
        options: spelling in force of every option of the base game and the house rules.
        seats: the powers of each seat.
        seat_of: the seat that plays each power.
    """

    module: ClassVar[str] = ""
    """Short id of a house rule, as the charter lists it; empty for the base game.

    What goes with what is said in `engine.variants.compatibility`.
    """

    title: ClassVar[str] = ""
    """What people call the house rule."""

    about: ClassVar[str] = ""
    """What it does, in a few words."""

    declares: ClassVar[tuple[Option[object], ...]] = ()
    """Options of a house rule."""

    units: ClassVar[tuple[UnitType, ...]] = ()
    """Rows that a house rule adds to the unit table."""

    needs: ClassVar[tuple[Kind, ...]] = ()
    """Kinds that a house rule calls by name: the unit table must have them."""

    modules: ClassVar[tuple[str, ...]] = ()
    """Ids of the house rules of a composed game, in their order."""

    actions: ClassVar[Mapping[str, type[Action]]] = {}
    """Records of the actions that house rules add to open decisions, by tag."""

    def __init__(
        self,
        scenario: Scenario,
        options: Mapping[str, str],
        seats: tuple[tuple[Power, ...], ...],
    ) -> None:
        self.scenario = scenario
        self.options = options
        self.seats = seats
        self.seat_of = {power: i for i, powers in enumerate(seats) for power in powers}

    def option(self, option: Option[T]) -> T:
        """What the setting in force means."""
        return option.values[self.options[option.name]]


CHAPTERS = (PieceQuestions, TurnQuestions, MovementQuestions, BattleQuestions, EconomyQuestions)
"""The questions, chapter by chapter."""
