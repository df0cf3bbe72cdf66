"""Which groups a face-down token can still hold, and how likely each is.

What an observer knows who has seen every public fact and takes every shuffle for uniform. It is a
display and a hunter's aid: no rule and no digest consults it.

The facts are kept as *worlds* (`worlds`): how many groups of each sort stand on each row of tokens.
Marginals alone would not do, since what one token shows says something of those it was once
shuffled with. Groups and tokens that no fact tells apart are counted together, so that the worlds
are few: twelve shuffled tokens are one row, and one world. A fact splits off what it speaks of, and
rules worlds out; when a turn ends, what has become alike is counted together again.

The pieces that went into a shuffle are remembered only until the turn ends; after that no claim
`From` can speak of them (SS-4.3b, point 6).

Where the worlds would be too many even so, a sample of them stands for all; then `error` says how
far a probability may be off, and `possible` is kept as sets that may be too large, never too small.
What is shown later thins the sample, and the error grows.

Implements: SS-5, SS-4.3d
"""

__all__ = ["Support"]

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import chain
from math import isqrt

from engine.claims import Bound
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
    total,
)

EXACT = 20_000
"""Worlds up to which all are kept."""

MANY = 64
"""Worlds from which it pays to look for what has become alike."""

SAMPLE = 4_096
"""Worlds drawn for a sample."""

_SUPPLY = 0
"""The number of the tokens in the supply, which nobody tells apart."""

Row = tuple[int, ...]
"""The numbers of a group's tokens: of the one it is on, then of those it was on before shuffles."""

_CONTRADICTION = "these facts contradict what was known"


