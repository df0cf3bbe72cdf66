"""What may happen to hidden groups: every way that is equally likely, or one drawn among them.

A *world* says what each token of one power would hold. A `Passage` carries a world over a fact of
which only the distribution is known: tokens drawn from the supply, a shuffle, which of the groups
that are all alike a new name belongs to. `engine.variants.secret_subs.support` follows all ways
while they are few and draws among them where they are not; so each passage counts its ways before
it makes any.
"""

__all__ = ["UNNAMED", "Deal", "Mixing", "Naming", "Passage", "World"]

import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations
from math import comb, factorial, perm
from typing import Protocol

UNNAMED = 0
"""The symbol of a group that no fact has named; negative symbols are such groups told apart."""

World = tuple[int, ...]


class Passage(Protocol):
    """A fact that leaves several ways open."""

    def count(self, world: World) -> int:
        """How many equally likely ways there are from a world; 0 if the fact rules it out."""

    def rows(self, world: World) -> int:
        """How many worlds `ways` makes."""

    def ways(self, world: World) -> Iterator[tuple[World, int]]:
        """Every world after the fact, and how many of the equally likely ways lead there."""

    def draw(self, world: World, dice: random.Random) -> World:
        """One of the equally likely ways; there must be one."""


@dataclass(frozen=True, slots=True)
class Deal:
    """Tokens come from the supply (SS-0.8, SS-2); then all groups of `wanted` are on the board.

    Attributes:
        board: columns of tokens that are on the board already.
        tokens: how many are drawn.
        named: the groups that have a name, ascending.
        unnamed: how many have none.
        wanted: named groups that must be on the board afterwards.
    """

    board: int
    tokens: int
    named: tuple[int, ...]
    unnamed: int
    wanted: frozenset[int]

    def count(self, world: World) -> int:
        """See `Passage`."""
        missing, pool, idle = self._supply(world)
        free = self.tokens - len(missing)
        return 0 if free < 0 else perm(self.tokens, len(missing)) * perm(len(pool) + idle, free)

    def rows(self, world: World) -> int:
        """See `Passage`."""
        missing, pool, idle = self._supply(world)
        free = self.tokens - len(missing)
        if free < 0:
            return 0
        fills = sum(
            comb(free, k) * perm(len(pool), k) for k in range(max(0, free - idle), free + 1)
        )
        return perm(self.tokens, len(missing)) * fills

    def ways(self, world: World) -> Iterator[tuple[World, int]]:
        """See `Passage`."""
        missing, pool, idle = self._supply(world)
        free = self.tokens - len(missing)
        if free < 0:
            return
        fills = list(_fills(pool, idle, free))
        for places in permutations(range(self.tokens), len(missing)):
            for fill, ways in fills:
                yield self._laid(world, missing, places, fill), ways

    def draw(self, world: World, dice: random.Random) -> World:
        """See `Passage`."""
        missing, pool, idle = self._supply(world)
        places = dice.sample(range(self.tokens), len(missing))
        fill = dice.sample([*pool, *(UNNAMED for _ in range(idle))], self.tokens - len(missing))
        return self._laid(world, missing, tuple(places), tuple(fill))

    def _supply(self, world: World) -> tuple[tuple[int, ...], tuple[int, ...], int]:
        """Groups that must come, other named ones in the supply, and how many unnamed ones."""
        here = world[: self.board]
        away = [group for group in self.named if group not in here]
        return (
            tuple(group for group in away if group in self.wanted),
            tuple(group for group in away if group not in self.wanted),
            self.unnamed - sum(symbol <= UNNAMED for symbol in here),
        )

    def _laid(
        self, world: World, missing: tuple[int, ...], places: tuple[int, ...], fill: World
    ) -> World:
        sure = dict(zip(places, missing, strict=True))
        others = iter(fill)
        dealt = (sure[i] if i in sure else next(others) for i in range(self.tokens))
        return (*world[: self.board], *dealt, *world[self.board :])


@dataclass(frozen=True, slots=True)
class Mixing:
    """Tokens get fresh handles in an unknown order (SS-4); the pieces shuffled are remembered.

    The world afterwards: the board without the old handles, the new handles, the pieces, and what
    was remembered before.

    Attributes:
        board: columns of tokens on the board.
        old: the columns that are shuffled.
    """

    board: int
    old: tuple[int, ...]

    def count(self, world: World) -> int:
        """See `Passage`."""
        return factorial(len(self.old))

    def rows(self, world: World) -> int:
        """See `Passage`."""
        return factorial(len(self.old))

    def ways(self, world: World) -> Iterator[tuple[World, int]]:
        """See `Passage`."""
        pieces = _told_apart(world, self.old)
        kept, before = self._kept(world), world[self.board :]
        for order in permutations(pieces):
            yield (*kept, *order, *pieces, *before), 1

    def draw(self, world: World, dice: random.Random) -> World:
        """See `Passage`."""
        pieces = _told_apart(world, self.old)
        order = dice.sample(pieces, len(pieces))
        return (*self._kept(world), *order, *pieces, *world[self.board :])

    def _kept(self, world: World) -> World:
        return tuple(world[i] for i in range(self.board) if i not in self.old)


@dataclass(frozen=True, slots=True)
class Naming:
    """One of the groups that are all alike gets a name: any token with such a group may hold it.

    Attributes:
        board: columns of tokens on the board.
        unnamed: how many groups have had no name so far.
        group: the group that is named.
    """

    board: int
    unnamed: int
    group: int

    def count(self, world: World) -> int:
        """See `Passage`."""
        return self.unnamed

    def rows(self, world: World) -> int:
        """See `Passage`."""
        here = len(self._candidates(world))
        return here + (self.unnamed > here)

    def ways(self, world: World) -> Iterator[tuple[World, int]]:
        """See `Passage`."""
        here = self._candidates(world)
        for i in here:
            yield self._named(world, i), 1
        if self.unnamed > len(here):
            yield world, self.unnamed - len(here)

    def draw(self, world: World, dice: random.Random) -> World:
        """See `Passage`."""
        here = self._candidates(world)
        chosen = dice.randrange(self.unnamed)
        return self._named(world, here[chosen]) if chosen < len(here) else world

    def _candidates(self, world: World) -> list[int]:
        return [i for i in range(self.board) if world[i] <= UNNAMED]

    def _named(self, world: World, column: int) -> World:
        label = world[column]
        if label == UNNAMED:
            return (*world[:column], self.group, *world[column + 1 :])
        return tuple(self.group if symbol == label else symbol for symbol in world)


def _fills(pool: tuple[int, ...], idle: int, count: int) -> Iterator[tuple[World, int]]:
    """Ordered draws of `count` from named groups and `idle` unnamed ones, with their weights."""
    if count == 0:
        yield (), 1
        return
    for i, group in enumerate(pool):
        for rest, ways in _fills(pool[:i] + pool[i + 1 :], idle, count - 1):
            yield (group, *rest), ways
    if idle:
        for rest, ways in _fills(pool, idle - 1, count - 1):
            yield (UNNAMED, *rest), idle * ways


def _told_apart(world: World, columns: tuple[int, ...]) -> World:
    """What these columns hold, unnamed groups told apart so that each can be followed."""
    lowest = min(UNNAMED, *world)
    pieces = []
    for i in columns:
        symbol = world[i]
        if symbol == UNNAMED:
            lowest -= 1
            symbol = lowest
        pieces.append(symbol)
    return tuple(pieces)
