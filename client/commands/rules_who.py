"""Who answers the questions about a rule in one game: `secret-subs rules --who BG-8.14`."""

__all__ = ["who"]

import difflib
from collections.abc import Iterable, Iterator

from client.errors import ClientError
from client.rulebook.book import rulebook
from client.rulebook.citations import is_number
from engine.answering import QUESTIONS, RuleAnswer, RuleQuestion, all_rules, answers, label
from engine.rules import Rules


def who(text: str, rules: Rules) -> Iterator[str]:
    """What to print about a question's name or the number of a rule.

    Raises:
        ClientError: there is no such question, or no such rule.
    """
    order = type(rules).__mro__
    if is_number(text):
        number = rulebook().paragraph(text).number
        found = _about(number, order)
        if not found:
            yield _elsewhere(number)
            return
    else:
        found = [_named(text)]
    for question in found:
        yield f"{question.name} ({question.sort}, engine.questions.{question.chapter})"
        yield f"    {question.text}"
        yield from _in_order(answers(question.name, order))


def _named(text: str) -> RuleQuestion:
    name = text.strip().lower().replace(" ", "_").replace("-", "_")
    if name in QUESTIONS:
        return QUESTIONS[name]
    close = difflib.get_close_matches(name, QUESTIONS, n=3)
    advice = f"is it {', '.join(close)}?" if close else "write a rule's number, as in BG-8.14"
    raise ClientError(f'the rules ask no question "{text.strip()}"', advice)


def _about(number: str, order: Iterable[type]) -> list[RuleQuestion]:
    """The questions that cite a rule, or have an answer that does."""
    order = tuple(order)
    return [q for q in QUESTIONS.values() if number in _cited(q, answers(q.name, order))]


def _elsewhere(number: str) -> str:
    """Of a rule that nothing in this game answers: who does in another."""
    others = {
        label(answer.by)
        for question in _about(number, all_rules())
        for answer in answers(question.name, all_rules())
        if number in _cited(question, (answer,))
    }
    if not others:
        return f"No question is about {number}: no house rule or edition answers it otherwise."
    listed = ", ".join(sorted(others))
    return f"In this game no question is about {number}: that is for {listed} to answer."


def _in_order(given: Iterable[RuleAnswer]) -> Iterator[str]:
    """The answers, first the one that is asked first; those that are never asked are left out."""
    for place, answer in enumerate(given, start=1):
        end = " It asks nobody after it." if answer.replaces else ""
        where = f"{answer.by.__module__}: {answer.by.__name__}"
        yield f"  {place}. {label(answer.by)} ({where}): {answer.text}{end}"
        if answer.replaces:
            return


def _cited(question: RuleQuestion, given: Iterable[RuleAnswer]) -> set[str]:
    """The rules that a question and its answers are about."""
    book = rulebook()
    texts = (question.about, *(answer.about for answer in given))
    return {number for text in texts for number in book.cited(text)}
