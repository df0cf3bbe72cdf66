"""How a node and the others find each other: what it lists, hears and calls (SPEC-16.16).

Also which relays it asks to hold the log (SPEC-16.19).
"""

import asyncio
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Final

from p2p.address import Address
from p2p.calling import Calling, Target
from p2p.changes import Change
from p2p.connections import MAX_RETRY_SECONDS, MIN_RETRY_SECONDS, PeerConnections
from p2p.directory import Directory, newest_ways
from p2p.errors import Unreachable
from p2p.failures import task_group
from p2p.invite import MAX_WAYS, Invite
from p2p.limits import RateLimiter
from p2p.lobby_protocol import LobbyProtocol
from p2p.locality import Scope
from p2p.mailboxes import Mailboxes
from p2p.messages import Ways
from p2p.peers import Peer
from p2p.probing import Probes, Reachability, Verdict, probe_ways, way_used
from p2p.relay.client import NotHeld, RelayAccess, ask_to_hold, ways_through
from p2p.relay.names import relay_identity
from p2p.store import StoreContents
from p2p.tickets import AnyTicket
from p2p.ways import Direct, Holder, Mailbox, Relay, WayIn, is_loopback
from p2p.ways_list import MAX_LISTED
from protocol.identity import Identity, Phrase, PublicKey

__all__ = ["Reach"]

LIST_BURST: Final = 64
SECONDS_PER_LIST: Final = 2.0
"""How many lists one peer may send at once, and seconds after which one more is read."""
ASK_AGAIN_SECONDS: Final = 1800.0
"""Until a relay is asked again to hold the log, whether it does or not."""
TEST_AGAIN_SECONDS: Final = 300.0
"""Until it is tested again who can call, as long as a way in does not work."""

_MAY_CHANGE: Final = (Verdict.ELSEWHERE, Verdict.UNREACHABLE, Verdict.UNTESTED)


