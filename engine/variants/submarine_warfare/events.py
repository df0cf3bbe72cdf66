"""What happens in submarine warfare, in the rulebook's words."""

__all__ = ["Directed", "Dueled", "Escaped", "Halted", "Looked"]

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from engine.board import Power, SpaceId
from engine.game import Event
from engine.pieces import PieceId


@dataclass(frozen=True, slots=True)
class Halted(Event):
    """Destroyers have rolled at submarines that leave their zone (SW-2).

    Attributes:
        rolled: die and target of each destroyer.
        halted: submarines whose movement has ended.
    """

    tag: ClassVar[str] = "halted"

    zone: SpaceId
    power: Power
    rolled: Mapping[PieceId, tuple[int, PieceId]]
    halted: tuple[PieceId, ...]


@dataclass(frozen=True, slots=True)
class Looked(Event):
    """A hunter has made its spotting roll (SW-3)."""

    tag: ClassVar[str] = "looked"

    zone: SpaceId
    hunter: PieceId
    die: int
    spotted: bool


@dataclass(frozen=True, slots=True)
class Directed(Event):
    """An aircraft has given up its attack and sent a destroyer (SW-6)."""

    tag: ClassVar[str] = "directed"

    aircraft: PieceId
    destroyer: PieceId


@dataclass(frozen=True, slots=True)
class Dueled(Event):
    """A round between a hunter and a submarine; each with its die and whether it hit (SW-4, 5)."""

    tag: ClassVar[str] = "dueled"

    zone: SpaceId
    hunter: PieceId
    prey: PieceId
    dice: tuple[int, int]
    hits: tuple[bool, bool]


@dataclass(frozen=True, slots=True)
class Escaped(Event):
    """A submarine has left the fight or dived; it is still in the zone (SW-4, SW-5)."""

    tag: ClassVar[str] = "escaped"

    zone: SpaceId
    prey: PieceId
