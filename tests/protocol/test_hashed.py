"""SPEC-9: commitments that are hashes, and claims that wait for the disclosure."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.claims import Bound, Claim, Counted, From, Holds, Present, Shuffled
from protocol.encoding import encode
from protocol.errors import Code, Refused
from protocol.hashing import Tag, digest
from protocol.questions import FIRST
from protocol.sealing.hashed import Hashed
from protocol.sealing.suite import Assertion, ClaimStatus, Face, Public, SealContext, Sealed
from tests.protocol.sample import some_hash
from tests.protocol.vectors import check_vectors

SUITE = Hashed()
KEY = b"k" * 32
CONTEXT = SealContext(
    game=some_hash("game"),
    power="Japan",
    seat=1,
    incarnation=FIRST,
    sequence=7,
    item=2,
    previous=some_hash("entry 6"),
    fresh=b"u" * 32,
)
A, B, C = 21, 22, 23
GROUPS = {A: 3, B: 10, C: 1}


def sealed(key: bytes = KEY, context: SealContext = CONTEXT) -> dict[int, Sealed]:
    commitments = SUITE.commit(key, context, GROUPS)
    return {
        handle: Sealed(commitment, context)
        for handle, commitment in zip(sorted(GROUPS), commitments, strict=True)
    }


def assertion(claim: Claim, faces: dict[int, Face] | None = None) -> Assertion:
    return Assertion(claim, CONTEXT, faces or dict(sealed()), limit=10)


OPEN_CLAIMS: list[Claim] = [
    Shuffled("SZ 1", (A, B), (A, B)),
    Present((3,), (A, B)),
    From(A, (A, B)),
    Counted((A,), (), ((3, 1),), (Bound("W US", (A,), 0, 10),)),
]


def test_spec_9_1_a_commitment_is_this_hash() -> None:
    blinding = digest(
        Tag.BLINDING,
        encode((KEY, b"u" * 32, FIRST, 7, 2, CONTEXT.previous, 21, 3)),
    )
    commitment = digest(Tag.COMMITMENT, encode((CONTEXT.game, "Japan", 21, 7, 2, 3, blinding)))
    assert sealed()[A].commitment == commitment
    assert SUITE.open(KEY, A, sealed()[A], 3) == blinding


def test_spec_9_1_the_owner_finds_every_group_again_with_its_key_alone() -> None:
    for handle, face in sealed().items():
        assert SUITE.recover(KEY, handle, face, 10) == GROUPS[handle]
        assert SUITE.recover(b"x" * 32, handle, face, 10) is None
    assert SUITE.recover(KEY, B, sealed()[B], 9) is None, "group 10 is beyond a limit of 9"


@given(st.integers(1, 12), st.integers(1, 12))
def test_spec_9_2_an_opening_shows_the_group_that_was_sealed_and_no_other(
    held: int, shown: int
) -> None:
    (commitment,) = SUITE.commit(KEY, CONTEXT, {A: held})
    face = Sealed(commitment, CONTEXT)
    proof = SUITE.open(KEY, A, face, shown)
    if held == shown:
        SUITE.check_opening(A, face, shown, proof, 0)
        return
    with pytest.raises(Refused) as refused:
        SUITE.check_opening(A, face, shown, proof, 2)
    assert (refused.value.code, refused.value.culprit) == (Code.BAD_OPENING, 2)


@pytest.mark.parametrize(
    "elsewhere",
    [
        replace(CONTEXT, game=some_hash("another game")),
        replace(CONTEXT, power="Germany"),
        replace(CONTEXT, sequence=8),
        replace(CONTEXT, item=1),
    ],
    ids=["game", "power", "entry", "item"],
)
def test_spec_9_1_a_commitment_is_good_in_one_place_only(elsewhere: SealContext) -> None:
    here = sealed()[A]
    proof = SUITE.open(KEY, A, here, 3)
    with pytest.raises(Refused):
        SUITE.check_opening(A, Sealed(here.commitment, elsewhere), 3, proof, 0)
    with pytest.raises(Refused):
        SUITE.check_opening(B, here, 3, proof, 0)


@pytest.mark.parametrize(
    "later",
    [
        replace(CONTEXT, fresh=b"v" * 32),
        replace(CONTEXT, incarnation=b"i" * 32),
        replace(CONTEXT, previous=some_hash("another entry 6")),
    ],
    ids=["fresh bytes", "incarnation", "previous hash"],
)
def test_spec_9_1_no_blinding_is_used_twice(later: SealContext) -> None:
    assert set(SUITE.commit(KEY, later, GROUPS)).isdisjoint(SUITE.commit(KEY, CONTEXT, GROUPS))


@pytest.mark.parametrize("proof", [b"", bytes(31), bytes(33), bytes(64)])
def test_spec_9_2_an_opening_has_32_bytes(proof: bytes) -> None:
    with pytest.raises(Refused) as refused:
        SUITE.check_opening(A, sealed()[A], 3, proof, 0)
    assert refused.value.code is Code.BAD_OPENING


@pytest.mark.parametrize("claim", OPEN_CLAIMS, ids=[claim.tag for claim in OPEN_CLAIMS])
def test_spec_9_3_a_claim_carries_nothing_and_stays_open(claim: Claim) -> None:
    asserted = assertion(claim)
    assert SUITE.justify(asserted, KEY, GROUPS, bytes(32)) == b""
    SUITE.verify(asserted, b"")
    assert SUITE.status(claim) is ClaimStatus.OPEN
    with pytest.raises(Refused) as refused:
        SUITE.verify(asserted, b"x")
    assert (refused.value.code, refused.value.culprit) == (Code.FALSE_CLAIM, 1)


def test_spec_9_3_holds_is_an_opening_and_proved_at_once() -> None:
    asserted = assertion(Holds(A, 3))
    SUITE.verify(asserted, SUITE.justify(asserted, KEY, GROUPS, bytes(32)))
    assert SUITE.status(asserted.claim) is ClaimStatus.PROVED
    false = assertion(Holds(A, 4))
    with pytest.raises(Refused) as refused:
        SUITE.verify(false, SUITE.open(KEY, A, sealed()[A], 4))
    assert (refused.value.code, refused.value.culprit) == (Code.BAD_OPENING, 1)


def test_spec_9_3_a_token_of_the_deck_is_public() -> None:
    faces: dict[int, Face] = {A: Public(3, "Japan")}
    asserted = assertion(Holds(A, 3), faces)
    assert SUITE.justify(asserted, KEY, GROUPS, bytes(32)) == b""
    SUITE.verify(asserted, b"")
    for lie, carried in ((4, b""), (3, b"x")):
        with pytest.raises(Refused) as refused:
            SUITE.verify(assertion(Holds(A, lie), faces), carried)
        assert refused.value.code is Code.FALSE_CLAIM


def test_vectors_of_commitments() -> None:
    faces = sealed()
    check_vectors(
        "commitments",
        {
            "key": KEY.hex(),
            "context": {
                "game": CONTEXT.game.hex(),
                "power": CONTEXT.power,
                "seat": CONTEXT.seat,
                "incarnation": CONTEXT.incarnation.hex(),
                "sequence": CONTEXT.sequence,
                "item": CONTEXT.item,
                "previous": CONTEXT.previous.hex(),
                "fresh": CONTEXT.fresh.hex(),
            },
            "tokens": [
                {
                    "handle": handle,
                    "group": GROUPS[handle],
                    "blinding": SUITE.open(KEY, handle, face, GROUPS[handle]).hex(),
                    "commitment": face.commitment.hex(),
                }
                for handle, face in faces.items()
            ],
        },
    )
