"""Which modules a program can import: all that its import statements lead to, wherever they stand.

This runs in the Python of a page, since only that reads all of its own library.
"""

__all__ = ["imported", "modules_in"]

import ast
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

_NOT_RUN = {"TYPE_CHECKING", "typing.TYPE_CHECKING", "sys.platform == 'win32'"}
"""Conditions that hold in no page."""

_RUN = "sys.platform == 'emscripten'"
"""What holds in every page: what is imported otherwise is not."""


def modules_in(folder: Path) -> dict[str, Path]:
    """Every module below a folder by its name, as it is imported from there."""
    return {_name(file.relative_to(folder)): file for file in sorted(folder.rglob("*.py"))}


def _name(path: Path) -> str:
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imported(modules: Mapping[str, Path], first: Iterable[str], never: Iterable[str]) -> set[str]:
    """The modules that a program can come to import.

    Args:
        modules: those that there are, by name.
        first: names that are imported in other ways than by statements; what is no module is
            ignored, as it may be one that is built in.
        never: names of modules that are not followed, with all that is in them.
    """
    refused = tuple(never)
    found: set[str] = set()
    following = list(first)
    while following:
        for name in _with_parents(following.pop()):
            if name in modules and name not in found and not _within(name, refused):
                found.add(name)
                following += _named(modules[name], name)
    return found


def _with_parents(name: str) -> Iterator[str]:
    parts = name.split(".")
    return (".".join(parts[: count + 1]) for count in range(len(parts)))


def _within(name: str, packages: Iterable[str]) -> bool:
    return any(name == package or name.startswith(f"{package}.") for package in packages)


def _named(file: Path, name: str) -> Iterator[str]:
    """All that a module's statements may import; what is no module among it harms nobody."""
    package = name if file.name == "__init__.py" else name.rpartition(".")[0]
    for node in _run(ast.parse(file.read_bytes())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            parts = package.split(".")[: 1 - node.level or None] if node.level else []
            source = ".".join([*parts, *([node.module] if node.module else [])])
            yield from (f"{source}.{alias.name}" for alias in node.names)


def _run(node: ast.AST) -> Iterator[ast.AST]:
    """A tree without what never runs in a page."""
    yield node
    for child in _children(node):
        yield from _run(child)


def _children(node: ast.AST) -> Iterable[ast.AST]:
    if isinstance(node, ast.If):
        condition = ast.unparse(node.test)
        if condition == _RUN:
            return node.body
        if condition in _NOT_RUN:
            return node.orelse
    return ast.iter_child_nodes(node)
