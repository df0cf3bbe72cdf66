"""Tokens, which hide groups of submarines; the markers that a shuffle leaves open (SS-4.3b).

A shuffle moves no marker. It is recorded with the markers of the pieces that went in. A token that
came out *may be* a piece if some one-to-one assignment of all its tokens to its pieces, agreeing
with every claim `From` about them, says so. Pure functions of the record and the token; `state`
keeps the records.

Implements: SS-0.1, SS-4.3b, SS-A5
"""

__all__ = [
    "Arrangements",
    "Exchange",
    "Markers",
    "Shuffle",
    "Token",
    "TokenFields",
    "always_alike",
    "current_markers",
    "least_permissive",
    "may_be",
    "most_permissive",
    "narrowed",
    "received",
    "sharing",
    "some_came_from",
]

import dataclasses
import functools
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Self, Unpack

from engine.board import Power, SpaceId
from engine.pieces import Piece, PieceFields, PieceId


class TokenFields(PieceFields, total=False):
    """The fields of a `Token`: the keywords of `Token.replace`."""

    face_up: bool
    submerged: bool


@dataclass(frozen=True, kw_only=True)
class Token(Piece):
    """A token on the board; its id is its handle (SS-0.3).

    Where a shuffle has left open which piece a token is (SS-4.3b), `left`, `moved`, `fought` and
    `came_from` are the most permissive of its possible markers, so that the base game forbids only
    what none of them allows; `tokens.possible` has them all.

    Attributes:
        face_up: whether its group shows (SS-3.3a).
        submerged: whether it dived out of the battle that is being fought (SS-3.2).
    """

    tag: ClassVar[str] = "token"

    face_up: bool = False
    submerged: bool = False

    def replace(self, **changes: Unpack[TokenFields]) -> Self:
        """The token with some fields replaced."""
        return self._replaced(changes)


@dataclass(frozen=True, slots=True)
class Markers:
    """What a piece has done this turn, and may still do (SS-0.3)."""

    left: int
    moved: bool
    fought: bool
    came_from: SpaceId | None

    @classmethod
    def of(cls, token: Token) -> "Markers":
        """The markers that a token shows."""
        return cls(token.left, token.moved, token.fought, token.came_from)

    def on(self, token: Token) -> Token:
        """The token with these markers."""
        return token.replace(
            left=self.left,
            moved=self.moved,
            fought=self.fought,
            came_from=self.came_from,
        )


def most_permissive(markers: Iterable[Markers]) -> Markers:
    """What some of these allow: the most permissive of each."""
    each = tuple(markers)
    return Markers(
        max(m.left for m in each),
        all(m.moved for m in each),
        all(m.fought for m in each),
        _common(m.came_from for m in each),
    )


def least_permissive(markers: Iterable[Markers]) -> Markers:
    """What all of these allow (SS-4.3b, points 5 and 7).

    Implements: SS-4.3b.5, SS-4.3b.7
    """
    each = tuple(markers)
    return Markers(
        min(m.left for m in each),
        any(m.moved for m in each),
        any(m.fought for m in each),
        _common(m.came_from for m in each),
    )


def _common(spaces: Iterable[SpaceId | None]) -> SpaceId | None:
    different = frozenset(spaces)
    return next(iter(different)) if len(different) == 1 else None


@dataclass(frozen=True, kw_only=True)
class Exchange:
    """Submarines exchanged in transit between groups on tokens that moved differently (SS-6).

    Attributes:
        owner: whose groups they are.
        receiving: groups that received and whose tokens are not known, ascending.
        own: the tokens that may hold them, with the markers that each had of its own.
        least: the least of the markers that the groups that gave may have had.
    """

    tag: ClassVar[str] = "exchange"

    owner: Power
    receiving: tuple[int, ...]
    own: Mapping[PieceId, Markers]
    least: Markers


def received(exchange: Exchange, token: Token) -> Markers:
    """The markers of a token of an exchange now if it received: the least of its own and theirs."""
    own = exchange.own[token.id]
    lost = max(0, own.left - exchange.least.left)
    return Markers(
        max(0, token.left - lost),
        token.moved or exchange.least.moved,
        token.fought,
        token.came_from,
    )


@dataclass(frozen=True, kw_only=True)
class Shuffle:
    """One shuffle (SS-4.3b, point 1).

    Attributes:
        owner: whose tokens were shuffled.
        pieces: what went in, with the least of its possible markers (point 5).
        tokens: what came out, ascending. Tokens since discarded, removed or shuffled on stay.
        claims: the pieces that a token was shown to be one of.
        settled: tokens whose markers no longer hang on which piece they are.

    Implements: SS-4.3b.1
    """

    tag: ClassVar[str] = "shuffle"

    owner: Power
    pieces: Mapping[PieceId, Markers]
    tokens: tuple[PieceId, ...]
    claims: Mapping[PieceId, frozenset[PieceId]] = field(default_factory=dict)
    settled: frozenset[PieceId] = frozenset()

    @functools.cached_property
    def arrangements(self) -> "Arrangements":
        """What may have become of the pieces."""
        pieces = tuple(sorted(self.pieces))
        return Arrangements(
            {token: tuple(sorted(self.claims.get(token, pieces))) for token in self.tokens}
        )

    @functools.cached_property
    def possible_markers(self) -> Mapping[PieceId, Mapping[PieceId, Markers]]:
        """By token, the pieces that it may be, ascending, with the markers that went in."""
        return {
            token: {piece: self.pieces[piece] for piece in pieces}
            for token, pieces in self.arrangements.possible.items()
        }

    @functools.cached_property
    def shown(self) -> Mapping[PieceId, Markers]:
        """The markers that each token shows as long as it has done nothing since."""
        return {
            token: most_permissive(pieces.values())
            for token, pieces in self.possible_markers.items()
        }


