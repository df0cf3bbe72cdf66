"""What a peer says (SPEC-16.10), carried out by whom it concerns: lobby, game, ways in, talk."""

import time
from collections.abc import Iterator
from typing import Final

from p2p.errors import ConnectionRefused, LobbyError, PeerFault
from p2p.limits import RateLimiter
from p2p.lobby_protocol import LobbyProtocol
from p2p.mail.box import Letter
from p2p.mail.connection import MailConnection
from p2p.mail.introduction import Introduction
from p2p.mailboxes import Mailboxes
from p2p.messages import (
    Consent,
    Entries,
    Entrust,
    Found,
    Heads,
    Join,
    Message,
    Offending,
    Parts,
    Proposal,
    Received,
    Rematch,
    Remind,
    RemindAt,
    RemindCode,
    RemindNever,
    RemindTerms,
    Say,
    Sorry,
    Statements,
    Succeed,
    Ways,
)
from p2p.ongoing import GameMessage, OngoingGame
from p2p.peers import Peer, Peers
from p2p.player import Notice, SeatTaken
from p2p.reach import Reach
from p2p.reminding.asking import KeepersAsked
from p2p.reminding.keeping import KeeperReminders
from protocol.identity import PublicKey

__all__ = ["ASK_BURST", "Hearing"]

ASK_BURST: Final = 32
SECONDS_PER_ASKING: Final = 2.0
"""How many messages of the lobby one peer may send at once, and seconds after which one more."""


class Hearing:
    """Takes the messages of all peers, and says what the player is to be notified of."""

    def __init__(
        self,
        lobby: LobbyProtocol,
        peers: Peers,
        mailboxes: Mailboxes,
        reach: Reach,
        *,
        reminding: KeeperReminders,
        keepers: KeepersAsked,
    ) -> None:
        """What the messages are about, but for the game, which may not have begun."""
        self._lobby = lobby
        self._peers = peers
        self._mailboxes = mailboxes
        self._reach = reach
        self._reminding = reminding
        self._keepers = keepers
        self._asks = RateLimiter[PublicKey](ASK_BURST, SECONDS_PER_ASKING)

    def hear(
        self, peer: Peer, message: Message | Letter, game: OngoingGame | None
    ) -> Iterator[Notice]:
        """Carry out a message.

        Raises:
            ConnectionRefused: the peer has refused us.
            LobbyError: the lobby takes no such message now.
            PeerFault: the peer must not say this.
        """
        match message:
            case Letter():
                yield from self._read(peer, message, game)
            case Sorry(reason=reason):
                raise ConnectionRefused(f"the peer refused us: {reason!a}")
            case Heads() | Entries() | Statements() | Offending():
                yield from _take(peer, message, peer.key, game)
            case Ways():
                self._reach.hear(peer, message)
            case Say() | Remind():
                shown = None if game is None else game.talk.hear(peer, message)
                if shown is not None:
                    yield shown
            case RemindAt() | RemindCode() | RemindNever():
                self._check_rate(peer)
                self._reminding.hear(peer, message)
            case RemindTerms():
                self._check_rate(peer)
                if game is not None:
                    yield from self._keepers.hear(peer, message, game.replica.table)
            case Rematch():
                self._check_rate(peer)
                if game is not None and game.replica.table.request is None:
                    offered = game.talk.hear_offer(peer, message)
                    if offered is not None:
                        yield offered
            case Succeed() | Entrust() | Received() | Parts():
                self._check_rate(peer)
                yield from _take(peer, message, peer.key, game)
            case _:
                self._check_rate(peer)
                yield from self._ask(peer, peer.key, message)

    def _read(self, peer: Peer, letter: Letter, game: OngoingGame | None) -> Iterator[Notice]:
        """Carry out what somebody has left in a mailbox; what is wrong with it is theirs alone."""
        sender = letter.sender or peer.key
        try:
            match self._mailboxes.for_us(letter):
                case None:
                    pass
                case Introduction() as introduction:
                    self._lobby.admit(introduction)
                case Join() | Consent() | Proposal() | Found() as message:
                    yield from self._ask(peer, sender, message)
                case message:
                    yield from _take(peer, message, sender, game)
        except (PeerFault, LobbyError):
            if peer.link is not None:
                peer.link.ahead.clear()
                peer.link.bring()
            if isinstance(peer.connection, MailConnection):
                peer.connection.distrust(letter.author)

    def _ask(self, peer: Peer, sender: PublicKey, message: Message) -> Iterator[Notice]:
        before = self._lobby.guests
        for reply in self._lobby.receive(sender, message):
            self._peers.reply(peer, reply.message, everybody=reply.everybody)
        for seat, guest in self._lobby.guests.items():
            if seat not in before:
                yield SeatTaken(seat, guest.name, guest.key)

    def _check_rate(self, peer: Peer) -> None:
        if not self._asks.allows(peer.key, time.monotonic()):
            raise PeerFault("the peer asks too often")


def _take(
    peer: Peer, message: GameMessage, sender: PublicKey, game: OngoingGame | None
) -> Iterator[Notice]:
    if game is not None:
        yield from game.receive(peer, message, sender)
