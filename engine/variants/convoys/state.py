"""What convoy disruption remembers between pauses, all of it public, and the events it causes."""

__all__ = [
    "MODULE",
    "STATE",
    "ConvoyState",
    "ConvoyStateFields",
    "Evicted",
    "LossDivided",
    "PowerCollapsed",
    "convoy_state",
    "update_convoy_state",
]

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar, TypedDict, Unpack

from engine.board import Power, SpaceId
from engine.game import Event, Game
from engine.pieces import PieceId
from engine.slots import ModuleState, StateSlot

MODULE = "CD"


class ConvoyStateFields(TypedDict, total=False):
    """The fields of a `ConvoyState`: the keywords of `update_convoy_state`."""

    zones: Mapping[SpaceId, int]
    losses: Mapping[SpaceId, int]
    collapsed: tuple[Power, ...]
    closed: tuple[SpaceId, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ConvoyState(ModuleState):
    """The state of the module.

    Attributes:
        zones: IPC lost in each sea zone in this income phase, after its limit (CD-3a).
        losses: IPC lost by each territory in this income phase (CD-3b).
        collapsed: powers that are out of the game (CD-5).
        closed: territories that have become neutral with them.
    """

    tag: ClassVar[str] = "toll"

    zones: Mapping[SpaceId, int] = field(default_factory=dict)
    losses: Mapping[SpaceId, int] = field(default_factory=dict)
    collapsed: tuple[Power, ...] = ()
    closed: tuple[SpaceId, ...] = ()


STATE = StateSlot(MODULE, ConvoyState, ConvoyState())


def convoy_state(game: Game) -> ConvoyState:
    """The state of the module."""
    return game.state(STATE)


def update_convoy_state(game: Game, **changes: Unpack[ConvoyStateFields]) -> Game:
    """The game with some fields of the module's state replaced."""
    return game.with_state(STATE, replace(convoy_state(game), **changes))


@dataclass(frozen=True, slots=True)
class LossDivided(Event):
    """A power has divided the loss of a sea zone among the victim's territories (CD-3b)."""

    tag: ClassVar[str] = "loss_divided"

    zone: SpaceId
    power: Power
    losses: Mapping[SpaceId, int]


@dataclass(frozen=True, slots=True)
class PowerCollapsed(Event):
    """A power is out of the game, its own territories are closed (CD-5).

    Attributes:
        power: which.
        territory: the one that has lost its full limit.
        closed: territories that are neutral from now on.
        passed: territories that others hold now, and who.
    """

    tag: ClassVar[str] = "power_collapsed"

    power: Power
    territory: SpaceId
    closed: tuple[SpaceId, ...]
    passed: Mapping[SpaceId, Power]


@dataclass(frozen=True, slots=True)
class Evicted(Event):
    """Units that had not left closed territory in time are removed (CD-5)."""

    tag: ClassVar[str] = "evicted"

    power: Power
    pieces: tuple[PieceId, ...]
