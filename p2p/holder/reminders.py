"""The reminders of a holder's keepers, also at tables that are put away.

Who is waited for changes only while somebody is connected, and then the table is in memory: so
what was noted when it was put away holds until it is loaded again.
"""

import logging

from p2p.errors import NodeError, StoreFailed
from p2p.holder.policy import HeldTable, Role
from p2p.holder.shelf import Shelf
from p2p.reminding.allowance import Sending
from p2p.reminding.courier import Courier
from p2p.reminding.desk import Desk, Office
from p2p.reminding.sealed import BookFile, Counter
from protocol.identity import Phrase

__all__ = ["HolderReminders"]

_LOGGER = logging.getLogger("secret-subs")


class HolderReminders:
    """Desks for the tables that a holder keeps; none if its operator has chosen no kinds."""

    def __init__(self, shelf: Shelf, courier: Courier) -> None:
        """Of the tables on this shelf."""
        self._shelf = shelf
        self._office = _office(shelf, courier) if courier.kinds else None
        self._due: dict[Phrase, int] = {}
        if self._office is not None:
            for held in shelf.held.values():
                self.put_away(held)

    def sent(self, what: Sending) -> int:
        """How many messages went out since the holder was started."""
        return 0 if self._office is None else self._office.counter.sent(what)

    def desk(self, held: HeldTable) -> Desk | None:
        """Of a table that is loaded, or about to be: it reminds by itself. None if it does not."""
        self._due.pop(held.phrase, None)
        if self._office is None or held.role is not Role.KEEPER:
            return None
        try:
            file = BookFile(self._shelf.reminders(held), held.phrase)
            return Desk(held.table, file, self._office)
        except NodeError as error:
            _LOGGER.warning("table %s reminds nobody: %s", held.table.hex()[:8], error)
            return None

    def put_away(self, held: HeldTable) -> None:
        """A table is not in memory any more."""
        desk = self.desk(held)
        if desk is not None and desk.due is not None:
            self._due[held.phrase] = desk.due

    async def remind(self, held: HeldTable, minute: int) -> None:
        """Remind whom it is time to remind at a table that is put away."""
        due = self._due.get(held.phrase)
        if due is None or minute < due:
            return
        desk = self.desk(held)
        if desk is None:
            return
        try:
            desk.remind((), minute)
        except StoreFailed as error:
            _LOGGER.warning("table %s reminds nobody for now: %s", held.table.hex()[:8], error)
        if desk.due is not None:
            self._due[held.phrase] = desk.due
        await desk.deliver_all()


def _office(shelf: Shelf, courier: Courier) -> Office | None:
    """What the tables have in common; None, and a warning, if it cannot be read."""
    try:
        return Office(courier, Counter(shelf.reminders_sent, shelf.phrase))
    except NodeError as error:
        _LOGGER.warning("nobody is reminded: %s", error)
        return None
