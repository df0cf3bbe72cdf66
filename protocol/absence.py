"""When a seat counts as absent (SPEC-18.8)."""

from collections.abc import Mapping
from typing import Final

__all__ = ["GRACE", "MINUTES_PER_DAY", "absent_from"]

MINUTES_PER_DAY: Final = 24 * 60
GRACE: Final = 60
"""Minutes that a node must have run for: what was signed while it was down has come by then."""


def absent_from(silent: Mapping[int, int], days: int, began: int) -> Mapping[int, int]:
    """From which minute on the others may go on without seats that let the game wait.

    Args:
        silent: of each seat that owes something the minute since when it has, or since when nothing
            signed by it has come, whichever is later, by the clock of this node.
        days: of the charter; 0: no seat is ever absent.
        began: the minute at which this node began to run.
    """
    owing = silent.items() if days else ()
    return {seat: max(since + days * MINUTES_PER_DAY, began + GRACE) for seat, since in owing}
