"""How much one keeper sends a day, at all its tables together.

So nobody can have it flood an address by asking at many tables, or in many players' names.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, unique
from typing import Final

__all__ = ["Allowance", "Sending"]


@unique
class Sending(Enum):
    """What is sent."""

    CODE = "code"
    REMINDER = "reminder"


MOST_TO_ONE: Final[Mapping[Sending, int]] = {Sending.CODE: 3, Sending.REMINDER: 12}
"""Messages to one address a day."""
MOST: Final[Mapping[Sending, int]] = {Sending.CODE: 200, Sending.REMINDER: 2_000}
"""Messages a day in all."""


@dataclass(frozen=True, slots=True)
class Allowance:
    """What was sent on a day.

    Attributes:
        day: since 1970-01-01 UTC.
        sent: how many of each kind of message, to each address; their sums are what was sent.
    """

    day: int = 0
    sent: Mapping[str, int] = field(default_factory=dict)

    def after(self, day: int, what: Sending, to: str) -> "Allowance | None":
        """With one more message; None if it may not be sent on this day any more.

        Args:
            day: since 1970-01-01 UTC; one before the last that was seen counts as that.
            what: is sent.
            to: a name of the address, without any colon.
        """
        sent = dict(self.sent) if day <= self.day else {}
        name = f"{what.value}:{to}"
        before = sent.get(name, 0)
        total = sum(n for one, n in sent.items() if one.startswith(f"{what.value}:"))
        if before >= MOST_TO_ONE[what] or total >= MOST[what]:
            return None
        return Allowance(max(day, self.day), {**sent, name: before + 1})
