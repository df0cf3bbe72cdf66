"""What the game waits for: who owes what, since when (SPEC-10.2, SPEC-12.9)."""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.board import Power
from protocol.due import Due, Duty
from protocol.heard import Owed, Rejoining, debts
from protocol.log import Log

__all__ = ["Wait", "waits"]


@dataclass(frozen=True, slots=True)
class Wait:
    """What one seat owes.

    Attributes:
        seat: that owes it.
        what: it owes.
        power: for which of its powers, of a share the power whose dice they are; None of what
            another seat, or itself, needs to rejoin.
        asker: the seat that rejoins; None if none does.
        cause: hash of the entry or question by which it became due; the game id before the first.
        since: the minute of that, as its author has written it: no clock is trusted. None before
            the first entry.
    """

    seat: int
    what: Duty | Owed
    power: Power | None
    asker: int | None
    cause: bytes
    since: int | None

    @property
    def key(self) -> bytes:
        """The same for the same wait, also after a restart; different for different ones."""
        return bytes([self.seat]) + self.what.name.encode() + self.cause


def waits(log: Log, due: Due | None, rejoining: Mapping[int, Rejoining]) -> tuple[Wait, ...]:
    """What the game waits for; nothing once it is over.

    Args:
        log: this copy.
        due: the seat that may append.
        rejoining: see `Table.rejoining`.
    """
    if due is None:
        return ()
    owed = debts(rejoining, due.seat)
    if owed:
        asked = {seat: one.question.statement for seat, one in rejoining.items()}
        return tuple(
            Wait(
                debt.seat,
                debt.owed,
                None,
                debt.asker,
                asked[debt.asker].hash,
                asked[debt.asker].round,
            )
            for debt in owed
        )
    since = log.at(len(log)).minute if len(log) else None
    return (Wait(due.seat, due.duty, due.power, None, log.head.hash, since),)
