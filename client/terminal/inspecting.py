"""What a person can look at in the terminal at any time, whether deciding or waiting."""

__all__ = ["INSPECTIONS", "Perspective", "inspect"]

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from client.presentation import board
from client.presentation.charter import goals, unit_table
from client.presentation.instructions import INSTRUCT, instruction_lines
from client.presentation.knowledge import knowledge_lines
from client.presentation.plans import dangers, plan_words, plans
from client.presentation.words import NotUnderstood, one_of
from client.seat.viewer import Viewer
from engine.board import SpaceId
from engine.game import Game

INSPECTIONS: Final[Mapping[str, str]] = {
    "map": "the map",
    "look": "one space in full: look SZ Wake",
    "status": "whose turn it is, IPC, trackers, supplies",
    "know": "what you know of every token, and the odds of the rest",
    "odds": "the odds of the battles that are planned or due, and what may halt submarines",
    "instructions": "every power's instructions; yours are changed by " + INSTRUCT,
    "units": "what each unit costs, and how it attacks, defends and moves",
    "goals": "victory conditions, national objectives, house rules",
}
"""Every such command, and what it shows."""


@dataclass(frozen=True, slots=True)
class Perspective:
    """Who looks at the board, with what notes, and how wide.

    Attributes:
        viewer: who looks, and what they know of all tokens.
        notes: that the player keeps of tokens, by handle.
        width: columns of the player's terminal.
    """

    viewer: Viewer
    notes: Mapping[int, str]
    width: int


def inspect(command: str, rest: str, game: Game, seen_by: Perspective) -> str:
    """What one of `INSPECTIONS` shows; `rest` is what was typed after it.

    Raises:
        NotUnderstood: it names no space.
    """
    known = seen_by.viewer.known(game)
    match command:
        case "map":
            return board.map_text(game, known, seen_by.width)
        case "look":
            if not rest:
                raise NotUnderstood("which space?", "name it, as in look SZ Wake")
            place = SpaceId(one_of(rest, game.board.spaces, "space"))
            return board.space_text(game, place, known)
        case "status":
            powers = game.rules.scenario.powers
            return "\n".join(
                (board.turn_text(game), *(board.holdings_text(game, p, known) for p in powers))
            )
        case "know":
            return "\n".join(knowledge_lines(seen_by.viewer, game, seen_by.notes))
        case "odds":
            return _odds(game, seen_by.viewer)
        case "instructions":
            return "\n".join(instruction_lines(game))
        case "units":
            return unit_table(game.rules.scenario)
        case "goals":
            return goals(game)
        case _:
            raise ValueError(f"nothing shows {command}")


def _odds(game: Game, viewer: Viewer) -> str:
    """Battles of the active power that are planned or due, and what it may meet; a line each."""
    if game.battle is not None:
        return "The odds of the battle stand beside the questions that hang on them."
    if game.active not in viewer.powers:
        return f"It is {game.active}'s turn: it alone is shown the odds of what it plans."
    planned = plans(game, viewer)
    lines = [f"{space}: {plan_words(plan)}" for space, plan in planned.items()]
    lines += [f"{zone}: {'; '.join(words)}" for zone, words in dangers(game, planned).items()]
    return "\n".join(lines) or "No battle is planned or due."
