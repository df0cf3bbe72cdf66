"""A running node: asyncio, disk and clock around `LobbyProtocol` and `Replica`, which decide.

Whatever happens (a message, a choice, a caller) is carried out in one go without waiting: take it,
do what follows by itself, write all changes in one transaction, wake those who send, and after them
notify the player. So nothing is ever sent that is not on the disk, nobody sees a half-done state,
and peers do not wait for what a player's screen takes.
"""

import asyncio
import os
import time
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack, suppress
from dataclasses import replace
from pathlib import Path
from typing import Final

from p2p.address import Address
from p2p.advertising import OpenTo
from p2p.changes import PlaceSigned, StatementSigned
from p2p.channel import Introduced
from p2p.connections import PeerConnections
from p2p.ending import Ending
from p2p.errors import InternalError, LobbyError, Unreachable
from p2p.failures import contained, task_group
from p2p.hearing import Hearing
from p2p.hosting import Hosting
from p2p.invite import Invite
from p2p.knocking import Knocker
from p2p.limits import Network, RateLimiter
from p2p.listening import listening
from p2p.lobby_protocol import MAX_WATCHERS, LobbyProtocol
from p2p.mail.box import Letter
from p2p.mail.connection import MailConnection
from p2p.mailboxes import Mailboxes
from p2p.meeting import Meeting
from p2p.messages import Message, Remind, Say
from p2p.ongoing import OngoingGame
from p2p.patience import PATIENCE
from p2p.peers import AnyConnection, Peer
from p2p.player import (
    Connected,
    Disconnected,
    GameStarted,
    MailboxFails,
    MailboxOpened,
    Notice,
    Player,
    RelayDeclines,
    RelayHolds,
    RelayRegistered,
    TableListed,
    WaysTested,
)
from p2p.probing import Reachability
from p2p.prompt import DecisionPrompt
from p2p.reach import Reach
from p2p.relay.client import RelayAccess
from p2p.reminding.asking import KeepersAsked
from p2p.reminding.desk import Desk
from p2p.reminding.keeping import KeeperReminders
from p2p.replica import Replica
from p2p.signing import Vouch
from p2p.store import Store, StoreContents
from p2p.strangers import Strangers
from p2p.tickets import Ticket
from p2p.vouching import Vouching
from p2p.waiting import Awaited
from p2p.ways import Relay, WayIn, is_unspecified, way_to
from protocol.entry_builder import Declined
from protocol.founding import Founding
from protocol.identity import Identity, Phrase, PublicKey
from protocol.table import Table

__all__ = ["Runner"]

CALL_BURST: Final = 16
SECONDS_PER_CALL: Final = 2.0
"""How often one peer may call at once, and seconds after which it may call again (SPEC-16.10)."""


