"""Chat and reminders between players, which are in no log (SPEC-16.11, SPEC-16.13).

A line is authenticated by the channel that brings it and by nothing else: who receives it knows who
wrote it, and cannot prove it to anybody. A seat that is connected only to some forwards what the
others cannot receive, so that a line may come through another seat, and is shown as such.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Final

from p2p.errors import BadInvite, PeerFault
from p2p.invite import Invite
from p2p.limits import RateLimiter
from p2p.messages import Rematch, Remind, Say
from protocol.charter import Charter
from protocol.errors import LocalError
from protocol.identity import PublicKey
from protocol.players import Players

__all__ = [
    "CHAT_BURST",
    "REMINDER_BURST",
    "SECONDS_PER_LINE",
    "Chat",
    "ChatMessage",
    "RematchOffered",
    "Reminded",
]

CHAT_BURST: Final = 8
"""Words that one connection may bring at once."""
SECONDS_PER_LINE: Final = 4.0
"""Seconds after which it may bring one more."""
REMINDER_BURST: Final = 3
"""Reminders that one connection may bring at once."""
SECONDS_PER_REMINDER: Final = 600.0
"""Seconds after which it may bring one more."""
FLOOD_BURST: Final = 64
SECONDS_OF_FLOOD: Final = 0.5
"""How many one connection may bring at once, heard or not, and seconds after which one more."""


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """A line of chat, to be shown.

    Attributes:
        seat: who.
        text: what.
        by: the seat that passed it on; None if it came from the speaker, or is our own.
    """

    seat: int
    text: str
    by: int | None = None


@dataclass(frozen=True, slots=True)
class Reminded:
    """A seat reminds our own that it is waited for.

    Attributes:
        seat: who reminds us.
        by: the seat that passed it on; None if it came from there.
    """

    seat: int
    by: int | None = None


@dataclass(frozen=True, slots=True)
class RematchOffered:
    """A seat invites our player to another game.

    Attributes:
        seat: who does.
        invite: to its table.
    """

    seat: int
    invite: Invite


class Chat:
    """Sends and receives the chat of one game."""

    def __init__(self, charter: Charter, own: PublicKey) -> None:
        """Nothing is said yet; `own` is the key of this node, with or without a seat."""
        self._players = Players.of(charter)
        self._own = own
        self._seat = self._players.seat_of(own)
        self._to_remind: set[int] = set()
        self._rate = RateLimiter[PublicKey](CHAT_BURST, SECONDS_PER_LINE)
        self._reminders = RateLimiter[PublicKey](REMINDER_BURST, SECONDS_PER_REMINDER)
        self._flood = RateLimiter[PublicKey](FLOOD_BURST, SECONDS_OF_FLOOD)

    def follow(self, players: Players) -> None:
        """These play by now."""
        self._players, self._seat = players, players.seat_of(self._own)

    def say(self, text: str, now: float) -> Say:
        """A line of our own, to be sent to all.

        Raises:
            LocalError: this node has no seat, or says too much, or something that is no line.
        """
        if self._seat is None:
            raise LocalError("spectators cannot chat: only seats can")
        try:
            message = Say(seat=self._seat, text=text)
        except ValueError as error:
            raise LocalError("a chat line has 1 to 300 visible characters") from error
        if not self._rate.allows(self._own, now):
            raise LocalError("too many lines at once: wait a few seconds")
        return message

    def remind(self, owing: Collection[int], now: float) -> None:
        """Remind seats that they are waited for.

        Raises:
            LocalError: this node has no seat, nobody is waited for, or it reminds too often.
        """
        if self._seat is None:
            raise LocalError("spectators cannot remind: only seats can")
        if not owing:
            raise LocalError("nobody is waited for who can be reminded")
        if not self._reminders.allows(self._own, now):
            raise LocalError("you have reminded often enough: wait ten minutes")
        self._to_remind.update(owing)

    def reminders(
        self, peer: PublicKey, present: Collection[PublicKey], owing: Collection[int]
    ) -> Iterator[Remind]:
        """The reminders that a peer is to get, or to pass on to who is not connected to us.

        Args:
            peer: whose connection it is.
            present: the keys of all who are connected to us.
            owing: the seats that are waited for still.
        """
        self._to_remind &= set(owing)
        for seat in sorted(self._to_remind):
            key = self._players.now[seat].key
            if self._seat is not None and (peer == key or key not in present):
                yield Remind(seat=self._seat, owing=seat)
            if peer == key:
                self._to_remind.discard(seat)

    def invited(self, sender: PublicKey, message: Rematch) -> RematchOffered | None:
        """Judge an invite to another game (SPEC-16.23); None if it comes from who has no seat.

        Raises:
            PeerFault: it is none, or to a table of somebody else.
        """
        by = self._players.seat_of(sender)
        if by is None:
            return None
        try:
            invite = Invite.parse(message.invite)
        except BadInvite as error:
            raise PeerFault("the peer invites to a rematch with what is no invite") from error
        if invite.host != sender:
            raise PeerFault("the peer invites to a table of somebody else")
        return RematchOffered(by, invite)

    def receive(
        self, sender: PublicKey, message: Say | Remind, present: Collection[PublicKey], now: float
    ) -> tuple[ChatMessage | Reminded | None, Collection[PublicKey]]:
        """Judge what a peer says: what to show our player, and to whom to forward it.

        Args:
            sender: whose connection brought it.
            message: what it says.
            present: the keys of all who are connected to us.
            now: seconds on any clock that only goes forwards.

        Raises:
            PeerFault: it is said in the name of a seat that the game has not, or by one who has
                no seat, or far too much is.
        """
        by = self._players.seat_of(sender)
        if by is None:
            raise PeerFault("the peer has no seat and speaks")
        if not self._flood.allows(sender, now):
            raise PeerFault("the peer says too much")
        if message.seat >= len(self._players.now):
            raise PeerFault(f"the peer speaks for seat {message.seat}, and there is none")
        speaker = self._players.now[message.seat].key
        rate = self._rate if isinstance(message, Say) else self._reminders
        known = speaker == self._own or (speaker != sender and speaker in present)
        if known or not rate.allows(sender, now):
            return None, ()
        relayed = speaker != sender
        match message:
            case Say(seat=seat, text=text):
                shown = ChatMessage(seat, text, by if relayed else None)
                return shown, () if relayed else tuple(key for key in present if key != sender)
            case Remind(seat=seat, owing=owing):
                if owing >= len(self._players.now):
                    raise PeerFault(f"the peer reminds seat {owing}, and there is none")
                reminded = self._players.now[owing].key
                if reminded == self._own:
                    return Reminded(seat, by if relayed else None), ()
                return None, () if relayed else tuple(key for key in present if key == reminded)
