"""One proof for every claim: knowledge of multiples of H, with alternatives (SPEC-15.5).

A *statement* is a list of ORs, an OR a list of branches, a branch a list of points. It is true if
in every OR there is a branch all of whose points are known, and P is *known* to a prover who has
w with P = w·H. (In a group of prime order every point is some multiple of H, so only knowledge
says anything.)

With c the challenge and c_b the part of branch b, which sum to c in each OR, a proof shows for
every point P of branch b a response z such that the announcement A = z·H - c_b·P is the one that
was hashed into c:

    the true branch     A = k·H with k random, then z = k + c_b·w
    any other branch    c_b and z random first, then A = z·H - c_b·P

* Complete: z·H - c_b·P = (k + c_b·w)·H - c_b·w·H = k·H.
* Special sound: two accepted proofs with the same announcements and challenges c ≠ c' differ in
  some part of every OR, say c_b ≠ c_b'; there w = (z - z') / (c_b - c_b') for every point of b.
* Honest-verifier zero-knowledge, perfectly: parts and responses are uniform whichever branch is
  true. In the random oracle model the hash makes it non-interactive (Fiat and Shamir); since the
  whole statement and its context are hashed, a proof speaks for nothing else.

Source: Cramer, Damgård and Schoenmakers, "Proofs of partial knowledge", CRYPTO 1994.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

from protocol.hashing import Tag
from protocol.sealing.group import SIZE, H, NotInGroup, Point, Scalar

__all__ = [
    "Branch",
    "Degenerate",
    "NotProved",
    "Or",
    "Statement",
    "Witness",
    "prove",
    "size",
    "verify",
]

Branch = tuple[Point, ...]
"""Points that are all known if this is the true branch."""

Or = tuple[Branch, ...]
"""Branches of which one is true."""

Statement = tuple[Or, ...]
"""ORs that all hold."""


@dataclass(frozen=True, slots=True)
class Witness:
    """Why an OR holds: the index of its true branch, and w for each of that branch's points."""

    branch: int
    logarithms: tuple[Scalar, ...]


class NotProved(ValueError):  # says what a proof is not
    """The proof does not show the statement."""


class Degenerate(ValueError):  # a chance of 2⁻²⁵², named so that it cannot pass unseen
    """The statement contains the identity; the prover draws new blindings."""


def prove(
    statement: Statement,
    witnesses: tuple[Witness, ...],
    context: bytes,
    secret: bytes,
    fresh: bytes,
) -> bytes:
    """Show a statement.

    Args:
        statement: what is shown.
        witnesses: one for each OR.
        context: everything that the proof is bound to besides the statement.
        secret: a key of the prover, 32 bytes.
        fresh: 32 random bytes. Nonces hash both, so that a broken generator alone, or a replayed
            context alone, betrays nothing.

    Returns:
        challenge, then all parts but the last of each OR, then the responses, each in the order
        of the statement, 32 bytes a scalar.

    Raises:
        Degenerate: a point is the identity.
        ValueError: a witness does not fit (our own mistake).
    """
    _refuse_identity(statement)
    draws = _Nonces(statement, witnesses, context, secret, fresh)
    parts: list[list[Scalar]] = []
    responses: list[list[list[Scalar]]] = []
    announcements: list[Point] = []
    for i, (alternatives, witness) in enumerate(zip(statement, witnesses, strict=True)):
        drawn = [draws.scalar(b"part", i, b, 0) for b in range(len(alternatives))]
        nonces = [
            [draws.scalar(b"nonce", i, b, p) for p in range(len(branch))]
            for b, branch in enumerate(alternatives)
        ]
        for b, branch in enumerate(alternatives):
            for point, nonce in zip(branch, nonces[b], strict=True):
                shown = nonce * H
                announcements.append(shown if b == witness.branch else shown - drawn[b] * point)
        parts.append(drawn)
        responses.append(nonces)
    challenge = _challenge(statement, context, announcements)
    for i, witness in enumerate(witnesses):
        b = witness.branch
        rest = Scalar(0)
        for other, part in enumerate(parts[i]):
            if other != b:
                rest = rest + part
        parts[i][b] = challenge - rest
        responses[i][b] = [
            nonce + parts[i][b].times(w)
            for nonce, w in zip(responses[i][b], witness.logarithms, strict=True)
        ]
    return b"".join(
        scalar.encode()
        for scalar in chain(
            (challenge,),
            chain.from_iterable(of[:-1] for of in parts),
            chain.from_iterable(chain.from_iterable(responses)),
        )
    )


