"""Whom a table waits for, and for what, as in: waiting for Ann (Japan) to choose casualties."""

__all__ = ["DueTask", "due_tasks"]

from collections.abc import Iterator
from dataclasses import dataclass

from client.presentation.catalog import CATALOG
from engine.board import Power
from engine.requests import Decision
from protocol.due import Due, Duty
from protocol.heard import Rejoining
from protocol.table import Table


@dataclass(frozen=True, slots=True)
class DueTask:
    """What one player has to do before the game can go on.

    Attributes:
        name: of the player.
        power: for which the player does it; None if for the seat as such.
        task: what is to be done: ``choose casualties``.
    """

    name: str
    power: Power | None
    task: str

    def __str__(self) -> str:
        """``Ann (Japan) to choose casualties``."""
        who = self.name if self.power is None else f"{self.name} ({self.power})"
        return f"{who} to {self.task}"


def due_tasks(table: Table) -> tuple[DueTask, ...]:
    """One task for each player whom the table waits for; none once the game is over."""
    due = table.due
    if due is None:
        return ()
    rejoining = table.rejoining.get(due.seat)
    if rejoining is not None and not rejoining.settled:
        return tuple(_rejoin_tasks(table, due.seat, rejoining))
    return (_task(table, due, table.charter.seats[due.seat].name),)


def _task(table: Table, due: Due, name: str) -> DueTask:
    request = table.request
    match due.duty:
        case Duty.DECISION:
            if not isinstance(request, Decision):
                raise TypeError(f"{name} owes a decision, and {request} is none")
            return DueTask(name, due.power, CATALOG.decision(request).task)
        case Duty.SHARE:
            return DueTask(name, None, f"add to the dice of {due.power}")
        case Duty.OPENINGS:
            return DueTask(name, due.power, "turn up tokens")
        case Duty.SEAL:
            return DueTask(name, due.power, "seal what is hidden")
        case Duty.DEAL:
            return DueTask(name, due.power, "deal the hidden groups anew")


def _rejoin_tasks(table: Table, asker: int, rejoining: Rejoining) -> Iterator[DueTask]:
    """What others owe a player who has come back on another machine (SPEC-12)."""
    seats = table.charter.seats
    back = seats[asker].name
    for seat in rejoining.unanswered:
        yield DueTask(seats[seat].name, None, f"confirm to {back} how far the log goes")
    for seat in rejoining.unshown:
        yield DueTask(seats[seat].name, None, f"send {back} the latest entries")
    if not rejoining.unanswered and not rejoining.unshown:
        yield DueTask(back, None, "come back to the game")
