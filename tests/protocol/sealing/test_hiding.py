"""Commitments hide unconditionally: for one public log every allowed assignment has a witness.

Here we choose generators whose logarithms we know, as nobody can for the real ones. Then for one
fixed set of public points we can find, for every assignment of groups that the public rules
allow, the blindings that open them to it; and each of these gives a proof of the same claim about
the same points. So whoever sees the points, with any computing power, can rule out none of them.
"""

from collections.abc import Mapping
from itertools import permutations

import pytest

from protocol.claims import Bound, Claim, Counted, From, Present, Shuffled, contradiction
from protocol.hashing import Tag
from protocol.sealing import claim_statements, sigma
from protocol.sealing.claim_statements import CommitmentOpening, amount_points, statement, witnesses
from protocol.sealing.group import ORDER, Point, Scalar, generator

LIMIT = 4
ZONE = "Wake"
BASE = generator("amount")

LOG_H = Scalar(11)
LOG_GROUPS = {group: Scalar(1000 + 7 * group) for group in range(1, LIMIT + 1)}

OLD = (1, 2, 3)
NEW = (4, 5, 6)
LOGS = {n: Scalar.hashed(Tag.NONCE, bytes([n])) for n in range(1, 7)}
"""The logarithms of the public points: drawn before anything is assigned."""

CLAIMS: dict[str, Claim] = {
    "shuffled": Shuffled(ZONE, OLD, NEW),
    "present": Present((1, 3), OLD),
    "from": From(NEW[0], OLD[:2]),
    "counted": Counted(OLD[:2], OLD[2:], ((1, 3), (2, 2)), (Bound(ZONE, OLD, 0, 5),)),
}


@pytest.fixture(autouse=True)
def known_logarithms(monkeypatch: pytest.MonkeyPatch) -> None:
    blinding = LOG_H * BASE
    monkeypatch.setattr(claim_statements, "H", blinding)
    monkeypatch.setattr(sigma, "H", blinding)
    monkeypatch.setattr(claim_statements, "GROUPS", {g: e * BASE for g, e in LOG_GROUPS.items()})


def opened(token: int, group: int) -> CommitmentOpening:
    """The one opening of a public point to a group: r = (c - e_g) / h."""
    inverse = Scalar(pow(LOG_H.value, -1, ORDER))
    return CommitmentOpening(group, (LOGS[token] - LOG_GROUPS[group]).times(inverse))


def assignments(tokens: tuple[int, ...]) -> list[Mapping[int, int]]:
    """Groups of these tokens; those of one zone, old or new, are distinct."""
    groups = range(1, LIMIT + 1)
    new = [token for token in tokens if token in NEW]
    return [
        dict(zip((*OLD, *new), (*before, *after), strict=True))
        for before in permutations(groups, len(OLD))
        for after in permutations(groups, len(new))
    ]


@pytest.mark.parametrize("name", CLAIMS)
def test_every_allowed_assignment_has_a_witness_for_the_same_public_points(name: str) -> None:
    claim = CLAIMS[name]
    tokens = {"shuffled": (*OLD, *NEW), "from": (*OLD, NEW[0])}.get(name, OLD)
    points = {token: LOGS[token] * BASE for token in tokens}
    allowed = 0
    for groups in assignments(tokens):
        openings = {token: opened(token, group) for token, group in groups.items()}
        assert {t: claim_statements.commitment(o) for t, o in openings.items()} == points
        if contradiction(claim, groups) is not None:
            continue
        allowed += 1
        prove(claim, points, openings)
    assert allowed > 1


def prove(
    claim: Claim, points: Mapping[int, Point], openings: Mapping[int, CommitmentOpening]
) -> None:
    blindings: tuple[Scalar, ...] = ()
    amounts: tuple[Point, ...] = ()
    if isinstance(claim, Counted):
        blindings = tuple(Scalar(100 + n) for n in range(len(OLD)))
        amounts = amount_points(claim, openings, blindings)
    shown = statement(claim, points, amounts, LIMIT, b"")
    known = witnesses(claim, openings, blindings, b"")
    proof = sigma.prove(shown, known, b"", b"s" * 32, b"f" * 32)
    sigma.verify(shown, b"", proof)
