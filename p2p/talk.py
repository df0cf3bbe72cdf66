"""What players say to each other, over the connections of one node (SPEC-16.11, SPEC-16.13)."""

import time
from collections.abc import Collection, Mapping

from p2p.chat import Chat, ChatMessage, RematchOffered, Reminded
from p2p.invite import Invite
from p2p.messages import Rematch, Remind, Say
from p2p.peers import Peer, Peers
from protocol.charter import Charter
from protocol.errors import LocalError
from protocol.identity import PublicKey
from protocol.players import Players

__all__ = ["Talk"]


class Talk:
    """Chat and reminders of one game."""

    def __init__(self, charter: Charter, own: PublicKey, peers: Peers) -> None:
        """Nothing is said yet; `own` is the key of this node, with or without a seat."""
        self._chat = Chat(charter, own)
        self._peers = peers

    def follow(self, players: Players) -> None:
        """These play by now."""
        self._chat.follow(players)

    def say(self, text: str, deaf: Collection[PublicKey] = ()) -> ChatMessage:
        """Say a line to all who are connected.

        Args:
            text: the line.
            deaf: keys of those who only hold the log, and read it to nobody.

        Raises:
            LocalError: nobody would hear it; see also `Chat.say`.
        """
        hearing = [key for key in self._peers.keys if key not in deaf]
        if not hearing:
            raise LocalError("nobody is connected who would hear it")
        message = self._chat.say(text, time.monotonic())
        self._peers.forward(message, hearing)
        return ChatMessage(message.seat, message.text)

    def remind(self, owing: Collection[int]) -> None:
        """Remind seats that they are waited for; who is away, as soon as it is back.

        Raises:
            LocalError: see `Chat.remind`.
        """
        self._chat.remind(owing, time.monotonic())
        for peer in self._peers:
            self.pass_on(peer, owing)
        self._peers.wake()

    def pass_on(self, peer: Peer, owing: Collection[int]) -> None:
        """Send a peer the reminders that it is to get, or to pass on, to seats still waited for."""
        for message in self._chat.reminders(peer.key, self._peers.keys, owing):
            self._peers.forward(message, [peer.key])

    def hear(self, peer: Peer, message: Say | Remind) -> ChatMessage | Reminded | None:
        """Take what a peer says: what to show our player, if anything.

        Raises:
            PeerFault: see `Chat.receive`.
        """
        shown, others = self._chat.receive(peer.key, message, self._peers.keys, time.monotonic())
        self._peers.forward(message, others)
        if shown is not None:
            self._peers.wake()
        return shown

    def offer(self, invites: Mapping[PublicKey, Invite]) -> frozenset[PublicKey]:
        """Invite those who are connected to another game, each by its own invite (SPEC-16.23).

        Returns:
            The keys of those who are.
        """
        present = frozenset(self._peers.keys).intersection(invites)
        for key in sorted(present):
            self._peers.forward(Rematch(invite=invites[key].link()), [key])
        self._peers.wake()
        return present

    def hear_offer(self, peer: Peer, message: Rematch) -> RematchOffered | None:
        """Take an invite to another game: what to show our player, if anything.

        Raises:
            PeerFault: see `Chat.invited`.
        """
        return self._chat.invited(peer.key, message)
