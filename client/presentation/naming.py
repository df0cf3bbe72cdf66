"""What pieces are called in an answer."""

__all__ = ["laden", "named", "placed", "seen", "seen_at", "stacked", "stacks"]

from collections.abc import Callable, Iterable, Mapping

from client.presentation.markers import mark_words
from client.presentation.words import counted_kinds, group_size, listed
from client.seat.view import PlayerView
from engine.board import SpaceId
from engine.movement.cargo import cargo_of
from engine.pieces import Figure, PieceId
from engine.units import Kind
from engine.variants.secret_subs.state import tracker


def placed(view: PlayerView, ids: Iterable[PieceId]) -> str:
    """``2 infantry and #12 in SZ 4``: pieces and where they are."""
    known = frozenset(ids).intersection(view.game.pieces)
    where = sorted({view.game.pieces[piece].at for piece in known})
    what = named(view, known)
    return f"{what} in {listed(where)}" if where else what


def stacks(view: PlayerView, ids: Iterable[PieceId]) -> list[str]:
    """As `placed`, space by space."""
    known = sorted(frozenset(ids).intersection(view.game.pieces))
    spaces = sorted({view.game.pieces[piece].at for piece in known})
    return [
        placed(view, (piece for piece in known if view.game.pieces[piece].at == space))
        for space in spaces
    ]


def named(view: PlayerView, ids: Iterable[PieceId]) -> str:
    """``2 infantry and #12``: pieces without their space."""
    return _named(view, ids, lambda token: f"#{token}")


def seen(view: PlayerView, ids: Iterable[PieceId]) -> str:
    """``2 infantry and #12 (group 3, 2 submarines)``: as `named`, with what own tokens hold."""
    return _named(view, ids, lambda token: _held(view, token))


def _named(view: PlayerView, ids: Iterable[PieceId], name: Callable[[PieceId], str]) -> str:
    known = [view.game.pieces[piece] for piece in sorted(ids) if piece in view.game.pieces]
    figures = [piece.kind for piece in known if isinstance(piece, Figure)]
    tokens = (name(piece.id) for piece in known if not isinstance(piece, Figure))
    return listed((*counted_kinds(figures, view.game.rules.scenario.units), *tokens))


def _held(view: PlayerView, token: PieceId) -> str:
    group = view.groups.get(token)
    if group is None:
        return f"#{token}"
    size = tracker(view.game, view.game.pieces[token].owner).size(group)
    return f"#{token} ({f'group {group}, ' if size else ''}{group_size(size)})"


def seen_at(view: PlayerView, ids: Iterable[PieceId]) -> list[tuple[str, SpaceId]]:
    """As `seen`, space by space, with the space."""
    known = frozenset(ids).intersection(view.game.pieces)
    spaces = sorted({view.game.pieces[piece].at for piece in known})
    return [
        (seen(view, (piece for piece in known if view.game.pieces[piece].at == space)), space)
        for space in spaces
    ]


def stacked(view: PlayerView, kinds: Iterable[Kind] | Mapping[Kind, int]) -> str:
    """``2 infantry and a tank``."""
    return listed(counted_kinds(kinds, view.game.rules.scenario.units))


def laden(view: PlayerView, ship: PieceId) -> str:
    """``an empty transport``, ``a transport with 2 infantry and 1 mine``: by what it carries."""
    cargo = stacked(view, [unit.kind for unit in cargo_of(view.game, (ship,))])
    marks = view.game.rules.marks(view.game, view.game.pieces[ship])
    name = named(view, (ship,)).removeprefix("a ")
    freight = listed(part for part in (cargo, *map(mark_words, marks)) if part)
    return f"a {name} with {freight}" if freight else f"an empty {name}"
