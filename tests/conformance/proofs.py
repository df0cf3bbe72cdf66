"""Chapter 15 of SPEC.md once more: the suite `proved`, on rbcl's group operations alone."""

import hashlib
from collections.abc import Mapping

import rbcl

from .canonical import Refused, Value, encode
from .verifier import tagged

__all__ = [
    "BLINDING",
    "Branches",
    "Tokens",
    "announcements",
    "generator",
    "judge",
    "opens",
    "statement",
    "statement_context",
    "tie",
]

Q = 2**252 + 27742317777372353535851937790883648493
Tokens = Mapping[int, bytes]
Branches = list[list[list[bytes]]]
IDENTITY = bytes(32)


def generator(name: str) -> bytes:
    """P(name) of SPEC-15.0."""
    hashed = hashlib.sha512(tagged("generator", name.encode("ascii"))).digest()
    return bytes(rbcl.crypto_core_ristretto255_from_hash(hashed))


AMOUNT = generator("amount")
BLINDING = bytes(rbcl.crypto_scalarmult_ristretto255_base((1).to_bytes(32, "little")))
GROUPS = {group: generator(f"group-{group}") for group in range(1, 13)}


def _plus(a: bytes, b: bytes) -> bytes:
    return bytes(rbcl.crypto_core_ristretto255_add(a, b))


def _minus(a: bytes, b: bytes) -> bytes:
    return bytes(rbcl.crypto_core_ristretto255_sub(a, b))


def _times(scalar: int, point: bytes) -> bytes:
    reduced = (scalar % Q).to_bytes(32, "little")
    if not any(reduced):
        return IDENTITY
    return bytes(rbcl.crypto_scalarmult_ristretto255(reduced, point))


def _sum(points: list[bytes]) -> bytes:
    total = IDENTITY
    for point in points:
        total = _plus(total, point)
    return total


def _scalar(data: bytes) -> int:
    number = int.from_bytes(data, "little")
    if len(data) != 32 or not 1 <= number < Q:
        raise Refused("false_claim")
    return number


def _point(data: bytes) -> bytes:
    valid = len(data) == 32 and rbcl.crypto_core_ristretto255_is_valid_point(data)
    if not valid or data == IDENTITY:
        raise Refused("false_claim")
    return data


def opens(commitment: bytes, group: int, opening: bytes) -> bool:
    """Whether an opening shows that a commitment is of a group (SPEC-15.2)."""
    try:
        r = _scalar(opening)
    except Refused:
        return False
    return _plus(GROUPS[group], _times(r, BLINDING)) == commitment


def tie(context: bytes) -> int:
    """The tie of a proof of `Counted` (SPEC-15.8)."""
    return int.from_bytes(hashlib.sha512(tagged("tie", context)).digest(), "little") % Q


def statement(
    claim: list[Value], tokens: Tokens, limit: int, ks: list[bytes], context: bytes
) -> Branches:
    """The statement of a claim in the plain form of the rules (SPEC-15.6 to 15.8)."""
    match claim:
        case ["shuffled", _, list(old), list(new)]:
            before, after = _faces(tokens, old), _faces(tokens, new)
            each = [[[_minus(made, taken)] for taken in before] for made in after]
            return [*each, [[_minus(_sum(after), _sum(before))]]]
        case ["present", list(groups), list(held)]:
            return [
                [[_minus(face, GROUPS[_int(group)])] for face in _faces(tokens, held)]
                for group in groups
            ]
        case ["from", int(token), list(pieces)]:
            return [[[_minus(tokens[token], face)] for face in _faces(tokens, pieces)]]
        case ["counted", _, _, _, _]:
            return _counted(claim, tokens, limit, ks, tie(context))
        case _:
            raise ValueError(claim)


