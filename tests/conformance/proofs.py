"""Chapter 15 of SPEC.md once more: the suite `proved`."""

import functools
import hashlib
from collections.abc import Mapping
from typing import TypeAlias

from . import curve
from .canonical import Refused, Value, decode, encode
from .claims import Claim, amount, bounds, listed, named, number, wanted
from .curve import ORDER as Q
from .curve import Point, minus, plus, times
from .hashed import blinding_input
from .hashing import tagged

__all__ = [
    "BLINDING",
    "GROUPS",
    "Branches",
    "Tokens",
    "announcements",
    "blinded",
    "commitment",
    "generator",
    "judge",
    "opens",
    "received",
    "scalar",
    "tie",
]

Tokens: TypeAlias = Mapping[int, bytes]
"""Handle and encoded point."""
Branches: TypeAlias = list[list[list[Point]]]


def generator(name: str) -> Point:
    """P(name) of SPEC-15.0."""
    return curve.derived(hashlib.sha512(tagged("generator", name.encode("ascii"))).digest())


AMOUNT = generator("amount")
BLINDING = curve.BASE
GROUPS = {group: generator(f"group-{group}") for group in range(1, 13)}


def _hashed(purpose: str, content: bytes) -> int:
    """S(tag, m) of SPEC-15.0."""
    return int.from_bytes(hashlib.sha512(tagged(purpose, content)).digest(), "little") % Q


def scalar(data: bytes) -> int:
    """A scalar as received (SPEC-15.0). `false_claim`."""
    value = int.from_bytes(data, "little")
    if len(data) != 32 or not 1 <= value < Q:
        raise Refused("false_claim")
    return value


def received(data: bytes) -> Point:
    """A point as received (SPEC-15.0). `false_claim`."""
    point = curve.decoded(data)
    if point is None or curve.is_identity(point):
        raise Refused("false_claim")
    return point


def commitment(group: int, r: int) -> bytes:
    """C = G_g + r·H (SPEC-15.1)."""
    return curve.encoded(plus(GROUPS[group], times(r, BLINDING)))


def blinded(key: bytes, context: list[Value], handle: int, group: int) -> bytes:
    """The commitment that an owner makes (SPEC-15.1)."""
    return commitment(group, _hashed("blinding", blinding_input(key, context, handle, group)))


def opens(made: bytes, group: int, opening: bytes) -> bool:
    """Whether an opening shows that a commitment is of a group (SPEC-15.2)."""
    try:
        r = scalar(opening)
    except Refused:
        return False
    return group in GROUPS and commitment(group, r) == made


def tie(context: bytes) -> int:
    """The tie of a proof of `Counted` (SPEC-15.8)."""
    return _hashed("tie", context)


def _statement(
    claim: Claim, tokens: Mapping[int, Point], limit: int, ks: list[Point], context: bytes
) -> Branches:
    """The statement of a claim but `Reshuffled` (SPEC-15.6 to 15.8)."""
    match claim:
        case ["shuffled", _, old, new]:
            before, after = ([tokens[number(t)] for t in listed(part)] for part in (old, new))
            return _shuffled(before, after)
        case ["present", groups, held]:
            return [
                [[minus(tokens[number(t)], GROUPS[number(group)])] for t in listed(held)]
                for group in listed(groups)
            ]
        case ["from", token, pieces]:
            return [[[minus(tokens[number(token)], tokens[number(t)])] for t in listed(pieces)]]
        case _:
            return _counted(claim, tokens, limit, ks, tie(context))


def _shuffled(before: list[Point], after: list[Point]) -> Branches:
    each = [[[minus(made, taken)] for taken in before] for made in after]
    return [*each, [[minus(_sum(after), _sum(before))]]]


def _sum(points: list[Point]) -> Point:
    return functools.reduce(plus, points, curve.IDENTITY)


