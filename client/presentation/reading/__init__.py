"""Lines that a person types, read as answers.

A reader takes what the player sees and the words after the verb, and returns an answer of the
decision that is asked. Whether the answer is legal is the decision's own judgement.
"""

__all__ = ["Reader"]

from collections.abc import Callable

from client.seat.view import PlayerView

Reader = Callable[[PlayerView, str], object]
"""Raises `NotUnderstood` where the words can mean nothing, or several things."""
