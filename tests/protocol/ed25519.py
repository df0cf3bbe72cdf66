"""Ed25519 as RFC 8032 writes it, slow and plain: the reference for the backend.

It also makes the signatures that no honest program makes. Points are (x, y) with whole numbers
modulo the field prime.
"""

import hashlib

from protocol.hashing import Tag, tagged

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P

Point = tuple[int, int]
IDENTITY: Point = (0, 1)


def add(a: Point, b: Point) -> Point:
    (x1, y1), (x2, y2) = a, b
    product = D * x1 * x2 * y1 * y2
    x = (x1 * y2 + x2 * y1) * pow(1 + product, -1, P)
    y = (y1 * y2 + x1 * x2) * pow(1 - product, -1, P)
    return x % P, y % P


def times(scalar: int, point: Point) -> Point:
    result = IDENTITY
    while scalar:
        if scalar & 1:
            result = add(result, point)
        point = add(point, point)
        scalar >>= 1
    return result


def negative(point: Point) -> Point:
    return -point[0] % P, point[1]


def encoded(point: Point) -> bytes:
    return (point[1] | (point[0] & 1) << 255).to_bytes(32, "little")


def decoded(raw: bytes) -> Point | None:
    """The point of 32 bytes, by RFC 8032 5.1.3; None if there is none."""
    number = int.from_bytes(raw, "little")
    sign, y = number >> 255, number & (1 << 255) - 1
    if y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if x * x % P != square:
        x = x * pow(2, (P - 1) // 4, P) % P
    if x * x % P != square or (x == 0 and sign):
        return None
    return (x if x & 1 == sign else P - x), y


def _base() -> Point:
    base = decoded((4 * pow(5, -1, P) % P).to_bytes(32, "little"))
    assert base is not None
    return base


B = _base()


def small_order() -> list[Point]:
    """The eight points whose order divides 8."""
    y = 2
    while True:
        point = decoded(y.to_bytes(32, "little"))
        y += 1
        if point is None:
            continue
        torsion = times(L, point)
        if times(4, torsion) != IDENTITY:
            return [times(n, torsion) for n in range(8)]


def challenge(r: bytes, a: bytes, message: bytes) -> int:
    return int.from_bytes(hashlib.sha512(r + a + message).digest(), "little") % L


def scalar_of(seed: bytes) -> int:
    half = bytearray(hashlib.sha512(seed).digest()[:32])
    half[0] &= 248
    half[31] = half[31] & 127 | 64
    return int.from_bytes(half, "little")


def sign_with(scalar: int, nonce: int, a: bytes, r: bytes, message: bytes) -> bytes:
    """A signature with any nonce, any A and any R, right or wrong."""
    s = (nonce + challenge(r, a, message) * scalar) % L
    return r + s.to_bytes(32, "little")


def verifies(key: bytes, tag: Tag, content: bytes, signature: bytes) -> bool:
    """SPEC-3.4 word for word."""
    r, s = signature[:32], int.from_bytes(signature[32:], "little")
    points = decoded(key), decoded(r)
    small = small_order()
    if any(point is None or point in small for point in points) or s >= L or len(signature) != 64:
        return False
    a = points[0]
    assert a is not None
    k = challenge(r, key, tagged(tag, content))
    return encoded(add(times(s, B), times(k, negative(a)))) == r
