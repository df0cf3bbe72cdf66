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

Where the worlds would be too many even so, a sample of them stands for all; then `error` says how
far a probability may be off, and `possible` is kept as sets that may be too large, never too small.
What is shown later thins the sample, and the error grows.
"""

__all__ = ["Support", "watched"]

import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import chain
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
from engine.variants.secret_subs.worlds import UNNAMED, Deal, Mixing, Naming, Passage, World

EXACT = 50_000
"""Worlds up to which all are kept."""

ROWS = 2 * EXACT
"""Worlds that may be made on the way, before equal ones are merged."""

SAMPLE = 4_096
"""Worlds drawn for a sample."""

Worlds = Mapping[World, int]

_CONTRADICTION = "these facts contradict what was known"


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
        sample: how many of the worlds drawn agree with all facts since; None while all are kept.
        drawn: how often a sample was drawn from; it seeds the next draw.
    """

    limit: int
    named: frozenset[int] = frozenset()
    columns: tuple[PieceId, ...] = ()
    board: int = 0
    worlds: Worlds = field(default_factory=lambda: {(): 1})
    bounds: Mapping[PieceId, frozenset[int]] = field(default_factory=dict)
    sample: int | None = None
    drawn: int = 0

    @property
    def sampled(self) -> bool:
        """Whether a sample of worlds stands for all."""
        return self.sample is not None

    @property
    def error(self) -> Fraction:
        """How far a probability may be off: 0, or two standard errors of the sample at most.

        The error is 1 where no world of the sample is left; then nothing but `possible` is known.
        """
        match self.sample:
            case None:
                return Fraction(0)
            case left:
                return Fraction(1, max(1, isqrt(left)))

    def odds(self, token: PieceId) -> Mapping[int, Fraction]:
        """How likely each possible group of a token is; in a sample some may be 0.

        Raises:
            KeyError: the token is not on the board.
        """
        column = self._column(token)
        if self.sample == 0:
            possible = sorted(self.bounds[token])
            return {group: Fraction(1, len(possible)) for group in possible}
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
        deal = Deal(
            after.board,
            len(tokens),
            tuple(sorted(after.named)),
            len(after._unnamed),
            frozenset(grown),
        )
        everything = frozenset(range(1, self.limit + 1))
        return replace(
            after._passed(deal),
            columns=(*board, *tokens, *remembered),
            board=after.board + len(tokens),
        )._bounding(dict.fromkeys(tokens, everything))

    def shuffled(self, old: Sequence[PieceId], new: Sequence[PieceId]) -> "Support":
        """Tokens get fresh handles in a uniform, unknown order; the pieces are remembered."""
        columns = tuple(self._column(token) for token in old)
        kept = tuple(t for t in self.tokens if t not in old)
        after = self._passed(Mixing(self.board, columns))
        mixed = frozenset(chain.from_iterable(after.bounds.get(token, ()) for token in old))
        return replace(after, columns=(*kept, *new, *old, *self.columns[self.board :]))._bounding(
            dict.fromkeys(new, mixed)
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
                passage = Naming(after.board, len(after._unnamed), group)
                after = replace(after._passed(passage), named=after.named | {group})
        return after

    def _passed(self, passage: Passage) -> "Support":
        """All worlds after a passage, or a sample of them where they would be too many."""
        if self.sampled:
            return self._drawn(passage)
        if sum(passage.rows(world) for world in self.worlds) > ROWS:
            return self._sampling()._drawn(passage)
        grown: Counter[World] = Counter()
        for world, weight in self.worlds.items():
            for after, ways in passage.ways(world):
                grown[after] += weight * ways
        if not grown:
            raise ValueError(_CONTRADICTION)
        if len(grown) > EXACT:
            return self._sampling()._drawn(passage)
        common = gcd(*grown.values())
        return replace(self, worlds={world: weight // common for world, weight in grown.items()})

    def _drawn(self, passage: Passage) -> "Support":
        """A sample of the worlds after a passage."""
        chances = {world: weight * passage.count(world) for world, weight in self.worlds.items()}
        if not any(chances.values()):
            return replace(self, worlds={}, sample=0)
        dice = random.Random(self.drawn)  # noqa: S311 (an estimate, repeatable, and no secret)
        worlds = dice.choices(list(chances), list(chances.values()), k=SAMPLE)
        after = Counter(passage.draw(world, dice) for world in worlds)
        return replace(self, worlds=after, drawn=self.drawn + 1)

    def _sampling(self) -> "Support":
        """Let a sample stand for all worlds from now on."""
        bounds = {
            token: frozenset(
                chain.from_iterable(
                    (symbol,) if symbol > UNNAMED else self._unnamed
                    for symbol in {world[i] for world in self.worlds}
                )
            )
            for i, token in enumerate(self.columns)
        }
        return replace(self, bounds=bounds, sample=SAMPLE)

    def _kept(self, holds: Callable[[World], bool]) -> "Support":
        """The worlds in which a fact holds."""
        kept = {world: weight for world, weight in self.worlds.items() if holds(world)}
        if self.sample is None:
            if not kept:
                raise ValueError(_CONTRADICTION)
            return replace(self, worlds=kept)
        # A sample of n worlds of which a share agrees is worth that share of n.
        agreeing, all_of_them = sum(kept.values()), sum(self.worlds.values())
        left = -(-self.sample * agreeing // all_of_them) if kept else 0
        return replace(self, worlds=kept, sample=left)

    def _projected(self, columns: list[int], board: int) -> "Support":
        merged: Counter[World] = Counter()
        for world, weight in self.worlds.items():
            merged[tuple(world[i] for i in columns)] += weight
        kept = tuple(self.columns[i] for i in columns)
        bounds = {t: bound for t, bound in self.bounds.items() if t in kept}
        return replace(self, columns=kept, board=board, worlds=merged, bounds=bounds)

    def _bounding(self, bounds: Mapping[PieceId, frozenset[int]]) -> "Support":
        return replace(self, bounds={**self.bounds, **bounds}) if self.sampled else self

    def _narrowing(self, bounds: Mapping[PieceId, frozenset[int]]) -> "Support":
        if not self.sampled:
            return self
        narrowed = {t: self.bounds[t] & bound for t, bound in bounds.items() if t in self.bounds}
        return replace(self, bounds={**self.bounds, **narrowed})


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
