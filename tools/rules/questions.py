"""The page that says of every question of the rules who answers it, in which order."""

__all__ = ["linked", "questions"]

from collections.abc import Iterator
from itertools import groupby

from client.rulebook.book import Rulebook
from client.rulebook.citations import anchor_of
from engine.answering import QUESTIONS, RuleAnswer, RuleQuestion, all_rules, answers, label

_HEAD = """\
# Questions of the rules

What the base game asks, so that house rules, editions and breakthroughs can answer without its
knowing: every question of `engine.questions`, and who answers it. Made by `make rules`.

The answers stand in the order in which they are asked, first come first; a game has those of its
own house rules, its edition, and the base game at the end. One set **in bold** replaces: it asks
nobody after it. A *value* is what holds; a *veto* refuses or lets pass; a *point* is where steps go
in. `secret-subs rules --who NAME` says it for one game, `--who BG-8.14` for what a rule is asked.
"""

_TITLES = {
    "pieces": "Pieces",
    "turn": "Turns and actions",
    "movement": "Movement",
    "battle": "Combat",
    "economy": "Research, money and new units",
}


def questions(book: Rulebook) -> str:
    """The page, with links to the paragraphs of a rulebook."""
    return "\n".join([_HEAD, *_chapters(book)])


def _chapters(book: Rulebook) -> Iterator[str]:
    for chapter, asked in groupby(QUESTIONS.values(), key=lambda question: question.chapter):
        yield f"## {_TITLES[chapter]}\n"
        yield "|question|sort|what is asked|who answers|\n|---|---|---|---|"
        yield from (_row(question, book) for question in asked)
        yield ""


def _row(question: RuleQuestion, book: Rulebook) -> str:
    source = f"../../engine/questions/{question.chapter}.py"
    given = " → ".join(_answer(answer) for answer in answers(question.name, all_rules()))
    text = linked(question.text, book).replace("|", "\\|")
    return f"|[`{question.name}`]({source})|{question.sort}|{text}|{given}|"


def _answer(answer: RuleAnswer) -> str:
    path = answer.by.__module__.replace(".", "/")
    named = f"[{label(answer.by).replace('[', '').replace(']', '')}](../../{path}.py)"
    return f"**{named}**" if answer.replaces else named


def linked(sentence: str, book: Rulebook) -> str:
    """A sentence in which the numbers of rules lead to their paragraphs."""
    return "".join(
        part.words
        if part.number is None
        else f"[{part.words}]({book.paragraph(part.number).document}.md#{anchor_of(part.number)})"
        for part in book.linked(sentence)
    )