class Reach:
    """The ways in of a table, as one node knows and uses them.

    Attributes:
        probes: what relays are to send where this node listens.
    """

    def __init__(
        self,
        phrase: Phrase,
        lobby: LobbyProtocol,
        contents: StoreContents,
        connections: PeerConnections,
        *,
        ways: Sequence[WayIn],
        relays: Sequence[RelayAccess],
        relay_only: bool,
        hold: bool,
        holder: bool,
        mailboxes: Mailboxes,
    ) -> None:
        """What the store holds, and what the player knows.

        Args:
            phrase: of the player.
            lobby: who belongs to the table.
            contents: of the store.
            connections: to the others.
            ways: in to others that the player knows, besides those of the invite.
            relays: at which this node registers.
            relay_only: whether it calls through these relays alone. One that another player names
                could be that player's own machine, which would learn our address.
            hold: whether it asks these relays to hold the log.
            holder: whether it is a relay's own node that does so: it calls nobody.
            mailboxes: that the player has agreed to.
        """
        identity = Identity.from_phrase(phrase)
        self._own = identity.public
        self._phrase = phrase
        self._relays = tuple(dict.fromkeys(relays))
        self._holder = holder
        self._mailboxes = mailboxes
        self._connections = connections
        self._trusted = {relay.relay.address for relay in self._relays} if relay_only else None
        self._lobby = lobby
        self._known = tuple(dict.fromkeys((*lobby.ways, *ways)))
        self._own_ways: tuple[WayIn, ...] = ()
        self._listening = False
        self._directory = Directory(identity, lobby.table, contents.ways.values())
        self._calling = Calling(connections)
        self._asked = self._relays if hold else ()
        self._held = self._listed_before()
        self._seated, self._ask_again = asyncio.Event(), asyncio.Event()
        self.probes = Probes()
        self._tested: tuple[Reachability, ...] = ()
        self._used: set[WayIn] = set()
        self._lists = RateLimiter[PublicKey](LIST_BURST, SECONDS_PER_LIST)

    @property
    def relay_only(self) -> bool:
        """Whether nobody is called but through our own relays."""
        return self._trusted is not None

    async def run(self) -> None:
        """Call the others, and be called through relays; never returns.

        Raises:
            StoreFailed, LocalError: the node must end.
        """
        async with task_group() as group:
            group.create_task(self._calling.run())
            for relay in self._relays:
                group.create_task(self._connections.keep_registered(relay, self._name))
            for relay in self._asked:
                group.create_task(self._keep_held(relay))
            if not self._holder:
                group.create_task(self._keep_testing())

    @property
    def _name(self) -> Identity:
        """By which the relays know this node: a holder by its own key, for others expect that."""
        if self._holder:
            return Identity.from_phrase(self._phrase)
        return relay_identity(self._phrase, self._lobby.table)

    @property
    def changes(self) -> tuple[Change, ...]:
        """What must be written before anything else is sent."""
        return self._directory.changes

    def mark_written(self) -> None:
        """The changes are on the disk."""
        self._directory.mark_written()

    @property
    def next_call(self) -> float | None:
        """Seconds until somebody is called again; None if nobody is to be."""
        return self._calling.next_call

    def retry(self) -> None:
        """Call now whoever is not connected, and register where that came to nothing."""
        self._calling.retry()
        self._connections.retry()
        self._ask_again.set()
        self._ask_again = asyncio.Event()

    def registered(self) -> None:
        """A relay is there, perhaps again, and so may others be who play through it: call them."""
        self._calling.retry_waiting()

    async def _keep_testing(self) -> None:
        """Find out who can call where this node listens, and when the player retries again.

        Never returns. Who asks seldom is answered: a relay calls nobody back many times a minute.
        """
        relays = [access.relay for access in self._relays]
        while True:
            again = self._ask_again
            tested = await probe_ways(self._own_ways, relays, self.probes)
            if tested != self._tested:
                self._tested = tested
                self._connections.tested(tested)
            final = all(one.verdict not in _MAY_CHANGE for one in tested)
            with suppress(TimeoutError):
                async with asyncio.timeout(None if final else TEST_AGAIN_SECONDS):
                    await again.wait()

    @property
    def tested(self) -> tuple[Reachability, ...]:
        """Who can call by the ways in to this node, as far as that is known."""
        registered = self._connections.registered
        relayed = (
            Reachability(way, Verdict.WORKS if access.relay in registered else Verdict.UNREACHABLE)
            for access, way in zip(self._relays, self._relayed, strict=True)
        )
        return tuple(self._noting_use(one) for one in (*self._tested, *relayed))

    @property
    def _relayed(self) -> tuple[Relay, ...]:
        """The ways in through relays."""
        return ways_through(self._relays, self._phrase, self._lobby.table)

    def _noting_use(self, found: Reachability) -> Reachability:
        """The same, with whether somebody has come in by it; by a direct way all can then."""
        if found.way not in self._used:
            return found
        works = isinstance(found.way, Direct)
        return replace(found, used=True, verdict=Verdict.WORKS if works else found.verdict)

    def came(self, whence: str) -> None:
        """Somebody has come in; see `Connection.whence`."""
        way = way_used((*self._own_ways, *self._relayed), whence)
        if way is not None and way not in self._used:
            self._used.add(way)
            self._connections.tested(self.tested)

    @property
    def ways(self) -> tuple[WayIn, ...]:
        """The newest ways in to any node of the table, our own first."""
        listed = newest_ways(self._directory.lists, self._own, self._lobby.members)
        return tuple(dict.fromkeys((*listed, *self._known)))

    def link(self, ticket: AnyTicket | None, at: Sequence[WayIn] = ()) -> Invite:
        """A link to the table, with a ticket or without, by these ways in or the newest.

        Raises:
            BadInvite: it would lead nowhere, or to too many places.
        """
        host, nonce = self._lobby.origin
        return Invite(host, nonce, ticket, (tuple(at) or self.ways)[:MAX_WAYS])

    @property
    def held_at(self) -> tuple[Holder, ...]:
        """The relays' nodes that hold the log, as players list them, or as a link does."""
        listed = self._directory.ways(self._lobby.members).values()
        ways = (*(way for ways in listed for way in ways), *self._known)
        return tuple(dict.fromkeys(way for way in ways if isinstance(way, Holder)))

    @property
    def holders(self) -> frozenset[PublicKey]:
        """Their keys, and what this node calls its mailboxes, which hold the log as well."""
        return frozenset(way.key for way in self.held_at) | self._mailboxes.keys

    def listen(self, ways: tuple[WayIn, ...]) -> None:
        """This node can be called by these ways and through its relays.

        It lists them as soon as it has a seat; of many the first, but always one relay, and one
        that holds the log.
        """
        self._own_ways, self._listening = ways, True
        self.follow()

    @property
    def _listed(self) -> tuple[WayIn, ...]:
        """What it lists of its own."""
        relayed = self._relayed
        held = tuple(self._held.values())[: MAX_LISTED // 2]
        mailed = self._mailboxes.ways[: MAX_LISTED // 2]
        most = max(1, MAX_LISTED - len(held) - len(mailed))
        first = (*self._own_ways[: most - min(len(relayed), 1)], *relayed)[:most]
        return (*first, *held, *mailed)[:MAX_LISTED]

    def _listed_before(self) -> dict[RelayAccess, Holder]:
        """What held the log when this node ran last, until its relay says otherwise."""
        own = self._directory.lists.get(self._own)
        ways = () if own is None else own.ways
        return {
            access: way
            for access in self._asked
            for way in ways
            if isinstance(way, Holder) and way.relay == access.relay
        }

    def follow(self) -> None:
        """List our ways and call the others, as those belong to the table who do now."""
        members = self._lobby.members
        if self._own in members and self._lobby.founding is not None:
            self._seated.set()
        if self._holder:
            return
        own = self._listed
        if self._listening and self._own in members:
            self._directory.announce(own, int(time.time()) // 60)
        here = any(is_loopback(way.address) for way in (*self._known, *own))
        scope = Scope.OWN_MACHINE if here else Scope.OWN_NETWORK
        known = (*(way for way in self._known if way not in own), *self._held.values())
        targets = {way: Target(way, door=self._door(way)) for way in known}
        listed = self._directory.ways(members - {self._own})
        for key, ways in listed.items():
            for way in ways:
                targets.setdefault(way, Target(way, key, scope, self._door(way)))
        self._mailboxes.know(targets)
        targets |= {way: Target(way) for way in self._mailboxes.ways}
        self._calling.aim(
            frozenset(target for target in targets.values() if self._may_call(target))
        )

    def _may_call(self, target: Target) -> bool:
        """Whether our player shows its address to whoever is at a way in."""
        if isinstance(target.way, Mailbox):
            return target.way in self._mailboxes.ways
        if self._trusted is None:
            return True
        relayed = isinstance(target.way, Relay | Holder)
        return relayed and target.way.address in self._trusted

    def _door(self, way: WayIn) -> Address | None:
        """See `RelayAccess.door`."""
        return next((access.door for access in self._relays if access.leads_to(way)), None)

    async def _keep_held(self, access: RelayAccess) -> None:
        """Have a relay hold the log as soon as there is one, and see that it does; never returns.

        It is asked again now and then: it may have lost it, or have room by now.
        """
        wait, table = MIN_RETRY_SECONDS, self._lobby.table
        while True:
            await self._seated.wait()
            before, refusal = self._held.get(access), ""
            try:
                host, nonce = self._lobby.origin
                invite = Invite(host, nonce, None, ways_through((access,), self._phrase, table))
                self._held[access] = await ask_to_hold(access, invite.link())
                wait = ASK_AGAIN_SECONDS
            except NotHeld as error:
                self._held.pop(access, None)
                refusal, wait = str(error), ASK_AGAIN_SECONDS
            except Unreachable:
                wait = min(2 * wait, MAX_RETRY_SECONDS)  # which registering there tells of already
            if refusal or self._held.get(access) != before:
                self.follow()
                self._connections.held(access.relay, refusal)
            with suppress(TimeoutError):
                async with asyncio.timeout(wait):
                    await self._ask_again.wait()

    def hear(self, peer: Peer, message: Ways) -> None:
        """Take a list that a peer has sent.

        Raises:
            PeerFault: it is none.
        """
        members, now = self._lobby.members, time.monotonic()
        if peer.key not in members or not self._lists.allows(peer.key, now):
            return
        minute = int(time.time()) // 60
        peer.told.update(self._directory.hear(message.signed, members, now, minute))
        self.follow()

    def next_message(self, peer: Peer) -> Ways | None:
        """A list that a peer lacks; those who only watch are told none."""
        members = self._lobby.members
        if peer.key not in members:
            return None
        untold = self._directory.untold(peer.told, members)
        return None if untold is None else Ways(signed=untold.raw)
