"""Orders, what is declared when Combat move ends, and landings."""

__all__ = ["chapter", "road"]

from collections.abc import Sequence

from client.presentation.telling.names import Names
from client.presentation.words import listed
from engine.editions.neutrals import NeutralEntered, NeutralGivenBack
from engine.game import Event
from engine.movement.homeless import LandedHomeless
from engine.movement.orders import Declared, Loaded, LostInFlight, Moved, TakenBack, Unloaded


def road(way: Sequence[Moved], names: Names) -> str:
    """One line for the steps of one move."""
    spaces = (way[0].origin, *(step.to for step in way))
    return f"{names.pieces(way[0].pieces)}: {' > '.join(spaces)}"


def chapter(event: Event, names: Names) -> str | None:
    """A line about orders, declarations or landings."""
    match event:
        case Moved():
            return road([event], names)
        case Loaded(transport, pieces):
            return f"{names.pieces(pieces)} board transport {transport}"
        case Unloaded(pieces, territory, True):
            return f"{names.pieces(pieces)} will land in {territory}"
        case Unloaded(pieces, territory):
            return f"{names.pieces(pieces)} land in {territory}"
        case TakenBack(pieces):
            return f"{names.pieces(pieces)} taken back"
        case NeutralEntered(territory, power, ipc):
            return f"{power} pays {ipc} IPC to enter neutral {territory}"
        case NeutralGivenBack(territory, power, ipc):
            return f"{territory} is neutral again; {power} has its {ipc} IPC back"
        case Declared(power, attacked, ignored, bombarding, raiding):
            parts = [
                attacked and f"attacks in {listed(attacked)}",
                ignored and f"ignores the enemy in {listed(ignored)}",
                *(f"bombards {there} with {names.pieces(by)}" for there, by in bombarding.items()),
                *(f"raids {there} with {names.pieces(by)}" for there, by in raiding.items()),
            ]
            return f"{power} {', '.join(p for p in parts if p) or 'attacks nowhere at sea'}"
        case LostInFlight(power, pieces, at):
            return f"{power} loses {names.pieces(pieces)} over {at}: nowhere to land"
        case LandedHomeless(power, places):
            where = ", ".join(f"{names.pieces([p])} in {at}" for p, at in sorted(places.items()))
            return f"{power} lands {where}"
        case _:
            return None
