"""The connections of a running node: each one dialed or accepted, served to its end, and awaited.

Everything that a connection needs runs in tasks that end with it. A failure of one connection ends
that connection alone; only what its owner cannot survive (a disk that refuses) ends the node.
"""

import asyncio
import random
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Final, Protocol

from p2p.address import Address
from p2p.advertising import Advertising
from p2p.errors import (
    BadMessage,
    ChannelError,
    ConnectionLost,
    ConnectionRefused,
    InternalError,
    LobbyError,
    PeerFault,
    Unreachable,
)
from p2p.failures import contained, task_group
from p2p.knocking import Knocker
from p2p.limits import ConnectionLimiter
from p2p.locality import Scope
from p2p.mail.box import Letter
from p2p.mailboxes import Mailboxes
from p2p.messages import Alive, Message, Sorry
from p2p.peers import AnyConnection, Peer, Peers
from p2p.probing import Reachability
from p2p.relay.client import Registration, RelayAccess, Replaced, registered
from p2p.sockets import abort
from p2p.tickets import AnyTicket
from p2p.ways import Mailbox, Rank, Relay, WayIn
from p2p.wire import MAX_CALLERS, Connection, ConnectionHandler, accept, dial
from protocol.identity import Identity, PublicKey

__all__ = [
    "MAX_RETRY_SECONDS",
    "MIN_RETRY_SECONDS",
    "STABLE_SECONDS",
    "Owner",
    "PeerConnections",
]

MIN_RETRY_SECONDS: Final = 0.2
MAX_RETRY_SECONDS: Final = 60.0
"""Seconds between two attempts to call by one way in: doubled after each that comes to nothing."""
STABLE_SECONDS: Final = 1.0
"""Seconds after which a connection has worked: when it breaks, whatever waits is tried at once."""
ALIVE_SECONDS: Final = 20.0
SILENT_SECONDS: Final = 90.0
"""How often a node is heard through a relay at least, and for how long it may not be (SPEC-16.15):
a relay answers pings itself, also if it passes on nothing."""


class Owner(ConnectionHandler, Protocol):
    """What decides about the connections: the node.

    Attributes:
        mailboxes: those that it may open.
    """

    mailboxes: Mailboxes

    def expects(self, listener: PublicKey) -> bool:
        """Whether the node that answered our call belongs to the table."""

    def opened(self, peer: Peer) -> None:
        """A connection is there."""

    def closed(self, peer: Peer, reason: str, *, refused: bool) -> None:
        """A connection has ended; it is not among the peers any more."""

    def unreachable(self, reason: str) -> None:
        """A call came to nothing."""

    def registered(self, relay: Relay) -> None:
        """The node can be called through a relay."""

    def held(self, relay: Relay, refusal: str) -> None:
        """A relay holds the log for us; or it does not, and why."""

    def listed_at(self, relay: Relay, *, shown: bool) -> None:
        """A relay tells strangers of our table, or no more."""

    def tested(self, ways: tuple[Reachability, ...]) -> None:
        """It was tested by which ways the node can be called."""

    def receive(self, peer: Peer, message: Message | Letter) -> None:
        """Take a message.

        Raises:
            PeerFault, LobbyError, ConnectionRefused, InternalError: the connection must end.
            StoreFailed: the node must end.
        """

    def next_message(self, peer: Peer) -> Message | None:
        """What to send next; None if nothing is to be sent for now."""

    def idle(self) -> None:
        """A connection has nothing more to send for now."""