def verify(statement: Statement, context: bytes, proof: bytes) -> None:
    """Check a proof against a statement that the verifier has built itself.

    Raises:
        NotProved: wrong length, a scalar out of range, an identity, or a challenge that is not
            the hash of what it must be.
    """
    try:
        _refuse_identity(statement)
        scalars = _scalars(statement, proof)
    except (Degenerate, NotInGroup) as error:
        raise NotProved(str(error)) from error
    challenge = next(scalars)
    parts: list[list[Scalar]] = []
    for alternatives in statement:
        last, of = challenge, []
        for _ in alternatives[:-1]:
            of.append(next(scalars))
            last = last - of[-1]
        parts.append([*of, last])
    announcements = [
        next(scalars) * H - part * point
        for alternatives, of in zip(statement, parts, strict=True)
        for branch, part in zip(alternatives, of, strict=True)
        for point in branch
    ]
    if any(announcement.is_identity for announcement in announcements):
        raise NotProved("an announcement is the identity")
    if _challenge(statement, context, announcements) != challenge:
        raise NotProved("the challenge is not the hash of statement, context and announcements")


def size(statement: Statement) -> int:
    """Length of a proof of this statement, in bytes: a function of its shape alone."""
    parts = sum(len(alternatives) - 1 for alternatives in statement)
    responses = sum(len(branch) for alternatives in statement for branch in alternatives)
    return SIZE * (1 + parts + responses)


def _refuse_identity(statement: Statement) -> None:
    if any(point.is_identity for either in statement for branch in either for point in branch):
        raise Degenerate("a point of the statement is the identity")


def _scalars(statement: Statement, proof: bytes) -> Iterator[Scalar]:
    if len(proof) != size(statement):
        raise NotProved(f"a proof of {len(proof)} bytes, not {size(statement)}")
    received = [Scalar.decode(proof[start : start + SIZE]) for start in range(0, len(proof), SIZE)]
    return iter(received)


def _challenge(statement: Statement, context: bytes, announcements: list[Point]) -> Scalar:
    shape = b"".join(
        len(branch).to_bytes(2) for alternatives in statement for branch in (*alternatives, ())
    )
    points = b"".join(
        point.encoded for alternatives in statement for branch in alternatives for point in branch
    )
    shown = b"".join(announcement.encoded for announcement in announcements)
    fields = (context, shape, points, shown)
    return Scalar.hashed(
        Tag.CHALLENGE, b"".join(len(field).to_bytes(4) + field for field in fields)
    )


class _Nonces:
    """Nonces, simulated parts and simulated responses, each under its own index."""

    def __init__(
        self,
        statement: Statement,
        witnesses: tuple[Witness, ...],
        context: bytes,
        secret: bytes,
        fresh: bytes,
    ) -> None:
        known = b"".join(
            witness.branch.to_bytes(2) + b"".join(w.encode() for w in witness.logarithms)
            for witness in witnesses
        )
        points = b"".join(
            point.encoded for either in statement for branch in either for point in branch
        )
        fields = (secret, fresh, known, points, context)
        self._seed = b"".join(len(field).to_bytes(4) + field for field in fields)

    def scalar(self, purpose: bytes, either: int, branch: int, part: int) -> Scalar:
        index = either.to_bytes(4) + branch.to_bytes(4) + part.to_bytes(4)
        return Scalar.hashed(Tag.NONCE, self._seed + index + purpose)
