"""What several tests of the items do: mines in the way, batteries that fire."""

__all__ = ["fire", "mined"]

from engine.board import Power, SpaceId
from engine.pieces import PieceId
from engine.run import Run
from engine.variants.rules_of_warfare.batteries import BatteryFire
from engine.variants.rules_of_warfare.mines import Minefield
from tests.engine.battle.field import Combat
from tests.engine.movement.drill import STEPS, Drill


def mined(drill: Drill, *zones: str, by: str = "Japan") -> Drill:
    """Each of the zones has a mine of a power."""
    laid = Minefield({SpaceId(zone): Power(by) for zone in zones})
    drill.run = Run(drill.game.replace(modules={**drill.game.modules, "WM": laid}), STEPS)
    return drill


def fire(combat: Combat, *batteries: int) -> None:
    """These batteries fire into the battle."""
    combat.answer(BatteryFire(frozenset(map(PieceId, batteries))))
