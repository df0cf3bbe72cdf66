"""How many hits can be assigned, and which assignments are of that size (BG-8.14, 8.15).

A hit carries its restriction: it may go to some targets only. So hits and targets form a bipartite
graph, and the rule asks for a maximum matching that serves ordinary targets first and transports
last. Hits with the same targets are alike, and targets that the same hits may reach are alike, so
the graph collapses to a handful of classes and the theorem of König gives the size of a maximum
matching without searching for one: whatever set of hit classes is left out of account, the others
can fill no more than the places of the targets they reach.

Implements: BG-8.14
"""

__all__ = ["Salvo"]

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from engine.errors import Illegal, counted
from engine.pieces import PieceId

Losses = Mapping[PieceId, int]


_ONE_CLASS = 2  # sets of hit classes where there is one: none of it, and it

Sums = dict[int, int]
"""Room, or hits taken, summed over the targets that the same hits may reach (a bit for each)."""


@dataclass(frozen=True, slots=True)
class Salvo:
    """Hits scored against one side, and what they may be assigned to.

    Attributes:
        hits: how many hits may go to the same targets, and those targets.
        remaining_hits: how many hits each target can take, at least 1, by piece.
        last: targets that take a hit only where no other legal target remains (BG-8.15).
    """

    hits: tuple[tuple[int, frozenset[PieceId]], ...]
    remaining_hits: Losses
    last: frozenset[PieceId] = frozenset()
    _reach: Losses = field(init=False)
    _left_out: tuple[int, ...] = field(init=False)

    def __post_init__(self) -> None:
        alike: dict[frozenset[PieceId], int] = {}
        for count, targets in self.hits:
            alike[targets] = alike.get(targets, 0) + count
        reach = {
            piece: sum(1 << i for i, targets in enumerate(alike) if piece in targets)
            for piece in sorted(self.remaining_hits)
        }
        left_out = tuple(
            sum(count for i, count in enumerate(alike.values()) if not counted >> i & 1)
            for counted in range(1 << len(alike))
        )
        object.__setattr__(self, "_reach", {p: mask for p, mask in reach.items() if mask})
        object.__setattr__(self, "_left_out", left_out)

    @property
    def anywhere(self) -> bool:
        """Whether every hit may go to every target, and some place is left over."""
        hits, room = sum(count for count, _ in self.hits), sum(self.remaining_hits.values())
        return len(self._left_out) == _ONE_CLASS and not self.last and hits < room

    @property
    def targets(self) -> tuple[PieceId, ...]:
        """Pieces that some hit may go to: ordinary ones first, ascending, then transports."""
        return tuple(sorted(self._reach, key=lambda piece: (piece in self.last, piece)))

    def _sums(self, amounts: Losses) -> Sums:
        sums: Sums = {}
        for piece, amount in amounts.items():
            mask = self._reach[piece]
            sums[mask] = sums.get(mask, 0) + amount
        return sums

    def _most(self, places: Sums) -> int:
        """The size of a maximum matching between the hits and so many places."""
        most = self._left_out[0]
        for classes, left_out in enumerate(self._left_out):
            size = left_out
            for mask, number in places.items():
                if mask & classes:
                    size += number
            most = min(most, size)
        return most

    def _feasible(self, losses: Sums) -> bool:
        return self._most(losses) == sum(losses.values())

    @property
    def quota(self) -> tuple[int, int]:
        """How many hits ordinary targets must take, and how many of the rest transports must."""
        first = self._most(
            self._sums({p: self.remaining_hits[p] for p in self._reach if p not in self.last})
        )
        return first, self._most(
            self._sums({p: self.remaining_hits[p] for p in self._reach})
        ) - first

    def check(self, losses: Losses) -> None:
        """Judge an assignment.

        Raises:
            Illegal: a hit cannot go where it is assigned, or more or fewer must be assigned
                (BG-8.14, 8.15).
        """
        for piece, hits in losses.items():
            if piece not in self._reach:
                raise Illegal("BG-8.14", "no hit can be assigned to {piece}", piece=piece)
            if not 1 <= hits <= self.remaining_hits[piece]:
                most = counted(self.remaining_hits[piece], "hit")
                reason = "{piece} can take at most {most}, not {hits}"
                raise Illegal("BG-8.14", reason, piece=piece, most=most, hits=hits)
        first, rest = self.quota
        transports = sum(hits for piece, hits in losses.items() if piece in self.last)
        others = sum(losses.values()) - transports
        if others != first:
            reason = "units other than transports must take {hits}, not {others}"
            raise Illegal("BG-8.14", reason, hits=counted(first, "hit"), others=others)
        if transports != rest:
            reason = "transports must take {hits}, not {transports}"
            raise Illegal("BG-8.14", reason, hits=counted(rest, "hit"), transports=transports)
        if not self._feasible(self._sums(losses)):
            raise Illegal("BG-8.14", "some of these hits cannot go to the units chosen")

    def by_preference(self, order: Iterable[PieceId]) -> Losses:
        """The legal assignment that takes its losses in this order, as far as the rule allows.

        Each mention of a piece in `order` offers one hit to it; targets not mentioned, or not often
        enough, follow in ascending order.

        A set of hits that can be assigned together can always be filled up to a maximum one, so
        taking them greedily ends at one.
        """
        offered = [piece for piece in order if piece in self._reach]
        offered += [piece for piece in self.targets for _ in range(self.remaining_hits[piece])]
        offered.sort(key=lambda piece: piece in self.last)
        losses: dict[PieceId, int] = {}
        taken: Sums = {}
        left = sum(self.quota)
        for piece in offered:
            if not left:
                break
            if losses.get(piece, 0) < self.remaining_hits[piece]:
                more = _added(taken, self._reach[piece], 1)
                if self._feasible(more):
                    taken = more
                    losses[piece] = losses.get(piece, 0) + 1
                    left -= 1
        return dict(sorted(losses.items()))

    def assignments(self, alike: Mapping[PieceId, object]) -> Iterator[Losses]:
        """Legal assignments, lazily, each once, in a fixed order.

        Targets with equal `alike` are interchangeable: of assignments that differ only by which of
        them takes how much, only the one in which the lower ids take more is given.
        """
        first, rest = self.quota
        targets = self.targets
        twins = [_last_alike(piece, targets[:i], alike) for i, piece in enumerate(targets)]
        wanted = [first + rest if piece in self.last else first for piece in targets]
        after = [
            self._sums(
                {
                    p: self.remaining_hits[p]
                    for p in targets[i + 1 :]
                    if (p in self.last) is (t in self.last)
                }
            )
            for i, t in enumerate(targets)
        ]

        def extend(i: int, chosen: dict[PieceId, int], taken: Sums) -> Iterator[Losses]:
            if i == len(targets):
                yield {piece: hits for piece, hits in sorted(chosen.items()) if hits}
                return
            piece, twin = targets[i], twins[i]
            most = self.remaining_hits[piece]
            if twin is not None and self.remaining_hits[twin] == most:
                most = chosen[twin]
            for hits in range(most, -1, -1):
                more = _added(taken, self._reach[piece], hits)
                if not self._feasible(more):
                    continue
                reachable = more
                for mask, places in after[i].items():
                    reachable = _added(reachable, mask, places)
                if self._most(reachable) < wanted[i]:
                    return
                yield from extend(i + 1, {**chosen, piece: hits}, more)

        yield from extend(0, {}, {})


def _added(sums: Sums, mask: int, amount: int) -> Sums:
    return {**sums, mask: sums.get(mask, 0) + amount}


def _last_alike(
    piece: PieceId, before: Sequence[PieceId], alike: Mapping[PieceId, object]
) -> PieceId | None:
    return next((other for other in reversed(before) if alike[other] == alike[piece]), None)
