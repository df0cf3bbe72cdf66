"""The items of Rules of Warfare."""

__all__ = ["chapter"]

from client.presentation.telling.names import Names, dice
from client.presentation.words import kind_name
from engine.game import Event
from engine.variants.rules_of_warfare.batteries import Bombarded
from engine.variants.rules_of_warfare.battleships import DockedShips
from engine.variants.rules_of_warfare.destroyers import Swapped
from engine.variants.rules_of_warfare.elite import EliteBought, EliteMarked, Rerolled
from engine.variants.rules_of_warfare.kamikaze import KamikazeDeclared, KamikazeSpent
from engine.variants.rules_of_warfare.mines import MineHit, MineLaid, MineLoaded, MineRolled
from engine.variants.rules_of_warfare.monetary_aid import AidGiven, AidReceived
from engine.variants.rules_of_warfare.resistance import CellRolled, CellsLost, CellsPlaced
from engine.variants.rules_of_warfare.warehouses import StoreLost

_STRIKES, _BETRAYED = 1, 6


def chapter(event: Event, names: Names) -> str | None:
    """A line about ships, guns and mines, or about what is not on the board."""
    match event:
        case Bombarded(space, batteries, rolled):
            return f"{names.pieces(batteries)} bombard the complex in {space}: {dice(rolled)}"
        case DockedShips(power, ships, spent):
            return f"{power} has {names.pieces(ships)} repaired for {spent} IPC"
        case Swapped(battleship, destroyers):
            given = names.pieces([battleship])
            return f"{given} is exchanged for {names.pieces(destroyers)}"
        case EliteMarked(power, piece):
            return f"{power} makes {names.pieces([piece])} elite"
        case EliteBought(power, kind, spent):
            return f"{power} buys an elite {kind_name(kind)} for {spent} IPC"
        case Rerolled(piece, before, after):
            return f"  elite {names.pieces([piece])} rolls again: {after} for {before}"
        case KamikazeDeclared(fighter):
            return f"{names.pieces([fighter])} will not come back"
        case KamikazeSpent(fighters):
            return f"{names.pieces(fighters)}: kamikaze, removed"
        case MineLoaded(transport):
            return f"a mine goes aboard {names.pieces([transport])}"
        case MineLaid(transport, at):
            return f"{names.pieces([transport])} lays a mine in {at}"
        case MineRolled(at, ships, rolled):
            return f"{names.pieces(ships)} among mines in {at}: {dice(rolled)}"
        case MineHit(at):
            return f"the mine in {at} has gone off"
        case _:
            return _at_home(event, names)


def _at_home(event: Event, names: Names) -> str | None:
    match event:
        case AidGiven(giver, ally, ipc, die, to):
            end = "it is under way" if to == ally else f"{to} captures it"
            return f"{giver} sends {ipc} IPC to {ally}: {f'{die}, ' if die else ''}{end}"
        case AidReceived(power, ipc, banked):
            return f"{power} gets {ipc} IPC of aid{', kept by the bank' if banked else ''}"
        case CellsPlaced(power, at, count):
            return f"{power} has {count} new resistance {_cells(count)} in {at}"
        case CellRolled(power, at, die):
            does = {_STRIKES: ", it strikes", _BETRAYED: ", it is betrayed"}.get(die, "")
            return f"a resistance cell of {power} in {at}: {die}{does}"
        case CellsLost(power, at, count):
            return f"{count} resistance {_cells(count)} of {power} in {at} dissolve: it is free"
        case StoreLost(power, units):
            return f"{power} loses stored {names.units(units)}"
        case _:
            return None


def _cells(count: int) -> str:
    return "cell" if count == 1 else "cells"
