"""Records: how each decision, action and event of the rules is put to people.

A decision has one record: the question, how it is answered at the keyboard and on a page, and how
its answers are said. A chapter or a house rule collects its records in a `Chapter`, and
`client.presentation.catalog` has all of them. Terminal, page and menus are made from nothing else.
"""

__all__ = [
    "ActionControl",
    "ActionRecord",
    "Chapter",
    "Control",
    "DecisionRecord",
    "DiceResult",
    "EventRecord",
    "Menu",
    "MenuNotes",
    "Reader",
    "Verb",
    "Wording",
]

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final, Generic, Protocol, TypeVar

from client.errors import InvalidMessage
from client.presentation.names import Names
from client.schema.answers import FormAnswer, MenuAnswer
from client.schema.forms import ActionForm, Form, MenuForm, ShotSeen
from client.seat.view import PlayerView
from engine.board import SpaceId
from engine.game import Event, Game
from engine.pause import Action
from engine.requests import Decision

A = TypeVar("A")
D = TypeVar("D", bound=Decision[Any])
D_contra = TypeVar("D_contra", bound=Decision[Any], contravariant=True)
E = TypeVar("E", bound=Event)

_MOST_OPTIONS: Final = 60
"""Legal answers that a menu lists at most."""

Reader = Callable[[PlayerView, str], object]
"""Reads the words after a verb as an answer; raises `NotUnderstood` where they can mean nothing,
or several things. Whether the answer is legal is the decision's own judgement.
"""


@dataclass(frozen=True, slots=True)
class Verb:
    """A word that begins a typed answer.

    Attributes:
        word: as it is typed.
        help: what may follow it, and what it means; one line.
        read: reads what follows.
    """

    word: str
    help: str
    read: Reader


@dataclass(frozen=True, slots=True)
class Wording(Generic[A]):
    """How answers of one type are said, so that they can be typed in the same words.

    Attributes:
        answer: the type.
        say: an answer in words.
        tell: an answer as a page tells it, which nobody types; None if it can be told as typed.
    """

    answer: type[A]
    say: Callable[[PlayerView, A], str]
    tell: Callable[[PlayerView, A], str] | None = None

    def told(self, view: PlayerView, answer: A) -> str:
        """An answer as a page tells it."""
        return (self.tell or self.say)(view, answer)


class Control(Protocol[D_contra]):
    """How a page puts a decision, and what its answer means."""

    def form(self, view: PlayerView, decision: D_contra) -> Form:
        """What the page is asked.

        A function of the public game and, for its owner's page alone, of the player's own groups.
        """

    def read(self, view: PlayerView, decision: D_contra, answer: FormAnswer) -> tuple[object, ...]:
        """The answers that are meant, one after another; mostly one.

        Raises:
            InvalidMessage: the form cannot be answered so, or something named is not there.
            Illegal: it can mean no answer, by the rules.
        """


@dataclass(frozen=True, slots=True)
class MenuNotes:
    """What a menu shows beside its options; see `MenuForm`."""

    hint: str | None = None
    win: int | None = None
    shots: tuple[ShotSeen, ...] = ()


@dataclass(frozen=True, slots=True)
class Menu(Generic[D]):
    """The legal answers in words, of which one is chosen.

    Attributes:
        usual: the number of the answer that is most often chosen, if there is one.
        battles: whether the answers are battles, of which the odds are of interest.
        space_of: the space that an answer is about, so that the map can show it.
        notes: what helps to choose.
    """

    usual: int | None = None
    battles: bool = False
    space_of: Callable[[Any], SpaceId | None] | None = None
    notes: Callable[[PlayerView, D], MenuNotes] | None = None


