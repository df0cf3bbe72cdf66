"""Who answers which question of the rules: the order, and what every answer has to keep to."""

import ast
import inspect
import textwrap
from collections.abc import Generator
from typing import get_origin, get_type_hints

import pytest

from engine.answering import QUESTIONS, QuestionSort, RuleAnswer, all_rules, answers, label
from engine.loading import builtin
from engine.questions import CHAPTERS, Questions
from engine.rules import Rules
from engine.setup import compose

HOUSE = [rules for rules in all_rules() if rules not in Rules.__mro__]
ANSWERS = [
    pytest.param(name, answer, id=f"{answer.by.__name__}.{name}")
    for name in QUESTIONS
    for answer in answers(name, HOUSE)
]


def labels(name: str, *modules: str, scenario: str = "anniversary-1941") -> list[str]:
    """Who answers a question in a game with these house rules."""
    played = builtin(scenario)
    rules = compose(played, modules, {}, tuple((power,) for power in played.powers))
    return [label(answer.by) for answer in answers(name, type(rules).__mro__)]


def asks_the_next(answer: RuleAnswer, name: str) -> bool:
    """Whether an answer calls `super()` anywhere."""
    source = ast.parse(textwrap.dedent(inspect.getsource(vars(answer.by)[name])))
    return any(isinstance(part, ast.Name) and part.id == "super" for part in ast.walk(source))


@pytest.mark.parametrize(("name", "answer"), ANSWERS)
def test_an_answer_asks_the_next_or_says_that_it_replaces(name: str, answer: RuleAnswer) -> None:
    """House rules compose because each passes on what is not its own."""
    assert asks_the_next(answer, name) is not answer.replaces


def test_these_answers_replace_all_others() -> None:
    replacing = [
        f"{label(answer.by)}: {name}"
        for name in QUESTIONS
        for answer in answers(name, HOUSE)
        if answer.replaces
    ]
    assert replacing == [
        "edition classic [CL]: entry_price",
        "edition classic [CL]: stops_blitz",
        "WP paratroop drops: may_bring_passengers",
        "edition classic [CL]: unloads_in_one_territory",
        "SS Secret Subs: landing_barred",
        "edition classic [CL]: may_ignore",
        "edition classic [CL]: bombardment_limit",
        "SS Secret Subs: uncertain",
        "SW submarine warfare: house_battle",
        "SS Secret Subs: submerge",
        "edition classic [CL]: side_may_submerge",
        "DS depth status: die_sides",
        "DS depth status: scaled_strength",
        "edition classic [CL]: complex_bombed",
        "edition classic [CL]: breakthroughs_earned",
        "edition classic [CL]: researchers_kept",
        "WW warehouses: unplaced",
        "edition classic [CL]: unplaced",
        "WW warehouses: stores",
        "CD convoy disruption: convoys",
        "edition global-1940 [G40]: convoys",
        "CD convoy disruption: raid_convoys",
    ]


@pytest.mark.parametrize("rules", HOUSE, ids=lambda rules: rules.__name__)
def test_whatever_a_class_of_rules_answers_is_asked(rules: type) -> None:
    """A misspelt answer would be one to a question that nobody asks."""
    public = [
        name
        for name, method in vars(rules).items()
        if inspect.isfunction(method) and not name.startswith("_")
    ]
    assert set(public) <= QUESTIONS.keys()


@pytest.mark.parametrize("name", QUESTIONS)
def test_every_question_is_answered_otherwise_somewhere(name: str) -> None:
    """What nothing overrides is a function of its chapter, no question."""
    assert list(answers(name, HOUSE))
    (_base,) = answers(name, Rules.__mro__)


@pytest.mark.parametrize("name", QUESTIONS)
def test_what_comes_of_a_question_is_of_its_sort(name: str) -> None:
    returned = get_type_hints(getattr(Questions, name))["return"]
    sort = QUESTIONS[name].sort
    assert (returned is type(None)) is (sort is QuestionSort.VETO)
    assert (get_origin(returned) is Generator) is (sort is QuestionSort.POINT)


def test_no_question_is_answered_where_it_is_asked() -> None:
    for chapter in CHAPTERS:
        for name, method in vars(chapter).items():
            if inspect.isfunction(method):
                assert name in QUESTIONS
                (statement,) = ast.parse(textwrap.dedent(inspect.getsource(method))).body
                assert isinstance(statement, ast.FunctionDef)
                assert [type(part) for part in statement.body] == [ast.Expr]  # the docstring


def test_the_base_game_answers_last_and_alone_where_nothing_else_is_played() -> None:
    assert labels("may_hit") == ["base game"]
    assert labels("may_hit", "DS") == ["DS depth status", "base game"]


def test_house_rules_answer_before_the_edition_and_research() -> None:
    assert labels("might_hit", "DS", "WP", scenario="classic") == [
        "DS depth status",
        "WP paratroop drops",
        "edition classic [CL]",
        "base game",
    ]
    assert labels("anti_air_strength", "DS") == ["DS depth status", "radar", "base game"]


def test_the_order_does_not_depend_on_how_house_rules_are_named() -> None:
    assert labels("set_up", "WE", "SS", "CD") == labels("set_up", "CD", "WE", "SS")
