"""Submarine warfare: options, who hunts whom, and what is remembered (SW-1, SW-3).

The state of the house rule, all of it public, and the events that it causes.
"""

__all__ = [
    "MODULE",
    "SEARCH_COST",
    "SETTINGS",
    "SPOT",
    "STATE",
    "Directed",
    "Dueled",
    "Escaped",
    "Halted",
    "Hunts",
    "HuntsFields",
    "Looked",
    "attack_over",
    "fighting",
    "hunt_mark",
    "hunted",
    "hunted_submarines",
    "hunts",
    "ready_hunters",
    "unfought_destroyers",
    "update_hunts",
]

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, TypedDict, Unpack

from engine.battle.sides import current_battle, is_aircraft
from engine.board import Power, SpaceId
from engine.game import Event, Game
from engine.options import Option, count
from engine.pieces import Piece, PieceId, PieceMark
from engine.slots import ModuleState, StateSlot
from engine.units import Trait

SEARCH_COST = count(
    "sw_search_cost",
    range(3),
    default=2,
    text="movement points that searching a sea zone costs an aircraft (SW-5)",
)
SPOT = count(
    "sw_spot",
    range(3, 5),
    default=3,
    text="the highest result with which an aircraft spots a submarine; destroyers spot on 3 (SW-7)",
)

SETTINGS: tuple[Option[object], ...] = (SEARCH_COST, SPOT)
"""All of them, as help lists them.

Implements: SW-7
"""


MODULE = "SW"


class HuntsFields(TypedDict, total=False):
    """The fields of a `Hunts`: the keywords of `update_hunts`."""

    rolled: frozenset[PieceId]
    attacked: frozenset[PieceId]
    dueled: frozenset[PieceId]
    shown: frozenset[PieceId]
    hunter: PieceId | None
    target: PieceId | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Hunts(ModuleState):
    """The state of the module.

    Attributes:
        rolled: destroyers that have rolled at a submarine leaving their zone in this turn (SW-2).
        attacked: hunters that have made their attack in the hunt under way.
        dueled: of those, the hunters that have fought.
        shown: pieces that the hunt has turned up.
        hunter: the hunter that has spotted something, or fights; None between attacks.
        target: the piece that it has spotted, once that is named.
    """

    tag: ClassVar[str] = "hunts"

    rolled: frozenset[PieceId] = frozenset()
    attacked: frozenset[PieceId] = frozenset()
    dueled: frozenset[PieceId] = frozenset()
    shown: frozenset[PieceId] = frozenset()
    hunter: PieceId | None = None
    target: PieceId | None = None


STATE = StateSlot(MODULE, Hunts, Hunts())


def hunts(game: Game) -> Hunts:
    """The state of the module."""
    return game.state(STATE)


def update_hunts(game: Game, **changes: Unpack[HuntsFields]) -> Game:
    """The game with some fields of the module's state replaced."""
    return game.with_state(STATE, replace(hunts(game), **changes))


def hunted(game: Game, space: SpaceId) -> bool:
    """Whether the active power's enemies in a space are submarines and nothing else.

    Implements: SW-1
    """
    enemies = game.enemies_at(game.active, space)
    return bool(enemies) and all(
        game.rules.counts_as(game, piece, Trait.SUBMARINE) for piece in enemies
    )


def hunted_submarines(game: Game) -> tuple[Piece, ...]:
    """Submarines, or what may be submarines, that are still hunted; ascending."""
    return tuple(game.pieces[piece] for piece in current_battle(game).defenders)


def ready_hunters(game: Game) -> tuple[Piece, ...]:
    """Hunters that have not attacked; aircraft that were here already pay for the search now."""
    cost, attacked = game.rules.option(SEARCH_COST), hunts(game).attacked
    return tuple(
        piece
        for piece in (game.pieces[i] for i in current_battle(game).attackers if i not in attacked)
        if piece.moved or not is_aircraft(game, piece) or piece.left >= cost
    )


def unfought_destroyers(game: Game) -> tuple[PieceId, ...]:
    """Destroyers in the hunt that have not fought, whatever their own roll was (SW-6)."""
    dueled = hunts(game).dueled
    return tuple(
        i
        for i in current_battle(game).attackers
        if i not in dueled and game.rules.counts_as(game, game.pieces[i], Trait.DESTROYER)
    )


def fighting(game: Game, hunter: PieceId) -> Game:
    """The game in which a hunter fights what was spotted; that is its attack."""
    so_far = hunts(game)
    return update_hunts(
        game,
        hunter=hunter,
        attacked=so_far.attacked | {hunter},
        dueled=so_far.dueled | {hunter},
    )


def attack_over(game: Game) -> Game:
    """The game between two attacks."""
    return update_hunts(game, hunter=None, target=None)


def hunt_mark(game: Game, piece: PieceId) -> PieceMark | None:
    """What tells a hunter from others in the hunt under way: what it has done."""
    so_far = hunts(game)
    if game.battle is None or piece not in so_far.attacked:
        return None
    if piece == so_far.hunter:
        return PieceMark("attacks")
    return PieceMark("fought" if piece in so_far.dueled else "rolled")


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
