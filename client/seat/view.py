"""What one player sees when a decision is asked of it."""

__all__ = ["Groups", "PlayerView"]

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.game import Game
from engine.pieces import PieceId
from engine.requests import Decision

Groups = Mapping[PieceId, int]
"""The viewer's own secrets: handle → group. Empty for a spectator."""


@dataclass(frozen=True, slots=True)
class PlayerView:
    """What one player sees when a decision is asked of it.

    Attributes:
        game: the public game.
        decision: what is asked.
        groups: the player's own secrets, handle → group; nobody else's.
        expected: submarines that a token holds on average, by what all public facts allow (SS-5);
            a token that is absent is taken for an average one of its owner's.
    """

    game: Game
    decision: Decision[Any]
    groups: Mapping[PieceId, int]
    expected: Mapping[PieceId, float] = field(default_factory=dict)
