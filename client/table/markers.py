"""What house rules put on the board for all to see: on pieces, in spaces, and beside it."""

__all__ = ["WAREHOUSES", "aid_under_way", "convoy_limit", "piece_marks", "space_marks"]

from collections.abc import Iterator
from typing import Final

from client.presentation.words import kind_name
from client.table.viewing import Section
from engine.board import Power, SpaceId
from engine.game import Game
from engine.pieces import Piece
from engine.variants.convoys.state import ConvoyState
from engine.variants.rules_of_warfare.mines import Minefield
from engine.variants.rules_of_warfare.monetary_aid import UnderWay
from engine.variants.rules_of_warfare.resistance import CELL, Underground

WAREHOUSES: Final = "WW"


def piece_marks(game: Game, piece: Piece) -> list[str]:
    """Markers on a piece: elite, kamikaze, mines aboard, a depth."""
    return list(game.rules.marks(game, piece)) if game.rules.modules else []


def space_marks(game: Game, space: SpaceId) -> list[Section]:
    """Markers in a space: its mine, resistance cells, the die of lost convoys.

    Each with its sign, the power whose it is (None: nobody's), a number, and words.
    """
    return [mark for state in game.modules.values() for mark in _signs(state, space)]


def _signs(state: object, space: SpaceId) -> Iterator[Section]:
    match state:
        case Minefield(laid=laid) if space in laid:
            yield _sign("mine", laid[space], 1, f"a mine of {laid[space]}")
        case Underground(cells=cells):
            for power, count in sorted(cells.get(space, {}).items()):
                yield _sign("cell", power, count, f"{kind_name(CELL, count)} of {power}")
        case ConvoyState() as toll:
            if ipc := toll.zones.get(space) or toll.losses.get(space):
                yield _sign("convoy", None, ipc, f"{ipc} IPC of convoys lost")
            if space in toll.closed:
                yield _sign("closed", None, 0, "closed: its power has collapsed")
        case _:
            return


def _sign(sign: str, power: Power | None, count: int, text: str) -> Section:
    return {"sign": sign, "power": power, "count": count, "text": text}


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
