"""When a seat counts as absent (SPEC-18.8)."""

from collections.abc import Mapping
from typing import Final

__all__ = ["GRACE", "MINUTES_PER_DAY", "absent"]

MINUTES_PER_DAY: Final = 24 * 60
GRACE: Final = 60
"""Minutes that a node must have run for: what was signed while it was down has come by then."""


def absent(silent: Mapping[int, int], days: int, began: int, now: int) -> frozenset[int]:
    """The seats that have let the game wait so long that the others may go on without them.

    Args:
        silent: of each seat that owes something the minute since when it has, or since when nothing
            signed by it has come, whichever is later, by the clock of this node.
        days: of the charter; 0: no seat is ever absent.
        began: the minute at which this node began to run.
        now: this minute.
    """
    if not days or now < began + GRACE:
        return frozenset()
    return frozenset(
        seat for seat, since in silent.items() if now >= since + days * MINUTES_PER_DAY
    )
