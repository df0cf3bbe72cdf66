"""Chat between players, which is in no log (SPEC-16.11).

A line is authenticated by the channel that brings it and by nothing else: who receives it knows who
wrote it, and cannot prove it to anybody. A seat that is connected only to some forwards what the
others cannot receive, so that a line may come through another seat, and is shown as such.
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from p2p.errors import PeerFault
from p2p.limits import RateLimiter
from p2p.messages import Say
from p2p.terms import seat_with
from protocol.charter import Charter
from protocol.errors import LocalError
from protocol.identity import PublicKey

__all__ = ["CHAT_BURST", "SECONDS_PER_LINE", "Chat", "ChatMessage"]

CHAT_BURST: Final = 8
"""Words that one connection may bring at once."""
SECONDS_PER_LINE: Final = 4.0
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


class Chat:
    """Sends and receives the chat of one game."""

    def __init__(self, charter: Charter, own: PublicKey) -> None:
        """Nothing is said yet; `own` is the key of this node, with or without a seat."""
        self._charter = charter
        self._own = own
        self._rate = RateLimiter[PublicKey](CHAT_BURST, SECONDS_PER_LINE)
        self._flood = RateLimiter[PublicKey](FLOOD_BURST, SECONDS_OF_FLOOD)

    def say(self, text: str, now: float) -> Say:
        """A line of our own, to be sent to all.

        Raises:
            LocalError: this node has no seat, or says too much, or something that is no line.
        """
        seat = seat_with(self._own, self._charter)
        if seat is None:
            raise LocalError("spectators cannot chat: only seats can")
        try:
            message = Say(seat=seat, text=text)
        except ValueError as error:
            raise LocalError("a chat line has 1 to 300 visible characters") from error
        if not self._rate.allows(self._own, now):
            raise LocalError("too many lines at once: wait a few seconds")
        return message

    def receive(
        self, sender: PublicKey, message: Say, present: Collection[PublicKey], now: float
    ) -> tuple[ChatMessage | None, Collection[PublicKey]]:
        """Judge a peer's line: what to show our player, and to whom to forward it.

        Args:
            sender: whose connection brought them.
            message: the words.
            present: the keys of all who are connected to us.
            now: seconds on any clock that only goes forwards.

        Raises:
            PeerFault: they are said in the name of a seat that the game has not, or by one who
                has no seat, or far too many are.
        """
        by = seat_with(sender, self._charter)
        if by is None:
            raise PeerFault("the peer has no seat and speaks")
        if not self._flood.allows(sender, now):
            raise PeerFault("the peer says too much")
        if message.seat >= len(self._charter.seats):
            raise PeerFault(f"the peer speaks for seat {message.seat}, and there is none")
        speaker = self._charter.seats[message.seat].key
        known = speaker == self._own or (speaker != sender and speaker in present)
        if known or not self._rate.allows(sender, now):
            return None, ()
        if speaker != sender:
            return ChatMessage(message.seat, message.text, by), ()
        return ChatMessage(message.seat, message.text), tuple(
            key for key in present if key != sender
        )
