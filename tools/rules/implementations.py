"""Where the rules are implemented: the marks in the code.

A docstring of a function, class, constant or module says which rules are decided right there, in a
section of its own, and a comment of a data file likewise::

    Implements: BG-8.14, R1

A rule that an edition plays otherwise may be implemented once more, for that edition:
``BG-8.2 [CL]``. What a docstring cites elsewhere is a mere mention.
"""

__all__ = [
    "Implementation",
    "MarkError",
    "in_data",
    "in_module",
    "of_repository",
    "place_of",
]

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from client.rulebook.citations import citations

PACKAGES = ("engine", "protocol", "p2p", "client")

_SECTION = re.compile(r"^[ \t#]*Implements:(.*(?:\n[ \t]*(?:# +)?[^\s#].*)*)", re.MULTILINE)
_EDITION = re.compile(r" \[(CL|50|42|G40)\]$")


class MarkError(Exception):
    """A mark that cannot be read; the message says where it stands and how to write it."""


@dataclass(frozen=True, slots=True, order=True)
class Implementation:
    """One rule, and the place that implements it.

    Attributes:
        number: the rule, ``BG-8.14``.
        edition: the only edition that this place implements it for, ``CL``; empty: for the others.
        file: where that is, from the root of the repository, with slashes.
        name: what in that file, ``Round.strike``; empty: all of it.
    """

    number: str
    edition: str
    file: str
    name: str

    @property
    def place(self) -> str:
        """``engine.battle.rounds: Round.strike``; data by its path."""
        return place_of(self.file, self.name)


def place_of(file: str, name: str) -> str:
    """A name in a module as the index says it; data by its path."""
    if not file.endswith(".py"):
        return file
    module = file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    return f"{module}: {name}" if name else module


def of_repository(root: Path) -> Iterator[Implementation]:
    """Every mark in the packages and their data, file by file.

    Raises:
        MarkError: one cannot be read.
    """
    for package in PACKAGES:
        for path in sorted((root / package).rglob("*")):
            file = path.relative_to(root).as_posix()
            if path.suffix == ".py":
                yield from in_module(file, path.read_text(encoding="utf-8"))
            elif path.suffix == ".toml":
                yield from in_data(file, path.read_text(encoding="utf-8"))


def in_module(file: str, source: str) -> Iterator[Implementation]:
    """The marks in a module's docstrings.

    Raises:
        MarkError: one cannot be read.
    """
    for name, docstring in _docstrings(ast.parse(source), ""):
        yield from _marks(file, name, docstring)


def in_data(file: str, text: str) -> Iterator[Implementation]:
    """The marks in the comments of a TOML file.

    Raises:
        MarkError: one cannot be read.
    """
    comments = (line if line.startswith("#") else "" for line in text.splitlines())
    yield from _marks(file, "", "\n".join(comments))


def _docstrings(
    node: ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef, name: str
) -> Iterator[tuple[str, str]]:
    """Every documented name within a node, with its docstring; the node itself first."""
    if docstring := ast.get_docstring(node):
        yield name, docstring
    before: ast.stmt | None = None
    for statement in node.body:
        match statement:
            case ast.ClassDef() | ast.FunctionDef() | ast.AsyncFunctionDef():
                yield from _docstrings(statement, _below(name, statement.name))
            case ast.Expr(value=ast.Constant(value=str(text))) if constant := _assigned(before):
                yield _below(name, constant), text
            case _:
                pass
        before = statement


def _assigned(statement: ast.stmt | None) -> str | None:
    """The name that a statement gives a value to."""
    match statement:
        case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
            return name
        case _:
            return None


def _below(name: str, inner: str) -> str:
    return f"{name}.{inner}" if name else inner


def _marks(file: str, name: str, text: str) -> Iterator[Implementation]:
    for section in _SECTION.finditer(text):
        for entry in re.sub(r"\s*\n[ \t#]*", " ", section[1]).strip(" .").split(", "):
            edition = _EDITION.search(entry)
            written = entry[: edition.start()] if edition else entry
            if [cited.number for cited in citations(written)] != [written]:
                where = f"{file}: {name}" if name else file
                advice = "write Implements: BG-8.14, SS-1.3b, BG-8.2 [CL]"
                raise MarkError(f'{where}: "{entry}" is no rule; {advice}')
            yield Implementation(written, edition[1] if edition else "", file, name)
