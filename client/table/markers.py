"""What house rules put on the board for all to see: on pieces, in spaces, and beside it."""

__all__ = ["WAREHOUSES", "aid_under_way", "convoy_limit", "piece_marks", "space_marks"]

from collections.abc import Iterator, Mapping
from typing import Final

from client.presentation.markers import mark_words
from client.presentation.words import kind_name
from client.schema.game import Marker, PieceMark
from engine import pieces
from engine.board import Power, SpaceId
from engine.game import Game
from engine.pieces import Piece
from engine.variants.convoys.state import ConvoyState
from engine.variants.rules_of_warfare.mines import Minefield
from engine.variants.rules_of_warfare.monetary_aid import UnderWay
from engine.variants.rules_of_warfare.resistance import CELL, Underground

WAREHOUSES: Final = "WW"


_SIGNS: Final[Mapping[str, str]] = {
    "surfaced": "↑",
    "periscope": "P",
    "submerged": "↓",
    "silent": "⇊",
    "mine": "✹",
}
"""Signs of depths, as three of them begin with the same letter (DS-1), and of mines."""


def piece_marks(game: Game, piece: Piece) -> tuple[PieceMark, ...]:
    """Markers on a piece: elite, kamikaze, mines aboard, a depth."""
    if not game.rules.modules:
        return ()
    marks = game.rules.marks(game, piece)
    return tuple(PieceMark(words=mark_words(mark), sign=_sign(mark)) for mark in marks)


def _sign(mark: pieces.PieceMark) -> str:
    sign = _SIGNS.get(mark.name, mark.name[0].upper())
    return sign if mark.count is None else f"{mark.count}{sign}"


def space_marks(game: Game, space: SpaceId) -> tuple[Marker, ...]:
    """Markers in a space: its mine, resistance cells, the die of lost convoys."""
    return tuple(mark for state in game.modules.values() for mark in _signs(state, space))


def _signs(state: object, space: SpaceId) -> Iterator[Marker]:
    match state:
        case Minefield(laid=laid) if space in laid:
            yield Marker(sign="mine", power=laid[space], count=1, text=f"a mine of {laid[space]}")
        case Underground(cells=cells):
            for power, count in sorted(cells.get(space, {}).items()):
                yield Marker(
                    sign="cell",
                    power=power,
                    count=count,
                    text=f"{kind_name(CELL, count)} of {power}",
                )
        case ConvoyState() as toll:
            if ipc := toll.zones.get(space) or toll.losses.get(space):
                yield Marker(
                    sign="convoy", power=None, count=ipc, text=f"{ipc} IPC of convoys lost"
                )
            if space in toll.closed:
                yield Marker(
                    sign="closed", power=None, count=0, text="closed: its power has collapsed"
                )
        case _:
            return


def convoy_limit(game: Game, space: SpaceId) -> int | None:
    """IPC of convoys that a space can lose in a phase (BG-11.2, CD-2); None if none."""
    convoys = game.rules.convoys(game)
    if convoys is None:
        return None
    return convoys.zones.get(space) or convoys.territories.get(space)


def aid_under_way(game: Game, power: Power) -> int:
    """IPC that allies have sent a power and that have not arrived (WI-2)."""
    state = game.modules.get("WI")
    gifts = state.gifts if isinstance(state, UnderWay) else ()
    return sum(gift.ipc for gift in gifts if gift.to == power)
