"""What one player sees when a decision is asked of it."""

__all__ = ["PlayerView"]

from dataclasses import dataclass, field
from typing import Any

from client.seat.knowledge import Knowledge
from client.seat.viewer import Groups
from engine.game import Game
from engine.requests import Decision
from engine.variants.secret_subs.state import tracker
from engine.variants.secret_subs.token import Token


@dataclass(frozen=True, slots=True)
class PlayerView:
    """What one player sees when a decision is asked of it.

    Attributes:
        game: the public game.
        decision: what is asked.
        groups: the player's own secrets, handle → group; nobody else's.
        knowledge: what everybody can know of the tokens by all public facts (SS-5); without it a
            token is taken for an average one of its owner's.
    """

    game: Game
    decision: Decision[Any]
    groups: Groups
    knowledge: Knowledge = field(default_factory=Knowledge)

    def submarines(self, token: Token) -> int | None:
        """Submarines under a token: 0 for a decoy, None where the player cannot know."""
        group = self.knowledge.group(self.game, token)
        if group is None:
            group = self.groups.get(token.id)
        return None if group is None else tracker(self.game, token.owner).size(group)

    def expected_submarines(self, token: Token) -> float:
        """Submarines under a face-down token by all that is public; else its owner's average."""
        return float(self.knowledge.submarines(self.game, token))
