"""Dice against convoys (BG-11.2)."""

__all__ = ["DIE_SIDES", "dice", "sunk"]

from engine.game import Game
from engine.pieces import Piece
from engine.units import Domain, Trait

DIE_SIDES = 6
"""Convoy dice are six-sided whatever dice combat uses."""

_HEAVY = 3
"""The highest result that counts."""


def dice(game: Game, piece: Piece) -> int:
    """How many dice a piece rolls in its sea zone.

    A submarine two, and so each aircraft, which is there on a carrier; a battleship, cruiser or
    destroyer one; a carrier and a transport none. What lies face down has shown no submarine.
    """
    if game.rules.domain(game, piece) is Domain.AIR:
        return 2
    if game.rules.counts_as(game, piece, Trait.SUBMARINE):
        return 2 * len(game.rules.units_of(game, piece))
    surface = game.rules.counts_as(game, piece, Trait.SURFACE_WARSHIP)
    return int(surface and not game.rules.counts_as(game, piece, Trait.CARRIER))


def sunk(die: int) -> int:
    """How many IPC a die sinks: 1 to 3 its face, 4 to 6 nothing."""
    return die if die <= _HEAVY else 0
