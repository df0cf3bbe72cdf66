"""The peers that are connected: one connection to each, also when both have called."""

import asyncio
from collections import deque
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from p2p.directory import Told
from p2p.errors import PeerFault
from p2p.link import Link
from p2p.mail.connection import MailConnection
from p2p.messages import Entrust, Found, Message, Parts
from p2p.wire import Connection
from protocol.identity import PublicKey

__all__ = ["MAX_REPLIES", "AnyConnection", "Peer", "Peers"]

MAX_REPLIES: Final = 16
"""Messages that wait until one peer has read those before."""

AnyConnection: TypeAlias = Connection | MailConnection
"""To a node, or to a mailbox in which nodes leave what they would say."""


@dataclass(eq=False, slots=True)
class Peer:
    """A connection, and what is to be sent on it.

    Attributes:
        connection: to the peer.
        link: its side of the log, once there is a game.
        replies: messages that go before those of the link.
        wake: there may be something to say.
        idle: there was nothing more to say.
        dismissed: why the connection is to end, if it is; the peer is told.
        ended: the connection has ended, or has been replaced.
        said: what it was told last of what is said once.
        told: the lists of ways in that it has, as it or we have said.
    """

    connection: AnyConnection
    link: Link | None = None
    replies: deque[Message] = field(default_factory=deque)
    wake: asyncio.Event = field(default_factory=asyncio.Event)
    idle: bool = False
    dismissed: str = ""
    ended: asyncio.Event = field(default_factory=asyncio.Event)
    said: deque[Message] = field(default_factory=lambda: deque(maxlen=MAX_REPLIES), repr=False)
    told: Told = field(default_factory=dict)

    @property
    def key(self) -> PublicKey:
        """Whose connection it is."""
        return self.connection.peer


class Peers:
    """The connections of one node.

    Attributes:
        met: the keys of all who were connected at some time.
    """

    def __init__(self, own: PublicKey) -> None:
        self.met: set[PublicKey] = set()
        self._own = own
        self._peers: dict[PublicKey, Peer] = {}

    def __iter__(self) -> Iterator[Peer]:
        return iter(tuple(self._peers.values()))

    def with_key(self, key: PublicKey) -> Peer | None:
        """The connection to a peer, if there is one."""
        return self._peers.get(key)

    def better(self, connection: AnyConnection) -> bool:
        """Whether a new connection is to replace the one that there is, if there is one.

        Both sides must decide alike (SPEC-16.10): it is the one of the better rank; of two of one
        rank, the one that the smaller key began; of two that the same key began, the newer.
        """
        old = self._peers.get(connection.peer)
        if old is None:
            return True
        if old.connection.rank != connection.rank:
            return connection.rank < old.connection.rank
        if old.connection.dialed == connection.dialed:
            return True
        return connection.dialed == (self._own < connection.peer)

    def enter(self, connection: AnyConnection) -> Peer:
        """Take a connection on, in place of any other to the same peer."""
        peer = Peer(connection)
        self._peers[peer.key] = peer
        self.met.add(peer.key)
        return peer

    def leave(self, peer: Peer) -> bool:
        """Forget a connection; False if it was forgotten before."""
        if peer.ended.is_set():
            return False
        peer.ended.set()
        if self._peers.get(peer.key) is peer:
            del self._peers[peer.key]
        return True

    @property
    def keys(self) -> tuple[PublicKey, ...]:
        """The keys of all who are connected."""
        return tuple(self._peers)

    def forward(self, message: Message, keys: Collection[PublicKey]) -> None:
        """Send a message to some; a peer that does not read its messages misses it."""
        for peer in self._peers.values():
            if peer.key in keys and len(peer.replies) < MAX_REPLIES:
                peer.replies.append(message)

    def say_once(self, due: Iterable[tuple[PublicKey, Entrust | Parts]]) -> None:
        """Say to each what it is to have for itself, once on a connection."""
        for key, message in due:
            peer = self._peers.get(key)
            if peer is None or len(peer.replies) >= MAX_REPLIES:
                continue
            if message not in peer.said:
                peer.said.append(message)
                peer.replies.append(message)

    def reply(self, peer: Peer, message: Message, *, everybody: bool) -> None:
        """Send a reply to the peer that asked, or to everybody.

        Raises:
            PeerFault: who asked for it does not read what it is sent.
        """
        for other in self if everybody else (peer,):
            if len(other.replies) < MAX_REPLIES:
                other.replies.append(message)
            elif other is peer:
                raise PeerFault("the peer asks for more than it reads")
            if isinstance(message, Found) and other.link is not None:
                # What we said before, it could not understand without the founding.
                other.link.send_heads = True
            if isinstance(message, Found):
                other.told.clear()

    def wake(self) -> None:
        """There may be something to send to everybody."""
        for peer in self._peers.values():
            peer.wake.set()
