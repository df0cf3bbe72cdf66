"""How likely the dice of a player were: an exact test of hits against what they should be."""

__all__ = ["Luck", "luck"]

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from math import comb
from typing import Final

from client.league.records import Shot

_FACES: Final = 6
_NOTHING: Final = 1e-18
"""Chances below it are left out: all of them together are far below what is shown."""
_ALIKE: Final = 1 + 1e-7
"""Two chances that differ by less are the same, but for rounding (as in SciPy's `binomtest`)."""


@dataclass(frozen=True, slots=True)
class Luck:
    """The shots of a player.

    Attributes:
        shots: how many.
        hits: how many of them hit.
        expected: how many would have, on average.
        p: chance of a number of hits that is at most as likely as this one.
    """

    shots: int
    hits: int
    expected: float
    p: float


@dataclass(frozen=True, slots=True)
class _Distribution:
    """Chances of numbers, from the first on; chances that are next to nothing are left out."""

    first: int
    chances: Sequence[float]


def luck(shots: Iterable[Shot]) -> Luck:
    """Test shots of any chances together.

    Hits of shots of one chance are binomial, and those of all are their sum: its distribution is
    computed term by term, without an approximation by a normal curve.
    """
    each = tuple(shots)
    whole = reduce(_sum, (_binomial(shot) for shot in each), _Distribution(0, (1.0,)))
    hits = sum(shot.hits for shot in each)
    index = hits - whole.first
    seen = whole.chances[index] if 0 <= index < len(whole.chances) else 0.0
    p = sum(chance for chance in whole.chances if chance <= seen * _ALIKE)
    expected = sum(shot.count * hit / of for shot in each for hit, of in (_chance(shot),))
    return Luck(sum(shot.count for shot in each), hits, expected, min(1.0, p))


def _chance(shot: Shot) -> tuple[int, int]:
    """The chance of one shot, as a fraction."""
    of = _FACES**shot.best_of
    return of - (_FACES - min(shot.strength, _FACES)) ** shot.best_of, of


def _binomial(shot: Shot) -> _Distribution:
    """The hits of shots of one chance, from the likeliest number outwards."""
    hit, of = _chance(shot)
    n, miss = shot.count, of - hit
    if not hit or not miss:
        return _Distribution(n if hit else 0, (1.0,))
    middle = (n + 1) * hit // of
    peak = comb(n, middle) * hit**middle * miss ** (n - middle) / of**n
    above, chance, at = [peak], peak, middle
    while at < n and chance > _NOTHING:
        chance *= (n - at) * hit / ((at + 1) * miss)
        at += 1
        above.append(chance)
    below, chance, at = [], peak, middle
    while at > 0 and chance > _NOTHING:
        chance *= at * miss / ((n - at + 1) * hit)
        at -= 1
        below.append(chance)
    return _Distribution(at, (*reversed(below), *above))


def _sum(one: _Distribution, other: _Distribution) -> _Distribution:
    chances = [0.0] * (len(one.chances) + len(other.chances) - 1)
    for i, a in enumerate(one.chances):
        for j, b in enumerate(other.chances):
            chances[i + j] += a * b
    return _Distribution(one.first + other.first, chances)
