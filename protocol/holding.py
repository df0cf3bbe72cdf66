"""Which player answers for which commitments: what it has sealed, and what it has the keys of.

Sealing keys pass from player to player with a receipt (SPEC-8.10). From then on the receiver can
open all that the giver could, and must do so at the end.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from protocol.entry import Resign
from protocol.errors import Code, Refused
from protocol.head import Head
from protocol.players import Players
from protocol.receipts import Receipt
from protocol.sealing.suite import Sealed
from protocol.statement import check_statement, read_statement

__all__ = ["Passed", "Span", "read_passed", "spans"]


@dataclass(frozen=True, slots=True)
class Passed:
    """Sealing keys that have passed from one player to another.

    Attributes:
        receipt: of who has them now.
        giver_since: place of the entry after which the giver played.
        since: that after which the receiver plays its seat.
        place: of the entry by which they have passed.
    """

    receipt: Receipt
    giver_since: int
    since: int
    place: int


@dataclass(frozen=True, slots=True)
class Span:
    """The seals of one player, up to an entry.

    Attributes:
        seat: that it plays.
        since: place of the entry after which it does.
        until: place of the last entry that is meant; None if all are.
    """

    seat: int
    since: int
    until: int | None = None

    def covers(self, face: Sealed) -> bool:
        """Whether a commitment was made there, with a key that not all know."""
        made = face.context.sequence
        return face.made_by(self.seat, self.since) and (self.until is None or made <= self.until)


def spans(passed: Iterable[Passed], seat: int, since: int, power: str) -> tuple[Span, ...]:
    """The seals of a power for which the player of a seat answers: its own, then what it received.

    Args:
        passed: what has passed on the line.
        seat: that it plays.
        since: place of the entry after which it does.
        power: whose tokens were sealed.
    """
    known = tuple(passed)
    found, ahead = [Span(seat, since)], [(seat, since)]
    while ahead:
        holder = ahead.pop()
        for one in known:
            receipt = one.receipt
            if (receipt.seat, one.since) == holder and power in receipt.powers:
                found.append(Span(receipt.giver, one.giver_since, one.place))
                ahead.append((receipt.giver, one.giver_since))
    return tuple(found)


def read_passed(
    item: Resign,
    *,
    players: Players,
    head: Head,
    giver: int,
    powers: Iterable[str],
    sealed: bool,
) -> tuple[Passed, ...]:
    """What passes by the next entry of a line, in which a seat resigns.

    Args:
        item: by which it does.
        players: that play before it.
        head: of the line.
        giver: the seat that resigns.
        powers: those that have tokens.
        sealed: whether something is sealed in the entry before the item.

    Raises:
        Refused: `bad_receipt` (SPEC-8.10).
    """
    place, left, before = head.sequence + 1, set(powers), -1
    found: list[Passed] = []
    try:
        for raw in item.receipts:
            signed = read_statement(Receipt, raw)
            check_statement(players, signed)
            receipt = signed.statement
            seat, since = receipt.seat, players.now[receipt.seat].since
            found.append(Passed(receipt, players.now[giver].since, since, place))
            if objection := _objection(receipt, head, giver):
                raise _refused(place, giver, objection)
            if receipt.key != players.now[seat].key:
                raise _refused(place, giver, f"seat {seat} is played by another key")
            if seat <= before or not left.issuperset(receipt.powers):
                raise _refused(place, giver, "a seat has two, or a power two or no tokens")
            before, left = seat, left - set(receipt.powers)
    except Refused as error:
        if error.code is Code.BAD_RECEIPT:
            raise
        raise _refused(place, giver, str(error)) from error
    if found and sealed:
        raise _refused(place, giver, "something is sealed before it in this entry")
    return tuple(found)


def _objection(receipt: Receipt, head: Head, giver: int) -> str:
    if (receipt.giver, receipt.head) != (giver, head):
        return "a receipt is of what another seat gave, or elsewhere"
    return "who resigns cannot receive" if receipt.seat == giver else ""


def _refused(place: int, giver: int, reason: str) -> Refused:
    return Refused(Code.BAD_RECEIPT, "SPEC-8.10", giver, f"entry {place}: {reason}")
