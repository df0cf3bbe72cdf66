"""A running node: asyncio, disk and clock around `LobbyProtocol` and `Replica`, which decide.

Whatever happens (a message, a choice, a caller) is carried out in one go without waiting: take it,
do what follows by itself, write all changes in one transaction, wake those who send, and after them
tell the player. So nothing is ever sent that is not on the disk, nobody sees a half-done state, and
peers do not wait for what a player's screen takes.
"""

import asyncio
import os
import random
import time
from collections.abc import Callable, Coroutine, Mapping, Sequence
from contextlib import AsyncExitStack, suppress
from typing import Final, ParamSpec

from engine.pieces import PieceId
from p2p.address import Address
from p2p.asking import Asking
from p2p.channel import Introduced
from p2p.chat import Chat, ChatMessage
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
from p2p.limits import RateLimiter
from p2p.lobby import Hosting, Joining
from p2p.lobby_protocol import LobbyProtocol
from p2p.messages import Entries, Heads, Message, Say, Sorry, Statements
from p2p.mishap import confined
from p2p.peers import Peer, Peers
from p2p.player import Connected, Disconnected, GameStarted, Notice, Player, SeatTaken, Superseded
from p2p.replica import Replica
from p2p.store import Store, StoreContents
from p2p.wire import Connection, dial, listening
from protocol.entry_builder import Declined
from protocol.founding import Founding
from protocol.identity import Identity, Phrase, PublicKey
from protocol.table import Table

__all__ = ["LINGER_SECONDS", "MAX_RETRY_SECONDS", "MAX_WATCHERS", "MIN_RETRY_SECONDS", "Node"]

P = ParamSpec("P")

MIN_RETRY_SECONDS: Final = 0.2
MAX_RETRY_SECONDS: Final = 60.0
"""Seconds between two attempts to reach an address: doubled after each that comes to nothing."""
CALL_BURST: Final = 16
SECONDS_PER_CALL: Final = 2.0
"""How often one peer may come at once, and seconds after which it may come again (SPEC-16.10)."""
STABLE_SECONDS: Final = 5.0
"""Seconds after which a connection has come to something."""
LINGER_SECONDS: Final = 10.0
"""Seconds that a node waits at the end for seats that have not said to hold everything."""
MAX_WATCHERS: Final = 16
"""Connected at once, so that there is always room for the players."""


