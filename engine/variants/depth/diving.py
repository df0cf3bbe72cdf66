"""Diving away from a battle, whenever the defence dice come up.

That is in S2 if the attacker has no destroyer, else in S4. ⚖ Where a side's submarines have no dice
to roll in S2, against aircraft alone or submerged, their owners are asked in S4, too.

Implements: DS-12
"""

__all__ = [
    "DiveAway",
    "DivingSubmarines",
    "ask_before_fire",
    "ask_before_strikes",
    "defenders_strike",
    "may_dive_away",
]

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from engine.battle.fire import remaining_hits, shots
from engine.battle.sides import current_battle, engaged, owners
from engine.battle.submarines import standing, strikers
from engine.battles import BattleKind, Role
from engine.board import Power
from engine.errors import Illegal
from engine.game import Game
from engine.instructions import Instruction
from engine.pieces import Piece, PieceId
from engine.requests import Decision, Step, ask
from engine.variants.depth.state import (
    RETREAT_ALL_DEPTHS,
    DivedAway,
    concealed,
    depths,
    is_submarine,
)


@dataclass(frozen=True, slots=True)
class DivingSubmarines:
    """Submarines that give up their fire and leave the battle."""

    pieces: frozenset[PieceId]


@dataclass(frozen=True, slots=True)
class DiveAway(Decision[DivingSubmarines]):
    """Before their dice are rolled: which of a defender's surviving submarines dive away.

    They stay in the sea zone at their depth, cannot be attacked again in this turn, and do not come
    back; no destroyer prevents it (DS-12).
    """

    answers: ClassVar[type] = DivingSubmarines
    instruction: ClassVar[Instruction] = Instruction.SUBMERGE

    def instructed(self, game: Game) -> DivingSubmarines | None:
        """See `Decision.instructed`: all of them dive away, or none."""
        under = standing(game, self.power).among(_able(game, self.power))
        return None if under is None else DivingSubmarines(under)

    def check(self, game: Game, answer: DivingSubmarines) -> None:
        """See `Decision.check`."""
        strangers = answer.pieces.difference(_able(game, self.power))
        if strangers:
            raise Illegal("DS-12", "{piece} cannot dive away now", piece=min(strangers))

    def candidates(self, game: Game) -> Iterator[DivingSubmarines]:
        """Legal answers; for each number of submarines, the one with the lowest ids."""
        able = _able(game, self.power)
        return (DivingSubmarines(frozenset(able[:count])) for count in range(len(able) + 1))

    def sample(self, game: Game, draw: random.Random) -> DivingSubmarines:
        """See `Decision.sample`."""
        able = _able(game, self.power)
        return DivingSubmarines(frozenset(draw.sample(able, draw.randint(0, len(able)))))


def may_dive_away(game: Game, piece: Piece) -> bool:
    """Whether a defending submarine leaves battles by DS-12: if concealed, or with the option."""
    return concealed(game, piece) or (
        is_submarine(game, piece) and game.rules.option(RETREAT_ALL_DEPTHS)
    )


def _able(game: Game, power: Power) -> tuple[PieceId, ...]:
    """Survivors that have not struck in S2 and do not fire from concealment in this round."""
    busy = depths(game).firing.union(current_battle(game).fired)
    return tuple(
        piece.id
        for piece in engaged(game, Role.DEFENDER)
        if piece.owner == power
        and may_dive_away(game, piece)
        and piece.id not in busy
        and remaining_hits(game, piece) > 0
    )


def ask_before_strikes(game: Game) -> Step:
    """Ask each defender between S1 and S2, as long as its side has dice to roll in S2."""
    for power in owners(game, Role.DEFENDER):
        if defenders_strike(game):
            game = yield from _ask(game, power)
    return game


def defenders_strike(game: Game) -> bool:
    """Whether defenders have dice to roll in S2; else they are asked between S3 and S4."""
    return bool(shots(game, Role.DEFENDER, strikers(game, Role.DEFENDER)))


def ask_before_fire(game: Game) -> Step:
    """Ask each defender between S3 and S4."""
    if current_battle(game).kind is BattleKind.SEA:
        for power in owners(game, Role.DEFENDER):
            game = yield from _ask(game, power)
    return game


def _ask(game: Game, power: Power) -> Step:
    if not _able(game, power):
        return game
    game, answer = yield from ask(game, DiveAway(power))
    if not answer.pieces:
        return game
    away = tuple(sorted(answer.pieces))
    game = game.rules.submerge_pieces(game, power, away)
    return game.with_events(DivedAway(current_battle(game).space, power, away))
