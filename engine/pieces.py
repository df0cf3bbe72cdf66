"""What stands on the board.

A *figure* is a piece that is its own unit. House rules add other pieces (Secret Subs: tokens); the
rules of the base game ask about pieces only through the questions of `engine.rules`.
"""

__all__ = ["Figure", "FigureFields", "Piece", "PieceFields", "PieceId", "PieceMark", "Pieces"]

import operator
from collections.abc import (
    Collection,
    ItemsView,
    Iterable,
    Iterator,
    KeysView,
    Mapping,
    ValuesView,
)
from dataclasses import dataclass
from typing import ClassVar, NewType, Self, TypedDict, TypeVar, Unpack, overload

from engine.board import Power, SpaceId
from engine.frozen import Frozen
from engine.units import Kind

PieceId = NewType("PieceId", int)

T = TypeVar("T")

_ID = operator.attrgetter("id")


class PieceFields(TypedDict, total=False):
    """The fields of a `Piece`: the keywords of `Piece.replace`."""

    id: PieceId
    owner: Power
    at: SpaceId
    left: int
    moved: bool
    fought: bool
    came_from: SpaceId | None


@dataclass(frozen=True, slots=True)
class PieceMark:
    """What a house rule has put on a piece: `silent`, or 2 of `mine`; None: not counted."""

    name: str
    count: int | None = None


@dataclass(frozen=True, kw_only=True)
class Piece(Frozen):
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

    def replace(self, **changes: Unpack[PieceFields]) -> Self:
        """The piece with some fields replaced."""
        return self._replaced(changes)


class FigureFields(PieceFields, total=False):
    """The fields of a `Figure`: the keywords of `Figure.replace`."""

    kind: Kind
    damaged: bool
    aboard: PieceId | None
    loaded: bool
    ashore: SpaceId | None
    unloaded: SpaceId | None
    brought_by: PieceId | None


@dataclass(frozen=True, kw_only=True)
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

    def replace(self, **changes: Unpack[FigureFields]) -> Self:
        """The figure with some fields replaced."""
        return self._replaced(changes)


class Pieces(Mapping[PieceId, Piece]):
    """Some pieces, as all those on the board: an immutable mapping with indexes.

    Iteration is in ascending id. Changing returns a new collection. An index is made once it is
    asked for, and goes on in changed collections as far as the change leaves it.
    """

    __slots__ = ("_by_id", "_by_owner", "_by_space", "_carried")

    def __init__(self, pieces: Iterable[Piece] = ()) -> None:
        self._by_id = {piece.id: piece for piece in sorted(pieces, key=_ID)}
        self._by_space: dict[SpaceId, tuple[Piece, ...]] | None = None
        self._by_owner: dict[Power, tuple[Piece, ...]] = {}  # those that were asked for
        self._carried: tuple[Figure, ...] | None = None

    def __getitem__(self, key: PieceId) -> Piece:
        return self._by_id[key]

    def named(self, ids: Iterable[PieceId]) -> tuple[Piece, ...]:
        """The pieces with these ids, in the order of the ids.

        Raises:
            KeyError: there is no such piece.
        """
        return tuple(map(self._by_id.__getitem__, ids))

    def __iter__(self) -> Iterator[PieceId]:
        return iter(self._by_id)

    def __len__(self) -> int:
        return len(self._by_id)

    # The views of Mapping go key by key; the dictionary's own are many times faster.

    @overload
    def get(self, key: PieceId, /) -> Piece | None: ...

    @overload
    def get(self, key: PieceId, /, default: Piece | T) -> Piece | T: ...

    def get(self, key: PieceId, /, default: Piece | T | None = None) -> Piece | T | None:
        """See `Mapping`."""
        return self._by_id.get(key, default)

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

    def _spaces(self) -> dict[SpaceId, tuple[Piece, ...]]:
        if self._by_space is None:
            found: dict[SpaceId, list[Piece]] = {}
            for piece in self._by_id.values():
                found.setdefault(piece.at, []).append(piece)
            self._by_space = {space: tuple(here) for space, here in found.items()}
        return self._by_space

    def at(self, space: SpaceId) -> tuple[Piece, ...]:
        """Pieces in a space, in ascending id."""
        return (self._by_space or self._spaces()).get(space, ())

    def of(self, owner: Power) -> tuple[Piece, ...]:
        """Pieces of a power, in ascending id."""
        if owner not in self._by_owner:
            self._by_owner[owner] = tuple([p for p in self._by_id.values() if p.owner == owner])
        return self._by_owner[owner]

    @property
    def carried(self) -> tuple[Figure, ...]:
        """Units that are aboard others, or were brought along by them, in ascending id."""
        if self._carried is None:
            self._carried = tuple(
                [
                    piece
                    for piece in self._by_id.values()
                    if isinstance(piece, Figure)
                    and (piece.aboard is not None or piece.brought_by is not None)
                ]
            )
        return self._carried

    def outside(self, spaces: Collection[SpaceId]) -> list[Piece]:
        """Pieces that stand in none of these spaces, in ascending id."""
        found = [p for at, here in self._spaces().items() if at not in spaces for p in here]
        found.sort(key=_ID)
        return found

    def replaced(self, changed: Iterable[Piece], removed: Iterable[PieceId] = ()) -> "Pieces":
        """The collection with some pieces changed or added, and others removed."""
        fresh = {piece.id: piece for piece in sorted(changed, key=_ID)}
        by_id, by_space, by_owner = dict(self._by_id), dict(self._spaces()), dict(self._by_owner)
        arrived: dict[SpaceId, list[Piece]] = {}
        for key in removed:
            gone = by_id.pop(key)
            arrived.setdefault(gone.at, [])
            by_owner.pop(gone.owner, None)
        highest = next(reversed(by_id), -1)
        ordered = True
        for key, piece in fresh.items():
            before = by_id.get(key)
            if before is not None:
                arrived.setdefault(before.at, [])
                by_owner.pop(before.owner, None)
            elif key < highest:
                ordered = False
            arrived.setdefault(piece.at, []).append(piece)
            by_owner.pop(piece.owner, None)
        for space, pieces in arrived.items():
            stayed = [p for p in by_space.get(space, ()) if p.id in by_id and p.id not in fresh]
            here = sorted(stayed + pieces, key=_ID)
            if here:
                by_space[space] = tuple(here)
            else:
                by_space.pop(space, None)
        by_id.update(fresh)
        after = object.__new__(Pieces)
        after._by_id = by_id if ordered else dict(sorted(by_id.items()))
        after._by_space, after._by_owner, after._carried = by_space, by_owner, None
        return after
