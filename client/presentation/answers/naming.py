"""What pieces are called in an answer."""

__all__ = ["laden", "named", "placed", "stacked", "stacks"]

from collections.abc import Iterable, Mapping

from client.presentation.words import handles, listed, stack
from client.seat.view import Sight
from engine.movement.cargo import cargo_of
from engine.pieces import Figure, PieceId
from engine.units import Kind


def placed(sight: Sight, ids: Iterable[PieceId]) -> str:
    """``2 infantry, #12 in SZ 4``: pieces and where they are."""
    known = frozenset(ids).intersection(sight.game.pieces)
    where = sorted({sight.game.pieces[piece].at for piece in known})
    what = named(sight, known)
    return f"{what} in {listed(where)}" if where else what


def stacks(sight: Sight, ids: Iterable[PieceId]) -> list[str]:
    """As `placed`, space by space."""
    known = sorted(frozenset(ids).intersection(sight.game.pieces))
    spaces = sorted({sight.game.pieces[piece].at for piece in known})
    return [
        placed(sight, (piece for piece in known if sight.game.pieces[piece].at == space))
        for space in spaces
    ]


def named(sight: Sight, ids: Iterable[PieceId]) -> str:
    """``2 infantry, #12``: pieces without their space."""
    known = [sight.game.pieces[piece] for piece in sorted(ids) if piece in sight.game.pieces]
    figures = stacked(sight, [piece.kind for piece in known if isinstance(piece, Figure)])
    tokens = handles(piece.id for piece in known if not isinstance(piece, Figure))
    return ", ".join(part for part in (figures, tokens) if part)


def stacked(sight: Sight, kinds: Iterable[Kind] | Mapping[Kind, int]) -> str:
    """``2 infantry, tank``."""
    return stack(kinds, sight.game.rules.scenario.units)


def laden(sight: Sight, ship: PieceId) -> str:
    """``empty transport``, ``transport with 2 infantry, 1 mine``: a ship by what it carries."""
    cargo = stacked(sight, [unit.kind for unit in cargo_of(sight.game, (ship,))])
    marks = sight.game.rules.marks(sight.game, sight.game.pieces[ship])
    name = named(sight, (ship,))
    freight = ", ".join(part for part in (cargo, *marks) if part)
    return f"{name} with {freight}" if freight else f"empty {name}"
