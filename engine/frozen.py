"""Frozen values with many fields, of which a few change at a time."""

__all__ = ["Frozen", "cached"]

import functools
from collections.abc import Callable, Mapping
from typing import Self, TypeVar, TypeVarTuple

F = TypeVar("F", bound="Frozen")
Args = TypeVarTuple("Args")
R = TypeVar("R")

_new, _set = object.__new__, object.__setattr__  # looked up once: replay spends its time here


class Frozen:
    """What large frozen dataclasses share: `dataclasses.replace`, typed and ten times as fast.

    A subclass is a frozen dataclass without slots. It declares its own `replace`, whose keywords
    are a `TypedDict` of its fields, so that type checkers know their names and types; that
    method calls `_replaced`.

    Replay spends its time on changed values. A value's fields are its dictionary; copying that
    skips `__init__`, which would set every field anew. What is worked out from a value (`cached`,
    and its encoding in `engine.records`) is kept beside its fields, and not in a changed value.
    """

    __slots__ = ("_cached", "_encoded")

    def __post_init__(self) -> None:
        # Laid out as changed values are: CPython reads fields fastest where all values are alike.
        object.__setattr__(self, "__dict__", {**self.__dict__})

    def __getstate__(self) -> dict[str, object]:
        """What is pickled: the fields, without what was worked out from them."""
        return self.__dict__

    def _replaced(self, changes: Mapping[str, object]) -> Self:
        """The value with some fields replaced; itself where they are what it has already.

        Raises:
            TypeError: there is no such field (our own mistake).
        """
        before = self.__dict__
        for name, value in changes.items():
            if before.get(name, before) is not value:
                break
        else:
            return self
        after = {**before, **changes}
        if len(after) > len(before):
            unknown = sorted(changes.keys() - before.keys())
            raise TypeError(f"a {type(self).__name__} has no field {', '.join(unknown)}")
        fresh = _new(type(self))
        _set(fresh, "__dict__", after)
        return fresh


def cached(function: Callable[[F, *Args], R]) -> Callable[[F, *Args], R]:
    """Compute what a function says of a frozen value once, and keep it with the value.

    For what takes long and follows from the value and the other arguments alone: those are
    hashable and given by position, and the result is never changed.
    """

    @functools.wraps(function)
    def lookup(value: F, /, *args: *Args) -> R:
        results: dict[object, R] | None = getattr(value, "_cached", None)
        if results is None:
            results = {}
            object.__setattr__(value, "_cached", results)
        key = (function, *args)
        if key not in results:
            results[key] = function(value, *args)
        return results[key]

    return lookup
