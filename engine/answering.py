"""Who answers which question of the rules, in which order: read from the classes themselves."""

__all__ = [
    "QUESTIONS",
    "QuestionSort",
    "RuleAnswer",
    "RuleQuestion",
    "all_rules",
    "answers",
    "label",
]

import inspect
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from engine.breakthroughs import EVERY_BREAKTHROUGH
from engine.editions import RULES
from engine.questions import CHAPTERS
from engine.rules import Rules
from engine.variants import MODULES
from engine.variants.compatibility import EDITIONS


class QuestionSort(StrEnum):
    """What comes of a question (`engine.questions`)."""

    VALUE = "value"
    VETO = "veto"
    POINT = "point"


@dataclass(frozen=True, slots=True)
class RuleQuestion:
    """One question of the rules.

    Attributes:
        name: of the method.
        chapter: the module of `engine.questions` that asks it.
        sort: what comes of it.
        text: what is asked, one sentence.
        about: all that its documentation says; rules of the rulebook are cited there.
    """

    name: str
    chapter: str
    sort: QuestionSort
    text: str
    about: str


@dataclass(frozen=True, slots=True)
class RuleAnswer:
    """What one class of rules answers.

    Attributes:
        by: the class: a house rule, an edition, a breakthrough, or a chapter of the base game.
        text: what it answers, one sentence.
        about: all that its documentation says.
        replaces: whether it asks nobody after it.
    """

    by: type
    text: str
    about: str
    replaces: bool


def _questions() -> Iterator[RuleQuestion]:
    for chapter in CHAPTERS:
        for name, method in vars(chapter).items():
            if getattr(method, "__isabstractmethod__", False):
                about = _documentation(method)
                sort, _, text = _summary(about).partition(": ")
                module = chapter.__module__.rpartition(".")[2]
                yield RuleQuestion(name, module, QuestionSort(sort.lower()), text, about)


def _documentation(method: Callable[..., object]) -> str:
    return inspect.cleandoc(method.__doc__ or "")


def _summary(documentation: str) -> str:
    return documentation.partition("\n")[0]


QUESTIONS: Mapping[str, RuleQuestion] = {question.name: question for question in _questions()}
"""Every question by its name, chapter by chapter."""


def answers(name: str, rules: Iterable[type]) -> Iterator[RuleAnswer]:
    """The answers to a question among some classes of rules, in their order.

    Those of a game are ``type(game.rules).__mro__``: each asks the next with `super()`, and what
    stands after one that `replaces` is never asked.
    """
    for by in rules:
        method = vars(by).get(name)
        if method is not None and not getattr(method, "__isabstractmethod__", False):
            about = _documentation(method)
            yield RuleAnswer(by, _summary(about), about, getattr(method, "replaces", False))


def all_rules() -> tuple[type, ...]:
    """Every class of rules that a game can be composed of, in the order of `compose`."""
    composed = (*MODULES, *RULES.values(), *EVERY_BREAKTHROUGH)
    above = (by for rules in composed for by in rules.__mro__ if by not in Rules.__mro__)
    return (*dict.fromkeys(above), *Rules.__mro__)


def label(by: type) -> str:
    """A class of rules as people call it, as in ``DS depth status`` or ``base game``."""
    if by in Rules.__mro__:
        return "base game"
    if issubclass(by, Rules) and by.module:
        return f"{by.module} {by.title}"
    for name, edition in RULES.items():
        if by is edition:
            return f"edition {name} [{EDITIONS[name]}]"
    return re.sub(r"(?<!^)(?=[A-Z])", " ", by.__name__).lower()
