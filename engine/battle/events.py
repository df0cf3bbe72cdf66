"""What happens in combat, told in the rulebook's words."""

__all__ = [
    "BattleOpened",
    "BattleOver",
    "Bombed",
    "ComplexDamaged",
    "Damaged",
    "Fired",
    "Landed",
    "Lost",
    "Marked",
    "Repaired",
    "Retreated",
    "RocketsLaunched",
    "RoundBegan",
    "Submerged",
]

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from engine.battles import BattleKind, Role, Shots
from engine.board import Power, SpaceId
from engine.game import Event
from engine.pieces import PieceId
from engine.units import Kind


@dataclass(frozen=True, slots=True)
class BattleOpened(Event):
    """A battle begins, between these pieces."""

    tag: ClassVar[str] = "battle_opened"

    space: SpaceId
    kind: BattleKind
    attackers: tuple[PieceId, ...]
    defenders: tuple[PieceId, ...]


@dataclass(frozen=True, slots=True)
class Landed(Event):
    """Land units go ashore (BG-7.10)."""

    tag: ClassVar[str] = "landed"

    space: SpaceId
    pieces: tuple[PieceId, ...]


@dataclass(frozen=True, slots=True)
class RoundBegan(Event):
    """A combat round begins (BG-8.7 S0), counted from 1."""

    tag: ClassVar[str] = "round_began"

    space: SpaceId
    round: int


@dataclass(frozen=True, slots=True)
class Fired(Event):
    """Dice have been rolled in a battle; each of the shots says which of them hit."""

    tag: ClassVar[str] = "fired"

    space: SpaceId
    why: str
    volley: tuple[Shots, ...]


@dataclass(frozen=True, slots=True)
class Marked(Event):
    """A side has assigned the hits against it, by piece (BG-8.13)."""

    tag: ClassVar[str] = "marked"

    role: Role
    hits: Mapping[PieceId, int]


@dataclass(frozen=True, slots=True)
class Damaged(Event):
    """A two-hit ship has absorbed its first hit (BG-8.15)."""

    tag: ClassVar[str] = "damaged"

    piece: PieceId
    owner: Power
    kind: Kind
    at: SpaceId


@dataclass(frozen=True, slots=True)
class Lost(Event):
    """Units of a piece leave the game; `count` is 1 unless the piece is several units."""

    tag: ClassVar[str] = "lost"

    piece: PieceId
    owner: Power
    kind: Kind
    at: SpaceId
    count: int = 1


@dataclass(frozen=True, slots=True)
class Submerged(Event):
    """Submarines have left the battle and stay in the sea zone (BG-8.11)."""

    tag: ClassVar[str] = "submerged"

    space: SpaceId
    owner: Power
    pieces: tuple[PieceId, ...]


@dataclass(frozen=True, slots=True)
class Retreated(Event):
    """The attacker has withdrawn; `to` is None where aircraft alone break off (BG-8.19)."""

    tag: ClassVar[str] = "retreated"

    space: SpaceId
    to: SpaceId | None
    pieces: tuple[PieceId, ...]
    aircraft: tuple[PieceId, ...]


@dataclass(frozen=True, slots=True)
class Repaired(Event):
    """Damage of two-hit ships has disappeared (BG-6.1)."""

    tag: ClassVar[str] = "repaired"

    pieces: tuple[PieceId, ...]


@dataclass(frozen=True, slots=True)
class BattleOver(Event):
    """A battle has ended; `won` if the attacker has, None if both sides stay (BG-8.22)."""

    tag: ClassVar[str] = "battle_over"

    space: SpaceId
    won: bool | None


@dataclass(frozen=True, slots=True)
class Bombed(Event):
    """Raiders have rolled these dice at a complex (BG-8.2)."""

    tag: ClassVar[str] = "bombed"

    space: SpaceId
    power: Power
    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RocketsLaunched(Event):
    """Rockets have been launched; dice and targets, by the territory of the gun (BG-4.2)."""

    tag: ClassVar[str] = "rockets_launched"

    power: Power
    targets: Mapping[SpaceId, SpaceId]
    dice: Mapping[SpaceId, int]


@dataclass(frozen=True, slots=True)
class ComplexDamaged(Event):
    """Damage markers have been put on a complex (BG-8.2)."""

    tag: ClassVar[str] = "complex_damaged"

    space: SpaceId
    markers: int
