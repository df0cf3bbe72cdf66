"""What a holder takes, and why it declines the rest."""

from collections.abc import Collection
from dataclasses import dataclass, field
from enum import StrEnum, unique
from typing import Final

from engine.errors import counted
from protocol.identity import Identity, Phrase

__all__ = ["FORGOTTEN_DAYS", "HeldTable", "Policy", "Role"]

FORGOTTEN_DAYS: Final = 180
"""After which a table is forgotten that nobody has called."""
_MIB: Final = 2**20
_KEEPS: Final = """\
Keeps every game whose keeper's seat it is invited to: adds to the dice, answers who has lost a \
machine, and decides nothing.
Signs against an absent seat what all others have signed, once it has heard nothing of that seat \
for as long as the charter says; nothing else."""
_REMINDS: Final = """\
Reminds players of these games who ask for it, at an address that has given back a code, by {}; \
whoever runs it can read the addresses."""


@unique
class Role(StrEnum):
    """What the holder's node does at a table."""

    HOLDER = "holder"  # watches, and holds the log
    KEEPER = "keeper"  # keeps the game: it has a seat


@dataclass(frozen=True, slots=True)
class HeldTable:
    """A table that was taken.

    Attributes:
        table: table id.
        role: of the holder's node there.
        phrase: of that node, made for this table alone.
        asked_with: hash of the pass with which it was asked for or, where none is needed, of the
            network that asked.
        visited: minute (since 1970-01-01 00:00 UTC) at which somebody was there last.
        founded: whether the game is.
        full: whether the log has outgrown what is held of a table.
    """

    table: bytes
    role: Role
    phrase: Phrase = field(repr=False)
    asked_with: bytes
    visited: int
    founded: bool = False
    full: bool = False

    @property
    def identity(self) -> Identity:
        """Of the holder's node."""
        return Identity.from_phrase(self.phrase)


@dataclass(frozen=True, slots=True)
class Policy:
    """What a holder takes.

    Attributes:
        tables: most tables held.
        table_mib: most MiB held of one.
        per_pass: most tables asked for with one pass.
        per_network: most tables asked for by one network, where no pass is needed: an IPv4 address,
            64 bits of IPv6.
        loaded: most tables in memory at once; with more of them busy, they take turns.
        keeps: whether it takes a keeper's seat where it is invited to one.
        reminds: the schemes of the addresses at which it reminds players of the games it keeps.
    """

    tables: int = 1000
    table_mib: int = 16
    per_pass: int = 64
    per_network: int = 64
    loaded: int = 128
    keeps: bool = False
    reminds: tuple[str, ...] = ()

    @property
    def most_octets(self) -> int:
        """Bytes held of one table."""
        return self.table_mib * _MIB

    @property
    def too_long(self) -> str:
        """Why the log of a table is not held any further."""
        return f"this relay holds at most {self.table_mib} MiB of a game, and this log is longer"

    def text(self, *, everybody: bool) -> str:
        """The policy in words, one thing a line.

        Args:
            everybody: whether no pass is needed.
        """
        asked = (
            f"for everybody who asks, {self.per_network:,} for each network"
            if everybody
            else f"for those who have a pass, {self.per_pass:,} with each"
        )
        lines = [
            f"Holds the logs of up to {self.tables:,} games {asked}.",
            f"Holds up to {self.table_mib:,} MiB of a game, and {self.loaded:,} games in memory.",
            f"Forgets a game that nobody has called for {FORGOTTEN_DAYS} days.",
        ]
        if self.keeps:
            lines.append(_KEEPS)
        if self.reminds:
            lines.append(_REMINDS.format(", ".join(self.reminds)))
        return "\n".join(lines)

    def objection(
        self, role: Role, asked_with: bytes, held: Collection[HeldTable], *, everybody: bool
    ) -> str:
        """Why one more table is not taken; empty if it is.

        Args:
            role: that is asked for.
            asked_with: see `HeldTable`.
            held: all that were taken.
            everybody: whether no pass is needed.
        """
        if role is Role.KEEPER and not self.keeps:
            return "this relay keeps no games; it only holds their logs"
        if len(held) >= self.tables:
            return f"this relay holds {counted(self.tables, 'game')}, and no more; try another one"
        most = self.per_network if everybody else self.per_pass
        if sum(one.asked_with == asked_with for one in held) >= most:
            whose = "the network that you call from" if everybody else "one pass"
            return f"this relay holds {counted(most, 'game')} for {whose}, and no more"
        return ""
