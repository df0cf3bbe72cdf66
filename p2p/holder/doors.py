"""Every held table's registration at the relay: who calls there has the table loaded.

A table that is put away is registered by a task of its own and costs a socket. When somebody
calls, it is loaded: its node registers under the same name, is told of the call, and answers it.
When it is put away again, the task registers anew.
"""

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import AsyncExitStack
from typing import Final

from p2p.errors import Unreachable
from p2p.failures import task_group
from p2p.holder.loaded import IDLE_SECONDS, SHARE, LoadedTable, Outcome
from p2p.holder.policy import HeldTable, Policy, Role
from p2p.holder.reminders import HolderReminders
from p2p.holder.shelf import Shelf
from p2p.relay.client import RelayAccess, registered
from p2p.relay.holding import Numbers
from p2p.relay.names import relay_identity
from p2p.reminding.allowance import Sending
from p2p.reminding.courier import Courier
from p2p.reminding.destinations import ReminderSettings
from protocol.founding import Founding
from protocol.identity import Identity, Phrase
from protocol.table import Table

__all__ = ["Doors"]

MIN_RETRY_SECONDS: Final = 0.2
MAX_RETRY_SECONDS: Final = 5.0
LOADED_SECONDS: Final = 60.0
"""How long a table stays loaded at least when others wait for its place."""
SHORT_SECONDS: Final = 1.0
"""Beyond its share of the processor, for which a table need not rest."""
FAILED_SECONDS: Final = 60.0
"""How long one stays put away that could not go on."""
FORGETTING_SECONDS: Final = 3600.0
REMIND_SECONDS: Final = 20.0
_LOGGER: Final = logging.getLogger("secret-subs")
_REGISTERING: Final = 8
_LOADING: Final = 2


