"""Depths: options, what a submarine may do at each depth, and who knows of them (DS-1 to DS-7).

The state of the house rule, all of it public, and the events that it causes.
"""

__all__ = [
    "DECLARE",
    "DIE",
    "MODULE",
    "RETREAT_ALL_DEPTHS",
    "SCALES",
    "SEARCH_EACH_ROUND",
    "SETTINGS",
    "STATE",
    "Depth",
    "Depths",
    "DepthsDeclared",
    "DepthsFields",
    "DivedAway",
    "Searched",
    "SubsFire",
    "concealed",
    "depth_of",
    "depths",
    "found_on",
    "is_submarine",
    "limit",
    "strength",
    "threshold",
    "update_depths",
    "without_removed_pieces",
]

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import ClassVar, TypedDict, Unpack

from engine.battles import Role
from engine.board import Power, SpaceId
from engine.game import Event, Game
from engine.options import Option, flag
from engine.phases import Phase
from engine.pieces import Piece, PieceId
from engine.slots import ModuleState, StateSlot
from engine.units import Trait

DIE = Option(
    "die",
    {"6": 6, "12": 12, "20": 20},
    "6",
    "how many sides all dice have that hit or detect; damage, research and convoy dice keep six "
    "(DS)",
)
DECLARE = Option(
    "ds_declare",
    {"noncombat": Phase.NONCOMBAT_MOVE, "combat": Phase.COMBAT_MOVE},
    "noncombat",
    "whether depths are declared in Noncombat move, or in Combat move, which is very strong (DS-1)",
)
SEARCH_EACH_ROUND = flag(
    "ds_search_each_round",
    default=False,
    text="whether attackers search again in every round of a battle (DS-10)",
)
RETREAT_ALL_DEPTHS = flag(
    "ds_retreat_all_depths",
    default=False,
    text="whether surfaced submarines too may give up their dice and dive away (DS-12)",
)

SETTINGS: tuple[Option[object], ...] = (DIE, DECLARE, SEARCH_EACH_ROUND, RETREAT_ALL_DEPTHS)
"""All of them, as help lists them."""


MODULE = "DS"


class Depth(StrEnum):
    """The depth of a submarine; new ones are surfaced (DS-1).

    Implements: DS-4
    """

    SURFACED = "surfaced"
    PERISCOPE = "periscope"
    SUBMERGED = "submerged"
    SILENT = "silent"


class DepthsFields(TypedDict, total=False):
    """The fields of a `Depths`: the keywords of `update_depths`."""

    at: Mapping[PieceId, Depth]
    found: frozenset[PieceId]
    firing: frozenset[PieceId]


@dataclass(frozen=True, slots=True, kw_only=True)
class Depths(ModuleState):
    """The state of the module.

    Attributes:
        at: depth of every piece that is not surfaced.
        found: concealed defenders of the battle being fought that may be hit: a search has found
            them, or they have fired (DS-8, DS-11).
        firing: those that fire in this round though nobody has found them.
    """

    tag: ClassVar[str] = "depths"

    at: Mapping[PieceId, Depth] = field(default_factory=dict)
    found: frozenset[PieceId] = frozenset()
    firing: frozenset[PieceId] = frozenset()


STATE = StateSlot(MODULE, Depths, Depths())

SCALES: Mapping[int, tuple[int, ...]] = {
    6: (0, 1, 2, 3, 4, 5, 6),
    12: (0, 2, 4, 6, 8, 10, 12),
    20: (0, 3, 7, 10, 13, 17, 20),
}
"""What a hit on 0, 1, … of a six-sided die is on a die of so many sides; ⚖ d20 rounds 20v/6."""

_SHIFT: Mapping[int, int] = {6: 1, 12: 2, 20: 3}
"""How much better a periscope aims, and how much worse a submerged submarine, by die."""

_SEEN: Mapping[Depth, int] = {Depth.PERISCOPE: 3, Depth.SUBMERGED: 2}
"""The highest result of a six-sided die that detects, by depth."""

_LIMITS: Mapping[Depth, int] = {Depth.PERISCOPE: 1, Depth.SUBMERGED: 1, Depth.SILENT: 0}
"""Movement in a phase (DS-3); surfaced submarines keep theirs, with all that raises it."""


def depths(game: Game) -> Depths:
    """The state of the module."""
    return game.state(STATE)


def update_depths(game: Game, **changes: Unpack[DepthsFields]) -> Game:
    """The game with some fields of the module's state replaced."""
    return game.with_state(STATE, replace(depths(game), **changes))


def without_removed_pieces(game: Game) -> Game:
    """The game without depths of pieces that are no longer on the board."""
    at = depths(game).at
    if all(piece in game.pieces for piece in at):
        return game
    return update_depths(game, at={piece: d for piece, d in at.items() if piece in game.pieces})


def is_submarine(game: Game, piece: Piece) -> bool:
    """Whether a piece counts as a submarine."""
    return game.rules.counts_as(game, piece, Trait.SUBMARINE)


def depth_of(game: Game, piece: PieceId) -> Depth:
    """The depth of a submarine."""
    return depths(game).at.get(piece, Depth.SURFACED)


def concealed(game: Game, piece: Piece) -> bool:
    """Whether a submarine must be found before it can be hit (DS-5, DS-6)."""
    return depth_of(game, piece.id) in _SEEN


def limit(depth: Depth, surfaced: int) -> int:
    """How far a submarine moves in a phase, if it goes `surfaced` far on the surface.

    Implements: DS-3
    """
    return min(surfaced, _LIMITS.get(depth, surfaced))


def found_on(game: Game, depth: Depth) -> int:
    """The highest result that detects a submarine at a depth (DS-8); 0 if none has to, or can."""
    return game.rules.scaled_strength(game, _SEEN.get(depth, 0))


def threshold(game: Game, piece: PieceId) -> int:
    """The highest result that detects a submarine; 0 for one that need not or cannot be found."""
    return found_on(game, depth_of(game, piece))


def strength(depth: Depth, role: Role, value: int, printed: int, sides: int) -> int:
    """What a submarine hits on (DS-4 to DS-7).

    Args:
        depth: its depth.
        role: whether it attacks.
        value: its value on a six-sided die, with all bonuses.
        printed: its value without any.
        sides: of the dice in use.

    Implements: DS-5, DS-6
    """
    scale, shift = SCALES[sides], _SHIFT[sides]
    match depth:
        case Depth.SURFACED:
            return scale[value]
        case Depth.PERISCOPE if role is Role.ATTACKER:
            return max(scale[value], scale[printed] + shift)  # not cumulative
        case Depth.PERISCOPE:
            return scale[value]
        case Depth.SUBMERGED:
            return max(0, scale[value] - shift)
        case Depth.SILENT:
            return 0


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
