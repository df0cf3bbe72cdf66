"""Whom a node calls, and when again (SPEC-16.16).

One task for each way in: it calls, has the connection served to its end, and calls again after a
while, ever longer. Who is connected already by a way as good is not called. When one breaks
that has worked, all ways that wait are tried at once. What other players list may point at anybody:
such ways are called seldom, however many name one host, and rest when nobody answers.
"""

import asyncio
import random
import time
from dataclasses import dataclass, field
from typing import Final

from p2p.address import Address
from p2p.connections import (
    MAX_RETRY_SECONDS,
    MIN_RETRY_SECONDS,
    STABLE_SECONDS,
    PeerConnections,
)
from p2p.errors import InternalError, Unreachable
from p2p.failures import task_group
from p2p.limits import RateLimiter
from p2p.locality import Scope
from p2p.peers import Peer
from p2p.ways import Holder, WayIn, rank_of
from protocol.identity import PublicKey

__all__ = ["Calling", "Target"]

MAX_FAILURES: Final = 8
REST_SECONDS: Final = 600.0
"""After how many attempts in a row a way that another player lists rests, and for how long."""
HOST_BURST: Final = 8
SECONDS_PER_HOST: Final = 8.0
"""How often one host is called at once by listed ways, and seconds after which it is once more."""
LISTED_BURST: Final = 16
SECONDS_PER_LISTED: Final = 2.0
"""The same of all hosts together."""


@dataclass(frozen=True, slots=True)
class Target:
    """A way in that is called.

    Attributes:
        way: by which.
        key: of the player who lists it; None of a way that our own player knows from a link.
        scope: which local networks it may lead to.
        door: see `RelayAccess.door`.
    """

    way: WayIn
    key: PublicKey | None = None
    scope: Scope = Scope.EVERYWHERE
    door: Address | None = None

    @property
    def who(self) -> PublicKey | None:
        """Who is expected to answer, if that is known."""
        return self.way.key if isinstance(self.way, Holder) else self.key


@dataclass(frozen=True, slots=True)
class _Pause:
    """What waits for its next attempt.

    Attributes:
        due: when that is.
        rests: whether it is listed by another player, and nobody has answered many times in a row.
        over: set to have it made now.
    """

    due: float
    rests: bool
    over: asyncio.Event = field(default_factory=asyncio.Event)


class Calling:
    """Keeps calling whoever is to be called."""

    def __init__(self, connections: PeerConnections) -> None:
        """Nobody yet.

        Args:
            connections: calls, and serves who answers.
        """
        self._connections = connections
        self._targets: frozenset[Target] = frozenset()
        self._tasks: dict[Target, asyncio.Task[None]] = {}
        self._serving: set[Target] = set()
        self._pauses: dict[Target, _Pause] = {}
        self._aimed = asyncio.Event()
        self._hosts = RateLimiter[str](HOST_BURST, SECONDS_PER_HOST)
        self._listed = RateLimiter[None](LISTED_BURST, SECONDS_PER_LISTED)

    def aim(self, targets: frozenset[Target]) -> None:
        """Call by these ways from now on; a connection by another one stays until it ends."""
        self._targets = targets
        self._aimed.set()

    def retry(self) -> None:
        """Call now by every way that waits for its next attempt."""
        for pause in self._pauses.values():
            pause.over.set()

    def retry_waiting(self) -> None:
        """Call now by every way that waits, but by those that rest: things have changed."""
        for pause in self._pauses.values():
            if not pause.rests:
                pause.over.set()

    @property
    def next_call(self) -> float | None:
        """Seconds until the next attempt; None if none is planned."""
        due = min((pause.due for pause in self._pauses.values()), default=None)
        return None if due is None else max(0.0, due - time.monotonic())

    async def run(self) -> None:
        """Call; never returns.

        Raises:
            StoreFailed, LocalError: the node must end.
        """
        async with task_group() as group:
            while True:
                self._aimed.clear()
                for target in self._tasks.keys() - self._targets - self._serving:
                    self._tasks.pop(target).cancel()
                for target in self._targets - self._tasks.keys():
                    self._tasks[target] = group.create_task(self._keep_calling(target))
                await self._aimed.wait()

    async def _keep_calling(self, target: Target) -> None:
        """Keep a connection to whoever is reached by a way in, as long as that is to be called."""
        who, wait, failures, reported = target.who, MIN_RETRY_SECONDS, 0, ""
        while target in self._targets:
            connected: float | None = None
            if (peer := self._as_good(target, who)) is not None:
                connected = time.monotonic()
                await peer.ended.wait()
            elif not self._spared(target):
                try:
                    connection = await self._connections.call(target.way, target.scope, target.door)
                except (Unreachable, InternalError) as error:
                    failures += 1
                    if str(error) != reported and not (target.key and self._connections.peers.keys):
                        reported = str(error)
                        self._connections.report(reported)
                else:
                    who, connected = connection.peer, time.monotonic()
                    self._serving.add(target)
                    await self._connections.serve(connection)
                    self._serving.discard(target)
                    task = asyncio.current_task()
                    if task is not None and task.cancelling():
                        # Up to Python 3.12 a group of which a task fails just then forgets it.
                        raise asyncio.CancelledError
            if connected is not None and time.monotonic() - connected > STABLE_SECONDS:
                wait, failures, reported = MIN_RETRY_SECONDS, 0, ""
                self.retry_waiting()
            rests = target.key is not None and failures >= MAX_FAILURES
            if await self._pause(target, REST_SECONDS if rests else wait, rests=rests):
                wait, failures = MIN_RETRY_SECONDS, 0
            else:
                wait = min(2 * wait, MAX_RETRY_SECONDS)
        del self._tasks[target]

    def _as_good(self, target: Target, who: PublicKey | None) -> Peer | None:
        """The connection to who is called, if there is one that a call could not improve."""
        peer = None if who is None else self._connections.peers.with_key(who)
        if peer is not None and peer.connection.rank <= rank_of(target.way):
            return peer
        return None

    def _spared(self, target: Target) -> bool:
        """Whether a way that another player lists is not called now, as too many are."""
        if target.key is None:
            return False
        now = time.monotonic()
        return not (
            self._hosts.allows(target.way.address.host, now) and self._listed.allows(None, now)
        )

    async def _pause(self, target: Target, seconds: float, *, rests: bool) -> bool:
        """Wait about so long; whether the next attempt is wanted before."""
        seconds *= random.SystemRandom().uniform(0.5, 1)
        pause = self._pauses[target] = _Pause(time.monotonic() + seconds, rests)
        try:
            async with asyncio.timeout(seconds):
                await pause.over.wait()
        except TimeoutError:
            return False
        finally:
            del self._pauses[target]
        return True
