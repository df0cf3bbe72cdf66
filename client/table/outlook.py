"""How battles that are planned would go: reckoned once for a position, beside what else goes on."""

__all__ = ["Outlook"]

import asyncio
from collections.abc import Mapping

from client.presentation.plans import unweighed
from client.schema.game import Plan
from client.seat.viewer import Viewer
from client.table.page_model import ChangeNotifier
from client.table.picture import plans_of
from engine.game import Game


class Outlook:
    """The odds that the map shows.

    In a great battle they take seconds, in which pieces that were moved must not seem to stand
    still: until they are known, the map shows where there will be battles, and no numbers.
    """

    def __init__(self, changes: ChangeNotifier) -> None:
        """Begin with nothing reckoned; `changes` is told when something is."""
        self._changes = changes
        self._asked: tuple[Game, Viewer] | None = None
        self._plans: Mapping[str, Plan] = {}
        self._wanted = False
        self._reckoning: asyncio.Task[None] | None = None

    def plans(self, game: Game, viewer: Viewer) -> Mapping[str, Plan]:
        """The odds of a position, or that they are to come: then all who look are told later.

        Called within a running loop.
        """
        asked = self._asked
        if asked is None or asked[1] != viewer or not (asked[0] is game or asked[0] == game):
            self._asked = game, viewer
            self._plans = unweighed(game) if game.active in viewer.powers else {}
            self._wanted = bool(self._plans)
        if self._wanted and self._reckoning is None:
            self._reckoning = asyncio.create_task(self._reckon())
        return self._plans

    async def reckoned(self) -> None:
        """Wait until the odds of the last position are known."""
        if self._reckoning is not None:
            await self._reckoning

    def close(self) -> None:
        """Reckon nothing more: nobody looks."""
        if self._reckoning is not None:
            self._reckoning.cancel()

    async def _reckon(self) -> None:
        """Reckon one position at a time; what was asked for meanwhile, and is no longer, never."""
        try:
            while self._wanted and (asked := self._asked) is not None:
                found = await asyncio.to_thread(plans_of, *asked)
                if self._asked is asked:
                    self._plans, self._wanted = found, False
                    self._changes.notify()
        finally:
            self._reckoning = None
