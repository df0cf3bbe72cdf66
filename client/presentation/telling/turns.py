"""Turns and phases, research, money, new units, and how it ends."""

__all__ = ["chapter"]

from client.presentation.telling.names import Names, dice
from client.presentation.words import breakthrough_name, kind_name, listed
from engine.economy.income import Collected
from engine.economy.mobilize import Mobilized
from engine.economy.purchase import Bought
from engine.economy.recruits import Enlisted
from engine.economy.research import BrokeThrough, Researched
from engine.game import Event
from engine.turn import PhaseBegan, RoundEnded, TurnBegan
from engine.victory import GameEnded


def chapter(event: Event, names: Names) -> str | None:
    """A line about turns, money, new units or research."""
    match event:
        case TurnBegan(number, powers):
            return f"── Round {number}: {listed(powers)} ──"
        case PhaseBegan(power, phase):
            return f"{power}: {phase.replace('_', ' ')}"
        case RoundEnded(number):
            return f"── Round {number} is over ──"
        case GameEnded(outcome):
            return f"The game is over, won by {outcome.winner or 'nobody'}: {outcome.why}"
        case Bought(power, units, repairs, spent):
            mended = ", ".join(f"{n} damage in {space}" for space, n in sorted(repairs.items()))
            goods = f"buys {names.units(units)}" if units else ""
            does = "; ".join(part for part in (goods, mended and f"repairs {mended}") if part)
            return f"{power} {does} for {spent} IPC" if does else f"{power} buys nothing"
        case Mobilized(power, placement):
            unit = kind_name(placement.kind, placement.count)
            charged = "" if placement.complex == placement.at else f" from {placement.complex}"
            return f"{power} mobilizes {unit} in {placement.at}{charged}"
        case Collected(power, terms, total):
            parts = ", ".join(f"{term.amount} {term.reason}" for term in terms)
            return f"{power} collects {total} IPC ({parts})"
        case Enlisted(power, count):
            return f"{power} raises {count} infantry"
        case Researched(power, hired, rolled):
            many = "a die" if len(rolled) == 1 else f"{len(rolled)} dice"
            new = f", {hired} of them new" if hired else ""
            return f"{power} researches with {many}{new}: {dice(rolled)}"
        case BrokeThrough(power, found):
            return f"{power} has a breakthrough: {breakthrough_name(found)}"
        case _:
            return None
