"""Which tokens of the supply a player's new ones are: drawn by the program, never in an order."""

__all__ = ["drawn_supply"]

import secrets
from collections.abc import Iterator

from client.seat.view import PlayerView
from engine.pieces import PieceId
from engine.variants.secret_subs.state import tracker

_DRAW = secrets.SystemRandom()


def drawn_supply(view: PlayerView) -> Iterator[PieceId]:
    """The tokens of a player's supply in an order drawn anew.

    What was typed or clicked first must not show in the tokens' numbers.
    """
    handles = list(tracker(view.game, view.decision.power).supply)
    _DRAW.shuffle(handles)
    return iter(handles)
