"""What a relay tells its holder at the start."""

from dataclasses import dataclass, field, replace
from pathlib import Path

from p2p.address import Address
from p2p.holder.policy import Policy
from p2p.relay.client import RelayAccess
from p2p.reminding.destinations import ReminderSettings

__all__ = ["HolderSettings"]


@dataclass(frozen=True, slots=True)
class HolderSettings:
    """What a holder is started with.

    Attributes:
        folder: where it keeps what it holds.
        policy: what it takes.
        url: of the relay, as players call it.
        door: where the relay listens on this machine.
        own_pass: see `Holding`.
        passes: file of the passes of which one is needed; None if everybody may ask.
        reminders: how its keepers remind players who are away.
    """

    folder: Path
    policy: Policy
    url: str
    door: Address
    own_pass: str
    passes: Path | None
    reminders: ReminderSettings = field(default_factory=ReminderSettings)

    @property
    def access(self) -> RelayAccess:
        """The relay, at its door."""
        return replace(RelayAccess.parse(self.url), relay_pass=self.own_pass, door=self.door)
