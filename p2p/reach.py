"""How a node and the others find each other: what it lists, hears and calls (SPEC-16.16)."""

import time
from collections.abc import Sequence
from typing import Final

from p2p.calling import Calling, Target
from p2p.changes import Change
from p2p.connections import PeerConnections
from p2p.directory import Directory, newest_ways
from p2p.failures import task_group
from p2p.limits import RateLimiter
from p2p.lobby_protocol import LobbyProtocol
from p2p.locality import Scope
from p2p.messages import Ways
from p2p.peers import Peer
from p2p.relay.client import RelayAccess, ways_through
from p2p.store import StoreContents
from p2p.ways import Relay, WayIn, is_loopback
from p2p.ways_list import MAX_LISTED
from protocol.identity import Identity, Phrase, PublicKey

__all__ = ["Reach"]

LIST_BURST: Final = 64
SECONDS_PER_LIST: Final = 2.0
"""How many lists one peer may send at once, and seconds after which one more is read."""


class Reach:
    """The ways in of a table, as one node knows and uses them."""

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
        """
        identity = Identity.from_phrase(phrase)
        self._own = identity.public
        self._phrase = phrase
        self._relays = tuple(dict.fromkeys(relays))
        self._connections = connections
        self._trusted = {relay.relay.address for relay in self._relays} if relay_only else None
        self._lobby = lobby
        self._known = tuple(dict.fromkeys((*lobby.ways, *ways)))
        self._own_ways: tuple[WayIn, ...] = ()
        self._listening = False
        self._directory = Directory(identity, lobby.table, contents.ways.values())
        self._calling = Calling(connections)
        self._lists = RateLimiter[PublicKey](LIST_BURST, SECONDS_PER_LIST)

    async def run(self) -> None:
        """Call the others, and be called through relays; never returns.

        Raises:
            StoreFailed, LocalError: the node must end.
        """
        async with task_group() as group:
            group.create_task(self._calling.run())
            for relay in self._relays:
                group.create_task(self._connections.keep_registered(relay, self._phrase))

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

    @property
    def ways(self) -> tuple[WayIn, ...]:
        """The newest ways in to any node of the table, our own first."""
        listed = newest_ways(self._directory.lists, self._own, self._lobby.members)
        return tuple(dict.fromkeys((*listed, *self._known)))

    def listen(self, ways: tuple[WayIn, ...]) -> None:
        """This node can be called by these ways and through its relays.

        It lists them as soon as it has a seat; of many the first, but always one relay.
        """
        relayed = ways_through(self._relays, self._phrase, self._lobby.table)
        most = MAX_LISTED - min(len(relayed), 1)
        self._own_ways, self._listening = (*ways[:most], *relayed)[:MAX_LISTED], True
        self.follow()

    def follow(self) -> None:
        """List our ways and call the others, as those belong to the table who do now."""
        members = self._lobby.members
        if self._listening and self._own in members:
            self._directory.announce(self._own_ways, int(time.time()) // 60)
        here = any(is_loopback(way.address) for way in (*self._known, *self._own_ways))
        scope = Scope.OWN_MACHINE if here else Scope.OWN_NETWORK
        targets = {way: Target(way) for way in self._known if way not in self._own_ways}
        listed = self._directory.ways(members - {self._own})
        for key, ways in listed.items():
            for way in ways:
                targets.setdefault(way, Target(way, key, scope))
        self._calling.aim(
            frozenset(target for target in targets.values() if self._may_call(target))
        )

    def _may_call(self, target: Target) -> bool:
        """Whether our player shows its address to whoever is at a way in."""
        if self._trusted is None:
            return True
        return isinstance(target.way, Relay) and target.way.address in self._trusted

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
