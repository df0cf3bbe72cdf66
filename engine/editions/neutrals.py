"""Neutral territories that money opens: BG-7.13 of the Classic edition.

Who enters one, or flies over it, pays for it once; from then on it is the entrant's. As long as
nothing but moves that are taken back has used it, the money comes back and it is neutral again. So
the module remembers which pieces have used the territories that were opened in this phase.

Implements: BG-7.13 [CL]
"""

__all__ = [
    "PRICE",
    "NeutralEntered",
    "NeutralGivenBack",
    "give_neutrals_back",
    "keep_neutrals_open",
    "pay_for_entry",
    "with_neutrals_opened",
]

import dataclasses
import functools
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Final

from engine.board import Board, Power, SpaceId
from engine.game import Event, Game
from engine.pieces import PieceId
from engine.slots import ModuleState, StateSlot

PRICE: Final = 3
"""Of a neutral territory, in IPC."""


@dataclass(frozen=True, slots=True)
class NeutralEntered(Event):
    """A power has paid so many IPC for a neutral territory, which is its own now (BG-7.13)."""

    tag: ClassVar[str] = "neutral_entered"

    territory: SpaceId
    power: Power
    ipc: int


@dataclass(frozen=True, slots=True)
class NeutralGivenBack(Event):
    """A territory is neutral again, since the moves into it are taken back; so is the money."""

    tag: ClassVar[str] = "neutral_given_back"

    territory: SpaceId
    power: Power
    ipc: int


@dataclass(frozen=True, slots=True)
class _Opened(ModuleState):
    """Territories opened in this phase, and the pieces that have come into them since."""

    tag: ClassVar[str] = "opened"

    used: Mapping[SpaceId, tuple[PieceId, ...]] = field(default_factory=dict)


_STATE = StateSlot("CL neutrals", _Opened, _Opened())


def with_neutrals_opened(board: Board, game: Game) -> Board:
    """The board on which neutral territories that somebody controls are neutral no longer."""
    neutral = _neutrals(board)
    if len(game.control) + len(neutral) == len(board.territories):  # asked for all the time
        return board
    bought = tuple(space for space in neutral if space in game.control)
    return _with_open(board, bought) if bought else board


@functools.lru_cache(maxsize=8)
def _neutrals(board: Board) -> tuple[SpaceId, ...]:
    return tuple(space for space in board.territories if board[space].neutral)


@functools.lru_cache(maxsize=64)
def _with_open(board: Board, bought: tuple[SpaceId, ...]) -> Board:
    spaces = {
        name: dataclasses.replace(space, neutral=False) if name in bought else space
        for name, space in board.spaces.items()
    }
    return Board(spaces=spaces, neighbours=board.neighbours, canals=board.canals)


def pay_for_entry(game: Game, pieces: tuple[PieceId, ...], there: SpaceId) -> Game:
    """The game after pieces of the active power have come into a space.

    If it is neutral the power pays for it; its treasury was judged before.
    """
    power, used = game.active, _used(game)
    if game.board[there].neutral:
        game = game.replace(
            treasury={**game.treasury, power: game.treasury[power] - PRICE},
            control={**game.control, there: power},
        ).with_events(NeutralEntered(there, power, PRICE))
    elif there not in used:
        return game
    return _using(game, {**used, there: tuple(sorted({*used.get(there, ()), *pieces}))})


def give_neutrals_back(game: Game, pieces: tuple[PieceId, ...]) -> Game:
    """The game after pieces have taken back their moves: what only they have used is given back."""
    power, used = game.active, _used(game)
    left = {
        space: tuple(piece for piece in users if piece not in pieces)
        for space, users in used.items()
    }
    idle = [space for space, users in left.items() if not users]
    if not idle:
        return _using(game, left)
    return _using(
        game.replace(
            treasury={**game.treasury, power: game.treasury[power] + PRICE * len(idle)},
            control={space: who for space, who in game.control.items() if space not in idle},
        ).with_events(*(NeutralGivenBack(space, power, PRICE) for space in idle)),
        {space: users for space, users in left.items() if users},
    )


def keep_neutrals_open(game: Game) -> Game:
    """The game as a phase begins: what was opened before stays open."""
    return _using(game, {})


def _used(game: Game) -> Mapping[SpaceId, tuple[PieceId, ...]]:
    return game.state(_STATE).used


def _using(game: Game, used: Mapping[SpaceId, tuple[PieceId, ...]]) -> Game:
    if not used:
        return game.without_state(_STATE)
    return game.with_state(_STATE, _Opened(dict(sorted(used.items()))))
