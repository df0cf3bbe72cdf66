"""The drawn map of a game: one that comes with the program, or else a sketch."""

__all__ = ["drawing"]

from collections.abc import Sequence
from pathlib import Path

from client.maps.form import drawn_for
from client.schema.board import DrawnMap
from client.table.generated_map import generate_map
from engine.game import Game


def drawing(game: Game, maps: Sequence[Path] = ()) -> DrawnMap:
    """The map whose spaces are just those of the scenario, as `client/maps/README.md` has it.

    A board that nobody has drawn is sketched.

    Args:
        game: whose board it is.
        maps: files to try besides the maps that come with the program.
    """
    data = drawn_for(game.board.spaces, maps)
    if data is None:
        return generate_map(game.rules.scenario.name, game.board)
    return DrawnMap.model_validate_json(data)
