"""Frozen values with many fields, of which a few change at a time."""

__all__ = ["Frozen", "cached"]

import functools
from collections.abc import Callable
from typing import Any, Self, TypeVar, TypeVarTuple

F = TypeVar("F", bound="Frozen")
Args = TypeVarTuple("Args")
R = TypeVar("R")


class Frozen:
    """What dataclasses without slots share: `dataclasses.replace`, made ten times as fast.

    Replay spends its time on changed games. A value's fields are its dictionary; copying that skips
    `__init__`, which would set every field anew. What was found out about a value (`cached`)
    is kept beside its fields, and is nothing of a changed one.
    """

    __slots__ = ("_cached",)

    def replace(self, **changes: Any) -> Self:
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
        after = before | changes
        if len(after) > len(before):
            strange = sorted(changes.keys() - before.keys())
            raise TypeError(f"a {type(self).__name__} has no field {', '.join(strange)}")
        fresh = object.__new__(type(self))
        object.__setattr__(fresh, "__dict__", after)
        return fresh


def cached(asked: Callable[[F, *Args], R]) -> Callable[[F, *Args], R]:
    """Have a question about a frozen value answered once for it, however often it is asked.

    For what takes long and follows from the value and the other arguments alone: those are
    hashable and given by position alone, and the answer is never changed.
    """

    @functools.wraps(asked)
    def answered(value: F, /, *args: *Args) -> R:
        found: dict[Any, R] | None = getattr(value, "_cached", None)
        if found is None:
            found = {}
            object.__setattr__(value, "_cached", found)
        key = (asked, *args)
        if key not in found:
            found[key] = asked(value, *args)
        return found[key]

    return answered
