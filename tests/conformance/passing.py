"""SPEC-8.10 once more: receipts for sealing keys, and which player answers for which seals."""

from collections.abc import Sequence
from typing import NamedTuple

from .canonical import Refused, Value, label
from .charter import Charter, Players
from .claims import listed
from .entries import Entry
from .statements import RECEIPT, SUCCESSOR, Statement, read_statement, stated

__all__ = ["Passed", "answers", "by_agreement", "by_resignation", "receipt_fits", "receipt_in"]


class Receipt(NamedTuple):
    """A receipt (SPEC-6.16)."""

    seat: int
    giver: int
    head: Value
    key: bytes
    powers: list[str]


class Passed(NamedTuple):
    """Keys that have passed: from and to whom, each since some place; and by which entry."""

    giver: int
    giver_since: int
    seat: int
    since: int
    powers: list[str]
    place: int


def _receipt(statement: Statement) -> Receipt:
    match statement.fields:
        case [int(giver), head, bytes(key), list(powers), bytes()]:
            return Receipt(statement.seat, giver, head, key, [label(power) for power in powers])
        case _:
            raise TypeError(statement.fields)


def receipt_in(signature: Statement) -> Receipt | None:
    """The receipt that a signature under a proposal shows."""
    raw = signature.fields[6]
    return _receipt(read_statement(RECEIPT, raw)) if isinstance(raw, bytes) else None


def by_agreement(signatures: Sequence[Statement], players: Players, place: int) -> list[Passed]:
    """What passes by an agreement that is good."""
    shown = (receipt_in(one) for one in signatures)
    return [
        Passed(r.giver, players.now[r.giver].since, r.seat, place, r.powers, place)
        for r in shown
        if r is not None
    ]


def by_resignation(
    entry: Entry,
    index: int,
    receipts: list[Value],
    *,
    charter: Charter,
    players: Players,
    powers: Sequence[str],
) -> list[Passed]:
    """What passes by an item of an entry. `Refused`, `bad_receipt`."""
    bad = Refused("bad_receipt", entry.seat)
    found: list[Receipt] = []
    for raw in receipts:
        try:
            statement = read_statement(RECEIPT, raw if isinstance(raw, bytes) else b"")
            stated(statement, charter, players)
        except Refused:
            raise bad from None
        found.append(_receipt(statement))
    seats = [one.seat for one in found]
    named = [power for one in found for power in one.powers]
    good = (
        all((one.giver, one.head) == (entry.seat, _before(entry)) for one in found)
        and seats == sorted(set(seats))
        and entry.seat not in seats
        and all(one.key == players.now[one.seat].key for one in found)
        and len(named) == len(set(named))
        and set(named) <= set(powers)
    )
    sealed = any(listed(item)[0] == "seal" for item in entry.items[:index])
    if not good or (found and sealed):
        raise bad
    now = players.now
    return [
        Passed(r.giver, now[r.giver].since, r.seat, now[r.seat].since, r.powers, entry.number)
        for r in found
    ]


def _before(entry: Entry) -> Value:
    return [entry.number - 1, entry.previous]


def answers(passed: Sequence[Passed], seat: int, since: int, power: str) -> list[tuple[int, range]]:
    """Seats and places of the seals of a power that the player of a seat answers for."""
    spans = [(seat, range(since + 1, 2**31))]
    for one in passed:
        if (one.seat, one.since) == (seat, since) and power in one.powers:
            spans += [
                (at, range(places.start, min(places.stop, one.place + 1)))
                for at, places in answers(passed, one.giver, one.giver_since, power)
            ]
    return spans


def receipt_fits(receipt: Receipt, seat: int, terms: Value, after: Value) -> bool:
    """Whether a seat may show this receipt under a proposal (SPEC-18.3, 4)."""
    match terms:
        case ["hand over", bytes(raw)]:
            successor = read_statement(SUCCESSOR, raw)
            return (receipt.seat, receipt.giver, receipt.key, receipt.head) == (
                seat,
                seat,
                successor.fields[2],
                after,
            ) and successor.seat == seat
        case _:
            return False
