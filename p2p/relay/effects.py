"""What a relay is to do next: `p2p.relay.forwarding` says it, `p2p.relay.server` does it.

A connection is whatever the server knows it by.
"""

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Generic, TypeAlias, TypeVar

from p2p.relay.messages import Reason, RelayMessage

__all__ = ["CallBack", "Effect", "End", "Tell"]

S = TypeVar("S", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Tell(Generic[S]):
    """Send a message on a connection."""

    socket: S
    message: RelayMessage


@dataclass(frozen=True, slots=True)
class End(Generic[S]):
    """End a connection, after `Sorry` with a reason; None if the other node has left."""

    socket: S
    reason: Reason | None


@dataclass(frozen=True, slots=True)
class CallBack(Generic[S]):
    """Call where a connection comes from, at this port; say `Seen` on it, and end it."""

    socket: S
    port: int
    token: bytes


Effect: TypeAlias = Tell[S] | End[S] | CallBack[S]