def _counted(
    claim: Claim, tokens: Mapping[int, Point], limit: int, ks: list[Point], tied: int
) -> Branches:
    faces = dict(zip(named(claim), ks, strict=True))
    shown: Branches = []
    for token, face in faces.items():
        ways = []
        for group in range(1, limit + 1):
            x = minus(tokens[token], GROUPS[group])
            y = minus(face, times(amount(claim, token, group), AMOUNT))
            ways.append([plus(x, times(tied, y))])
        shown.append(ways)
    shown += [[[minus(tokens[token], GROUPS[group])] for token in faces] for group in wanted(claim)]
    for held, allowed in bounds(claim):
        total = _sum([faces[token] for token in held])
        shown.append([[minus(total, times(v, AMOUNT))] for v in allowed])
    return shown


def judge(
    claim: Claim,
    context: list[Value],
    limit: int,
    tokens: Tokens,
    justification: bytes,
    *,
    before: Tokens | None = None,
) -> Branches | None:
    """Judge the justification of a claim (SPEC-15.3); its statement. `false_claim`.

    Raises also `bad_opening`, of `Holds` (SPEC-15.2), which has no statement.
    """
    match claim:
        case ["holds", int(token), int(group)]:
            if not opens(tokens[token], group, justification):
                raise Refused("bad_opening")
            return None
        case _:
            faces: list[Value] = [[handle, made] for handle, made in (before or {}).items()]
            faces += [[handle, tokens[handle]] for handle in named(claim)]
            return _judged(encode(["proved", context, limit, claim, faces]), justification)


@functools.cache
def _judged(bound: bytes, justification: bytes) -> Branches:
    """As `judge`, with the context of the proof (SPEC-15.3) but for its last member."""
    word, context, limit, claim, faces = listed(decode(bound))
    points = [(number(t), received(_binary(face))) for t, face in map(listed, listed(faces))]
    tokens = dict(points)
    size = 32 * len(tokens) if listed(claim)[0] == "counted" else 0
    if len(justification) < size:
        raise Refused("false_claim")
    carried = [justification[at : at + 32] for at in range(0, size, 32)]
    ks = [received(k) for k in carried]
    whole = encode([word, context, limit, claim, faces, list[Value](carried)])
    if listed(claim)[0] == "reshuffled":
        half = len(points) // 2
        shown = _shuffled([p for _, p in points[:half]], [p for _, p in points[half:]])
    else:
        shown = _statement(listed(claim), tokens, number(limit), ks, whole)
    _check(shown, whole, justification[size:])
    return shown


def _binary(value: Value) -> bytes:
    if not isinstance(value, bytes):
        raise TypeError(value)
    return value


def _check(shown: Branches, context: bytes, proof: bytes) -> None:
    """SPEC-15.5: a proof shows a statement."""
    challenge, announced = announcements(shown, proof)
    points = b"".join(curve.encoded(p) for ways in shown for branch in ways for p in branch)
    shape = b"".join(
        b"".join(len(branch).to_bytes(2, "big") for branch in ways) + bytes(2) for ways in shown
    )
    fields = (context, shape, points, b"".join(map(curve.encoded, announced)))
    content = b"".join(len(field).to_bytes(4, "big") + field for field in fields)
    if _hashed("challenge", content) != challenge:
        raise Refused("false_claim")


def announcements(shown: Branches, proof: bytes) -> tuple[int, list[Point]]:
    """The challenge of a proof, and its announcements."""
    points = [point for ways in shown for branch in ways for point in branch]
    length = 32 * (1 + sum(len(ways) - 1 for ways in shown) + len(points))
    if len(proof) != length or any(map(curve.is_identity, points)):
        raise Refused("false_claim")
    scalars = iter([scalar(proof[at : at + 32]) for at in range(0, length, 32)])
    challenge = next(scalars)
    parts = []
    for ways in shown:
        given = [next(scalars) for _ in ways[:-1]]
        parts.append([*given, (challenge - sum(given)) % Q])
    announced = []
    for ways, own in zip(shown, parts, strict=True):
        for branch, part in zip(ways, own, strict=True):
            for point in branch:
                back = times(part, point)
                announced.append(minus(times(next(scalars), BLINDING), back))
    if any(map(curve.is_identity, announced)):
        raise Refused("false_claim")
    return challenge, announced
