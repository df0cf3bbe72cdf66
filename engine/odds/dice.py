"""Chances of hits: what dice bring, and dice together."""

__all__ = ["Chances", "Dice", "Hits", "Volley", "added", "chances", "combined"]

import functools
import math
from collections.abc import Iterator, Sequence

Dice = tuple[int, int, int]
"""Strength, how many throws, and of how many dice each throw counts the best (BG-4.3)."""

Chances = tuple[float, ...]
"""The chance of each number of hits, from none up."""

Volley = tuple[tuple[int, Chances], ...]
"""Chances of hits by what the hits may go to: enemy troops, a bit for each."""

Hits = tuple[tuple[int, int], ...]
"""How many hits may go to which enemy troops (a bit for each)."""


def chances(dice: Sequence[Dice], sides: int, *, low_luck: bool) -> Chances:
    """How many hits dice make that are thrown at the same targets (BG-1.6; R26)."""
    total: Chances = (1.0,)
    if low_luck:
        summed = sum(strength * throws for strength, throws, best_of in dice if best_of == 1)
        sure, rest = divmod(summed, sides)
        total = (*([0.0] * sure), 1 - rest / sides, *([rest / sides] if rest else ()))
        dice = [one for one in dice if one[2] > 1]
    for strength, throws, best_of in dice:
        miss = (1 - min(strength, sides) / sides) ** best_of
        total = added(total, _binomial(throws, 1 - miss))
    return total


@functools.lru_cache(maxsize=4096)
def _binomial(throws: int, chance: float) -> Chances:
    miss = 1 - chance
    return tuple(
        math.comb(throws, hits) * chance**hits * miss ** (throws - hits)
        for hits in range(throws + 1)
    )


def added(one: Chances, other: Chances) -> Chances:
    """The hits of two throws together."""
    total = [0.0] * (len(one) + len(other) - 1)
    for i, p in enumerate(one):
        for j, q in enumerate(other):
            total[i + j] += p * q
    return tuple(total)


def combined(volley: Volley, least: float) -> Iterator[tuple[Hits, float]]:
    """Every result of a volley that is not less likely than `least`, and how likely it is."""
    if not volley:
        yield (), 1.0
        return
    (aim, own), *others = volley
    for rest, chance in combined(tuple(others), least):
        for hits, p in enumerate(own):
            if p * chance >= least:
                yield (((aim, hits), *rest) if hits else rest), p * chance
