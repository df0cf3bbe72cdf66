"""What a relay knows of its own holder, a process beside it (SPEC-16.15)."""

from dataclasses import dataclass, field

from protocol.identity import PublicKey

__all__ = ["Holding"]


@dataclass(slots=True)
class Holding:
    """The holder, as the relay registers it and tells of it.

    Attributes:
        name: by which it is registered to be asked.
        own_pass: what its nodes show the relay; made for one run of it, and shown to nobody else.
        policy: what it takes, in words, one thing a line.
        held: tables whose logs it holds.
        loaded: of those, the ones in memory.
        octets: bytes of all on the disk.
    """

    name: PublicKey
    own_pass: str = field(repr=False)
    policy: str
    held: int = 0
    loaded: int = 0
    octets: int = 0
