"""What happens under water, in the rulebook's words."""

__all__ = ["DepthsDeclared", "DivedAway", "Searched", "SubsFire"]

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from engine.board import Power, SpaceId
from engine.game import Event
from engine.pieces import PieceId
from engine.variants.depth.depths import Depth


@dataclass(frozen=True, slots=True)
class DepthsDeclared(Event):
    """A power has changed the depth of some of its submarines (DS-1)."""

    tag: ClassVar[str] = "depths_declared"

    power: Power
    depths: Mapping[PieceId, Depth]


@dataclass(frozen=True, slots=True)
class Searched(Event):
    """Searchers have rolled these dice, and have found these submarines (DS-8)."""

    tag: ClassVar[str] = "searched"

    space: SpaceId
    power: Power
    dice: tuple[int, ...]
    found: tuple[PieceId, ...]


@dataclass(frozen=True, slots=True)
class SubsFire(Event):
    """Submarines that nobody has found fire in this round, and give themselves away (DS-11)."""

    tag: ClassVar[str] = "subs_fire"

    space: SpaceId
    power: Power
    pieces: tuple[PieceId, ...]


@dataclass(frozen=True, slots=True)
class DivedAway(Event):
    """Submarines have given up their fire and left the battle (DS-12)."""

    tag: ClassVar[str] = "dived_away"

    space: SpaceId
    power: Power
    pieces: tuple[PieceId, ...]
