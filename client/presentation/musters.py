"""Numbers of units that are not known before a battle: what hidden tokens hold."""

__all__ = ["Numbers", "hidden_submarines"]

import re
from itertools import combinations, permutations
from math import comb

from client.presentation.words import NotUnderstood
from engine.errors import counted

Numbers = tuple[tuple[int, ...], float]
"""Numbers of units, and how likely they are together."""

_TOKENS = re.compile(r"(?:(\d+)\s+)?(?:tokens?\s+)?of\s+(\d+(?:\s*,\s*\d+)*)", re.IGNORECASE)
_MOST = 10  # groups of a power
_MOST_SUBMARINES = 100  # in a group


def hidden_submarines(text: str, *, apart: bool, mine: float = 0.0) -> tuple[Numbers, ...]:
    """What tokens hold: ``2 of 0, 1, 3`` are two tokens with two of these groups.

    Each group is as likely on each token as any other. `apart` tells the tokens apart, in the order
    in which they are hunted; otherwise it is the sum that counts. `mine` is how likely a mine has
    hit each token on its way: that has lost one submarine, if it had any (WM-3, ruling 6).

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
    if max(sizes) > _MOST_SUBMARINES:
        raise NotUnderstood(
            f'"{text}" has a group of {counted(max(sizes), "submarine")}',
            f"write at most {_MOST_SUBMARINES}",
        )
    if not tokens <= len(sizes) <= _MOST:
        raise NotUnderstood(
            f'"{text}" has {counted(tokens, "token")} for {counted(len(sizes), "group")}',
            f"name a group for each token at least, and at most {_MOST}",
        )
    held = [*(permutations if apart else combinations)(sizes, tokens)]
    ways: dict[tuple[int, ...], float] = {}
    for groups in held:
        full = 0 if apart else sum(1 for size in groups if size)
        row = groups if apart else (sum(groups),)
        for hits in range(full + 1):
            likely = comb(full, hits) * mine**hits * (1 - mine) ** (full - hits)
            left = row if apart else (row[0] - hits,)
            ways[left] = ways.get(left, 0.0) + likely / len(held)
    return tuple((left, chance) for left, chance in sorted(ways.items()) if chance)
