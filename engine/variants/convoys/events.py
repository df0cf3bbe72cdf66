"""What becomes of lost convoys, and of a power that lived by them, in the rulebook's words."""

__all__ = ["Evicted", "LossDivided", "PowerCollapsed"]

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from engine.board import Power, SpaceId
from engine.game import Event
from engine.pieces import PieceId


@dataclass(frozen=True, slots=True)
class LossDivided(Event):
    """A power has divided the loss of a sea zone among the victim's territories (CD-3b)."""

    tag: ClassVar[str] = "loss_divided"

    zone: SpaceId
    power: Power
    losses: Mapping[SpaceId, int]


@dataclass(frozen=True, slots=True)
class PowerCollapsed(Event):
    """A power is out of the game, its own territories are closed (CD-5).

    Attributes:
        power: which.
        territory: the one that has lost its full limit.
        closed: territories that are neutral from now on.
        passed: territories that others hold now, and who.
    """

    tag: ClassVar[str] = "power_collapsed"

    power: Power
    territory: SpaceId
    closed: tuple[SpaceId, ...]
    passed: Mapping[SpaceId, Power]


@dataclass(frozen=True, slots=True)
class Evicted(Event):
    """Units that had not left closed territory in time are removed (CD-5)."""

    tag: ClassVar[str] = "evicted"

    power: Power
    pieces: tuple[PieceId, ...]
