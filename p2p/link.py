"""The memory of one connection, as far as the log is concerned."""

from dataclasses import dataclass, field
from typing import Final

from p2p.ahead import Ahead
from protocol.identity import PublicKey

__all__ = ["MAX_IDLE_MESSAGES", "MAX_REPEATED", "Link"]

MAX_IDLE_MESSAGES: Final = 256
"""Messages without anything new in them that one peer may send in a row."""
MAX_REPEATED: Final = 1024
"""Entries that one peer may send again in a row without anything new."""


@dataclass(slots=True, eq=False)
class Link:
    """One connection, as far as the log is concerned.

    Attributes:
        peer: whose it is.
        claimed: the last place that the peer said to hold; None until it has said.
        owes_since: when it last brought some of the entries that it says to hold and we do not, or
            said so first; None if it owes none.
        served: last place of the line that it holds or has been sent; None until then.
        held: names of the statements that it holds.
        offered: how many of our statements have been sent or found to be held.
        send_heads: whether our own heads are to be sent next.
        ahead: entries that it has sent, and that have not been taken.
        shared: the last place of our line that it has said or shown to hold.
        parts: hash of the entry of a fork with which its line parts from ours; empty if none.
        accused: how many of the faults that we know it has been told.
        brought: the last place of which it has brought an entry.
        missed: whether it has said something about a place, or with a key, that we did not know.
        said: names of the statements that it has brought, of those that we held already.
        passed_on: whether its message brought something for the first time that others were faster
            with.
        idle_budget: how many more messages without news it may send.
        repeat_budget: how many more entries it may send again.
    """

    peer: PublicKey
    claimed: int | None = None
    owes_since: float | None = None
    served: int | None = None
    held: frozenset[bytes] = frozenset()
    offered: int = 0
    send_heads: bool = True
    ahead: Ahead = field(default_factory=Ahead)
    shared: int = 0
    parts: bytes = b""
    accused: int = 0
    brought: int = 0
    missed: bool = False
    said: set[bytes] = field(default_factory=set)
    passed_on: bool = False
    idle_budget: int = MAX_IDLE_MESSAGES
    repeat_budget: int = MAX_REPEATED

    def bring(self) -> None:
        """It has brought news."""
        self.idle_budget, self.repeat_budget = MAX_IDLE_MESSAGES, MAX_REPEATED
