"""What a person can look at in the terminal at any time, whether deciding or waiting."""

__all__ = ["INSPECTIONS", "Perspective", "inspect"]

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from client.presentation import board
from client.presentation.charter import goals, unit_table
from client.presentation.words import NotUnderstood, one_of
from client.seat.view import Groups
from engine.board import SpaceId
from engine.game import Game

INSPECTIONS: Final[Mapping[str, str]] = {
    "map": "the map",
    "look": "one space in full: look SZ Wake",
    "status": "whose turn it is, IPC, trackers, supplies",
    "know": "what you know of every token, and the odds of the rest",
    "units": "what each unit costs, and how it attacks, defends and moves",
    "goals": "victory conditions, national objectives, house rules",
}
"""Every such command, and what it shows."""


@dataclass(frozen=True, slots=True)
class Perspective:
    """Who looks at the board, and how wide.

    Attributes:
        groups: the player's own secrets; empty for a spectator.
        known: what the player knows of all tokens, a line for each.
        width: columns of the player's terminal.
    """

    groups: Groups
    known: Sequence[str]
    width: int


def inspect(command: str, rest: str, game: Game, seen_by: Perspective) -> str:
    """What one of `INSPECTIONS` shows; `rest` is what was typed after it.

    Raises:
        NotUnderstood: it names no space.
    """
    match command:
        case "map":
            return board.map_text(game, seen_by.groups, seen_by.width)
        case "look":
            if not rest:
                raise NotUnderstood("which space?", "name it, as in look SZ Wake")
            place = SpaceId(one_of(rest, game.board.spaces, "space"))
            return board.space_text(game, place, seen_by.groups)
        case "status":
            powers = game.rules.scenario.powers
            return "\n".join(
                (board.turn_text(game), *(board.holdings_text(game, p) for p in powers))
            )
        case "know":
            return "\n".join(seen_by.known) or "Nothing is hidden in this game."
        case "units":
            return unit_table(game.rules.scenario)
        case "goals":
            return goals(game)
        case _:
            raise ValueError(f"nothing shows {command}")
