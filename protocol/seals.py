"""From a Seal that the rules ask for to what the suite judges (SPEC-8)."""

from engine.claims import Claim, Counted, From, Holds, Present, Shuffled
from engine.pieces import PieceId
from engine.requests import Seal
from protocol.errors import Code, LocalError, Refused
from protocol.ledger import Ledger
from protocol.sealing.suite import Assertion, Face, SealContext

__all__ = ["face_of", "named_tokens", "new_tokens", "place_seals"]


def place_seals(
    ledger: Ledger, request: Seal, context: SealContext, commitments: tuple[bytes, ...]
) -> tuple[Ledger, Assertion]:
    """Put the new tokens of a claim under their commitments.

    A power's first shuffle is that of its deck, and makes its old tokens known (SPEC-8.3).

    Returns:
        The ledger with them, and the claim with all that is public about it.

    Raises:
        Refused: `bad_commitment`: too many, too few, or a copy (SPEC-8.4).
    """
    claim, owner = request.claim, request.owner
    fresh = new_tokens(claim)
    if len(commitments) != len(fresh):
        raise Refused(
            Code.BAD_COMMITMENT,
            "SPEC-8.4",
            context.seat,
            f"entry {context.sequence}: {len(commitments)} commitments for {len(fresh)} new tokens",
        )
    if isinstance(claim, Shuffled) and owner not in ledger.limits:
        ledger = ledger.with_deck(owner, claim.old)
    ledger = ledger.with_seals(context, fresh, commitments)
    faces = {handle: face_of(ledger, handle) for handle in named_tokens(claim)}
    return ledger, Assertion(claim, context, faces, ledger.limits[owner])


def face_of(ledger: Ledger, handle: PieceId) -> Face:
    """What is public about a token.

    Raises:
        LocalError: it was never sealed: the rules name a token that is none.
    """
    face = ledger.faces.get(handle)
    if face is None:
        raise LocalError(f"the rules name token {handle}, which nobody has sealed")
    return face


def new_tokens(claim: Claim) -> tuple[PieceId, ...]:
    """The tokens that a claim seals anew, in ascending order of handle."""
    return claim.new if isinstance(claim, Shuffled) else ()


def named_tokens(claim: Claim) -> tuple[PieceId, ...]:
    """Every token that a claim names."""
    match claim:
        case Holds(token, _):
            return (token,)
        case Shuffled(_, old, new):
            return (*old, *new)
        case Present(_, tokens):
            return tokens
        case From(token, pieces):
            return (token, *pieces)
        case Counted(fresh, standing, _, _):
            return (*fresh, *standing)
