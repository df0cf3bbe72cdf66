"""Numbers of units that are not known before a battle: hidden tokens, and ships among mines."""

__all__ = ["Numbers", "hidden_submarines", "mined"]

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from itertools import combinations, permutations
from math import comb

from client.presentation.words import NotUnderstood
from engine.errors import counted

Numbers = tuple[tuple[int, ...], float]
"""Numbers of units, and how likely they are together."""

_TOKENS = re.compile(r"(?:(\d+)\s+)?(?:tokens?\s+)?of\s+(\d+(?:\s*,\s*\d+)*)", re.IGNORECASE)
_MOST = 10  # groups of a power


def hidden_submarines(text: str, *, apart: bool) -> tuple[Numbers, ...]:
    """What tokens hold: ``2 of 0, 1, 3`` are two tokens with two of these groups.

    Each group is as likely on each token as any other. `apart` tells the tokens apart, in the order
    in which they are hunted; otherwise it is the sum that counts.

    Raises:
        NotUnderstood: it cannot be read, or there are no tokens, or fewer groups than tokens.
    """
    match = _TOKENS.fullmatch(text.strip())
    if match is None:
        raise NotUnderstood(
            f'"{text}" does not say what tokens hide',
            "write how many tokens, and the sizes of the groups that they may hold, "
            "like 2 of 0, 1, 3",
        )
    tokens = int(match[1] or 1)
    sizes = [int(size) for size in match[2].split(",")]
    if not tokens:
        raise NotUnderstood(
            f'"{text}" has no tokens that hide a group', "write one token at least, or leave it out"
        )
    if not tokens <= len(sizes) <= _MOST or max(sizes) > _MOST * _MOST:
        raise NotUnderstood(
            f'"{text}" has {counted(tokens, "token")} for {counted(len(sizes), "group")}',
            f"name a group for each token at least, and at most {_MOST}",
        )
    ways: Counter[tuple[int, ...]] = Counter()
    if apart:
        ways.update(permutations(sizes, tokens))
    else:
        ways.update((sum(held),) for held in combinations(sizes, tokens))
    return tuple((held, number / ways.total()) for held, number in sorted(ways.items()))


def mined(
    whole: Sequence[int], damaged: Mapping[int, int], hit: float, ships: Collection[int]
) -> tuple[Numbers, ...]:
    """How many units of each troop pass a mine that hits each with this chance (WM-3).

    Only `ships` are hit. `damaged` says which troop ships of a troop join when they are; others are
    lost.
    """
    ways: dict[tuple[int, ...], float] = {tuple(whole): 1.0}
    for troop in sorted(ships, reverse=True):  # damaged ones before those that join them
        number = whole[troop]
        after: dict[tuple[int, ...], float] = {}
        for row, chance in ways.items():
            for lost in range(number + 1):
                then = list(row)
                then[troop] -= lost
                if troop in damaged:
                    then[damaged[troop]] += lost
                likely = comb(number, lost) * hit**lost * (1 - hit) ** (number - lost)
                key = tuple(then)
                after[key] = after.get(key, 0.0) + chance * likely
        ways = after
    return tuple(sorted(ways.items()))
