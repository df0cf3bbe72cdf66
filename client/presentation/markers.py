"""What house rules put on the board for all to see, as text."""

__all__ = ["held", "mark_words", "on_pieces", "on_space", "standing"]

from collections import Counter
from collections.abc import Iterator, Sequence

from client.presentation.words import kind_name
from engine.board import Power, SpaceId
from engine.errors import counted
from engine.game import Game
from engine.pieces import Figure, Piece, PieceMark
from engine.units import Kind
from engine.variants.convoys.state import ConvoyState
from engine.variants.rules_of_warfare.mines import MINE, Minefield
from engine.variants.rules_of_warfare.monetary_aid import UnderWay
from engine.variants.rules_of_warfare.resistance import CELL, Underground


def standing(game: Game, space: SpaceId) -> Iterator[tuple[Power, Kind, int]]:
    """Mines and resistance cells, which are no pieces: whose, what, how many (WM-2, WR-1)."""
    for state in game.modules.values():
        match state:
            case Minefield(laid=laid) if space in laid:
                yield laid[space], MINE, 1
            case Underground(cells=cells):
                for power, count in sorted(cells.get(space, {}).items()):
                    yield power, CELL, count
            case _:
                pass


def on_space(game: Game, space: SpaceId) -> list[str]:
    """What convoys can be lost in a space, or have been (BG-11.2, CD-2, CD-3)."""
    lines = []
    convoys = game.rules.convoys(game)
    if convoys is not None:
        limit = convoys.zones.get(space) or convoys.territories.get(space)
        if limit:
            lines.append(f"convoy limit: {limit} IPC")
    for state in game.modules.values():
        if isinstance(state, ConvoyState):
            lost = state.zones.get(space) or state.losses.get(space)
            if lost:
                lines.append(f"convoys lost: {lost} IPC")
            if space in state.closed:
                lines.append("closed: its power has collapsed")
    return lines


def mark_words(mark: PieceMark) -> str:
    """``silent``, ``2 mines``: what a house rule has put on a piece."""
    return mark.name if mark.count is None else counted(mark.count, mark.name)


def on_pieces(game: Game, pieces: Sequence[Piece]) -> list[str]:
    """``2 submarines: silent``, ``#12: periscope``: markers that lie on pieces."""
    figures: Counter[tuple[Kind, str]] = Counter()
    tokens = []
    for piece in pieces:
        damaged = isinstance(piece, Figure) and piece.damaged
        words = [mark_words(mark) for mark in game.rules.marks(game, piece)]
        marks = ", ".join([*words, "damaged"] if damaged else words)
        if marks and isinstance(piece, Figure):
            figures[piece.kind, marks] += 1
        elif marks:
            tokens.append(f"#{piece.id}: {marks}")
    return [
        *(f"{kind_name(kind, count)}: {marks}" for (kind, marks), count in figures.items()),
        *tokens,
    ]


def held(game: Game, power: Power) -> list[str]:
    """``6 IPC of aid under way``: what a power has beside the board (WI-2)."""
    gifts = [
        gift
        for state in game.modules.values()
        if isinstance(state, UnderWay)
        for gift in state.gifts
        if gift.to == power
    ]
    total = sum(gift.ipc for gift in gifts)
    return [f"aid under way: {total} IPC"] if total else []
