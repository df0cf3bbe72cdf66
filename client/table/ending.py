"""What is still to be done once a game is over."""

__all__ = ["ending"]

from client.schema.table import Ending
from protocol.table import Table


def ending(table: Table, seat: int | None) -> Ending | None:
    """Who has signed the end, and has shown what was hidden; None while the game goes on.

    Args:
        table: of the game.
        seat: of the player who looks; None for a watcher.
    """
    if table.request is not None:
        return None
    hidden = table.ledger.commitments.limits.keys()
    opened, seats = table.disclosures(), table.charter.seats
    closed = tuple(
        i
        for i in table.charter.players
        if i not in opened and not hidden.isdisjoint(seats[i].powers)
    )
    return Ending(signed=table.closings(), open=opened, closed=closed, can_open=seat in closed)
