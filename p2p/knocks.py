"""Who knocks at a host's table, and waits for its answer (SPEC-16.22).

Few may wait at once, fewer of one network, and of too many the oldest of the network that has most
gives way, as with callers who have proved nothing. A player is told of no more than it can read.
"""

import asyncio
from collections.abc import Iterator
from typing import Final

from p2p.errors import LobbyError
from p2p.hosting import Hosting
from p2p.knocking import Answer, Declined, Granted, Heard, Knocker
from p2p.limits import ConnectionLimiter, Network, RateLimiter
from protocol.identity import PublicKey

__all__ = ["MAX_KNOCKS", "MAX_KNOCKS_PER_NETWORK", "Knocks"]

MAX_KNOCKS: Final = 8
MAX_KNOCKS_PER_NETWORK: Final = 4
"""Who waits at once: in all, and of one network or by one relay."""
KNOCK_BURST: Final = 8
SECONDS_PER_KNOCK: Final = 15.0
"""How often the player is told at once that somebody knocks, and seconds after which once more."""

TOO_MANY: Final = "too many knock: come again in a minute"
YOURS: Final = "this key has a seat already: come back by its link"


class Knocks:
    """The strangers who wait for one host."""

    def __init__(self) -> None:
        """Nobody does."""
        self._waiting: dict[Knocker, asyncio.Future[Answer]] = {}
        self._limiter = ConnectionLimiter[Knocker](MAX_KNOCKS, MAX_KNOCKS_PER_NETWORK, MAX_KNOCKS)
        self._told = RateLimiter[None](KNOCK_BURST, SECONDS_PER_KNOCK)

    def __iter__(self) -> Iterator[Knocker]:
        """In the order in which they came."""
        return iter(self._waiting)

    def enter(self, knocker: Knocker, network: Network, lobby: Hosting, now: float) -> None:
        """Have a stranger wait; an older one may give way.

        Args:
            knocker: who knocks.
            network: from where.
            lobby: of the table.
            now: seconds on a clock that only goes forwards.

        Raises:
            LobbyError: why it is not even asked whether to let it in.
        """
        if knocker.key in {guest.key for guest in lobby.guests.values()}:
            raise LobbyError(YOURS)
        if knocker.key in lobby.barred or knocker.key in lobby.removed:
            raise LobbyError("the host does not want to be asked again")
        if not lobby.has_room and not knocker.said.watches:
            raise LobbyError("no seat is free any more")
        lobby.check_name(knocker.said.name)
        if not self._told.allows(None, now):
            raise LobbyError(TOO_MANY)
        for other in tuple(self._waiting):
            if other.key == knocker.key:
                self.answer(other.key, Declined("you have knocked again"))
        gives_way = self._limiter.open(knocker, network)
        if gives_way is not None:
            self._settle(gives_way, Declined(TOO_MANY))
        self._waiting[knocker] = asyncio.get_running_loop().create_future()

    async def answer_to(self, knocker: Knocker) -> Answer:
        """What is decided about who waits; `Heard` if it has gone before."""
        decided = self._waiting.get(knocker)
        if decided is None:
            return Declined(TOO_MANY)
        gone: asyncio.Future[None] = asyncio.create_task(knocker.wait())
        try:
            await asyncio.wait((decided, gone), return_when=asyncio.FIRST_COMPLETED)
        finally:
            gone.cancel()
        return decided.result() if decided.done() else Heard()

    def leave(self, knocker: Knocker) -> None:
        """It has its answer, or has gone."""
        self._limiter.close(knocker)
        self._waiting.pop(knocker, None)

    def answer(self, key: PublicKey, answer: Granted | Declined) -> None:
        """Say something to who waits with a key, if anybody does."""
        for knocker in tuple(self._waiting):
            if knocker.key == key:
                self._settle(knocker, answer)

    def close(self, reason: str) -> None:
        """Say to all who wait that nobody is let in any more."""
        for knocker in tuple(self._waiting):
            self._settle(knocker, Declined(reason))

    def _settle(self, knocker: Knocker, answer: Answer) -> None:
        self._limiter.close(knocker)
        waiting = self._waiting.pop(knocker)
        if not waiting.done():
            waiting.set_result(answer)
