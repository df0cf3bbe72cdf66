"""One record for each decision, action and event of the rules, and all that it must say."""

import importlib
import inspect
import pkgutil
import re
import typing
from collections.abc import Iterator
from typing import Any, get_args

import pytest

import engine
from client.presentation.catalog import CATALOG, Catalog
from client.presentation.decisions import CHAPTERS
from client.presentation.record import ActionRecord, Chapter, DecisionRecord
from client.rulebook.book import rulebook
from engine.game import Event
from engine.pause import Action
from engine.requests import Decision

DECISIONS = [record for chapter in CHAPTERS for record in chapter.decisions]
ACTIONS = [record for chapter in CHAPTERS for record in chapter.actions]
EVENTS = [record for chapter in CHAPTERS for record in chapter.events]


def kinds_of(parent: type) -> set[type]:
    """Every kind of the engine that can be met: those that no other is made from."""
    for module in pkgutil.walk_packages(engine.__path__, "engine."):
        importlib.import_module(module.name)
    return {kind for kind in _leaves(parent) if _lives(kind)}


def _leaves(parent: type) -> Iterator[type]:
    kinds: list[type] = parent.__subclasses__()
    for kind in kinds:
        below: list[type] = kind.__subclasses__()
        yield from _leaves(kind)
        if not any(map(_lives, below)) and not inspect.isabstract(kind):
            yield kind


def _lives(kind: type) -> bool:
    """Whether this is the class that its module has: dataclasses with slots leave others behind."""
    if not kind.__module__.startswith("engine."):
        return False
    return getattr(importlib.import_module(kind.__module__), kind.__name__, None) is kind


def test_every_decision_has_one_record() -> None:
    assert len(DECISIONS) == len({record.decision for record in DECISIONS})
    assert {record.decision for record in DECISIONS} == kinds_of(Decision)


def test_every_action_has_one_record() -> None:
    assert len(ACTIONS) == len({record.action for record in ACTIONS})
    assert {record.action for record in ACTIONS} == kinds_of(Action)


def test_every_event_has_one_record() -> None:
    assert len(EVENTS) == len({record.event for record in EVENTS})
    assert {record.event for record in EVENTS} == kinds_of(Event)


def test_a_second_record_is_refused() -> None:
    (window,) = (one for one in DECISIONS if one.decision.__name__ == "Window")
    again = DecisionRecord(**{name: getattr(window, name) for name in window.__slots__})
    with pytest.raises(ValueError, match="Window'> has two records"):
        Catalog([*CHAPTERS, Chapter(decisions=(again,))])


def test_a_decision_without_a_record_is_named() -> None:
    with pytest.raises(LookupError, match=r"engine\.turn\.ChooseFirst has no record"):
        Catalog([]).decision(object.__new__(_named("ChooseFirst").decision))


def _named(name: str) -> DecisionRecord[Any]:
    return next(record for record in DECISIONS if record.decision.__name__ == name)


@pytest.mark.parametrize("record", DECISIONS, ids=lambda record: record.decision.__name__)
class TestDecisions:
    def test_it_says_each_of_its_answers(self, record: DecisionRecord[Any]) -> None:
        answers = record.decision.answers
        said = {wording.answer for wording in record.says}
        assert said == set(get_args(answers) or (answers,))

    def test_it_asks_in_a_whole_sentence(self, record: DecisionRecord[Any]) -> None:
        """The rules' numbers stand beside it, so that they can be looked up."""
        assert re.fullmatch(r"[A-Z].*[.?]", record.asks)
        assert not re.search(r"[A-Z]{2}-\d", record.asks)
        assert record.rules
        assert [rule for rule in record.rules if rule not in rulebook()] == []

    def test_the_others_read_what_is_waited_for(self, record: DecisionRecord[Any]) -> None:
        """As in: waiting for Japan to choose casualties."""
        assert re.fullmatch(r"[a-z][a-z ,]*", record.task)

    def test_its_examples_begin_with_its_verbs(self, record: DecisionRecord[Any]) -> None:
        verbs = {verb.word for verb in record.verbs}
        assert {example.partition(" ")[0] for example in record.examples} <= verbs
        assert all(verb.help for verb in record.verbs)

    def test_it_is_typed_by_word_or_by_number(self, record: DecisionRecord[Any]) -> None:
        assert record.verbs or record.numbered


@pytest.mark.parametrize("record", ACTIONS, ids=lambda record: record.action.__name__)
def test_an_action_says_itself(record: ActionRecord) -> None:
    assert record.wording.answer is record.action
    assert record.verb.help
    hints = typing.get_type_hints(record.wording.say)
    assert record.action in hints.values()


def test_no_two_verbs_of_a_question_are_one_word() -> None:
    for record in DECISIONS:
        words = [verb.word for verb in record.verbs]
        words += [
            action.verb.word for action in ACTIONS if action.fits(object.__new__(record.decision))
        ]
        if record.decision.open:
            assert len(words) == len(set(words)), record.decision


def test_every_event_is_told_by_the_words_of_its_own_kind() -> None:
    for record in EVENTS:
        assert record.event in typing.get_type_hints(record.tell).values()


def test_an_event_that_names_a_space_says_where_it_happened() -> None:
    """So that the page can show it."""
    for record in EVENTS:
        fields = {"space", "at", "zone", "territory"}.intersection(record.event.__match_args__)
        assert record.place is not None or not fields, record.event


def test_the_catalog_has_them_all() -> None:
    for record in DECISIONS:
        assert CATALOG.decision(object.__new__(record.decision)) is record
