"""Numbers of things are said as people say them: no tokens, 1 token, 2 tokens."""

import ast
import functools
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from client.presentation.words import counted_kind
from engine.errors import counted
from engine.units import Kind

ROOT = Path(__file__).parents[3]
SOURCES = sorted(
    path
    for package in ("engine", "protocol", "p2p", "client")
    for path in (ROOT / package).rglob("*.py")
)
SCRIPTS = sorted((ROOT / "client/web/js").rglob("*.js"))

_HOLE = "\N{REPLACEMENT CHARACTER}"


@pytest.mark.parametrize(
    ("noun", "words"),
    [
        ("token", ["no tokens", "1 token", "2 tokens"]),
        ("group", ["no groups", "1 group", "2 groups"]),
        ("entry", ["no entries", "1 entry", "2 entries"]),
        ("victory city", ["no victory cities", "1 victory city", "2 victory cities"]),
        ("decoy", ["no decoys", "1 decoy", "2 decoys"]),
    ],
)
def test_none_one_and_more(noun: str, words: list[str]) -> None:
    assert [counted(number, noun) for number in range(3)] == words


def test_one_unit_has_an_article_and_none_has_none() -> None:
    assert [counted_kind(Kind("tank"), n) for n in range(3)] == ["no tanks", "a tank", "2 tanks"]


@functools.cache
def _nodes() -> tuple[tuple[str, ast.AST], ...]:
    return tuple(
        (str(path.relative_to(ROOT)), node)
        for path in SOURCES
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call | ast.JoinedStr | ast.Constant)
    )


def _nouns() -> frozenset[str]:
    """Plurals of what is counted anywhere: the last words of all that `counted` is asked for.

    But for bytes: where a message names their number by itself it is far from one.
    """
    found = set()
    for _, node in _nodes():
        match node:
            case ast.Call(ast.Name("counted"), [_, ast.Constant(str(noun))]):
                found.add(counted(2, noun.split()[-1]).removeprefix("2 "))
            case _:
                pass
    return frozenset(found - {"bytes"})


def _sentences() -> Iterator[tuple[str, str]]:
    """Messages, and where; with a mark for each number or other thing that fills them as it is.

    What is a constant by its name (`MAX_SEATS`), or a call that says a number itself, has none;
    nor has a fact of a refusal that is named by a plural: such facts are `counted`.
    """
    for path, node in _nodes():
        match node:
            case ast.JoinedStr(values):
                yield f"{path}:{node.lineno}", "".join(map(_part, values))
            case ast.Constant(str(text)) if re.search(r"\{[a-z_]+\}", text):
                yield f"{path}:{node.lineno}", re.sub(r"\{[a-z_]*[^s\W]\}", _HOLE, text)
            case _:
                pass


def _part(value: ast.expr) -> str:
    match value:
        case ast.Constant(str(text)):
            return text
        case ast.FormattedValue(ast.Call()) | ast.FormattedValue(format_spec=ast.JoinedStr()):
            return "so many"
        case ast.FormattedValue(ast.Name(name)) if name.lstrip("_").isupper() or name == "whose":
            return name
        case _:
            return _HOLE


def test_no_message_puts_a_bare_number_before_a_plural() -> None:
    """``{number} tokens`` would say "1 tokens"; `counted` says it right, and names none."""
    nouns = "|".join(sorted(_nouns()))
    wrong = re.compile(rf"{_HOLE} (?:[a-z-]*[^s\W] )?(?:{nouns})\b")
    assert [found for found in _sentences() if wrong.search(found[1])] == []


def test_nor_does_the_page() -> None:
    """There `amount` says it; where one is told apart by hand that is on the same line."""
    nouns = "|".join(sorted(_nouns()))
    wrong = re.compile(rf"\$\{{(?!amount\()[^}}]*\}} (?:[a-z-]+ )?(?:{nouns})\b")
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in SCRIPTS
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if wrong.search(line) and "=== 1 ?" not in line
    ]
    assert found == []
