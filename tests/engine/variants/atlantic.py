"""Positions on the board of 1941, and the income phases that follow."""

__all__ = ["SEATS", "atlantic", "events", "turn"]

from collections.abc import Iterable
from typing import Any, TypeVar

from engine.board import Power
from engine.game import Event, Game
from engine.loading import builtin
from engine.phases import Phase
from engine.pieces import Pieces
from tests.engine.position import position

SEATS = (("USSR", "UK", "USA", "China"), ("Germany", "Japan", "Italy"))

E = TypeVar("E", bound=Event)


def atlantic(units: str, *, active: str = "UK", **place: Any) -> Game:
    """A power's income phase on the board of 1941 under convoy disruption."""
    place.setdefault("modules", ("CD",))
    place.setdefault("phase", Phase.COLLECT_INCOME)
    return position(
        units, active=active, scenario=builtin("anniversary-1941"), seats=SEATS, **place
    )


def turn(game: Game, power: str, phase: Phase) -> Game:
    """The same board at the start of a phase of another power."""
    fresh = atlantic("", active=power, phase=phase)
    game = fresh.replace(
        pieces=game.pieces, next_id=game.next_id, control=game.control, modules=game.modules
    )
    game = game.with_pieces(
        *(game.rules.piece_at_turn_start(game, p) for p in game.owned(Power(power)))
    )
    return game.update_turn_record(
        control_at_start=game.control, phase_began=Pieces(game.owned(Power(power)))
    )


def events(happened: Iterable[Event], kind: type[E]) -> list[E]:
    """Those of a kind."""
    return [event for event in happened if isinstance(event, kind)]
