"""Orders of movement, and what happens when they are carried out.

A phase of movement is a row of orders, each judged by itself, and `Done`. A piece may get several.
"""

__all__ = [
    "Declaration",
    "Declared",
    "Done",
    "Load",
    "Loaded",
    "LostInFlight",
    "Move",
    "Moved",
    "Order",
    "TakeBack",
    "TakenBack",
    "Unload",
    "Unloaded",
]

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from engine.board import Power, SpaceId
from engine.game import Event
from engine.pieces import PieceId


@dataclass(frozen=True, slots=True)
class Move:
    """Pieces that stand in one space go along one route (BG-7.2 to 7.8).

    `route` lists the spaces entered, in order. What is aboard a ship moves with it and is not
    named.
    """

    tag: ClassVar[str] = "move"

    pieces: frozenset[PieceId]
    route: tuple[SpaceId, ...]


@dataclass(frozen=True, slots=True)
class Load:
    """Land units board a transport from territories next to its sea zone (BG-7.9)."""

    tag: ClassVar[str] = "load"

    transport: PieceId
    pieces: frozenset[PieceId]


@dataclass(frozen=True, slots=True)
class Unload:
    """Land units leave their transports for one territory (BG-7.9); an assault if it is hostile.

    In Combat move they stay aboard, bound for that territory, until their battle (BG-7.10, 8.5).
    """

    tag: ClassVar[str] = "unload"

    pieces: frozenset[PieceId]
    territory: SpaceId


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Pieces go back to where they stood when the phase began, with what they carry or rode on.

    Of units that have unloaded and are named without their ship only the unloading is taken back:
    they are aboard again.
    """

    tag: ClassVar[str] = "take_back"

    pieces: frozenset[PieceId]


@dataclass(frozen=True, slots=True)
class Done:
    """The power moves nothing more in this phase."""

    tag: ClassVar[str] = "done"


Order = Move | Load | Unload | TakeBack | Done


@dataclass(frozen=True, slots=True)
class Declaration:
    """What the active power declares when its Combat move ends (BG-7.14).

    Attributes:
        attack: of the sea zones where it may choose, those where it attacks; it ignores the enemy
            in the others (BG-7.3, 7.4).
        bombard: ships that bombard, by the territory of their assault (BG-8.5b).
        raid: aircraft that raid a complex, and their escorts, by territory (BG-8.2, 8.3).
    """

    attack: frozenset[SpaceId] = frozenset()
    bombard: Mapping[SpaceId, frozenset[PieceId]] = field(default_factory=dict)
    raid: Mapping[SpaceId, frozenset[PieceId]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Moved(Event):
    """Pieces have gone one step, with what is aboard them."""

    tag: ClassVar[str] = "moved"

    pieces: tuple[PieceId, ...]
    origin: SpaceId
    to: SpaceId


@dataclass(frozen=True, slots=True)
class Loaded(Event):
    """Land units have boarded a transport."""

    tag: ClassVar[str] = "loaded"

    transport: PieceId
    pieces: tuple[PieceId, ...]


@dataclass(frozen=True, slots=True)
class Unloaded(Event):
    """Land units have left their transports, or will in this turn's assault if it is one."""

    tag: ClassVar[str] = "unloaded"

    pieces: tuple[PieceId, ...]
    territory: SpaceId
    assault: bool


@dataclass(frozen=True, slots=True)
class TakenBack(Event):
    """Pieces stand again where they stood when the phase began."""

    tag: ClassVar[str] = "taken_back"

    pieces: tuple[PieceId, ...]


@dataclass(frozen=True, slots=True)
class Declared(Event):
    """Combat move is over: sea zones attacked and ignored, what will bombard and what will raid."""

    tag: ClassVar[str] = "declared"

    power: Power
    attacked: tuple[SpaceId, ...]
    ignored: tuple[SpaceId, ...]
    bombarding: Mapping[SpaceId, tuple[PieceId, ...]]
    raiding: Mapping[SpaceId, tuple[PieceId, ...]]


@dataclass(frozen=True, slots=True)
class LostInFlight(Event):
    """Aircraft are lost for want of a place to land (BG-9.3, 9.4)."""

    tag: ClassVar[str] = "lost_in_flight"

    power: Power
    pieces: tuple[PieceId, ...]
    at: SpaceId
