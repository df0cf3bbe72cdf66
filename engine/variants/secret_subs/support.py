"""Which groups a face-down token can still hold, and how likely each is (SS-5).

What an observer knows who has seen every public fact and takes every shuffle for uniform. It is a
display and a hunter's aid: no rule and no digest consults it.

The facts are kept as *worlds*: what every token of one power would hold, and a weight. Marginals
alone would not do, since what one token shows says something of those it was once shuffled with.
Two reductions keep the worlds few and lose nothing:

* Groups that nothing has named yet (all of size 0) are alike. They are one symbol, `UNNAMED`, until
  a fact names one of them.
* The pieces that went into a shuffle are remembered only until the turn ends; after that no claim
  `From` can speak of them (SS-4.3b, point 6).

Where the worlds are too many even so, a sample of them stands for all; then `error` says how far a
probability may be off, and `possible` is kept as sets that may be too large, never too small.
"""

__all__ = ["Support", "watched"]

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import chain, permutations
from math import gcd, isqrt

from engine.board import Power
from engine.game import Event
from engine.pieces import PieceId
from engine.turn import TurnBegan
from engine.variants.secret_subs.events import (
    GroupsOpened,
    OriginShown,
    Reorganized,
    SubsJoined,
    SubsPlaced,
    TokensDiscarded,
    TokensRemoved,
    TokensRevealed,
    TokensShuffled,
)

UNNAMED = 0
"""The symbol of a group that no fact has named; negative symbols are such groups told apart."""

EXACT = 50_000
"""Worlds up to which all are kept."""

SAMPLE = 4_096
"""Worlds in a sample; a probability is then off by less than `1 / isqrt(SAMPLE)`, mostly."""

World = tuple[int, ...]
Worlds = Mapping[World, int]