class Runner:
    """Runs one node of one table, once. Made within a running loop.

    Attributes:
        lobby: the table until the game is founded, and who belongs to it.
        game: None until it is founded.
        peers: who is connected.
        store: where it is kept.
        reach: how it finds the others, and they it.
        strangers: who may ask to join a table of ours.
        mailboxes: where it leaves mail for them.
        meeting: whom our seat must have met before it signs.
        keepers: what keepers say of reminders of our player.
    """

    def __init__(
        self,
        store: Store,
        phrase: Phrase,
        player: Player,
        *,
        listen: Address | None,
        ways: Sequence[WayIn],
        found_at: Sequence[WayIn],
        relays: Sequence[RelayAccess],
        mailboxes: Sequence[Relay],
        relay_only: bool,
        linger: float | None,
        state: Path | None,
        bot: bool,
        hold: bool,
        holder: bool,
        meeting: Meeting,
        whole: bool,
        open_to: OpenTo,
        reminders: Desk | None,
        open_table: Callable[[Founding], Table],
    ) -> None:
        """See `p2p.node.Node`."""
        contents = store.read()
        self.lobby = LobbyProtocol.resume(phrase, contents)
        self._port: asyncio.Future[int] = asyncio.Future()
        self.store = store
        self._vouching = None if state is None else Vouching(state, store)
        self._phrase = phrase
        self._identity = Identity.from_phrase(phrase)
        self._player = player
        self._listen = listen
        self._found_at = tuple(found_at)
        self._ending = Ending(linger)
        self._bot = bot
        self.meeting = meeting
        self._whole = whole
        self._open_table = open_table
        self.game: OngoingGame | None = None
        self._prompt = DecisionPrompt(player)
        self.strangers = Strangers(self, phrase, self.lobby, open_to)
        self._connections = PeerConnections(
            self,
            self._identity,
            self.lobby.table,
            self.lobby.ticket,
            self.strangers.advertising,
        )
        self.peers = self._connections.peers
        self.mailboxes = Mailboxes(phrase, self.lobby, mailboxes, self._mail_refused)
        self.reach = Reach(
            phrase,
            self.lobby,
            contents,
            self._connections,
            ways=ways,
            relays=relays,
            relay_only=relay_only,
            hold=hold,
            holder=holder,
            mailboxes=self.mailboxes,
        )
        self._reminding = KeeperReminders(reminders, self)
        self.keepers = KeepersAsked(self.peers)
        self._hearing = Hearing(
            self.lobby,
            self.peers,
            self.mailboxes,
            self.reach,
            reminding=self._reminding,
            keepers=self.keepers,
        )
        self._notices: list[Notice] = []
        self._logged: set[str] = set()
        self._calls = RateLimiter[PublicKey](CALL_BURST, SECONDS_PER_CALL)
        self._changed = asyncio.Event()
        self._ticking: asyncio.TimerHandle | None = None
        if self.lobby.founding is not None:
            self._begin(self.lobby.founding, contents)

    @property
    def ending(self) -> Ending:
        """When it may stop."""
        return self._ending

    async def port(self) -> int:
        """Where it listens, as soon as it does. Cancelled if it cannot."""
        return await asyncio.shield(self._port)

    async def run(self) -> None:
        """Play until the game is over and the seats that we met hold all of it, or cancelled.

        On return all its tasks have ended, and all its connections are closed.

        Raises:
            Unreachable: the address to listen at is taken.
            LobbyError: the player does not agree to the charter.
            StoreFailed: the disk refuses; nothing was sent that is not on it.
        """
        over = self._ending.begin()
        async with AsyncExitStack() as stack:
            if self._listen is not None:
                served = listening(self._listen, self._identity, self.lobby.table, self)
                try:
                    self._port.set_result(await stack.enter_async_context(served))
                except Unreachable:
                    self._port.cancel()
                    raise
            stack.push_async_callback(self._leave)
            async with task_group() as group:
                tasks = [
                    group.create_task(self._play()),
                    group.create_task(self.reach.run()),
                    group.create_task(self._reminding.run()),
                ]
                if self._listen is not None:
                    at = replace(self._listen, port=self._port.result())
                    tasks.append(group.create_task(self.strangers.announce(at)))
                self.reach.listen(self._found_at or self._listening)
                self._commit()
                await over
                for task in tasks:
                    task.cancel()

    @property
    def _listening(self) -> tuple[WayIn, ...]:
        """The way in to where it listens, if that says where others find it."""
        if self._listen is None or is_unspecified(self._listen):
            return ()
        return (way_to(replace(self._listen, port=self._port.result())),)

    @property
    def begun(self) -> OngoingGame:
        """The game.

        Raises:
            LobbyError: it has not begun.
        """
        if self.game is None:
            raise LobbyError("the game has not begun")
        return self.game

    @property
    def replica(self) -> Replica | None:
        """The game as this node knows it; None until it is founded."""
        return None if self.game is None else self.game.replica

    @property
    def awaited(self) -> tuple[Awaited, ...]:
        """What the game waits for, since when, and what can be done about it here."""
        return () if self.replica is None else self.replica.attendance.awaited(_minute())

    @property
    def gone(self) -> frozenset[int]:
        """The seats against which something can be agreed: absent by our clock, or caught."""
        return frozenset() if self.replica is None else self.replica.attendance.gone(_minute())

    @property
    def absent(self) -> frozenset[int]:
        """The seats that count as absent by what this node has heard (SPEC-18.8)."""
        return frozenset() if self.replica is None else self.replica.attendance.absent(_minute())

    def follow_up(self, *notices: Notice) -> None:
        """Something was done: notify the player of it, and do what follows."""
        self._notices.extend(notices)
        self._commit()

    # Callers

    def admit(self, introduced: Introduced) -> None:
        """See `p2p.wire.ConnectionHandler`."""
        if self.lobby.founding is not None and not self.lobby.seats(introduced.caller):
            watchers = sum(not self.lobby.seats(peer.key) for peer in self.peers)
            if watchers >= MAX_WATCHERS:
                raise LobbyError(f"{MAX_WATCHERS} watchers are connected, and no more may be")
        self.lobby.admit(introduced)
        if self.replica is not None and (reason := self.replica.farewell(introduced.caller)):
            raise LobbyError(reason)
        try:
            self._commit()
        except Exception as error:
            self._ending.fail(error)
            raise LobbyError("this node has failed and is stopping") from error
        if not self._calls.allows(introduced.caller, time.monotonic()):
            raise LobbyError("the caller calls too often")

    async def serve(self, connection: AnyConnection) -> None:
        """See `p2p.wire.ConnectionHandler`."""
        try:
            await self._connections.serve(connection)
        except Exception as error:  # noqa: BLE001 (whatever it is, the node must stop and say so)
            self._ending.fail(error)

    @property
    def listed(self) -> Identity | None:
        """See `p2p.wire.ConnectionHandler`."""
        return self.strangers.listed

    async def hear(self, knocker: Knocker, network: Network) -> None:
        """See `p2p.wire.ConnectionHandler`."""
        try:
            await self.strangers.hear(knocker, network)
        except Exception as error:  # noqa: BLE001 (whatever it is, the node must stop and say so)
            self._ending.fail(error)

    def link_with(self, ticket: Ticket) -> Invite:
        """See `p2p.strangers.Owner`."""
        return self.reach.link(ticket)

    def probed(self, token: bytes) -> None:
        """See `p2p.wire.ConnectionHandler`."""
        self.reach.probes.arrived(token)

    def _farewell(self, key: PublicKey) -> str:
        """Why one who came in may not stay; empty if it may."""
        caught = "" if self.replica is None else self.replica.farewell(key)
        return caught or self.lobby.farewell(key)

    # The connections: see `p2p.connections.Owner`

    def expects(self, listener: PublicKey) -> bool:
        """Whether the node that answered our call belongs to the table."""
        belongs = self.lobby.expects(listener) or listener in self.reach.holders
        return belongs and not self._farewell(listener)

    def opened(self, peer: Peer) -> None:
        """Greet a new connection."""
        peer.dismissed = self._farewell(peer.key)
        greeting = self.lobby.greeting()
        if isinstance(peer.connection, MailConnection):
            greeting = self.lobby.lasting_greeting
        if greeting is not None:
            peer.replies.append(greeting)
        if self.game is not None:
            self.game.connect(peer, _minute())
            self._reminding.note()
        if isinstance(peer.connection, MailConnection):
            self._notify(MailboxOpened(peer.connection.relay))
            return
        self._notify(Connected(peer.key))
        if self.game is None and peer.connection.whence:
            self.reach.came(peer.connection.whence)

    def closed(self, peer: Peer, reason: str, *, refused: bool) -> None:
        """Forget a connection that has ended."""
        if self.game is not None:
            self.game.disconnect(peer)
        if isinstance(peer.connection, MailConnection):
            self._mail_refused(peer.connection.relay, reason)
        else:
            self._notify(Disconnected(peer.key, reason, refused))

    def _mail_refused(self, relay: Relay, reason: str) -> None:
        self._notify(MailboxFails(relay, reason) if reason else MailboxOpened(relay))

    def unreachable(self, reason: str) -> None:
        """Notify the player that a call came to nothing."""
        self._notify(Disconnected(None, reason))

    def registered(self, relay: Relay) -> None:
        """Call others, and notify the player that they can call through a relay."""
        self.reach.registered()
        self._notify(RelayRegistered(relay))

    def held(self, relay: Relay, refusal: str) -> None:
        """Tell the others and the player that a relay holds the log, or the player why not."""
        self.follow_up(RelayDeclines(relay, refusal) if refusal else RelayHolds(relay))

    def listed_at(self, relay: Relay, *, shown: bool) -> None:
        """Notify the player whether a relay tells strangers of the table."""
        self._notify(TableListed(relay, shown))

    def tested(self, ways: tuple[Reachability, ...]) -> None:
        """Notify the player who can call by which way."""
        self._notify(WaysTested(ways))

    def receive(self, peer: Peer, message: Message | Letter) -> None:
        """Carry out a message, and whatever follows from it by itself."""
        try:
            with contained("judging a message", self._logged):
                self._notices.extend(self._hearing.hear(peer, message, self.game))
        finally:
            if isinstance(message, Say | Remind):  # words change nothing, and many can be said
                asyncio.get_running_loop().call_soon(self._notify_all)
            else:
                self._commit()

    def next_message(self, peer: Peer) -> Message | None:
        """Replies first, then what the peer lacks of the log."""
        if peer.replies:
            return peer.replies.popleft()
        if (ways := self.reach.next_message(peer)) is not None:
            return ways
        if peer.link is None or self.replica is None:
            return None
        return self.replica.next_message(peer.link)

    def idle(self) -> None:
        """A peer has been sent everything: at the end of the game it may have been the last."""
        self._ending.watch(self.replica, self.peers)

    # What happens

    def _commit(self) -> None:
        """Do what needs no judgement, store everything, then wake and notify whom it concerns."""
        if self.game is None and self.lobby.founding is not None:
            self._begin(self.lobby.founding, StoreContents())
        if self.game is not None:
            for notice in self.game.advance(_minute()):
                self._notices.append(notice)
            self._tick_later(self.game.replica)
        changes = () if self.game is None else self.game.replica.changes
        self.store.write((*self.lobby.changes, *changes, *self.reach.changes))
        if self._vouching is not None and any(
            isinstance(change, PlaceSigned | StatementSigned) for change in changes
        ):
            self._vouching.keep()
        self.lobby.mark_written()
        self.strangers.follow()
        self.reach.mark_written()
        if self.game is not None:
            self._notices.extend(self.game.settle())
            self._reminding.note()
            self._prompt.withdraw_if_stale(self.game.replica)
        self._ending.watch(self.replica, self.peers)
        self.peers.wake()
        asyncio.get_running_loop().call_soon(self._notify_all)

    def _tick_later(self, replica: Replica) -> None:
        """Come back to what is waited for now, though nothing else may happen until then."""
        if replica.must_tick and self._ticking is None:
            loop = asyncio.get_running_loop()
            self._ticking = loop.call_later(PATIENCE, self._tick)

    def _tick(self) -> None:
        self._ticking = None
        try:
            self._commit()
        except Exception as error:  # noqa: BLE001 (whatever it is, the node must stop and say so)
            self._ending.fail(error)

    def _notify_all(self) -> None:
        """Notify the player of all that is new, and ask what is to be asked now."""
        notices, self._notices = self._notices, []
        for notice in notices:
            self._notify(notice)
        self._changed.set()

    def _notify(self, notice: Notice) -> None:
        """Notify the player. What cannot be shown has happened all the same."""
        with suppress(InternalError), contained("notifying the player", self._logged):
            self._player.notice(notice)

    def _begin(self, founding: Founding, contents: StoreContents) -> None:
        """The game is there."""
        lobby = self.lobby.lobby
        from_start = isinstance(lobby, Hosting) or lobby.guest is not None
        replica = Replica.resume(
            self._open_table(founding),
            contents,
            self._phrase,
            from_start=from_start,
            vouch=Vouch.UNKNOWN if self._vouching is None else self._vouching.vouch(),
            meeting=self.meeting,
            whole=self._whole,
        )
        self.game = OngoingGame(
            replica, self._phrase, self.peers, self.lobby, self.reach, bot=self._bot
        )
        self.game.begin()
        told = replica.tell_replayed()
        self._notices.append(GameStarted(founding, told.entries, told.since, told.doubts))

    # The player

    async def _play(self) -> None:
        """Ask the player whatever needs judgement."""
        while True:
            await self._changed.wait()
            self._changed.clear()
            if self.lobby.proposed is not None:
                await self._ask_consent()
            elif self.game is not None and self.game.replica.standing.must_decide:
                await self._ask_decision(self.game)

    async def _ask_consent(self) -> None:
        proposed = self.lobby.proposed
        if proposed is None:
            return
        if not await self._player.consents(proposed):
            raise LobbyError("the player did not agree to the charter; nothing was signed")
        if self.lobby.proposed != proposed:
            # Another took its place while the player was reading: agreed was only to this one.
            self._changed.set()
            return
        for reply in self.lobby.agree():
            for peer in self.peers:
                peer.replies.append(reply.message)
        self._commit()

    async def _ask_decision(self, game: OngoingGame) -> None:
        """Ask for one choice, and carry it out entry by entry."""
        replica = game.replica
        declined: Declined | None = None
        while replica.standing.must_decide:
            choice = await self._prompt.ask(replica, declined)
            declined = None
            if choice is not None and choice.resigns:
                await game.keys.entrust_heirs()
                choice = choice.resigning(replica.resignation())
            while choice is not None and replica.standing.must_decide:
                try:
                    accepted, choice = replica.decide(choice, os.urandom(32), _minute())
                except Declined as refusal:
                    declined = refusal
                    break
                self._notices.append(accepted)
                self._commit()

    async def _leave(self) -> None:
        self._ending.cancel()
        if self._ticking is not None:
            self._ticking.cancel()
        self._notify_all()
        await self._connections.close()


def _minute() -> int:
    return int(time.time()) // 60
