"""A mailbox as one more peer of a node: connected, read, and written to.

What is to be left there is gathered for a moment, for each time the whole last chunk goes over.
After an outage nothing is remembered of what was sent: the node compares what the mailbox holds
with its log, and leaves there what is missing.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack, suppress
from typing import Final, Protocol

from p2p.errors import ConnectionLost, MailRefused, NodeError
from p2p.limits import RateLimiter
from p2p.mail.box import Box, Due, Left, Letter
from p2p.mail.keys import Author
from p2p.messages import Heads, Message
from p2p.ways import Rank, Relay
from protocol.identity import PublicKey

__all__ = ["MailConnection", "Membership", "Post"]

GATHER_SECONDS: Final = 0.25
"""How long what is to be left waits for more."""
BURST: Final = 20
SECONDS_PER_CHUNK: Final = 2.0
"""Chunks that are left at once, and seconds after which one more is: relays take 60 a minute."""
MIN_REFUSED_SECONDS: Final = 15.0
MAX_REFUSED_SECONDS: Final = 600.0
"""Until what a relay did not take is offered again: doubled each time."""
FLUSH_SECONDS: Final = 5.0
"""How long the end waits for what is still to be left."""


class Post(Protocol):
    """A relay that keeps chunks; see `p2p.mail.nostr.NostrRelay`."""

    async def fetch(self, authors: frozenset[bytes]) -> list[Left]:
        """All that it keeps of these authors."""

    async def subscribe(self, authors: frozenset[bytes]) -> None:
        """Be told from now on what these authors leave."""

    async def next(self) -> Left:
        """What is left there next."""

    async def post(self, author: Author, name: bytes, second: int, sealed: bytes) -> None:
        """Leave a chunk there."""


class Membership(Protocol):
    """Who belongs to the table by now."""

    @property
    def members(self) -> frozenset[PublicKey]:
        """Who plays or keeps, or may come to."""

    @property
    def doorsteps(self) -> frozenset[bytes]:
        """By which keys those write who introduce themselves with an invite of ours."""


class MailConnection:
    """A mailbox that is open.

    Attributes:
        peer: what this node calls it.
        dialed: whether this side began it: it did.
        rank: of mail.
        relay: that it is at.
    """

    def __init__(
        self,
        box: Box,
        post: Post,
        stack: AsyncExitStack,
        *,
        membership: Membership,
        refused: Callable[[Relay, str], None],
        relay: Relay,
    ) -> None:
        """Connected, and nothing read as yet.

        Args:
            box: what it holds.
            post: the relay.
            stack: what is to be left at the end.
            membership: who belongs to the table.
            refused: is told why the relay takes nothing; nothing, when it does again.
            relay: that it is at.
        """
        self.peer: PublicKey = box.mail.box(box.url)
        self.dialed = True
        self.rank = Rank.MAIL
        self.relay = relay
        self._box = box
        self._post = post
        self._stack = stack
        self._membership = membership
        self._refused = refused
        self._read: frozenset[bytes] = frozenset()
        self._opened, self._news, self._unposted = asyncio.Event(), asyncio.Event(), asyncio.Event()
        self._failure: NodeError | None = None
        self._rate = RateLimiter[None](BURST, SECONDS_PER_CHUNK)
        self._tasks = (
            asyncio.create_task(self._until_it_fails(self._listen)),
            asyncio.create_task(self._until_it_fails(self._write)),
        )

    async def send(self, message: Message) -> None:
        """Say something to the mailbox; see `Box.hear`.

        Raises:
            ConnectionLost: the connection has ended.
        """
        await self._opened.wait()
        if self._failure is not None:
            raise ConnectionLost(str(self._failure))
        self._box.hear(message)
        self._unposted.set()
        self._news.set()

    async def receive(self) -> Letter | Heads:
        """What the mailbox gives next. One task alone may wait for it at a time.

        Raises:
            ConnectionLost: the connection has ended.
        """
        while True:
            await self._follow()
            given = self._box.next_letter()
            if given is not None:
                await asyncio.sleep(0)  # a long line must not keep the others waiting
                return given
            if self._failure is not None:
                raise ConnectionLost(str(self._failure))
            self._news.clear()
            await self._news.wait()

    def distrust(self, author: bytes) -> None:
        """Read nothing more of an author, as long as this connection lasts."""
        self._box.distrust(author)

    async def close(self) -> None:
        """End the connection once all that was said is left there, or it takes too long."""
        with suppress(TimeoutError):
            async with asyncio.timeout(FLUSH_SECONDS):
                while self._failure is None and self._box.due(0) is not None:
                    self._unposted.set()
                    await asyncio.sleep(GATHER_SECONDS / 5)
        await self.drop()

    async def drop(self) -> None:
        """End the connection at once."""
        for task in self._tasks:
            task.cancel()
        await asyncio.wait(self._tasks)
        self._failure = self._failure or ConnectionLost("the mailbox is closed")
        self._news.set()
        self._opened.set()
        await self._stack.aclose()

    async def _follow(self) -> None:
        """Read the mail of whoever belongs to the table by now.

        Raises:
            ConnectionLost: the connection has ended.
        """
        self._box.members = self._membership.members
        self._box.doorsteps = self._membership.doorsteps
        while new := self._box.authors - self._read:
            self._read |= new
            await self._post.subscribe(self._read)
            for left in sorted(await self._post.fetch(new), key=lambda left: left.second):
                self._box.take(left)
        self._box.begin()
        self._opened.set()
        self._unposted.set()

    async def _listen(self) -> None:
        while True:
            self._box.take(await self._post.next())
            self._news.set()

    async def _write(self) -> None:
        refused = 0.0
        while True:
            await self._unposted.wait()
            await asyncio.sleep(GATHER_SECONDS)
            self._unposted.clear()
            while (due := self._box.due(int(time.time()))) is not None:
                if not self._rate.allows(None, time.monotonic()):
                    await asyncio.sleep(SECONDS_PER_CHUNK)
                    continue
                try:
                    await self._leave(due)
                except MailRefused as refusal:
                    self._refused(self.relay, str(refusal))
                    refused = min(max(2 * refused, MIN_REFUSED_SECONDS), MAX_REFUSED_SECONDS)
                    await asyncio.sleep(refused)
                else:
                    refused = 0.0 if not refused else self._taken_again()
            self._news.set()

    def _taken_again(self) -> float:
        self._refused(self.relay, "")
        return 0.0

    async def _leave(self, due: Due) -> None:
        box, author = self._box, due.author.public
        sealed = due.chunk.sealed(box.mail, author, box.url)
        name = box.mail.name(author, due.chunk.number, box.url)
        await self._post.post(due.author, name, due.second, sealed)
        box.posted(due)

    async def _until_it_fails(self, work: Callable[[], Awaitable[None]]) -> None:
        try:
            await work()
        except NodeError as error:
            self._failure = error
            self._news.set()
            self._opened.set()
