"""Random instructions."""

__all__ = ["any_instructions"]

import random

from engine.game import Game
from engine.instructions import (
    GroupLosses,
    Instructions,
    Landing,
    Standing,
    TwoHitShips,
    WaivedWindows,
)


def any_instructions(game: Game, draw: random.Random) -> Instructions:
    """Instructions of any sort that a power of this game may leave."""
    kinds = sorted(game.rules.scenario.units)
    zones = sorted(space for space in game.rules.scenario.board.spaces if game.is_sea(space))
    standings = list(Standing)
    return Instructions(
        losses=tuple(draw.sample(kinds, draw.randint(0, len(kinds)))),
        keep_land_unit=draw.random() < 0.5,
        two_hit_ships=draw.choice(list(TwoHitShips)),
        groups=draw.choice(list(GroupLosses)),
        submerge=draw.choice(standings),
        zones={
            zone: draw.choice(standings)
            for zone in draw.sample(zones, draw.randint(0, min(3, len(zones))))
        },
        intercept=draw.choice(standings),
        patrol=draw.choice(standings),
        landing=draw.choice(list(Landing)),
        divide_evenly=draw.random() < 0.5,
        windows=draw.choice(list(WaivedWindows)),
    )
