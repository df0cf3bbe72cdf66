"""What pieces are called when something is told of them."""

__all__ = ["Names", "dice"]

from collections.abc import Collection, Iterable, Mapping

from client.presentation.words import counted_kinds, listed
from engine.game import Game
from engine.pieces import Figure, PieceId, Pieces
from engine.units import Kind


class Names:
    """What each piece was called when it was last seen: events outlive the pieces they name."""

    def __init__(self, game: Game) -> None:
        self._kinds: dict[PieceId, Kind] = {}
        self._order = tuple(game.rules.scenario.units)
        self._seen: Pieces | None = None
        self.learn(game)

    def learn(self, game: Game) -> None:
        """Remember the pieces of a game."""
        if game.pieces is self._seen:
            return  # most entries change none
        self._seen = game.pieces
        for piece in game.pieces.values():
            if isinstance(piece, Figure):
                self._kinds[piece.id] = piece.kind

    def pieces(self, ids: Iterable[PieceId]) -> str:
        """``2 infantry, a tank and #12``."""
        known = sorted(ids)
        units = counted_kinds((self._kinds[i] for i in known if i in self._kinds), self._order)
        return listed((*units, *(f"#{i}" for i in known if i not in self._kinds)))

    def act(self, ids: Collection[PieceId], one: str, more: str) -> str:
        """``a tank moves``, ``2 tanks move``: pieces with what they do."""
        return f"{self.pieces(ids)} {one if len(ids) == 1 else more}"

    def units(self, counts: Mapping[Kind, int]) -> str:
        """``2 infantry and a tank``."""
        return listed(counted_kinds(counts, self._order))


def dice(rolled: Iterable[int]) -> str:
    """``4 1 6``."""
    return " ".join(map(str, rolled))
