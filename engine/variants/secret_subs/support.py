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

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain
from math import isqrt

from engine.claims import Bound
from engine.pieces import PieceId
from engine.variants.secret_subs.arrangements import SUPPLY, Arrangements
from engine.variants.secret_subs.worlds import World, total


@dataclass(frozen=True, slots=True)
class Support(Arrangements):
    """What is known of one power's tokens."""

    @classmethod
    def of(cls, limit: int) -> "Support":
        """A power with no token on the board."""
        everything = frozenset(range(1, limit + 1))
        return cls(limit, (everything,), ((SUPPLY,),), {((limit,),): 1})

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
        found = self.alike[min(tokens)] if len(tokens) == 1 and SUPPLY not in tokens else ()
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
            stored = after._rows_on({SUPPLY})
            return after._kept(lambda world: not any(world[i][j] for i in stored for j in columns))
        after = after._split_tokens(SUPPLY, frozenset(tokens), columns)
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
            rows=tuple((SUPPLY, *row[1:]) if row[0] in numbers else row for row in after.rows),
            bounds={t: bound for t, bound in after.bounds.items() if t not in gone},
        )._tidied()

    def turn_over(self) -> "Support":
        """Claims can no longer be about the pieces of earlier shuffles (SS-4.3b, point 6)."""
        after = replace(self, rows=tuple(row[:1] for row in self.rows))._tidied()._joined()
        tokens = frozenset(after.tokens)
        return replace(after, bounds={t: b for t, b in after.bounds.items() if t in tokens})