class Doors:
    """The tables of a holder, loaded and put away."""

    def __init__(
        self,
        shelf: Shelf,
        policy: Policy,
        access: RelayAccess,
        *,
        reminders: HolderReminders | None = None,
        idle_seconds: float = IDLE_SECONDS,
        open_table: Callable[[Founding], Table] = Table.start,
    ) -> None:
        """Nothing is loaded.

        Args:
            shelf: what the holder has taken.
            policy: of the holder.
            access: the relay, at its door, with the pass of its own holder.
            reminders: of the tables that it keeps; none are sent without.
            idle_seconds: after which a table is put away to which nobody is connected.
            open_table: makes the table of a founding; tests play other games.
        """
        self._shelf = shelf
        self._policy = policy
        self._access = access
        self._reminders = reminders or HolderReminders(shelf, Courier(ReminderSettings()))
        self._idle_seconds = idle_seconds
        self._open_table = open_table
        self._loaded: dict[Phrase, LoadedTable] = {}
        self._overdrawn = 0
        self._rests: dict[Phrase, float] = {}
        self._octets = {held.phrase: shelf.octets(held) for held in shelf.held.values()}
        self._registering = asyncio.Semaphore(_REGISTERING)
        self._loading = asyncio.Semaphore(_LOADING)
        self._taken: asyncio.Queue[HeldTable] = asyncio.Queue()

    @property
    def numbers(self) -> Numbers:
        """How much it holds now."""
        for one, table in self._loaded.items():
            self._octets[one] = self._shelf.octets(table.held)
        octets = sum(self._octets.values())
        return Numbers(
            len(self._shelf.held),
            len(self._loaded),
            octets,
            self._overdrawn,
            codes=self._reminders.sent(Sending.CODE),
            reminders=self._reminders.sent(Sending.REMINDER),
        )

    def open(self, held: HeldTable) -> None:
        """A table was just taken: who asked for it is about to call."""
        self._taken.put_nowait(held)

    async def run(self) -> None:
        """Keep all doors; never returns. When it is cancelled, it puts all tables away.

        Raises:
            StoreFailed: the disk refuses.
        """
        try:
            async with task_group() as group:
                for held in tuple(self._shelf.held.values()):
                    group.create_task(self._keep(held, wanted=_waits_for_host(held)))
                group.create_task(self._forget_old())
                group.create_task(self._remind())
                while True:
                    group.create_task(self._keep(await self._taken.get(), wanted=True))
        finally:
            for table in self._loaded.values():
                table.stop()
            if self._loaded:
                await asyncio.wait({table.done for table in self._loaded.values()})

    async def _keep(self, held: HeldTable, *, wanted: bool) -> None:
        """Keep the door of a table as long as it is held; load it at once if it is wanted."""
        wait = MIN_RETRY_SECONDS
        while not held.full and self._holds(held):
            if not wanted:
                loaded = await self._called(held)
            elif self._has_room(held):
                loaded = await self._load(held)
            else:
                loaded = None
            if loaded is None:
                await asyncio.sleep(wait)
                wait = min(2 * wait, MAX_RETRY_SECONDS)
                continue
            await asyncio.wait({loaded.done})
            held = self._put_away(loaded, loaded.done.result())
            wait, wanted = MIN_RETRY_SECONDS, _waits_for_host(held)

    async def _called(self, held: HeldTable) -> LoadedTable | None:
        """Be registered in a table's stead until somebody calls, and then load it.

        The node registers under the same name, and is told of the call that waits. None if the
        registration has ended before.
        """
        try:
            async with AsyncExitStack() as stack:
                async with self._registering:
                    context = registered(self._access, _name(held))
                    registration = await stack.enter_async_context(context)
                while True:
                    await registration.incoming()
                    if not self._holds(held):
                        return None
                    if self._has_room(held):
                        return await self._load(held)
        except Unreachable:
            return None

    def _holds(self, held: HeldTable) -> bool:
        """Whether a table was not forgotten, and perhaps taken anew, since."""
        known = self._shelf.held.get((held.table, held.role))
        return known is not None and known.phrase == held.phrase

    def _has_room(self, held: HeldTable) -> bool:
        """Whether a table may be loaded now; if all places are taken, the quietest gives way."""
        now = time.monotonic()
        if now < self._rests.get(held.phrase, 0):
            return False
        if len(self._loaded) < self._policy.loaded:
            return True
        busy = self._loaded.values()
        movable = [table for table in busy if now - table.since > LOADED_SECONDS]
        if movable:
            min(movable, key=lambda table: table.heard).stop()
        return False

    async def _load(self, held: HeldTable) -> LoadedTable:
        """Load a table; few are replayed at once."""
        async with self._loading:
            loaded = self._loaded[held.phrase] = LoadedTable(
                held,
                self._shelf.store(held),
                access=self._access,
                policy=self._policy,
                state=self._shelf.state,
                reminders=self._reminders.desk(held),
                idle_seconds=self._idle_seconds,
                open_table=self._open_table,
            )
            await asyncio.wait({loaded.ready})
        return loaded

    def _put_away(self, loaded: LoadedTable, outcome: Outcome) -> HeldTable:
        """A table is not in memory any more: note how it was left."""
        held, now = loaded.held, time.monotonic()
        one = held.phrase
        del self._loaded[one]
        if outcome.failure:
            _LOGGER.warning("table %s was put away: %s", held.table.hex()[:8], outcome.failure)
            self._rests[one] = now + FAILED_SECONDS
        elif outcome.seconds > SHORT_SECONDS:
            self._rests[one] = now + outcome.seconds / SHARE
        if outcome.overdrawn:
            _LOGGER.warning("table %s rests: it took more than its share", held.table.hex()[:8])
            self._overdrawn += 1
        if not self._holds(held) or not (outcome.founded or loaded.stopping):
            if self._holds(held):
                self._shelf.forget(held)
            self._octets.pop(one, None)
            return held
        self._octets[one] = self._shelf.octets(held)
        self._reminders.put_away(held)
        return self._shelf.visited(held, founded=outcome.founded, full=outcome.full)

    async def _remind(self) -> None:
        """Remind players of tables that are put away; the others do it by themselves."""
        while True:
            minute = _minute()
            async with task_group() as group:
                for held in tuple(self._shelf.held.values()):
                    if held.phrase not in self._loaded:
                        group.create_task(self._reminders.remind(held, minute))
            await asyncio.sleep(REMIND_SECONDS)

    async def _forget_old(self) -> None:
        """Now and then forget what nobody has called for long."""
        while True:
            for held in self._shelf.forgotten():
                if held.phrase not in self._loaded:
                    self._shelf.forget(held)
                    self._octets.pop(held.phrase, None)
            await asyncio.sleep(FORGETTING_SECONDS)


def _waits_for_host(held: HeldTable) -> bool:
    """Whether it is for the holder to call: a keeper's host calls nobody before the game begins."""
    return held.role is Role.KEEPER and not held.founded


def _name(held: HeldTable) -> Identity:
    """By which the relay knows the holder's node: see `Node`."""
    if held.role is Role.HOLDER:
        return held.identity
    return relay_identity(held.phrase, held.table)


def _minute() -> int:
    return int(time.time()) // 60
