"""Whom a table waits for, and for what, as in: waiting for Ann (Japan) to choose casualties."""

__all__ = ["waited_for"]

from client.presentation.catalog import CATALOG
from engine.requests import Decision
from protocol.due import Duty
from protocol.table import Table


def waited_for(table: Table) -> list[str]:
    """One line for each who is waited for; none once the game is over."""
    now, request = table.due, table.request
    if now is None or now.seat in table.rejoining:
        return list(table.waiting_for)
    name = table.charter.seats[now.seat].name
    match now.duty:
        case Duty.DECISION if isinstance(request, Decision):
            return [f"{name} ({now.power}) to {CATALOG.decision(request).task}"]
        case Duty.SHARE:
            return [f"{name} to add to the dice of {now.power}"]
        case Duty.OPENINGS:
            return [f"{name} to turn up tokens of {now.power}"]
        case Duty.SEAL:
            return [f"{name} to seal what {now.power} hides"]
        case _:
            return list(table.waiting_for)
