"""A keeper's desk for reminders beside its node: what it hears, sees and sends there."""

import asyncio
import time
from typing import Final, Protocol

from p2p.failures import task_group
from p2p.messages import Message
from p2p.peers import Peer, Peers
from p2p.reminding.book import Key, Waiting
from p2p.reminding.desk import Asking, Desk
from p2p.replica import Replica
from protocol.due import Duty, playing
from protocol.identity import PublicKey

__all__ = ["KeeperReminders"]

LOOK_SECONDS: Final = 20.0


class Owner(Protocol):
    """The node beside which this is."""

    @property
    def peers(self) -> Peers:
        """Who is connected."""

    @property
    def replica(self) -> Replica | None:
        """The game; None until it is founded."""


class KeeperReminders:
    """The reminders that a keeper's node sends; at any other node it does nothing."""

    def __init__(self, desk: Desk | None, owner: Owner) -> None:
        """At this desk, beside this node."""
        self._desk = desk
        self._owner = owner
        self._greeted: set[Peer] = set()

    def hear(self, peer: Peer, asked: Asking) -> None:
        """Do what a player asks for; what others ask is passed over.

        Raises:
            StoreFailed: the disk refuses.
        """
        if self._desk is not None and self._plays(peer.key):
            self._tell(peer.key, self._desk.hear(peer.key, asked, _minute()))

    def note(self) -> None:
        """Something has happened: tell players who have come how this keeper reminds, once each.

        It is kept who plays and who is waited for, in case that the node ends.

        Raises:
            StoreFailed: the disk refuses.
        """
        desk, replica = self._desk, self._owner.replica
        if desk is None or replica is None:
            return
        for peer in {*self._owner.peers} - self._greeted:
            if self._plays(peer.key):
                self._greeted.add(peer)
                peer.replies.append(desk.terms(peer.key))
        self._greeted.intersection_update(self._owner.peers)
        if not desk.empty:
            desk.note(*_situation(replica, _minute()))

    def look(self, minute: int) -> None:
        """Remind whom it is time to remind.

        Args:
            minute: the time, in minutes since 1970-01-01 00:00 UTC.

        Raises:
            StoreFailed: the disk refuses; nobody is reminded.
        """
        desk, replica = self._desk, self._owner.replica
        if desk is not None and not desk.empty and replica is not None:
            present = {key.raw.hex() for key in self._owner.peers.keys}
            desk.note(*_situation(replica, minute))
            desk.remind(present, minute)

    async def run(self) -> None:
        """Remind as long as the node runs; never returns, if there is a desk.

        Raises:
            StoreFailed: the disk refuses.
        """
        if self._desk is None:
            return
        async with task_group() as group:
            group.create_task(self._deliver(self._desk))
            while True:
                self.look(_minute())
                await asyncio.sleep(LOOK_SECONDS)

    async def _deliver(self, desk: Desk) -> None:
        while True:
            failed = await desk.deliver()
            if failed is not None:
                self._tell(*failed)

    def _tell(self, key: PublicKey, message: Message) -> None:
        self._owner.peers.forward(message, [key])
        self._owner.peers.wake()

    def _plays(self, key: PublicKey) -> bool:
        """Whether this is the key of who plays a power now, so that the game may wait for it."""
        replica = self._owner.replica
        return replica is not None and key.raw.hex() in _playing(replica)


def _playing(replica: Replica) -> frozenset[Key]:
    """The players of powers that are left; none once the game is over."""
    table = replica.table
    if table.request is None:
        return frozenset()
    players = table.log.players.now
    return frozenset(players[seat].key.raw.hex() for seat in playing(table.game))


def _situation(replica: Replica, minute: int) -> tuple[frozenset[Key], Waiting | None]:
    """Who plays, and for whose decision the game waits, as far as it was noted since when."""
    players = replica.table.log.players.now
    for one in replica.attendance.awaited(minute):
        if one.wait.what is Duty.DECISION and one.learnt is not None and one.fault is None:
            key = players[one.wait.seat].key.raw.hex()
            return _playing(replica), Waiting(key, one.wait.key.hex(), one.learnt)
    return _playing(replica), None


def _minute() -> int:
    return int(time.time()) // 60
