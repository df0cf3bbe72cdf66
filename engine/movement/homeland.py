"""Powers whose units never leave their homeland (BG-7.12)."""

__all__ = ["check_home", "flights"]

from collections.abc import Mapping

from engine.board import Power, SpaceId
from engine.errors import Illegal
from engine.game import Game


def check_home(game: Game, power: Power, space: SpaceId) -> None:
    """Judge whether units of a power may be in a space.

    Raises:
        Illegal: they are bound to a homeland, and this is no part of it; no sea zone is.
    """
    home = game.rules.scenario.homelands.get(power)
    if home is not None and space not in home.spaces:
        raise Illegal("BG-7.12", f"units of {power} do not leave their homeland for {space}")


def flights(game: Game, power: Power, start: SpaceId) -> Mapping[SpaceId, int]:
    """How far aircraft of a power fly from a space to each other, nearest first.

    Those that are bound to a homeland fly over it alone.
    """
    home = game.rules.scenario.homelands.get(power)
    return game.board.distances(start, within=None if home is None else home.spaces)
