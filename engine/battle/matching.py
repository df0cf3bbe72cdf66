"""How many hits can be assigned, and which assignments are of that size (BG-8.14, 8.15).

A hit carries its restriction: it may go to some targets only. So hits and targets form a bipartite
graph, and the rule asks for a maximum matching that serves ordinary targets first and transports
last. Hits with the same targets are alike, and targets that the same hits may reach are alike, so
the graph collapses to a handful of classes and the theorem of König gives the size of a maximum
matching without searching for one: whatever set of hit classes is left out of account, the others
can fill no more than the room of the targets they reach.
"""

__all__ = ["Salvo"]

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from engine.pieces import PieceId

Losses = Mapping[PieceId, int]


@dataclass(frozen=True, slots=True)
class Salvo:
    """Hits scored against one side, and what they may be assigned to.

    Attributes:
        hits: how many hits may go to the same targets, and those targets.
        room: how many hits each target can take, at least 1, by piece.
        last: targets that take a hit only where no other legal target remains (BG-8.15).
    """

    hits: tuple[tuple[int, frozenset[PieceId]], ...]
    room: Losses
    last: frozenset[PieceId] = frozenset()
    _counts: tuple[int, ...] = field(init=False)
    _class: Mapping[PieceId, int] = field(init=False)

    def __post_init__(self) -> None:
        alike: dict[frozenset[PieceId], int] = {}
        for count, targets in self.hits:
            alike[targets] = alike.get(targets, 0) + count
        reached = {
            piece: sum(1 << i for i, targets in enumerate(alike) if piece in targets)
            for piece in sorted(self.room)
        }
        object.__setattr__(self, "_counts", tuple(alike.values()))
        object.__setattr__(self, "_class", {p: mask for p, mask in reached.items() if mask})

    @property
    def targets(self) -> tuple[PieceId, ...]:
        """Pieces that some hit may go to: ordinary ones first, ascending, then transports."""
        return tuple(sorted(self._class, key=lambda piece: (piece in self.last, piece)))

    def _most(self, room: Losses) -> int:
        """The size of a maximum matching, each target taking at most `room`."""
        by_class: dict[int, int] = {}
        for piece, places in room.items():
            mask = self._class[piece]
            by_class[mask] = by_class.get(mask, 0) + places
        everyone = range(len(self._counts))
        return min(
            sum(self._counts[i] for i in everyone if not counted >> i & 1)
            + sum(places for mask, places in by_class.items() if mask & counted)
            for counted in range(1 << len(self._counts))
        )

    def _feasible(self, losses: Losses) -> bool:
        return self._most(losses) == sum(losses.values())

    @property
    def quota(self) -> tuple[int, int]:
        """How many hits ordinary targets must take, and how many of the rest transports must."""
        first = self._most({p: self.room[p] for p in self._class if p not in self.last})
        return first, self._most({p: self.room[p] for p in self._class}) - first

    def fault(self, losses: Losses) -> str | None:
        """What is wrong with an assignment, in the rulebook's words; None if it is legal."""
        for piece, hits in losses.items():
            if piece not in self._class:
                return f"no hit can be assigned to piece {piece}"
            if not 1 <= hits <= self.room[piece]:
                return f"piece {piece} takes 1 to {self.room[piece]} hits, not {hits}"
        first, rest = self.quota
        transports = sum(hits for piece, hits in losses.items() if piece in self.last)
        others = sum(losses.values()) - transports
        if others != first:
            return f"units other than transports must take {first} hits, not {others}"
        if transports != rest:
            return f"transports must take {rest} hits, not {transports}"
        if not self._feasible(losses):
            return "some of these hits may not be assigned to the units chosen"
        return None

    def by_preference(self, order: Iterable[PieceId]) -> Losses:
        """The legal assignment that takes its losses in this order, as far as the rule allows.

        Each mention of a piece in `order` offers one hit to it; targets not mentioned, or not often
        enough, follow in ascending order.

        A set of hits that can be assigned together can always be filled up to a maximum one, so
        taking them greedily ends at one.
        """
        offered = [piece for piece in order if piece in self._class]
        offered += [piece for piece in self.targets for _ in range(self.room[piece])]
        losses: dict[PieceId, int] = {}
        for turn_of_transports in (False, True):
            for piece in offered:
                if (piece in self.last) is not turn_of_transports:
                    continue
                more = losses.get(piece, 0) + 1
                if more <= self.room[piece] and self._feasible({**losses, piece: more}):
                    losses[piece] = more
        return dict(sorted(losses.items()))

    def assignments(self, alike: Mapping[PieceId, object]) -> Iterator[Losses]:
        """Legal assignments, lazily, each once, in a fixed order.

        Targets with equal `alike` are interchangeable: of assignments that differ only by which of
        them takes how much, the one is given in which the lower ids take more.
        """
        first, rest = self.quota
        targets = self.targets
        twin = {
            piece: previous
            for i, piece in enumerate(targets)
            for previous in [_last_alike(piece, targets[:i], alike)]
            if previous is not None and self.room[previous] == self.room[piece]
        }

        def still_reachable(i: int, chosen: Losses) -> bool:
            """Whether the rest of the targets of this tier can fill up what is wanted of it."""
            tier = targets[i] in self.last
            rest_of_tier = {p: self.room[p] for p in targets[i + 1 :] if (p in self.last) is tier}
            return self._most({**chosen, **rest_of_tier}) == (first + rest if tier else first)

        def extend(i: int, chosen: dict[PieceId, int]) -> Iterator[Losses]:
            if i == len(targets):
                yield {piece: hits for piece, hits in sorted(chosen.items()) if hits}
                return
            piece = targets[i]
            most = self.room[piece]
            if piece in twin:
                most = min(most, chosen[twin[piece]])
            for hits in range(most, -1, -1):
                tried = {**chosen, piece: hits}
                if not self._feasible(tried):
                    continue
                if not still_reachable(i, tried):
                    return
                yield from extend(i + 1, tried)

        yield from extend(0, {})


def _last_alike(
    piece: PieceId, before: Sequence[PieceId], alike: Mapping[PieceId, object]
) -> PieceId | None:
    return next((other for other in reversed(before) if alike[other] == alike[piece]), None)