class PeerConnections:
    """Dials and serves; decides nothing but which of two connections to one peer is kept.

    Attributes:
        peers: those connected now.
        registered: the relays at which the node can be called now.
    """

    def __init__(
        self,
        owner: Owner,
        identity: Identity,
        table: bytes,
        ticket: AnyTicket | None,
        advertising: Advertising,
    ) -> None:
        """No connection yet.

        Args:
            owner: decides.
            identity: of this node.
            table: table id.
            ticket: what we show to those we call.
            advertising: what relays are told for strangers.
        """
        self._advertising = advertising
        self.peers = Peers(identity.public)
        self.registered: set[Relay] = set()
        self._owner = owner
        self._identity = identity
        self._table = table
        self._ticket = ticket
        self._logged: set[str] = set()
        self._callers = ConnectionLimiter[asyncio.Timeout](MAX_CALLERS, MAX_CALLERS, MAX_CALLERS)
        self._now = asyncio.Event()

    async def call(self, way: WayIn, scope: Scope, door: Address | None) -> AnyConnection:
        """Call by a way in; see `p2p.wire.dial` and `p2p.mailboxes`.

        Raises:
            Unreachable, InternalError: nothing came of it.
        """
        with contained("calling a node", self._logged):
            if isinstance(way, Mailbox):
                return await self._owner.mailboxes.open(way)
            return await dial(way, self._identity, self._table, self._ticket, scope, door=door)

    def report(self, reason: str) -> None:
        """A call came to nothing."""
        self._owner.unreachable(reason)

    def held(self, relay: Relay, refusal: str = "") -> None:
        """A relay holds the log for us; or it does not, and why."""
        self._owner.held(relay, refusal)

    def tested(self, ways: tuple[Reachability, ...]) -> None:
        """It was tested by which ways the node can be called."""
        self._owner.tested(ways)

    async def keep_registered(self, access: RelayAccess, name: Identity) -> None:
        """Be called through a relay, by this name; never returns.

        A call goes on when the registration ends: a relay that loses one may have kept the other.
        """
        wait, reported = MIN_RETRY_SECONDS, ""
        async with task_group() as group:
            while True:
                began: float | None = None
                try:
                    with contained("registering at a relay", self._logged):
                        async with registered(access, name) as registration:
                            began, reported = time.monotonic(), ""
                            self.registered.add(access.relay)
                            self._owner.registered(access.relay)
                            await self._keep_listed(registration, group, access.relay)
                except (Unreachable, InternalError) as error:
                    if str(error) != reported:
                        reported = str(error)
                        self._owner.unreachable(reported)
                    if isinstance(error, Replaced):
                        wait = MAX_RETRY_SECONDS  # two that took it from each other would go on
                    elif began is not None and time.monotonic() - began > STABLE_SECONDS:
                        wait = MIN_RETRY_SECONDS
                        self.retry()
                self.registered.discard(access.relay)
                try:
                    async with asyncio.timeout(wait * random.SystemRandom().uniform(0.5, 1)):
                        await self._now.wait()
                    wait = MIN_RETRY_SECONDS
                except TimeoutError:
                    wait = min(2 * wait, MAX_RETRY_SECONDS)

    def retry(self) -> None:
        """Register now at every relay that waits for its next attempt."""
        self._now.set()
        self._now = asyncio.Event()

    async def _keep_listed(
        self, registration: Registration, group: asyncio.TaskGroup, relay: Relay
    ) -> None:
        """Answer every call, and have the table listed as long as the player wants.

        Raises:
            Unreachable: the registration has ended.
        """
        listing = group.create_task(self._list(registration, relay))
        try:
            while True:
                token = await registration.incoming()
                group.create_task(self._answer(registration, token, str(relay)))
        finally:
            listing.cancel()

    async def _list(self, registration: Registration, relay: Relay) -> None:
        """Tell a relay what strangers are told, whenever that changes."""
        told = b""
        with suppress(Unreachable):
            while True:
                if (now := self._advertising.at_relays) != told:
                    told = now
                    self._owner.listed_at(relay, shown=await registration.list(now))
                await self._advertising.changed()

    async def _answer(self, registration: Registration, token: bytes, relay: str) -> None:
        """Answer a call, and serve who may come in; an older call may give way to it."""
        caller, socket = None, None
        try:
            with suppress(Unreachable, TimeoutError):
                async with asyncio.timeout(None) as place, self._counted(place, relay):
                    socket = await registration.answer(token)
                    caller = await accept(
                        socket,
                        self._identity,
                        self._table,
                        self._owner,
                        Rank.RELAY,
                        whence=relay,
                    )
                    if isinstance(caller, Connection):
                        self._callers.prove(place)
        finally:
            if socket is not None and caller is None:
                await abort(socket)
        match caller:
            case Connection() as connection:
                await self._owner.serve(connection)
            case Knocker() as knocker:
                await self._owner.hear(knocker, relay)
            case None:
                pass

    @asynccontextmanager
    async def _counted(self, place: asyncio.Timeout, relay: str) -> AsyncIterator[None]:
        """A caller counts until it has proved a key; of too many the time of one is up."""
        gives_way = self._callers.open(place, relay)
        if gives_way is not None:
            gives_way.reschedule(asyncio.get_running_loop().time())
        try:
            yield
        finally:
            self._callers.close(place)

    async def serve(self, connection: AnyConnection) -> None:
        """Exchange messages with a peer until one of the two ends it.

        Raises:
            StoreFailed, LocalError: the node must end.
        """
        peer = await self._enter(connection)
        if peer is None:
            await connection.drop()
            return
        reason, refused = "", False
        try:
            async with task_group() as group:
                group.create_task(self._write(peer))
                await self._read(peer)
        except (ConnectionLost, ChannelError, BadMessage) as error:
            reason, refused = str(error), isinstance(error, ConnectionRefused)
        except (PeerFault, LobbyError, InternalError) as error:
            reason, refused = str(error), True
            with suppress(ConnectionLost):
                await connection.send(Sorry.because(reason))
        finally:
            self._leave(peer, reason, refused=refused)
            await connection.close()

    async def close(self) -> None:
        """End all connections once what was sent is on its way."""
        async with task_group() as group:
            for peer in self.peers:
                group.create_task(peer.connection.close())

    async def _read(self, peer: Peer) -> None:
        patience = SILENT_SECONDS if peer.connection.rank is Rank.RELAY else None
        while True:
            try:
                async with asyncio.timeout(patience):
                    with contained("reading a message", self._logged):
                        message = await peer.connection.receive()
            except TimeoutError:
                raise ConnectionLost("the relay passes nothing on") from None
            if not isinstance(message, Alive):
                self._owner.receive(peer, message)

    async def _write(self, peer: Peer) -> None:
        """Send what there is to send, and wait for more; through a relay be heard meanwhile."""
        pause = ALIVE_SECONDS if peer.connection.rank is Rank.RELAY else None
        while True:
            peer.wake.clear()
            if peer.dismissed:
                raise LobbyError(peer.dismissed)
            with contained("writing a message", self._logged):
                message = self._owner.next_message(peer)
            peer.idle = message is None
            if message is None:
                self._owner.idle()
                with suppress(TimeoutError):
                    async with asyncio.timeout(pause):
                        await peer.wake.wait()
                        continue
                message = Alive()
            await peer.connection.send(message)

    async def _enter(self, connection: AnyConnection) -> Peer | None:
        """Take a connection on; None if there is a better one, or it is not who was called."""
        if connection.dialed and not self._owner.expects(connection.peer):
            return None
        if not self.peers.better(connection):
            return None
        old = self.peers.with_key(connection.peer)
        if old is not None:
            self._leave(old, "a newer connection replaced this one")
        peer = self.peers.enter(connection)
        self._owner.opened(peer)
        if old is not None:
            await old.connection.drop()
        return peer

    def _leave(self, peer: Peer, reason: str, *, refused: bool = False) -> None:
        """Forget a connection that has ended."""
        if self.peers.leave(peer):
            self._owner.closed(peer, reason, refused=refused)
