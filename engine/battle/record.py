"""What a battle must remember between its pauses."""

__all__ = ["Battle", "BattleKind"]

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from engine.board import Power, SpaceId
from engine.pieces import PieceId


class BattleKind(StrEnum):
    """What is fought (BG-8.1)."""

    SEA = "sea"
    LAND = "land"
    ASSAULT = "assault"  # the landing of an amphibious assault, with overland and air partners


@dataclass(frozen=True, slots=True, kw_only=True)
class Battle:
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
        origins: spaces from which at least one attacking land (sea) unit entered (BG-8.19).
        marked: hits marked on pieces that have not left yet, by piece.
        fired: pieces that have struck in S2 of this round.
        landed: how many land units came ashore from the sea (BG-8.5b).
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
    origins: tuple[SpaceId, ...] = ()
    marked: Mapping[PieceId, int] = field(default_factory=dict)
    fired: tuple[PieceId, ...] = ()
    landed: int = 0
