"""Which aircraft can find a deck: the joint assignment behind BG-7.6 and 9.3.

Pure combinatorics. Aircraft that need a deck each reach some zones; some slots lie fixed in zones,
and carriers that may still sail, or are still to be mobilized, choose one of several positions. How
many aircraft can land at once, at most, and where?
"""

__all__ = ["Carrier", "CarrierPosition", "DeckPlan", "deck_plan"]

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.board import SpaceId

Reach = frozenset[SpaceId]


@dataclass(frozen=True, slots=True)
class CarrierPosition:
    """A place for a carrier: its zone, and for a new one the complex that builds it."""

    zone: SpaceId
    yard: SpaceId | None = None

    def __lt__(self, other: "CarrierPosition") -> bool:
        return (self.zone, self.yard or "") < (other.zone, other.yard or "")


@dataclass(frozen=True, slots=True)
class Carrier:
    """A carrier that has a choice: how many aircraft it holds, and where it may be."""

    slots: int
    positions: frozenset[CarrierPosition]


@dataclass(frozen=True, slots=True)
class DeckPlan:
    """An assignment that lands as many aircraft as possible.

    Attributes:
        landed: how many.
        zones: where each aircraft lands, in the order given; None for one that cannot.
        positions: where each carrier goes, in the order given; None for one that does not help.
    """

    landed: int
    zones: tuple[SpaceId | None, ...]
    positions: tuple[CarrierPosition | None, ...]


def deck_plan(
    aircraft: Sequence[Reach],
    fixed: Mapping[SpaceId, int],
    carriers: Sequence[Carrier],
    yards: Mapping[SpaceId, int],
) -> DeckPlan:
    """Find places for as many aircraft as possible.

    Args:
        aircraft: the zones in which each could land if there were a deck.
        fixed: free slots on decks that stay where they are, by zone.
        carriers: those that may choose.
        yards: how many new carriers each complex can build.
    """
    groups = Counter(aircraft)
    order = sorted(
        (i for i, carrier in enumerate(carriers) if carrier.slots > 0),
        key=lambda i: (
            -carriers[i].slots,
            len(carriers[i].positions),
            sorted(carriers[i].positions),
        ),
    )
    search = _Search(groups, [(carriers[i].slots, _useful(carriers[i], groups)) for i in order])
    best = search.best(dict(fixed), dict(yards))
    positions: list[CarrierPosition | None] = [None] * len(carriers)
    for i, position in zip(order, best.positions, strict=True):
        positions[i] = position
    taken = {reach: list(zones) for reach, zones in best.flow.items()}
    zones = tuple(taken[reach].pop() if taken.get(reach) else None for reach in aircraft)
    return DeckPlan(best.landed, zones, tuple(positions))


def _useful(carrier: Carrier, groups: Mapping[Reach, int]) -> tuple[CarrierPosition, ...]:
    """Positions worth trying: those that serve an aircraft which no other position serves."""
    serves = {
        position: frozenset(reach for reach in groups if position.zone in reach)
        for position in sorted(carrier.positions)
    }
    kept: list[CarrierPosition] = []
    for position, served in sorted(serves.items(), key=lambda item: -len(item[1])):
        if served and not any(served <= serves[k] and position.yard == k.yard for k in kept):
            kept.append(position)
    return tuple(kept)


@dataclass(frozen=True, slots=True)
class _Found:
    landed: int
    positions: tuple[CarrierPosition | None, ...]
    flow: Mapping[Reach, tuple[SpaceId, ...]]


class _Search:
    """Depth first over the carriers' positions, cut off by what split carriers could do at best."""

    def __init__(
        self, groups: Mapping[Reach, int], carriers: list[tuple[int, tuple[CarrierPosition, ...]]]
    ) -> None:
        self._groups = dict(groups)
        self._carriers = carriers

    def best(self, fixed: dict[SpaceId, int], yards: dict[SpaceId, int]) -> _Found:
        """The best assignment with these slots and yards."""
        ceiling = self._bound(fixed, 0)
        return self._descend(fixed, yards, (), _Found(-1, (), {}), ceiling)

    def _descend(
        self,
        fixed: dict[SpaceId, int],
        yards: dict[SpaceId, int],
        chosen: tuple[CarrierPosition | None, ...],
        best: _Found,
        ceiling: int,
    ) -> _Found:
        depth = len(chosen)
        if depth == len(self._carriers):
            flow = _flow(self._groups, [(slots, frozenset((z,))) for z, slots in fixed.items()])
            landed = sum(map(len, flow.values()))
            zones = list(fixed)
            return (
                _Found(landed, chosen, {r: tuple(zones[d] for d in ds) for r, ds in flow.items()})
                if landed > best.landed
                else best
            )
        slots, positions = self._carriers[depth]
        for position in (*positions, None):
            if position is not None and position.yard is not None and not yards[position.yard]:
                continue
            if not self._in_turn(chosen, position):
                continue
            there, spent = dict(fixed), dict(yards)
            if position is not None:
                there[position.zone] = there.get(position.zone, 0) + slots
                if position.yard is not None:
                    spent[position.yard] -= 1
            if self._bound(there, depth + 1) > best.landed:
                best = self._descend(there, spent, (*chosen, position), best, ceiling)
                if best.landed == ceiling:
                    return best
        return best

    def _in_turn(
        self, chosen: tuple[CarrierPosition | None, ...], position: CarrierPosition | None
    ) -> bool:
        """Of carriers that are alike, only one order of positions is tried."""
        depth = len(chosen)
        if not depth or self._carriers[depth - 1] != self._carriers[depth]:
            return True
        options = (*self._carriers[depth][1], None)
        return options.index(chosen[-1]) <= options.index(position)

    def _bound(self, fixed: Mapping[SpaceId, int], depth: int) -> int:
        """What could land if every carrier not yet placed were in all its positions at once."""
        decks = [(slots, frozenset((zone,))) for zone, slots in fixed.items()]
        decks += [
            (slots, frozenset(position.zone for position in positions))
            for slots, positions in self._carriers[depth:]
        ]
        return sum(map(len, _flow(self._groups, decks).values()))


def _flow(
    groups: Mapping[Reach, int], decks: Sequence[tuple[int, frozenset[SpaceId]]]
) -> dict[Reach, list[int]]:
    """A greatest assignment of aircraft to decks (slots, zones), by augmenting paths.

    Returns the decks taken, by index, for each group of aircraft with one reach.
    """
    open_to = {
        reach: [i for i, (slots, zones) in enumerate(decks) if slots and zones & reach]
        for reach in groups
    }
    free = [slots for slots, _ in decks]
    taken: dict[Reach, list[int]] = {reach: [] for reach in groups}

    def place(reach: Reach, seen: set[int]) -> bool:
        for deck in open_to[reach]:
            if free[deck] > 0 and deck not in seen:
                free[deck] -= 1
                taken[reach].append(deck)
                return True
        for deck in open_to[reach]:
            if deck in seen:
                continue
            seen.add(deck)
            for other, held in taken.items():
                if other != reach and deck in held and place(other, seen):
                    held.remove(deck)
                    taken[reach].append(deck)
                    return True
        return False

    for reach in sorted(groups, key=lambda zones: (len(open_to[zones]), sorted(zones))):
        for _ in range(groups[reach]):
            if not place(reach, set()):
                break
    return taken
