"""All records, by what they are of: what the terminal and the page look up."""

__all__ = ["CATALOG", "Catalog"]

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, TypeVar

from client.presentation.decisions import CHAPTERS
from client.presentation.names import Names
from client.presentation.record import (
    ActionRecord,
    Chapter,
    DecisionRecord,
    EventRecord,
    Verb,
    Wording,
)
from client.schema.answers import ActionAnswer, FormAnswer
from client.schema.forms import ActionForm, Question
from client.seat.standing_orders import forced
from client.seat.view import PlayerView
from engine.board import SpaceId
from engine.game import Event
from engine.requests import Decision

K = TypeVar("K")
R = TypeVar("R")


class Catalog:
    """The records of some chapters.

    Each decision, action, event and type of answer has one; a second one is refused.
    """

    def __init__(self, chapters: Iterable[Chapter]) -> None:
        known = tuple(chapters)
        self._decisions = _by_kind((r.decision, r) for c in known for r in c.decisions)
        self._actions = _by_kind((r.action, r) for c in known for r in c.actions)
        self._events = _by_kind((r.event, r) for c in known for r in c.events)
        said = [w for record in self._decisions.values() for w in record.says]
        said += [record.wording for record in self._actions.values()]
        self._wordings: Mapping[type, Wording[Any]] = _by_kind((w.answer, w) for w in said)

    def decision(self, decision: Decision[Any]) -> DecisionRecord[Any]:
        """The record of a decision.

        Raises:
            LookupError: it has none (our own mistake).
        """
        return _of(self._decisions, type(decision))

    def event(self, event: Event) -> EventRecord[Any]:
        """The record of an event.

        Raises:
            LookupError: it has none (our own mistake).
        """
        return _of(self._events, type(event))

    def verbs(self, view: PlayerView) -> Mapping[str, Verb]:
        """The words that may begin a typed answer here."""
        own = self.decision(view.decision).verbs
        actions = (record.verb for record in self._fitting(view))
        return {verb.word: verb for verb in (*own, *actions)}

    def phrase(self, view: PlayerView, answer: object) -> str:
        """An answer or an action as it can be typed.

        Raises:
            LookupError: nothing says it (our own mistake).
        """
        return _of(self._wordings, type(answer)).say(view, answer)

    def told(self, view: PlayerView, answer: object) -> str:
        """An answer or an action as a page tells its player.

        Raises:
            LookupError: nothing says it (our own mistake).
        """
        return _of(self._wordings, type(answer)).told(view, answer)

    def by_orders(self, view: PlayerView, answer: object) -> str:
        """One line about what standing orders answer."""
        why = "Nothing to choose" if forced(view) else "By your standing orders"
        return f"{why}: {self.told(view, answer)}"

    def tell(self, event: Event, names: Names) -> str:
        """One line about an event."""
        line: str = self.event(event).tell(event, names)
        return line

    def place(self, event: Event) -> SpaceId | None:
        """Where an event happened, if anywhere on the board."""
        place = self.event(event).place
        return None if place is None else place(event)

    def question(self, view: PlayerView) -> Question:
        """A decision as it is put to a page."""
        decision, record = view.decision, self.decision(view.decision)
        asks, rules = record.put(view)
        return Question(
            name=type(decision).__name__,
            power=decision.power,
            asks=asks,
            rules=rules,
            space=record.space(view.game, decision),
            form=record.form(view),
            actions=tuple(self._offers(view)) if decision.open else None,
        )

    def answers(self, view: PlayerView, answer: FormAnswer) -> tuple[object, ...]:
        """The answers or the action that a page means, one after another; mostly one.

        Raises:
            InvalidMessage: it answers another question, or speaks of what is not there.
            Illegal: it can mean no answer, by the rules.
        """
        if isinstance(answer, ActionAnswer):
            for record in self._playable(view):
                action = record.control.read(view, answer)
                if action is not None:
                    return (action,)
        return self.decision(view.decision).read(view, answer)

    def _playable(self, view: PlayerView) -> Iterator[ActionRecord]:
        """Actions of the game's house rules, where any may be taken."""
        chosen = view.game.rules.actions.values() if view.decision.open else ()
        return (record for kind, record in self._actions.items() if kind in chosen)

    def _fitting(self, view: PlayerView) -> Iterator[ActionRecord]:
        return (record for record in self._playable(view) if record.fits(view.decision))

    def _offers(self, view: PlayerView) -> Iterator[ActionForm]:
        forms = (record.control.form(view) for record in self._playable(view))
        return (form for form in forms if form is not None)


def _by_kind(pairs: Iterable[tuple[K, R]]) -> dict[K, R]:
    found: dict[K, R] = {}
    for kind, record in pairs:
        if found.setdefault(kind, record) is not record:
            raise ValueError(f"{kind} has two records")
    return found


def _of(records: Mapping[Any, R], kind: type) -> R:
    try:
        return records[kind]
    except KeyError:
        raise LookupError(
            f"{kind.__module__}.{kind.__name__} has no record in client.presentation.decisions"
        ) from None


CATALOG: Final = Catalog(CHAPTERS)
"""The records of the whole program."""
