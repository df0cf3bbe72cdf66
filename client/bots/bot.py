"""What a bot is: it sees what its player may see, and answers decisions."""

__all__ = ["Bot", "Sight"]

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from engine.game import Game
from engine.pieces import PieceId
from engine.records import Plain
from engine.requests import Decision


@dataclass(frozen=True, slots=True)
class Sight:
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


class Bot(Protocol):
    """A program that plays."""

    def choose(self, sight: Sight) -> Plain:
        """Answer the decision, in plain data."""
