"""The options of convoy disruption."""

__all__ = ["CD_VICTORY", "SETTINGS", "AfterCollapse"]

from enum import StrEnum
from typing import Any

from engine.options import Option


class AfterCollapse(StrEnum):
    """What becomes of victory once a power has collapsed (CD-6)."""

    SCALED = "scaled"
    UNCHANGED = "unchanged"
    AXIS_WINS = "axis_wins"


CD_VICTORY = Option(
    "cd_victory",
    {what.value: what for what in AfterCollapse},
    AfterCollapse.SCALED,
    "after a collapse a side needs fewer victory cities by those on closed ground, but at least "
    "10; or as many as before; or the raiders' side wins at the end of the round (CD-6)",
)

SETTINGS: tuple[Option[Any], ...] = (CD_VICTORY,)
"""All of them, as help lists them."""
