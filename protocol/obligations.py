"""What an entry owes besides obeying the rules: signatures, openings and proofs, as values.

Each can be checked by whoever has it, at any time and in any order, for it depends on nothing else.
A table checks them at once, or takes an entry on trust and leaves them to others.
"""

from dataclasses import dataclass
from typing import TypeAlias

from protocol.charter import Secrecy
from protocol.errors import Code, Refused
from protocol.hashing import Tag
from protocol.identity import PublicKey
from protocol.sealing.suite import Assertion, Sealed, Suite
from protocol.sealing.suites import suite_of

__all__ = ["Chunk", "Claimed", "Obligation", "Opened", "Signature", "check_opened", "first_broken"]


@dataclass(frozen=True, slots=True)
class Signature:
    """An entry's signature, of 64 bytes over its hash, must be by this key (SPEC-5.3)."""

    key: bytes
    hash: bytes
    signature: bytes


@dataclass(frozen=True, slots=True)
class Claimed:
    """The justification must show the claim (SPEC-10.8)."""

    assertion: Assertion
    justification: bytes


@dataclass(frozen=True, slots=True)
class Opened:
    """The proof, of this seat, must open the token's commitment to this group (SPEC-10.7).

    If the seat's player made the commitment, its deposit must be that of the proof (SPEC-19.4).
    """

    handle: int
    sealed: Sealed
    group: int
    proof: bytes
    seat: int
    made: bool


def check_opened(suite: Suite, opened: Opened) -> None:
    """Judge an opening.

    Raises:
        Refused: `bad_opening`; `bad_deposit`: what was deposited could not have been opened.
    """
    sealed, seat = opened.sealed, opened.seat
    suite.check_opening(opened.handle, sealed, opened.group, opened.proof, seat)
    if opened.made and sealed.deposit is not None and not sealed.deposit.holds(opened.proof):
        raise Refused(
            Code.BAD_DEPOSIT,
            "SPEC-19.4",
            seat,
            f"what seat {seat} has deposited of token {opened.handle} is not its opening",
        )


Obligation: TypeAlias = Signature | Claimed | Opened


@dataclass(frozen=True, slots=True)
class Chunk:
    """What consecutive records of a log owe.

    Attributes:
        secrecy: of the game.
        first: index of the first of these records.
        owed: obligations of each of them.
    """

    secrecy: Secrecy
    first: int
    owed: tuple[tuple[Obligation, ...], ...]


def first_broken(chunk: Chunk) -> int | None:
    """Index of the first record of which an obligation does not hold; None if all hold.

    One that cannot be checked here does not hold here: whoever judges the record says why.
    """
    suite = suite_of(chunk.secrecy)
    for index, owed in enumerate(chunk.owed, start=chunk.first):
        if not all(_holds(suite, one) for one in owed):
            return index
    return None


def _holds(suite: Suite, obligation: Obligation) -> bool:
    try:
        match obligation:
            case Signature(key, content, signature):
                return PublicKey(key).verifies(Tag.ENTRY_SIGNATURE, content, signature)
            case Claimed(assertion, justification):
                suite.verify(assertion, justification)
            case Opened():
                check_opened(suite, obligation)
    except Exception:  # noqa: BLE001 (refused, or what no input may cause)
        return False
    return True
