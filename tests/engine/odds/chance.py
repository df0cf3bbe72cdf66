"""Whether what was counted agrees with a chance, by exact binomial bounds."""

__all__ = ["RARE", "agrees"]

from math import comb

RARE = 1e-5
"""How unlikely a count may be at worst; seeds are fixed, so a test that passes goes on to pass."""


def agrees(count: int, trials: int, chance: float, *, slack: float = 0.0) -> bool:
    """Whether so many of some trials are no wonder, if each has this chance, give or take a slack.

    Both tails of the binomial distribution are counted exactly.
    """
    low, high = max(0.0, chance - slack), min(1.0, chance + slack)
    most = sum(_term(k, trials, high) for k in range(count + 1))
    least = sum(_term(k, trials, low) for k in range(count, trials + 1))
    return most > RARE and least > RARE


def _term(k: int, trials: int, chance: float) -> float:
    return comb(trials, k) * chance**k * (1 - chance) ** (trials - k)
