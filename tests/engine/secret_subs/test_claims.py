"""The meaning of each claim (SS-9), and the code of a false one (SS-0.6)."""

import pytest

from engine.board import SpaceId
from engine.claims import Bound, Claim, Counted, From, Holds, Present, Shuffled, check
from engine.errors import Illegal
from engine.pieces import PieceId

A, B, C, D = (PieceId(n) for n in (1, 2, 3, 4))
SZ = SpaceId("SZ 1")
GROUPS = {A: 7, B: 8, C: 8, D: 7}

TRUE: list[Claim] = [
    Holds(A, 7),
    Shuffled(SZ, (A, B), (C, D)),
    Present((7,), (A, B)),
    Present((7, 8), (A, B)),
    From(C, (A, B)),
    Counted((A,), (B,), {7: 2, 8: 1}, (Bound(SZ, (A, B), 0, 3),)),
    Counted((A,), (), {}, (Bound(SZ, (A,), 1, 1),)),  # a decoy uses one (1.4a)
    Counted((), (A,), {}, (Bound(SZ, (A,), 0, 0),)),  # an old token that does not grow, none
]
FALSE: list[tuple[Claim, str]] = [
    (Holds(A, 8), "NOT_PRESENT"),
    (Shuffled(SZ, (A, B), (C, C)), "NOT_PRESENT"),
    (Present((7, 9), (A, B)), "NOT_PRESENT"),
    (From(C, (A,)), "NO_MOVEMENT"),
    (Counted((A,), (B,), {7: 2, 8: 1}, (Bound(SZ, (A, B), 0, 2),)), "CAPACITY"),
    (Counted((), (A,), {7: 1}, (Bound(SZ, (A,), 2, 2),)), "CAPACITY"),
    (Counted((A,), (), {7: 1, 8: 1}, ()), "NOT_PRESENT"),
]


@pytest.mark.parametrize("claim", TRUE)
def test_true(claim: Claim) -> None:
    check(claim, GROUPS)


@pytest.mark.parametrize(("claim", "code"), FALSE)
def test_false(claim: Claim, code: str) -> None:
    with pytest.raises(Illegal) as refusal:
        check(claim, GROUPS)
    assert refusal.value.code == code
