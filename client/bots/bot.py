"""What a bot is: it sees what its player may see, and answers decisions."""

__all__ = ["Bot"]

from typing import Protocol

from client.seat.view import PlayerView
from engine.records import Plain


class Bot(Protocol):
    """A program that plays."""

    def choose(self, view: PlayerView) -> Plain:
        """Answer the decision, in plain data."""