def may_be(shuffle: Shuffle, token: PieceId) -> tuple[PieceId, ...]:
    """The pieces that a token of a shuffle may be, ascending."""
    return shuffle.arrangements.possible[token]


def current_markers(shuffle: Shuffle, token: Token) -> Mapping[PieceId, Markers]:
    """The markers that a token of a shuffle has if it is one piece or another.

    Those of the piece, changed by what the token has done since.
    """
    pieces, shown = shuffle.possible_markers[token.id], Markers.of(token)
    if token.id in shuffle.settled:
        return dict.fromkeys(pieces, shown)
    if shown == shuffle.shown[token.id]:
        return pieces
    used = shuffle.shown[token.id].left - token.left
    return {
        piece: Markers(
            max(0, m.left - used),
            m.moved or token.moved,
            m.fought or token.fought,
            token.came_from if token.came_from is not None else m.came_from,
        )
        for piece, m in pieces.items()
    }


def narrowed(
    shuffle: Shuffle, token: PieceId, pieces: Iterable[PieceId], tokens: Iterable[Token]
) -> tuple[Shuffle, tuple[Token, ...]]:
    """The shuffle after a token was shown to be one of some pieces; its tokens, then.

    What one token is says something of the others too.
    """
    known = frozenset(pieces) & shuffle.claims.get(token, frozenset(shuffle.pieces))
    after = dataclasses.replace(shuffle, claims={**shuffle.claims, token: known})
    changed = []
    for other in tokens:
        before, rest = current_markers(shuffle, other), may_be(after, other.id)
        changed.append(most_permissive(before[piece] for piece in rest).on(other))
    return after, tuple(changed)


def sharing(pieces: Mapping[PieceId, Markers], named: Iterable[PieceId]) -> frozenset[PieceId]:
    """All pieces that have each marker which the named ones have in common (point 4)."""
    rows = [dataclasses.astuple(pieces[piece]) for piece in named]
    common = {
        i: column[0] for i, column in enumerate(zip(*rows, strict=True)) if len(set(column)) == 1
    }
    return frozenset(
        piece
        for piece, markers in pieces.items()
        if all(dataclasses.astuple(markers)[i] == value for i, value in common.items())
    )


def always_alike(
    shuffle: Shuffle, a: Token, b: Token, same: Callable[[Markers, Markers], bool]
) -> bool:
    """Whether two tokens of one shuffle have the same markers in every arrangement (SS-4.1)."""
    here, there = current_markers(shuffle, a), current_markers(shuffle, b)
    return not any(
        shuffle.arrangements.exists({a.id: p, b.id: q})
        for p, m in here.items()
        for q, n in there.items()
        if p != q and not same(m, n)
    )


def some_came_from(shuffle: Shuffle, tokens: Iterable[Token], space: SpaceId) -> bool:
    """Whether in every arrangement one of these tokens came from a space (SS-A6)."""
    barred = {
        token.id: frozenset(
            p for p, m in current_markers(shuffle, token).items() if m.came_from == space
        )
        for token in tokens
    }
    return not shuffle.arrangements.exists({}, barred)


@dataclass(frozen=True)
class Arrangements:
    """The one-to-one assignments of tokens to pieces that agree with all claims.

    `allowed`: by token, the pieces that its own claims leave, ascending.
    """

    allowed: Mapping[PieceId, tuple[PieceId, ...]]

    def exists(
        self,
        fixed: Mapping[PieceId, PieceId],
        barred: Mapping[PieceId, frozenset[PieceId]] | None = None,
    ) -> bool:
        """Whether there is one, with some tokens being given pieces and others not being some."""
        options = {
            token: [
                piece
                for piece in pieces
                if fixed.get(token, piece) == piece
                and piece not in (barred or {}).get(token, frozenset())
            ]
            for token, pieces in self.allowed.items()
        }
        return _assignable(options)

    @functools.cached_property
    def possible(self) -> Mapping[PieceId, tuple[PieceId, ...]]:
        """By token, the pieces that it is in one of them, ascending."""
        if all(len(pieces) == len(self.allowed) for pieces in self.allowed.values()):
            return self.allowed  # nothing is claimed: each may be any
        return {
            token: tuple(piece for piece in pieces if self.exists({token: piece}))
            for token, pieces in self.allowed.items()
        }


def _assignable(options: Mapping[PieceId, list[PieceId]]) -> bool:
    """Whether every token can have a piece of its own (augmenting paths)."""
    holder: dict[PieceId, PieceId] = {}

    def seat(token: PieceId, tried: set[PieceId]) -> bool:
        for piece in options[token]:
            if piece not in tried:
                tried.add(piece)
                if piece not in holder or seat(holder[piece], tried):
                    holder[piece] = token
                    return True
        return False

    return all(seat(token, set()) for token in options)
