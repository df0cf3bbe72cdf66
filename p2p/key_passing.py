"""Sealing keys that one node passes on or receives, over its connections (SPEC-16.17)."""

import asyncio
import os
from typing import Final

from p2p.entrusting import KeysReceived, KeysRefused
from p2p.messages import Entrust, Received
from p2p.peers import Peer, Peers
from p2p.replica import Replica
from protocol.identity import Phrase

__all__ = ["KeyPassing"]

PASSING_SECONDS: Final = 5.0
"""For how long a seat that resigns waits for receipts for its keys (SPEC-16.17)."""


class KeyPassing:
    """What one node says and answers of keys."""

    def __init__(
        self, replica: Replica, peers: Peers, phrase: Phrase, coming_to: int | None
    ) -> None:
        """Nothing has been said yet.

        Args:
            replica: the game.
            peers: who is connected.
            phrase: of this node.
            coming_to: the seat that it has come to play in its player's stead, if any.
        """
        self._replica = replica
        self._peers = peers
        self._phrase = phrase
        self._coming_to = coming_to
        self._answered = asyncio.Event()

    def hear(self, peer: Peer, message: Entrust | Received) -> None:
        """A peer passes its keys on, or has received ours.

        Raises:
            PeerFault: it may not say this.
        """
        replica = self._replica
        match message:
            case Entrust():
                replica.entrusting.hear(replica.table, peer.key, message)
            case Received(receipt=raw):
                replica.entrusting.hear_receipt(replica.author, peer.key, raw)
                self._answered.set()

    def speak(self) -> tuple[KeysReceived | KeysRefused, ...]:
        """Say to whom it concerns what opens our tokens, and answer who has said it to us.

        Returns:
            What our player is to be told.
        """
        self._peers.say_once(self._replica.entrusts().items())
        notices = []
        for key, answer, notice in self._replica.entrusting.answers(
            self._replica.table, self._phrase, self._coming_to, os.urandom(32)
        ):
            notices.append(notice)
            if answer is not None:
                self._peers.forward(answer, (key,))
        return tuple(notices)

    async def entrust_heirs(self) -> None:
        """Our seat resigns: pass its keys to who plays its powers next and is connected.

        Returns when all of them have answered, or some will not.
        """
        entrusting = self._replica.entrusting
        entrusting.resigning = True
        try:
            self.speak()
            self._peers.wake()
            async with asyncio.timeout(PASSING_SECONDS):
                while self._replica.entrusts().keys() & set(self._peers.keys):
                    self._answered.clear()
                    await self._answered.wait()
        except TimeoutError:
            pass  # without them its tokens are dealt
        finally:
            entrusting.resigning = False
