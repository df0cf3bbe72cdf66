"""What the game waits for: who owes what, since when (SPEC-10.2, SPEC-12.9)."""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.board import Power
from protocol.due import Due, Duty
from protocol.heard import Debt, Owed, Rejoining, debts
from protocol.ledger import Ledger
from protocol.log import Log

__all__ = ["Wait", "waiting_for", "waits"]


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

    @staticmethod
    def seat_of(key: bytes) -> int:
        """The seat that owes what has this key."""
        return key[0]


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


def waiting_for(
    due: Due | None, rejoining: Mapping[int, Rejoining], ledger: Ledger
) -> tuple[str, ...]:
    """Whom the game waits for, and for what, in words; nothing once it is over.

    Args:
        due: the seat that may append.
        rejoining: see `Table.rejoining`.
        ledger: as it stands.
    """
    if due is None:
        return ()
    owed = debts(rejoining, due.seat)
    if owed:
        return tuple(_told(debt, ledger) for debt in owed)
    what = f"{due.duty} for {due.power}"
    if due.duty is Duty.SHARE:
        chain = ledger.chains[ledger.owing[0]]
        what = f"{due.duty} {chain.number + 1}"
    return (f"{_named(due.seat, ledger)}: {what}",)


def _told(debt: Debt, ledger: Ledger) -> str:
    asker = _named(debt.asker, ledger)
    what = {
        Owed.ANSWER: f"answer to the rejoin question of {asker}",
        Owed.ENTRIES: f"the entries that its answer to {asker} names",
        Owed.SETTLEMENT: "settlement of its rejoin question",
    }[debt.owed]
    return f"{_named(debt.seat, ledger)}: {what}"


def _named(seat: int, ledger: Ledger) -> str:
    return f"seat {seat} ({ledger.players[seat].name})"
