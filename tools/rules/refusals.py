"""Where the code refuses by a rule: every `Illegal` that is raised with its number."""

__all__ = ["Refusal", "in_module", "of_repository"]

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tools.rules.implementations import place_of


@dataclass(frozen=True, slots=True, order=True)
class Refusal:
    """A function that refuses answers by a rule.

    Attributes:
        number: the rule, ``BG-8.14``.
        file: where that is, from the root of the repository, with slashes.
        name: the function in that file, ``Retreat.check``; empty: none.
    """

    number: str
    file: str
    name: str

    @property
    def place(self) -> str:
        """``engine.battle.retreat: Retreat.check``."""
        return place_of(self.file, self.name)


def of_repository(root: Path) -> Iterator[Refusal]:
    """Every refusal of the engine, file by file."""
    for path in sorted((root / "engine").rglob("*.py")):
        file = path.relative_to(root).as_posix()
        yield from in_module(file, path.read_text(encoding="utf-8"))


def in_module(file: str, source: str) -> Iterator[Refusal]:
    """The refusals of a module whose number is written where they are made."""
    return _within(ast.parse(source), file, "")


def _within(node: ast.AST, file: str, name: str) -> Iterator[Refusal]:
    for inner in ast.iter_child_nodes(node):
        match inner:
            case ast.ClassDef() | ast.FunctionDef() | ast.AsyncFunctionDef():
                yield from _within(inner, file, f"{name}.{inner.name}" if name else inner.name)
            case ast.Call(func=ast.Name("Illegal"), args=[ast.Constant(str(number)), *_]):
                yield Refusal(number, file, name)
            case _:
                yield from _within(inner, file, name)
