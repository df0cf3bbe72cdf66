"""What a relay knows of its own holder, a process beside it (SPEC-16.15)."""

import hashlib
from dataclasses import dataclass, field
from typing import Final

from p2p.limits import Network
from p2p.relay.messages import TOKEN_SIZE
from protocol.identity import PublicKey

__all__ = ["Holding", "Numbers", "asking_network"]

_RANDOM: Final = 8


@dataclass(frozen=True, slots=True)
class Numbers:
    """What a holder has, for whoever watches over it.

    Attributes:
        held: tables.
        loaded: of those, the ones in memory.
        octets: bytes of all on the disk.
        overdrawn: how often one was put away for the processor time that it took.
        codes: sent to addresses at which players ask to be reminded.
        reminders: sent to players who are away.
    """

    held: int = 0
    loaded: int = 0
    octets: int = 0
    overdrawn: int = 0
    codes: int = 0
    reminders: int = 0


@dataclass(slots=True)
class Holding:
    """The holder, as the relay registers it and tells of it.

    Attributes:
        name: by which it is registered to be asked.
        own_pass: what its nodes show the relay; made for one run of it, and shown to nobody else.
        policy: what it takes, in words, one thing a line.
        network_key: with which networks are hashed, so that the holder can count what it holds for
            each and writes none down.
        numbers: as it told last.
    """

    name: PublicKey
    own_pass: str = field(repr=False)
    policy: str
    network_key: bytes = field(repr=False)
    numbers: Numbers = Numbers()

    def token(self, network: Network, fresh: bytes) -> bytes:
        """The token of a call to be asked, half of it random: it tells the holder who asks.

        Args:
            network: that calls.
            fresh: at least 8 random bytes, used for nothing else.
        """
        hashed = hashlib.blake2b(
            str(network).encode(), digest_size=TOKEN_SIZE - _RANDOM, key=self.network_key
        )
        return fresh[:_RANDOM] + hashed.digest()


def asking_network(token: bytes) -> bytes:
    """The network of who asks, hashed, of a token that `Holding.token` made."""
    return token[_RANDOM:]
