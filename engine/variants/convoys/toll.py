"""What convoy disruption must remember between pauses, all of it public."""

__all__ = ["MODULE", "ConvoyState", "convoy_state", "update_convoy_state"]

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, cast

from engine.board import Power, SpaceId
from engine.game import Game

MODULE = "CD"


@dataclass(frozen=True, slots=True, kw_only=True)
class ConvoyState:
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


_NOTHING = ConvoyState()


def convoy_state(game: Game) -> ConvoyState:
    """The state of the module."""
    return cast("ConvoyState", game.modules.get(MODULE, _NOTHING))


def update_convoy_state(game: Game, **changes: Any) -> Game:
    """The game with some fields of the module's state replaced."""
    after = dataclasses.replace(convoy_state(game), **changes)
    return game.replace(modules={**game.modules, MODULE: after})
