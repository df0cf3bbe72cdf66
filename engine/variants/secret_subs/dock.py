"""Where a power can mobilize submarines, and whether capacity can suffice (SS-1.4)."""

__all__ = ["PlacementSlot", "PlacementSlots", "Placing", "bounds", "can_fit"]

import functools
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from engine.board import Power, SpaceId
from engine.claims import Bound
from engine.economy.mobilize import room
from engine.game import Game
from engine.pieces import PieceId
from engine.units import TRANSPORT
from engine.variants.secret_subs.ledger import Tracker
from engine.variants.secret_subs.tokens import tokens_of

_Counts: TypeAlias = tuple[int, ...]
"""A number for each complex."""


@dataclass(frozen=True, slots=True)
class PlacementSlot:
    """Where a new token is placed, and the complex to which it is charged.

    Implements: SS-1.1d
    """

    at: SpaceId
    complex: SpaceId


@dataclass(frozen=True, slots=True)
class Placing:
    """One order for all that is placed (SS-1.1); an empty one places nothing.

    Attributes:
        added: submarines added, by group.
        tokens: where each new token goes, by its handle in the supply.
        charged: the complex of each own token that new submarines could join; all of them, unless
            the order is empty.
    """

    added: Mapping[int, int] = field(default_factory=dict)
    tokens: Mapping[PieceId, PlacementSlot] = field(default_factory=dict)
    charged: Mapping[PieceId, SpaceId] = field(default_factory=dict)

    @property
    def empty(self) -> bool:
        """Whether the order places nothing."""
        return not self.added and not self.tokens

    @property
    def complexes(self) -> dict[PieceId, SpaceId]:
        """The complex to which each token is charged, new or old."""
        return {**{t: slot.complex for t, slot in self.tokens.items()}, **self.charged}


@dataclass(frozen=True, slots=True)
class PlacementSlots:
    """Where a power can mobilize submarines now, after all its other units.

    Attributes:
        where: sea zones by complex (BG-10.1, 10.3).
        left: capacity left of each complex, None if it has no limit.
        joinable: own tokens that new submarines could join, and the complexes to which each may
            be charged.

    Implements: SS-1.4c
    """

    where: Mapping[SpaceId, tuple[SpaceId, ...]]
    left: Mapping[SpaceId, int | None]
    joinable: Mapping[PieceId, tuple[SpaceId, ...]]

    @classmethod
    def of(cls, game: Game, power: Power) -> "PlacementSlots":
        """The docks of a power: submarines go wherever its other ships may (BG-10.3)."""
        where = game.rules.placements(game, power, TRANSPORT)
        left = {complex_: room(game, complex_) for complex_ in where}
        ways = {
            token.id: tuple(c for c, zones in where.items() if left[c] != 0 and token.at in zones)
            for token in tokens_of(game, power)
        }
        return cls(where, left, {token: options for token, options in ways.items() if options})

    @property
    def free_slots(self) -> tuple[PlacementSlot, ...]:
        """Every place for a new token."""
        return tuple(
            PlacementSlot(at, complex_)
            for complex_, zones in self.where.items()
            if self.left[complex_] != 0
            for at in zones
        )

    def holds(self, complex_: SpaceId, used: int) -> bool:
        """Whether a complex has so much capacity left."""
        left = self.left[complex_]
        return left is None or used <= left


def can_fit(slots: PlacementSlots, track: Tracker, order: Placing, *, known: bool) -> bool:
    """Whether in some arrangement each complex has capacity for what is charged to it.

    The public test of V6: with `known` in the arrangements that are open for all that is known
    (a group with submarines is on the board, an opened one on its token), else in any.

    Implements: SS-1.4a
    """
    opened = track.opened if known else {}
    used = Counter(slot.complex for slot in order.tokens.values())
    fresh = used.copy()
    standing = Counter(c for token, c in order.charged.items() if token not in opened)
    growing = dict(order.added)
    for token, complex_ in sorted(order.charged.items()):
        if token in opened:
            used[complex_] += growing.pop(opened[token], 0)
    rest = sorted((n, not (known and track.size(group))) for group, n in growing.items())
    complexes = tuple(slots.where)

    @functools.cache
    def seated(left: int, fresh: _Counts, standing: _Counts, used: _Counts) -> bool:
        """Whether the first `left` growing groups (how much, whether on a new token) find tokens.

        On a new token a group uses one less than on an old one, which used nothing before. What
        went before matters by its sums alone, so of the many ways few have to be followed.
        """
        if not all(map(slots.holds, complexes, used)):
            return False
        if not left:
            return True
        n, may_be_new = rest[left - 1]
        for i in range(len(complexes)):
            if may_be_new and fresh[i]:
                taken = (_more(fresh, i, -1), standing, _more(used, i, n - 1))
            elif standing[i]:
                taken = (fresh, _more(standing, i, -1), _more(used, i, n))
            else:
                continue
            if seated(left - 1, *taken):
                return True
        return False

    counts = (tuple(each[c] for c in complexes) for each in (fresh, standing, used))
    return seated(len(rest), *counts)


def _more(counts: _Counts, i: int, n: int) -> _Counts:
    return (*counts[:i], counts[i] + n, *counts[i + 1 :])


def bounds(slots: PlacementSlots, order: Placing) -> tuple[Bound, ...]:
    """What the amounts charged to each complex must keep to, where that says anything at all."""
    charged = order.complexes
    found = []
    for complex_, left in sorted(slots.left.items()):
        tokens = tuple(token for token, c in sorted(charged.items()) if c == complex_)
        new = sum(token in order.tokens for token in tokens)
        if tokens and left is not None and left < sum(order.added.values()) + new:
            found.append(Bound(complex_, tokens, 0, left))
    return tuple(found)
