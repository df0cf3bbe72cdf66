"""The arrangements of groups on one power's tokens that agree with all facts, kept as few worlds.

Groups and tokens that no fact tells apart are counted together. A fact splits off what it speaks
of, and rules worlds out; what has become alike is counted together again. Where the worlds would be
too many even so, a sample of them stands for all.
"""

__all__ = ["SUPPLY", "Arrangements"]

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Self

from engine.pieces import PieceId
from engine.variants.secret_subs.worlds import (
    Split,
    SplitGroups,
    SplitTokens,
    World,
    Worlds,
    drawn_worlds,
    joined_rows,
    merged_groups,
    merged_tokens,
    split_worlds,
)

EXACT = 20_000
"""Worlds up to which all are kept."""

MANY = 64
"""Worlds from which it pays to look for what has become alike."""

SAMPLE = 4_096
"""Worlds drawn for a sample."""

SUPPLY = 0
"""The number of the tokens in the supply, which nobody tells apart."""

Row = tuple[int, ...]
"""The numbers of a group's tokens: of the one it is on, then of those it was on before shuffles."""

_CONTRADICTION = "these facts contradict what was known"


@dataclass(frozen=True, slots=True)
class Arrangements:
    """Worlds of groups on tokens, and which rows and columns they have.

    Attributes:
        limit: groups of the power.
        groups: the columns of a world: groups that nothing tells apart.
        rows: the rows of a world: numbers of tokens that nothing tells apart.
        alike: the tokens of each number but that of the supply, those remembered of shuffles too.
        worlds: how many groups of each column are on each row, and a weight.
        bounds: in a sample, a superset of the groups that each token may hold; else empty.
        sample: how many of the worlds drawn agree with all facts since; None while all are kept.
        drawn: how often a sample was drawn from; it seeds the next draw.
    """

    limit: int
    groups: tuple[frozenset[int], ...]
    rows: tuple[Row, ...]
    worlds: Worlds
    alike: Mapping[int, frozenset[PieceId]] = field(default_factory=dict)
    bounds: Mapping[PieceId, frozenset[int]] = field(default_factory=dict)
    sample: int | None = None
    drawn: int = 0

    @property
    def sampled(self) -> bool:
        """Whether a sample of worlds stands for all."""
        return self.sample is not None

    @property
    def tokens(self) -> tuple[PieceId, ...]:
        """The tokens on the board, ascending."""
        return tuple(sorted(chain.from_iterable(self.alike[number] for number in self._on_board)))

    # What is told apart

    @property
    def _next(self) -> int:
        return max(self.alike, default=SUPPLY) + 1

    @property
    def _on_board(self) -> frozenset[int]:
        return frozenset(row[0] for row in self.rows) - {SUPPLY}

    def _number(self, token: PieceId) -> int:
        for number in self._on_board:
            if token in self.alike[number]:
                return number
        raise KeyError(token)

    def _numbers(self, tokens: Collection[PieceId]) -> frozenset[int]:
        """The numbers of tokens that are told apart from all others."""
        return frozenset(n for n, alike in self.alike.items() if not alike.isdisjoint(tokens))

    def _rows_on(self, numbers: Collection[int]) -> tuple[int, ...]:
        """The rows that are on tokens of these numbers now."""
        return tuple(i for i, row in enumerate(self.rows) if row[0] in numbers)

    def _columns(self, groups: Collection[int]) -> tuple[int, ...]:
        """The columns of groups that are told apart from all others."""
        return tuple(j for j, alike in enumerate(self.groups) if not alike.isdisjoint(groups))

    def _telling_groups_apart(self, groups: Iterable[int]) -> Self:
        """Give columns of their own to these groups, as far as they share one with others."""
        after, named = self, frozenset(groups)
        for j, alike in enumerate(self.groups):
            some = alike & named
            if some and some != alike:
                columns = (*after.groups[:j], alike - some, *after.groups[j + 1 :], some)
                after = replace(after._after(SplitGroups(j, len(some))), groups=columns)
        return after

    def _telling_amounts_apart(self, amounts: Mapping[int, int]) -> Self:
        """Give columns of their own to the groups of each amount."""
        after, by_amount = self, defaultdict(set)
        for group, amount in amounts.items():
            by_amount[amount].add(group)
        for amount in sorted(by_amount):
            if amount:
                after = after._telling_groups_apart(by_amount[amount])
        return after

    def _telling_tokens_apart(self, tokens: Iterable[PieceId]) -> Self:
        """Give numbers of their own to these tokens, as far as they share one with others."""
        after, named = self, frozenset(tokens)
        for number, alike in sorted(self.alike.items()):
            some = alike & named
            if some and some != alike:
                after = after._split_tokens(number, some)
        return after

    def _split_tokens(
        self, number: int, tokens: frozenset[PieceId], whole: frozenset[int] = frozenset()
    ) -> Self:
        """Give a number of their own to tokens that have had this one, or were in the supply."""
        fresh = self._next
        split = tuple(
            i
            for i, row in enumerate(self.rows)
            if (row[0] == SUPPLY if number == SUPPLY else number in row)
        )
        rows = tuple(tuple(fresh if n == number else n for n in self.rows[i]) for i in split)
        after = self._after(SplitTokens(split, len(tokens), whole))
        kept = {} if number == SUPPLY else {number: self.alike[number] - tokens}
        return replace(
            after, rows=(*self.rows, *rows), alike={**self.alike, **kept, fresh: tokens}
        )._tidied()

    def _tidied(self) -> Self:
        """Count equal rows as one, and leave out those that are empty in every world."""
        places: dict[Row, list[int]] = {}
        for i, row in enumerate(self.rows):
            if row == (SUPPLY,) or not self.worlds or any(any(w[i]) for w in self.worlds):
                places.setdefault(row, []).append(i)
        worlds = joined_rows(self.worlds, tuple(places.values()))
        used = set(chain.from_iterable(places))
        alike = {number: tokens for number, tokens in self.alike.items() if number in used}
        return replace(self, rows=tuple(places), worlds=worlds, alike=alike)

    def _joined(self) -> Self:
        """Count together what many worlds no longer tell apart; no shuffle is remembered."""
        if len(self.worlds) < MANY or self.sampled:
            return self
        return self._groups_joined()._tokens_joined()

    def _groups_joined(self) -> Self:
        after, one = self, 0
        while one < len(after.groups):
            for other in range(len(after.groups) - 1, one, -1):
                worlds = merged_groups(after.worlds, one, other)
                if worlds is not None:
                    columns = list(after.groups)
                    columns[one] |= columns.pop(other)
                    after = replace(after, groups=tuple(columns), worlds=worlds)
            one += 1
        return after

    def _tokens_joined(self) -> Self:
        after, one = self, 0
        while one < len(after.rows):
            for other in range(len(after.rows) - 1, one, -1):
                (kept, *_), (gone, *_) = after.rows[one], after.rows[other]
                if SUPPLY in {kept, gone}:
                    continue
                worlds = merged_tokens(after.worlds, one, other)
                if worlds is not None:
                    alike = dict(after.alike)
                    alike[kept] |= alike.pop(gone)
                    rows = (*after.rows[:other], *after.rows[other + 1 :])
                    after = replace(after, rows=rows, alike=alike, worlds=worlds)
            one += 1
        return after

    # Worlds

    def _after(self, split: Split) -> Self:
        """All worlds after something is told apart, or a sample where they would be too many."""
        if self.sampled:
            return self._drawn(split)
        if sum(split.ways(world) for world in self.worlds) > EXACT:
            return self._sampling()._drawn(split)
        worlds = split_worlds(self.worlds, split)
        if not worlds:
            raise ValueError(_CONTRADICTION)
        return replace(self, worlds=worlds)

    def _drawn(self, split: Split) -> Self:
        """A sample of the worlds after something is told apart."""
        worlds = drawn_worlds(self.worlds, split, SAMPLE, self.drawn)
        if not worlds:
            return replace(self, worlds={}, sample=0)
        return replace(self, worlds=worlds, drawn=self.drawn + 1)

    def _sampling(self) -> Self:
        """Let a sample stand for all worlds from now on."""
        bounds = {
            token: frozenset(
                chain.from_iterable(
                    groups
                    for j, groups in enumerate(self.groups)
                    if any(world[i][j] for world in self.worlds for i in rows)
                )
            )
            for number, tokens in self.alike.items()
            for rows in [[i for i, row in enumerate(self.rows) if number in row]]
            for token in tokens
        }
        return replace(self, bounds=bounds, sample=SAMPLE)

    def _kept(self, holds: Callable[[World], bool]) -> Self:
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

    def _bounding(self, bounds: Mapping[PieceId, frozenset[int]]) -> Self:
        return replace(self, bounds={**self.bounds, **bounds}) if self.sampled else self

    def _narrowing(self, bounds: Mapping[PieceId, frozenset[int]]) -> Self:
        if not self.sampled:
            return self
        narrowed = {t: self.bounds[t] & bound for t, bound in bounds.items() if t in self.bounds}
        return replace(self, bounds={**self.bounds, **narrowed})
