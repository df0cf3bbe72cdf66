"""What can go wrong, and whose fault it is (SPEC-0.3).

Three kinds never share a type: what another party sent (`Refused`), what our own code or player
did wrong (`LocalError`), and a file that cannot be read at all (`Unreadable`).
"""

from enum import StrEnum, unique

from protocol.printable import printable

__all__ = ["Code", "LocalError", "ProtocolError", "Refused", "Unreadable"]


@unique
class Code(StrEnum):
    """Why something was refused on receipt. The values are part of SPEC.md and of every report."""

    MALFORMED = "malformed"  # not canonical, or not of the form that its place demands
    TOO_LARGE = "too_large"  # longer than the limit of its kind
    BAD_KEY = "bad_key"  # a public key that no honest player can have
    BAD_CHARTER = "bad_charter"  # well formed, but not a charter that a game can start from
    BAD_SIGNATURE = "bad_signature"  # not signed by the seat that it names; never has a culprit
    WRONG_GAME = "wrong_game"  # made for another game
    NO_SEAT = "no_seat"  # names a seat that the charter does not have
    WRONG_AUTHOR = "wrong_author"  # another seat is the one to append
    WRONG_INCARNATION = "wrong_incarnation"  # not the author's current incarnation
    KNOWN = "known"  # held already; harmless
    GAP = "gap"  # beyond the next place: what lies between is missing
    STALE_HEAD = "stale_head"  # built on another entry than the one before it here
    FORK = "fork"  # a second entry of the same seat and incarnation for one place
    CLOSED = "closed"  # the game has ended
    NOT_DUE = "not_due"  # an item that nobody asked for at this point
    WRONG_DIGEST = "wrong_digest"  # the state digest is not that of the state before the items
    ILLEGAL_ANSWER = "illegal_answer"  # the rules of the game forbid it
    SHARE_WRONG = "share_wrong"  # the share does not hash to the one before it
    SHARE_EARLY = "share_early"  # a share that no pending roll asks of this seat
    BAD_OPENING = "bad_opening"  # the opening does not fit the commitment
    FALSE_CLAIM = "false_claim"  # the justification does not show what it must
    WRONG_CLAIM = "wrong_claim"  # a seal states another power or claim than the rules ask for
    BAD_COMMITMENT = "bad_commitment"  # undecodable, or equal to an earlier one of the game
    BAD_DEPOSIT = "bad_deposit"  # none where one must be, or not of the opening that it should hold
    BAD_HAND = "bad_hand"  # a raised hand that stands nowhere, or is used up
    BAD_INSTRUCTIONS = "bad_instructions"  # instructions that cannot stand here, or are used up
    BAD_RECEIPT = "bad_receipt"  # a receipt for sealing keys that cannot stand here
    BAD_REJOIN = "bad_rejoin"  # no settlement that begins this incarnation at this place
    TWO_ANSWERS = "two_answers"  # two answers of one incarnation to one question
    TWO_SETTLEMENTS = "two_settlements"  # two settlements of one question
    OLDER_ANSWER = "older_answer"  # settled with an older answer than the seat had waited for
    BAD_AGREEMENT = "bad_agreement"  # not all have agreed, or not to what can be here
    TWO_PROPOSALS = "two_proposals"  # two proposals for one place signed in one incarnation
    REFUSED_AND_SIGNED = "refused_and_signed"  # one proposal, in one incarnation
    SIGNED_AND_ANSWERED = "signed_and_answered"  # it answered as if it had not signed
    BAD_DISCLOSURE = "bad_disclosure"  # the keys do not open what they must


class ProtocolError(Exception):
    """Anything that the protocol refuses. Nothing has changed when it is raised.

    What it says is one line of characters that show, whatever it quotes of a stranger's.
    """

    def __str__(self) -> str:
        return printable(super().__str__())


class Refused(ProtocolError):  # the word that people and SPEC.md use
    """Something received is refused.

    Attributes:
        code: the reason, one of a closed list.
        rule: number of the rule that forbids it: `SPEC-…` (SPEC.md), `BG-…`, `SS-…`.
        culprit: index of the seat that provably did wrong; None where nobody can be blamed.
        reason: what is wrong and where, for people.
        entry: the place in the line where the fault was made, where that is an earlier one.
    """

    def __init__(
        self, code: Code, rule: str, culprit: int | None, reason: str, entry: int | None = None
    ) -> None:
        super().__init__(code, rule, culprit, reason, entry)
        self.code = code
        self.rule = rule
        self.culprit = culprit
        self.reason = printable(reason)
        self.entry = entry

    def __str__(self) -> str:
        blame = "" if self.culprit is None else f", fault of seat {self.culprit}"
        return f"{self.reason} ({self.code}, {self.rule}{blame})"


class LocalError(ProtocolError):
    """Our own side asked for something that must not be done, and it was not done."""


class Unreadable(ProtocolError):  # as above
    """A file is not what it should be, so that nothing in it can be judged.

    Attributes:
        offset: where in the file, in bytes from its start.
        reason: what is wrong there, for people.
    """

    def __init__(self, offset: int, reason: str) -> None:
        super().__init__(offset, reason)
        self.offset = offset
        self.reason = printable(reason)

    def __str__(self) -> str:
        return f"at byte {self.offset}: {self.reason}"
