"""What must hold of a line that an honest node keeps, whatever the program thinks of it."""

from collections.abc import Iterable

from protocol.agreements import Agreement
from protocol.carried import agreed_by
from protocol.entry import Entry
from protocol.founding import Founding
from protocol.proposals import End

__all__ = ["check_line"]


def check_line(founding: Founding, entries: Iterable[bytes]) -> None:
    """Nobody signs in another's stead, no key comes twice, and no minority agrees (SPEC-18.3).

    No seat of a simulated table resigns: all have to sign what names nobody.

    Raises:
        AssertionError: it is otherwise.
    """
    playing = [seat.key for seat in founding.charter.seats]
    brought = {key.raw for key in playing} | {seat.dice_head for seat in founding.charter.seats}
    for raw in entries:
        entry = Entry.from_bytes(raw)
        assert entry.signed_by(playing[entry.seat]), f"seat {entry.seat} is not played by who signs"
        agreed = agreed_by(entry)
        if agreed is None:
            continue
        _check_signers(agreed.agreement, len(playing))
        for signed in agreed.agreement.terms.successors:
            successor = signed.statement
            news = {successor.key.raw, successor.dice_head}
            assert not news & brought, "a key or its dice come to play a second time"
            brought |= news
            playing[successor.seat] = successor.key


def _check_signers(agreement: Agreement, seats: int) -> None:
    named = agreement.terms.seats_named
    signers = [signed.statement.seat for signed in agreement.signatures]
    assert sorted({*signers, *named}) == list(range(seats)), "not all have signed"
    assert len({*signers}) == len(signers), "a seat has signed twice"
    knowing = sum(not signed.statement.pending for signed in agreement.signatures)
    ends_alone = isinstance(agreement.terms.terms, End) and (knowing, seats) == (1, 2)
    assert not named or 2 * knowing > seats or ends_alone, "half of the seats have agreed"
