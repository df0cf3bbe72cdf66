"""Dice of a volley as a page shows them."""

__all__ = ["shot_seen"]

from client.schema.forms import ShotSeen
from engine.battles import Shots


def shot_seen(shot: Shots) -> ShotSeen:
    """Dice of units that are alike, each with whether it counts as a hit."""
    dice: list[tuple[int, bool]] = []
    for start in range(0, len(shot.dice), shot.best_of):
        group = shot.dice[start : start + shot.best_of]
        best = group.index(min(group))
        dice += [(die, i == best and die <= shot.strength) for i, die in enumerate(group)]
    return ShotSeen(
        role=shot.role.value,
        kind=shot.kind,
        strength=shot.strength,
        dice=tuple(dice),
        hits=shot.hits,
        sure=shot.sure,
    )
