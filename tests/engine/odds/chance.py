"""Whether what was counted agrees with a chance, by exact binomial bounds."""

__all__ = ["RARE", "agrees", "tail"]

from math import exp, lgamma, log

RARE = 1e-5
"""How unlikely a count may be at worst; seeds are fixed, so a test that passes goes on to pass."""


def agrees(count: int, trials: int, chance: float, *, slack: float = 0.0) -> bool:
    """Whether so many of some trials are no wonder, each having this chance or near it."""
    return tail(count, trials, chance, slack=slack) > RARE


def tail(count: int, trials: int, chance: float, *, slack: float = 0.0) -> float:
    """How likely it is at most that so few of some trials, or so many, come about.

    The tails of the binomial distribution are counted exactly; the smaller one counts.
    """
    low, high = (min(1.0, max(0.0, near)) for near in (chance - slack, chance + slack))
    most = sum(_term(k, trials, high) for k in range(count + 1))
    least = sum(_term(k, trials, low) for k in range(count, trials + 1))
    return min(most, least)


def _term(k: int, trials: int, chance: float) -> float:
    if chance in (0.0, 1.0):
        return float(k == trials * chance)
    ways = lgamma(trials + 1) - lgamma(k + 1) - lgamma(trials - k + 1)
    return exp(ways + k * log(chance) + (trials - k) * log(1 - chance))