@dataclass(frozen=True, slots=True)
class Support:
    """What is known of one power's tokens.

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

    @classmethod
    def of(cls, limit: int) -> "Support":
        """A power with no token on the board."""
        everything = frozenset(range(1, limit + 1))
        return cls(limit, (everything,), ((_SUPPLY,),), {((limit,),): 1})

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

    @property
    def tokens(self) -> tuple[PieceId, ...]:
        """The tokens on the board, ascending."""
        return tuple(sorted(chain.from_iterable(self.alike[number] for number in self._on_board)))

    def odds(self, token: PieceId) -> Mapping[int, Fraction]:
        """How likely each possible group of a token is; in a sample some may be 0.

        Raises:
            KeyError: the token is not on the board.
        """
        number = self._number(token)
        if self.sample == 0:
            possible = sorted(self.bounds[token])
            return {group: Fraction(1, len(possible)) for group in possible}
        rows = self._rows_on({number})
        weights = [
            sum(weight * world[i][j] for world, weight in self.worlds.items() for i in rows)
            for j in range(len(self.groups))
        ]
        whole = sum(weights)
        odds = {
            group: Fraction(weight, whole * len(groups))
            for groups, weight in zip(self.groups, weights, strict=True)
            if weight
            for group in groups
        }
        if self.sampled:
            odds |= {g: Fraction(0) for g in self.bounds[token] if g not in odds}
        return {group: odds[group] for group in sorted(odds)}

    def possible(self, token: PieceId) -> frozenset[int]:
        """The groups that a token may hold."""
        return frozenset(self.odds(token))

    def certain(self, token: PieceId) -> int | None:
        """The group that a token must hold; None where it may hold several.

        Raises:
            KeyError: the token is not on the board.
        """
        number = self._number(token)
        if self.sampled:
            possible = self.bounds[token]
            return min(possible) if len(possible) == 1 else None
        if len(self.alike[number]) > 1:
            return None
        rows, columns = self._rows_on({number}), set[int]()
        for world in self.worlds:
            columns.update(j for i in rows for j, n in enumerate(world[i]) if n)
            if len(columns) > 1:
                return None
        groups = self.groups[min(columns)]
        return min(groups) if len(groups) == 1 else None

    def becomes(self, piece: PieceId) -> PieceId | None:
        """The token that a piece of a shuffle of this turn is now; None where that is uncertain."""
        if self.sampled:
            return None
        named = next((n for n, alike in self.alike.items() if alike == {piece}), None)
        tokens = {
            row[0]
            for i, row in enumerate(self.rows)
            if named in row[1:] and any(any(world[i]) for world in self.worlds)
        }
        found = self.alike[min(tokens)] if len(tokens) == 1 and _SUPPLY not in tokens else ()
        return min(found) if len(found) == 1 else None

    def submarines(
        self, tokens: Collection[PieceId], sizes: Mapping[int, int]
    ) -> Mapping[int, Fraction]:
        """How many submarines tokens hold together, and how likely that is, ascending.

        Args:
            tokens: tokens on the board.
            sizes: submarines in each group; a group that is left out has none.

        Raises:
            KeyError: one of the tokens is not on the board.
            ValueError: no world of the sample is left.
        """
        found = self.submarines_of((tokens,), sizes)
        return {number: chance for (number,), chance in found.items()}

    def submarines_of(
        self, parts: Sequence[Collection[PieceId]], sizes: Mapping[int, int]
    ) -> Mapping[tuple[int, ...], Fraction]:
        """How many submarines each of several parts of the tokens holds, and how likely that is.

        Args:
            parts: tokens on the board, none in two parts.
            sizes: as for `submarines`.

        Raises:
            KeyError: one of the tokens is not on the board.
            ValueError: no world of the sample is left.
        """
        after = self._telling_amounts_apart(sizes)
        for tokens in parts:
            for token in tokens:
                self._number(token)
            after = after._telling_tokens_apart(tokens)
        if after.sample == 0:
            raise ValueError("no world of the sample is left")
        amounts = [sizes.get(min(groups), 0) for groups in after.groups]
        rows = [after._rows_on(after._numbers(tokens)) for tokens in parts]
        weights: Counter[tuple[int, ...]] = Counter()
        for world, weight in after.worlds.items():
            weights[tuple(total(world, part, amounts) for part in rows)] += weight
        return {each: Fraction(weights[each], weights.total()) for each in sorted(weights)}

    # Facts

    def placed(self, tokens: Sequence[PieceId], growing: Iterable[int]) -> "Support":
        """Tokens enter the board from the supply; growing groups are on the board thereafter.

        Raises:
            ValueError: the supply has fewer tokens, or the facts contradict what was known.
        """
        supply = self.limit - len(self.tokens)
        if len(tokens) > supply:
            raise ValueError(f"{len(tokens)} tokens from a supply of {supply}")
        grown = frozenset(growing)
        after = self._telling_groups_apart(grown)
        columns = frozenset(after._columns(grown))
        if not tokens:
            stored = after._rows_on({_SUPPLY})
            return after._kept(lambda world: not any(world[i][j] for i in stored for j in columns))
        after = after._split_tokens(_SUPPLY, frozenset(tokens), columns)
        everything = frozenset(range(1, self.limit + 1))
        return after._bounding(dict.fromkeys(tokens, everything))

    def counted(
        self,
        fresh: Collection[PieceId],
        standing: Collection[PieceId],
        added: Mapping[int, int],
        bounds: Iterable[Bound],
    ) -> "Support":
        """The amounts that go with tokens keep each place within its bound (`claims.Counted`)."""
        growing = [group for group, n in added.items() if n]
        after = self._telling_amounts_apart(added)
        if growing:
            after = after.present(growing, (*fresh, *standing))
        for bound in bounds:
            new = frozenset(bound.tokens).intersection(fresh)
            after = after._charged(bound, new, frozenset(bound.tokens) - new, added)
        return after

    def _charged(
        self,
        bound: Bound,
        fresh: frozenset[PieceId],
        standing: frozenset[PieceId],
        added: Mapping[int, int],
    ) -> "Support":
        """One bound of `counted`, the groups of each amount being told apart."""
        after = self._telling_tokens_apart(fresh)._telling_tokens_apart(standing)
        new, old = (after._rows_on(after._numbers(tokens)) for tokens in (fresh, standing))
        amounts = [added.get(min(groups), 0) for groups in after.groups]
        charged = [max(1, amount) for amount in amounts]

        def within(world: World) -> bool:
            used = total(world, new, charged) + total(world, old, amounts)
            return bound.least <= used <= bound.most

        return after._kept(within)

    def shuffled(self, old: Sequence[PieceId], new: Sequence[PieceId]) -> "Support":
        """Tokens get fresh handles in a uniform, unknown order; the pieces are remembered."""
        after = self._telling_tokens_apart(old)
        numbers, fresh = after._numbers(old), after._next
        rows = tuple((fresh, *row) if row[0] in numbers else row for row in after.rows)
        mixed = frozenset(chain.from_iterable(self.bounds.get(token, ()) for token in old))
        return replace(after, rows=rows, alike={**after.alike, fresh: frozenset(new)})._bounding(
            dict.fromkeys(new, mixed)
        )

    def came_from(self, token: PieceId, pieces: Sequence[PieceId]) -> "Support":
        """A token is one of these pieces of its last shuffle (claim `From`)."""
        remembered = frozenset(chain.from_iterable(self.alike.values())).difference(self.tokens)
        if not remembered.issuperset(pieces):
            return self  # a record older than what is remembered says nothing new
        after = self._telling_tokens_apart([token])._telling_tokens_apart(pieces)
        rows = after._rows_on({after._number(token)})
        among = after._numbers(pieces)
        others = [i for i in rows if among.isdisjoint(after.rows[i][1:])]
        known = after._kept(lambda world: not any(any(world[i]) for i in others))
        allowed = frozenset(chain.from_iterable(self.bounds.get(p, ()) for p in pieces))
        return known._narrowing({token: allowed})

    def present(self, groups: Iterable[int], tokens: Iterable[PieceId]) -> "Support":
        """Each of these groups is on one of these tokens (claim `Present`)."""
        wanted, among = frozenset(groups), frozenset(tokens)
        after = self._telling_groups_apart(wanted)._telling_tokens_apart(among)
        numbers, columns = after._numbers(among), after._columns(wanted)
        elsewhere = [i for i, row in enumerate(after.rows) if row[0] not in numbers]
        known = after._kept(lambda world: not any(world[i][j] for i in elsewhere for j in columns))
        return known._narrowing(
            {t: known.bounds[t] - wanted for t in known.tokens if t in known.bounds.keys() - among}
        )

    def shown(self, groups: Mapping[PieceId, int]) -> "Support":
        """Tokens are turned up: each holds this group (claim `Holds`)."""
        after = self
        for token, group in sorted(groups.items()):
            after = after.present([group], [token])
        taken = frozenset(groups.values())
        return after._narrowing(
            {
                t: frozenset((groups[t],)) if t in groups else bound - taken
                for t, bound in after.bounds.items()
            }
        )

    def returned(self, tokens: Iterable[PieceId]) -> "Support":
        """Tokens leave the board for the supply."""
        gone = frozenset(tokens)
        after = self._telling_tokens_apart(gone)
        numbers = after._numbers(gone)
        return replace(
            after,
            rows=tuple((_SUPPLY, *row[1:]) if row[0] in numbers else row for row in after.rows),
            bounds={t: bound for t, bound in after.bounds.items() if t not in gone},
        )._tidied()

    def turn_over(self) -> "Support":
        """Claims can no longer be about the pieces of earlier shuffles (SS-4.3b, point 6)."""
        after = replace(self, rows=tuple(row[:1] for row in self.rows))._tidied()
        if len(after.worlds) >= MANY and not after.sampled:
            after = after._joined()
        tokens = frozenset(after.tokens)
        return replace(after, bounds={t: b for t, b in after.bounds.items() if t in tokens})

    # What is told apart

    @property
    def _next(self) -> int:
        return max(self.alike, default=_SUPPLY) + 1

    @property
    def _on_board(self) -> frozenset[int]:
        return frozenset(row[0] for row in self.rows) - {_SUPPLY}

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

    def _telling_groups_apart(self, groups: Iterable[int]) -> "Support":
        """Give columns of their own to these groups, as far as they share one with others."""
        after, named = self, frozenset(groups)
        for j, alike in enumerate(self.groups):
            some = alike & named
            if some and some != alike:
                columns = (*after.groups[:j], alike - some, *after.groups[j + 1 :], some)
                after = replace(after._after(SplitGroups(j, len(some))), groups=columns)
        return after

    def _telling_amounts_apart(self, amounts: Mapping[int, int]) -> "Support":
        """Give columns of their own to the groups of each amount."""
        after, by_amount = self, defaultdict(set)
        for group, amount in amounts.items():
            by_amount[amount].add(group)
        for amount in sorted(by_amount):
            if amount:
                after = after._telling_groups_apart(by_amount[amount])
        return after

    def _telling_tokens_apart(self, tokens: Iterable[PieceId]) -> "Support":
        """Give numbers of their own to these tokens, as far as they share one with others."""
        after, named = self, frozenset(tokens)
        for number, alike in sorted(self.alike.items()):
            some = alike & named
            if some and some != alike:
                after = after._split_tokens(number, some)
        return after

    def _split_tokens(
        self, number: int, tokens: frozenset[PieceId], whole: frozenset[int] = frozenset()
    ) -> "Support":
        """Give a number of their own to tokens that have had this one, or were in the supply."""
        fresh = self._next
        split = tuple(
            i
            for i, row in enumerate(self.rows)
            if (row[0] == _SUPPLY if number == _SUPPLY else number in row)
        )
        rows = tuple(tuple(fresh if n == number else n for n in self.rows[i]) for i in split)
        after = self._after(SplitTokens(split, len(tokens), whole))
        kept = {} if number == _SUPPLY else {number: self.alike[number] - tokens}
        return replace(
            after, rows=(*self.rows, *rows), alike={**self.alike, **kept, fresh: tokens}
        )._tidied()

    def _tidied(self) -> "Support":
        """Count equal rows as one, and leave out those that are empty in every world."""
        places: dict[Row, list[int]] = {}
        for i, row in enumerate(self.rows):
            if row == (_SUPPLY,) or not self.worlds or any(any(w[i]) for w in self.worlds):
                places.setdefault(row, []).append(i)
        worlds = joined_rows(self.worlds, tuple(places.values()))
        used = set(chain.from_iterable(places))
        alike = {number: tokens for number, tokens in self.alike.items() if number in used}
        return replace(self, rows=tuple(places), worlds=worlds, alike=alike)

    def _joined(self) -> "Support":
        """Count together what the worlds no longer tell apart; no shuffle is remembered."""
        return self._groups_joined()._tokens_joined()

    def _groups_joined(self) -> "Support":
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

    def _tokens_joined(self) -> "Support":
        after, one = self, 0
        while one < len(after.rows):
            for other in range(len(after.rows) - 1, one, -1):
                (kept, *_), (gone, *_) = after.rows[one], after.rows[other]
                if _SUPPLY in {kept, gone}:
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

    def _after(self, split: Split) -> "Support":
        """All worlds after something is told apart, or a sample where they would be too many."""
        if self.sampled:
            return self._drawn(split)
        if sum(split.ways(world) for world in self.worlds) > EXACT:
            return self._sampling()._drawn(split)
        worlds = split_worlds(self.worlds, split)
        if not worlds:
            raise ValueError(_CONTRADICTION)
        return replace(self, worlds=worlds)

    def _drawn(self, split: Split) -> "Support":
        """A sample of the worlds after something is told apart."""
        worlds = drawn_worlds(self.worlds, split, SAMPLE, self.drawn)
        if not worlds:
            return replace(self, worlds={}, sample=0)
        return replace(self, worlds=worlds, drawn=self.drawn + 1)

    def _sampling(self) -> "Support":
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

    def _bounding(self, bounds: Mapping[PieceId, frozenset[int]]) -> "Support":
        return replace(self, bounds={**self.bounds, **bounds}) if self.sampled else self

    def _narrowing(self, bounds: Mapping[PieceId, frozenset[int]]) -> "Support":
        if not self.sampled:
            return self
        narrowed = {t: self.bounds[t] & bound for t, bound in bounds.items() if t in self.bounds}
        return replace(self, bounds={**self.bounds, **narrowed})
