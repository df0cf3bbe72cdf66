"""The fuzzer's bot: any legal answer, drawn at random.

It knows nothing of the rules beyond `Decision.draft`, so whatever the rules allow comes up.
"""

__all__ = ["Fuzz"]

import random

from client.seat.view import PlayerView
from engine.records import Plain, encode


class Fuzz:
    """Samples legal answers; the same seed makes the same choices in the same game."""

    def __init__(self, seed: int) -> None:
        self._draw = random.Random(seed)  # noqa: S311 (choices of a bot, not secrets)

    def choose(self, view: PlayerView) -> Plain:
        """See `Bot.choose`."""
        return encode(view.decision.draft(view.game, self._draw, view.groups))
