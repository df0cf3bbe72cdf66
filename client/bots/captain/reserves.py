"""Units that have been bought and will stand where they are needed before the enemy moves."""

__all__ = ["reserves", "usable"]

from client.bots.captain.reckoning import Reckoning
from engine.board import SpaceId
from engine.units import Domain, Trait, UnitType


def usable(view: Reckoning) -> tuple[SpaceId, ...]:
    """Complexes that the power will be able to use in this turn (BG-10.1)."""
    start = view.game.record.control_at_start
    return tuple(
        piece.at
        for piece in view.game.pieces.values()
        if view.is_kind(piece, Trait.COMPLEX) and start.get(piece.at) == view.power
    )


def reserves(view: Reckoning, space: SpaceId) -> tuple[UnitType, ...]:
    """The units that could be placed in a space at the end of this turn, the others unplaced."""
    waiting = view.game.waiting.get(view.power, {})
    if not any(waiting.values()):
        return ()
    board = view.game.board
    sea = board.is_sea(space)
    sites = [
        site for site in usable(view) if site == space or (sea and board.adjacent(site, space))
    ]
    rooms = [view.game.rules.capacity(view.game, site) for site in sites]
    room = sum(99 if most is None else most for most in rooms)
    units = [
        view.game.rules.unit_type(view.game, view.power, kind)
        for kind, number in sorted(waiting.items())
        for _ in range(number)
    ]
    fitting = [
        unit for unit in units if unit.is_combat_unit and (unit.domain is not Domain.SEA) != sea
    ]
    fitting.sort(key=lambda unit: (-unit.defence, unit.kind))
    return tuple(fitting[:room])
