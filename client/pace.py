"""How fast a game is meant to be played, and what a host's terms are for it."""

__all__ = ["ABOUT", "Pace", "UsualTerms", "proposed_instructions", "usual_terms"]

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum, unique
from typing import Final

from engine.board import Power
from engine.instructions import Instructions, Landing, Standing
from engine.scenario import Scenario
from protocol.charter import ABSENCE, WindowsStart


@unique
class Pace(StrEnum):
    """How often the players look at the game."""

    LIVE = "live"
    DAYS = "days"


ABOUT: Final[Mapping[Pace, str]] = {
    Pace.LIVE: "all players are there at once, and are asked whatever the rules ask",
    Pace.DAYS: "each plays when it suits: windows are waived, a keeper adds to the dice, and "
    "instructions answer what is asked of players who are away",
}
"""What each means, for who has to choose."""

_HOLIDAYS: Final = 21


@dataclass(frozen=True, slots=True)
class UsualTerms:
    """What a host proposes unless it says otherwise.

    Attributes:
        windows: whether windows are offered from the start.
        keepers: how many are invited.
        absence: days of silence after which a seat counts as absent.
        instructed: whether all powers begin with the `proposed_instructions`.
    """

    windows: WindowsStart
    keepers: int
    absence: int
    instructed: bool


def usual_terms(pace: Pace) -> UsualTerms:
    """What a host proposes at this pace; whatever else depends on it asks here."""
    match pace:
        case Pace.LIVE:
            return UsualTerms(WindowsStart.ASKED, 0, ABSENCE, instructed=False)
        case Pace.DAYS:
            return UsualTerms(WindowsStart.WAIVED, 1, _HOLIDAYS, instructed=True)


def proposed_instructions(scenario: Scenario) -> Mapping[Power, Instructions]:
    """First instructions for every power of a game by correspondence (BG-3.4).

    What can take hits is lost in the order of its cost; submarines keep out of others' attacks, so
    that nobody need turn up tokens; no fighter risks a raid; destroyers roll at submarines that
    sail past; fighters without a carrier look for another; convoy losses fall evenly. Each player
    can change its own.
    """
    fighting = [kind for kind, unit in scenario.units.items() if unit.attack or unit.defence]
    order = sorted(fighting, key=lambda kind: (scenario.units[kind].cost, kind))
    proposed = Instructions(
        losses=tuple(order),
        keep_land_unit=True,
        submerge=Standing.ALWAYS,
        intercept=Standing.NEVER,
        patrol=Standing.ALWAYS,
        landing=Landing.CARRIERS,
        divide_evenly=True,
    )
    return dict.fromkeys(scenario.powers, proposed)