class Node:
    """One player's or spectator's node of one table. Made within a running loop, it runs once."""

    def __init__(
        self,
        store: Store,
        phrase: Phrase,
        player: Player,
        *,
        listen: Address | None = None,
        addresses: Sequence[Address] = (),
        linger: float | None = LINGER_SECONDS,
        found: Callable[[Founding], Table] = Table.start,
    ) -> None:
        """A node as its store remembers it.

        Args:
            store: opened, with the lobby's state in it; stays the caller's to close.
            phrase: of the player.
            player: who decides.
            listen: where to listen; None to only call others.
            addresses: where others may be reached, besides those of the invite.
            linger: see `LINGER_SECONDS`; None to go on serving the log for ever.
            found: how a founding becomes a table.

        Raises:
            BadStore: the store holds no lobby, or a game that this program does not accept.
        """
        memory = store.read()
        self._reception = LobbyProtocol.resume(phrase, memory)
        self._port: asyncio.Future[int] = asyncio.Future()
        self._store = store
        self._phrase = phrase
        self._identity = Identity.from_phrase(phrase)
        self._player = player
        self._listen = listen
        self._addresses = tuple(dict.fromkeys((*self._reception.addresses, *addresses)))
        self._linger = linger
        self._found = found
        self._member: Replica | None = None
        self._chat: Chat | None = None
        self._asking = Asking(player)
        self._peers = Peers(self._identity.public)
        self._notices: list[Notice] = []
        self._mishaps: set[str] = set()
        self._calls = RateLimiter(CALL_BURST, SECONDS_PER_CALL)
        self._news = asyncio.Event()
        self._superseded = False
        self._ending = False
        self._served: set[PublicKey] = set()
        self._over: asyncio.Future[None] | None = None
        if self._reception.founding is not None:
            self._begin(self._reception.founding, memory)

    @property
    def lobby(self) -> Hosting | Joining:
        """How this node came to the table, and on the host's side who has come."""
        return self._reception.lobby

    @property
    def table(self) -> Table | None:
        """The replica, once the game is founded; to be looked at only."""
        return None if self._member is None else self._member.table

    @property
    def seat(self) -> int | None:
        """The seat that this node plays; None for a spectator, or before the game is founded."""
        author = None if self._member is None else self._member.author
        return None if author is None else author.seat

    @property
    def groups(self) -> Mapping[PieceId, int]:
        """What every token holds that this seat ever sealed: handle and group; never to be sent."""
        author = None if self._member is None else self._member.author
        return {} if author is None else author.secrets

    async def port(self) -> int:
        """Where it listens, as soon as it does. Cancelled if it cannot."""
        return await asyncio.shield(self._port)

    async def run(self) -> None:
        """Play until the game is over and the seats that we met hold all of it, or cancelled.

        Raises:
            Unreachable: the address to listen at is taken.
            LobbyError: the player does not agree to the charter.
            StoreFailed: the disk refuses; nothing was sent that is not on it.
        """
        self._over = asyncio.get_running_loop().create_future()
        async with AsyncExitStack() as stack:
            if self._listen is not None:
                at = listening(self._listen, self._identity, self._reception.table, self)
                try:
                    self._port.set_result(await stack.enter_async_context(at))
                except Unreachable:
                    self._port.cancel()
                    raise
            tasks = [asyncio.create_task(self._guarded(self._play))]
            tasks += [asyncio.create_task(self._guarded(self._call, a)) for a in self._addresses]
            try:
                self._settle()
                await self._over
            finally:
                await self._leave(tasks)

    def raise_hand(self) -> None:
        """Ask for a window at the next boundary (SPEC-10.8).

        Raises:
            LobbyError: the game has not begun.
            LocalError: this node has no seat, or its seat has raised its hand too often.
        """
        self._notices.append(self._begun().raise_hand())
        self._settle()

    def claim_silence(self) -> None:
        """Say beside the line that another seat lets the game wait. It proves nothing.

        Raises:
            LobbyError: the game has not begun.
            LocalError: this node has no seat, nobody else is waited for, or it was said too often.
        """
        self._notices.append(self._begun().claim_silence())
        self._settle()

    def say(self, text: str) -> None:
        """Say a line to all who are connected; it is in no log (SPEC-16.11).

        Raises:
            LobbyError: the game has not begun.
            LocalError: see `Chat.say`.
        """
        self._begun()
        if self._chat is not None:
            message = self._chat.say(text, time.monotonic())
            self._peers.pass_on(message, self._peers.keys)
            self._notices.append(ChatMessage(message.seat, message.text))
        self._settle()

    def _begun(self) -> Replica:
        if self._member is None:
            raise LobbyError("the game has not begun")
        return self._member

    # The door

    def admit(self, introduced: Introduced) -> None:
        """See `p2p.wire.ConnectionHandler`."""
        if self._reception.founding is not None and not self._reception.seats(introduced.caller):
            watchers = sum(not self._reception.seats(peer.key) for peer in self._peers)
            if watchers >= MAX_WATCHERS:
                raise LobbyError("there are as many watchers as there may be")
        self._reception.admit(introduced)
        try:
            self._settle()
        except Exception as error:
            self._fail(error)
            raise LobbyError("this node cannot go on") from error
        if not self._calls.allows(introduced.caller, time.monotonic()):
            raise LobbyError("it calls too often")

    async def welcome(self, connection: Connection) -> None:
        """See `p2p.wire.ConnectionHandler`."""
        await self._guarded(self._serve, connection)

    # Connections

    async def _call(self, address: Address) -> None:
        """Keep a connection to whoever is at an address."""
        wait, told = MIN_RETRY_SECONDS, ""
        while True:
            try:
                with confined("calling a node", self._mishaps):
                    connection = await dial(
                        address, self._identity, self._reception.table, self._reception.ticket
                    )
            except (Unreachable, InternalError) as error:
                if str(error) != told:
                    told = str(error)
                    self._tell(Disconnected(None, told))
            else:
                began = time.monotonic()
                await self._serve(connection)
                if time.monotonic() - began > STABLE_SECONDS:
                    wait, told = MIN_RETRY_SECONDS, ""
                if (other := self._peers.with_key(connection.peer)) is not None:
                    # It has come to us meanwhile: one connection is enough.
                    await other.ended.wait()
            await asyncio.sleep(wait * random.SystemRandom().uniform(0.5, 1))
            wait = min(2 * wait, MAX_RETRY_SECONDS)

    async def _serve(self, connection: Connection) -> None:
        """Talk to a peer until one of the two ends it."""
        peer = await self._enter(connection)
        if peer is None:
            await connection.drop()
            return
        writing = asyncio.create_task(self._guarded(self._write, peer))
        reason, refused = "", False
        try:
            while True:
                with confined("reading a message", self._mishaps):
                    message = await connection.receive()
                self._take(peer, message)
        except (ConnectionLost, ChannelError, BadMessage) as error:
            reason, refused = str(error), isinstance(error, ConnectionRefused)
        except (PeerFault, LobbyError, InternalError) as error:
            reason, refused = str(error), True
            writing.cancel()
            with suppress(ConnectionLost):
                await connection.send(Sorry.because(reason))
        finally:
            writing.cancel()
            self._part(peer, reason, refused=refused)
            await connection.close()

    async def _write(self, peer: Peer) -> None:
        """Send what there is to send, and wait for more."""
        with suppress(ConnectionLost):
            while True:
                peer.wake.clear()
                message = self._next_message(peer)
                peer.idle = message is None
                if message is None:
                    self._finish()
                    await peer.wake.wait()
                else:
                    await peer.connection.send(message)

    async def _enter(self, connection: Connection) -> Peer | None:
        """Take a connection on; None if there is a better one, or it is not who was called."""
        if connection.dialed and not self._reception.expects(connection.peer):
            return None
        if not self._peers.better(connection):
            return None
        old = self._peers.with_key(connection.peer)
        if old is not None:
            self._part(old, "there is a newer connection")
        peer = self._peers.enter(connection)
        greeting = self._reception.greeting()
        if greeting is not None:
            peer.replies.append(greeting)
        if self._member is not None:
            peer.link = self._member.connect(peer.key)
        self._tell(Connected(peer.key))
        if old is not None:
            await old.connection.drop()
        return peer

    def _part(self, peer: Peer, reason: str, *, refused: bool = False) -> None:
        """Forget a connection that has ended."""
        if not self._peers.leave(peer):
            return
        if peer.link is not None and self._member is not None:
            self._member.disconnect(peer.link)
            peer.link = None
        self._tell(Disconnected(peer.key, reason, refused))

    def _next_message(self, peer: Peer) -> Message | None:
        if peer.replies:
            return peer.replies.popleft()
        if peer.link is None or self._member is None:
            return None
        return self._member.next_message(peer.link)

    # What happens

    def _take(self, peer: Peer, message: Message) -> None:
        """Carry out a message, and whatever follows from it by itself."""
        try:
            with confined("judging a message", self._mishaps):
                self._judge(peer, message)
        finally:
            self._settle()

    def _judge(self, peer: Peer, message: Message) -> None:
        match message:
            case Sorry(reason=reason):
                raise ConnectionRefused(f"it says {reason!a}")
            case Heads() | Entries() | Statements():
                if self._member is not None and peer.link is not None:
                    for news in self._member.receive(peer.link, message):
                        self._notices.append(news)
            case Say():
                self._hear(peer, message)
            case _:
                before = self._reception.guests
                for reply in self._reception.receive(peer.key, message):
                    self._peers.reply(peer, reply.message, everybody=reply.everybody)
                self._notices.extend(
                    SeatTaken(seat, guest.name, guest.key)
                    for seat, guest in self._reception.guests.items()
                    if seat not in before
                )

    def _hear(self, peer: Peer, message: Say) -> None:
        if self._chat is not None:
            said, others = self._chat.hear(peer.key, message, self._peers.keys, time.monotonic())
            self._peers.pass_on(message, others)
            self._notices.extend(() if said is None else (said,))

    def _settle(self) -> None:
        """Do what needs no judgement, keep everything, then wake and tell whom it concerns."""
        if self._member is None and self._reception.founding is not None:
            self._begin(self._reception.founding, StoreContents())
        member = self._member
        if member is not None:
            while (news := member.act(os.urandom(32), _minute())) is not None:
                self._notices.append(news)
        self._store.write((*self._reception.changes, *(() if member is None else member.changes)))
        self._reception.written()
        if member is not None:
            member.written()
            if member.superseded and not self._superseded:
                self._superseded = True
                self._notices.append(Superseded())
            self._asking.withdraw_if_stale(member)
        self._finish()
        self._peers.wake()
        asyncio.get_running_loop().call_soon(self._tell_all)

    def _tell_all(self) -> None:
        """Tell the player all that is new, and ask what is to be asked now."""
        notices, self._notices = self._notices, []
        for notice in notices:
            self._tell(notice)
        self._news.set()

    def _tell(self, notice: Notice) -> None:
        """Tell the player. What cannot be shown has happened all the same."""
        with suppress(InternalError), confined("telling what has happened", self._mishaps):
            self._player.notice(notice)

    def _begin(self, founding: Founding, memory: StoreContents) -> None:
        """The game is there."""
        phrase = self._phrase
        seated = self._reception.seats(self._identity.public)
        from_start = (
            isinstance(self._reception.lobby, Hosting) or self._reception.lobby.guest is not None
        )
        self._member = Replica.resume(
            self._found(founding), memory, phrase if seated else None, from_start=from_start
        )
        self._chat = Chat(founding.charter, self._identity.public)
        for peer in self._peers:
            peer.link = self._member.connect(peer.key)
        self._notices.append(GameStarted(founding))

    # The player

    async def _play(self) -> None:
        """Ask the player whatever needs judgement."""
        while True:
            await self._news.wait()
            self._news.clear()
            if self._reception.proposed is not None:
                await self._ask_consent()
            elif self._member is not None and self._member.asks:
                await self._ask_decision(self._member)

    async def _ask_consent(self) -> None:
        proposed = self._reception.proposed
        if proposed is None:
            return
        if not await self._player.consents(proposed):
            raise LobbyError("the charter was not agreed to: nothing is signed")
        for reply in self._reception.agree():
            for peer in self._peers:
                peer.replies.append(reply.message)
        self._settle()

    async def _ask_decision(self, member: Replica) -> None:
        """Ask for one choice, and carry it out entry by entry."""
        declined: Declined | None = None
        while member.asks:
            choice = await self._asking.decision(member, declined)
            declined = None
            while choice is not None and member.asks:
                try:
                    accepted, choice = member.decide(choice, os.urandom(32), _minute())
                except Declined as refusal:
                    declined = refusal
                    break
                self._notices.append(accepted)
                self._settle()

    # The end

    def _finish(self) -> None:
        """Stop once the game is over and nobody at the table needs us any more."""
        member = self._member
        if member is None or not member.finished or self._linger is None or self._over is None:
            return
        if not self._ending:
            self._ending = True
            asyncio.get_running_loop().call_later(self._linger, self._leave_off)
            member.sync.greet_all()
            self._peers.wake()
            return
        for peer in self._peers:
            if peer.link is not None and member.sync.served_all(peer.link):
                self._served.add(peer.key)
        seats = {seat.key for seat in member.table.charter.seats}
        if seats & self._peers.met <= self._served and all(peer.idle for peer in self._peers):
            self._leave_off()

    def _leave_off(self) -> None:
        if self._over is not None and not self._over.done():
            self._over.set_result(None)

    def _fail(self, error: Exception) -> None:
        """Stop because of something that nobody here can mend."""
        if self._over is not None and not self._over.done():
            self._over.set_exception(error)

    async def _guarded(
        self, work: Callable[P, Coroutine[None, None, None]], *args: P.args, **kwargs: P.kwargs
    ) -> None:
        try:
            await work(*args, **kwargs)
        except Exception as error:  # noqa: BLE001 (whatever it is, the node must stop and say so)
            self._fail(error)

    async def _leave(self, tasks: Sequence[asyncio.Task[None]]) -> None:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._tell_all()
        await asyncio.gather(*(peer.connection.close() for peer in self._peers))


def _minute() -> int:
    return int(time.time()) // 60
