"""What the first entry of an incarnation carries, read (SPEC-12.6)."""

from dataclasses import dataclass

from protocol.entry import Entry, Rejoin
from protocol.errors import Refused
from protocol.questions import RejoinQuestion
from protocol.settlements import Settlement
from protocol.statement import Signed, read_statement

__all__ = ["Carried", "carried_by", "read_rejoin"]


@dataclass(frozen=True, slots=True)
class Carried:
    """What an entry carries that begins an incarnation.

    Attributes:
        settlement: that begins it.
        shown: the others that it rests on, as far as no entry before carries them.
    """

    settlement: Signed[Settlement]
    shown: tuple[Signed[Settlement], ...]

    @property
    def all(self) -> tuple[Settlement, ...]:
        """All of them."""
        return (self.settlement.statement, *(signed.statement for signed in self.shown))

    @property
    def question(self) -> RejoinQuestion:
        """The question whose hash is the name."""
        return self.settlement.statement.asked


def read_rejoin(item: Rejoin) -> Carried:
    """Read what a rejoin carries; no signature is checked.

    Raises:
        Refused: `too_large` or `malformed`.
    """
    return Carried(
        read_statement(Settlement, item.settlement),
        tuple(read_statement(Settlement, raw) for raw in item.shown),
    )


def carried_by(entry: Entry) -> Carried | None:
    """What an entry carries; None if it begins no incarnation, or what cannot be read."""
    item = entry.items[0]
    if not isinstance(item, Rejoin):
        return None
    try:
        return read_rejoin(item)
    except Refused:
        return None
