"""Depths, submarine hunts and convoys."""

__all__ = ["chapter"]

from client.presentation.telling.names import Names, dice
from client.presentation.words import listed
from engine.economy.convoys import ConvoysLost, ConvoysRaided
from engine.game import Event
from engine.variants.convoys.events import Evicted, LossDivided, PowerCollapsed
from engine.variants.depth.depths import Depth
from engine.variants.depth.events import DepthsDeclared, DivedAway, Searched, SubsFire
from engine.variants.submarine_warfare.events import Directed, Dueled, Escaped, Halted, Looked


def chapter(event: Event, names: Names) -> str | None:
    """A line about what goes on under water, or about convoys."""
    match event:
        case DepthsDeclared(power, depths):
            changed = {
                depth: [piece for piece, at in depths.items() if at is depth] for depth in Depth
            }
            parts = (f"{names.pieces(by)} {_DEPTHS[at]}" for at, by in changed.items() if by)
            return f"{power}: {', '.join(parts) or 'all submarines stay at their depths'}"
        case Searched(space, power, rolled, found):
            return f"  {power} searches {space}: {dice(rolled)}, {_found(names.pieces(found))}"
        case SubsFire(_, power, pieces):
            return f"  {power} fires with {names.pieces(pieces)}, which give themselves away"
        case DivedAway(_, power, pieces):
            return f"  {power} dives away with {names.pieces(pieces)}"
        case _:
            return _hunts(event, names)


_DEPTHS = {
    Depth.SURFACED: "on the surface",
    Depth.PERISCOPE: "at periscope depth",
    Depth.SUBMERGED: "submerged",
    Depth.SILENT: "silent",
}


def _found(pieces: str) -> str:
    return f"finds {pieces}" if pieces else "finds nothing"


def _hunts(event: Event, names: Names) -> str | None:
    match event:
        case Halted(zone, power, rolled, halted):
            shots = ", ".join(
                f"{names.pieces([destroyer])} at {names.pieces([prey])}: {die}"
                for destroyer, (die, prey) in sorted(rolled.items())
            )
            stopped = f"{names.pieces(halted)} halted" if halted else "nothing is halted"
            return f"{power} in {zone}, {shots}; {stopped}"
        case Looked(zone, hunter, die, spotted):
            seen = "spots one" if spotted else "spots nothing"
            return f"  {names.pieces([hunter])} looks for submarines in {zone}: {die}, {seen}"
        case Directed(aircraft, destroyer):
            return f"  {names.pieces([aircraft])} sends {names.pieces([destroyer])}"
        case Dueled(_, hunter, prey, (first, second), (hit, struck)):
            sides = ((hunter, first, hit), (prey, second, struck))
            shots = "; ".join(
                f"{names.pieces([piece])} {die}, {'hit' if hits else 'missed'}"
                for piece, die, hits in sides
            )
            return f"  {shots}"
        case Escaped(zone, prey):
            return f"  {names.pieces([prey])} escapes in {zone}"
        case _:
            return _convoys(event, names)


def _convoys(event: Event, names: Names) -> str | None:
    match event:
        case ConvoysRaided(zone, power, victim, rolled):
            return f"{power} raids convoys of {victim} in {zone}: {dice(rolled)}"
        case ConvoysLost(zone, victim, ipc):
            return f"{victim} loses {ipc} IPC of convoys in {zone}"
        case LossDivided(zone, power, losses):
            shares = ", ".join(f"{ipc} to {there}" for there, ipc in sorted(losses.items()))
            return f"{power} divides the loss in {zone}: {shares or 'nothing'}"
        case PowerCollapsed(power, territory, closed, passed):
            parts = (
                f"{power} collapses, since {territory} is cut off",
                f"{listed(closed)} closed" if closed else "",
                ", ".join(f"{there} passes to {by}" for there, by in sorted(passed.items())),
            )
            return "; ".join(part for part in parts if part)
        case Evicted(power, pieces):
            return f"{power} loses {names.pieces(pieces)}: the territory is closed"
        case _:
            return None
