"""Vectors of SPEC-15: one claim of each kind, with every value between."""

from engine.records import encode as plain
from protocol.claims import Claim, Counted, Holds
from protocol.hashing import Tag
from protocol.sealing.claim_statements import statement
from protocol.sealing.group import GROUPS, SIZE, G, H, Point, Scalar
from protocol.sealing.proved import Proved, proof_context
from protocol.sealing.suite import Assertion, Public, Sealed
from tests.protocol.sealing.test_proved import (
    ALL,
    CLAIMS,
    ENTROPY,
    KEY,
    LIMIT,
    assertion,
    justified,
    placed,
)
from tests.protocol.vectors import Json, check_vectors


def test_vectors() -> None:
    check_vectors("proved", {"generators": generators(), "claims": claims(), "refused": refused()})


def generators() -> Json:
    return {
        "amount": G.encoded.hex(),
        "blinding": H.encoded.hex(),
        **{f"group-{g}": point.encoded.hex() for g, point in GROUPS.items()},
    }


def points_of(made: Assertion) -> dict[int, Point]:
    return {
        handle: GROUPS[face.group] if isinstance(face, Public) else Point.decode(face.commitment)
        for handle, face in made.faces.items()
    }


def described(claim: Claim, made: Assertion, justification: bytes) -> dict[str, Json]:
    amounts = claim.tokens if isinstance(claim, Counted) else ()
    carried = [Point.decode(justification[i * SIZE : (i + 1) * SIZE]) for i in range(len(amounts))]
    shown: Json = None
    if not isinstance(claim, Holds):
        shown = [
            [[point.encoded.hex() for point in branch] for branch in either]
            for either in statement(
                claim, points_of(made), carried, LIMIT, proof_context(made, carried)
            )
        ]
    sealed = {f.context.sequence for f in made.faces.values() if isinstance(f, Sealed)}
    entries: list[Json] = [*sorted(sealed)]
    return {
        "claim": str(plain(claim)).replace("'", '"'),
        "context": [v.hex() if isinstance(v, bytes) else str(v) for v in made.context.to_data()],
        "sealed in entries": entries,
        "limit": LIMIT,
        "tokens": {
            str(handle): {"commitment": point.encoded.hex(), "group": ALL[handle]}
            for handle, point in sorted(points_of(made).items())
        },
        "context of the proof": None if shown is None else proof_context(made, carried).hex(),
        "tie": tie(proof_context(made, carried)) if isinstance(claim, Counted) else None,
        "statement": shown,
        "announcements": None
        if shown is None
        else announcements(made, carried, justification[SIZE * len(carried) :]),
        "justification": justification.hex(),
    }


def announcements(made: Assertion, carried: list[Point], proof: bytes) -> Json:
    """A = z·H - e·P of every point, as whoever checks the proof finds them."""
    context = proof_context(made, carried)
    ors = statement(made.claim, points_of(made), carried, LIMIT, context)
    scalars = iter(
        Scalar.decode(proof[start : start + SIZE]) for start in range(0, len(proof), SIZE)
    )
    challenge = next(scalars)
    parts: list[Scalar] = []
    for either in ors:
        last = challenge
        for _ in either[:-1]:
            parts.append(next(scalars))
            last = last - parts[-1]
        parts.append(last)
    branches = [branch for either in ors for branch in either]
    return [
        (next(scalars) * H - part * point).encoded.hex()
        for branch, part in zip(branches, parts, strict=True)
        for point in branch
    ]


def tie(context: bytes) -> str:
    return Scalar.hashed(Tag.TIE, context).encode().hex()


def claims() -> Json:
    return {name: described(claim, placed(name), justified(name)) for name, claim in CLAIMS.items()}


def refused() -> Json:
    """Justifications of the claims above that SPEC-15 refuses, by claim and name."""
    family: dict[str, Json] = {}
    for name in CLAIMS:
        proof = justified(name)
        family[name] = {
            "truncated": proof[:-1].hex(),
            "padded": (proof + b"\0").hex(),
            "empty": "",
            "last scalar zero": (proof[:-SIZE] + bytes(SIZE)).hex(),
            "last bit": (proof[:-1] + bytes([proof[-1] ^ 1])).hex(),
        }
    return family


def test_vectors_are_of_this_suite() -> None:
    """Each justification is accepted where it belongs."""
    for name in CLAIMS:
        Proved().verify(placed(name), justified(name))
    assert justified("present") == Proved().justify(
        assertion(CLAIMS["present"]),
        KEY,
        {h: ALL[h] for h in assertion(CLAIMS["present"]).faces},
        ENTROPY,
    )
