"""Transport: websockets on one side, messages of authenticated peers on the other.

Decides nothing. It limits how long a handshake may take, and how long a peer may refuse to read.
"""

import asyncio
import os
from typing import Final, Protocol

from p2p.address import Address
from p2p.channel import Channel, Dialed, Introduced, Listening, is_knock
from p2p.dialing import open_way
from p2p.errors import BadMessage, ChannelError, ConnectionLost, LobbyError, Unreachable
from p2p.knocking import Knocker, greet_knocker
from p2p.limits import HANDSHAKE_SECONDS, Network
from p2p.locality import Scope
from p2p.messages import Message, check_beginning, read_message, write_message
from p2p.noise_xx import FRESH_SIZE
from p2p.relay.messages import TOKEN_SIZE
from p2p.sockets import WebSocket, abort, close, receive_frame, send_frame
from p2p.tickets import AnyTicket
from p2p.ways import Holder, Rank, WayIn, rank_of
from protocol.identity import Identity, PublicKey

__all__ = [
    "MAX_CALLERS",
    "MAX_PER_NETWORK",
    "MAX_STRANGERS",
    "STALL_SECONDS",
    "Connection",
    "ConnectionHandler",
    "accept",
    "dial",
]

MAX_CALLERS: Final = 32
MAX_PER_NETWORK: Final = 8
MAX_STRANGERS: Final = 24
"""Connections at once on which nobody has proved a key yet: in all, from one network, and from all
networks together from which nobody has come who may come in."""
STALL_SECONDS: Final = 20.0
"""How long a peer may leave what is sent to it unread."""


class Connection:
    """An established connection to one peer.

    Attributes:
        peer: whose key is at the other end.
        dialed: whether this side began it.
        rank: of the way by which it came.
        whence: of a caller, its number, or the relay through which it has called; else empty.
    """

    __slots__ = ("_channel", "_socket", "dialed", "peer", "rank", "whence")

    def __init__(
        self, socket: WebSocket, channel: Channel, rank: Rank = Rank.DIRECT, whence: str = ""
    ) -> None:
        self.peer: PublicKey = channel.peer
        self.dialed: bool = channel.dialed
        self.rank = rank
        self.whence = whence
        self._socket = socket
        self._channel = channel

    async def send(self, message: Message) -> None:
        """Send a message. One task alone may do so at a time.

        Raises:
            ConnectionLost: the connection has ended, or the peer does not read.
        """
        try:
            async with asyncio.timeout(STALL_SECONDS):
                for frame in self._channel.seal(write_message(message)):
                    await send_frame(self._socket, frame)
        except TimeoutError:
            await self.drop()
            raise ConnectionLost("the peer does not read what it is sent") from None

    async def receive(self) -> Message:
        """The next message. One task alone may wait for it at a time.

        Raises:
            ConnectionLost: the connection has ended.
            ChannelError, BadMessage: the peer broke the protocol.
        """
        message = None
        while message is None:
            message = self._channel.open(await receive_frame(self._socket))
            if message is None:
                check_beginning(self._channel.beginning)
        return read_message(message)

    async def close(self) -> None:
        """End the connection once all that was sent is on its way. It may be ended twice."""
        await close(self._socket)

    async def drop(self) -> None:
        """End the connection at once, whatever the peer does."""
        await abort(self._socket)


class ConnectionHandler(Protocol):
    """Decides which callers to admit, and serves those it admits."""

    def admit(self, introduced: Introduced) -> None:
        """Return if the caller may come in; what follows from it is on the disk then.

        Raises:
            LobbyError: it may not.
        """

    async def serve(self, connection: Connection) -> None:
        """Serve the connection to its end."""

    @property
    def listed(self) -> Identity | None:
        """With which it speaks to strangers who knock; None if nobody may (SPEC-16.22)."""

    async def hear(self, knocker: Knocker, network: Network) -> None:
        """Keep a stranger waiting until it is decided whether to let it in, or it has gone.

        The network is that from which it has come, or the relay.
        """

    def probed(self, token: bytes) -> None:
        """A relay has called back, with the token that it was given (SPEC-16.15)."""


async def dial(
    way: WayIn,
    identity: Identity,
    table: bytes,
    ticket: AnyTicket | None = None,
    scope: Scope = Scope.EVERYWHERE,
    *,
    door: Address | None = None,
) -> Connection:
    """Call a node.

    Args:
        way: in to it.
        identity: of this node.
        table: table id.
        ticket: of the invite, if one is needed.
        scope: which local networks may be called.
        door: where to call the relay instead; see `RelayAccess.door`.

    Raises:
        Unreachable: nobody answers there, or somebody who is no node of this table, or one who
            does not let this one in, or who is not the holder that is called.
    """
    socket = await open_way(way, scope, door)
    try:
        async with asyncio.timeout(HANDSHAKE_SECONDS):
            dialed, first = Dialed.begin(identity, table, os.urandom(FRESH_SIZE), ticket)
            await send_frame(socket, first)
            greeted, third = dialed.greeted(await receive_frame(socket))
            await send_frame(socket, third)
            channel = greeted.admitted(await receive_frame(socket))
            _check_holder(way, channel)
            return Connection(socket, channel, rank_of(way))
    except BaseException as error:
        await abort(socket)
        if isinstance(error, TimeoutError):
            raise Unreachable(f"{way}: the handshake did not finish in time") from None
        if isinstance(error, ChannelError | ConnectionLost):
            raise Unreachable(f"{way}: {error}") from error
        raise


def _check_holder(way: WayIn, channel: Channel) -> None:
    if isinstance(way, Holder) and channel.peer != way.key:
        raise ChannelError("another node answers in the name of the one that holds the log")


async def accept(
    socket: WebSocket,
    identity: Identity,
    table: bytes,
    handler: ConnectionHandler,
    rank: Rank = Rank.DIRECT,
    *,
    whence: str = "",
) -> Connection | Knocker | None:
    """Greet a caller; None if it may not come in or says nothing for too long, and is left.

    The rank is of the way by which it came; `whence` as in `Connection`.
    """
    try:
        async with asyncio.timeout(HANDSHAKE_SECONDS):
            first = await receive_frame(socket)
            if is_knock(first):
                return await _greet_knocker(socket, handler, first)
            channel = await _greet(socket, identity, table, handler, first)
            return Connection(socket, channel, rank, whence)
    except (
        BadMessage,
        ChannelError,
        ConnectionLost,
        LobbyError,
        TimeoutError,
    ):
        # Nothing is said to whom nothing is owed.
        await abort(socket)
        return None


async def _greet(
    socket: WebSocket, identity: Identity, table: bytes, handler: ConnectionHandler, first: bytes
) -> Channel:
    if len(first) == TOKEN_SIZE:
        handler.probed(first)
        raise ChannelError("a relay has called back, and has nothing more to say")
    listening, second = Listening.called(identity, table, os.urandom(FRESH_SIZE), first)
    await send_frame(socket, second)
    introduced = listening.introduced(await receive_frame(socket))
    handler.admit(introduced)
    channel, fourth = introduced.admit()
    await send_frame(socket, fourth)
    return channel


async def _greet_knocker(socket: WebSocket, handler: ConnectionHandler, first: bytes) -> Knocker:
    if handler.listed is None:
        raise ChannelError("nobody may knock here")
    return await greet_knocker(socket, handler.listed, first)
