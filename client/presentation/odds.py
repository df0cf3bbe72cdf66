"""Odds of a battle in a player's words."""

__all__ = ["ends", "no_odds_words", "percent"]

from collections.abc import Mapping
from typing import Final

from client.seat.odds import NoOdds
from engine.odds import BattleEnd, Odds

_SAID: Final[Mapping[BattleEnd, str]] = {
    BattleEnd.WON: "win",
    BattleEnd.STANDOFF: "standoff",
    BattleEnd.RETREATED: "retreat",
    BattleEnd.NOBODY: "nobody left",
    BattleEnd.LOST: "loss",
}

_MEANT: Final[Mapping[BattleEnd, str]] = {BattleEnd.STANDOFF: " (neither can hit the other)"}


def no_odds_words(why: NoOdds) -> str:
    """Why no odds are given, with the rule that stands in the way."""
    match why:
        case NoOdds.HUNT:
            return "no odds for hunts (SW-1)"
        case NoOdds.DEPTHS:
            return "no odds for depths (DS-8)"


def percent(odds: Odds, end: BattleEnd) -> int:
    """How likely a battle ends so, in percent."""
    return round(100 * odds.chance(end))


def ends(odds: Odds) -> str:
    """How a battle may end for its attacker: ``win 63 %, loss 37 %``; a standoff is explained.

    In a standoff neither side can hit the other, like aircraft and submarines without a destroyer
    (BG-8.22): nobody has won, nor has anybody to leave.
    """
    likely = ((end, percent(odds, end)) for end in _SAID)
    return ", ".join(f"{_SAID[end]} {part} %{_MEANT.get(end, '')}" for end, part in likely if part)
