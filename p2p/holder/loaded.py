"""A table in memory: the holder's node there, with a thread and an event loop of its own.

Threads share the processor fairly, so a table whose log takes long to replay delays itself, and the
others by no more than its share.
"""

import asyncio
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from p2p.choice import Choice
from p2p.events import EntryAccepted, StatementAccepted
from p2p.holder.policy import HeldTable, Policy, Role
from p2p.holder.shelf import octets_of
from p2p.lobby_protocol import Proposed
from p2p.node import Node
from p2p.player import Notice, Position
from p2p.relay.client import RelayAccess
from p2p.reminding.desk import Desk
from p2p.store import Store
from protocol.errors import LocalError, Refused
from protocol.founding import Founding
from protocol.opening import first_position
from protocol.table import Table

__all__ = ["ALLOWANCE_SECONDS", "IDLE_SECONDS", "SHARE", "LoadedTable", "Outcome"]

IDLE_SECONDS: Final = 60.0
"""After which a table is put away to which nobody is connected."""
FOUNDING_SECONDS: Final = 120.0
"""The same of one whose founding nobody has brought; it is forgotten then."""
LOBBY_SECONDS: Final = 24 * 3600.0
"""The same of one to which it is invited as a keeper, where others may still be missing."""
ALLOWANCE_SECONDS: Final = 30.0
"""Of processor time beyond its share that a table may take, to replay or to check a long log."""
SHARE: Final = 0.1
"""Of a processor that a table has over time."""
_LOOK_SECONDS: Final = 0.5
_FAREWELL_SECONDS: Final = 2.0


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a table was left when it was put away.

    Attributes:
        founded: whether there is a game.
        full: whether the log has outgrown what is held of a table.
        seconds: of processor time that it took beyond its share; below 0 if it took less.
        overdrawn: whether it was put away for that.
        failure: why it could not go on; empty if it could.
    """

    founded: bool = False
    full: bool = False
    seconds: float = 0.0
    overdrawn: bool = False
    failure: str = ""


class Witness:
    """What a holder's node asks and tells: it decides nothing, and agrees to keep any game.

    Attributes:
        heard: when something was heard of the game last.
    """

    def __init__(self, held: HeldTable) -> None:
        self._key = held.identity.public
        self.heard = time.monotonic()

    async def consents(self, proposed: Proposed) -> bool:
        """See `Player.consents`: a keeper's seat has no powers, and the rules must be known."""
        own = [seat for seat in proposed.charter.seats if seat.key == self._key]
        if not own or any(seat.powers for seat in own):
            return False
        try:
            first_position(proposed.charter, proposed.scenario)
        except Refused:
            return False
        return True

    async def decide(self, position: Position) -> Choice:
        """See `Player.decide`.

        Raises:
            LocalError: always.
        """
        raise LocalError(f"a holder is asked to decide for seat {position.seat}")

    def notice(self, notice: Notice) -> None:
        """See `Player.notice`."""
        if isinstance(notice, EntryAccepted | StatementAccepted):
            self.heard = time.monotonic()


class LoadedTable:
    """A table in memory, until nobody is connected to it any more, or it is put away.

    Attributes:
        held: the table.
        since: when it was loaded.
        ready: it has been replayed, or has failed.
        done: how it was left; set when its thread is about to end.
        stopping: it is to be put away soon.
    """

    def __init__(
        self,
        held: HeldTable,
        path: Path,
        *,
        access: RelayAccess,
        policy: Policy,
        state: Path,
        reminders: Desk | None,
        idle_seconds: float,
        open_table: Callable[[Founding], Table],
    ) -> None:
        """Load it. Called within a running loop, which learns of what follows.

        Args:
            held: the table.
            path: of its store.
            access: the relay, at its door.
            policy: of the holder.
            state: folder for the number of signatures.
            reminders: by which players are reminded; None for none.
            idle_seconds: after which it is put away if nobody is connected.
            open_table: makes the table of a founding.
        """
        self.held = held
        self.since = time.monotonic()
        self._witness = Witness(held)
        self._path = path
        self._access = access
        self._policy = policy
        self._state = state
        self._reminders = reminders
        self._idle_seconds = idle_seconds
        self._open_table = open_table
        self._loop = asyncio.get_running_loop()
        self.ready: asyncio.Future[None] = self._loop.create_future()
        self.done: asyncio.Future[Outcome] = self._loop.create_future()
        self.stopping = False
        self._overdrawn = False
        name = f"table {held.table.hex()[:8]}"
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    @property
    def heard(self) -> float:
        """When something was heard of the game last."""
        return self._witness.heard

    def stop(self) -> None:
        """Put it away soon."""
        self.stopping = True

    @property
    def _beyond_share(self) -> float:
        """Seconds of processor time that its thread, which asks, has taken beyond its share."""
        return time.thread_time() - SHARE * (time.monotonic() - self.since)

    def _run(self) -> None:
        try:
            outcome = asyncio.run(self._serve())
        except Exception as error:  # noqa: BLE001 (whatever it is, the other tables go on)
            outcome = Outcome(founded=self.held.founded, failure=f"{type(error).__name__}: {error}")
        with suppress(RuntimeError):  # the holder has ended before
            self._loop.call_soon_threadsafe(self._leave, outcome)

    def _leave(self, outcome: Outcome) -> None:
        if not self.ready.done():
            self.ready.set_result(None)
        if not self.done.done():
            self.done.set_result(outcome)

    def _say_ready(self) -> None:
        if not self.ready.done():
            self.ready.set_result(None)

    async def _serve(self) -> Outcome:
        key = self.held.identity.public.raw
        with Store.open(self._path, self.held.table, key) as store:
            node = Node(
                store,
                self.held.phrase,
                self._witness,
                relays=(self._access,),
                relay_only=True,
                linger=None,
                state=self._state,
                holder=self.held.role is Role.HOLDER,
                whole=False,
                reminders=self._reminders,
                open_table=self._open_table,
            )
            self._loop.call_soon_threadsafe(self._say_ready)
            running = asyncio.ensure_future(node.run())
            try:
                full = await self._watch(node, running)
            finally:
                running.cancel()
                await asyncio.wait({running})
            return Outcome(node.table is not None, full, self._beyond_share, self._overdrawn)

    async def _watch(self, node: Node, running: asyncio.Future[None]) -> bool:
        """Wait until the table is to be put away: whether its log is longer than may be."""
        alone_since = time.monotonic()
        while not self.stopping:
            await asyncio.wait({running}, timeout=_LOOK_SECONDS)
            if running.done():
                running.result()
                return False
            now = time.monotonic()
            if node.visited:
                alone_since = now
            if now - alone_since > self._patience(founded=node.table is not None):
                return False
            if self._beyond_share > ALLOWANCE_SECONDS:
                self._overdrawn = True
                return False
            too_long = octets_of(self._path) > self._policy.most_octets
            if too_long and node.table is not None:
                node.dismiss(self._policy.too_long)
                await asyncio.sleep(_FAREWELL_SECONDS)
                return True
        return False

    def _patience(self, *, founded: bool) -> float:
        """Seconds after which it is put away if nobody is connected."""
        if founded:
            return self._idle_seconds
        return LOBBY_SECONDS if self.held.role is Role.KEEPER else FOUNDING_SECONDS
