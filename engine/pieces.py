"""What stands on the board.

A *figure* is a piece that is its own unit. House rules add other pieces (Secret Subs: tokens); the
rules of the base game ask about pieces only through the questions of `engine.rules`.
"""

__all__ = ["Figure", "Piece", "PieceId", "Pieces"]

import dataclasses
import functools
from collections.abc import ItemsView, Iterable, Iterator, KeysView, Mapping, ValuesView
from dataclasses import dataclass
from typing import Any, ClassVar, NewType, Self, cast

from engine.board import Power, SpaceId
from engine.units import Kind

PieceId = NewType("PieceId", int)


@functools.cache
def _fields(kind: type) -> tuple[str, ...]:
    return tuple(field.name for field in dataclasses.fields(kind))


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """A thing on the board with a place and an owner.

    Attributes:
        id: never reused in a game; counted by the engine.
        left: movement points left in this turn (BG-7).
        moved: whether it moved in this turn's Combat move (BG-9.1).
        fought: whether it took part in a battle this turn (BG-9.1).
        came_from: the space from which it last entered its space this turn (BG-8.19).
    """

    id: PieceId
    owner: Power
    at: SpaceId
    left: int = 0
    moved: bool = False
    fought: bool = False
    came_from: SpaceId | None = None

    def but(self, **changes: Any) -> Self:
        """The piece with some fields replaced; itself where that changes nothing.

        As `dataclasses.replace`, in half the time: replay spends its time here.
        """
        for name, value in changes.items():
            if getattr(self, name) != value:
                break
        else:
            return self
        kind: Any = type(self)
        piece = object.__new__(kind)
        for name in _fields(kind):
            value = changes[name] if name in changes else getattr(self, name)
            object.__setattr__(piece, name, value)
        return cast("Self", piece)


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure(Piece):
    """A single unit.

    Attributes:
        damaged: a two-hit ship that has taken its first hit (BG-6.1, 8.15).
        aboard: the transport that carries it, or the carrier on which an allied fighter is cargo.
        loaded: whether it boarded this turn (BG-7.9).
        ashore: the territory of this turn's assault in which it will land (BG-7.10).
        unloaded: a transport's territory of unloading this turn; its movement is over (BG-7.9).
        brought_by: the tank or bomber that has brought it along this turn (BG-4.2).
    """

    tag: ClassVar[str] = "figure"

    kind: Kind
    damaged: bool = False
    aboard: PieceId | None = None
    loaded: bool = False
    ashore: SpaceId | None = None
    unloaded: SpaceId | None = None
    brought_by: PieceId | None = None


class Pieces(Mapping[PieceId, Piece]):
    """All pieces on the board: an immutable mapping with an index by space.

    Iteration is in ascending id. Changing returns a new collection.
    """

    __slots__ = ("_by_id", "_by_space")

    def __init__(self, pieces: Iterable[Piece] = ()) -> None:
        by_id = {piece.id: piece for piece in sorted(pieces, key=lambda piece: piece.id)}
        by_space: dict[SpaceId, tuple[Piece, ...]] = {}
        for piece in by_id.values():
            by_space[piece.at] = (*by_space.get(piece.at, ()), piece)
        self._fill(by_id, by_space)

    def _fill(
        self, by_id: dict[PieceId, Piece], by_space: dict[SpaceId, tuple[Piece, ...]]
    ) -> "Pieces":
        self._by_id = by_id
        self._by_space = by_space
        return self

    def __getitem__(self, key: PieceId) -> Piece:
        return self._by_id[key]

    def __iter__(self) -> Iterator[PieceId]:
        return iter(self._by_id)

    def __len__(self) -> int:
        return len(self._by_id)

    # The views of Mapping go key by key; the dictionary's own are many times faster.

    def __contains__(self, key: object) -> bool:
        return key in self._by_id

    def keys(self) -> KeysView[PieceId]:
        """See `Mapping`."""
        return self._by_id.keys()

    def values(self) -> ValuesView[Piece]:
        """See `Mapping`."""
        return self._by_id.values()

    def items(self) -> ItemsView[PieceId, Piece]:
        """See `Mapping`."""
        return self._by_id.items()

    def at(self, space: SpaceId) -> tuple[Piece, ...]:
        """Pieces in a space, in ascending id."""
        return self._by_space.get(space, ())

    def replaced(self, changed: Iterable[Piece], removed: Iterable[PieceId] = ()) -> "Pieces":
        """The collection with some pieces changed or added, and others removed."""
        fresh = {piece.id: piece for piece in sorted(changed, key=lambda piece: piece.id)}
        by_id, by_space = dict(self._by_id), dict(self._by_space)
        arrived: dict[SpaceId, list[Piece]] = {}
        for gone in removed:
            arrived.setdefault(by_id.pop(gone).at, [])
        highest = next(reversed(by_id), -1)
        for key, piece in fresh.items():
            if key in by_id:
                arrived.setdefault(by_id[key].at, [])
            arrived.setdefault(piece.at, []).append(piece)
        for space, pieces in arrived.items():
            stayed = (p for p in by_space.get(space, ()) if p.id in by_id and p.id not in fresh)
            here = sorted((*stayed, *pieces), key=lambda piece: piece.id)
            if here:
                by_space[space] = tuple(here)
            else:
                by_space.pop(space, None)
        ordered = all(key > highest for key in fresh if key not in by_id)
        by_id.update(fresh)
        return Pieces()._fill(by_id if ordered else dict(sorted(by_id.items())), by_space)
