"""What pieces are called when something is told of them."""

__all__ = ["Names", "dice"]

from collections.abc import Iterable, Mapping

from client.presentation.words import handles, stack
from engine.game import Game
from engine.pieces import Figure, PieceId
from engine.units import Kind


class Names:
    """What each piece was called when it was last seen: events outlive the pieces they name."""

    def __init__(self, game: Game) -> None:
        self._kinds: dict[PieceId, Kind] = {}
        self._order = tuple(game.rules.scenario.units)
        self.learn(game)

    def learn(self, game: Game) -> None:
        """Remember the pieces of a game."""
        for piece in game.pieces.values():
            if isinstance(piece, Figure):
                self._kinds[piece.id] = piece.kind

    def pieces(self, ids: Iterable[PieceId]) -> str:
        """``2 infantry, tank, #12``."""
        known = sorted(ids)
        units = stack((self._kinds[i] for i in known if i in self._kinds), self._order)
        tokens = handles(i for i in known if i not in self._kinds)
        return ", ".join(part for part in (units, tokens) if part)

    def units(self, counts: Mapping[Kind, int]) -> str:
        """``2 infantry, tank``."""
        return stack(counts, self._order)


def dice(rolled: Iterable[int]) -> str:
    """``4 1 6``."""
    return " ".join(map(str, rolled))
