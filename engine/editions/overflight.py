"""Guns that fire at aircraft passing over them: BG-7.7 of the Classic edition.

An aircraft passes over a territory when it leaves it again in the phase in which it came, in one
order or in two. The guns of a territory fire at it once in a phase, so the module remembers at what
they have fired.

Implements: BG-7.7 [CL]
"""

__all__ = ["fire_at_overflight", "forget_overflights"]

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from engine.battle.events import BattleOpened
from engine.battle.opening_fire import anti_air, anti_air_guns
from engine.battle.sides import is_aircraft
from engine.battles import Battle, BattleKind
from engine.board import SpaceId
from engine.game import Game
from engine.movement.steps import passengers_of
from engine.movement.takeback import without_take_back
from engine.pieces import PieceId
from engine.requests import Step
from engine.slots import ModuleState, StateSlot


@dataclass(frozen=True, slots=True)
class _FiredAt(ModuleState):
    """Aircraft at which the guns of a territory have fired in this phase, ascending."""

    tag: ClassVar[str] = "fired_at"

    aircraft: Mapping[SpaceId, tuple[PieceId, ...]] = field(default_factory=dict)


_STATE = StateSlot("CL guns", _FiredAt, _FiredAt())


def fire_at_overflight(game: Game, pieces: tuple[PieceId, ...], here: SpaceId) -> Step:
    """Fire at aircraft that leave a territory, as at those that attack it (BG-8.4).

    A die for each, by type, and the owner picks within the type hit. Nobody takes such a flight
    back. At a bomber that has dropped infantry here the guns have fired when it came (WP-4).
    """
    if game.board.is_sea(here) or not anti_air_guns(game, game.active, here):
        return game
    before = _fired_at(game).get(here, ())
    flying = tuple(
        piece
        for piece in pieces
        if piece not in before
        and is_aircraft(game, game.pieces[piece])
        and not _began(game, piece, here)
        and all(infantry.id in pieces for infantry in passengers_of(game, (piece,)))
    )
    if not flying:
        return game
    aircraft = {**_fired_at(game), here: tuple(sorted({*before, *flying}))}
    game = without_take_back(game, pieces).with_state(_STATE, _FiredAt(aircraft))
    battle = Battle(space=here, kind=BattleKind.OVERFLIGHT, attacker=game.active, attackers=flying)
    game = game.replace(battle=battle).with_events(BattleOpened(here, battle.kind, flying, ()))
    return (yield from anti_air(game)).replace(battle=None)


def forget_overflights(game: Game) -> Game:
    """The game as a phase begins: nothing has been fired at."""
    return game.without_state(_STATE)


def _began(game: Game, piece: PieceId, here: SpaceId) -> bool:
    """Whether an aircraft stood here when the phase began: it comes from its attack."""
    began = game.record.phase_began.get(piece)
    return began is not None and began.at == here


def _fired_at(game: Game) -> Mapping[SpaceId, tuple[PieceId, ...]]:
    return game.state(_STATE).aircraft
