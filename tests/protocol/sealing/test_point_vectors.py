"""Vectors of SPEC-15.0: which points and scalars may be received, and one spelling of each.

Most libraries overlook the highest bit of a point's encoding, so claims come with it set, too.
"""

import sys
from dataclasses import replace

import pytest

from protocol.claims import Counted
from protocol.errors import Code
from protocol.sealing import sigma
from protocol.sealing.claim_statements import CommitmentOpening, amount_points, statement, witnesses
from protocol.sealing.group import GROUPS, ORDER, SIZE, G, H, NotInGroup, Point, Scalar
from protocol.sealing.proved import Proved, proof_context
from protocol.sealing.suite import Assertion, Sealed
from tests.protocol.sealing.test_group import INVALID
from tests.protocol.sealing.test_proved import (
    ALL,
    COUNTED,
    ENTROPY,
    KEY,
    LIMIT,
    justified,
    placed,
    refused,
)
from tests.protocol.vectors import Json, check_vectors

if sys.platform == "emscripten":
    pytest.skip("they are forged with a library that overlooks the bit", allow_module_level=True)

PRIME = 2**255 - 19
NEW_TOKEN = 21
HIGHEST = 0x80


def other_spelling(encoded: bytes) -> bytes:
    """The bytes that stand for the same point where the highest bit is overlooked."""
    return encoded[:-1] + bytes([encoded[-1] | HIGHEST])


def points() -> dict[str, bytes]:
    number = int.from_bytes(G.encoded, "little")
    return {
        "the generator H": H.encoded,
        "the generator G": G.encoded,
        "the generator of group 1": GROUPS[1].encoded,
        "twice H": (H + H).encoded,
        **{name: bytes.fromhex(written) for name, written in INVALID.items()},
        "the identity": bytes(SIZE),
        "G, with the highest bit": other_spelling(G.encoded),
        "group 1, with the highest bit": other_spelling(GROUPS[1].encoded),
        "G, negative": (PRIME - number).to_bytes(SIZE, "little"),
        "H, a byte short": H.encoded[:-1],
        "H, a byte more": H.encoded + b"\0",
        "nothing": b"",
    }


def scalars() -> dict[str, bytes]:
    numbers = {
        "1": 1,
        "q - 1": ORDER - 1,
        "0": 0,
        "q": ORDER,
        "q + 7": ORDER + 7,
        "7, with the highest bit": 7 | 1 << 255,
        "all bits": 2**256 - 1,
    }
    return {
        **{name: number.to_bytes(SIZE, "little") for name, number in numbers.items()},
        "1, a byte short": b"\1".ljust(SIZE - 1, b"\0"),
        "1, a byte more": b"\1".ljust(SIZE + 1, b"\0"),
    }


def received(kind: type[Point | Scalar], data: bytes) -> bool:
    try:
        kind.decode(data)
    except NotInGroup:
        return False
    return True


def openings(made: Assertion) -> dict[int, CommitmentOpening]:
    """What the owner knows of its sealed tokens."""
    return {
        handle: CommitmentOpening(
            ALL[handle], Scalar.decode(Proved().open(KEY, handle, face, ALL[handle]))
        )
        for handle, face in made.faces.items()
        if isinstance(face, Sealed)
    }


def proved_anyway(made: Assertion, amounts: list[Point], blindings: tuple[Scalar, ...]) -> bytes:
    """A proof bound to the spellings given, good for whoever overlooks the highest bit."""
    context = proof_context(made, amounts)
    faces = {
        handle: Point(face.commitment)
        for handle, face in made.faces.items()
        if isinstance(face, Sealed)
    }
    shown = statement(made.claim, faces, amounts, LIMIT, context)
    because = witnesses(made.claim, openings(made), blindings, context)
    proof = sigma.prove(shown, because, context, KEY, ENTROPY)
    sigma.verify(shown, context, proof)
    return b"".join(amount.encoded for amount in amounts) + proof


def respelled_shuffle() -> Assertion:
    """The shuffle of `proved.json`, whose first new commitment has the highest bit set."""
    made = placed("shuffled")
    face = made.faces[NEW_TOKEN]
    assert isinstance(face, Sealed)
    other = replace(face, commitment=other_spelling(face.commitment))
    return replace(made, faces={**made.faces, NEW_TOKEN: other})


def respelled_counted() -> bytes:
    """A justification of the `Counted` of `proved.json`, whose first K is so."""
    made = placed("counted")
    assert isinstance(made.claim, Counted)
    blindings = tuple(Scalar(number) for number in range(1, 6))
    first, *others = amount_points(COUNTED, openings(made), blindings)
    return proved_anyway(made, [Point(other_spelling(first.encoded)), *others], blindings)


def respelled() -> list[tuple[str, str, Assertion, bytes, Code]]:
    """Name, kind of claim, the claim in its place, justification and code."""
    counted, shuffle = justified("counted"), respelled_shuffle()
    return [
        (
            "first K, proof bound to the one spelling",
            "counted",
            placed("counted"),
            other_spelling(counted[:SIZE]) + counted[SIZE:],
            Code.FALSE_CLAIM,
        ),
        (
            "first K, proof bound to the other spelling",
            "counted",
            placed("counted"),
            respelled_counted(),
            Code.FALSE_CLAIM,
        ),
        (
            "first commitment, proof bound to the one spelling",
            "shuffled",
            shuffle,
            justified("shuffled"),
            Code.BAD_COMMITMENT,
        ),
        (
            "first commitment, proof bound to the other spelling",
            "shuffled",
            shuffle,
            proved_anyway(shuffle, [], ()),
            Code.BAD_COMMITMENT,
        ),
    ]


@pytest.mark.parametrize("name", [name for name, *_ in respelled()])
def test_spec_15_0_a_claim_with_another_spelling_is_refused(name: str) -> None:
    (case,) = (case for case in respelled() if case[0] == name)
    _, _, made, justification, code = case
    assert refused(made, justification).code is code


def test_vectors_of_points() -> None:
    cases: list[Json] = [
        {
            "name": name,
            "claim": claim,
            "tokens": {
                str(handle): face.commitment.hex()
                for handle, face in sorted(made.faces.items())
                if isinstance(face, Sealed)
            },
            "justification": justification.hex(),
            "code": code.value,
        }
        for name, claim, made, justification, code in respelled()
    ]
    assert sum(received(Point, data) for data in points().values()) == 4
    assert sum(received(Scalar, data) for data in scalars().values()) == 2
    check_vectors(
        "points",
        {
            "points": [
                {"name": name, "bytes": data.hex(), "received": received(Point, data)}
                for name, data in points().items()
            ],
            "scalars": [
                {"name": name, "bytes": data.hex(), "received": received(Scalar, data)}
                for name, data in scalars().items()
            ],
            "respelled": cases,
        },
    )