@dataclass(frozen=True, slots=True)
class DecisionRecord(Generic[D]):
    """How a decision is put, and how its answers are read and said.

    Attributes:
        decision: the kind of decision.
        asks: the question, a whole sentence.
        rules: the numbers of the rules that it comes from.
        task: what the others wait for this player to do: ``choose casualties``.
        control: how a page puts it.
        verbs: the words that begin a typed answer.
        examples: answers as they may be typed.
        says: how its answers are said.
        numbered: whether the terminal numbers legal answers, to be chosen by number.
        staged: whether an answer is kept back until the phase ends, so that it can be undone.
        about: the space that the decision is about; None for that of the battle at hand.
        facts: what has to be known to answer, in the lines under the question.
        put_now: the question and its rules as things stand; None where they are as ever.
    """

    decision: type[D]
    asks: str
    rules: tuple[str, ...]
    task: str
    control: Control[D] | Menu[D]
    says: tuple[Wording[Any], ...]
    verbs: tuple[Verb, ...] = ()
    examples: tuple[str, ...] = ()
    numbered: bool = True
    staged: bool = False
    about: Callable[[Game, D], SpaceId | None] | None = None
    facts: Callable[[PlayerView, D], Iterable[str]] | None = None
    put_now: Callable[[PlayerView], tuple[str, tuple[str, ...]] | None] | None = None

    def put(self, view: PlayerView) -> tuple[str, tuple[str, ...]]:
        """The question as it is put to the player, and the numbers of its rules."""
        now = None if self.put_now is None else self.put_now(view)
        return (self.asks, self.rules) if now is None else now

    def told(self, view: PlayerView, answer: object) -> str:
        """An answer of this decision as a page tells it."""
        wording = next(one for one in self.says if type(answer) is one.answer)
        return wording.told(view, answer)

    def space(self, game: Game, decision: D) -> SpaceId | None:
        """The space that the decision is about, if it is about one."""
        if self.about is not None:
            return self.about(game, decision)
        return None if game.battle is None else game.battle.space

    def lines(self, view: PlayerView) -> Iterator[str]:
        """What has to be known to answer; one line each."""
        if self.facts is not None:
            yield from self.facts(view, self._own(view))

    def form(self, view: PlayerView) -> Form:
        """How a page puts the decision."""
        decision = self._own(view)
        match self.control:
            case Menu() as menu:
                return self._menu(view, decision, menu)
            case control:
                return control.form(view, decision)

    def read(self, view: PlayerView, answer: FormAnswer) -> tuple[object, ...]:
        """The answers that a page means by what it sends back of the form; see `Control.read`."""
        decision = self._own(view)
        match self.control:
            case Menu():
                return (_chosen(decision.candidates(view.game), answer),)
            case control:
                return control.read(view, decision, answer)

    def _menu(self, view: PlayerView, decision: D, menu: Menu[D]) -> MenuForm:
        options = list(islice(decision.candidates(view.game), _MOST_OPTIONS))
        notes = MenuNotes() if menu.notes is None else menu.notes(view, decision)
        return MenuForm(
            options=tuple(self.told(view, answer) for answer in options),
            spaces=tuple(menu.space_of(answer) if menu.space_of else None for answer in options),
            more=len(options) == _MOST_OPTIONS,
            usual=menu.usual,
            battles=menu.battles,
            hint=notes.hint,
            win=notes.win,
            shots=notes.shots,
        )

    def _own(self, view: PlayerView) -> D:
        if not isinstance(view.decision, self.decision):
            raise TypeError(f"{type(view.decision).__name__} is no {self.decision.__name__}")
        return view.decision


def _chosen(candidates: Iterator[object], answer: FormAnswer) -> object:
    if not isinstance(answer, MenuAnswer):
        raise InvalidMessage("this is answered by one of the options", "look at the question again")
    offered = list(islice(candidates, _MOST_OPTIONS))
    if answer.number >= len(offered):
        raise InvalidMessage(f"there is no answer {answer.number}", "look at the question again")
    return offered[answer.number]


class ActionControl(Protocol):
    """How a page offers an action of a house rule, and what it sends for it."""

    def form(self, view: PlayerView) -> ActionForm | None:
        """What may be done now; None if nothing."""

    def read(self, view: PlayerView, answer: FormAnswer) -> Action | None:
        """The action that is meant; None if another is.

        Raises:
            InvalidMessage, Illegal: see `Control.read`.
        """


@dataclass(frozen=True, slots=True)
class ActionRecord:
    """How an action that a house rule adds to open decisions is offered, read and said.

    Attributes:
        action: the kind of action.
        verb: the word that begins it where it is typed.
        wording: how it is said.
        control: how a page offers it.
        within: the decisions beside which it can be typed; none named: every open one.
    """

    action: type[Action]
    verb: Verb
    wording: Wording[Any]
    control: ActionControl
    within: tuple[type[Decision[Any]], ...] = ()

    def fits(self, decision: Decision[Any]) -> bool:
        """Whether the action can be typed beside a decision that is open to it."""
        return not self.within or isinstance(decision, self.within)


@dataclass(frozen=True, slots=True)
class DiceResult:
    """Dice that fell outside the volleys of a battle.

    Attributes:
        title: what they were thrown for.
        space: where; None for nowhere on the board.
        rolled: the results.
    """

    title: str
    space: SpaceId | None
    rolled: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class EventRecord(Generic[E]):
    """How an event is told.

    Attributes:
        event: the kind of event.
        tell: one line about it.
        place: where it happened, so that the map can show it; None for nowhere.
        dice: the dice that it tells of, where they are no volley of a battle.
        beside_dice: whether it is what came of dice, and is shown with them.
        nested: whether it is a detail of what was told before, as what happens in a battle is.
    """

    event: type[E]
    tell: Callable[[E, Names], str]
    place: Callable[[E], SpaceId] | None = None
    dice: Callable[[E], DiceResult | None] | None = None
    beside_dice: bool = False
    nested: bool = False


@dataclass(frozen=True, slots=True)
class Chapter:
    """The records of a chapter of the rulebook, or of a house rule."""

    decisions: tuple[DecisionRecord[Any], ...] = ()
    actions: tuple[ActionRecord, ...] = ()
    events: tuple[EventRecord[Any], ...] = ()
