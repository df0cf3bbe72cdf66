"""A game that has begun, at a running node: what follows when something comes or time passes."""

import os
import time
from collections.abc import Iterable, Iterator
from typing import TypeAlias

from p2p.events import EntryAccepted
from p2p.joining import Joining
from p2p.key_passing import KeyPassing
from p2p.link import Link
from p2p.lobby_protocol import LobbyProtocol
from p2p.messages import (
    Entries,
    Entrust,
    Heads,
    Offending,
    Parts,
    Received,
    Statements,
    Succeed,
)
from p2p.peers import Peer, Peers
from p2p.player import Notice, PlayerChanged, SeatAbsent, SuccessorCame, Superseded
from p2p.reach import Reach
from p2p.replica import Replica
from p2p.succeeding import check_successor, successor_of
from p2p.talk import Talk
from p2p.ways import Rank
from protocol.identity import Identity, Phrase, PublicKey
from protocol.statement import Signed
from protocol.successors import Successor

__all__ = ["GameMessage", "OngoingGame"]

GameMessage: TypeAlias = (
    Heads | Entries | Statements | Offending | Succeed | Entrust | Received | Parts
)
"""What a peer says of a game that has begun, but for what players say to each other."""


class OngoingGame:
    """A game that has begun, at one node.

    Attributes:
        replica: the game.
        talk: what is said in it.
        keys: what is passed on of sealing keys.
        candidates: what those bring who would play a seat in its player's stead, by their keys.
    """

    def __init__(
        self,
        replica: Replica,
        phrase: Phrase,
        peers: Peers,
        lobby: LobbyProtocol,
        reach: Reach,
        *,
        bot: bool,
    ) -> None:
        """The game begins, or goes on as it was stored; `begin` tells those who are connected.

        Args:
            replica: the game.
            phrase: of this node.
            peers: who is connected.
            lobby: who belongs to the table.
            reach: how the node finds the others.
            bot: whether a program plays here.
        """
        self.replica = replica
        self.candidates: dict[PublicKey, Signed[Successor]] = {}
        self._phrase = phrase
        self._own = Identity.from_phrase(phrase).public
        self._peers = peers
        self._lobby = lobby
        self._reach = reach
        self._bot = bot
        self.talk = Talk(replica.table.charter, self._own, peers)
        self.keys = KeyPassing(replica, peers, phrase, lobby.coming_to)
        self._players = replica.table.log.players
        self._absent: frozenset[int] = frozenset()
        self._superseded = False
        self._offer: Successor | None = None
        self._told: Successor | None = None

    def begin(self) -> None:
        """Tell everybody here who plays, and go on with those who are connected."""
        self._follow_players()
        for peer in self._peers:
            peer.link = self.replica.connect(peer.key)
        self._offer_self(self._peers)

    def connect(self, peer: Peer, minute: int) -> None:
        """A connection begins.

        Args:
            peer: at its other end.
            minute: the time, in minutes since 1970-01-01 00:00 UTC.
        """
        peer.link = self.replica.connect(peer.key)
        self.talk.pass_on(peer, self._remindable(minute))
        self._offer_self((peer,))

    def remind(self, minute: int) -> None:
        """Remind who owes the game something, or a proposal a signature. Raises as `Talk.remind`.

        Args:
            minute: the time, in minutes since 1970-01-01 00:00 UTC.
        """
        self.talk.remind(self._remindable(minute))

    def _remindable(self, minute: int) -> frozenset[int]:
        """The other seats that owe the game something, or a proposal their signature."""
        replica = self.replica
        if replica.author is None:
            return frozenset()
        proposed = replica.proposed
        signers = {seat for one in proposed.open for seat in proposed.remindable(one)}
        awaited = replica.attendance.awaited(minute)
        return frozenset(one.wait.seat for one in awaited if one.remindable) | signers

    def disconnect(self, peer: Peer) -> None:
        """A connection has ended."""
        if peer.link is not None:
            self.replica.disconnect(peer.link)
            peer.link = None

    def receive(self, peer: Peer, message: GameMessage, sender: PublicKey) -> Iterator[Notice]:
        """Take a message; yields what the player is to be told.

        Args:
            peer: by which it has come.
            message: what it says.
            sender: who says it; another than the peer if that is a mailbox.

        Raises:
            PeerFault, LobbyError: the connection must end; what was yielded before stands.
        """
        match message:
            case Heads() | Entries() | Statements() | Offending():
                if peer.link is not None:
                    yield from self._take(peer.link, message)
            case Succeed(successor=raw):
                signed = check_successor(self.replica.table.log.players, sender, raw)
                if signed is not None and self.candidates.get(sender) != signed:
                    self.candidates[sender] = signed
                    yield SuccessorCame(signed.statement)
            case Entrust() | Received():
                self.keys.hear(peer, message)
            case Parts():
                self.replica.revealing.hear(sender, message)

    def _take(
        self, link: Link, message: Heads | Entries | Statements | Offending
    ) -> Iterator[Notice]:
        """Take what is of the log; an opening may show that a keeper's part was wrong."""
        replica = self.replica
        for event in replica.receive(link, message):
            yield event
            if isinstance(event, EntryAccepted):
                yield from replica.revealing.judge(event.appended.entry)

    def advance(self, minute: int) -> Iterator[Notice]:
        """Do what needs no judgement; yields what the player is to be told.

        Args:
            minute: the time, in minutes since 1970-01-01 00:00 UTC.
        """
        replica = self.replica
        replica.standing.holders = self._reach.holders
        replica.tick(time.monotonic())
        while (event := replica.act(os.urandom(32), minute)) is not None:
            yield event
        replica.watch(minute)
        yield from self._newly_absent(minute)
        yield from self._follow()
        yield from self._has_come()
        yield from self.keys.speak()
        mailboxes = [peer.key for peer in self._peers if peer.connection.rank is Rank.MAIL]
        parts = replica.revealing.due(replica.author)
        self._peers.say_once((*parts, *((key, part) for key in mailboxes for _, part in parts)))

    def settle(self) -> Iterator[Notice]:
        """All is on the disk: dismiss who was caught; yields what the player is to be told."""
        self.replica.mark_written()
        if self.replica.standing.superseded and not self._superseded:
            self._superseded = True
            yield Superseded()
        for peer in self._peers:
            peer.dismissed = peer.dismissed or self.replica.farewell(peer.key)

    def _newly_absent(self, minute: int) -> Iterator[SeatAbsent]:
        """The other seats that have become absent."""
        before, self._absent = self._absent, self.replica.attendance.absent(minute)
        own = None if self.replica.author is None else self.replica.author.seat
        for seat in sorted(self._absent - before - {own}):
            yield SeatAbsent(seat)

    def _has_come(self) -> Iterator[SuccessorCame]:
        """Say to our own player which seat we have offered to play, after what happened before."""
        if self._offer is None or self._offer == self._told:
            return
        links = (peer.link for peer in self._peers)
        if any(link is not None and self.replica.sync.caught_up_with(link) for link in links):
            self._told = self._offer
            yield SuccessorCame(self._offer, own=True)

    def _follow(self) -> Iterator[PlayerChanged]:
        """Tell everybody here who plays by now, if that has changed."""
        players, before = self.replica.table.log.players, self._players
        if players == before:
            return
        self._players = players
        self._follow_players()
        self._offer_self(self._peers)
        for seat, (old, new) in enumerate(zip(before.now, players.now, strict=True)):
            if old != new:
                self.candidates.pop(new.key, None)
                yield PlayerChanged(seat, old, new, old.key == self._own)

    def _follow_players(self) -> None:
        self._lobby.follow(self._players)
        self._reach.follow()
        self.talk.follow(self._players)

    def _offer_self(self, peers: Iterable[Peer]) -> None:
        """Tell peers what we bring to a seat that another plays."""
        lobby = self._lobby.lobby
        if not isinstance(lobby, Joining):
            return
        players = self.replica.table.log.players
        signed = successor_of(lobby, players, self._phrase, bot=self._bot)
        if signed is not None:
            self._offer = signed.statement
            for peer in peers:
                peer.replies.append(Succeed(successor=signed.raw))
