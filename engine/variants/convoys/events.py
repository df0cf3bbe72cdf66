"""What happens to convoys, in the rulebook's words."""

__all__ = ["ConvoysLost", "ConvoysRaided", "Evicted", "LossDivided", "PowerCollapsed"]

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from engine.board import Power, SpaceId
from engine.game import Event
from engine.pieces import PieceId


@dataclass(frozen=True, slots=True)
class ConvoysRaided(Event):
    """A power has rolled these dice against a victim's convoys in a sea zone (CD-1)."""

    tag: ClassVar[str] = "convoys_raided"

    zone: SpaceId
    power: Power
    victim: Power
    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ConvoysLost(Event):
    """So many IPC are lost in a sea zone, after its limit: the die put on the map (CD-3a)."""

    tag: ClassVar[str] = "convoys_lost"

    zone: SpaceId
    victim: Power
    ipc: int


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
