"""What players are called: one may follow another in a seat (SPEC-4.8)."""

__all__ = ["player_name", "seat_names"]

from protocol.players import Player, Players
from protocol.successors import Successor


def player_name(player: Player | Successor) -> str:
    """A player's name; that of a bot says so: ``Dora (bot)``."""
    return f"{player.name} (bot)" if player.bot else player.name


def seat_names(players: Players, place: int | None = None) -> tuple[str, ...]:
    """What players are called, by seat.

    Args:
        players: of the game.
        place: after which they play; None for those who play now.
    """
    if place is None:
        return tuple(map(player_name, players.now))
    return tuple(player_name(players.after(place, seat)) for seat in range(len(players.seats)))
