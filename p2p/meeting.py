"""Who must show a seat that its store is not an old copy, before it signs (SPEC-16.9)."""

from enum import StrEnum, unique
from typing import Final

__all__ = ["ENOUGH_HOLDERS", "Meeting"]

ENOUGH_HOLDERS: Final = 2
"""Holders that together count as another seat: one alone could have been put back with the store,
or be the machine of whoever it was put back for."""


@unique
class Meeting(StrEnum):
    """Whose word counts, where the store is not known to be whole anyway.

    Each counts that is connected and of whose entries we lack none. Keepers are seats.
    """

    SEATS = "seats"  # one other seat
    HOLDERS = "holders"  # one other seat, or two relays that hold the log; for play by post

    def enough(self, *, seats: int, holders: int) -> bool:
        """Whether so many other seats, and so many holders, are enough."""
        match self:
            case Meeting.SEATS:
                return seats > 0
            case Meeting.HOLDERS:
                return seats > 0 or holders >= ENOUGH_HOLDERS
