"""What pieces are called in an answer."""

__all__ = ["laden", "named", "placed", "stacked", "stacks"]

from collections.abc import Iterable, Mapping

from client.presentation.words import handles, listed, stack
from client.seat.view import PlayerView
from engine.movement.cargo import cargo_of
from engine.pieces import Figure, PieceId
from engine.units import Kind


def placed(view: PlayerView, ids: Iterable[PieceId]) -> str:
    """``2 infantry, #12 in SZ 4``: pieces and where they are."""
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
    """``2 infantry, #12``: pieces without their space."""
    known = [view.game.pieces[piece] for piece in sorted(ids) if piece in view.game.pieces]
    figures = stacked(view, [piece.kind for piece in known if isinstance(piece, Figure)])
    tokens = handles(piece.id for piece in known if not isinstance(piece, Figure))
    return ", ".join(part for part in (figures, tokens) if part)


def stacked(view: PlayerView, kinds: Iterable[Kind] | Mapping[Kind, int]) -> str:
    """``2 infantry, tank``."""
    return stack(kinds, view.game.rules.scenario.units)


def laden(view: PlayerView, ship: PieceId) -> str:
    """``empty transport``, ``transport with 2 infantry, 1 mine``: a ship by what it carries."""
    cargo = stacked(view, [unit.kind for unit in cargo_of(view.game, (ship,))])
    marks = view.game.rules.marks(view.game, view.game.pieces[ship])
    name = named(view, (ship,))
    freight = ", ".join(part for part in (cargo, *marks) if part)
    return f"{name} with {freight}" if freight else f"empty {name}"
