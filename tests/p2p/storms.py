"""Whole games of honest seats in a storm, each drawn from its seed."""

import random
from typing import Final

from tests.p2p.hostile import TABLES
from tests.p2p.simulation import World
from tests.protocol import toy
from tests.protocol.toy_match import toy_founding

__all__ = ["losses", "proposals", "storm_history"]

_TICKS: Final = 600
_MOST_LOSSES: Final = 6
_MOST_COPIES: Final = 3
_SHORT: Final = 250
_ENTRIES: Final = 25


def storm_history(seed: int) -> World:
    """One game from its first entry to its last: whoever signs it, it ends, and all agree on it."""
    draw = random.Random(seed)
    losses, copies = draw.randint(0, _MOST_LOSSES), draw.randint(0, _MOST_COPIES)
    powers, dice = draw.choice(TABLES)
    steps = draw.choice((toy.STEPS, toy.OPEN_STEPS))
    world = World(seed, founding=toy_founding(dice=dice, powers=powers), steps=steps)
    world.storm(_TICKS, losses, copies, proposals=draw.choice((0.0, 0.3)))
    world.calm()
    world.check_finished()
    return world


def losses(seed: int) -> World:
    """A short game in which machines are lost, and stores put back, again and again."""
    world = _short(seed)
    world.storm(_SHORT, _MOST_LOSSES, _MOST_COPIES, disasters=0.05)
    return _ended(world)


def proposals(seed: int) -> World:
    """A short game whose players propose and sign all the time."""
    world = _short(seed)
    world.storm(_SHORT, 3, 2, proposals=0.4, disasters=0.02)
    return _ended(world)


def _short(seed: int) -> World:
    """A table at which nobody hides anything."""
    powers, dice = random.Random(seed).choice(TABLES)
    founding = toy_founding(dice=dice, powers=powers)
    world = World(seed, founding=founding, steps=toy.OPEN_STEPS, spectators=0)
    world.length = _ENTRIES
    return world


def _ended(world: World) -> World:
    world.calm()
    world.check_finished()
    return world
