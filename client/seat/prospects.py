"""How a battle would go, in a player's words, and where the odds cannot tell."""

__all__ = ["ends", "percent", "unforeseen"]

from collections.abc import Iterable, Mapping
from typing import Final

from engine.battles import BattleKind
from engine.board import SpaceId
from engine.game import Game
from engine.odds import End, Odds
from engine.pieces import Piece
from engine.variants.depth.depths import Depth, depth_of

_SAID: Final[Mapping[End, str]] = {
    End.WON: "win",
    End.STANDOFF: "standoff",
    End.RETREATED: "retreat",
    End.NOBODY: "nobody left",
    End.LOST: "loss",
}

_MEANT: Final[Mapping[End, str]] = {End.STANDOFF: " (neither can hit the other)"}


def unforeseen(game: Game, space: SpaceId, pieces: Iterable[Piece]) -> str | None:
    """Why odds of a battle in a space where these pieces meet would mislead; None if not.

    `engine.odds` follows the ordinary course of a battle. It knows neither the steps of a hunt
    (SW-1) nor what conceals submarines below the surface (DS-5 to DS-12).
    """
    if game.rules.battle_kind(game, space) is BattleKind.HOUSE:
        return "no odds for hunts (SW-1)"
    if any(depth_of(game, piece.id) is not Depth.SURFACED for piece in pieces):
        return "no odds for depths (DS-8)"
    return None


def percent(odds: Odds, end: End) -> int:
    """How likely a battle ends so, in percent."""
    return round(100 * odds.chance(end))


def ends(odds: Odds) -> str:
    """How a battle may end for its attacker: ``win 63 %, loss 37 %``; a standoff is explained.

    In a standoff neither side can hit the other, like aircraft and submarines without a destroyer
    (BG-8.22): nobody has won, nor has anybody to leave.
    """
    likely = ((end, percent(odds, end)) for end in _SAID)
    return ", ".join(f"{_SAID[end]} {part} %{_MEANT.get(end, '')}" for end, part in likely if part)
