"""Frozen values with many fields, of which a few change at a time."""

__all__ = ["Frozen"]

from typing import Any, Self


class Frozen:
    """What dataclasses without slots share: `dataclasses.replace`, made ten times as fast.

    Replay spends its time on changed games. A value's fields are its dictionary; copying that skips
    `__init__`, which would set every field anew.
    """

    def but(self, **changes: Any) -> Self:
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
