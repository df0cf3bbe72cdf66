"""What every sealing suite does: hide what tokens hold, and show that claims about them are true.

Entries make claims (`protocol.claims`); a suite knows what is public about the tokens of a claim
(their *faces*) and nothing of the rules. Table and engine never ask which suite it is.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum, unique
from typing import ClassVar, TypeAlias

from protocol.charter import Secrecy
from protocol.claims import Claim
from protocol.encoding import Data, encode
from protocol.sealing.deposit import Deposit

__all__ = [
    "Assertion",
    "ClaimStatus",
    "Face",
    "Public",
    "SealContext",
    "Sealed",
    "Suite",
    "blinding_input",
]


@unique
class ClaimStatus(StrEnum):
    """How far a claim of the log has been shown to be true."""

    PROVED = "proved"  # in the entry that made it
    DISCLOSED = "disclosed"  # by its owner's keys, after the close
    OPEN = "open"  # not yet


@dataclass(frozen=True, slots=True, kw_only=True)
class SealContext:
    """Where in which game a Seal is answered: what is made for it is good there only.

    Attributes:
        game: game id.
        power: whose tokens they are.
        seat: that plays it.
        incarnation: name of the seat's.
        sequence: of the entry.
        item: index of the answer in the entry, from 0.
        previous: hash of the entry before it.
        fresh: the answer's 32 random bytes.
    """

    game: bytes
    power: str
    seat: int
    incarnation: bytes
    sequence: int
    item: int
    previous: bytes
    fresh: bytes

    def to_data(self) -> tuple[Data, ...]:
        """The context as the suites hash it (SPEC-8.1)."""
        return (
            self.game,
            self.power,
            self.seat,
            self.incarnation,
            self.sequence,
            self.item,
            self.previous,
            self.fresh,
        )


def blinding_input(key: bytes, context: SealContext, handle: int, group: int) -> bytes:
    """What the blinding of a token is a hash of (SPEC-8.2).

    Key and log alone give it again, so nothing secret has to reach a disk.
    """
    return encode(
        (
            key,
            context.fresh,
            context.incarnation,
            context.sequence,
            context.item,
            context.previous,
            handle,
            group,
        )
    )


@dataclass(frozen=True, slots=True)
class Sealed:
    """A token as all know it since it was last sealed: a commitment of 32 bytes, made there.

    Attributes:
        commitment: to its group.
        context: of the seal that made it.
        key: that it was sealed with, if everybody knows it: that of a deal (SPEC-8.9).
        deposit: of its opening, where openings are deposited (SPEC-19).
    """

    commitment: bytes
    context: SealContext
    key: bytes | None = None
    deposit: Deposit | None = None

    def made_by(self, seat: int, since: int) -> bool:
        """Whether who plays a seat after an entry has sealed it, with a key of its own."""
        made = self.context
        return self.key is None and made.seat == seat and made.sequence > since

    def key_or(self, own: bytes) -> bytes:
        """The key that it was sealed with: its owner's, unless everybody knows it."""
        return own if self.key is None else self.key


@dataclass(frozen=True, slots=True)
class Public:
    """A token of a power's deck, before the set-up's shuffle: everybody knows its group."""

    group: int
    power: str


Face: TypeAlias = Sealed | Public


@dataclass(frozen=True, slots=True)
class Assertion:
    """A claim, and all that is public about it.

    Attributes:
        claim: what is to be shown.
        context: of the Seal that is answered.
        faces: of every token that the claim names, new ones included.
        limit: groups of the power.
        before: faces that tokens had which the claim seals anew.
    """

    claim: Claim
    context: SealContext
    faces: Mapping[int, Face]
    limit: int
    before: Mapping[int, Face] = field(default_factory=dict)


class Suite(ABC):
    """One way of sealing. Suites keep nothing: all they need is passed in."""

    secrecy: ClassVar[Secrecy]
    """What the charter calls it."""
    discloses: ClassVar[bool]
    """Whether claims stay open until the sealing keys are disclosed at the end of the game."""

    @abstractmethod
    def commit(
        self, key: bytes, context: SealContext, groups: Mapping[int, int]
    ) -> tuple[bytes, ...]:
        """Commitments to what these tokens hold, in ascending order of handle.

        Args:
            key: the power's sealing key, 32 bytes.
            context: of the Seal that makes them.
            groups: group of each new token.
        """

    @abstractmethod
    def justify(
        self,
        assertion: Assertion,
        key: bytes,
        groups: Mapping[int, int],
        entropy: bytes,
        before: Mapping[int, int] | None = None,
    ) -> bytes:
        """What shows that a true claim is true.

        Args:
            assertion: true of `groups`; its owner has checked that.
            key: the power's sealing key.
            groups: what each token that it names holds.
            entropy: 32 fresh random bytes.
            before: what those tokens held that the claim seals anew.
        """

    @abstractmethod
    def status(self, claim: Claim) -> ClaimStatus:
        """How far the entry that makes a claim shows it, if its justification is good.

        `PROVED`, or `OPEN` where it has to wait for the disclosure.
        """

    @abstractmethod
    def verify(self, assertion: Assertion, justification: bytes) -> None:
        """Judge the justification of a claim, as received, by what is public.

        Raises:
            Refused: `false_claim` or `bad_commitment`, with the context's seat as culprit.
        """

    @abstractmethod
    def open(self, key: bytes, handle: int, sealed: Sealed, group: int) -> bytes:
        """The bytes (at most 64) that show a token's group to everybody."""

    @abstractmethod
    def check_opening(
        self, handle: int, sealed: Sealed, group: int, proof: bytes, seat: int
    ) -> None:
        """Judge an opening by a seat, which may have the commitment from another.

        Raises:
            Refused: `bad_opening`, with this seat as culprit.
        """

    @abstractmethod
    def recover(self, key: bytes, handle: int, sealed: Sealed, limit: int) -> int | None:
        """The group under a commitment, by trying 1 … limit; None if none of them fits the key."""
