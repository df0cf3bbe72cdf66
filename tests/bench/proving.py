"""What proofs cost: bytes, and milliseconds to make and to check (suite `proved`)."""

__all__ = ["proofs"]

import random
from collections.abc import Mapping

from protocol.claims import Bound, Claim, Counted, Shuffled
from protocol.questions import FIRST
from protocol.sealing.proved import Proved
from protocol.sealing.suite import Assertion, Face, SealContext, Sealed
from tests.bench.measure import Measure, clocked

_KEY, _ENTROPY = b"k" * 32, b"e" * 32
_AIMS = {4: (1_200.0, 4.0), 10: (6_600.0, 20.0)}
_ROUNDS = 5

_Case = tuple[Claim, Mapping[int, int], Mapping[int, Face]]
"""A claim, what its tokens hold, and what is public about them."""


def proofs() -> list[Measure]:
    """Shuffles of 2 to 12 tokens, and the largest mobilization."""
    measures = []
    for tokens in (2, 4, 6, 10, 12):
        bytes_most, time_most = _AIMS.get(tokens, (None, None))
        measures += _cost(
            f"shuffle of {tokens}", _shuffle(tokens), bytes_most=bytes_most, time_most=time_most
        )
    most = _mobilization()
    return measures + _cost("mobilization, 10 tokens", most, bytes_most=20_000.0, time_most=60.0)


def _context(sequence: int) -> SealContext:
    return SealContext(
        game=bytes(32),
        power="Japan",
        seat=0,
        incarnation=FIRST,
        sequence=sequence,
        item=0,
        previous=bytes(32),
        fresh=bytes(32),
    )


def _sealed(groups: Mapping[int, int], context: SealContext) -> dict[int, Face]:
    commitments = Proved().commit(_KEY, context, groups)
    return {h: Sealed(c, context) for h, c in zip(sorted(groups), commitments, strict=True)}


def _shuffle(tokens: int) -> _Case:
    groups = list(range(1, tokens + 1))
    old = dict(enumerate(groups, 1))
    random.Random(tokens).shuffle(groups)
    new = {100 + n: group for n, group in enumerate(groups, 1)}
    claim = Shuffled("Wake", tuple(old), tuple(new))
    return claim, {**old, **new}, {**_sealed(old, _context(1)), **_sealed(new, _context(2))}


def _mobilization() -> _Case:
    tokens = tuple(range(1, 11))
    groups = dict(zip(tokens, range(1, 11), strict=True))
    bounds = tuple(
        Bound(f"complex {n}", part, 0, 10)
        for n, part in enumerate((tokens[:4], tokens[4:7], tokens[7:]))
    )
    claim = Counted(tokens[:4], tokens[4:], ((1, 3), (5, 2), (8, 4)), bounds)
    return claim, groups, _sealed(groups, _context(1))


def _cost(
    what: str, case: _Case, *, bytes_most: float | None, time_most: float | None
) -> list[Measure]:
    claim, groups, faces = case
    suite = Proved()
    assertion = Assertion(claim, _context(2), faces, max(10, *groups.values()))
    making = checking = float("inf")
    proof = suite.justify(assertion, _KEY, groups, _ENTROPY)
    for _ in range(_ROUNDS):
        seconds, _ = clocked(lambda: suite.justify(assertion, _KEY, groups, _ENTROPY))
        making = min(making, seconds)
        seconds, _ = clocked(lambda: suite.verify(assertion, proof))
        checking = min(checking, seconds)
    return [
        Measure(f"{what}: proof", len(proof), "bytes", most=bytes_most),
        Measure(f"{what}: made in", 1_000 * making, "ms", most=time_most),
        Measure(f"{what}: checked in", 1_000 * checking, "ms", most=time_most),
    ]
