"""A line of the program that is changed, and the history that notices it.

A mutant is text, so that the program need not know of it: the source of one function is read,
changed and compiled, and the function keeps its place, so that all who have imported it run the
changed one.
"""

import importlib
import inspect
import textwrap
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import CodeType, FunctionType

__all__ = ["Mutant", "changed", "noticed"]


@dataclass(frozen=True, slots=True)
class Mutant:
    """A rule that the program breaks.

    Attributes:
        breaks: what it does then.
        where: the function that is changed: module, colon, qualified name.
        line: what stands there once.
        instead: what stands there then.
        history: of a table, from a seed; raises if something is wrong.
    """

    breaks: str
    where: str
    line: str
    instead: str
    history: Callable[[int], object]

    def __str__(self) -> str:
        return self.breaks


@contextmanager
def changed(mutant: Mutant) -> Iterator[None]:
    """Within this the program is changed."""
    function = _function(mutant.where)
    source = textwrap.dedent(inspect.getsource(function))
    assert source.count(mutant.line) == 1, f"{mutant.where} has changed"
    code = compile(source.replace(mutant.line, mutant.instead), mutant.where, "exec")
    kept = function.__code__
    function.__code__ = _named(code, function.__name__)
    try:
        yield
    finally:
        function.__code__ = kept


def noticed(mutant: Mutant, seeds: Iterable[int]) -> int | None:
    """The first of some seeds whose history goes wrong with a mutant alone; None if none does."""
    for seed in seeds:
        with changed(mutant):
            wrong = _is_wrong(mutant, seed)
        if wrong and not _is_wrong(mutant, seed):
            return seed
    return None


def _is_wrong(mutant: Mutant, seed: int) -> bool:
    try:
        mutant.history(seed)
    except Exception:  # noqa: BLE001 (whatever it is, somebody has noticed)
        return True
    return False


def _function(where: str) -> FunctionType:
    module, name = where.split(":")
    found: object = importlib.import_module(module)
    for part in name.split("."):
        found = inspect.getattr_static(found, part)
    if isinstance(found, property):
        found = found.fget
    assert isinstance(found, FunctionType)
    return found


def _named(code: CodeType, name: str) -> CodeType:
    """The code of the only function that some source defines."""
    return next(one for one in code.co_consts if isinstance(one, CodeType) and one.co_name == name)
