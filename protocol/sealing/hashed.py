"""Suite `hashed`: commitments are hashes, claims wait for the disclosure (SPEC-9)."""

import hmac
from collections.abc import Mapping

from protocol.charter import Secrecy
from protocol.claims import Claim, Counted, From, Holds, Present, Reshuffled, Shuffled
from protocol.encoding import encode
from protocol.errors import Code, Refused
from protocol.hashing import HASH_SIZE, Tag, digest
from protocol.sealing.suite import (
    Assertion,
    ClaimStatus,
    Public,
    SealContext,
    Sealed,
    Suite,
    blinding_input,
)

__all__ = ["Hashed"]


class Hashed(Suite):
    """Commitment = H(context, handle, group, blinding); an opening is the blinding.

    A commitment binds because a hash does, and hides because nobody can guess its blinding. Claims
    carry nothing, except `Holds`, which is an opening.
    """

    secrecy = Secrecy.HASHED
    discloses = True

    def commit(
        self, key: bytes, context: SealContext, groups: Mapping[int, int]
    ) -> tuple[bytes, ...]:
        """See `Suite.commit` (SPEC-9.1)."""
        return tuple(
            _commitment(context, handle, groups[handle], _blinding(key, context, handle, group))
            for handle, group in sorted(groups.items())
        )

    def justify(
        self,
        assertion: Assertion,
        key: bytes,
        groups: Mapping[int, int],
        entropy: bytes,  # noqa: ARG002 (a hash proves nothing, so draws nothing)
        before: Mapping[int, int] | None = None,  # noqa: ARG002 (only proofs need it)
    ) -> bytes:
        """See `Suite.justify` (SPEC-9.3)."""
        match assertion.claim:
            case Holds(token, _):
                match assertion.faces[token]:
                    case Sealed() as sealed:
                        return self.open(key, token, sealed, groups[token])
                    case Public():
                        return b""
            case Shuffled() | Present() | From() | Counted() | Reshuffled():
                return b""

    def status(self, claim: Claim) -> ClaimStatus:
        """See `Suite.status`: all but openings wait for the disclosure."""
        return ClaimStatus.PROVED if isinstance(claim, Holds) else ClaimStatus.OPEN

    def verify(self, assertion: Assertion, justification: bytes) -> None:
        """See `Suite.verify` (SPEC-9.3)."""
        match assertion.claim:
            case Holds(token, group):
                match assertion.faces[token]:
                    case Sealed() as sealed:
                        self.check_opening(
                            token, sealed, group, justification, assertion.context.seat
                        )
                    case Public(known):
                        if group != known or justification:
                            raise _false(assertion, f"token {token} of the deck holds {known}")
            case (Shuffled() | Present() | From() | Counted() | Reshuffled()) as claim:
                if justification:
                    raise _false(assertion, f"a claim {claim.tag!r} carries no justification here")

    def open(self, key: bytes, handle: int, sealed: Sealed, group: int) -> bytes:
        """See `Suite.open`: the blinding, 32 bytes (SPEC-9.2)."""
        return _blinding(sealed.key_or(key), sealed.context, handle, group)

    def check_opening(
        self, handle: int, sealed: Sealed, group: int, proof: bytes, seat: int
    ) -> None:
        """See `Suite.check_opening` (SPEC-9.2)."""
        if len(proof) != HASH_SIZE or not hmac.compare_digest(
            _commitment(sealed.context, handle, group, proof), sealed.commitment
        ):
            raise Refused(
                Code.BAD_OPENING,
                "SPEC-9.2",
                seat,
                f"token {handle} of {sealed.context.power} was not sealed with group {group}",
            )

    def recover(self, key: bytes, handle: int, sealed: Sealed, limit: int) -> int | None:
        """See `Suite.recover`."""
        for group in range(1, limit + 1):
            blinding = _blinding(sealed.key_or(key), sealed.context, handle, group)
            if _commitment(sealed.context, handle, group, blinding) == sealed.commitment:
                return group
        return None


def _blinding(key: bytes, context: SealContext, handle: int, group: int) -> bytes:
    """32 bytes that only the owner can find again (SPEC-9.1)."""
    return digest(Tag.BLINDING, blinding_input(key, context, handle, group))


def _commitment(context: SealContext, handle: int, group: int, blinding: bytes) -> bytes:
    """Bound to game, power, token and the Seal that made it (SPEC-9.1)."""
    return digest(
        Tag.COMMITMENT,
        encode(
            (
                context.game,
                context.power,
                handle,
                context.sequence,
                context.item,
                group,
                blinding,
            )
        ),
    )


def _false(assertion: Assertion, reason: str) -> Refused:
    context = assertion.context
    return Refused(
        Code.FALSE_CLAIM, "SPEC-9.3", context.seat, f"entry {context.sequence}: {reason}"
    )
