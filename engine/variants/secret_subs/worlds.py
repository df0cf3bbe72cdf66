"""What tokens may hold, with everything counted together that no fact tells apart.

A world says how many groups of each sort stand on each row: the tokens in the same position. Which
of the groups, and on which of the tokens, is as likely in any order, so a world stands for all of
those orders at once. A fact about one token, or about one group, splits it from those that were
like it; each way of splitting is a world of its own, and counts for as many orders as it stands
for.
"""

__all__ = [
    "Split",
    "SplitGroups",
    "SplitTokens",
    "World",
    "Worlds",
    "drawn_worlds",
    "joined_rows",
    "merged_groups",
    "merged_tokens",
    "split_worlds",
    "total",
]

import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from math import comb, gcd, prod

World = tuple[tuple[int, ...], ...]
"""Rows of tokens, columns of groups: how many of these groups those tokens hold."""

Worlds = Mapping[World, int]
"""Worlds and how many equally likely orders each stands for, up to a common factor."""


def _choices(cells: Sequence[int], size: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Every way to take `size` things from cells of things alike, and how many orders it has."""
    if not cells:
        if size == 0:
            yield (), 1
        return
    first, rest = cells[0], cells[1:]
    for taken in range(max(0, size - sum(rest)), min(first, size) + 1):
        ways = comb(first, taken)
        for others, orders in _choices(rest, size - taken):
            yield (taken, *others), ways * orders


def _count_choices(cells: Sequence[int], size: int) -> int:
    """How many ways `_choices` lists."""
    counts = [1] + [0] * size
    for cell in cells:
        counts = [sum(counts[max(0, n - cell) : n + 1]) for n in range(size + 1)]
    return counts[size]


def _drawn(cells: Sequence[int], size: int, dice: random.Random) -> tuple[int, ...]:
    """One way to take `size` things from the cells, as likely as it has orders."""
    taken = Counter(dice.sample(range(len(cells)), size, counts=cells) if size else ())
    return tuple(taken[i] for i in range(len(cells)))


@dataclass(frozen=True, slots=True)
class SplitTokens:
    """Some of the tokens of these rows get rows of their own, one for each, behind all others.

    Attributes:
        rows: the rows of tokens that are alike; they differ in what is remembered of them.
        size: how many tokens are split off.
        whole: columns of groups that go with them entirely.
    """

    rows: tuple[int, ...]
    size: int
    whole: frozenset[int] = frozenset()

    def orders(self, world: World) -> int:
        """How many equally likely orders there are from a world; 0 where there is none."""
        cells, left = self._cells(world)
        return comb(sum(cells), left) if left >= 0 else 0

    def ways(self, world: World) -> int:
        """How many worlds `split` makes."""
        cells, left = self._cells(world)
        return _count_choices(cells, left) if left >= 0 else 0

    def split(self, world: World) -> Iterator[tuple[World, int]]:
        """Every world afterwards, and how many orders lead there."""
        cells, left = self._cells(world)
        if left >= 0:
            for taken, orders in _choices(cells, left):
                yield self._after(world, taken), orders

    def draw(self, world: World, dice: random.Random) -> World:
        """One world afterwards, by its orders; there must be one."""
        cells, left = self._cells(world)
        return self._after(world, _drawn(cells, left, dice))

    def _cells(self, world: World) -> tuple[list[int], int]:
        """What can be chosen of, and how many of the tokens are left to be chosen."""
        columns = range(len(world[0]))
        cells = [0 if j in self.whole else world[i][j] for i in self.rows for j in columns]
        return cells, self.size - sum(world[i][j] for i in self.rows for j in self.whole)

    def _after(self, world: World, taken: Sequence[int]) -> World:
        width = len(world[0])
        rows, split = list(world), []
        for n, i in enumerate(self.rows):
            row = world[i]
            chosen = taken[n * width : (n + 1) * width]
            off = tuple(row[j] if j in self.whole else chosen[j] for j in range(width))
            rows[i] = tuple(a - b for a, b in zip(row, off, strict=True))
            split.append(off)
        return (*rows, *split)


@dataclass(frozen=True, slots=True)
class SplitGroups:
    """Some of the groups of a column get a column of their own, behind all others.

    Attributes:
        column: the column of groups that are alike.
        size: how many are split off.
    """

    column: int
    size: int

    def orders(self, world: World) -> int:
        """How many equally likely orders there are from a world."""
        return comb(sum(row[self.column] for row in world), self.size)

    def ways(self, world: World) -> int:
        """How many worlds `split` makes."""
        return _count_choices([row[self.column] for row in world], self.size)

    def split(self, world: World) -> Iterator[tuple[World, int]]:
        """Every world afterwards, and how many orders lead there."""
        for taken, orders in _choices([row[self.column] for row in world], self.size):
            yield self._after(world, taken), orders

    def draw(self, world: World, dice: random.Random) -> World:
        """One world afterwards, by its orders."""
        return self._after(world, _drawn([row[self.column] for row in world], self.size, dice))

    def _after(self, world: World, taken: Sequence[int]) -> World:
        j = self.column
        return tuple(
            (*row[:j], row[j] - n, *row[j + 1 :], n) for row, n in zip(world, taken, strict=True)
        )


Split = SplitTokens | SplitGroups


def split_worlds(worlds: Worlds, split: Split) -> Worlds:
    """All worlds after a split; none where it cannot be."""
    after: Counter[World] = Counter()
    for world, weight in worlds.items():
        for each, orders in split.split(world):
            after[each] += weight * orders
    common = gcd(*after.values())
    return {world: weight // common for world, weight in after.items()}


def drawn_worlds(worlds: Worlds, split: Split, size: int, seed: int) -> Worlds:
    """A sample of the worlds after a split, each as often as it was drawn; none where none can be.

    Args:
        worlds: before it.
        split: of some tokens or groups.
        size: how many are drawn.
        seed: of the draw.
    """
    chances = {world: weight * split.orders(world) for world, weight in worlds.items()}
    if not any(chances.values()):
        return {}
    dice = random.Random(seed)  # noqa: S311 (an estimate, repeatable, and no secret)
    return dict(
        Counter(
            split.draw(world, dice)
            for world, copies in _evenly(chances, size, dice)
            for _ in range(copies)
        )
    )


def joined_rows(worlds: Worlds, places: Sequence[Sequence[int]]) -> Worlds:
    """The worlds with one row for each place: the rows there, counted together; others left out."""
    joined: Counter[World] = Counter()
    for world, weight in worlds.items():
        rows = (zip(*(world[i] for i in place), strict=True) for place in places)
        joined[tuple(tuple(map(sum, row)) for row in rows)] += weight
    return dict(joined)


def merged_tokens(worlds: Worlds, one: int, other: int) -> Worlds | None:
    """The worlds with the second row counted into the first; None where a fact tells them apart."""
    return _merged(worlds, one, other)


def merged_groups(worlds: Worlds, one: int, other: int) -> Worlds | None:
    """The worlds with the second column counted into the first; None where they are told apart."""
    turned = {tuple(zip(*world, strict=True)): weight for world, weight in worlds.items()}
    merged = _merged(turned, one, other)
    if merged is None:
        return None
    return {tuple(zip(*world, strict=True)): weight for world, weight in merged.items()}


def _merged(worlds: Worlds, one: int, other: int) -> Worlds | None:
    """Rows count as one where every way to divide them again has the weight of its orders."""
    if not _as_likely(worlds, one, other):
        return None
    parts: defaultdict[World, list[tuple[int, int]]] = defaultdict(list)
    size = both = 0
    for world, weight in worlds.items():
        mine, theirs = world[one], world[other]
        row = tuple(a + b for a, b in zip(mine, theirs, strict=True))
        size, both = sum(mine), sum(row)
        rows = (row if i == one else each for i, each in enumerate(world) if i != other)
        orders = prod(comb(n, k) for n, k in zip(row, mine, strict=True))
        parts[tuple(rows)].append((weight, orders))
    orders_of_all = comb(both, size)
    merged = {}
    for world, weights in parts.items():
        total = sum(weight for weight, _ in weights)
        if any(weight * orders_of_all != total * orders for weight, orders in weights):
            return None
        merged[world] = total
    return merged


def _as_likely(worlds: Worlds, one: int, other: int) -> bool:
    """Whether two rows hold the same on average: a quick test before the full one."""
    mine: tuple[int, ...] = (0,)
    theirs: tuple[int, ...] = (0,)
    size_of_one = size_of_other = 0
    for world, weight in worlds.items():
        size_of_one, size_of_other = sum(world[one]), sum(world[other])
        mine, theirs = (
            tuple(weight * n + before for n, before in zip_longest(row, sums, fillvalue=0))
            for row, sums in ((world[one], mine), (world[other], theirs))
        )
    return all(a * size_of_other == b * size_of_one for a, b in zip(mine, theirs, strict=True))


def total(world: World, rows: Iterable[int], amounts: Sequence[int]) -> int:
    """The amounts of all groups on these rows, summed; `amounts`: of each column."""
    return sum(n * amount for i in rows for n, amount in zip(world[i], amounts, strict=True))


def _evenly(worlds: Worlds, size: int, dice: random.Random) -> Iterator[tuple[World, int]]:
    """Draw a sample in which each world is as often as its weight says, to less than one."""
    whole, passed, drawn = sum(worlds.values()), 0, 0
    start = dice.randrange(whole)
    for world, weight in worlds.items():
        passed += weight * size
        copies = (passed + start) // whole - drawn
        drawn += copies
        if copies:
            yield world, copies
