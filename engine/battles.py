"""What a battle must remember between its pauses."""

__all__ = ["Battle", "BattleFields", "BattleKind", "Role", "Shots", "Throw"]

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Self, TypedDict, Unpack

from engine.board import Power, SpaceId
from engine.frozen import Frozen
from engine.pieces import PieceId
from engine.units import Kind


class BattleKind(StrEnum):
    """What is fought (BG-8.1)."""

    SEA = "sea"
    LAND = "land"
    ASSAULT = "assault"  # the landing of an amphibious assault, with overland and air partners
    RAID = "raid"  # aircraft against a complex (BG-8.2), perhaps intercepted (BG-8.3)
    OVERFLIGHT = "overflight"  # guns at aircraft that pass over them ([CL] BG-7.7)
    HOUSE = "house"  # by the steps of a house rule (`Rules.house_battle`)


class Role(StrEnum):
    """A side of a battle (BG-8.1a)."""

    ATTACKER = "attacker"
    DEFENDER = "defender"

    @property
    def other(self) -> "Role":
        """The other side."""
        return Role.DEFENDER if self is Role.ATTACKER else Role.ATTACKER


@dataclass(frozen=True, slots=True)
class Throw:
    """The dice that a unit rolls at once, and whether only the best of them counts (BG-4.3)."""

    dice: int = 1
    best: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Shots:
    """Dice of units that are alike: one side, one kind, one strength.

    Attributes:
        role: the side that fires.
        kind: of the firing units.
        strength: the highest result that hits (BG-1.6).
        count: how many dice.
        targets: pieces to which a hit may be assigned (BG-8.14), ascending.
        best_of: the dice fall in groups of so many, and only the best of each group counts.
        sure: hits without a die (R26).
        dice: the results; empty until they are rolled.
    """

    role: Role
    kind: Kind
    strength: int
    count: int
    targets: tuple[PieceId, ...]
    best_of: int = 1
    sure: int = 0
    dice: tuple[int, ...] = ()

    @property
    def hits(self) -> int:
        """How many hits the dice make, and what is sure."""
        if self.best_of == 1:
            return self.sure + sum([die <= self.strength for die in self.dice])
        groups = (
            self.dice[start : start + self.best_of]
            for start in range(0, len(self.dice), self.best_of)
        )
        return self.sure + sum(min(group) <= self.strength for group in groups)


class BattleFields(TypedDict, total=False):
    """The fields of a `Battle`: the keywords of `Game.update_battle`."""

    space: SpaceId
    kind: BattleKind
    attacker: Power
    round: int
    attackers: tuple[PieceId, ...]
    defenders: tuple[PieceId, ...]
    attacker_destroyer: bool
    defender_destroyer: bool
    submerged: tuple[PieceId, ...]
    withdrawn: tuple[PieceId, ...]
    origins: tuple[SpaceId, ...]
    landed: tuple[PieceId, ...]
    supported: tuple[PieceId, ...]
    volley: tuple[Shots, ...]
    marked: Mapping[PieceId, int]
    fired: tuple[PieceId, ...]


@dataclass(frozen=True, kw_only=True)
class Battle(Frozen):
    """One battle, from its opening to its close.

    Attributes:
        space: where it is fought.
        kind: sea battle, land battle or landing.
        attacker: the active power.
        round: combat rounds begun, 0 before the first.
        attackers: pieces of the attacker still in the battle, ascending.
        defenders: pieces of the other side still in the battle, ascending.
        attacker_destroyer: `A_DD`, fixed at S0 of each round (BG-8.7, 8.9).
        defender_destroyer: `D_DD`.
        submerged: pieces that have submerged out of this battle (BG-8.11).
        withdrawn: land or sea pieces that have retreated (BG-8.19).
        origins: spaces from which at least one attacking land (sea) unit entered (BG-8.19).
        landed: land units that came ashore from the sea (BG-8.5b); they never retreat (BG-8.20).
        supported: attacking units that fire one better in this round (BG-8.18).
        volley: the dice being rolled, or rolled and not yet assigned as hits, in the order in which
            they fall.
        marked: hits marked on pieces that have not left yet, by piece.
        fired: pieces that have struck in S2 of this round.
    """

    space: SpaceId
    kind: BattleKind
    attacker: Power
    round: int = 0
    attackers: tuple[PieceId, ...] = ()
    defenders: tuple[PieceId, ...] = ()
    attacker_destroyer: bool = False
    defender_destroyer: bool = False
    submerged: tuple[PieceId, ...] = ()
    withdrawn: tuple[PieceId, ...] = ()
    origins: tuple[SpaceId, ...] = ()
    landed: tuple[PieceId, ...] = ()
    supported: tuple[PieceId, ...] = ()
    volley: tuple[Shots, ...] = ()
    marked: Mapping[PieceId, int] = field(default_factory=dict)
    fired: tuple[PieceId, ...] = ()

    def replace(self, **changes: Unpack[BattleFields]) -> Self:
        """The battle with some fields replaced."""
        return self._replaced(changes)

    def side(self, role: Role) -> tuple[PieceId, ...]:
        """Pieces of one side still in the battle, ascending."""
        return self.attackers if role is Role.ATTACKER else self.defenders

    def destroyer(self, role: Role) -> bool:
        """Whether a side has a destroyer in this round: `A_DD` or `D_DD` (BG-8.9)."""
        return self.attacker_destroyer if role is Role.ATTACKER else self.defender_destroyer
