"""Those who played a seat before another came to play it (SPEC-4.8): a verdict names who it was."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from protocol.identity import PublicKey
from protocol.players import Players

__all__ = ["FormerPlayer", "former_players"]


@dataclass(frozen=True, slots=True)
class FormerPlayer:
    """Somebody who plays no more.

    Attributes:
        seat: that was played.
        name: of the player.
        key: of the player.
        until: the last place at which it was so.
    """

    seat: int
    name: str
    key: PublicKey
    until: int


def former_players(players: Players) -> tuple[FormerPlayer, ...]:
    """Those of a game, by seat, then in the order in which they played."""
    return tuple(_former(players))


def _former(players: Players) -> Iterator[FormerPlayer]:
    for seat, in_turn in enumerate(players.seats):
        for one, successor in pairwise(in_turn):
            yield FormerPlayer(seat, one.name, one.key, successor.since - 1)