def _counted(
    claim: list[Value], tokens: Tokens, limit: int, ks: list[bytes], tied: int
) -> Branches:
    _, fresh, _, added, bounds = claim
    news = {_int(t) for t in _list(fresh)}
    numbers = {_int(_list(pair)[0]): _int(_list(pair)[1]) for pair in _list(added)}
    named = sorted(tokens)
    faces = dict(zip(named, ks, strict=True))
    shown: Branches = []
    for token in named:
        ways = []
        for group in range(1, limit + 1):
            number = numbers.get(group, 0)
            amount = max(1, number) if token in news else number
            x = _minus(tokens[token], GROUPS[group])
            y = _minus(faces[token], _times(amount, AMOUNT))
            ways.append([_plus(x, _times(tied, y))])
        shown.append(ways)
    shown += [
        [[_minus(tokens[token], GROUPS[group])] for token in named]
        for group, number in sorted(numbers.items())
        if number > 0
    ]
    for bound in _list(bounds):
        _, held, least, most = _list(bound)
        total = _sum([faces[_int(token)] for token in _list(held)])
        shown.append(
            [[_minus(total, _times(v, AMOUNT))] for v in range(_int(least), _int(most) + 1)]
        )
    return shown


def _faces(tokens: Tokens, handles: list[Value]) -> list[bytes]:
    return [tokens[_int(handle)] for handle in handles]


def _int(value: Value) -> int:
    if not isinstance(value, int):
        raise TypeError
    return value


def _list(value: Value) -> list[Value]:
    if not isinstance(value, list):
        raise TypeError
    return value


def statement_context(
    context: list[Value], limit: int, claim: list[Value], tokens: Tokens, ks: list[bytes]
) -> bytes:
    """The context of a proof (SPEC-15.3)."""
    faces: list[Value] = [[handle, tokens[handle]] for handle in sorted(tokens)]
    return encode(["proved", context, limit, claim, faces, list[Value](ks)])


def judge(
    claim: list[Value], context: list[Value], limit: int, tokens: Tokens, justification: bytes
) -> Branches | None:
    """Judge the justification of a claim (SPEC-15.3); its statement. `false_claim`.

    Raises also `bad_opening`, of `Holds` (SPEC-15.2), which has no statement.
    """
    match claim:
        case ["holds", int(token), int(group)]:
            if not opens(tokens[token], group, justification):
                raise Refused("bad_opening")
            return None
        case ["counted", *_]:
            size = 32 * len(tokens)
            if len(justification) < size:
                raise Refused("false_claim")
            ks = [_point(justification[at : at + 32]) for at in range(0, size, 32)]
        case _:
            size, ks = 0, []
    bound = statement_context(context, limit, claim, tokens, ks)
    shown = statement(claim, tokens, limit, ks, bound)
    _check(shown, bound, justification[size:])
    return shown


def _check(shown: Branches, context: bytes, proof: bytes) -> None:
    """SPEC-15.5: a proof shows a statement."""
    challenge, announced = announcements(shown, proof)
    points = b"".join(point for ways in shown for branch in ways for point in branch)
    shape = b"".join(
        b"".join(len(branch).to_bytes(2, "big") for branch in ways) + bytes(2) for ways in shown
    )
    fields = (context, shape, points, b"".join(announced))
    content = b"".join(len(field).to_bytes(4, "big") + field for field in fields)
    hashed = hashlib.sha512(tagged("challenge", content)).digest()
    if int.from_bytes(hashed, "little") % Q != challenge:
        raise Refused("false_claim")


def announcements(shown: Branches, proof: bytes) -> tuple[int, list[bytes]]:
    """The challenge of a proof, and its announcements."""
    points = [point for ways in shown for branch in ways for point in branch]
    length = 32 * (1 + sum(len(ways) - 1 for ways in shown) + len(points))
    if len(proof) != length or IDENTITY in points:
        raise Refused("false_claim")
    scalars = iter([_scalar(proof[at : at + 32]) for at in range(0, length, 32)])
    challenge = next(scalars)
    parts = []
    for ways in shown:
        given = [next(scalars) for _ in ways[:-1]]
        parts.append([*given, (challenge - sum(given)) % Q])
    announced = []
    for ways, own in zip(shown, parts, strict=True):
        for branch, part in zip(ways, own, strict=True):
            for point in branch:
                back = _times(part, point)
                announced.append(_minus(_times(next(scalars), BLINDING), back))
    if IDENTITY in announced:
        raise Refused("false_claim")
    return challenge, announced
