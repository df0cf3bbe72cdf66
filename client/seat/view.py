"""What one player sees when a decision is asked of it."""

__all__ = ["Groups", "PlayerView"]

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.board import Power
from engine.game import Game
from engine.pieces import PieceId
from engine.requests import Decision
from engine.variants.secret_subs.state import tracker
from engine.variants.secret_subs.token import Token

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

    def submarines(self, token: Token) -> int | None:
        """Submarines under a token: 0 for a decoy, None where the player cannot know."""
        track = tracker(self.game, token.owner)
        group = track.opened.get(token.id, self.groups.get(token.id))
        return None if group is None else track.size(group)

    def expected_submarines(self, token: Token) -> float:
        """Submarines under a face-down token by all that is public; else its owner's average."""
        expected = self.expected.get(token.id)
        return self._average(token.owner) if expected is None else expected

    def _average(self, owner: Power) -> float:
        """Submarines under a face-down token of a power, on average."""
        track = tracker(self.game, owner)
        hidden = [
            piece
            for piece in self.game.owned(owner)
            if isinstance(piece, Token) and piece.id not in track.opened
        ]
        known = sum(
            track.size(group) for token, group in track.opened.items() if token in self.game.pieces
        )
        return (sum(track.sizes) - known) / len(hidden) if hidden else 0.0
