"""Suite `proved`: commitments hide perfectly, and every claim is proved in the entry that makes it.

A token that holds group g is C = G_g + r·H. What each claim says of such points is in
`protocol.sealing.claim_statements`, the one proof of all of them in `protocol.sealing.sigma`; this
module binds a proof to its place in the game, and names the culprit where one does not hold
(SPEC-15).
"""

from collections.abc import Mapping, Sequence

from protocol.charter import Secrecy
from protocol.claims import Claim, Counted, Holds, claim_data
from protocol.encoding import encode
from protocol.errors import Code, Refused
from protocol.hashing import Tag
from protocol.sealing import sigma
from protocol.sealing.claim_statements import (
    CommitmentOpening,
    amount_points,
    commitment,
    statement,
    witnesses,
)
from protocol.sealing.group import GROUPS, SIZE, NotInGroup, Point, Scalar
from protocol.sealing.sigma import NotProved
from protocol.sealing.suite import (
    Assertion,
    ClaimStatus,
    Face,
    Public,
    SealContext,
    Sealed,
    Suite,
    blinding_input,
)

__all__ = ["Proved", "proof_context"]

_RULE = "SPEC-15"


class Proved(Suite):
    """Commitments are points, an opening is the blinding, a justification is a proof."""

    secrecy = Secrecy.PROVED
    discloses = False

    def commit(
        self, key: bytes, context: SealContext, groups: Mapping[int, int]
    ) -> tuple[bytes, ...]:
        """See `Suite.commit` (SPEC-15.1)."""
        return tuple(
            commitment(_opening(key, handle, context, group)).encoded
            for handle, group in sorted(groups.items())
        )

    def justify(
        self,
        assertion: Assertion,
        key: bytes,
        groups: Mapping[int, int],
        entropy: bytes,
        before: Mapping[int, int] | None = None,
    ) -> bytes:
        """See `Suite.justify` (SPEC-15.3)."""
        had = before or {}
        claim = assertion.claim
        openings = {
            handle: _known(key, handle, face, groups[handle])
            for handle, face in assertion.faces.items()
        }
        earlier = {
            handle: _known(key, handle, face, had[handle])
            for handle, face in assertion.before.items()
        }
        if isinstance(claim, Holds):
            sealed = isinstance(assertion.faces[claim.token], Sealed)
            return openings[claim.token].blinding.encode() if sealed else b""
        counted = claim.tokens if isinstance(claim, Counted) else ()
        blindings = tuple(
            Scalar.hashed(Tag.NONCE, encode((key, entropy, assertion.context.to_data(), handle)))
            for handle in counted
        )
        amounts = amount_points(claim, openings, blindings) if isinstance(claim, Counted) else ()
        context = proof_context(assertion, amounts)
        points, old = _points(assertion, assertion.faces), _points(assertion, assertion.before)
        proof = sigma.prove(
            statement(claim, points, amounts, assertion.limit, context, before=old),
            witnesses(claim, openings, blindings, context, earlier),
            context,
            key,
            entropy,
        )
        return b"".join(amount.encoded for amount in amounts) + proof

    def status(self, claim: Claim) -> ClaimStatus:  # noqa: ARG002 (it is so of every claim)
        """See `Suite.status`: proved at once."""
        return ClaimStatus.PROVED

    def verify(self, assertion: Assertion, justification: bytes) -> None:
        """See `Suite.verify` (SPEC-15.3)."""
        claim = assertion.claim
        points, old = _points(assertion, assertion.faces), _points(assertion, assertion.before)
        if isinstance(claim, Holds):
            face = assertion.faces[claim.token]
            if isinstance(face, Sealed):
                seat = assertion.context.seat
                self.check_opening(claim.token, face, claim.group, justification, seat)
            elif claim.group != face.group or justification:
                raise _false(assertion, f"the deck shows group {face.group}")
            return
        carried = SIZE * len(claim.tokens) if isinstance(claim, Counted) else 0
        try:
            amounts = tuple(
                Point.decode(justification[start : start + SIZE])
                for start in range(0, carried, SIZE)
            )
            context = proof_context(assertion, amounts)
            sigma.verify(
                statement(claim, points, amounts, assertion.limit, context, before=old),
                context,
                justification[carried:],
            )
        except (NotInGroup, NotProved) as error:
            raise _false(assertion, str(error)) from error

    def open(self, key: bytes, handle: int, sealed: Sealed, group: int) -> bytes:
        """See `Suite.open`: the blinding, a scalar of 32 bytes (SPEC-15.2)."""
        return _opening(sealed.key_or(key), handle, sealed.context, group).blinding.encode()

    def check_opening(
        self, handle: int, sealed: Sealed, group: int, proof: bytes, seat: int
    ) -> None:
        """See `Suite.check_opening` (SPEC-15.2)."""
        try:
            shown = (
                commitment(CommitmentOpening(group, Scalar.decode(proof)))
                if group in GROUPS
                else None
            )
        except NotInGroup:
            shown = None
        if shown is None or shown.encoded != sealed.commitment:
            raise Refused(
                Code.BAD_OPENING,
                f"{_RULE}.2",
                seat,
                f"token {handle} of {sealed.context.power} was not sealed with group {group}",
            )

    def recover(self, key: bytes, handle: int, sealed: Sealed, limit: int) -> int | None:
        """See `Suite.recover`."""
        for group in range(1, limit + 1):
            opening = _opening(sealed.key_or(key), handle, sealed.context, group)
            if commitment(opening).encoded == sealed.commitment:
                return group
        return None