@dataclass(frozen=True, slots=True)
class Support:
    """What is known of one power's tokens.

    Attributes:
        limit: groups of the power.
        named: groups that some fact has named.
        columns: the tokens that a world speaks of: those on the board, then pieces of shuffles.
        board: how many of the columns are tokens on the board.
        worlds: what each column holds, and a weight.
        bounds: in a sample, a superset of the groups that each token may hold; else empty.
        drawn: how often a sample was drawn from; it seeds the next draw.
    """

    limit: int
    named: frozenset[int] = frozenset()
    columns: tuple[PieceId, ...] = ()
    board: int = 0
    worlds: Worlds = field(default_factory=lambda: {(): 1})
    bounds: Mapping[PieceId, frozenset[int]] = field(default_factory=dict)
    drawn: int = 0

    @property
    def sampled(self) -> bool:
        """Whether a sample of worlds stands for all."""
        return bool(self.bounds)

    @property
    def error(self) -> Fraction:
        """How far a probability may be off: 0, or the standard error of the sample, rounded up."""
        return Fraction(1, isqrt(SAMPLE)) if self.sampled else Fraction(0)

    def odds(self, token: PieceId) -> Mapping[int, Fraction]:
        """How likely each possible group of a token is; in a sample some may be 0.

        Raises:
            KeyError: the token is not on the board.
        """
        column = self._column(token)
        weights: Counter[int] = Counter()
        for world, weight in self.worlds.items():
            weights[max(world[column], UNNAMED)] += weight
        total = sum(weights.values())
        spread = {g: Fraction(weights[UNNAMED], len(self._unnamed)) for g in self._unnamed}
        odds = {g: Fraction(w) for g, w in weights.items() if g != UNNAMED}
        if weights[UNNAMED]:
            odds |= spread
        if self.sampled:
            odds |= {g: Fraction(0) for g in self.bounds[token] if g not in odds}
        return {g: odds[g] / total for g in sorted(odds)}

    def possible(self, token: PieceId) -> frozenset[int]:
        """The groups that a token may hold."""
        return frozenset(self.odds(token))

    @property
    def tokens(self) -> tuple[PieceId, ...]:
        """The tokens on the board."""
        return self.columns[: self.board]

    @property
    def _unnamed(self) -> tuple[int, ...]:
        return tuple(g for g in range(1, self.limit + 1) if g not in self.named)

    def _column(self, token: PieceId) -> int:
        if token not in self.tokens:
            raise KeyError(token)
        return self.columns.index(token)

    # Facts

    def placed(self, tokens: Sequence[PieceId], growing: Iterable[int]) -> "Support":
        """Tokens enter the board from the supply; growing groups are on the board thereafter."""
        grown = tuple(sorted(growing))
        after = self._naming(grown)
        supply = after.limit - after.board
        if len(tokens) > supply:
            raise ValueError(f"{len(tokens)} tokens from a supply of {supply}")
        board, remembered = after.columns[: after.board], after.columns[after.board :]
        wanted = frozenset(grown)

        def drawn(world: World) -> Iterator[tuple[World, int]]:
            here, rest = world[: after.board], world[after.board :]
            idle = len(after._unnamed) - sum(1 for symbol in here if symbol <= UNNAMED)
            pool = [g for g in sorted(after.named) if g not in here]
            for dealt, ways in _deals(pool, idle, len(tokens)):
                if wanted <= {*here, *dealt}:
                    yield (*here, *dealt, *rest), ways

        return (
            replace(
                after._expanded(drawn),
                columns=(*board, *tokens, *remembered),
                board=after.board + len(tokens),
            )
            ._bounding(dict.fromkeys(tokens, frozenset(range(1, self.limit + 1))))
            ._settled()
        )

    def shuffled(self, old: Sequence[PieceId], new: Sequence[PieceId]) -> "Support":
        """Tokens get fresh handles in a uniform, unknown order; the pieces are remembered."""
        columns = [self._column(token) for token in old]
        kept = [i for i in range(self.board) if i not in columns]
        remembered = range(self.board, len(self.columns))

        def dealt(world: World) -> Iterator[tuple[World, int]]:
            pieces = _told_apart(world, columns)
            rest = tuple(world[i] for i in kept)
            before = tuple(world[i] for i in remembered)
            for order in permutations(pieces):
                yield (*rest, *order, *pieces, *before), 1

        bounds = frozenset(chain.from_iterable(self.bounds.get(token, ()) for token in old))
        return (
            replace(
                self._expanded(dealt),
                columns=(
                    *(self.columns[i] for i in kept),
                    *new,
                    *old,
                    *(self.columns[i] for i in remembered),
                ),
            )
            ._bounding(dict.fromkeys(new, bounds))
            ._settled()
        )

    def came_from(self, token: PieceId, pieces: Sequence[PieceId]) -> "Support":
        """A token is one of these pieces of its last shuffle (claim `From`)."""
        column = self._column(token)
        among = [self.columns.index(piece) for piece in pieces if piece in self.columns]
        if len(among) < len(pieces):
            return self  # a record older than what is remembered says nothing new
        known = self._kept(lambda world: world[column] in {world[i] for i in among})
        allowed = frozenset(chain.from_iterable(self.bounds.get(p, ()) for p in pieces))
        return known._narrowing({token: allowed})

    def present(self, groups: Iterable[int], tokens: Iterable[PieceId]) -> "Support":
        """Each of these groups is on one of these tokens (claim `Present`)."""
        wanted, among = frozenset(groups), frozenset(tokens)
        after = self._naming(sorted(wanted))
        columns = [after._column(token) for token in sorted(among)]
        known = after._kept(lambda world: wanted <= {world[i] for i in columns})
        return known._narrowing(
            {t: known.bounds[t] - wanted for t in known.tokens if t in known.bounds.keys() - among}
        )

    def shown(self, groups: Mapping[PieceId, int]) -> "Support":
        """Tokens are turned up: each holds this group (claim `Holds`)."""
        after = self._naming(sorted(groups.values()))
        columns = [(after._column(token), group) for token, group in sorted(groups.items())]
        known = after._kept(lambda world: all(world[i] == group for i, group in columns))
        taken = frozenset(groups.values())
        return known._narrowing(
            {
                t: frozenset((groups[t],)) if t in groups else bound - taken
                for t, bound in known.bounds.items()
            }
        )

    def returned(self, tokens: Iterable[PieceId]) -> "Support":
        """Tokens leave the board for the supply."""
        gone = frozenset(tokens)
        return self._projected(
            [i for i, t in enumerate(self.columns) if i >= self.board or t not in gone],
            self.board - len(gone),
        )

    def turn_over(self) -> "Support":
        """No claim can speak any more of the pieces of earlier shuffles (SS-4.3b, point 6)."""
        after = self._projected(list(range(self.board)), self.board)
        merged: Counter[World] = Counter()
        for world, weight in after.worlds.items():
            merged[tuple(max(symbol, UNNAMED) for symbol in world)] += weight
        return replace(after, worlds=merged)

    # Worlds

    def _naming(self, groups: Iterable[int]) -> "Support":
        """Tell groups apart from the other unnamed ones: each may be any of those."""
        after = self
        for group in groups:
            if group not in after.named:
                after = after._naming_one(group)
        return after

    def _naming_one(self, group: int) -> "Support":
        unnamed = len(self._unnamed)

        def named(world: World) -> Iterator[tuple[World, int]]:
            here = [i for i in range(self.board) if world[i] <= UNNAMED]
            for i in here:
                label = world[i]
                if label == UNNAMED:
                    yield (*world[:i], group, *world[i + 1 :]), 1
                else:
                    yield tuple(group if symbol == label else symbol for symbol in world), 1
            if unnamed > len(here):
                yield world, unnamed - len(here)

        return replace(self._expanded(named), named=self.named | {group})._settled()

    def _expanded(self, ways: Callable[[World], Iterator[tuple[World, int]]]) -> "Support":
        grown: Counter[World] = Counter()
        if not self.sampled:
            for world, weight in self.worlds.items():
                for after, factor in ways(world):
                    grown[after] += weight * factor
            return replace(self, worlds=grown)
        draw = random.Random(self.drawn)  # noqa: S311 (an estimate, repeatable, and no secret)
        for world, weight in self.worlds.items():
            options = list(ways(world))
            if options:
                factors = [factor for _, factor in options]
                ((after, _),) = draw.choices(options, factors)
                grown[after] += weight * sum(factors)
        return replace(self, worlds=grown, drawn=self.drawn + 1)

    def _kept(self, holds: Callable[[World], bool]) -> "Support":
        kept = {world: weight for world, weight in self.worlds.items() if holds(world)}
        if not kept and not self.sampled:
            raise ValueError("these facts contradict what was known")
        return replace(self, worlds=kept or self.worlds)

    def _projected(self, columns: list[int], board: int) -> "Support":
        merged: Counter[World] = Counter()
        for world, weight in self.worlds.items():
            merged[tuple(world[i] for i in columns)] += weight
        kept = tuple(self.columns[i] for i in columns)
        bounds = {t: bound for t, bound in self.bounds.items() if t in kept}
        return replace(self, columns=kept, board=board, worlds=merged, bounds=bounds)

    def _settled(self) -> "Support":
        """Divide weights by what they share; draw a sample where there are too many worlds."""
        common = gcd(*self.worlds.values())
        worlds = {world: weight // common for world, weight in self.worlds.items()}
        after = replace(self, worlds=worlds)
        if len(worlds) <= EXACT or self.sampled:
            return after
        bounds = {
            token: frozenset(
                chain.from_iterable(
                    (symbol,) if symbol > UNNAMED else after._unnamed
                    for symbol in {world[i] for world in worlds}
                )
            )
            for i, token in enumerate(after.columns)
        }
        draw = random.Random(self.drawn)  # noqa: S311 (as above)
        sample = Counter(draw.choices(list(worlds), list(worlds.values()), k=SAMPLE))
        return replace(after, worlds=sample, bounds=bounds, drawn=self.drawn + 1)

    def _bounding(self, bounds: Mapping[PieceId, frozenset[int]]) -> "Support":
        return replace(self, bounds={**self.bounds, **bounds}) if self.sampled else self

    def _narrowing(self, bounds: Mapping[PieceId, frozenset[int]]) -> "Support":
        if not self.sampled:
            return self
        narrowed = {t: self.bounds[t] & bound for t, bound in bounds.items() if t in self.bounds}
        return replace(self, bounds={**self.bounds, **narrowed})


def _deals(pool: list[int], idle: int, count: int) -> Iterator[tuple[World, int]]:
    """Ordered draws of `count` from named groups and `idle` unnamed ones, with their weights."""
    if count == 0:
        yield (), 1
        return
    for i, group in enumerate(pool):
        for rest, ways in _deals(pool[:i] + pool[i + 1 :], idle, count - 1):
            yield (group, *rest), ways
    if idle:
        for rest, ways in _deals(pool, idle - 1, count - 1):
            yield (UNNAMED, *rest), idle * ways


def _told_apart(world: World, columns: Sequence[int]) -> World:
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


def watched(before: Mapping[Power, Support], events: Iterable[Event]) -> Mapping[Power, Support]:
    """What an observer knows of every power's tokens after some events.

    Args:
        before: what was known.
        events: what happened, in order.
    """
    known = dict(before)
    for event in events:
        match event:
            case TurnBegan():
                known = {power: support.turn_over() for power, support in known.items()}
            case GroupsOpened(power, sizes, tokens):
                nonempty = [group for group, size in sizes.items() if size]
                known[power] = known[power].placed(sorted(tokens), nonempty)
            case SubsPlaced(power, added, tokens, charged, _):
                growing = [group for group, n in added.items() if n]
                placed = known[power].placed(sorted(tokens), growing)
                known[power] = placed.present(growing, charged) if growing else placed
            case TokensShuffled(power, _, old, new):
                known[power] = known[power].shuffled(old, new)
            case OriginShown(power, token, pieces):
                known[power] = known[power].came_from(token, pieces)
            case Reorganized(power, _, tokens, sizes):
                known[power] = known[power].present(sizes, tokens)
            case SubsJoined(power, _, _, joined, among):
                known[power] = known[power].present(joined, among)
            case TokensRevealed(_, groups):
                for power, support in sorted(known.items()):
                    shown = {t: g for t, g in groups.items() if t in support.tokens}
                    if shown:
                        known[power] = support.shown(shown)
            case TokensRemoved(power, _, groups) | TokensDiscarded(power, _, groups):
                known[power] = known[power].shown(groups).returned(groups)
            case _:
                pass
    return known
