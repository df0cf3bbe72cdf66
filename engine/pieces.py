"""What stands on the board.

A *figure* is a piece that is its own unit. House rules add other pieces (Secret Subs: tokens); the
rules of the base game ask about pieces only through the questions of `engine.rules`.
"""

__all__ = ["Figure", "Piece", "PieceId", "Pieces"]

import dataclasses
import functools
import operator
from collections.abc import (
    Callable,
    Collection,
    ItemsView,
    Iterable,
    Iterator,
    KeysView,
    Mapping,
    ValuesView,
)
from dataclasses import dataclass, field
from typing import Any, ClassVar, NewType, Self, TypeVar, overload

from engine.board import Power, SpaceId
from engine.records import Plain
from engine.units import Kind

PieceId = NewType("PieceId", int)

T = TypeVar("T")

_ID = operator.attrgetter("id")


_Slots = tuple[Callable[[Any], tuple[Any, ...]], tuple[Callable[[Any, Any], None], ...]]


@functools.cache
def _slots(kind: type) -> _Slots:
    """How all fields of a kind of piece are read at once, and how each is written."""
    names = [each.name for each in dataclasses.fields(kind) if each.init]
    return operator.attrgetter(*names), tuple(getattr(kind, name).__set__ for name in names)


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
    _plain: Plain = field(
        default=None,
        init=False,
        repr=False,
        compare=False,
        metadata={"transient": True, "plain": True},
    )

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
        read, writers = _slots(kind)
        piece: Self = object.__new__(kind)
        for write, value in zip(writers, read(self), strict=True):
            write(piece, value)
        object.__setattr__(piece, "_plain", None)
        for name, value in changes.items():
            object.__setattr__(piece, name, value)
        return piece


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
        by_id, highest = dict(self._by_id), next(reversed(self._by_id), -1)
        gone = [by_id.pop(key) for key in removed]
        added = [key for key in fresh if key not in by_id]
        gone += [by_id[key] for key in fresh if key in by_id]
        by_id.update(fresh)
        after = object.__new__(Pieces)
        after._by_id = dict(sorted(by_id.items())) if added and added[0] < highest else by_id
        before = self._by_space
        after._by_space = None if before is None else _moved(before, gone, fresh)
        owners = {piece.owner for piece in (*gone, *fresh.values())}
        after._by_owner = {who: own for who, own in self._by_owner.items() if who not in owners}
        after._carried = None
        return after


def _moved(
    before: Mapping[SpaceId, tuple[Piece, ...]],
    gone: Iterable[Piece],
    fresh: Mapping[PieceId, Piece],
) -> dict[SpaceId, tuple[Piece, ...]]:
    """An index by space after some pieces have left it, and some have come, perhaps the same."""
    by_space, left = dict(before), {piece.id for piece in gone}
    coming: dict[SpaceId, list[Piece]] = {piece.at: [] for piece in gone}
    for piece in fresh.values():
        coming.setdefault(piece.at, []).append(piece)
    for space, pieces in coming.items():
        here = [piece for piece in before.get(space, ()) if piece.id not in left] + pieces
        if here:
            by_space[space] = tuple(sorted(here, key=_ID))
        else:
            by_space.pop(space, None)
    return by_space
