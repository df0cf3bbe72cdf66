"""Positions on the board of 1941, and the income phases that follow."""

__all__ = ["SEATS", "atlantic", "events"]

from collections.abc import Iterable
from typing import Any, TypeVar

from engine.game import Event, Game, Phase
from engine.loading import builtin
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


def events(happened: Iterable[Event], kind: type[E]) -> list[E]:
    """Those of a kind."""
    return [event for event in happened if isinstance(event, kind)]