def _opening(key: bytes, handle: int, context: SealContext, group: int) -> CommitmentOpening:
    """Found again from key and log alone, so nothing secret has to reach a disk (SPEC-15.1)."""
    content = blinding_input(key, context, handle, group)
    return CommitmentOpening(group, Scalar.hashed(Tag.BLINDING, content))


def _known(key: bytes, handle: int, face: Face, group: int) -> CommitmentOpening:
    match face:
        case Public(known):
            return CommitmentOpening(known, Scalar(0))
        case Sealed() as sealed:
            return _opening(sealed.key_or(key), handle, sealed.context, group)


def _points(assertion: Assertion, faces: Mapping[int, Face]) -> dict[int, Point]:
    """C of every token of the claim, as it is or was.

    Raises:
        Refused: a commitment is no point. Those of earlier Seals were decoded there, so the
            culprit is whoever answers this one.
    """
    points = {}
    for handle, face in faces.items():
        try:
            points[handle] = Point.decode(_shown(face))
        except NotInGroup as error:
            context = assertion.context
            raise Refused(
                Code.BAD_COMMITMENT,
                f"{_RULE}.1",
                context.seat,
                f"entry {context.sequence}, item {context.item}: token {handle}: {error}",
            ) from error
    return points


def _shown(face: Face) -> bytes:
    match face:
        case Public(group):
            return GROUPS[group].encoded
        case Sealed(encoded, _):
            return encoded


def proof_context(assertion: Assertion, amounts: Sequence[Point]) -> bytes:
    """Everything that a proof is bound to besides its statement (SPEC-15.3)."""
    return encode(
        (
            str(Proved.secrecy),
            assertion.context.to_data(),
            assertion.limit,
            claim_data(assertion.claim),
            tuple(
                (handle, _shown(face))
                for faces in (assertion.before, assertion.faces)
                for handle, face in sorted(faces.items())
            ),
            tuple(amount.encoded for amount in amounts),
        )
    )


def _false(assertion: Assertion, reason: str) -> Refused:
    context = assertion.context
    return Refused(
        Code.FALSE_CLAIM,
        f"{_RULE}.3",
        context.seat,
        f"entry {context.sequence}, item {context.item}: claim {assertion.claim.tag!r}: {reason}",
    )
