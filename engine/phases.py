"""The course of a game: the phases of a turn, the steps of the engine, and how a game ends."""

__all__ = ["Outcome", "Phase", "Stage"]

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from engine.board import Side


class Phase(StrEnum):
    """A phase of a power's turn (BG-3.1)."""

    RESEARCH = "research"
    PURCHASE = "purchase"
    COMBAT_MOVE = "combat_move"
    CONDUCT_COMBAT = "conduct_combat"
    NONCOMBAT_MOVE = "noncombat_move"
    MOBILIZE = "mobilize"
    COLLECT_INCOME = "collect_income"


class Stage(StrEnum):
    """Which step comes next; `engine.turn.STEPS` maps each to its step."""

    SET_UP = "set_up"
    TURN_OPENS = "turn_opens"
    PHASE_OPENS = "phase_opens"
    RESEARCH = "research"
    PURCHASE = "purchase"
    COMBAT_MOVE = "combat_move"
    DECLARE = "declare"
    ROCKETS = "rockets"
    CONDUCT_COMBAT = "conduct_combat"
    RAID = "raid"
    BATTLE_OPENS = "battle_opens"
    BATTLE_ROUND = "battle_round"
    HOUSE_BATTLE = "house_battle"
    BATTLE_CLOSES = "battle_closes"
    COMBAT_CLOSES = "combat_closes"
    NONCOMBAT_MOVE = "noncombat_move"
    MOBILIZE = "mobilize"
    COLLECT_INCOME = "collect_income"
    PHASE_CLOSES = "phase_closes"
    TURN_CLOSES = "turn_closes"
    ROUND_CLOSES = "round_closes"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: the winning side, or None where none is named, and why."""

    tag: ClassVar[str] = "outcome"

    winner: Side | None
    why: str
